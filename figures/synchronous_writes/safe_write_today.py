"""One safe write after the other, to a disk and to flash of today: how long each takes."""

from collections.abc import Iterator
from typing import Any

from figures.define.figure import Figure, Number, Preset, Rows, cite, column, mark, panel, table
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import count
from models.catalogue.machines import values as constants
from models.machine import FREEBSD_BOX, Local, Machine
from models.sim.stats import percentile
from models.units import KiB, ms, us

BOX = constants("freebsd-box")
DRIVES: dict[str, dict[str, Any]] = {
    "disk of 2010": {},
    "disk of today": {"model": "server-today", "speed": BOX["pool.disks.speed"]},
    "flash, SATA": {"kind": "ssd", "ssd": {"kind": "sata-consumer"}},
    "flash, NVMe": {"kind": "ssd", "ssd": {"kind": "nvme-consumer"}},
    "flash, capacitor": {"kind": "ssd", "ssd": {"kind": "nvme-server"}},
}
"""Drive -> its settings in the computer of 2010."""
DISK, FLASH = "disk", "flash"
SECONDS = 0.5


def run(size: float, cpu: float, seed: int) -> Iterator[Rows]:
    """Yield rows: processor (cpu in s) and write (drive, kind, latency, wait for the drive and cpu in s, rate a
    second, says)."""
    yield [{"row": "processor", "cpu": cpu}]
    for drive, settings in DRIVES.items():
        machine = Machine(FREEBSD_BOX.order(disks=settings, host=cpu).bare(), seed)
        machine.start(Local(size=int(size)))
        machine.loop.run(until=SECONDS)
        latency = percentile([write.latency for write in machine.done], 0.5)
        yield [
            {
                "row": "write",
                "drive": drive,
                "kind": FLASH if "ssd" in settings else DISK,
                "latency": latency,
                "wait": latency - cpu,
                "cpu": cpu,
                "rate": 1 / latency,
                "says": f"{count(1 / latency)} a second",
            },
        ]


def values(rows: Rows) -> dict[str, float]:
    names = ("disk", "disk_today", "sata", "nvme", "capacitor")
    return {
        f"{name}_{field}": one(rows, "write", drive=drive)[field]
        for name, drive in zip(names, DRIVES, strict=True)
        for field in ("latency", "rate")
    } | {"wait": list(of(rows, "write"))[-1]["wait"]}


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"In a second the disk of 2010 makes {count(v['disk_rate'])} safe writes, and the flash with a capacitor "
        f"{count(v['capacitor_rate'])}."
    )


FIGURE = Figure(
    id="safe-write-today",
    title="One safe write, then and now",
    caption="One writer on the computer of 2010, with other drives. Dots: how long one safe write takes. Dashed: "
    "what of it is the processor's; the rest is the wait for the drive. The axis is logarithmic.",
    params={
        "size": Number(
            "Write size",
            8 * KiB,
            8 * KiB,
            32 * KiB,
            unit="KiB",
            stops=powers(8 * KiB, 32 * KiB),
            help="How much the program writes at a time.",
        ),
        "cpu": Number(
            "ZFS, CPU a write",
            BOX["head.host"],
            11 * us,
            1 * ms,
            unit="µs",
            stops=tuple(n * us for n in (11, 20, 33.5, 67, 100, 200, 500, 1000)),
            help="Processor time of a write.",
        ),
    },
    presets={
        "8 KiB": Preset(help="the write of this chapter"),
        "six times the processor": Preset({"cpu": 11 * us}, "ZFS needs a sixth of the time"),
        "32 KiB": Preset({"size": 32 * KiB}, "the largest write that goes into the log whole"),
    },
    run=run,
    panels=[
        panel(
            [
                mark("ruleX", {"row": "processor"}, x="cpu", strokeDasharray="3,4"),
                mark(
                    "text",
                    {"row": "processor"},
                    x="cpu",
                    text=["processor"],
                    frameAnchor="top",
                    dy=-12,
                    fill="currentColor",
                ),
                mark(
                    "ruleY",
                    {"row": "write"},
                    x1="cpu",
                    x2="latency",
                    y="drive",
                    stroke="kind",
                    strokeWidth=4,
                ),
                mark("dot", {"row": "write"}, x="latency", y="drive", fill="kind", r=6),
                mark(
                    "text",
                    {"row": "write"},
                    x="latency",
                    y="drive",
                    text="says",
                    textAnchor="start",
                    dx=11,
                    fill="currentColor",
                ),
            ],
            {
                "x": {
                    "label": "one safe write",
                    "unit": "ms",
                    "type": "log",
                    "domain": [10 * us, 1000 * ms],
                    "ticks": [0.01 * ms, 0.1 * ms, 1 * ms, 10 * ms, 100 * ms, 1000 * ms],
                    "grid": True,
                },
                "y": {"label": None, "domain": list(DRIVES)},
                "color": {
                    "domain": [DISK, FLASH],
                    "range": ["var(--wtg-accent)", "var(--wtg-1)"],
                },
            },
            height=230,
        )
    ],
    table=table(
        {"row": "write"},
        [
            column("drive", "drive"),
            column("wait", "wait for the drive", "ms", 3),
            column("rate", "a second"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "the synchronous write test; the flash from data sheets"),
)
