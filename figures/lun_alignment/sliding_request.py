"""A partition that slides over the blocks of a volume, sector by sector: the blocks under its first
page, and what they cost a read and a write."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    column,
    frame,
    mark,
    panel,
    table,
)
from figures.kit.rows import one
from figures.kit.stops import powers
from figures.kit.words import size as amount
from figures.kit.words import time
from figures.lun_alignment.experiments.lun_load import LunRun
from figures.lun_alignment.experiments.lun_volume import Volume
from figures.lun_alignment.experiments.partitions import TOOLS, partition
from models.machine import SUN_7410, Machine
from models.protocols.alignment import BlockMeans, Partition, TouchedBlocks
from models.units import KiB, ms, sector

LEFT, RIGHT = 32, 112
"""First and last sector of the picture."""
STARTS = range(48, 81)
"""Starts of the partition that the film shows (sectors)."""
STAND = TOOLS["fdisk"]
"""The start at which the film stands at first."""
SECONDS, LONGEST = 0.4, 20 * ms
"""How long to simulate a lone writer, and the wait that fills the width (s)."""
LANES = {"partition": (0.9, 2.0), "blocks": (3.4, 4.5), "read": (5.9, 6.7), "first": (8.1, 8.9)}
"""Top and bottom of each lane; `WAIT` is below them."""
WAIT, ABOVE = (10.3, 11.1), 0.45
"""Top and bottom of the bar of a wait, and how far above its lane a text stands."""
COUNTS = ("nothing", "one block", "two blocks", "three blocks")
BLUE, ORANGE, GREEN = "var(--wtg-1)", "var(--wtg-accent)", "var(--wtg-3)"
GREY = "color-mix(in srgb, var(--wtg-mute) 45%, var(--wtg-card))"


@dataclass(frozen=True)
class Alike(Partition):
    """A partition of which only every so many-th page is used, so that all lie in their blocks as the first does."""

    every: int = 1

    @property
    def room(self) -> int:
        """Return the bytes of the pages that are used."""
        return super().room // self.every

    def touched(self, place: int, size: int) -> TouchedBlocks:
        """Return the blocks that the page at `place` among those that are used touches."""
        return super().touched(place * self.every, size)


def of_them(first: int, fetched: int) -> str:
    """Return how many of the blocks under a page a write reads first, in words."""
    if first < fetched:
        return "two of them" if first else COUNTS[0]
    return "both blocks" if first == 2 else "that block"


def box(kind: str, lane: str, begin: float, end: float, **more: str) -> Row:
    """Return a row that fills a lane between two sectors, within the picture."""
    top, bottom = LANES[lane]
    ends = {"x1": max(LEFT, begin), "x2": min(RIGHT, end), "y1": top, "y2": bottom}
    return {"row": kind, **ends, **more}


def shown(start: int, page: int, block: int, machine: Machine) -> tuple[list[Row], int, int]:
    """Return the rows of the blocks under the first page of a partition, and how many a read fetches
    and a write reads first."""
    placed, each = partition(start, block), block // sector
    volumes = [Volume(machine, placed) for _ in range(2)]
    for volume, request in zip(volumes, (volumes[0].read, volumes[1].write), strict=True):
        machine.loop.spawn(request(0, page))
        machine.loop.run(until=machine.loop.now + 0.1)
        assert volume.counts.reads + volume.counts.writes == 1
    fetched, first = ([*volume.in_flight] for volume in volumes)
    end = start + page // sector
    rows = [box("before", "partition", LEFT, start), box("rest of it", "partition", end, RIGHT)]
    rows += [box("page", "partition", start, end)]
    for number in fetched:
        begin = number * each
        inside = max(begin, start), min(begin + each, end)
        rows += [
            box("rest", "blocks", low, high)
            for low, high in ((begin, inside[0]), (inside[1], begin + each))
            if low < high
        ]
        rows += [box("covered", "blocks", *inside), box("read", "read", begin, begin + each)]
    rows += [box("first", "first", number * each, (number + 1) * each) for number in first]
    return rows, len(fetched), len(first)


def run(page: float, block: float, seed: int) -> Iterator[Rows]:
    """Yield rows: block (x1, x2 in sectors, y1, y2, name, x); for each start of the partition (frame:
    sector) before, page, rest of it, covered, rest, read, first (the same ends), wait (x1, x2, what)
    and says (x, y, text); and start (start, read, first: blocks, safe: s)."""
    size, each, machine = int(page), int(block) // sector, bare(seed)

    @cache
    def lone(start: int) -> tuple[float, float]:
        """Return the mean waits (s) of a lone writer of such pages: for blocks from disk, and for the log."""
        placed = partition(start, block)
        pages = Alike(placed.offset, placed.block, placed.lun, max(1, placed.block // size))
        run = LunRun(pages, 1, size, 0.0, interval=SECONDS, seed=seed)
        found = run.measure(SECONDS)
        return found.waited, found.committed

    alike: dict[tuple[int, int], int] = {}
    yield [
        box("block", "blocks", n * each, (n + 1) * each)
        for n in range(LEFT // each, -(-RIGHT // each))
    ]
    bottom = LANES["partition"][1]
    yield [
        {"row": "tick", "x": n, "y1": bottom + 0.08, "y2": bottom + 0.25}
        for n in range(LEFT, RIGHT + 1)
    ]
    for lane, text in (
        ("partition", "what the database's computer sees: sectors"),
        ("blocks", f"what the server stores: blocks of {each} sectors"),
    ):
        yield [{"row": "says", "x": LEFT, "y": LANES[lane][0] - ABOVE, "text": text}]
    for start in STARTS:
        rows, fetched, first = shown(start, size, int(block), machine)
        # what a write waits for depends only on the blocks, so one run tells for all such starts
        disks, log = lone(alike.setdefault((fetched, first), start))
        scale = (RIGHT - LEFT) / LONGEST
        ends = LEFT, LEFT + disks * scale, LEFT + (disks + log) * scale
        texts = {
            LANES["read"][0]: f"to read the page, the disks fetch {COUNTS[fetched]}",
            LANES["first"][0]: f"to write it, they first read {of_them(first, fetched)}",
            WAIT[0]: f"and the write is safe after {time(disks + log)}",
        }
        rows += [
            {"row": "says", "x": LEFT, "y": y - ABOVE, "text": text} for y, text in texts.items()
        ]
        rows += [
            {"row": what, "x1": begin, "x2": end, "y1": WAIT[0], "y2": WAIT[1]}
            for begin, end, what in zip(ends[:-1], ends[1:], ("disks", "log"), strict=True)
        ]
        (top, bottom), end = LANES["partition"], start + size // sector
        middle = (top + bottom) / 2
        rows += [
            {"row": "begins", "x": start - 1, "y": middle, "text": f"sector {start}"},
            {"row": "named", "x": (start + end) / 2, "y": middle, "text": "page"},
        ]
        rows += [
            {"row": "edge", "x": x, "y1": bottom, "y2": LANES["blocks"][0]} for x in (start, end)
        ]
        yield [row | {"frame": start} for row in rows]
        share: BlockMeans = partition(start, block).share(size)
        yield [
            {
                "row": "start",
                "start": start,
                "read": fetched,
                "first": first,
                "safe": disks + log,
                "straddle": share.straddle,
                "size": size,
                "block": block,
            }
        ]


def bare(seed: int) -> Machine:
    """Return a machine that serves one request at a time."""
    return Machine(SUN_7410.order(pool={"layout": "mirror", "vdevs": 1}).bare(), seed)


def values(rows: Rows) -> dict[str, float]:
    """Return the numbers for the prose: at the start where the film stands, and one sector on."""
    here, next_ = (one(rows, "start", start=start) for start in (STAND, STAND + 1))
    names = "read", "first", "safe", "straddle"
    return {name: here[name] for name in names} | {f"{name}_next": next_[name] for name in names}


def describe(rows: Rows) -> str:
    def told(row: Row) -> str:
        return (
            f"lies in {COUNTS[row['read']]} of {amount(row['block'])}; a write of it first reads "
            f"{of_them(row['first'], row['read'])}, and is safe after {time(row['safe'])}"
        )

    here, next_ = (one(rows, "start", start=start) for start in (STAND, STAND + 1))
    return (
        f"If the partition begins at sector {STAND}, its first page, of {amount(here['size'])}, {told(here)}. "
        f"If it begins at sector {STAND + 1}, the page {told(next_)}."
    )


def rects(kind: str, fill: str, **more: Any) -> dict[str, Any]:
    """Return the mark of the boxes of a kind."""
    return mark("rect", {"row": kind}, x1="x1", x2="x2", y1="y1", y2="y2", fill=fill, **more)


WORDS: dict[str, Any] = {"fill": "currentColor", "fontSize": 13}
FIGURE = Figure(
    id="sliding-request",
    title="Where the partition begins",
    caption="Above, the LUN as the database's computer sees it: a partition, and its first page in blue. Below it, the "
    "blocks that the server stores. Orange is what a block holds besides the page. Each small step is a sector. The "
    "bar at the bottom is the wait of a lone write: orange for the disks, blue for the log.",
    params={
        "page": Number(
            "Page",
            8 * KiB,
            4 * KiB,
            16 * KiB,
            unit="KiB",
            stops=powers(4 * KiB, 16 * KiB),
            help="The size of the database's pages, one after the other in the partition.",
            more=True,
        ),
        "block": Number(
            "Volume block size",
            8 * KiB,
            4 * KiB,
            16 * KiB,
            unit="KiB",
            stops=powers(4 * KiB, 16 * KiB),
            help="The volblocksize with which the LUN was created.",
            more=True,
        ),
    },
    presets={
        "pages and blocks of 8 KiB": Preset(help="as everybody advises"),
        "blocks of 16 KiB": Preset({"block": 16 * KiB}, "larger than a page"),
        "blocks of 4 KiB": Preset({"block": 4 * KiB}, "half a page"),
        "pages of 16 KiB": Preset({"page": 16 * KiB}, "twice as large as a block"),
    },
    run=run,
    panels=[
        panel(
            [
                rects("before", GREY),
                rects("rest of it", "var(--wtg-pale)"),
                rects("page", BLUE),
                rects("block", "var(--wtg-pale)", inset=0.75),
                rects("rest", ORANGE, inset=0.75),
                rects("covered", BLUE, inset=0.75),
                rects("read", GREEN, inset=0.75),
                rects("first", ORANGE, inset=0.75),
                rects("disks", ORANGE),
                rects("log", BLUE),
                mark(
                    "link",
                    {"row": "edge"},
                    x1="x",
                    x2="x",
                    y1="y1",
                    y2="y2",
                    stroke=BLUE,
                    strokeDasharray="3,3",
                ),
                mark(
                    "link",
                    {"row": "tick"},
                    x1="x",
                    x2="x",
                    y1="y1",
                    y2="y2",
                    stroke="var(--wtg-mute)",
                    strokeOpacity=0.7,
                ),
                mark(
                    "text", {"row": "says"}, x="x", y="y", text="text", textAnchor="start", **WORDS
                ),
                mark(
                    "text",
                    {"row": "begins"},
                    x="x",
                    y="y",
                    text="text",
                    textAnchor="end",
                    stroke="none",
                    **WORDS,
                ),
                mark(
                    "text",
                    {"row": "named"},
                    x="x",
                    y="y",
                    text="text",
                    fill="var(--wtg-card)",
                    fontSize=13,
                ),
            ],
            {
                "x": {"axis": None, "label": None, "domain": [LEFT, RIGHT]},
                "y": {"axis": None, "label": None, "domain": [WAIT[1] + 0.2, 0]},
            },
            height=400,
            frame=frame("frame", "sector", "", 3, (STAND + 1, STAND)),
        )
    ],
    table=table(
        {"row": "start"},
        [
            column("start", "partition begins at sector"),
            column("read", "blocks that a read fetches"),
            column("first", "blocks that a write reads first"),
            column("safe", "a write is safe after", "ms", 2),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2010alignment", "Case 1"),
)
