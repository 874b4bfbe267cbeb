"""Compare the speed of the book's simulation engines with that of SimPy on the same model, natively
and in the page's interpreter."""

import json
from pathlib import Path

import simpy

from bench import one_queue
from bench.rows import Row, at_least, measured
from bench.two_places import in_the_page

TIMES_FASTER = 5.0


def rows(where: str, speeds: dict[str, float]) -> list[Row]:
    """Return a row for the speed of each engine, and one for each of our engines relative to SimPy.
    `where` names the place in the rows."""
    ours = [name for name in speeds if name != "SimPy"]
    return [
        *(measured(f"{name}, {where}", speed, "requests/s") for name, speed in speeds.items()),
        *(
            at_least(
                f"{name} against SimPy, {where}",
                speeds[name] / speeds["SimPy"],
                "times",
                TIMES_FASTER,
            )
            for name in ours
        ),
    ]


def measure() -> list[Row]:
    """Return the rows measured natively and in the page's interpreter."""
    page = in_the_page(str(Path(simpy.__file__).parent.parent))
    return rows("native", json.loads(one_queue.measure())) + rows("in Pyodide", page)
