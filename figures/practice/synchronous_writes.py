"""Synchronous writes: raw SSDs, and pools with and without a log device."""

from collections.abc import Callable
from dataclasses import replace
from heapq import heapreplace

from models.machine import NVME, PLAIN_NVME, SERVER_TODAY, Local, LogDevice, Machine, Order
from models.units import GB, KB, MB, TB, GiB, KiB, us

SIZE = 4 * KiB
S3700 = replace(NVME, access=65 * us - SIZE / (460 * MB), rate=460 * MB)
"""Intel 2012, DC S3700 data sheet: a write of 4 KiB takes 65 us, 460 MB/s in a row."""
PM863 = replace(NVME, rate=475 * MB)
"""Samsung 2015, PM863 data sheet: 475 MB/s in a row; its latency is not published."""
SATA = replace(PLAIN_NVME, rate=520 * MB)
"""A SATA SSD without protection, which writes up to 520 MB/s in a row by its data sheet."""
RAW = {
    "K2-SH-S3700-400": S3700,
    "K2-SH-PM863-1920": PM863,
    "K2-SH-850PRO-256": SATA,
    "K2-SH-520-60": SATA,
    "K2-SH-MX200": SATA,
}
OPTANE, TESLA = 47.6 * us, 346.6 * us
"""Times of a write with fdatasync on the raw devices, which their row states as an input."""


def raw(device: LogDevice, jobs: int = 1) -> float:
    """Return the writes of 4 KiB per second, each with a flush, by `jobs` programs on a device."""
    made, count, ends = device.made(), 1000, [0.0] * jobs
    for number in range(count):
        written = made.write(ends[0], number * SIZE, SIZE)
        heapreplace(ends, made.flush(written))
    return count / max(ends)


def by_jobs(device: LogDevice) -> Callable[[str], float]:
    """Return a function of the number of programs that returns the MB/s they write."""
    return lambda jobs: raw(device, int(jobs)) * SIZE / MB


def synced(order: Order, size: int = SIZE, seconds: float = 0.5) -> float:
    """Return how long a synchronous write of one local program takes (s)."""
    return Machine(order).run(Local(1, size), seconds=seconds, warm=0.1).writes.mean


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
    ).order(log={"device": SATA})
    bytes_each = int(size.removesuffix("k")) * KiB
    return bytes_each / synced(order, bytes_each) / KB


def six_disks() -> Order:
    """Return raidz2 of six disks of 12 TB."""
    return SERVER_TODAY.order(
        pool={"vdevs": 1, "width": 6, "jbods": 0, "disks": {"capacity": 12 * TB, "heads": 16}}
    )


def of_one_ssd(fsync: float) -> Order:
    """Return a pool of one SSD, whose writes take `fsync` seconds."""
    return SERVER_TODAY.order(
        pool={"layout": "stripe", "vdevs": 1, "jbods": 0, "disks": {"kind": "ssd"}},
        cache={"flash": {"access": fsync, "capacity": 16 * GB}},
    )


MODELS = {
    **{id: by_jobs(device) for id, device in RAW.items()},
    "K2-anarazel-table": lambda _: raw(PLAIN_NVME),
    "K2-980-igene": lambda _: raw(PLAIN_NVME),
    "K2-DU-raw-consumer": lambda _: 1 / raw(PLAIN_NVME) / us,
    "K2-540s-iozone": freenas,
    "K2-DU-optaneM10-slog": lambda _: (
        synced(
            six_disks().order(log={"devices": 1, "device": replace(NVME, access=OPTANE, rate=1e12)})
        )
        / us
    ),
    "K2-DU-noslog": lambda _: synced(six_disks(), seconds=10) / us,
    "K2-DU-optane-pool": lambda _: synced(of_one_ssd(OPTANE)) / us,
    "K2-DU-sata-pool": lambda _: synced(of_one_ssd(TESLA), 2300) / us,
}
