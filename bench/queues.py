"""Measure the speed of a whole machine whose reads all go through ZFS's queue and the drive's."""

from functools import cache
from typing import Any

from bench import two_places
from models.machine import SERVER_TODAY, SUN_7410, Local, Machine, Nfs, Order, Reads
from models.units import GiB, KiB

READS: dict[str, Any] = {"size": 8 * KiB, "reads": 1.0, "blocks": Reads(data=200 * GiB)}
ORDERS: dict[str, Order] = {
    "7410": SUN_7410.order(pool={"vdevs": 22}).without("cache"),
    "server of today": SERVER_TODAY.without("cache"),
}
BUDGETS = {
    "cold reads, 7410, local programs": 40_000.0,
    "cold reads, 7410, NFS": 40_000.0,
    "cold reads, server of today, local programs": 40_000.0,
    "cold reads, server of today, NFS": 40_000.0,
}
"""Budgets in I/Os of the disks a second. A read from RAID-Z takes several."""


@cache
def machine(name: str, nfs: bool) -> Machine:
    """Return a machine at work on random reads of 200 programs, or of 200 threads over NFS."""
    made = Machine(ORDERS[name], seed=1)
    made.start(Nfs(clients=10, threads=20, **READS) if nfs else Local(threads=200, **READS))
    return made


def reads(name: str, nfs: bool) -> int:
    """Run a machine for 0.3 s, and return the number of I/Os of its disks."""
    one = machine(name, nfs)
    before = one.boxes.moved("disks")[0]
    one.run(seconds=0.3)
    return one.boxes.moved("disks")[0] - before


RUNS: two_places.Runs = dict(
    zip(
        BUDGETS,
        (
            lambda: reads("7410", False),
            lambda: reads("7410", True),
            lambda: reads("server of today", False),
            lambda: reads("server of today", True),
        ),
        strict=True,
    )
)


def speeds() -> str:
    """Return JSON that maps each run to its I/Os per second."""
    return two_places.speeds(RUNS)
