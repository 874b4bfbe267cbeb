"""Writes per second that a pool with dedup sustains, against the size of its table as a multiple of
the memory for it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import fsum
from random import Random
from typing import Any, NamedTuple

from figures.deduplication.dedup_group_results import (
    ALONE,
    CURVES,
    DEDUP,
    FLASH,
    PARTS,
    PLAIN,
    VDEV,
    copies_read_once,
    describe,
    removal_floods,
    small_while_it_fits,
    values,
)
from figures.deduplication.experiments.group import (
    GroupCost,
    group,
    order_of,
    read_times,
    sustained,
)
from figures.deduplication.experiments.group_run import ran
from figures.deduplication.experiments.group_run import times as taken
from figures.deduplication.experiments.lookups import GroupSpec
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
    target,
)
from figures.kit.stops import powers
from models.catalogue.machines import values as constants
from models.head.cpu import FLETCHER4, checksum_time
from models.units import KiB, MiB, TiB
from models.zfs.arc.replacement import Lru

ZFS, SUN = constants("zfs-2010"), constants("7410")
GRID = (
    0.1,
    0.14,
    0.2,
    0.3,
    0.4,
    0.55,
    0.7,
    0.85,
    1.0,
    1.05,
    1.1,
    1.2,
    1.35,
    1.5,
    1.75,
    2.0,
    2.5,
    3.0,
    4.0,
    5.0,
    6.5,
    8.0,
    10.0,
)
DEVICES = 6
REMOVED = tuple(n * 500.0 for n in range(1, 21))
FEED = ZFS["l2_feed"] / ZFS["l2_again"]


class Reads(NamedTuple):
    """The result of reads. disk: the share (0-1) of them that come from disk. latency: mean time
    (s) of a read."""

    disk: float
    latency: float


def missed(
    different: int, room: int, copies: int, one_buffer: bool, count: int, random: Random
) -> float:
    """Return the share (0-1) of reads that miss a cache with room for `room` blocks.

    The reads go anywhere in `copies` copies of `different` blocks. one_buffer: whether the cache
    treats all copies of a block as one block. The first `count` reads fill the cache; the next
    `count` reads are counted.
    """
    cache, misses, blocks = Lru(room), 0, different * copies
    for n in range(2 * count):
        block = int(random.random() * blocks)
        hit = cache.access(block % different if one_buffer else block)
        misses += n >= count and not hit
    return misses / count


def reads(
    data: float,
    memory: float,
    copies: float,
    *,
    disk: float,
    copy: float,
    check: float = 0.0,
    dedup: bool = True,
    count: int = 1500,
    room: int = 300,
    seed: int = 1,
) -> Reads:
    """Return the result of reads anywhere in `data` bytes, as programs count them, with `memory`
    bytes of cache.

    Each block is there `copies` times. disk: how long (s) a disk read takes. check: how long (s)
    its checksum then takes. copy: how long (s) a read from memory takes.
    """
    times = max(1, round(copies))
    different = max(1, round(room * data / memory / times))
    share = missed(different, room, times, dedup, count, Random(seed))
    return Reads(share, copy + share * (disk + check))


def share_rows(cost: GroupCost, times: float, interval: float) -> Iterator[Row]:
    """Yield the rows of the shares of the disks' time, one for each part, for a group every
    `interval` (s) and a table `times` as large as the memory for it."""
    seconds, low = max(interval, cost.commit), 0.0
    parts = [round(part / seconds, 9) for part in (cost.data, cost.reads, cost.frees, cost.table)]
    for part, share in zip(PARTS, (*parts, max(0.0, round(1 - fsum(parts), 9))), strict=True):
        high = round(low + share, 9)
        yield {"row": "share", "part": part, "times": times, "low": low, "high": high}
        low = high


def run(
    times: float,
    record: float,
    ratio: float,
    vdev: bool,
    flash: bool,
    feed: float,
    removal: float,
    unique: float,
    popular: float,
    overwrites: bool,
    threads: int,
    block: float,
    interval: float,
    working: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: curve (who, times, writes per second), share (part, times, low, high), ring
    (times, rate), read (who, disk, latency), ran (times, rate, says; of a group that ran), and sum.
    times: the table as a multiple of the memory for it. Latencies are in s.

    The curves count table blocks in averages; the times of reads and writes are means of a short
    run.
    """
    spec = GroupSpec(
        record=int(record),
        unique=unique,
        ratio=ratio,
        popular=popular,
        overwrites=overwrites,
        removal=removal,
        threads=threads,
        block=int(block),
        interval=interval,
        feed=feed,
        vdev=vdev,
    )
    disk_times = taken(spec.unique, threads, spec.block, seed, vdev)
    plain = sustained(spec, disk_times, dedup=False)
    behind = DEVICES * SUN["cache.flash.capacity"]
    for x in sorted({*GRID, times}):
        spec_here = replace(spec, memory=spec.memory_for(x))
        here = sustained(replace(spec_here, vdev=False), disk_times)
        rates = {PLAIN: plain, DEDUP: here}
        if vdev:
            rates[VDEV] = sustained(spec_here, disk_times)
        if flash:
            rates[FLASH] = sustained(replace(spec_here, flash=behind), disk_times)
        if removal:
            rates[ALONE] = sustained(replace(spec_here, removal=0.0), disk_times)
        shown_spec = replace(spec_here, flash=behind) if flash else spec_here
        rate = rates[VDEV if vdev else FLASH if flash else DEDUP]
        cost = group(shown_spec, disk_times, rate * interval)
        yield [
            *(
                {"row": "curve", "who": who, "times": x, "rate": of_curve}
                for who, of_curve in rates.items()
            ),
            *share_rows(cost, x, interval),
        ]
        if x == times:
            chosen, cost_here, rate_here = shown_spec, cost, rate
            alone = replace(spec_here, vdev=False), rates[DEDUP]
    server = chosen.memory / ZFS["meta_limit"]
    disk = read_times(
        order_of(spec, False), spec.record, 1, 100, 0.5 * SUN["pool.disks.capacity"], seed
    )[0]
    yield [
        {"row": "ring", "times": times, "rate": rate_here},
        *(
            {
                "row": "read",
                "who": who,
                **reads(
                    working * server,
                    server - room,
                    ratio,
                    disk=disk,
                    copy=SUN["head.cpu_read"],
                    check=checksum_time(spec.record, hashing),
                    dedup=who == DEDUP,
                    seed=seed,
                )._asdict(),
            }
            for who, room, hashing in (
                (PLAIN, 0.0, FLETCHER4),
                (DEDUP, min(chosen.table, chosen.memory), spec.hash_rate),
            )
        ),
    ]
    duplicates = rate_here * interval * (1 - 1 / ratio)
    looked, found_by_run = cost_here.looked, ran(alone[0], disk_times, alone[1], seed)
    if found_by_run:
        yield [{"row": "ran", "times": times, "says": "a group that ran", **found_by_run._asdict()}]
    yield [
        {
            "row": "sum",
            "times": times,
            "record": spec.record,
            "ratio": ratio,
            "memory": chosen.memory,
            "server": server,
            "table": spec.table,
            "entries": spec.entries,
            "blocks": spec.blocks,
            "looks": looked.looks,
            "dirty": looked.blocks,
            "missed": looked.missed,
            "replaced": duplicates / looked.blocks if looked.blocks else 0.0,
            "read_time": disk_times.read,
            "read_rate": disk_times.read_rate,
            "write_time": disk_times.piece,
            "flash_time": disk_times.flash,
            "threads": threads,
            "interval": interval,
            "feed": feed,
            "fed": feed / spec.block,
            "removal": removal,
            "removed": removal * spec.record,
            "unique": unique,
            "flash": "yes" if flash else "",
            "vdev": "yes" if vdev else "",
            "vdev_time": disk_times.vdev,
            "most_lookups": threads / disk_times.read,
        }
    ]


X = {
    "label": "table over the memory for it",
    "type": "log",
    "domain": [0.1, 10],
    "ticks": [0.1, 0.2, 0.5, 1, 2, 5, 10],
    "tickFormat": "~g",
}
LINES = [
    "var(--wtg-6)",
    "var(--wtg-1)",
    "var(--wtg-3)",
    "color-mix(in srgb, var(--wtg-1) 45%, var(--wtg-card))",
    "var(--wtg-4)",
]
FILLS = [
    "var(--wtg-1)",
    "var(--wtg-2)",
    "var(--wtg-4)",
    "var(--wtg-5)",
    "color-mix(in srgb, var(--wtg-6) 20%, var(--wtg-card))",
]


def shown() -> Iterator[tuple[list[str], dict[str, Any]]]:
    """Yield the names of the curves in each picture, and the settings with which this picture is
    shown."""
    for vdev, flash in product((False, True), repeat=2):
        for removal in (0.0, list(REMOVED)):
            drawn = {PLAIN: True, DEDUP: True, FLASH: flash, ALONE: removal, VDEV: vdev}
            yield (
                [who for who in CURVES if drawn[who]],
                {"vdev": vdev, "flash": flash, "removal": removal},
            )


FIGURE = Figure(
    id="dedup-group",
    title="The cliff",
    caption="Writes a second that the pool goes on taking, against the size of its dedup table over that of the memory for "
    "it. Drag the line; the ring is where it meets the curve. The dot is a group that ran on a part of the pool. Disk "
    "time: what the disks do at these rates. Reads: those that memory does not answer.",
    params={
        "ratio": Number(
            "Dedup ratio",
            ZFS["dedup_ratio"],
            1.0,
            20.0,
            step=0.5,
            help="The number of references to each unique block. At 2, every other write finds its block in the table.",
        ),
        "vdev": Switch(
            "Table on NVMe drives",
            False,
            "The table lies on two mirrored NVMe drives of today, a dedup vdev, and not on the disks.",
        ),
        "record": Number(
            "Record size",
            128 * KiB,
            4 * KiB,
            1 * MiB,
            unit="KiB",
            stops=powers(4 * KiB, 1 * MiB),
            more=True,
            help="The size of a block of data. The smaller it is, the larger the table for a given amount of data.",
        ),
        "flash": Switch(
            "Flash behind memory",
            False,
            "Table blocks that leave memory go to flash read caches of 2010.",
            more=True,
        ),
        "times": Number(
            "Table over its memory",
            2.0,
            0.1,
            10.0,
            stops=GRID,
            more=True,
            help="The size of the table as a multiple of the memory for it; at 2, half of the table is in memory.",
        ),
        "feed": Number(
            "Flash is fed at",
            FEED,
            8 * MiB,
            512 * MiB,
            unit="MiB/s",
            more=True,
            stops=tuple(sorted({FEED, *powers(8 * MiB, 512 * MiB)})),
            help="The highest rate for all devices together: 8 MiB/s in 2008, up to five times that in 2010.",
        ),
        "removal": Number(
            "Freed besides, a second",
            0.0,
            0.0,
            10_000.0,
            stops=(0.0, *REMOVED),
            more=True,
            help="Blocks per second that are freed because a file system is removed or a file is truncated.",
        ),
        "unique": Number(
            "Different data",
            10 * TiB,
            1 * TiB,
            20 * TiB,
            unit="TiB",
            step=1 * TiB,
            more=True,
            help="Bytes of unique data on the pool; with the record size this gives the size of the table.",
        ),
        "popular": Number(
            "Matches are of",
            0.0,
            0.0,
            1e6,
            stops=(0.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6),
            more=True,
            help="The number of unique blocks that matching writes repeat; at 0, they repeat any block in the table.",
        ),
        "overwrites": Switch(
            "Writes replace data",
            False,
            "On: each write also frees the block that it replaces. Off: all are new, or a snapshot keeps the old data.",
            more=True,
        ),
        "threads": Number(
            "Lookups at a time",
            int(ZFS["ddt_threads"] * SUN["head.cores"]),
            1,
            96,
            whole=True,
            more=True,
            help="The number of threads that hash blocks and wait for table blocks; a server with 16 cores has 12.",
        ),
        "block": Number(
            "Table block",
            ZFS["ddt_block"],
            4 * KiB,
            64 * KiB,
            unit="KiB",
            stops=powers(4 * KiB, 64 * KiB),
            more=True,
            help="The size of a block of the table: 16 KiB in the text of 2010, 4 KiB in the code of 2009.",
        ),
        "interval": Number(
            "A group every",
            5.0,
            1.0,
            30.0,
            unit="s",
            step=1.0,
            more=True,
            help="The time for which a transaction group collects writes.",
        ),
        "working": Number(
            "Reads go over, in times memory",
            3.0,
            0.5,
            10.0,
            step=0.5,
            more=True,
            help="The size of the data that is read, as programs count it, as a multiple of the server's memory.",
        ),
    },
    presets={
        "backups are added": Preset(help="each block is there twice, and nothing is freed"),
        "no duplicates": Preset({"ratio": 1.0}, "dedup for nothing"),
        "table on NVMe drives": Preset({"vdev": True}, "two drives of today, mirrored"),
        "overwritten all day": Preset({"overwrites": True}, "each write also frees a block"),
        "8 KiB records": Preset({"record": 8 * KiB}),
        "ten copies": Preset({"ratio": 10.0}),
        "with flash": Preset({"flash": True}, "fed as in 2010"),
        "with flash, fed as in 2008": Preset({"flash": True, "feed": ZFS["l2_feed"]}),
        "a file system is removed": Preset(
            {"removal": 2000.0, "times": 10.0, "overwrites": True},
            "2,000 blocks a second are freed",
        ),
        "twice as many lookups at a time": Preset({"threads": 24}, "as if there were 32 cores"),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "ruleX", data=[{"x": 1}], x="x", stroke="var(--wtg-mute)", strokeDasharray="3,4"
                ),
                mark(
                    "text",
                    data=[{"x": 1, "what": "fits into memory"}],
                    x="x",
                    text="what",
                    frameAnchor="bottom",
                    textAnchor="end",
                    dx=-6,
                    dy=-4,
                    fill="currentColor",
                ),
                mark(
                    "lineY",
                    {"row": "curve"},
                    x="times",
                    y="rate",
                    stroke="who",
                    strokeWidth=2.5,
                    tip=True,
                ),
                mark(
                    "dot",
                    {"row": "ring"},
                    x="times",
                    y="rate",
                    r=5,
                    stroke="var(--wtg-accent)",
                    strokeWidth=2.5,
                    fill="var(--wtg-card)",
                ),
                mark(
                    "dot",
                    {"row": "ran"},
                    x="times",
                    y="rate",
                    r=4,
                    fill="var(--wtg-1)",
                    stroke="currentColor",
                    tip=True,
                ),
                mark(
                    "text",
                    {"row": "ran"},
                    x="times",
                    y="rate",
                    text="says",
                    textAnchor="end",
                    dx=-9,
                    dy=9,
                    fill="currentColor",
                    stroke="var(--wtg-card)",
                    strokeWidth=3,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": X,
                "y": {"label": "writes a second", "grid": True, "zero": True, "ticks": 5},
                "color": {
                    "domain": drawn,
                    "range": [LINES[CURVES.index(who)] for who in drawn],
                    "legend": True,
                },
            },
            height=360,
            handle=handle("times"),
            when=when,
            tab="Writes a second",
        )
        for drawn, when in shown()
    ]
    + [
        panel(
            [
                mark(
                    "areaY", {"row": "share"}, x="times", y1="low", y2="high", z="part", fill="part"
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": X,
                "y": {
                    "label": "of the disks' time",
                    "unit": "%",
                    "domain": [0, 1],
                    "ticks": [0, 0.25, 0.5, 0.75, 1],
                },
                "color": {"domain": list(PARTS), "range": FILLS, "legend": True},
            },
            height=360,
            handle=handle("times"),
            tab="Disk time",
        ),
        panel(
            [
                mark("barX", {"row": "read"}, x="disk", y="who", fill="who", tip=True),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {
                    "label": "of the reads from disk",
                    "unit": "%",
                    "domain": [0, 1],
                    "ticks": [0, 0.25, 0.5, 0.75, 1],
                },
                "y": {"label": None, "domain": [PLAIN, DEDUP]},
                "color": {"domain": list(CURVES), "range": LINES},
            },
            height=200,
            tab="Reads",
        ),
    ],
    table=table(
        {"row": "read"},
        [
            column("who", "reads"),
            column("disk", "from disk", "%"),
            column("latency", "on average", "ms", 2),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2010dedup", "performance model", "Bourbonnais 2010"),
    reproduces=["dedup-txg-cliff"],
    targets=[
        target("dedup-fit-pattern", small_while_it_fits, "overwritten all day"),
        target("dedup-bulk-free-pattern", removal_floods, "a file system is removed"),
        target("dedup-read-benefit-pattern", copies_read_once, "ten copies"),
    ],
)
