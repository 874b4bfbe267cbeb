"""The stages of a data path as rows and bars: the capacity of each, with the slowest marked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from figures.define.figure import Row, Rows, column, mark, panel
from figures.kit.pipeline import Stage, limit
from figures.kit.rows import of, one
from models.units import GiB

LIMIT, ROOM = "the limit", "has room"
COLOURS = {"domain": [LIMIT, ROOM], "range": ["var(--wtg-2)", "var(--wtg-1)"], "legend": True}
TIMES = 3.2
"""Longest bar, as a multiple of the path's rate; an arrow marks a stage that carries more."""


def stage_rows(
    stages: Iterable[Stage], used: Mapping[str, float] = MappingProxyType({})
) -> Iterator[Row]:
    """Yield a row for each stage: stage, capacity (bytes/s), used (share of the time), what, why,
    label, and to (where its bar ends, bytes/s).

    used: stage -> the share measured in a run of the machine (default: computed).
    """
    path = limit(stages)
    for stage in path.stages:
        cut = stage.capacity > TIMES * path.rate
        yield {
            "row": "stage",
            "stage": stage.name,
            "capacity": stage.capacity,
            "used": used.get(stage.name, path.used(stage)),
            "what": LIMIT if stage is path.stage else ROOM,
            "why": stage.why,
            "to": TIMES * path.rate if cut else stage.capacity,
            "label": f"{stage.capacity / GiB:.2f}{'→' if cut else ''}",
        }


SHORT = {
    "clients' requests": "requests",
    "clients' ports": "client_ports",
    "server's ports": "ports",
    "network cards' slots": "slots",
    "cores": "cores",
    "the group's thread": "thread",
    "disk cards' slots": "disk_slots",
    "disk cables": "cables",
    "disks": "disks",
}
"""Stage -> its short name in the names of values."""


def carried(rows: Rows) -> dict[str, float]:
    """Return the capacities (bytes/s) of the stages by short names; 0 for a stage that the path
    does not have."""
    capacities = {row["stage"]: row["capacity"] for row in of(rows, "stage")}
    return {f"most_{short}": capacities.get(name, 0.0) for name, short in SHORT.items()}


def right(stages: Iterable[Stage]) -> float:
    """Return the end of the x axis (bytes/s), with room for the longest bar and its number."""
    path = limit(stages)
    return 1.2 * max(min(stage.capacity, TIMES * path.rate) for stage in path.stages)


def slowest(rows: Rows) -> Row:
    """Return the row of the stage that limits the path."""
    return one(rows, "stage", what=LIMIT)


def runner_up(rows: Rows) -> Row:
    """Return the row of the second slowest stage, or of the slowest if there is only one."""
    others = of(rows, "stage", what=ROOM)
    return min(others, key=lambda row: row["capacity"]) if others else slowest(rows)


def one_limit(rows: Rows) -> bool:
    """Return whether exactly one stage is marked as the limit, this stage is the slowest, and its
    capacity is the path's rate."""
    stages = of(rows, "stage")
    marked = [row for row in stages if row["what"] == LIMIT]
    rates = [row["rate"] for row in of(rows, "sum")]
    return bool(
        len(marked) == 1
        and marked[0]["capacity"] == min(row["capacity"] for row in stages)
        and all(abs(rate / marked[0]["capacity"] - 1) < 1e-6 for rate in rates)
    )


def bars(
    names: Sequence[str],
    when: dict[str, Any] | None = None,
    height: int | None = None,
    tab: str = "",
) -> dict[str, Any]:
    """Return a panel with a bar for each stage in the path's order, its capacity beside it, and a
    line at the path's rate."""
    return panel(
        [
            mark(
                "barX",
                {"row": "stage"},
                x="to",
                y="stage",
                fill="what",
                channels={"where from": "why"},
                tip=True,
            ),
            mark(
                "text",
                {"row": "stage"},
                x="to",
                y="stage",
                text="label",
                textAnchor="start",
                dx=4,
                fill="currentColor",
            ),
            mark(
                "ruleX",
                {"row": "sum"},
                x="rate",
                stroke="var(--wtg-2)",
                strokeDasharray="4,3",
                strokeWidth=1.5,
            ),
            mark("ruleX", {"row": "sum"}, x="right", strokeOpacity=0),
            mark("ruleX", data=[0]),
        ],
        {
            "x": {"label": "can carry", "unit": "GiB/s", "ticks": 5},
            "y": {"label": None, "domain": list(names)},
            "color": COLOURS,
        },
        height=height or 62 + 24 * len(names),
        when=when,
        tab=tab,
    )


COLUMNS = [
    column("stage", "stage"),
    column("capacity", "can carry", "GiB/s", 2),
    column("used", "in use", "%"),
    column("why", "what it is"),
]
