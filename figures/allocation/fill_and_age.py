"""A pool that fills up while it is overwritten: what best fit places, and how fast the disk writes."""

from collections.abc import Iterator
from functools import cache
from math import fsum
from typing import Any

from figures.allocation.experiments.overwrites import Overwrites
from figures.allocation.experiments.rewrites import RewriteLoad, pair
from figures.allocation.experiments.rules import (
    BLOCK,
    NEW,
    OLD,
    bonus,
    give_up,
    rules_of,
    runs_of_128,
)
from figures.allocation.experiments.slab_cycle import Cycle, filled_from, full_to
from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
)
from figures.kit.rows import of, one
from figures.kit.stops import powers
from models.catalogue.machines import values as constants
from models.sim.stats import mean
from models.units import MB, KiB

ZFS = constants("allocator")
SLABS, UNITS = 36, 219  # slabs in the modelled part of a disk; blocks simulated in each
FILLS = tuple(round(n * 0.1, 6) for n in range(2, 10))
LAST, TIMED = (
    0.25,
    2,
)  # bytes timed at each fill, as a share of the contents; stretches into which they are divided
MACHINE = 0.8  # the fill at which the machine itself writes a group
AT_70, AT_96 = "switch at 70 %", "switch at 96 %"
SWITCHES = {AT_70: round(1 - OLD.free, 6), AT_96: round(1 - NEW.free, 6)}
IN_TURN = "reckoned for 70 % (dashed)"
HUES = {AT_70: "var(--wtg-2)", AT_96: "var(--wtg-1)", IN_TURN: "currentColor"}


@cache
def cycles() -> list[Cycle]:
    """Return slab cycles of pools from 30 to 96 % full. Each assumes that slabs are filled in
    turn."""
    return [full_to(0.3 + 0.02 * n) for n in range(34)]


def run(age: float, bonus: str, give_up: bool, test: bool, block: int, seed: int) -> Iterator[Rows]:
    """Yield rows: point (switch, fill, packed: share of the blocks placed by best fit, blocks per
    I/O, rate in bytes/s; all measured over the last overwrites at this fill), machine (switch,
    fill, rate in bytes/s of a group that the machine writes at this fill), paper (switch, fill,
    packed, blocks; calculated for slabs that are filled in turn), and sum."""
    least = int(ZFS["least"]) if test else 0
    for name, switch in SWITCHES.items():
        yield [
            {
                "row": "paper",
                "switch": name,
                "fill": cycle.fill,
                "packed": cycle.packed(switch),
                "blocks": cycle.run,
            }
            for cycle in cycles()
        ]
        machine = pair(
            rules_of(switch, bonus, give_up, least=least, slabs=SLABS, kept=UNITS),
            block=int(block),
            seed=seed,
        )
        pool = Overwrites(machine.pool.contents, FILLS[0], seed=seed)
        load = RewriteLoad(machine, pool)
        for fill in FILLS:
            pool.grow(round(fill * SLABS * UNITS))
            total, last = (
                round(part * len(pool.places) / pool.size) for part in (age, min(age / 2, LAST))
            )
            groups = max(1, last // TIMED)
            for _ in range(total - TIMED * groups):
                pool.group()
            written = [[pool.group() for _ in range(groups)] for _ in range(TIMED)]
            timed = [load.timed(groups_of_one) for groups_of_one in written]
            blocks = sum(stretch.blocks for stretch in timed)
            yield [
                {
                    "row": "point",
                    "switch": name,
                    "fill": fill,
                    "blocks": blocks / fsum(stretch.ios for stretch in timed),
                    "packed": fsum(stretch.best * stretch.blocks for stretch in timed) / blocks,
                    "rate": block * blocks / fsum(stretch.seconds for stretch in timed),
                }
            ]
            if fill == MACHINE:
                yield [
                    {
                        "row": "machine",
                        "switch": name,
                        "fill": fill,
                        "rate": block * load.timed([*written[0], *written[1]], whole=True).rate,
                    }
                ]
    start = filled_from(SWITCHES[AT_70]).fill
    yield [{"row": "sum", "from": start, "switch": SWITCHES[AT_70], "says": f"{100 * start:.0f} %"}]


def points(rows: Rows, switch: str) -> dict[float, Row]:
    """Return the points of one of the two switches, by fill (0-1)."""
    return {row["fill"]: row for row in of(rows, "point", switch=switch)}


def values(rows: Rows) -> dict[str, float]:
    old, new = points(rows, AT_70), points(rows, AT_96)
    half = [fill for fill in FILLS if 0.25 < fill < 0.75]
    return {
        "from": one(rows, "sum")["from"],
        **{f"run_{share}": full_to(share / 100).run for share in (50, 70, 84)},
        "packed_50": old[0.5]["packed"],
        "packed_80": old[0.8]["packed"],
        "packed_90": old[0.9]["packed"],
        "packed_new_80": new[0.8]["packed"],
        "blocks_20": old[0.2]["blocks"],
        "blocks_50": old[0.5]["blocks"],
        "blocks_80": old[0.8]["blocks"],
        "blocks_90": old[0.9]["blocks"],
        "rate_old": mean([old[fill]["rate"] for fill in half]),
        "rate_new": mean([new[fill]["rate"] for fill in half]),
        "gain": mean([new[fill]["rate"] for fill in half])
        / mean([old[fill]["rate"] for fill in half]),
        **{
            f"{name}_{fill * 100:.0f}": seen[fill]["rate"]
            for name, seen in (("old", old), ("new", new))
            for fill in FILLS
        },
        **{
            f"machine_{100 * full:.0f}": one(rows, "machine", switch=switch)["rate"]
            for switch, full in SWITCHES.items()
        },
        "gain_80": new[0.8]["rate"] / old[0.8]["rate"],
        "gain_90": new[0.9]["rate"] / old[0.9]["rate"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"With the switch at 70 % best fit places {v['packed_50']:.0%} of the blocks in a pool that is half full, "
        f"{v['packed_80']:.0%} at 80 % and {v['packed_90']:.0%} at 90 %. From 30 to 70 % full the disk writes "
        f"{v['rate_old'] / MB:.0f} MB/s, with the switch at 96 % {v['rate_new'] / MB:.0f} MB/s. An I/O has "
        f"{v['blocks_50']:.1f} blocks at half full and {v['blocks_90']:.1f} at 90 %. Between 70 and 80 % full the "
        f"disk goes from {v['old_70'] / MB:.0f} to {v['old_80'] / MB:.0f} MB/s with the switch at 70 %, and from "
        f"{v['new_70'] / MB:.0f} to {v['new_80'] / MB:.0f} MB/s with it at 96 %."
    )


FILL = {"label": "pool full", "unit": "%", "domain": [0.15, 0.95], "ticks": 8}
LOOKS = {
    "label": "first fit until a slab is full to",
    "domain": list(HUES),
    "range": list(HUES.values()),
}


def lines(y: str) -> list[dict[str, Any]]:
    """Return the marks of the measured curves of `y`, one for each switch."""
    return [
        mark("line", {"row": "point"}, x="fill", y=y, stroke="switch", strokeWidth=2),
        mark("dot", {"row": "point"}, x="fill", y=y, fill="switch", r=4, tip=True),
    ]


def paper(y: str) -> dict[str, Any]:
    """Return the mark of the dashed curve of `y`, which is calculated."""
    return mark(
        "line",
        {"row": "paper", "switch": AT_70},
        x="fill",
        y=y,
        stroke="currentColor",
        strokeDasharray="3,4",
        clip=True,
    )


FIGURE = Figure(
    id="fill-and-age",
    title="A pool fills up",
    caption="A pool is filled by and by and overwritten for a while at each step, once with first fit until a slab is 70 % "
    "full, and once until 96 %. (The second test, for a run of 128 KiB, is off unless you turn it on.) Best fit and "
    "speed: how much best fit places, and how fast the disk writes (rings: a group that the machine writes to both "
    "disks and waits for). Blocks of an I/O: on average. Dashed: what arithmetic says of 70 %, if all slabs are "
    "filled in turn.",
    params={
        "age": Number(
            "Overwritten at each step",
            0.5,
            0.1,
            1.0,
            step=0.1,
            help="Bytes overwritten before the pool grows by another tenth of the disk, as a multiple of the bytes it holds.",
        ),
        "bonus": bonus(),
        "test": runs_of_128(False),
        "give_up": give_up(more=True),
        "block": Number(
            "Block",
            BLOCK,
            BLOCK,
            128 * KiB,
            unit="KiB",
            stops=powers(BLOCK, 128 * KiB),
            whole=True,
            more=True,
            help="The bytes of each overwrite.",
        ),
    },
    presets={
        "the switch alone": Preset(help="half of the contents is overwritten at each step"),
        "hardly overwritten, no bonus": Preset(
            {"age": 0.1, "bonus": "1"}, "the switch alone, in a younger pool"
        ),
        "the same, and a look for 128 KiB": Preset({"age": 0.1, "bonus": "1", "test": True}),
        "the same, in blocks of 32 KiB": Preset(
            {"age": 0.1, "bonus": "1", "test": True, "block": 32 * KiB}
        ),
        "overwritten for long": Preset({"age": 1.0}),
        "and a look for 128 KiB": Preset(
            {"test": True}, "the software of 2009, with either switch"
        ),
        "and leaving slabs early": Preset(
            {"test": True, "give_up": True}, "as in 2010, with the old bonus"
        ),
        "and no bonus": Preset(
            {"test": True, "give_up": True, "bonus": "1"}, "as the code of 2010 computes"
        ),
    },
    run=run,
    panels=[
        panel(
            [
                mark("ruleX", {"row": "sum"}, x="from", stroke="currentColor", strokeOpacity=0.4),
                mark(
                    "text",
                    {"row": "sum"},
                    x="from",
                    y=0.06,
                    text="says",
                    dx=4,
                    textAnchor="start",
                    fill="currentColor",
                ),
                paper("packed"),
                *lines("packed"),
            ],
            {
                "x": FILL,
                "y": {
                    "label": "placed by best fit",
                    "unit": "%",
                    "domain": [0, 1],
                    "ticks": 4,
                    "grid": True,
                },
                "color": {**LOOKS, "legend": True},
            },
            height=220,
            tab="Best fit and speed",
        ),
        panel(
            [
                *lines("rate"),
                mark("ruleY", data=[0]),
                mark(
                    "dot",
                    {"row": "machine"},
                    x="fill",
                    y="rate",
                    stroke="switch",
                    r=8,
                    strokeWidth=2,
                    tip=True,
                ),
            ],
            {
                "x": FILL,
                "color": LOOKS,
                "y": {
                    "label": "written (ring: by the machine)",
                    "unit": "MB/s",
                    "zero": True,
                    "grid": True,
                    "ticks": 4,
                },
            },
            height=200,
            tab="Best fit and speed",
        ),
        panel(
            [paper("blocks"), *lines("blocks")],
            {
                "x": FILL,
                "y": {
                    "label": "blocks of an I/O",
                    "type": "log",
                    "domain": [1, 18],
                    "ticks": [1, 2, 4, 8, 16],
                    "tickFormat": "~g",
                    "grid": True,
                },
                "color": {**LOOKS, "legend": True},
            },
            height=330,
            tab="Blocks of an I/O",
        ),
    ],
    table=table(
        {"row": "point"},
        [
            column("switch", "first fit"),
            column("fill", "pool full", "%"),
            column("packed", "placed by best fit", "%"),
            column("blocks", "blocks of an I/O", digits=1),
            column("rate", "written", "MB/s", 1),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2010exchange", "the two switches"),
)
