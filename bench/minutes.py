"""The minute of the lab's first door: how long each machine takes, and when what it shows before the
first event is what it shows at that event."""

import json
import time
from itertools import pairwise

from bench import two_places
from bench.rows import Row, at_most, measured
from figures.lab.doors import NAMES, door
from figures.lab.live import Run
from models.lab.limit import figures, limit
from models.lab.study import study_of

LONGEST, FIRST, NEAR = 20.0, 2.0, 0.05
"""Time of a minute in the page, and until its verdict (s); share by which a verdict may differ."""
Told = tuple[str, float, float, float]
"""The limit, rate, median and p99 of the followed load."""


def told(run: Run) -> Told:
    """Return what a run tells of the stretch that is shown first."""
    begin, end = run.window()
    one = figures(run.samples, run.study.followed, begin, end)
    return limit(run.samples, begin, end).part, one.rate, one.median, one.p99


def names(one: Told, other: Told) -> list[str]:
    """Return what of two verdicts differs."""
    near = [abs(a - b) <= NEAR * b for a, b in zip(one[1:], other[1:], strict=True)]
    same = [one[0] == other[0], *near]
    return [
        name
        for name, is_same in zip(("limit", "rate", "median", "p99"), same, strict=True)
        if not is_same
    ]


def seconds() -> str:
    """Return JSON: the processor time (s) of each machine's minute, and after which each part of its
    verdict is settled."""
    study, found = study_of(door(NAMES[0])["study"]), dict[str, float]()
    for side in study.machines:
        run, begun, at = Run(study, side), time.process_time(), list[tuple[float, Told]]()
        while not run.done:
            run.step(0.0)
            at.append((time.process_time() - begun, told(run)))
        found[f"minute of {side.upper()}"] = at[-1][0]
        for name in ("limit", "rate", "median", "p99"):
            settled = 0.0
            for (_, one), (now, _) in pairwise(at):
                if name in names(one, at[-1][1]):
                    settled = now
            found[f"{name} of {side.upper()}"] = max(settled, at[0][0])
    return json.dumps(found)


def measure() -> list[Row]:
    """Return the rows of both machines in the page's interpreter, and natively."""
    rows = [
        measured(f"{name}, native", value, "s") for name, value in json.loads(seconds()).items()
    ]
    for name, value in two_places.in_the_page("", "bench.minutes", "seconds").items():
        budget = LONGEST if name.startswith("minute") else FIRST
        rows.append(at_most(f"{name}, in Pyodide", value, "s", budget))
    return rows
