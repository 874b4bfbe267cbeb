"""A backup to a LUN: whether a write goes straight to the log on flash, or first waits for a disk."""

from collections.abc import Iterator

from figures.define.figure import (
    Choice,
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
    target,
)
from figures.kit.rows import of, one
from figures.kit.words import size as amount
from figures.kit.words import time
from figures.lun_alignment.experiments.lun_load import LunResult, LunRun
from figures.lun_alignment.experiments.lun_volume import LAID
from figures.lun_alignment.experiments.partitions import (
    BAD,
    BLOCKS,
    COLOURS,
    GOOD,
    SIZES,
    STARTS,
    TOOLS,
    a_second,
    partition,
)
from figures.lun_alignment.experiments.programs import STREAM
from models.protocols.alignment import rewritten
from models.units import KiB, sector

SHORT = 0.15
"""How long (s) to simulate a stream that waits for no disk. Half-way through, a group is written to disk."""
AWAY, DISKS, COMMIT = "on the way, and at the server", "for blocks from disk", "for the log"
WAITS = {AWAY: "var(--wtg-mute)", DISKS: "var(--wtg-accent)", COMMIT: "var(--wtg-1)"}
SWEPT = tuple(n for n in BLOCKS if n >= 4 * KiB)


def wait_rows(who: str, result: LunResult) -> Iterator[Row]:
    """Yield the rows of the parts of a write's latency, stacked from 0."""
    away, at = max(0.0, result.write_latency - result.waited - result.committed), 0.0
    for what, length in zip(WAITS, (away, result.waited, result.committed), strict=True):
        yield {
            "row": "wait",
            "who": who,
            "what": what,
            "from": at,
            "to": at + length,
            "ms": round(1000 * length, 2),
        }
        at += length


def run(
    start: int, size: float, block: float, laid: str, logs: int, threads: int, pairs: int, seed: int
) -> Iterator[Rows]:
    """Yield rows: own (who, measurements), wait (who, what, from and to in s, ms: its length),
    block (who, block, bytes per second, waited and committed in s), and sum."""
    sides = {GOOD: 0, BAD: int(start)}

    def measured(begin: int, block_size: float) -> LunResult:
        """Return the measurements of a stream. They are kept by the remainder of the start in a
        block, which alone matters."""
        placed = partition(begin, block_size)
        waits = (
            laid != "never written" and rewritten(int(size), int(block_size), begin * sector) > 0
        )
        if (key := (begin * sector % int(block_size), block_size)) not in results:
            seconds = STREAM[laid] / (1 + (threads > 4)) if waits else SHORT
            run = LunRun(
                placed,
                int(threads),
                int(size),
                0.0,
                in_order=True,
                pairs=int(pairs),
                logs=int(logs),
                interval=seconds,
                laid=laid,
                seed=seed,
            )
            results[key] = run.measure(seconds)
        return results[key]

    results: dict[tuple[int, float], LunResult] = {}
    own = {who: measured(begin, block) for who, begin in sides.items()}
    yield [
        {"row": "own", "who": who, **result._asdict(), "bytes": result.rate * size}
        for who, result in own.items()
    ]
    for who, result in own.items():
        yield [*wait_rows(who, result)]
    for block_size in SWEPT:
        for who, begin in sides.items():
            result = measured(begin, block_size)
            yield [
                {
                    "row": "block",
                    "who": who,
                    "block": block_size,
                    "bytes": result.rate * size,
                    "waited": result.waited,
                    "committed": result.committed,
                    "own": int(block_size == block),
                }
            ]
    yield [
        {
            "row": "sum",
            "size": size,
            "block": block,
            "start": int(start),
            "slower": own[GOOD].rate / own[BAD].rate,
        }
    ]


def waiting(row: Row) -> str:
    disks = f"{time(row['waited'])} for disks" if row["waited"] else "for no disk"
    return f"{disks} and {time(row['committed'])} for the log, and {a_second(row['bytes'])} are written"


def waits_for_disks(rows: Rows) -> bool:
    """Return whether misaligned writes wait for disks and aligned ones do not.

    Aligned writes must wait only for the log on flash. Misaligned ones must first wait for disks,
    longer than for the log, and be less than half as fast. A block larger than the writes must make
    aligned ones wait too.
    """
    own = {row["who"]: row for row in of(rows, "own")}
    ends = {
        who: max([row["to"] for row in of(rows, "wait", who=who)], default=0.0) for who in COLOURS
    }
    drawn = {(row["who"], row["what"]): row["to"] - row["from"] for row in of(rows, "wait")}
    blocks = {(row["who"], row["block"]): row for row in of(rows, "block")}
    if (
        set(own) != set(COLOURS)
        or set(drawn) != {(who, what) for who in COLOURS for what in WAITS}
        or not blocks
    ):
        return False
    good, bad = own[GOOD], own[BAD]
    size_ = one(rows, "sum")["size"]
    shown = (
        all(
            abs(drawn[who, what] - own[who][name]) < 1e-6
            for who in COLOURS
            for what, name in ((DISKS, "waited"), (COMMIT, "committed"))
        )
        and all(
            abs(ends[who] / each["latency"] - 1) < 0.1 and each["latency"] > 0
            for who, each in own.items()
        )
        and set(blocks) == {(who, each) for who in COLOURS for each in SWEPT}
    )
    fits = [row for (who, each), row in blocks.items() if who == GOOD and each <= size_]
    large = [row for (who, each), row in blocks.items() if who == GOOD and each > size_]
    misaligned = [row for (who, _), row in blocks.items() if who == BAD]
    return (
        shown
        and good["waited"] == good["first"] == 0 < good["committed"] < 2e-3
        and bad["first"] > 0
        and bad["waited"] > 2 * bad["committed"] > 0
        and 0 < bad["bytes"] < good["bytes"] / 2
        and bool(fits and large and misaligned)
        and all(row["waited"] == 0 and abs(row["bytes"] / good["bytes"] - 1) < 0.05 for row in fits)
        and all(
            row["waited"] > 0 and 0 < row["bytes"] < good["bytes"] / 2
            for row in (*large, *misaligned)
        )
    )


def values(rows: Rows) -> dict[str, float]:
    found = {
        f"{name}_{short}": own[name]
        for who, short in ((GOOD, "good"), (BAD, "bad"))
        for own in of(rows, "own", who=who)
        for name in ("bytes", "rate", "latency", "waited", "committed", "first")
    }
    found |= {
        f"bytes_{short}_{row['block'] // KiB:.0f}": row["bytes"]
        for who, short in ((GOOD, "good"), (BAD, "bad"))
        for row in of(rows, "block", who=who)
    }
    return {
        **found,
        "slower": one(rows, "sum")["slower"],
        "size": one(rows, "sum")["size"],
        "block": one(rows, "sum")["block"],
    }


def describe(rows: Rows) -> str:
    row = one(rows, "sum")
    good, bad = (one(rows, "own", who=who) for who in (GOOD, BAD))
    text = (
        f"Consecutive writes of {amount(row['size'])} into blocks of {amount(row['block'])}: aligned they wait "
        f"{waiting(good)}"
    )
    if abs(row["slower"] - 1) < 0.03:
        return f"{text}; on this partition it is the same."
    return f"{text}; from sector {row['start']} on they wait {waiting(bad)}."


COLOUR = {"domain": list(COLOURS), "range": list(COLOURS.values())}
FIGURE = Figure(
    id="stream-to-lun",
    title="A backup to a LUN",
    caption="A program writes to a LUN from start to end, each write safe before the next begins; the log is on flash. Above: what "
    "one write waits for, aligned and on this partition. Below: what is written in a second, by the volume's block "
    "size. Dashed: the size of the writes; rings: the block size that is set.",
    params={
        "size": Number(
            "Write size",
            64 * KiB,
            4 * KiB,
            128 * KiB,
            unit="KiB",
            stops=SIZES,
            help="The size of a write.",
        ),
        "block": Number(
            "Volume block size",
            8 * KiB,
            4 * KiB,
            128 * KiB,
            unit="KiB",
            stops=SWEPT,
            help="The volblocksize of the LUN; 8 KiB is the default.",
        ),
        "laid": Choice(
            "What was there before",
            LAID[0],
            {
                LAID[0]: "old data, scattered over the disks",
                LAID[1]: "old data, in order",
                LAID[2]: "nothing",
            },
            "How the overwritten blocks lie on disk.",
        ),
        "start": Number(
            "Partition starts at sector",
            TOOLS["fdisk"],
            0,
            max(STARTS),
            whole=True,
            stops=STARTS,
            more=True,
            help="The first sector of the partition; tools choose 34, 63, 128, 256, 2048 or 16065, and 0 is the whole LUN.",
        ),
        "logs": Number(
            "Logzillas",
            2,
            0,
            2,
            whole=True,
            stops=(0, 2),
            more=True,
            help="The number of log devices; without them the log is on the pool's disks.",
        ),
        "threads": Number(
            "Writes at a time",
            1,
            1,
            16,
            whole=True,
            stops=(1, 2, 4, 8, 16),
            more=True,
            help="The number of writes that the program has under way at a time.",
        ),
        "pairs": Number(
            "Mirrored pairs",
            2,
            1,
            4,
            whole=True,
            more=True,
            help="The number of mirrored pairs of 7,200 rpm disks.",
        ),
    },
    presets={
        "64 KiB writes, 8 KiB blocks": Preset(help="from sector 63, over old data"),
        "blocks larger than the writes": Preset(
            {"start": 0, "size": 32 * KiB, "block": 128 * KiB}, "aligned, and no help"
        ),
        "a new LUN": Preset({"laid": "never written"}, "nothing is there to be read"),
        "128 KiB writes and blocks": Preset(
            {"size": 128 * KiB, "block": 128 * KiB}, "as for pure streaming, but misaligned"
        ),
        "from sector 2048": Preset({"start": TOOLS["parted"]}),
        "old data in order": Preset(
            {"laid": "in order"}, "the last backup was written in the same way"
        ),
        "no log devices": Preset({"logs": 0}),
        "eight writes at a time": Preset({"threads": 8}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "barX",
                    {"row": "wait"},
                    y="who",
                    x1="from",
                    x2="to",
                    fill="what",
                    inset=0.5,
                    tip=True,
                    channels={"this part, ms": "ms"},
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {
                    "label": "a write takes",
                    "unit": "ms",
                    "zero": True,
                    "grid": True,
                    "ticks": 6,
                },
                "y": {"label": None, "domain": list(COLOURS)},
                "color": {"domain": list(WAITS), "range": list(WAITS.values()), "legend": True},
            },
            height=130,
        ),
        panel(
            [
                mark("line", {"row": "block"}, x="block", y="bytes", stroke="who", strokeWidth=2),
                mark("dot", {"row": "block"}, x="block", y="bytes", fill="who", r=3.5, tip=True),
                mark(
                    "dot",
                    {"row": "block", "own": 1},
                    x="block",
                    y="bytes",
                    stroke="who",
                    r=7,
                    strokeWidth=2,
                ),
                mark(
                    "ruleX", {"row": "sum"}, x="size", stroke="currentColor", strokeDasharray="4,3"
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {
                    "label": "volume block size",
                    "unit": "KiB",
                    "type": "log",
                    "base": 2,
                    "ticks": 6,
                    "tickFormat": "~s",
                },
                "y": {"label": "written", "unit": "MB/s", "zero": True, "grid": True, "ticks": 5},
                "color": {**COLOUR, "legend": True},
            },
            height=290,
        ),
    ],
    table=table(
        {"row": "own"},
        [
            column("who", "partition"),
            column("bytes", "written", "MB/s", 1),
            column("latency", "a write", "ms", 2),
            column("waited", "for blocks from disk", "ms", 2),
            column("committed", "for the log", "ms", 2),
            column("first", "blocks read for it", digits=2),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2010alignment", "Case 2"),
    reproduces=["alignment-stream-block"],
    targets=[target("align-stream-pattern", waits_for_disks)],
)
