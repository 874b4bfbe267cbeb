"""What one machine of a study shows of a stretch of its run, as JSON."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, fsum
from typing import Any, Protocol, TypeAlias

from models.lab.iostat import disks_text, zpool_text
from models.lab.limit import chosen, figures, limit
from models.lab.run import PARTS, STEP, Sample
from models.lab.trace_events import typical
from models.sim.stats import percentile

Detail: TypeAlias = dict[str, Any]
"""What samples alone do not tell of a stretch: {"from", "to", "ways", "printed"}."""


class Ran(Protocol):
    """A run with its samples."""

    name: str
    samples: list[Sample]
    details: list[Detail]
    events: list[float]


def detail(run: Ran, begin: float, end: float) -> Detail:
    """Return the followed requests and the lines of the tools between two times (s), or those of the
    stretch that overlaps most, if the samples have none."""
    if run.details:

        def overlap(one: Detail) -> float:
            return float(min(end, one["to"]) - max(begin, one["from"]))

        best = max(run.details, key=overlap)
        return {name: best[name] for name in ("ways", "printed")}
    ones = chosen(run.samples, begin, end)
    rows = next((one["iostat"] for one in reversed(ones) if "iostat" in one), None)
    printed = ""
    if rows:
        printed = f"{run.name.upper()}# zpool iostat -vlq 1\n{zpool_text(rows['zpool'])}\n"
        printed += f"{run.name.upper()}# iostat -dxz 1\n{disks_text(rows['disks'])}"
    return {
        "ways": {
            name: way(found)
            for name, share in (("median", 0.5), ("slow", 0.99))
            if (found := typical(run.samples, begin, end, share))
        },
        "printed": printed,
    }


def way(one: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the spans of a request: {"part", "is", "from", "to"}."""
    return [
        {
            "part": step["part"],
            "is": "waits" if step["waits"] else "works",
            "from": step["from"],
            "to": step["to"],
        }
        for step in one["steps"]
    ]


def details(run: Ran) -> list[Detail]:
    """Return the details of each stretch between events; the first leaves out the start of the run."""
    return [
        {"from": begin, "to": end} | detail(run, begin, end)
        for begin, end in edges(run.events, run.samples)
    ]


def shown(samples: Sequence[Sample], begin: float, end: float) -> dict[str, Any]:
    """Return the limit, the loads and the parts of a machine between two times (s), and its latencies."""
    ones = chosen(samples, begin, end)
    found = limit(samples, begin, end)
    head, _, rest = found.sentence.partition(". ")
    return {
        "from": begin,
        "to": end,
        "limit": {
            "part": found.part,
            "rule": found.rule,
            "use": found.use,
            "next": found.next,
            "next_use": found.next_use,
            "waiting": found.waiting,
            "more": found.more,
            "head": head if head.endswith(".") else f"{head}.",
            "rest": rest,
        },
        "loads": [
            figures(samples, number, begin, end)._asdict()
            | {"waiting": ones[-1]["loads"][number]["waiting"]}
            for number in range(len(ones[0]["loads"]))
        ],
        "parts": {part: part_of(ones, part) for part in PARTS},
        "off": ones[-1]["off"],
    }


def part_of(ones: Sequence[Sample], part: str) -> dict[str, Any]:
    """Return a part's use, its requests and their waits, over some samples."""
    each = [one["parts"][part] for one in ones]
    mean = {key: fsum([one[key] for one in each]) / len(each) for key in ("use", "waits", "works")}
    here = [one["waits"] + one["works"] for one in each]
    devices = max((len(one["each"]) for one in each), default=0)
    lists = [one["each"] for one in each if len(one["each"]) == devices]
    hits = [one["hits"] for one in each if one.get("hits") is not None]
    return mean | {
        "many": percentile(here, 0.99),
        "wait50": fsum([one["wait50"] for one in each]) / len(each),
        "wait99": fsum([one["wait99"] for one in each]) / len(each),
        "each": [fsum(column) / len(lists) for column in zip(*lists, strict=True)],
        "hits": fsum(hits) / len(hits) if hits else None,
    }


def heat(samples: Sequence[Sample], load: int) -> list[list[list[int]]]:
    """Return, for each sample, the bins of latency of a load and how many answers are in each."""
    return [
        [[int(at), number] for at, number in one["loads"][load]["counts"].items()]
        for one in samples
    ]


def edges(events: Sequence[float], samples: Sequence[Sample]) -> list[tuple[float, float]]:
    """Return the stretches between events (s)."""
    end = samples[-1]["to"]
    at = sorted({0.0, *[ceil(time / STEP) * STEP for time in events], end})
    return [(a, b) for a, b in pairwise(at) if b <= end]
