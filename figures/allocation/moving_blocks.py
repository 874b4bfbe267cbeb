"""Records of a file that are overwritten, and where their new copies go on the disk."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

from figures.allocation.experiments.holes import contents_of
from figures.allocation.experiments.rules import TAKEN
from figures.define.figure import Figure, Number, Preset, Row, Rows, cite, frame, mark, panel
from figures.kit.rows import of, one
from models.sim.stats import mean

RECORDS, UNITS, GROUPS = 32, 48, 14
WIDE = UNITS / RECORDS
"""Width of a record of the file, in blocks of the disk."""
FILE, DISK = 0.0, 3.0
"""Where the file and the disk are drawn, from the top."""
SAME, NEWEST, OLD = "in use", "just overwritten", "old version"
HUES = {
    SAME: TAKEN,
    NEWEST: "var(--wtg-accent)",
    OLD: "color-mix(in srgb, var(--wtg-accent) 30%, var(--wtg-card))",
}


def picture(stamp: float, places: list[int], chosen: list[int], old: list[int]) -> Iterator[Row]:
    """Yield the file with its `chosen` records, the disk with their `old` places, and the lines between."""
    for number, place in enumerate(places):
        moved = number in chosen
        if moved:
            yield {"row": "file", "frame": stamp, "x": WIDE * number, "x2": WIDE * (number + 1)}
        yield {"row": "disk", "frame": stamp, "x": place, "what": NEWEST if moved else SAME}
        row = "line" if moved else "pale"
        yield {"row": row, "frame": stamp, "x1": WIDE * (number + 0.5), "x2": place + 0.5}
    yield from ({"row": "disk", "frame": stamp, "x": place, "what": OLD} for place in old)


def gap(places: list[int]) -> float:
    """Return the mean distance from one of these places to the next, in blocks."""
    ordered = sorted(places)
    return (ordered[-1] - ordered[0]) / max(1, len(ordered) - 1)


def run(count: int, seed: int) -> Iterator[Rows]:
    """Yield rows, for each frame (groups so far; halves: the new copies are on disk and the old not yet free):
    file (x, x2) and disk (x, what), line and pale (x1, x2) and says (text); group (number, before, after: mean
    distance between the places of its records, pieces: those in which the file lies)."""
    contents, random = contents_of(1, UNITS), Random(seed)
    contents.grow(RECORDS, RECORDS)
    places = contents.places
    yield [
        *picture(0.0, places, [], []),
        {"row": "says", "frame": 0.0, "text": "as it was first written"},
    ]
    for number in range(GROUPS):
        chosen = sorted(random.sample(range(RECORDS), count))
        old = [places[record] for record in chosen]
        contents.rewrite(chosen)
        for stamp, left, text in (
            (number + 0.5, old, "new versions written, old ones kept"),
            (number + 1.0, [], "group complete, old places free"),
        ):
            yield [
                *picture(stamp, places, chosen, left),
                {"row": "says", "frame": stamp, "text": text},
            ]
        contents.space.sync()
        yield [
            {
                "row": "group",
                "number": number + 1,
                "before": gap(old),
                "after": gap([places[record] for record in chosen]),
                "pieces": 1 + sum(b != a + 1 for a, b in pairwise(places)),
            }
        ]


def values(rows: Rows) -> dict[str, float]:
    first, last = one(rows, "group", number=1), of(rows, "group")[-1]
    return {
        "before": first["before"],
        "after": first["after"],
        "pieces": last["pieces"],
        "groups": last["number"],
        "mean": mean([row["after"] for row in of(rows, "group")]),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"The blocks of the first group lay {v['before']:.0f} places apart on average, and their new versions lie side by side. "
        f"After {v['groups']} groups the file lies in {v['pieces']} pieces."
    )


FILM = frame("frame", "group", "", 1.6, (14.0, 0.5))

ENDS: dict[str, Any] = {"x1": "x1", "x2": "x2", "y1": FILE + 1, "y2": DISK}

FIGURE = Figure(
    id="moving-blocks",
    title="The file and the disk",
    caption="Above: the blocks of a file, in order. Below: a slab of the disk with half as much room again. Lines lead from each "
    "block to its place.",
    params={
        "count": Number(
            "Blocks of a group",
            4,
            2,
            8,
            whole=True,
            help="How many blocks, chosen at random, are overwritten and go to disk together.",
        ),
    },
    presets={
        "four at a time": Preset(),
        "eight at a time": Preset({"count": 8}, "larger groups"),
        "two at a time": Preset({"count": 2}, "smaller groups"),
    },
    run=run,
    seed=9,
    panels=[
        panel(
            [
                mark("link", {"row": "pale"}, **ENDS, stroke="var(--wtg-mute)", strokeOpacity=0.45),
                mark("link", {"row": "line"}, **ENDS, stroke="var(--wtg-accent)", strokeWidth=2),
                mark(
                    "rect",
                    data=[{"x": 0}],
                    x1=0,
                    x2=UNITS,
                    y1=DISK,
                    y2=DISK + 1,
                    fill="none",
                    stroke="var(--wtg-mute)",
                ),
                mark(
                    "rect",
                    data=[{"x": WIDE * n, "x2": WIDE * (n + 1)} for n in range(RECORDS)],
                    x1="x",
                    x2="x2",
                    y1=FILE,
                    y2=FILE + 1,
                    fill=HUES[SAME],
                    inset=0.6,
                ),
                mark(
                    "rect",
                    {"row": "file"},
                    x1="x",
                    x2="x2",
                    y1=FILE,
                    y2=FILE + 1,
                    fill=HUES[NEWEST],
                    inset=0.6,
                ),
                mark(
                    "rect",
                    {"row": "disk"},
                    x="x",
                    interval=1,
                    y1=DISK,
                    y2=DISK + 1,
                    fill="what",
                    inset=0.4,
                ),
                mark(
                    "text",
                    data=[{"x": 0, "y": FILE - 0.3}],
                    x="x",
                    y="y",
                    text=["the file"],
                    textAnchor="start",
                    fill="currentColor",
                    fontSize=13,
                ),
                mark(
                    "text",
                    data=[{"x": 0, "y": DISK + 1.35}],
                    x="x",
                    y="y",
                    text=["the disk"],
                    textAnchor="start",
                    fill="currentColor",
                    fontSize=13,
                ),
                mark(
                    "text",
                    {"row": "says"},
                    x=0,
                    y=DISK + 1.9,
                    text="text",
                    textAnchor="start",
                    fill="currentColor",
                    fontSize=13,
                ),
            ],
            {
                "x": {"axis": None, "label": None, "domain": [-0.3, UNITS + 0.3]},
                "y": {"axis": None, "label": None, "domain": [DISK + 2.15, FILE - 0.6]},
                "color": {"domain": list(HUES), "range": list(HUES.values()), "legend": True},
            },
            height=250,
            frame=FILM,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bonwick2006allocation", "how ZFS allocates"),
)
