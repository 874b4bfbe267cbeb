"""A RAM disk as the log device: its rate while it has room, and after it is full."""

from collections.abc import Iterator
from math import inf
from random import Random
from typing import Any

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Rows,
    Switch,
    cite,
    mark,
    panel,
    target,
)
from figures.intent_log.ramdisk_log_results import (
    BIN,
    DIRTY,
    FAST,
    LOG,
    SET,
    SLOW,
    STILL,
    dedup_costs_nothing,
    describe,
    oscillates,
    raidz_gains,
    rewrites_are_slower,
    spreads_over_disks,
    values,
)
from figures.kit.stops import SIZES, powers
from models.catalogue.machines import values as constants
from models.machine import FREEBSD_BOX, Machine, ram_disk
from models.sim.loop import Process
from models.sim.workload import uniform
from models.units import GB, MB, KiB, MiB, s, us
from models.zfs.fast_forward import FastForward
from models.zfs.pool.records import block_of

BOX = constants("freebsd-box")
FILE = 1000 * MiB
MOST = 1300 * MiB  # bytes after which a run ends
POOLS = {
    "disk": {"layout": "stripe", "vdevs": 1},
    "stripe": {"layout": "stripe", "vdevs": 5},
    "raidz": {"layout": "raidz1", "vdevs": 1, "width": 5},
}
"""Layout -> its pool."""
STEADY = 10 * s  # length of a run without a log device


class LoneStream:
    """A program on `machine` that writes `size` bytes at a time, from its creation on. bytes: how
    many are safe so far.

    file: "new" for a new file; for an old one "again" to write it from its beginning, or "anywhere"
    for random places in its `length` bytes. strokes: whether many writes are simulated in one step
    while nothing interferes.
    """

    def __init__(
        self,
        machine: Machine,
        size: int,
        file: str = "new",
        length: int = 0,
        *,
        strokes: bool = True,
    ) -> None:
        self.zfs, self.size = machine.zfs, size
        self.offsets = uniform(size, length, Random(machine.seed)) if file == "anywhere" else None
        self.block = block_of(size, machine.log.record)
        self.rewrite = (
            "" if file == "new" or (file == "again" and size % self.block == 0) else "disk"
        )
        self.many = FastForward(machine.zfs, size, machine.log) if strokes else None
        self.bytes = 0
        machine.loop.spawn(self.program())

    def easy(self) -> float:
        """Return how many of the next writes need only the log. In an old file, those are the
        writes into a block that the open group already holds."""
        if not self.rewrite:
            return inf
        block, txg = self.zfs.held.get(id(self.zfs.log), (-1, -1))
        if self.offsets or txg != self.zfs.groups.number:
            return 0
        return ((block + 1) * self.block - self.bytes) // self.size

    def program(self) -> Process:
        zfs, size, many = self.zfs, self.size, self.many
        while True:
            count = many.go(self.easy(), not self.rewrite) if many else 0
            if many and count:
                yield many.end - zfs.loop.now
                self.bytes += count * size
            yield from zfs.write(
                next(self.offsets) if self.offsets else self.bytes, size, True, rewrite=self.rewrite
            )
            self.bytes += size


def run(
    layout: str,
    log: float,
    file: str,
    size: float,
    record: float,
    dedup: bool,
    hashing: float,
    command: float,
    media: float,
    interval: float,
    memory: float,
    seconds: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: bin (t, end, rate in bytes/s, where, out: 1 while a group is written), level (t,
    what, bytes), limit (what, bytes: the most possible, says), file (rate of the first 1000 MiB in
    bytes/s, 0 if they were not reached), each (what, rate: mean), disk (what, number, and the
    shares of the time in which it was busy and moved data). Times are in s.

    The rows `each` undo one setting at a time, to show its effect. A run ends when `MOST` bytes are
    written.
    """

    def box(log: float = log, layout: str = layout, dedup: bool = dedup) -> Machine:
        order = FREEBSD_BOX.order(
            pool=POOLS[layout],
            log={"devices": 1, "device": ram_disk(int(log), command)} if log else {},
            dedup={"on": dedup, "unique": FILE},
            media_rate=media,
            recordsize=int(record),
            groups={"interval": interval},
            memory=8 * memory,
            hash_rate=hashing,
        )
        return Machine(order.bare(), seed)

    machine = box()
    stream, pool, groups = (
        LoneStream(machine, int(size), file, FILE),
        machine.pool,
        machine.zfs.groups,
    )
    yield [
        {"row": "limit", "what": LOG, "bytes": float(pool.log_capacity), "says": "RAM disk full"},
        {"row": "limit", "what": DIRTY, "bytes": float(memory), "says": "memory full"},
        *({"row": "level", "t": 0.0, "what": what, "bytes": 0.0} for what in (LOG, DIRTY)),
    ]
    seen = spilled = 0
    done, rows, steps = 0.0, [], round(seconds / BIN)
    for k in range(1, steps + 1):
        machine.loop.run(until=k * BIN)
        now, far = stream.bytes, pool.spilled - spilled
        where = (
            SLOW if far or (now > seen and not log) else FAST if now - seen > 4 * size else STILL
        )
        rows += [
            {
                "row": "bin",
                "t": (k - 1) * BIN,
                "end": k * BIN,
                "rate": (now - seen) / BIN,
                "where": where,
                "out": int(groups.out is not None),
            },
            {"row": "level", "t": k * BIN, "what": LOG, "bytes": float(pool.log_used)},
            {"row": "level", "t": k * BIN, "what": DIRTY, "bytes": float(groups.held)},
        ]
        if not done and now >= FILE:
            done = k * BIN - BIN * (now - FILE) / (now - seen)
        seen, spilled = now, pool.spilled
        if now >= MOST:
            seconds = k * BIN
            break
        if k % 8 == 0:
            yield rows
            rows = []
    yield [
        *rows,
        {"row": "file", "rate": FILE / done if done else 0.0},
        *means(SET, machine, stream, seconds),
    ]
    undone: dict[str, dict[str, Any]] = {}
    if log:
        undone["without the RAM disk"] = {"log": 0}
    if layout != "disk":
        undone["one disk"] = {"layout": "disk"}
    if dedup:
        undone["without deduplication"] = {"dedup": False}
    if file != "new":
        undone["a new file"] = {}
    for what, change in undone.items():
        machine = box(**change)
        length = seconds if change.get("log", log) else min(seconds, STEADY)
        stream = LoneStream(machine, int(size), "new" if what == "a new file" else file, FILE)
        machine.loop.run(until=length)
        yield means(what, machine, stream, length)


def means(what: str, machine: Machine, stream: LoneStream, seconds: float) -> Rows:
    """Return rows of the mean rate of a run, and of the use of each disk of the pool."""
    return [{"row": "each", "what": what, "rate": stream.bytes / seconds}] + [
        {
            "row": "disk",
            "what": what,
            "number": n,
            "busy": disk.busy / seconds,
            "moved": disk.transferring / seconds,
        }
        for n, disk in enumerate(machine.disks)
    ]


MEASURED, RAIDZ, REWRITE, DEDUP, MANY = (
    "as measured, 1 GB",
    "RAID-Z of five",
    "as measured, rewriting",
    "as measured, deduplication",
    "five disks, no log",
)
TIME = {"label": "time", "unit": "s"}

FIGURE = Figure(
    id="ramdisk-log",
    title="A RAM disk as the log",
    caption="One program writes synchronously; the intent log lies in memory. Over time: what the program gets, coloured by "
    "where the log goes; low rates are drawn taller than their share. Then how much of the log is in use, and how "
    "much memory holds that is not on disk yet, up to the dashed lines. One setting undone: what "
    "the program gets on average. How large the engineers' RAM disk was is not published.",
    params={
        "log": Number(
            "RAM disk",
            0.5 * GB,
            0,
            3 * GB,
            unit="GB",
            stops=tuple(n * GB for n in (0, 0.1, 0.25, 0.5, 0.65, 0.7, 1, 2, 3)),
            help="Memory that looks like a disk and holds the log; the machine must have more than that. "
            "At 0 the log is on the disks.",
        ),
        "layout": Choice(
            "Pool",
            "disk",
            {"disk": "one disk", "stripe": "five disks, in turn", "raidz": "RAID-Z of five disks"},
            "The disks for transaction groups, and for the log when the RAM disk is full. RAID-Z spreads each "
            "block over all disks, with parity.",
        ),
        "file": Choice(
            "Program writes",
            "new",
            {
                "new": "a new file",
                "again": "over an old file, in order",
                "anywhere": "over an old file, anywhere",
            },
            "An old file is not in memory: a block that is only partly overwritten is read first.",
        ),
        "size": Number(
            "Write size",
            8 * KiB,
            512,
            128 * KiB,
            unit="KiB",
            stops=SIZES,
            help="How much the program writes at a time.",
            more=True,
        ),
        "interval": Number(
            "Transaction group every",
            BOX["groups.interval"],
            1,
            60,
            unit="s",
            step=1,
            help="How often a group is written. When it is on disk, its log blocks are freed.",
            more=True,
        ),
        "record": Number(
            "Recordsize",
            BOX["filesystem.recordsize"],
            4 * KiB,
            128 * KiB,
            unit="KiB",
            stops=powers(4 * KiB, 128 * KiB),
            help="Size of the blocks of a ZFS file.",
            more=True,
        ),
        "dedup": Switch(
            "Deduplication",
            False,
            "Every record is hashed before it goes to disk; the table is in memory.",
            more=True,
        ),
        "hashing": Number(
            "SHA-256, one core",
            BOX["head.hash_rate"],
            20 * MB,
            1000 * MB,
            unit="MB/s",
            step=10 * MB,
            help="With deduplication: how fast one core hashes the data of a group.",
            more=True,
        ),
        "command": Number(
            "RAM disk, time a write",
            BOX["ramdisk.command"],
            1 * us,
            1000 * us,
            unit="µs",
            stops=tuple(n * us for n in (1, 5, 10, 20, 40, 72, 100, 200, 500, 1000)),
            help="Time that a write to the RAM disk takes, apart from copying the data.",
            more=True,
        ),
        "media": Number(
            "A disk takes",
            BOX["pool.disks.media_rate"],
            50 * MiB,
            250 * MiB,
            unit="MiB/s",
            step=1 * MiB,
            help="How fast a transaction group is written to the platter.",
            more=True,
        ),
        "memory": Number(
            "Held in memory at most",
            BOX["head.memory"] / 8,
            128 * MiB,
            4096 * MiB,
            unit="MiB",
            stops=tuple(n * MiB for n in (128, 256, 435, 1024, 2048, 4096)),
            help="When this much is not on disk, ZFS makes the program wait: an eighth of the machine's memory.",
            more=True,
        ),
        "seconds": Number(
            "Watched for",
            36 * s,
            10 * s,
            120 * s,
            unit="s",
            step=2 * s,
            help="Length of the run, which ends earlier when 1,300 MiB are written.",
            more=True,
        ),
    },
    presets={
        "the log fills up": Preset(
            help="0.5 GB: full after six seconds, and empty only after the next transaction group"
        ),
        RAIDZ: Preset({"layout": "raidz", "log": 1 * GB, "seconds": 30 * s}),
        REWRITE: Preset(
            {"file": "again", "log": 1 * GB, "seconds": 30 * s},
            "8 KiB at a time into records of 128 KiB",
        ),
        MEASURED: Preset(
            {"log": 1 * GB, "seconds": 30 * s},
            "room for more than memory may hold, so the log never moves to the disks",
        ),
        "rewriting, records of 8 KiB": Preset(
            {"file": "again", "record": 8 * KiB, "log": 1 * GB, "seconds": 30 * s}
        ),
        DEDUP: Preset({"dedup": True, "log": 1 * GB, "seconds": 30 * s}),
        "deduplication, a slow core": Preset(
            {"dedup": True, "hashing": 40 * MB, "log": 1 * GB, "seconds": 30 * s}
        ),
        MANY: Preset({"layout": "stripe", "log": 0, "seconds": 10 * s}),
        "2 GB, 1 GiB held in memory": Preset({"log": 2 * GB, "memory": 1024 * MiB}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    {"row": "bin"},
                    x1="t",
                    x2="end",
                    y1=0,
                    y2="rate",
                    fill="where",
                    fillOpacity=0.8,
                    tip=True,
                ),
                mark(
                    "rect",
                    {"row": "bin", "where": STILL},
                    x1="t",
                    x2="end",
                    fill="where",
                    fillOpacity=0.25,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": TIME,
                "y": {
                    "label": "program writes (low rates enlarged)",
                    "unit": "MiB/s",
                    "type": "sqrt",
                    "grid": True,
                    "ticks": 6,
                },
                "color": {
                    "domain": [FAST, SLOW, STILL],
                    "range": ["var(--wtg-1)", "var(--wtg-2)", "var(--wtg-mute)"],
                    "legend": True,
                },
            },
            height=210,
            tab="Over time",
        ),
        panel(
            [
                mark("ruleY", {"row": "limit"}, y="bytes", stroke="what", strokeDasharray="3,4"),
                *(
                    mark(
                        "text",
                        {"row": "limit", "what": what},
                        y="bytes",
                        text="says",
                        frameAnchor="right",
                        dx=-6,
                        dy=dy,
                        fill="currentColor",
                        stroke="var(--wtg-card)",
                        strokeWidth=3,
                    )
                    for what, dy in ((LOG, -8), (DIRTY, 9))
                ),
                mark(
                    "lineY",
                    {"row": "level"},
                    x="t",
                    y="bytes",
                    stroke="what",
                    strokeWidth=2,
                    tip=True,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": TIME,
                "y": {"label": "bytes", "unit": "MB", "grid": True, "ticks": 4},
                "color": {
                    "domain": [LOG, DIRTY],
                    "range": ["var(--wtg-1)", "var(--wtg-3)"],
                    "legend": True,
                },
            },
            height=170,
            tab="Over time",
        ),
        panel(
            [
                mark(
                    "barX",
                    {"row": "each"},
                    x="rate",
                    y="what",
                    fill="var(--wtg-1)",
                    sort={"y": None},
                    tip=True,
                ),
                mark("ruleX", data=[0]),
            ],
            {"x": {"label": "mean rate", "unit": "MiB/s", "grid": True}, "y": {"label": None}},
            height=240,
            tab="One setting undone",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "log devices, RAID-Z, deduplication"),
    reproduces=["ramdisk-log", "logbias-freebsd"],
    targets=[
        target("fbsd-ramdisk-oscillation", oscillates),
        target("fbsd-ramdisk-app", lambda rows: values(rows)["file"], MEASURED),
        target("fbsd-ramdisk-raidz", raidz_gains, RAIDZ),
        target("fbsd-rewrite-slower", rewrites_are_slower, REWRITE),
        target("fbsd-dedup-negligible", dedup_costs_nothing, DEDUP),
        target("fbsd-multi-disk-pattern", spreads_over_disks, MANY),
    ],
)
