"""Scrubs and resilvers."""

from random import Random

from figures.queues_resilvering.experiments.rebuild import ApplicationLoad, Resilvered, rebuild
from models.machine import SERVER_TODAY, Machine, Resilver
from models.units import GB, MB, TB, GiB, KiB, MiB, TiB, hour, minute
from models.zfs.resilver.job import Job
from models.zfs.resilver.order import steps

ALONE = ApplicationLoad(reads=0.0)
BLOCK, COUNT = 128 * KiB, 2000


def resilver(used: int, capacity: int, layout: str, width: int) -> Resilvered:
    """Return a resilver in metadata order without other load."""
    return rebuild(Job(used, capacity, BLOCK, layout=layout, width=width), "metadata", ALONE)


def ssd_scrub() -> float:
    """Return the seconds that a scrub of an SSD takes that holds a twelfth of 1.5 TB."""
    order = SERVER_TODAY.order(
        pool={"layout": "stripe", "vdevs": 1, "jbods": 0, "disks": {"kind": "ssd"}}
    )
    job = Job(int(1500 * GB / 12), int(7680 * GB), 4 * KiB, 0.0, width=1, failed=0)
    scrub = Resilver(
        steps(job, "disk", Random(1), COUNT), kind="scrub", warm=COUNT // 10, ends=True
    )
    machine = Machine(order)
    machine.start(scrub)
    machine.loop.run(until=600)
    return job.blocks * (scrub.ended - scrub.began) / scrub.blocks


def per_disk(key: str) -> float:
    """Return the MB/s of a disk in a scrub, by the bytes in flight for each vdev."""
    width = 8
    flying = int(key.removesuffix("M")) * MiB // (BLOCK * width)
    job = Job(1 * TB, 2 * TB, BLOCK, 0.1, layout="raidz2", width=width, failed=0)
    done = rebuild(job, "disk", ApplicationLoad(reads=0.0, in_flight=flying))
    return done.blocks * job.unit / width / MB


MODELS = {
    "K5-scrub-12ssd-4k": lambda _: ssd_scrub() / minute,
    "K5-rebuild-mirror-22G": lambda _: (
        rebuild(Job(int(21.5 * GiB), 2 * TB, BLOCK, 0.0), "disk", ALONE).seconds
    ),
    "K5-raidz1-1TB-42h": lambda _: resilver(324 * GiB, 1 * TB, "raidz1", 5).seconds / hour,
    "K5-raidz2-6x2TB-12h48": lambda _: resilver(int(1.4 * TiB), 2 * TB, "raidz2", 6).seconds / hour,
    "K5-scan-vdev-limit": per_disk,
}
