"""Synchronous writes: raw SSDs, and pools with and without a log device."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from models.devices.flash_drive import SSDS
from models.machine import SERVER_TODAY, Local, Machine, Order
from models.units import GB, KB, MB, TB, GiB, KiB, us

SIZE = 4 * KiB
SAMSUNG = 1915.0
"""Median of the three Samsung drives in Freund's table (us), for others of this maker."""
SAFE: dict[str, dict[str, tuple[str, float | None]]] = {
    "K2-anarazel-table": {
        "990PRO-4T": ("nvme-consumer", 1246.0),
        "970EVOPlus-2T": ("nvme-consumer", 2244.0),
        "980PRO-2T": ("nvme-consumer", 1915.0),
        "SN750-1T": ("nvme-consumer", 372.0),
        "SabrentRocket4-2T": ("nvme-consumer", 451.0),
        "WDS200T1X0E-2T": ("nvme-consumer", 234.0),
        "SolidigmSSDPFPNU010TZ-1T": ("nvme-consumer", 297.0),
    },
    "K2-980-igene": {"": ("nvme-consumer", SAMSUNG)},
    "K2-DU-raw-consumer": {
        "TM8FPL500G": ("nvme-consumer", None),
        "T253X2512G": ("sata-consumer", None),
        "AS340-480": ("sata-consumer", None),
        "T253480GB": ("sata-consumer", None),
        "PX-128M5S": ("sata-consumer", None),
        "970EVO-1T": ("nvme-consumer", SAMSUNG),
    },
}
"""Row -> cell -> kind of the drive, and the time of a write of 4 KiB and its fdatasync (us; None: the kind's), from
Freund's table: an input."""
OPTANE, TESLA = 47.6, 346.6
"""Times of a write and its fdatasync on the raw devices (us), which their row states as inputs."""
M10 = {"interface_write": 145 * MB}
"""Intel 2017, Optane Memory M10 of 16 GB data sheet: half of the 290 MB/s of the one with 32 GB."""


def flushed(kind: str, safe: float | None, **sheet: Any) -> dict[str, object]:
    """Return the settings of a drive that makes a write of 4 KiB safe in `safe` us (None: the kind's)."""
    if safe is None:
        return {"kind": kind}
    spec = replace(SSDS[kind], **sheet)
    write = spec.write_access + spec.command_time + SIZE / spec.interface_write
    return {"kind": kind, **sheet, "flush": safe * us - write}


def commands(rate: float, read: float, write: float) -> dict[str, float]:
    """Return the interface of a drive that does `rate` random reads of 4 KiB a second, and reads and
    writes so many MB/s in a row."""
    return {
        "interface_read": read * MB,
        "interface_write": write * MB,
        "program_rate": write * MB,
        "command_time": 1 / rate - SIZE / (read * MB),
    }


S3700, PM863 = commands(75_000, 500, 460), commands(99_000, 540, 475)
"""Intel 2012, DC S3700 400 GB, and Samsung 2015, PM863 1.92 TB, data sheets."""


def protected(safe: float, write: float, sheet: dict[str, float]) -> dict[str, object]:
    """Return the settings of a drive with protection that writes 4 KiB in `write` us and makes it safe in
    `safe` us."""
    access = write * us - sheet["command_time"] - SIZE / sheet["interface_write"]
    return {"kind": "sata-server", **sheet, "write_access": access, "flush": (safe - write) * us}


def raw(drive: dict[str, object], jobs: int = 1) -> float:
    """Return the safe writes of 4 KiB per second by `jobs` programs on a raw drive."""
    order = SERVER_TODAY.order(
        pool={"layout": "stripe", "vdevs": 1, "jbods": 0}, filesystem={"kind": "raw"}
    ).order({"pool.disks.ssd": drive})
    return Machine(order.bare()).run(Local(jobs, SIZE), seconds=1, warm=0.1).rate


def by_jobs(drive: dict[str, object]) -> Callable[[str], float]:
    """Return a function of the number of programs that returns the MB/s they write to a drive whose
    cache is off."""
    return lambda jobs: raw({**drive, "fua": True}, int(jobs)) * SIZE / MB


def safe(row: str, cell: str) -> float:
    """Return the safe writes of one program per second on the drive of a cell."""
    return raw(flushed(*SAFE[row][cell]))


def fdatasync(order: Order, size: int = SIZE, seconds: float = 0.5) -> float:
    """Return how long a local program's fdatasync takes after each write (us)."""
    machine = Machine(order)
    written = machine.run(Local(1, size), seconds=seconds, warm=0.1).writes.mean
    costs = machine.software.costs
    return (written - costs.write - size * costs.copy) / us


def freenas(key: str) -> float:
    """Return the KB/s that one program writes synchronously, with one log device or two mirrored."""
    devices, size = key.split("-")
    order = SERVER_TODAY.order(
        pool={
            "layout": "mirror",
            "vdevs": 3,
            "jbods": 0,
            "disks": {"model": "enterprise-disk", "capacity": 4 * TB, "heads": 8},
        },
        log={"devices": 2, "mirrored": True} if devices == "mirror" else {"devices": 1},
        head={"cores": 4, "memory": 32 * GiB},
    ).order({"log.device.kind": "sata-consumer"})
    bytes_each = int(size.removesuffix("k")) * KiB
    return Machine(order).run(Local(1, bytes_each), seconds=0.5, warm=0.1).bytes / KB


def six_disks() -> Order:
    """Return raidz2 of six disks of 12 TB."""
    return SERVER_TODAY.order(
        pool={"vdevs": 1, "width": 6, "jbods": 0, "disks": {"capacity": 12 * TB, "heads": 16}}
    )


def with_log() -> Order:
    """Return the same disks with an Optane drive as log device."""
    optane = flushed("optane", OPTANE, **M10)
    optane["rate"] = optane.pop("interface_write")
    return six_disks().order({"log.devices": 1, "log.device": {"capacity": 16 * GB, **optane}})


def of_one_ssd(drive: dict[str, object]) -> Order:
    """Return a pool of one SSD."""
    return SERVER_TODAY.order(pool={"layout": "stripe", "vdevs": 1, "jbods": 0}).order(
        {"pool.disks.ssd": drive}
    )


MODELS = {
    # Han's table: times of a write that is safe (us), an input
    "K2-SH-S3700-400": by_jobs(protected(157.5, 65, S3700)),
    "K2-SH-PM863-1920": by_jobs(protected(25.1, 25.1, PM863)),
    "K2-SH-850PRO-256": by_jobs(flushed("sata-consumer", 2730.7)),
    "K2-SH-520-60": by_jobs(flushed("sata-consumer", 455.1)),
    "K2-SH-MX200": by_jobs(flushed("sata-consumer", 1107.0)),
    "K2-anarazel-table": lambda cell: safe("K2-anarazel-table", cell),
    "K2-980-igene": lambda _: safe("K2-980-igene", ""),
    "K2-DU-raw-consumer": lambda cell: 1 / safe("K2-DU-raw-consumer", cell) / us,
    "K2-540s-iozone": freenas,
    "K2-DU-optaneM10-slog": lambda _: fdatasync(with_log()),
    "K2-DU-noslog": lambda _: fdatasync(six_disks(), seconds=10),
    "K2-DU-optane-pool": lambda _: fdatasync(of_one_ssd(flushed("optane", OPTANE, **M10))),
    "K2-DU-sata-pool": lambda _: fdatasync(of_one_ssd(flushed("sata-consumer", TESLA)), 2300),
}
