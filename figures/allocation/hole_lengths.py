"""How long the holes of a slab are, by the share of it that is in use."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from figures.allocation.experiments.holes import slab_with_holes
from figures.allocation.experiments.rules import BLOCK, FREE, TAKEN
from figures.define.figure import Figure, Number, Preset, Rows, cite, mark, panel
from figures.kit.rows import of, one
from models.catalogue.machines import values as constants

ZFS = constants("allocator")
UNITS, LINES, WIDE = 10_000, 4, 40
"""Blocks of a slab; slabs of which a piece is drawn, and blocks of each piece."""
LONGEST = int(ZFS["aggregation"] // BLOCK)
"""Blocks of the longest transfer, and of the last bar: so many or more."""
USED, HOLE = "in use", "hole"
HUES = {USED: TAKEN, HOLE: FREE}


def run(used: float, seed: int) -> Iterator[Rows]:
    """Yield rows: cell (x1, x2, y1, y2, what), hole (length, share of the holes), and sum."""
    lengths: list[int] = []
    for line in range(LINES):
        here = slab_with_holes(used, UNITS, seed=LINES * seed + line).slabs[0]
        lengths += [length for _, length in here.runs()]
        at = 0
        for taken, some in groupby(here.map[:WIDE]):
            wide = len(list(some))
            yield [
                {
                    "row": "cell",
                    "x1": at,
                    "x2": at + wide,
                    "y1": line + 0.12,
                    "y2": line + 0.88,
                    "what": USED if taken else HOLE,
                }
            ]
            at += wide
    count = Counter(min(length, LONGEST) for length in lengths)
    yield [
        {
            "row": "hole",
            "x1": length - 0.5,
            "x2": length + 0.5,
            "length": length,
            "share": count[length] / len(lengths),
        }
        for length in range(1, LONGEST + 1)
    ]
    yield [
        {
            "row": "sum",
            "mean": sum(lengths) / len(lengths),
            "used": used,
            "holes": len(lengths),
            "text": f"on average {sum(lengths) / len(lengths):.1f}",
        }
    ]


def values(rows: Rows) -> dict[str, float]:
    total = one(rows, "sum")
    shares = {row["length"]: row["share"] for row in of(rows, "hole")}
    return {
        "mean": total["mean"],
        "used": total["used"],
        "single": shares[1],
        "two": shares[2],
        "longest": LONGEST,
        "long": shares[LONGEST],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"Of the slab {v['used']:.0%} is in use. A hole has {v['mean']:.1f} blocks on average, and {v['single']:.0%} "
        f"of the holes have one block."
    )


FIGURE = Figure(
    id="hole-lengths",
    title="Holes",
    caption="Pieces of slabs in which blocks have been overwritten at random, and how long their holes are. Those of the last bar "
    "fill a transfer.",
    params={
        "used": Number(
            "Slab in use",
            0.5,
            0.05,
            0.95,
            unit="%",
            step=0.05,
            help="The share of the slab's blocks that are still in use.",
        ),
    },
    presets={
        "half in use": Preset(),
        "a tenth in use": Preset({"used": 0.1}, "overwritten nine times of ten"),
        "nine tenths in use": Preset({"used": 0.9}, "hardly overwritten"),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    {"row": "cell"},
                    x1="x1",
                    x2="x2",
                    y1="y1",
                    y2="y2",
                    fill="what",
                    inset=0.6,
                )
            ],
            {
                "x": {"axis": None, "label": None, "domain": [0, WIDE]},
                "y": {"axis": None, "label": None, "domain": [LINES, 0]},
                "color": {"domain": list(HUES), "range": list(HUES.values()), "legend": True},
            },
            height=120,
        ),
        panel(
            [
                mark(
                    "rect",
                    {"row": "hole"},
                    x1="x1",
                    x2="x2",
                    y1=0,
                    y2="share",
                    fill="var(--wtg-1)",
                    insetLeft=1,
                    insetRight=1,
                ),
                mark("ruleX", {"row": "sum"}, x="mean", stroke="currentColor", strokeWidth=1.5),
                mark(
                    "text",
                    {"row": "sum"},
                    x="mean",
                    text="text",
                    frameAnchor="top",
                    textAnchor="start",
                    dx=5,
                    dy=4,
                    fill="currentColor",
                    fontSize=13,
                ),
                mark(
                    "text",
                    data=[{"x": LONGEST + 0.5}],
                    x="x",
                    text=["or more"],
                    frameAnchor="bottom",
                    textAnchor="end",
                    dy=-5,
                    fill="currentColor",
                    fontSize=12,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {
                    "label": "blocks of a hole",
                    "domain": [0.5, LONGEST + 0.5],
                    "ticks": [1, 2, 4, 8, 16],
                },
                "y": {
                    "label": "share of the holes",
                    "unit": "%",
                    "grid": True,
                    "ticks": 4,
                    "zero": True,
                },
            },
            height=200,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2010exchange", "blocks of an I/O"),
)
