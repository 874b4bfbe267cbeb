"""The same holes of a slab, filled in two orders: where the arm is, and how long it takes."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from figures.allocation.experiments.holes import groups, slab_with_holes
from figures.allocation.experiments.rewrites import pair
from figures.allocation.experiments.rules import BEST, BLOCK, COLOURS, FIRST, FREE, OLD, TAKEN
from figures.define.figure import Figure, Number, Preset, Row, Rows, cite, frame, mark, panel
from figures.kit.rows import one
from figures.kit.words import time
from models.catalogue.machines import values as constants
from models.units import GB

ZFS = constants("allocator")
UNITS = 10_000
"""Blocks of the slab, 82 MB: one of 5 GB takes as long for each block, within a tenth."""
SLAB = 5 * GB // BLOCK  # blocks of a slab on a disk of 1 TB
GROUP = round(ZFS["group"] / BLOCK * UNITS / SLAB)
FRAMES, POINTS = 48, 200
PLACES, WIDE, APART = 5, 20, 3
"""Places of the slab that are drawn, blocks of each, and cells between the two pictures."""
LEFT = {FIRST: 0, BEST: WIDE + APART}


Seen = list[tuple[float, int, int, int]]


class Landing(NamedTuple):
    """A write that has reached the platter."""

    done: float  # s
    start: int  # first block
    blocks: int


def race(how: str, used: float, seed: int) -> tuple[list[bytes], list[Landing], float]:
    """Fill the holes by the rule `how`. Return the blocks at each place drawn (1: in use), the writes in the
    order in which the drive does them, and a turn of the disk (s)."""
    space = slab_with_holes(used, UNITS, how, seed)
    drawn = [bytes(space.slabs[0].map[at : at + WIDE]) for at in map(place, range(PLACES))]
    disk = pair(replace(OLD, kept=100), seed=seed).disk
    for group in groups(space, GROUP):
        for run in group:
            disk.keep(0.0, run.start * BLOCK, run.units * BLOCK)
    landings = []
    while disk.window:
        disk.destage()
        _, done, offset, size = disk.landings[-1]
        landings.append(Landing(done, offset // BLOCK, size // BLOCK))
    return drawn, landings, disk.turn


def place(number: int) -> int:
    """Return the first block that is drawn of a place."""
    return round((number + 0.5) / PLACES * UNITS) - WIDE // 2


def cells(blocks: bytes, rule: str, y: int, **row: str | float) -> Iterator[Row]:
    """Yield a row for each run of ones among the blocks of a place."""
    at = LEFT[rule]
    for taken, some in groupby(blocks):
        wide = len(list(some))
        if taken:
            yield {**row, "x1": at, "x2": at + wide, "y": y}
        at += wide


def path(how: str, landings: list[Landing]) -> Iterator[Row]:
    """Yield the way of the arm through the slab."""
    for landing in landings[:: max(1, len(landings) // POINTS)]:
        yield {
            "row": "path",
            "how": how,
            "t": round(landing.done, 4),
            "place": round(landing.start / UNITS, 3),
        }


def run(used: float, seed: int) -> Iterator[Rows]:
    """Yield rows: old (x1, x2 in blocks, y: place) and path (how, t in s, place in the slab, 0-1); for each
    frame (s) first fit and best fit (x1, x2, y), arm (x, x2, y), says (x2, text) and now (t, end in s);
    and sum (how, seconds, writes, blocks, turn in s)."""
    raced = {how: race(how, used, seed) for how in LEFT}
    ends = {how: landings[-1].done for how, (_, landings, _) in raced.items()}
    seen = {how: [*at_places(landings)] for how, (_, landings, _) in raced.items()}
    end = 1.001 * max(ends.values())
    for how, (drawn, landings, turn) in raced.items():
        yield [cell for y, blocks in enumerate(drawn) for cell in cells(blocks, how, y, row="old")]
        yield [*path(how, landings)]
        yield [
            {"row": "name", "x": LEFT[how], "how": how},
            {
                "row": "sum",
                "how": how,
                "seconds": ends[how],
                "writes": len(landings),
                "blocks": sum(landing.blocks for landing in landings),
                "turn": turn,
                "used": used,
            },
        ]
    for number in range(FRAMES):
        now = stamp = round(end * number / (FRAMES - 1) + 0.0005, 3) if number else 0.0
        yield [{"row": "now", "frame": stamp, "t": now, "end": round(1.01 * end, 3)}]
        for how, (_, landings, _) in raced.items():
            yield [*picture(how, landings, seen[how], now, stamp)]


def at_places(landings: list[Landing]) -> Iterator[tuple[float, int, int, int]]:
    """Yield the writes that fill drawn blocks: when (s), the place, and first and last block of them there."""
    for done, start, blocks in landings:
        number = start * PLACES // UNITS
        first = start - place(number)
        if first < WIDE and first + blocks > 0:
            yield done, number, max(0, first), min(WIDE, first + blocks)


def picture(
    how: str, landings: list[Landing], seen: Seen, now: float, stamp: float
) -> Iterator[Row]:
    """Yield what has been filled until `now` (s), where the arm is, and which holes it fills."""
    fresh = [bytearray(WIDE) for _ in range(PLACES)]
    for done, number, first, last in seen:
        if done <= now:
            fresh[number][first:last] = bytes([1]) * (last - first)
    for y, blocks in enumerate(fresh):
        yield from cells(bytes(blocks), how, y, row=how, frame=stamp)
    count = bisect_right(landings, now, key=lambda landing: landing.done)
    here = {"frame": stamp, "x": LEFT[how], "x2": LEFT[how] + WIDE}
    if count == len(landings):
        yield {"row": "says", **here, "text": f"done after {landings[-1].done:.2f} s"}
        return
    at = landings[count]
    yield {"row": "arm", **here, "y": round(at.start / UNITS * PLACES, 3)}
    most = max(landing.blocks for landing in landings[: count + 1])
    long = "1 block" if most == 1 else f"up to {most}"
    yield {
        "row": "says",
        **here,
        "text": "every hole" if how == FIRST else f"holes of {long}",
    }


def values(rows: Rows) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, how in (("first", FIRST), ("best", BEST)):
        row = one(rows, "sum", how=how)
        found |= {
            f"{name}_time": row["seconds"],
            f"{name}_writes": row["writes"],
            f"{name}_turn": row["writes"] * row["turn"] / row["seconds"],
            f"{name}_rate": row["blocks"] * BLOCK / row["seconds"],
        }
    return found | {
        "times": found["best_time"] / found["first_time"],
        "used": one(rows, "sum", how=FIRST)["used"],
        "size": UNITS * BLOCK,
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"Of the slab {v['used']:.0%} is in use. First fit fills its {v['first_writes']:,.0f} holes in "
        f"{time(v['first_time'])}, {v['first_turn']:.0f} in a turn of the disk. Best fit takes {time(v['best_time'])} for "
        f"the same holes, {v['best_turn']:.0f} in a turn."
    )


FILM = frame("frame", "time", "s", 6, (0.4, 1.5))
HOW = {"domain": [FIRST, BEST], "range": [COLOURS[FIRST], COLOURS[BEST]]}
BOX: dict[str, Any] = {
    "x1": "x1",
    "x2": "x2",
    "y": "y",
    "interval": 1,
    "insetTop": 5,
    "insetBottom": 5,
}

FIGURE = Figure(
    id="hole-and-arm",
    title="One arm, two orders",
    caption="One slab, and five places of it. Grey blocks are in use, coloured ones fill a hole. The line is the arm on its way "
    "through the slab. Below: where the arm is, all the time.",
    params={
        "used": Number(
            "Slab in use",
            0.5,
            0.1,
            0.9,
            unit="%",
            step=0.1,
            help="The share of the slab that is in use before its holes are filled.",
        ),
    },
    presets={
        "half in use": Preset(help="every second block, by chance"),
        "nearly empty": Preset({"used": 0.1}, "long holes, of many lengths"),
        "nearly full": Preset({"used": 0.9}, "nearly all holes have one block"),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    data=[
                        {"x1": left, "x2": left + WIDE, "y": y}
                        for left in LEFT.values()
                        for y in range(PLACES)
                    ],
                    **BOX,
                    fill=FREE,
                ),
                mark("rect", {"row": "old"}, **BOX, fill=TAKEN, insetLeft=0.4, insetRight=0.4),
                *(
                    mark(
                        "rect",
                        {"row": how},
                        **BOX,
                        fill=COLOURS[how],
                        insetLeft=0.4,
                        insetRight=0.4,
                    )
                    for how in LEFT
                ),
                mark(
                    "ruleY",
                    {"row": "arm"},
                    y="y",
                    x1="x",
                    x2="x2",
                    stroke="currentColor",
                    strokeWidth=2.5,
                ),
                mark("dot", {"row": "arm"}, y="y", x="x2", r=5, fill="currentColor"),
                mark(
                    "text",
                    {"row": "name"},
                    x="x",
                    y=-0.95,
                    text="how",
                    textAnchor="start",
                    fill="how",
                    fontWeight="bold",
                    fontSize=14,
                ),
                mark(
                    "text",
                    {"row": "says"},
                    x="x",
                    y=-0.3,
                    text="text",
                    textAnchor="start",
                    fill="currentColor",
                    fontSize=13,
                ),
            ],
            {
                "x": {"axis": None, "label": None, "domain": [-0.5, 2 * WIDE + APART + 0.8]},
                "y": {"axis": None, "label": None, "domain": [PLACES + 0.1, -1.3]},
                "color": HOW,
            },
            height=240,
            frame=FILM,
        ),
        panel(
            [
                mark("dot", {"row": "path"}, x="t", y="place", fill="how", r=1.7),
                mark(
                    "rect",
                    {"row": "now"},
                    x1="t",
                    x2="end",
                    y1=-0.06,
                    y2=1.06,
                    fill="var(--wtg-card)",
                ),
                mark("ruleX", {"row": "now"}, x="t", stroke="currentColor", strokeWidth=1.5),
            ],
            {
                "x": {"label": "time", "unit": "s", "nice": False},
                "y": {
                    "label": "place of the arm in the slab",
                    "unit": "%",
                    "domain": [1.06, -0.06],
                    "ticks": [0, 0.5, 1],
                },
                "color": HOW,
            },
            height=150,
            frame=FILM,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2010exchange", "first fit and best fit"),
)
