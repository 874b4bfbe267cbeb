"""What follows from two published results of SPC-1: disks, prices and waiting requests."""

from collections.abc import Iterator
from itertools import repeat
from random import Random
from typing import Any

from figures.define.claims import claim, measured
from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
    target,
)
from figures.kit.rows import of, one
from figures.kit.words import count
from models.machine import FREEBSD_BOX, Machine, RawPrograms
from models.units import KiB, ms, rpm

SUN, OTHER = "7420C", "FAS3270A"
DEPTHS = (1, 2, 4, 8, 16, 32)
LONG, WARM = 3.0, 0.3
"""Seconds for which a disk is watched, and before it."""
STEPS = 40


def run(each: float, waiting: int, spindle: float, slow: float, seed: int) -> Iterator[Rows]:
    """Yield rows: point (waiting, rate: random reads a second of one disk on the machine, chosen: 1 for
    the depth of the control), price (system, what, dollars), latency (system, rate, latency: s), curve
    (rate, latency: of one queue through two points), and sum (the numbers that follow)."""
    found = {}
    for depth in sorted({*DEPTHS, waiting}):
        found[depth] = reads(depth, spindle, seed)
        yield [
            {
                "row": "point",
                "waiting": depth,
                "rate": found[depth],
                "chosen": int(depth == waiting),
            }
        ]
    rate, half = quoted("spc1-7420-iops"), quoted("spc1-3270-iops")
    quick = quoted("spc1-7420-latency-at-68k") * ms
    full = (slow * rate - quick * half) / (slow - quick) if slow > quick else 0.0
    dollars = {
        SUN: rate * quoted("spc1-7420-dollar-iops"),
        OTHER: half * quoted("spc1-3270-dollar-iops"),
    }
    yield [
        *(
            {"row": "price", "system": system, "what": what, "dollars": quoted(id)}
            for system, name in ((SUN, "7420"), (OTHER, "3270"))
            for what, id in (
                ("of an operation a second", f"spc1-{name}-dollar-iops"),
                ("of a GB", f"spc1-{name}-dollar-gb"),
            )
        ),
        {"row": "latency", "system": SUN, "rate": half, "latency": quick},
        {"row": "latency", "system": SUN, "rate": rate, "latency": slow},
        {
            "row": "latency",
            "system": OTHER,
            "rate": half,
            "latency": quoted("spc1-3270-latency") * ms,
        },
        *(
            {
                "row": "curve",
                "rate": x,
                "latency": quick * (full - half) / (full - x),
            }
            for x in (rate * n / STEPS for n in range(STEPS + 1))
            if full > rate
        ),
        {
            "row": "sum",
            "disk": found[waiting],
            "disks": rate / each,
            "cached": max(0.0, 1 - found[waiting] / each),
            "dollars": dollars[SUN],
            "other_dollars": dollars[OTHER],
            "gb": dollars[SUN] / quoted("spc1-7420-dollar-gb"),
            "other_gb": dollars[OTHER] / quoted("spc1-3270-dollar-gb"),
            "waiting": rate * slow,
            "full": full,
            "files_waiting": quoted("specsfs-ops") * quoted("specsfs-ort") * ms,
            "files_each": quoted("specsfs-ort") * ms,
            "cheaper": 1 - quoted("spc1-7420-dollar-gb") / quoted("spc1-3270-dollar-gb"),
        },
    ]


def quoted(id: str) -> float:
    """Return the number of a claim that is quoted only, in the text's unit."""
    return float(claim(id).written[0])


def reads(waiting: int, spindle: float, seed: int) -> float:
    """Return the random reads of 8 KiB a second of one disk with so many waiting. It is the SAS disk of
    the 7110, turning at `spindle`."""
    order = FREEBSD_BOX.order(filesystem="raw", disks={"model": "7110", "speed": spindle})
    machine, chance = Machine(order, seed), Random(seed)
    blocks = int(order.drive.capacity) // (8 * KiB)
    places = (chance.randrange(blocks) * 8 * KiB for _ in repeat(None))
    ran = machine.run(RawPrograms(places, 8 * KiB, waiting), seconds=LONG, warm=WARM)
    return ran.iostat["disks"][0]


def result(rows: Rows, field: str = "disk") -> float:
    """Return a number that follows."""
    found: float = of(rows, "sum")[0][field]
    return found


def values(rows: Rows) -> dict[str, float]:
    return {
        **{name: value for name, value in of(rows, "sum")[0].items() if name != "row"},
        "alone": one(rows, "point", waiting=1)["rate"],
    }


def describe(rows: Rows) -> str:
    return (
        f"A disk makes {count(one(rows, 'point', waiting=1)['rate'])} random reads a second with one request and "
        f"{count(result(rows))} with as many waiting as chosen. {count(result(rows, 'disks'))} disks are the fewest for the "
        f"7420C's result, and {result(rows, 'cached'):.0%} of its operations need no disk. It cost "
        f"${count(result(rows, 'dollars'))}, the FAS3270A ${count(result(rows, 'other_dollars'))}."
    )


COLOURS = {
    "domain": [SUN, OTHER],
    "range": ["var(--wtg-1)", "var(--wtg-3)"],
    "legend": True,
}


def price(what: str) -> dict[str, Any]:
    """Return the panel of one price."""
    return panel(
        [
            mark(
                "barX",
                {"row": "price", "what": what},
                x="dollars",
                y="system",
                fill="system",
                fillOpacity=0.8,
                tip=True,
            ),
            mark("ruleX", data=[0]),
        ],
        {
            "x": {"label": f"dollars {what}", "grid": True, "ticks": 5, "zero": True},
            "y": {"label": None, "domain": [SUN, OTHER]},
            "color": {**COLOURS, "legend": False},
        },
        height=110,
        tab="Prices",
    )


FIGURE = Figure(
    id="spc-1",
    title="A benchmark taken apart",
    caption="One disk: random reads a second of a disk that turns 15,000 times a minute, on the machine, by how many wait for it. "
    "Prices and response times are quoted. The dashed line is what one queue would do between the two points of the "
    "7420C; of the right one the text says only that it is below 10 ms.",
    params={
        "each": Number(
            "Operations of a disk",
            500.0,
            100.0,
            600.0,
            step=10.0,
            help="SPC-1 operations a second that the whole system makes for each disk.",
        ),
        "waiting": Number(
            "Requests that wait for a disk",
            10,
            1,
            32,
            whole=True,
            help="How many requests ZFS lets a disk have at a time; 10 in 2011.",
        ),
        "spindle": Number(
            "Turns a minute",
            15000 * rpm,
            5400 * rpm,
            15000 * rpm,
            unit="rpm",
            stops=(5400 * rpm, 7200 * rpm, 10000 * rpm, 15000 * rpm),
            help="How fast the platter turns; the arm stays as it is.",
        ),
        "slow": Number(
            "Response time at full load",
            10 * ms,
            4 * ms,
            30 * ms,
            unit="ms",
            step=0.5 * ms,
            help="The mean response time at the published rate; below 10 ms is all that is said.",
            more=True,
        ),
    },
    presets={
        "as published": Preset(
            help="15,000 turns a minute, and almost 500 operations for each disk"
        ),
        "7,200 rpm": Preset({"spindle": 7200 * rpm}, "what cheaper disks would have had to do"),
        "one at a time": Preset({"waiting": 1}, "no queue at the disk"),
        "no cache": Preset({"each": 300.0}, "if a disk made no more than it can"),
    },
    run=run,
    panels=[
        panel(
            [
                mark("line", {"row": "point"}, x="waiting", y="rate", stroke="var(--wtg-1)"),
                mark(
                    "dot",
                    {"row": "point"},
                    x="waiting",
                    y="rate",
                    fill="var(--wtg-1)",
                    r=3,
                    tip=True,
                ),
                mark(
                    "dot",
                    {"row": "point", "chosen": 1},
                    x="waiting",
                    y="rate",
                    stroke="currentColor",
                    strokeWidth=2,
                    r=7,
                ),
                mark(
                    "ruleY",
                    data=[measured("spc1-15k-random")],
                    stroke="currentColor",
                    strokeDasharray="3,4",
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {
                    "label": "requests that wait for the disk",
                    "type": "log",
                    "base": 2,
                    "domain": [1, 32],
                    "ticks": list(DEPTHS),
                    "tickFormat": "d",
                },
                "y": {"label": "random reads a second", "grid": True, "zero": True, "ticks": 4},
            },
            height=300,
            tab="One disk",
        ),
        price("of an operation a second"),
        price("of a GB"),
        panel(
            [
                mark(
                    "line",
                    {"row": "curve"},
                    x="rate",
                    y="latency",
                    stroke="var(--wtg-1)",
                    strokeDasharray="4,3",
                ),
                mark(
                    "dot", {"row": "latency"}, x="rate", y="latency", fill="system", r=5, tip=True
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "SPC-1 operations a second", "ticks": 5, "tickFormat": ","},
                "y": {
                    "label": "mean response time",
                    "unit": "ms",
                    "grid": True,
                    "zero": True,
                    "ticks": 5,
                },
                "color": COLOURS,
            },
            height=300,
            tab="Response time",
        ),
    ],
    table=table(
        {"row": "point"},
        [column("waiting", "requests that wait"), column("rate", "reads a second")],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2011spc", "SPC-1: twice the performance", "Bourbonnais 2011"),
    reproduces=["spc1-comparison", "specsfs-7320"],
    targets=[target("spc1-15k-random", result)],
)
