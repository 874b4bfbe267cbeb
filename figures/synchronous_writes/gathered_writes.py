"""Small asynchronous writes, which a file system gathers into large transfers."""

from collections.abc import Callable, Iterable, Iterator
from math import fsum

from figures.define.claims import measured
from figures.define.figure import (
    Choice,
    ClaimTarget,
    Figure,
    Number,
    Preset,
    Rows,
    Switch,
    cite,
    column,
    mark,
    panel,
    table,
    target,
)
from figures.kit.rows import of
from figures.kit.stops import SIZES, powers
from figures.kit.words import rate, size
from models.catalogue.machines import values as constants
from models.machine import Local
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.stats import mean, percentile
from models.units import KiB, MiB, s

BOX = constants("freebsd-box")
SECONDS = 5
BIN = 0.05 * s
PUBLISHED = {"on": measured("fbsd-zfs-sustained"), "off": measured("fbsd-ufs-async-r1-mbs")}
"""Measured rates (bytes/s) with the disk's cache on and off."""


def run(
    filesystem: str,
    sync: bool,
    cache: str,
    write: float,
    record: float,
    cluster: float,
    media: float,
    memory: float,
    begin: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: bin (t, end, disk and program: bytes/s), second (t, tps, transfer: mean bytes,
    rate: bytes/s, program: bytes/s), published (rate: as measured). Times are in s."""
    order = FREEBSD_BOX.order(
        filesystem=filesystem,
        write_cache=cache,
        media_rate=media,
        recordsize=record,
        cluster=cluster,
        memory=8 * memory,
    )
    machine = Machine(order.bare(), seed, commands=True)
    machine.start(Local(size=int(write), o_sync=sync, at=begin))
    trace, done = machine.disk.trace, machine.done
    moved = made = 0
    for second in machine.seconds(SECONDS):
        rows = []
        begun, program = made, 0
        for k in range(round(1 / BIN)):
            end = second.t + (k + 1) * BIN
            to_disk = by_program = 0
            while moved < len(trace) and trace[moved].finish < end:
                to_disk += trace[moved].size
                moved += 1
            while made < len(done) and done[made].finish < end:
                by_program += done[made].size
                made += 1
            program += by_program
            rows.append(
                {
                    "row": "bin",
                    "t": end - BIN,
                    "end": end,
                    "disk": to_disk / BIN,
                    "program": by_program / BIN,
                }
            )
        if second.t == 0 and not sync and (cache == "off" or filesystem == "zfs"):
            rows.append({"row": "published", "rate": PUBLISHED[cache], "what": "measured"})
        rows.append(
            {
                "row": "second",
                "t": second.t,
                "tps": second.rate,
                "transfer": second.transfer_size,
                "rate": second.throughput,
                "program": float(program),
                "writes": len(done[begun:made]),
            }
        )
        yield rows


def seconds(rows: Rows) -> Rows:
    return of(rows, "second")


def of_second(number: int, field: str) -> Callable[[Rows], float]:
    """Return a function that takes rows and returns a field of second `number` (from 0), for
    targets."""
    return lambda rows: seconds(rows)[number][field]


def listing(
    prefix: str,
    numbers: Iterable[tuple[int, int]],
    preset: str | None = None,
    fields: str = "transfer tps rate",
) -> list[ClaimTarget]:
    """Return the targets of an iostat listing's rows.

    numbers: (published row, second of the run) pairs. fields: names of fields, separated by spaces.
    """
    names = {"transfer": "kbt", "tps": "tps", "rate": "mbs"}
    return [
        target(f"{prefix}-r{n}-{names[f]}", of_second(k, f), preset)
        for n, k in numbers
        for f in fields.split()
    ]


def steady(field: str) -> Callable[[Rows], float]:
    """Return a function that takes rows and returns a field in an ordinary second, for targets: the
    median over all seconds but the first."""
    return lambda rows: percentile([row[field] for row in seconds(rows)[1:]], 0.5)


def busy(rows: Rows) -> float:
    """Return the median rate (bytes/s) of the seconds in which the disk never rests, or of all
    seconds if it rests in each."""
    rests = {int(row["t"] + BIN / 2) for row in of(rows, "bin") if not row["disk"]}
    rates = [row["rate"] for row in seconds(rows) if row["t"] not in rests] or [
        row["rate"] for row in seconds(rows)
    ]
    return percentile(rates, 0.5)


def values(rows: Rows) -> dict[str, float]:
    return {
        "tps": steady("tps")(rows),
        "transfer": steady("transfer")(rows),
        "rate": steady("rate")(rows),
        "media_rate": BOX["pool.disks.media_rate"],
        "busy": busy(rows),
        "peak": max(row["program"] for row in of(rows, "bin")),
        "program": mean([row["program"] for row in seconds(rows)]),
        "held": max(0.0, fsum(row["program"] - row["rate"] for row in seconds(rows))),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    text = f"While there is data the disk takes {rate(v['busy'])}, in transfers of {size(round(v['transfer'] / 512) * 512)}. "
    if v["held"] < 0.05 * v["program"] * SECONDS:
        return f"{text}The program writes {rate(v['program'])} on average."
    return (
        f"{text}The program fills memory at up to {rate(v['peak'])}; over these {SECONDS} s it writes "
        f"{rate(v['program'])} on average, more than the disk takes, since much is still in memory at the end."
    )


UFS_OFF, ZFS_ON, ZFS_OFF, SYNC_OFF = (
    f"as measured, {what}"
    for what in ("UFS, cache off", "ZFS, cache on", "ZFS, cache off", "ZFS synchronous, cache off")
)

FIGURE = Figure(
    id="gathered-writes",
    title="Small writes, gathered",
    caption="The program writes 8 KiB at a time and does not ask for safety. Program writes: how fast it fills memory. "
    "Disk takes: what goes to the disk meanwhile. The dashed line is the measured rate.",
    params={
        "cache": Choice(
            "Disk's write cache",
            "off",
            {"on": "on", "off": "off"},
            "Off: every transfer waits for the platter before the next one starts.",
        ),
        "filesystem": Choice(
            "File system",
            "ufs",
            {"zfs": "ZFS", "ufs": "UFS"},
            "Both gather neighbouring writes into large transfers; ZFS keeps far more in memory.",
        ),
        "sync": Switch(
            "Synchronous",
            False,
            "The program waits until each write is safe, so nothing can be gathered.",
        ),
        "write": Number(
            "Write size",
            8 * KiB,
            512,
            128 * KiB,
            unit="KiB",
            stops=SIZES,
            help="How much the program writes at a time.",
            more=True,
        ),
        "record": Number(
            "ZFS recordsize",
            BOX["filesystem.recordsize"],
            4 * KiB,
            128 * KiB,
            unit="KiB",
            stops=powers(4 * KiB, 128 * KiB),
            help="Size of the blocks of a ZFS file.",
            more=True,
        ),
        "cluster": Number(
            "UFS cluster",
            BOX["filesystem.ufs.cluster"],
            16 * KiB,
            128 * KiB,
            unit="KiB",
            stops=powers(16 * KiB, 128 * KiB),
            help="The most data that UFS gathers into one transfer.",
            more=True,
        ),
        "media": Number(
            "Media rate",
            BOX["pool.disks.media_rate"],
            50 * MiB,
            250 * MiB,
            unit="MiB/s",
            step=1 * MiB,
            help="Rate at which the platter takes data without interruption.",
            more=True,
        ),
        "memory": Number(
            "Held in memory at most",
            BOX["head.memory"] / 8,
            32 * MiB,
            1024 * MiB,
            unit="MiB",
            step=1 * MiB,
            help="ZFS makes the program wait when this much has not reached the disk.",
            more=True,
        ),
        "begin": Number(
            "Program starts at",
            0.09 * s,
            0.0,
            1.0 * s,
            unit="s",
            step=0.01 * s,
            help="How long after iostat the program starts.",
            more=True,
        ),
    },
    presets={
        UFS_OFF: Preset(help="8 KiB at a time, sent sixteen at a time"),
        "UFS, cache on": Preset({"cache": "on"}),
        ZFS_ON: Preset({"filesystem": "zfs", "cache": "on"}),
        ZFS_OFF: Preset({"filesystem": "zfs"}),
        SYNC_OFF: Preset({"filesystem": "zfs", "sync": True}),
        "small clusters": Preset({"cluster": 16 * KiB}),
        "four times the memory": Preset({"filesystem": "zfs", "cache": "on", "memory": 1024 * MiB}),
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
                    y2="program",
                    fill="var(--wtg-3)",
                    fillOpacity=0.55,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "time", "unit": "s", "domain": [0, SECONDS]},
                "y": {"label": "program writes", "unit": "MiB/s", "grid": True, "ticks": 4},
            },
            height=170,
        ),
        panel(
            [
                mark(
                    "rect",
                    {"row": "bin"},
                    x1="t",
                    x2="end",
                    y1=0,
                    y2="disk",
                    fill="var(--wtg-accent)",
                    fillOpacity=0.75,
                ),
                mark(
                    "ruleY",
                    {"row": "published"},
                    y="rate",
                    stroke="currentColor",
                    strokeDasharray="3,4",
                ),
                mark("ruleY", data=[0]),
                mark(
                    "text",
                    {"row": "published"},
                    y="rate",
                    frameAnchor="right",
                    dy=-7,
                    text="what",
                    fill="currentColor",
                    stroke="var(--wtg-card)",
                    strokeWidth=3,
                ),
            ],
            {
                "x": {"label": "time", "unit": "s", "domain": [0, SECONDS]},
                "y": {"label": "disk takes", "unit": "MiB/s", "grid": True, "ticks": 5},
            },
            height=240,
        ),
    ],
    table=table(
        {"row": "second"},
        [
            column("t", "from", "s"),
            column("tps", "transfers/s"),
            column("transfer", "size", "KiB", 2),
            column("rate", "disk", "MiB/s", 2),
            column("program", "program", "MiB/s"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "iostat listings, asynchronous writes"),
    reproduces=["iostat-zfs-async", "iostat-ufs-async-wc-off", "zfs-wc-off"],
    targets=[
        *listing("fbsd-zfs-async", ((1, 0), (2, 1), (3, 2), (4, 3)), ZFS_ON),
        target("fbsd-zfs-sustained", steady("rate"), ZFS_ON),
        *listing("fbsd-ufs-async", ((1, 1), (2, 2))),
        target("fbsd-ufs-async-app", steady("program")),
        target("fbsd-platter-iops", steady("tps")),
        target("fbsd-zfs-async-wc-off", steady("rate"), ZFS_OFF),
        target("fbsd-zfs-async-wc-off-iops", steady("tps"), ZFS_OFF),
        target("fbsd-zfs-async-wc-off-size", steady("transfer"), ZFS_OFF),
        target("fbsd-wc-off-best", steady("rate"), ZFS_OFF),
        target("fbsd-wc-off-iops-range", steady("tps"), ZFS_OFF),
        target("fbsd-zfs-sync-wc-off", steady("rate"), SYNC_OFF),
    ],
    misses={
        "fbsd-zfs-async-ad4": "the machine's other disk, from which it booted, is not modelled"
    },
)
