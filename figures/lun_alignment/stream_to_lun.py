"""A backup written to a LUN: whether a write goes straight into the log on flash, or waits for a
disk first."""

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
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
from models.experiments.alignment.lun_load import LunRun
from models.experiments.alignment.lun_volume import LAID
from models.protocols.alignment import rewritten
from models.units import KiB, sector

LONG, SHORT = {LAID[0]: 1.2, LAID[1]: 0.5}, 0.15
"""Seconds simulated of a stream that waits for disks, and of one that does not; in the middle a group goes to disk."""
AWAY, DISKS, COMMIT = "on the way, and at the target", "for blocks from disk", "for the log"
WAITS = {AWAY: "var(--wtg-mute)", DISKS: "var(--wtg-accent)", COMMIT: "var(--wtg-1)"}
SWEPT = tuple(n for n in BLOCKS if n >= 4 * KiB)


def run(start, size, block, laid, logs, threads, pairs, seed):
    """Rows: own (who, and what was measured), wait (who, what, from, to: s, ms: its length), block
    (who, block, bytes: a second, waited, committed), cell (size, block: words, first: blocks read
    for each write, on this partition), sum."""
    sides = {GOOD: 0, BAD: int(start)}

    def measured(begin, each):
        whole = partition(begin, each)
        waits = laid != "never written" and rewritten(int(size), int(each), begin * sector) > 0
        if (key := (begin * sector % int(each), each)) not in found:
            seconds = LONG[laid] / (1 + (threads > 4)) if waits else SHORT
            run = LunRun(
                whole,
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
            found[key] = run.measure(seconds)
        return found[key]

    found = {}
    own = {who: measured(begin, block) for who, begin in sides.items()}
    yield [
        {"row": "own", "who": who, **result._asdict(), "bytes": result.rate * size}
        for who, result in own.items()
    ]
    for who, result in own.items():
        away = max(0.0, result.write_latency - result.waited - result.committed)
        spans = dict(zip(WAITS, (away, result.waited, result.committed), strict=True))
        at, rows = 0.0, []
        for what, long in spans.items():
            rows.append(
                {
                    "row": "wait",
                    "who": who,
                    "what": what,
                    "from": at,
                    "to": at + long,
                    "ms": round(1000 * long, 2),
                }
            )
            at += long
        yield rows
    yield [
        {
            "row": "cell",
            "size": lane(much),
            "block": label(each),
            "first": first,
            "text": f"1/{1 / first:.0f}" if 0 < first < 1 else f"{first:.0f}",
        }
        for much in SIZES
        for each in SWEPT
        for first in [rewritten(int(much), int(each), int(start) * sector) * much / each]
    ]
    for each in SWEPT:
        for who, begin in sides.items():
            result = measured(begin, each)
            yield [
                {
                    "row": "block",
                    "who": who,
                    "block": each,
                    "bytes": result.rate * size,
                    "waited": result.waited,
                    "committed": result.committed,
                    "own": int(each == block),
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


def label(much):
    return amount(much).replace("iB", "")


def lane(much):
    return f"{label(much)} writes"


def waiting(row):
    disks = f"{time(row['waited'])} for disks" if row["waited"] else "for no disk"
    return f"{disks} and {time(row['committed'])} for the log, and {a_second(row['bytes'])} are written"


def waits_for_disks(rows):
    """Aligned writes wait for no disk, only for the log on flash; misaligned ones wait for disks
    first, longer than for the log, and so take several times as long; and a block larger than the
    writes makes the aligned ones wait, too."""
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
        and one_for_each(rows, bad["first"])
    )
    fits = [row for (who, each), row in blocks.items() if who == GOOD and each <= size_]
    large = [row for (who, each), row in blocks.items() if who == GOOD and each > size_]
    off = [row for (who, _), row in blocks.items() if who == BAD]
    return (
        shown
        and good["waited"] == good["first"] == 0 < good["committed"] < 2e-3
        and bad["first"] > 0
        and bad["waited"] > 2 * bad["committed"] > 0
        and 0 < bad["bytes"] < good["bytes"] / 2
        and bool(fits and large and off)
        and all(row["waited"] == 0 and abs(row["bytes"] / good["bytes"] - 1) < 0.05 for row in fits)
        and all(
            row["waited"] > 0 and 0 < row["bytes"] < good["bytes"] / 2 for row in (*large, *off)
        )
    )


def one_for_each(rows, measured):
    """Whether the table of all sizes has one block read for each misaligned write, less where a
    block is larger than the writes, as then several share it; and for the size and block that are
    set what was measured."""
    cells = {(row["size"], row["block"]): row["first"] for row in of(rows, "cell")}
    chosen = one(rows, "sum")
    return (
        set(cells) == {(lane(much), label(each)) for much in SIZES for each in SWEPT}
        and all(
            abs(cells[lane(much), label(each)] - min(1.0, much / each)) < 0.01
            for much in SIZES
            for each in SWEPT
        )
        and abs(cells[lane(chosen["size"]), label(chosen["block"])] - measured) < 0.1
    )


def values(rows):
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


def describe(rows):
    row = one(rows, "sum")
    good, bad = (one(rows, "own", who=who) for who in (GOOD, BAD))
    text = (
        f"Writes of {amount(row['size'])} one behind the other, into blocks of {amount(row['block'])}: aligned they wait "
        f"{waiting(good)}"
    )
    if abs(row["slower"] - 1) < 0.03:
        return f"{text}; on this partition it is the same."
    return f"{text}; from sector {row['start']} on they wait {waiting(bad)}."


COLOUR = {"domain": list(COLOURS), "range": list(COLOURS.values())}
FIGURE = Figure(
    id="stream-to-lun",
    title="A backup to a LUN",
    caption="A program writes to a LUN from start to end, each write safe before the next begins; the log is on flash. Wait "
    "and speed: what one write waits for, aligned and on this partition, and what is written in a second, against "
    "the volume's block size (dashed: the size of the writes; rings: the block size that is set). Blocks read: "
    "those that have to be read for a write, on this partition, for all sizes of writes and blocks.",
    params={
        "size": Number(
            "Write size",
            64 * KiB,
            4 * KiB,
            128 * KiB,
            unit="KiB",
            stops=SIZES,
            help="Of each write.",
        ),
        "block": Number(
            "Volume block size",
            8 * KiB,
            4 * KiB,
            128 * KiB,
            unit="KiB",
            stops=SWEPT,
            help="volblocksize: 8 KiB unless the LUN was created with another.",
        ),
        "laid": Choice(
            "What was there before",
            LAID[0],
            {
                LAID[0]: "old data, scattered over the disks",
                LAID[1]: "old data, in order",
                LAID[2]: "nothing",
            },
            "How the blocks lie on disk that are written over.",
        ),
        "start": Number(
            "Partition starts at sector",
            TOOLS["fdisk"],
            0,
            max(STARTS),
            whole=True,
            stops=STARTS,
            more=True,
            help="Where tools put it: 34, 63, 128, 256, 2048, 16065; 0 is the whole LUN.",
        ),
        "logs": Number(
            "Logzillas",
            2,
            0,
            2,
            whole=True,
            stops=(0, 2),
            more=True,
            help="Without them the log is on the same disks.",
        ),
        "threads": Number(
            "Writes at a time",
            1,
            1,
            16,
            whole=True,
            stops=(1, 2, 4, 8, 16),
            more=True,
            help="A program that writes ahead has several under way.",
        ),
        "pairs": Number(
            "Mirrored pairs", 2, 1, 4, whole=True, more=True, help="Of 7,200 rpm disks."
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
            tab="Wait and speed",
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
            tab="Wait and speed",
        ),
        panel(
            [
                mark(
                    "cell", {"row": "cell"}, x="block", y="size", fill="first", inset=0.5, tip=True
                ),
                mark(
                    "text", {"row": "cell"}, x="block", y="size", text="text", fill="currentColor"
                ),
            ],
            {
                "x": {"label": "volume block size", "domain": [label(n) for n in SWEPT]},
                "y": {"label": None, "domain": [lane(n) for n in SIZES]},
                "color": {"domain": [0, 1], "label": "blocks read for a write", "legend": True},
            },
            height=380,
            tab="Blocks read",
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
