"""A program that writes to one disk, one synchronous write at a time: the cost of each write, and
where the time goes."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import fsum

from figures.define.claims import measured
from figures.define.figure import (
    Choice,
    ClaimTarget,
    Figure,
    Number,
    Preset,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
    target,
)
from figures.kit.rows import of
from figures.kit.stops import DELAYS, SIZES
from figures.kit.words import count, rate, size, time
from models.catalogue.machines import values as constants
from models.machine import Local
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.stats import mean, percentile
from models.units import KiB, ms, rpm, us

BOX = constants("freebsd-box")
SECONDS = 5
DOTS = 120


def run(
    path: str,
    size: float,
    spindle: float,
    cache: str,
    disk: str,
    think: float,
    cpu: float,
    command: float,
    header: float,
    interval: float,
    age: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: io (t, latency), second (t, tps, transfer, rate, app), share (part, share), turn
    (latency), pace (gap: mean seconds from the end of one write to the end of the next while no
    transaction group is written; size).

    Times are in s, rates in bytes/s. A row of `io` is a write as the program sees it. Above 120
    writes a second only some are shown.
    """
    order = FREEBSD_BOX.order(
        filesystem=path,
        write_cache=cache,
        disks={"model": disk, "speed": spindle, "command": command},
        host=cpu,
        log={"header": header},
        groups={"interval": interval, "age": min(age, interval)},
    )
    machine = Machine(order.bare(), seed, commands=True)
    machine.start(Local(size=int(size), think=think))
    yield [{"row": "turn", "latency": machine.disk.turn}]
    seen = 0
    for second in machine.seconds(SECONDS):
        writes = machine.done[seen:]
        seen = len(machine.done)
        every = max(1, len(writes) // DOTS)
        yield [{"row": "io", "t": w.finish, "latency": w.latency} for w in writes[::every]] + [
            {
                "row": "second",
                "t": second.t,
                "tps": second.rate,
                "transfer": second.transfer_size,
                "rate": second.throughput,
                "app": float(sum(w.size for w in writes)),
                "writes": len(writes),
            }
        ]
    drive = machine.disk
    parts = {
        "seeks": drive.seeking,
        "waits for its sector": drive.waiting,
        "writes": drive.transferring,
    }
    rest = max(0.0, SECONDS - fsum(parts.values()))
    yield [
        {"row": "share", "part": part, "share": min(1.0, spent / SECONDS)}
        for part, spent in {**parts, "rests": rest}.items()
    ] + [{"row": "pace", "gap": gap(machine), "size": int(size)}]


def gap(machine: Machine) -> float:
    """Return the mean time (s) from the end of one write to the end of the next while no
    transaction group is written."""
    groups = getattr(machine.filesystem, "groups", None)
    out = [(group.begun, group.synced) for group in groups.history] if groups else []
    ends = [write.finish for write in machine.done]
    gaps = [
        end - begin
        for begin, end in pairwise(ends)
        if not any(begun < end and begin < synced for begun, synced in out)
    ]
    return mean(gaps) if gaps else SECONDS / max(1, len(ends))


def second(number: int, field: str) -> Callable[[Rows], float]:
    """Return a function that takes rows and returns a field of the listing's row `number` (from 1),
    for targets."""
    return lambda rows: of(rows, "second")[number - 1][field]


def steady(field: str) -> Callable[[Rows], float]:
    """Return a function that takes rows and returns a field in an ordinary second, for targets: the
    median over all seconds."""
    return lambda rows: percentile([row[field] for row in of(rows, "second")], 0.5)


def app(rows: Rows) -> float:
    return mean([row["app"] for row in of(rows, "second")])


def values(rows: Rows) -> dict[str, float]:
    latencies = [row["latency"] for row in of(rows, "io")]
    shares = {row["part"]: row["share"] for row in of(rows, "share")}
    burst = max(of(rows, "second"), key=lambda row: row["rate"])
    pace = of(rows, "pace")[0]
    return {
        "iops": 1 / pace["gap"],
        "gap": pace["gap"],
        "over": percentile(latencies, 0.5) - of(rows, "turn")[0]["latency"],
        "gap_measured": 1 / measured("fbsd-zfs-sync-r1-tps"),
        "tps": steady("tps")(rows),
        "transfer": steady("transfer")(rows),
        "disk_rate": steady("rate")(rows),
        "app": app(rows),
        "app_steady": pace["size"] / pace["gap"],
        "latency": percentile(latencies, 0.5),
        "latency_99": percentile(latencies, 0.99),
        "turn": of(rows, "turn")[0]["latency"],
        "turns_a_second": 1 / of(rows, "turn")[0]["latency"],
        "waiting": shares["waits for its sector"],
        "writing": shares["writes"],
        "resting": shares["rests"],
        "burst_tps": burst["tps"],
        "burst_rate": burst["rate"],
        "burst_transfer": burst["transfer"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    text = (
        f"{count(v['iops'])} writes a second, {time(v['latency'])} each; the program gets {rate(v['app_steady'])}. "
        f"The disk makes {count(v['tps'])} transfers a second of {size(round(v['transfer']))}"
    )
    parts = {
        part: v[key]
        for part, key in (
            ("waiting for a sector", "waiting"),
            ("writing", "writing"),
            ("resting", "resting"),
        )
    }
    most = max(parts, key=lambda part: parts[part])
    text += f" and spends {parts[most]:.0%} of all the time {most}."
    return text


def listing(prefix: str, rows: Iterable[int], preset: str | None = None) -> list[ClaimTarget]:
    """Return the targets for the numbered rows of an iostat listing."""
    fields = {"kbt": "transfer", "tps": "tps", "mbs": "rate"}
    return [
        target(f"{prefix}-r{n}-{name}", second(n, field), preset)
        for n in rows
        for name, field in fields.items()
    ]


IGNORED, RAW_ON, RAW_OFF = (
    f"as measured, {what}"
    for what in ("flush ignored", "raw disk, cache on", "raw disk, cache off")
)

FIGURE = Figure(
    id="one-writer",
    title="One writer, one disk",
    caption="A program writes, waits until the data is safe, and writes again. Latency: each dot is one write; the dashed "
    "line is one turn of the platter; the bars say what the disk did all the time. iostat: what this tool would "
    "print, and what the program saw.",
    params={
        "size": Number(
            "Write size",
            8 * KiB,
            512,
            128 * KiB,
            unit="KiB",
            stops=SIZES,
            help="How much the program writes at a time.",
        ),
        "spindle": Number(
            "Spindle",
            BOX["pool.disks.speed"],
            4200 * rpm,
            15000 * rpm,
            unit="rpm",
            step=100 * rpm,
            help="How fast the platter turns.",
        ),
        "think": Number(
            "Program's own time",
            0.0,
            0.0,
            20 * ms,
            unit="ms",
            stops=DELAYS,
            help="Time that the program spends between one write and the next.",
        ),
        "cache": Choice(
            "Disk's write cache",
            "on",
            {"on": "on, obeys flushes", "ignored": "on, never flushed", "off": "off"},
            "Flushed: ZFS makes the disk empty its cache before it answers the program.",
            more=True,
        ),
        "path": Choice(
            "Written to",
            "zfs",
            {"zfs": "a ZFS file", "raw": "the raw disk"},
            "A raw disk takes the program's write as it is; ZFS puts it into its intent log first.",
            more=True,
        ),
        "disk": Choice(
            "Disk",
            "freebsd-box",
            {"freebsd-box": "of 2010", "server-today": "22 TB, of 2022"},
            "Both turn at the spindle's speed; the newer one holds more than twice as much on a track.",
            more=True,
        ),
        "cpu": Number(
            "ZFS, CPU a write",
            BOX["head.host"],
            0.0,
            1 * ms,
            unit="µs",
            stops=tuple(n * us for n in (0, 10, 20, 33.5, 67, 100, 200, 500, 1000)),
            help="Time that the file system takes for each synchronous write.",
            more=True,
        ),
        "command": Number(
            "Time a command",
            BOX["pool.disks.command"],
            0.0,
            1 * ms,
            unit="µs",
            stops=tuple(n * us for n in (0, 10, 20, 36, 72, 150, 300, 1000)),
            help="Time that driver and drive electronics take for each command, apart from the transfer on the cable.",
            more=True,
        ),
        "header": Number(
            "Log entry's header",
            BOX["log.header"],
            0,
            8 * KiB,
            unit="B",
            stops=(0, 192, 1024, 2048, 4096, 8192),
            help="Bytes that ZFS adds to each entry; the log block is then rounded up to 4 KiB.",
            more=True,
        ),
        "interval": Number(
            "Transaction group every",
            BOX["groups.interval"],
            1,
            60,
            unit="s",
            step=1,
            help="How often ZFS writes the data that it holds in memory to its place on disk.",
            more=True,
        ),
        "age": Number(
            "Time since the last group",
            12.7,
            0,
            60,
            unit="s",
            step=0.1,
            help="How long the open transaction group has been filling at the start. At 0 no group is written.",
            more=True,
        ),
    },
    presets={
        "as measured": Preset(help="ZFS on one 7,200 rpm disk, 8 KiB, cache on and flushed"),
        "a computer twice as fast": Preset({"cpu": 33.5 * us, "command": 36 * us}),
        "15,000 rpm": Preset({"spindle": 15000 * rpm}),
        IGNORED: Preset(
            {"cache": "ignored", "age": 0.0}, "the same, but ZFS no longer flushes the disk's cache"
        ),
        RAW_ON: Preset({"path": "raw"}, "8 KiB straight to a disk that answers from its cache"),
        RAW_OFF: Preset(
            {"path": "raw", "cache": "off", "size": 12 * KiB}, "12 KiB straight to the platter"
        ),
        "a slow program": Preset({"think": 6 * ms}),
        "a very slow program": Preset({"think": 10 * ms}),
        "128 KiB writes": Preset({"size": 128 * KiB, "age": 0.0}),
        "a disk of today": Preset(
            {"disk": "server-today"}, "a disk of 22 TB that flushes to its platters"
        ),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "ruleY",
                    {"row": "turn"},
                    y="latency",
                    stroke="var(--wtg-mute)",
                    strokeDasharray="3,4",
                ),
                mark(
                    "dot",
                    {"row": "io"},
                    x="t",
                    y="latency",
                    r=1.8,
                    fill="var(--wtg-accent)",
                    tip=True,
                ),
                mark(
                    "text",
                    {"row": "turn"},
                    y="latency",
                    text=["one turn"],
                    frameAnchor="right",
                    dy=-12,
                    fill="currentColor",
                ),
            ],
            {
                "x": {"label": "time", "unit": "s", "domain": [0, SECONDS]},
                "y": {"label": "latency", "unit": "ms", "type": "log", "grid": True},
            },
            height=270,
            tab="Latency",
        ),
        panel(
            [
                mark("barX", {"row": "share"}, x="share", y="part", fill="part", sort={"y": None}),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "the disk's time", "unit": "%", "domain": [0, 1], "grid": True},
                "y": {
                    "label": None,
                    "domain": ["waits for its sector", "writes", "seeks", "rests"],
                },
                "color": {
                    "domain": ["waits for its sector", "writes", "seeks", "rests"],
                    "range": [
                        "var(--wtg-accent)",
                        "var(--wtg-1)",
                        "var(--wtg-3)",
                        "var(--wtg-mute)",
                    ],
                },
            },
            height=140,
            tab="Latency",
        ),
    ],
    table=table(
        {"row": "second"},
        [
            column("t", "from", "s"),
            column("tps", "transfers/s"),
            column("transfer", "size", "KiB", 2),
            column("rate", "disk", "MiB/s", 2),
            column("app", "program", "KiB/s"),
        ],
        tab="iostat",
    ),
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "iostat listings"),
    reproduces=[
        "iostat-zfs-sync-8k",
        "iostat-raw-wc-on",
        "iostat-raw-wc-off",
        "iostat-zfs-nocacheflush",
        "zfs-cache-flush",
    ],
    targets=[
        *listing("fbsd-zfs-sync", range(1, 6)),
        target("fbsd-zfs-sync-app", app),
        target("fbsd-zil-transfer", steady("transfer")),
        target("fbsd-zfs-sync-iops", steady("tps")),
        target("fbsd-zfs-sync-disk", steady("rate")),
        target("fbsd-zfs-sync-spike", lambda rows: values(rows)["burst_rate"]),
        target("fbsd-zfs-flush-app", steady("rate")),
        target("fbsd-zil-iops-limit", steady("tps")),
        *listing("fbsd-zfs-noflush", range(1, 3), IGNORED),
        target("fbsd-zfs-noflush-app", app, IGNORED),
        target("fbsd-zfs-noflush-iops", steady("tps"), IGNORED),
        target("fbsd-zfs-noflush-zil", steady("rate"), IGNORED),
        *listing("fbsd-raw-wc-on", range(1, 4), RAW_ON),
        target("fbsd-raw-wc-on-app", app, RAW_ON),
        target("fbsd-raw-wc-on-iops", steady("tps"), RAW_ON),
        target("fbsd-raw-wc-on-off-ratio", steady("tps"), RAW_ON),
        *listing("fbsd-raw-wc-off", range(1, 4), RAW_OFF),
        target("fbsd-raw-wc-off-app", app, RAW_OFF),
        target("fbsd-raw-wc-off-iops", steady("tps"), RAW_OFF),
    ],
)
