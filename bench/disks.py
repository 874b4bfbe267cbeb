"""Measure the speed of the simulated disk, natively and in the page's interpreter: random reads
with ten outstanding, sequential I/O, and random writes into a full cache."""

from itertools import islice
from random import Random

from bench import two_places
from figures.disks.experiments.random_reads import random_reads
from models.devices.drive_spec import drive_of
from models.devices.hdd import HardDisk
from models.machine import FREEBSD_BOX, Machine, RawPrograms, answered
from models.sim.workload import sequential, uniform
from models.units import GB, KiB, MiB

SPAN, SMALL = 2000 * GB, 4 * KiB
BUDGETS = {
    "disk, shortest positioning time of ten": 150_000.0,
    "disk, shortest positioning time of ten, on the machine": None,
    "disk, reads in a row": 600_000.0,
    "disk, cached writes in a row": 500_000.0,
    "disk, cached random writes, best of 40": 60_000.0,
}


def ten(requests: int) -> int:
    """Run random reads with ten outstanding, and return the number of reads."""
    return len(
        random_reads(
            HardDisk(drive_of("enterprise-disk")),
            uniform(SMALL, SPAN, Random(1)),
            SMALL,
            10,
            requests,
        )
    )


def ten_readable(requests: int) -> int:
    """Run such random reads on the machine model, and return the number of reads."""
    machine = Machine(
        FREEBSD_BOX.order(filesystem="raw", disks={"model": "enterprise-disk"}).bare("drive queue")
    )
    machine.start(RawPrograms(uniform(SMALL, SPAN, Random(1)), SMALL, 10))
    return len(answered(machine, requests))


def row(operation: str, requests: int) -> int:
    """Run sequential reads or writes of 8 KiB, as `operation` says, and return their number."""
    disk, now = HardDisk(drive_of("enterprise-disk")), 0.0
    issue = getattr(disk, operation)
    for offset in islice(sequential(8 * KiB), requests):
        now = issue(now, offset, 8 * KiB)
    return requests


def scattered(requests: int) -> int:
    """Run random writes into a disk whose cache fills up, and return the number of writes."""
    disk, now = HardDisk(drive_of("enterprise-disk", cache_size=1 * MiB)), 0.0
    for offset in islice(uniform(SMALL, SPAN, Random(1)), requests):
        now = disk.write(now, offset, SMALL)
    return requests


RUNS: two_places.Runs = dict(
    zip(
        BUDGETS,
        (
            lambda: ten(20_000),
            lambda: ten_readable(8_000),
            lambda: row("read", 40_000),
            lambda: row("write", 40_000),
            lambda: scattered(6_000),
        ),
        strict=True,
    )
)


def speeds() -> str:
    """Return JSON that maps each run to its requests per second."""
    return two_places.speeds(RUNS)
