"""A path of stages as rows and bars: how much each can carry, with the slowest marked."""

from types import MappingProxyType

from figures.define.figure import column, mark, panel
from figures.kit.rows import of, one
from models.sim.pipeline import limit
from models.units import GiB

LIMIT, ROOM = "the limit", "has room"
COLOURS = {"domain": [LIMIT, ROOM], "range": ["var(--wtg-2)", "var(--wtg-1)"], "legend": True}
TIMES = 3.2
"""Bars end at so many times the path's rate, with an arrow if the stage carries more."""


def stage_rows(stages, used=MappingProxyType({})):
    """Rows: stage (stage, capacity in bytes/s, used, what, to, label), one for each; to is where
    the bar ends. used: shares of the time that a run of the machine counted."""
    found = limit(stages)
    for stage in found.stages:
        cut = stage.capacity > TIMES * found.rate
        yield {
            "row": "stage",
            "stage": stage.name,
            "capacity": stage.capacity,
            "used": used.get(stage.name, found.used(stage)),
            "what": LIMIT if stage is found.stage else ROOM,
            "why": stage.why,
            "to": TIMES * found.rate if cut else stage.capacity,
            "label": f"{stage.capacity / GiB:.2f}{'→' if cut else ''}",
        }


SHORT = {
    "clients' requests": "requests",
    "clients' ports": "client_ports",
    "server's ports": "ports",
    "network cards' slots": "slots",
    "processors": "processors",
    "the group's thread": "thread",
    "disk cards' slots": "disk_slots",
    "SAS cables": "cables",
    "disks": "disks",
}


def carried(rows):
    """What each stage can carry, by a short name; 0 for those that the path has not."""
    found = {row["stage"]: row["capacity"] for row in of(rows, "stage")}
    return {f"most_{short}": found.get(name, 0.0) for name, short in SHORT.items()}


def right(stages):
    """Where the axis ends: behind the longest bar and its number."""
    found = limit(stages)
    return 1.2 * max(min(stage.capacity, TIMES * found.rate) for stage in found.stages)


def slowest(rows):
    """The row of the stage that is the limit."""
    return one(rows, "stage", what=LIMIT)


def runner_up(rows):
    """The row of the stage that comes next."""
    others = of(rows, "stage", what=ROOM)
    return min(others, key=lambda row: row["capacity"]) if others else slowest(rows)


def one_limit(rows):
    """Whether one stage is marked, and it is the slowest, so that the path is as fast as it."""
    stages = of(rows, "stage")
    marked = [row for row in stages if row["what"] == LIMIT]
    rates = [row["rate"] for row in of(rows, "sum")]
    return (
        len(marked) == 1
        and marked[0]["capacity"] == min(row["capacity"] for row in stages)
        and all(abs(rate / marked[0]["capacity"] - 1) < 1e-6 for rate in rates)
    )


def bars(names, when=None, height=None, tab=""):
    """A bar for each stage in the path's order, its capacity beside it, and a line where the path's
    rate is."""
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
