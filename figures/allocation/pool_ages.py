"""A pool that is overwritten day after day: what is left of its unused space, and how fast its disks write."""

from collections.abc import Iterator
from dataclasses import replace

from figures.allocation.experiments.overwrites import OverwriteGroup, Overwrites
from figures.allocation.experiments.rewrites import SAMPLED, RewriteLoad, pair
from figures.allocation.experiments.rules import BLOCK, NEW, OLD, fill
from figures.define.figure import Choice, Figure, Number, Preset, Rows, cite, mark, panel
from figures.kit.rows import of, one
from models.sim.stats import mean
from models.units import MB, TB

POOL = 10 * TB
SLABS, UNITS = 100, SAMPLED
DAYS, STEP = 60, 2
"""Days that are shown, and days from one point to the next."""
TODAY, BEFORE = "today", "2009"
RULES = {
    TODAY: replace(NEW, bonus=1.0, low=False),
    BEFORE: OLD,
}


def run(fill: float, daily: float, rules: str, seed: int) -> Iterator[Rows]:
    """Yield rows: point (day, rate in bytes/s of a disk), unused (day, unused: share of the slabs) and sum (ended: the day
    on which the last unused slab is full, or the days shown; fill, daily)."""
    machine = pair(replace(RULES[rules], kept=UNITS, slabs=SLABS), seed=seed)
    pool = Overwrites(machine.pool.contents, fill, seed=seed)
    load, space = RewriteLoad(machine, pool), pool.space
    records = daily / POOL * SLABS * UNITS  # overwritten in a day
    ended, groups = float(DAYS), list[OverwriteGroup]()
    yield [{"row": "unused", "day": 0, "unused": 1 - sum(space.begun) / SLABS}]
    for day in range(STEP, DAYS + 1, STEP):
        while pool.written < day * records:
            groups.append(pool.group())
            if groups[-1].loads and ended == DAYS and all(space.begun):
                ended = pool.written / records
        yield [
            {
                "row": "point",
                "day": day,
                "rate": load.timed(groups).rate * BLOCK,
            },
            {"row": "unused", "day": day, "unused": 1 - sum(space.begun) / SLABS},
        ]
        groups.clear()
    yield [{"row": "sum", "ended": ended, "fill": fill, "daily": daily}]


def values(rows: Rows) -> dict[str, float]:
    total, points = one(rows, "sum"), of(rows, "point")
    young = [row["rate"] for row in points if row["day"] < total["ended"]]
    late = [row["rate"] for row in points[-len(points) // 4 :]]
    return {
        "ended": total["ended"],
        "fill": total["fill"],
        "daily": total["daily"],
        "pool": POOL,
        "days": DAYS,
        "whole": total["fill"] * POOL / total["daily"],
        "young": mean(young) if young else 0.0,
        "old": mean(late),
        "times": mean(young) / mean(late) if young else 1.0,
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    until = (
        f"The last unused slab is full on day {v['ended']:.0f}. Until then a disk writes {v['young'] / MB:.0f} MB/s"
        if v["ended"] < v["days"]
        else f"On day {v['days']:.0f} some slabs are still unused. A disk writes {v['young'] / MB:.0f} MB/s"
    )
    return f"The pool is {v['fill']:.0%} full all the time. {until}, and in the last two weeks {v['old'] / MB:.0f} MB/s."


DAY = {"label": "day", "domain": [0, DAYS]}

FIGURE = Figure(
    id="pool-ages",
    title="A pool in its first two months",
    caption="A new pool of 10 TB is filled with a database, and then overwritten at random, day after day. Above: the slabs "
    "that were never used. Below: how fast each disk, one of 2009, writes them.",
    params={
        "fill": fill(0.8, 0.9),
        "daily": Number(
            "Overwritten in a day",
            0.1 * TB,
            0.05 * TB,
            0.5 * TB,
            unit="TB",
            step=0.05 * TB,
            more=True,
            help="How much the database writes in a day.",
        ),
        "rules": Choice(
            "Rules",
            TODAY,
            {TODAY: "today: unused slabs first", BEFORE: "2009: a used slab counts twice"},
            help="How the next slab is chosen, and when best fit begins.",
            more=True,
        ),
    },
    presets={
        "80 % full": Preset(help="0.1 TB are overwritten in a day"),
        "60 % full": Preset({"fill": 0.6}, "more room, and for longer"),
        "90 % full": Preset({"fill": 0.9}, "less room"),
        "80 % full in 2009": Preset({"rules": BEFORE}, "half-empty slabs are used again"),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "areaY",
                    {"row": "unused"},
                    x="day",
                    y="unused",
                    fill="var(--wtg-4)",
                    fillOpacity=0.5,
                ),
                mark(
                    "line",
                    {"row": "unused"},
                    x="day",
                    y="unused",
                    stroke="var(--wtg-4)",
                    strokeWidth=2,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": DAY,
                "y": {
                    "label": "slabs never used",
                    "unit": "%",
                    "zero": True,
                    "ticks": 3,
                    "grid": True,
                },
            },
            height=130,
        ),
        panel(
            [
                mark(
                    "ruleX", {"row": "sum"}, x="ended", stroke="currentColor", strokeDasharray="5,4"
                ),
                mark(
                    "line",
                    {"row": "point"},
                    x="day",
                    y="rate",
                    stroke="var(--wtg-1)",
                    strokeWidth=2,
                ),
                mark(
                    "dot", {"row": "point"}, x="day", y="rate", fill="var(--wtg-1)", r=3, tip=True
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": DAY,
                "y": {
                    "label": "a disk writes",
                    "unit": "MB/s",
                    "zero": True,
                    "ticks": 4,
                    "grid": True,
                },
            },
            height=210,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2010exchange", "the past of a pool"),
)
