"""Parts that the two figures of the resilver share: vdevs, orders, and words for durations."""

from functools import lru_cache
from typing import Any

from figures.kit.words import time
from figures.queues_resilvering.experiments.rebuild import ApplicationLoad, Resilvered, rebuild
from models.catalogue.machines import values as constants
from models.units import TB, day, sector
from models.zfs.resilver.job import Job

RESILVER, QUEUE = constants("zfs-resilver"), constants("zfs-queue")
VDEVS = {"mirror": ("mirror", 2), "raidz1": ("raidz1", 5), "raidz2": ("raidz2", 8)}
LAYOUTS = {"mirror": "a mirror of two", "raidz1": "RAID-Z of five", "raidz2": "RAID-Z2 of eight"}
ORDERS = {"metadata": "in metadata order", "disk": "in disk order"}
ALONE = "no resilver"
COLOURS: dict[str, Any] = {
    "domain": [*ORDERS.values(), ALONE],
    "range": ["var(--wtg-2)", "var(--wtg-1)", "var(--wtg-mute)"],
    "legend": True,
}
DEPTH = 2
"""The queue depth that the text of 2014 recommends for disks."""


def job_of(layout: str, block: float, used: float, scattered: float, born: float = 1.0) -> Job:
    """Return the job of resilvering a disk of this vdev. block: bytes of a block, which are rounded
    up to whole sectors, as ZFS stores them."""
    kind, width = VDEVS[layout]
    block = -(-int(block) // sector) * sector
    return Job(
        used=int(used), block=block, scattered=scattered, born=born, layout=kind, width=width
    )


def load_of(depth: int, reads: int, throttle: bool, least: bool = False) -> ApplicationLoad:
    """Return the load of an application that reads while the resilver runs.

    throttle: whether the old throttle is on. least: whether an I/O is issued on arrival while fewer
    than four are in a disk's queue, whatever the depth.
    """
    return ApplicationLoad(
        reads=reads,
        depth=depth,
        delay=RESILVER["delay"] if throttle else 0.0,
        start=QUEUE["pending_start"] if least else None,
    )


@lru_cache(maxsize=32)
def rebuilt(
    job: Job, order: str, load: ApplicationLoad, seed: int, ahead: bool = True
) -> Resilvered:
    """Return the result of a resilver, which is kept so that both figures can use it. ahead:
    whether the drives read ahead."""
    return rebuild(job, order, load, seed=seed, ahead=ahead)


def days(seconds: float) -> str:
    """Return a duration of `seconds` in words, in days from two days on."""
    if seconds < 1.95 * day:
        return time(seconds)
    return f"{seconds / day:{'.0f' if seconds >= 9.95 * day else '.2g'}} days"


def size_in_words(used: float) -> str:
    """Return bytes as text in decimal units, in which disks are sold: 2 TB."""
    return f"{used / TB:.3g} TB" if used >= 0.9995 * TB else f"{used / TB * 1000:.3g} GB"
