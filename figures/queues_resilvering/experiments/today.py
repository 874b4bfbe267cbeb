"""A disk and a flash drive of today that are resilvered while programs read them."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from figures.queues_resilvering.experiments.arrivals import even_arrivals
from figures.queues_resilvering.experiments.rebuild import READ, latencies
from models.machine import SERVER_TODAY, DiskReads, Machine, Order, Resilver
from models.sim.stats import mean
from models.units import TB
from models.zfs.resilver.job import RESILVER, Job
from models.zfs.resilver.order import ResilverStep, populate, steps

FLASH = 500
"""How many times as many reads the flash drive gets as the disk."""
STEPS = {"disk": 1000, "ssd": 800}
WARM = 128


class Beside(NamedTuple):
    """A resilver beside reads."""

    seconds: float  # for a terabyte
    read: float  # mean latency of a read (s)


def order_of(kind: str, rule: str) -> Order:
    """Return a server of today with one mirror. Its flash is fresh, as a new drive's is."""
    return SERVER_TODAY.order(
        pool={
            "layout": "mirror",
            "vdevs": 1,
            "width": 2,
            "jbods": 0,
            "disks": {"kind": kind, "ssd": {"filled": 0.0}},
        },
        queue={"rule": rule},
    ).without("network", "head", "cache", "flash")


def reads(machine: Machine, job: Job, rate: float) -> DiskReads:
    """Return `rate` reads a second of the surviving side, anywhere among its data."""

    def coming() -> Iterator[tuple[float, int, int]]:
        random = Random(machine.seed + 2)
        places = job.span * job.unit // READ - 1
        for when in even_arrivals(rate, Random(machine.seed + 1)):
            yield when, 1, int(random.random() * places) * READ

    return DiskReads(coming() if rate else (), READ)


def half_full(machine: Machine, block: int) -> Job:
    """Return the job of resilvering one side, half full of blocks that lie anywhere."""
    capacity = machine.pool.vdevs[0].devices[0].capacity
    return Job(int(capacity // 2), int(capacity), block)


def copied(
    machine: Machine, job: Job, rate: float, work: Iterator[ResilverStep], kind: str = "resilver"
) -> Resilver:
    """Run the steps of a resilver as OpenZFS issues them, beside reads. Return the resilver. kind: its
    class; a rebuild has no thread that looks at each block. (It also has four times as much in flight, which
    a sample is too short for; either is far more than the drives have at a time.)"""
    resilver = Resilver(
        work,
        RESILVER["in_flight_2022"],
        kind=kind,
        new=1,
        warm=WARM,
        issue=RESILVER["issue"] if kind == "resilver" else 0.0,
        ends=True,
    )
    machine.start(reads(machine, job, rate), resilver)
    machine.loop.run()
    return resilver


@lru_cache(maxsize=32)
def alone(kind: str, rule: str, rate: float, block: int, seed: int) -> float:
    """Return the mean latency of a read without a resilver (s); 0 without reads."""
    machine = Machine(order_of(kind, rule), seed, commands=True)
    machine.start(reads(machine, half_full(machine, block), rate))
    machine.loop.run(until=600 / rate if rate else 0.0)
    found = latencies(machine)
    return mean(found) if found else 0.0


@lru_cache(maxsize=64)
def beside(kind: str, way: str, rule: str, rate: float, block: int, seed: int) -> Beside:
    """Return the outcome of a resilver in an order (metadata or disk), or of a rebuild, which is in disk
    order and looks for no pointers, beside `rate` reads a second."""
    first, number = 0.0, STEPS[kind]
    if way == "disk":
        machine = Machine(order_of(kind, rule), seed, commands=True)
        job = half_full(machine, block)
        found = copied(machine, job, rate, populate(job, Random(seed), number // 3))
        first = TB / block * job.metadata * (found.ended - found.began) / found.done
    machine = Machine(order_of(kind, rule), seed, commands=True)
    job = half_full(machine, block)
    order, name = ("disk", way) if way == "rebuild" else (way, "resilver")
    found = copied(machine, job, rate, steps(job, order, Random(seed), number), name)
    seconds = found.ended - found.began
    answers = latencies(machine)
    return Beside(
        first + TB / block * seconds / found.blocks,
        mean(answers) if answers else 0.0,
    )
