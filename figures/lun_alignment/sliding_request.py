"""A partition that slides over the blocks of a volume: the blocks that its requests touch, and the
work of the disks."""

from collections.abc import Iterator

from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    Switch,
    cite,
    column,
    handle,
    mark,
    panel,
    table,
)
from figures.kit.rows import of, one
from figures.kit.words import size
from figures.lun_alignment.experiments.lun_volume import Volume
from figures.lun_alignment.experiments.partitions import BLOCKS, SAID, TOOLS, partition, with_noun
from models.machine import SUN_7410, Machine
from models.protocols.alignment import Partition
from models.units import KiB, sector

WIDE = 384
"""The number of sectors in the picture."""
FARTHEST = 256
WHOLE, PART, NOT = "touched, all of it", "touched in part", "not touched"
STATES = {WHOLE: "var(--wtg-1)", PART: "var(--wtg-accent)", NOT: "var(--wtg-pale)"}
CHOSEN, OTHER, BEFORE = "the request", "other requests", "before the partition"
LANES = {CHOSEN: "var(--wtg-3)", OTHER: "var(--wtg-line)", BEFORE: "var(--wtg-mute)"}
READ, FIRST, WRITE = "a read fetches", "a write reads first", "a write then writes"
READS, WRITES = "a read", "a write"
REQUESTS, UNDER = "requests", "blocks"
SMALLEST = 2 * KiB


def request_rows(start: int, length: int, shown: int, chosen: int) -> Iterator[Row]:
    """Yield the rows of `shown` requests of `length` sectors on a partition from sector `start`,
    and of the space before it. chosen: the number of the request that is marked."""
    if start:
        yield {"row": "request", "lane": REQUESTS, "x1": 0, "x2": start, "what": BEFORE}
    for n in range(shown):
        yield {
            "row": "request",
            "lane": REQUESTS,
            "x1": start + n * length,
            "x2": start + (n + 1) * length,
            "what": CHOSEN if n == chosen else OTHER,
        }


def tool_rows(block: int, length: int) -> Iterator[Row]:
    """Yield a row for each tool's partition: the bytes that disks move for each byte of a
    request."""
    for tool, begin in TOOLS.items():
        for what, bytes_each in BYTES.items() if begin <= WIDE else ():
            yield {
                "row": "tool",
                "name": f"sector {begin}: {SAID[tool]}",
                "start": begin,
                "what": what,
                "times": bytes_each(begin, block, length),
            }


def cell_rows(length: int) -> Iterator[Row]:
    """Yield a row for each tool's partition and each block size: the bytes that disks move for each
    byte of a write."""
    for tool, begin in TOOLS.items():
        for block in map(int, BLOCKS):
            if block >= SMALLEST:
                times = moved(begin, block, length)
                yield {
                    "row": "cell",
                    "tool": lane(tool),
                    "start": begin,
                    "size": label(block),
                    "times": times,
                    "text": f"{times:.3g}",
                }


def run(
    start: int, request: float, block: float, number: int, cached: bool, seed: int
) -> Iterator[Rows]:
    """Yield rows: request (x1, x2 in sectors, what), block (x1, x2, state), op (op, bytes, least:
    bytes of an aligned request), sweep (start, what, times), tool (the same fields, and name), cell
    (tool, block size, times: bytes moved for each byte written), and sum. Nothing depends on
    chance."""
    size_, block = int(request), int(block)
    placed = partition(start, block)
    length = size_ // sector
    shown = max(1, (WIDE - start) // length)
    chosen = min(int(number), shown) - 1
    yield [*request_rows(start, length, shown, chosen)]
    machine = Machine(SUN_7410.order(pool={"layout": "mirror", "vdevs": 1}).bare(), seed)
    read, write = (
        after_request(machine, op, placed, chosen * size_, size_) for op in ("read", "write")
    )
    touched, part, each = sorted(read.held), sorted(write.in_flight), block // sector
    yield [
        {
            "row": "block",
            "lane": UNDER,
            "x1": n * each,
            "x2": (n + 1) * each,
            "state": NOT if n not in touched else PART if n in part else WHOLE,
        }
        for n in range(-(-WIDE // each))
    ]
    best = partition(0, block).share(size_)
    own_share = placed.share(size_)
    fetched = 0 if cached else 1
    costs = {
        READ: (fetched * read.counts.fetched, fetched * best.blocks),
        FIRST: (fetched * write.counts.first, fetched * best.partial),
        WRITE: (write.counts.dirtied, best.blocks),
    }
    yield [
        {"row": "op", "op": op, "bytes": blocks * block, "blocks": blocks, "least": least * block}
        for op, (blocks, least) in costs.items()
    ]
    yield [
        {"row": "sweep", "start": begin, "what": what, "times": bytes_each(begin, block, size_)}
        for what, bytes_each in BYTES.items()
        for begin in range(WIDE + 1)
    ]
    yield [*tool_rows(block, size_)]
    yield [*cell_rows(size_)]
    yield [
        {
            "row": "sum",
            "start": start,
            "size": size_,
            "block": block,
            "blocks": len(touched),
            "part": len(part),
            "mean": own_share.blocks,
            "needs": own_share.partial,
            "straddle": own_share.straddle,
            "best": best.blocks,
            "best_needs": best.partial,
            "times": moved(start, block, size_),
            "best_times": moved(0, block, size_),
        }
    ]


def after_request(machine: Machine, op: str, part: Partition, place: int, size_: int) -> Volume:
    """Return a volume of the machine after one request of `size_` bytes at `place` (bytes)."""
    volume = Volume(machine, part)
    machine.loop.spawn(getattr(volume, op)(place, size_))
    machine.loop.run(until=machine.loop.now + 1.0)
    return volume


def fetches(start: int, block: int, length: int) -> float:
    """Return the mean number of bytes that disks read for each byte of a read."""
    return partition(start, block).share(length).blocks * block / length


def moved(start: int, block: int, length: int) -> float:
    """Return the mean number of bytes that disks read and write for each byte of a write. Each
    mirror counts as one disk."""
    share = partition(start, block).share(length)
    return (share.partial + share.blocks) * block / length


BYTES = {WRITES: moved, READS: fetches}
"""The functions by operation, in the order of drawing, so that both lines are visible where they
are equal."""


def label(block: int) -> str:
    return size(block).replace("iB", "")


def lane(tool: str) -> str:
    return f"from {TOOLS[tool]}" if TOOLS[tool] else "whole LUN"


def values(rows: Rows) -> dict[str, float]:
    row = one(rows, "sum")
    cells = {
        f"times_{cell['start']}_{cell['size'].split()[0]}k": cell["times"]
        for cell in of(rows, "cell")
        if cell["size"].endswith("K")
    }
    return {
        **{name: value for name, value in row.items() if name != "row"},
        **cells,
        **{
            f"bytes_{short}": one(rows, "op", op=op)["bytes"]
            for short, op in (("read", READ), ("first", FIRST), ("write", WRITE))
        },
    }


def describe(rows: Rows) -> str:
    row = one(rows, "sum")
    v = values(rows)
    every = row["part"] == row["blocks"] and {1: "in part", 2: "both in part"}[row["part"]]
    in_part = every or f"{row['part'] or 'none'} of them in part"
    first = f"reads {size(v['bytes_first'])} first" if v["bytes_first"] else "reads nothing first"
    text = (
        f"A request of {size(row['size'])} on a partition from sector {row['start']} touches "
        f"{with_noun(row['blocks'], 'block')} of {size(row['block'])}, {in_part}. A read fetches "
        f"{size(v['bytes_read']) if v['bytes_read'] else 'nothing'} from disk; a write {first} and makes "
        f"disks write {size(v['bytes_write'])}."
    )
    if row["straddle"]:
        return f"{text} {row['straddle']:.0%} of this partition's requests touch a block more than they need."
    covered = (
        f", yet a write covers {with_noun(row['needs'], 'block')} in part, on average"
        if row["needs"]
        else ""
    )
    return f"{text} No request of this partition touches more blocks than it needs{covered}."


X = {"label": "sector of the LUN", "domain": [0, WIDE]}
FIGURE = Figure(
    id="sliding-request",
    title="Blocks under a request",
    caption="Blocks: a LUN's first sectors, of 512 bytes. What lies before the partition, its consecutive "
    "requests, and beneath them the volume's blocks; those that the chosen request touches are coloured. Drag the "
    "start of the partition. Then bytes that disks read and write for a byte of a request, against the start "
    "(dashed: the one that is set; dots: those of real tools). One request: what the chosen one makes disks do "
    "(ticks: on a partition from sector 0). By tool: bytes moved for a byte of a write, for these tools and all "
    "block sizes.",
    params={
        "start": Number(
            "Partition starts at sector",
            TOOLS["fdisk"],
            0,
            FARTHEST,
            whole=True,
            stops=tuple(range(FARTHEST + 1)),  # so that the line also moves by whole sectors
            help="The first sector (512 bytes) of the partition. You can also drag the line; arrow keys move it by one sector.",
        ),
        "request": Number(
            "Request",
            8 * KiB,
            2 * KiB,
            64 * KiB,
            unit="KiB",
            stops=tuple(n * KiB for n in (2, 4, 8, 12, 16, 32, 64)),
            help="The size of a request. In the partition requests begin at multiples of this size.",
        ),
        "block": Number(
            "Volume block size",
            8 * KiB,
            SMALLEST,
            128 * KiB,
            unit="KiB",
            stops=tuple(n for n in BLOCKS if n >= SMALLEST),
            help="The volblocksize with which the LUN was created.",
        ),
        "number": Number(
            "Request number",
            5,
            1,
            24,
            whole=True,
            help="Which of the requests in the picture is marked, counted from the start of the partition.",
            more=True,
        ),
        "cached": Switch(
            "Blocks in memory",
            False,
            "On: the server has these blocks in its cache, and need not read them.",
            more=True,
        ),
    },
    presets={
        "from sector 63": Preset(help="where fdisk and Windows started a partition until 2008"),
        "128 KiB blocks, aligned": Preset(
            {"start": 0, "block": 128 * KiB}, "it does not help a request that is too small"
        ),
        "12 KiB requests": Preset(
            {"request": 12 * KiB}, "every other one begins half a block further on"
        ),
        "from sector 34": Preset({"start": TOOLS["efi"]}, "behind an EFI label"),
        "from sector 128": Preset({"start": TOOLS["diskpart"]}, "aligned by hand"),
        "one sector off": Preset({"start": 17}),
        "16 KiB requests": Preset({"request": 16 * KiB}),
        "4 KiB blocks": Preset({"block": 4 * KiB}),
        "in memory": Preset({"cached": True}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "barX",
                    {"row": "request"},
                    x1="x1",
                    x2="x2",
                    y="lane",
                    fill="what",
                    inset=0.5,
                    tip=True,
                ),
                mark(
                    "barX",
                    {"row": "block"},
                    x1="x1",
                    x2="x2",
                    y="lane",
                    fill="state",
                    inset=0.5,
                    tip=True,
                ),
            ],
            {
                "x": X,
                "y": {"label": None, "domain": [REQUESTS, UNDER]},
                "color": {
                    "domain": [*LANES, *STATES],
                    "range": [*LANES.values(), *STATES.values()],
                    "legend": True,
                },
            },
            height=190,
            handle=handle("start"),
            tab="Blocks",
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "sweep"},
                    x="start",
                    y="times",
                    stroke="what",
                    strokeWidth=1.5,
                    curve="step",
                ),
                *[
                    mark(
                        "dot",
                        {"row": "tool", "what": what},
                        x="start",
                        y="times",
                        fill="what",
                        r=r,
                        tip=True,
                        channels={"tool": "name"},
                    )
                    for what, r in ((WRITES, 6), (READS, 3.5))
                ],
                mark(
                    "ruleX", {"row": "sum"}, x="start", stroke="currentColor", strokeDasharray="4,3"
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {**X, "label": "partition starts at sector"},
                "y": {
                    "label": "bytes at the disks for a byte",
                    "zero": True,
                    "grid": True,
                    "ticks": 4,
                },
                "color": {
                    "domain": [READS, WRITES],
                    "range": ["var(--wtg-1)", "var(--wtg-accent)"],
                    "legend": True,
                },
            },
            height=240,
            tab="Blocks",
        ),
        panel(
            [
                mark(
                    "barX",
                    {"row": "op"},
                    y="op",
                    x="bytes",
                    fill="var(--wtg-3)",
                    tip=True,
                    channels={"blocks": "blocks"},
                ),
                mark(
                    "tickX",
                    {"row": "op"},
                    y="op",
                    x="least",
                    stroke="currentColor",
                    strokeWidth=2.5,
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "bytes", "unit": "KiB", "zero": True, "grid": True, "ticks": 5},
                "y": {"label": None, "domain": [READ, FIRST, WRITE]},
            },
            height=300,
            tab="One request",
        ),
        panel(
            [
                mark(
                    "cell", {"row": "cell"}, x="size", y="tool", fill="times", inset=0.5, tip=True
                ),
                mark("text", {"row": "cell"}, x="size", y="tool", text="text", fill="currentColor"),
            ],
            {
                "x": {
                    "label": "volume block size",
                    "domain": [label(n) for n in map(int, BLOCKS) if n >= SMALLEST],
                },
                "y": {"label": None, "domain": [lane(tool) for tool in TOOLS]},
                "color": {"type": "log", "label": "bytes moved for a byte written", "legend": True},
            },
            height=390,
            tab="By tool",
        ),
    ],
    table=table(
        {"row": "op"},
        [
            column("op", "what"),
            column("blocks", "blocks"),
            column("bytes", "bytes", "KiB"),
            column("least", "at best", "KiB"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2010alignment", "Case 1"),
)
