"""Scrubs and resilvers."""

from random import Random
from typing import Any

from figures.queues_resilvering.experiments.rebuild import (
    ApplicationLoad,
    order_of,
    rebuild,
    sample,
    sampled,
)
from models.machine import SERVER_TODAY, Machine, Resilver
from models.units import GB, MB, TB, GiB, KiB, MiB, TiB, hour, minute, rpm
from models.zfs.resilver.job import RESILVER, Job
from models.zfs.resilver.order import steps

ALONE = ApplicationLoad(reads=0.0)
BLOCK, COUNT = 128 * KiB, 2000
SEAGATE: dict[str, Any] = {"model": "7410"}  # 1 TB of 2009, 7,200 rpm, 105 MB/s
# Western Digital 2010, Caviar Green data sheet, WD20EARS: 110 MB/s; IntelliPower, some 5,400 rpm
GREEN = {**SEAGATE, "capacity": 2 * TB, "speed": 5400 * rpm, "media_rate": 110 * MB}
# Seagate 2012, Desktop HDD data sheet, ST2000DM001: two platters, 210 MB/s at most
PLATTERS_OF_1_TB = {"model": "enterprise-disk", "heads": 4, "media_rate": 210 * MB}


def took(job: Job, order: str, disks: dict[str, Any]) -> float:
    """Return the seconds of a resilver of such disks without other load, in metadata order or in that
    of a rebuild from the space maps (disk)."""
    machine = Machine(
        order_of(job, ALONE, joins=order == "metadata").order(
            pool={"disks": {**disks, "capacity": job.capacity}}
        )
    )
    work = sampled(machine, job, ALONE, steps(job, order, Random(1), sample(order, job)))
    return job.blocks * (work.ended - work.began) / work.blocks


def ssd_scrub() -> float:
    """Return the seconds that a scrub of an SSD takes that holds a twelfth of 1.5 TB."""
    order = SERVER_TODAY.order(
        pool={"layout": "stripe", "vdevs": 1, "jbods": 0, "disks": {"kind": "ssd"}}
    )
    job = Job(int(1500 * GB / 12), int(7680 * GB), 4 * KiB, 0.0, width=1, failed=0)
    scrub = Resilver(
        steps(job, "disk", Random(1), COUNT),
        issue=RESILVER["issue"],
        kind="scrub",
        warm=COUNT // 10,
        ends=True,
    )
    machine = Machine(order)
    machine.start(scrub)
    machine.loop.run(until=600)
    return job.blocks * (scrub.ended - scrub.began) / scrub.blocks


def per_disk(key: str) -> float:
    """Return the MB/s of a disk in a scrub, by the bytes in flight for each leaf vdev
    (scan_io_queues_run_one of dsl_scan.c)."""
    width = 8
    flying = int(key.removesuffix("M")) * MiB // BLOCK
    job = Job(1 * TB, 2 * TB, BLOCK, 0.1, layout="raidz2", width=width, failed=0)
    done = rebuild(job, "disk", ApplicationLoad(reads=0.0, in_flight=flying))
    return done.blocks * job.unit / width / MB


MODELS = {
    "K5-scrub-12ssd-4k": lambda _: ssd_scrub() / minute,
    "K5-rebuild-mirror-22G": lambda _: took(
        Job(int(21.5 * GiB), 2 * TB, BLOCK, 0.0), "disk", PLATTERS_OF_1_TB
    ),
    "K5-raidz1-1TB-42h": lambda _: (
        took(Job(324 * GiB, 1 * TB, BLOCK, layout="raidz1", width=5), "metadata", SEAGATE) / hour
    ),
    "K5-raidz2-6x2TB-12h48": lambda _: (
        took(Job(int(1.4 * TiB), 2 * TB, BLOCK, 0.0, layout="raidz2", width=6), "metadata", GREEN)
        / hour
    ),
    "K5-scan-vdev-limit": per_disk,
}
