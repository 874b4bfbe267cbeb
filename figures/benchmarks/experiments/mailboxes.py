"""The part of a 7410 that reads mail: an eighth of its disks, cores and requests."""

from figures.benchmarks.experiments.four_systems import DATA, order_of
from models.machine import Machine, Nfs, Reads
from models.machine.machine import Seen
from models.units import KiB

PART = 8
"""The simulated machine has this part of the disks and clients, and its rates are multiplied."""
AT_A_TIME = order_of("7410").network.nfsd or 0
"""Requests that the whole server works on at a time; the others wait."""


def machine_of(seed: int, hits: float = 0.0, at_a_time: int = AT_A_TIME) -> Machine:
    """Return the machine with a share `hits` of reads from memory, and all pointers there. at_a_time: requests
    that the whole server works on at a time."""
    whole = order_of("7410")
    order = whole.order(
        pool={"vdevs": whole.pool.vdevs // PART, "jbods": 2, "filled": whole.pool.filled},
        network={"nfsd": at_a_time // PART},
        cache={"held": (hits, 0.0), "pointers_held": True},
    )
    return Machine(order, seed)


def readers(threads: int, at: float = 0.0, seen: Seen | None = None) -> Nfs:
    """Return so many threads that read mail, from `at` (s). seen: is told each answer."""
    blocks = Reads(DATA / PART)
    return Nfs(1, threads, 8 * KiB, reads=1.0, blocks=blocks, version=4, at=at, seen=seen)
