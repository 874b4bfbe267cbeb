"""A whole resilver: a sample of it on a machine, beside programs that read the disks that are left.

Of some hundred blocks the time is scaled to the whole disk: neither the disk nor the load changes
in the course of it, so the rate does not either (a test compares short samples with long ones).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from models.catalogue.machines import values
from models.machine import FREEBSD_BOX, DiskReads, Machine, Order, Resilver
from models.sim.arrivals import even_arrivals
from models.units import KiB
from models.zfs.resilver.job import RESILVER, Job
from models.zfs.resilver.order import ResilverStep, populate, steps

QUEUE = values("zfs-queue")
BOX = FREEBSD_BOX.order(disks={"model": "enterprise-disk"}).without(
    "network", "head", "cache", "flash"
)
READ = 8 * KiB
WARM, POPULATE = 64, 200
LONGEST, BEHIND = 200.0, 400
"""Seconds that a sample may last; of the application's reads, how many may wait at its end."""


@dataclass(frozen=True)
class ApplicationLoad:
    """What the surviving disks serve besides, anywhere among the data, and the rules for both."""

    reads: float = RESILVER["reads"]  # a second, of each disk, 8 KiB each
    depth: int = QUEUE["pending"]  # commands in a disk's hands, at most
    in_flight: int = RESILVER[
        "in_flight"
    ]  # blocks (or aggregates) of the resilver on their way, at most
    delay: float = 0.0  # s before each block while the application is at work (the old throttle;
    #                                             in disk order there is none)
    start: int | None = None  # see `queue_order`


def queue_order(depth: int, rule: str, start: int | None, joins: bool = True) -> dict[str, Any]:
    """Return the settings of ZFS's queue. start: an I/O goes down on arrival while the drive has
    fewer commands, and two go down on each answer, as in the old code. joins: whether the queue
    joins neighbours into one command."""
    more = {} if start is None else {"start": start, "ramp": QUEUE["ramp"]}
    return {"pending": depth, "rule": rule, **more, **({} if joins else {"aggregation": 0})}


def order_of(job: Job, load: ApplicationLoad, ahead: bool = True, joins: bool = True) -> Order:
    """A machine with the disks of a job. ahead: whether they read ahead."""
    spec = {"capacity": job.capacity} if ahead else {"capacity": job.capacity, "read_ahead": 0}
    return BOX.order(
        pool={"layout": job.layout, "vdevs": 1, "width": job.width},
        disks=spec,
        queue=queue_order(load.depth, "deadline", load.start, joins),
    )


def application(job: Job, rate: float, machine: Machine) -> DiskReads:
    """`rate` reads a second of each disk that is left, anywhere among the job's data."""

    def coming() -> Iterator[tuple[float, int, int]]:
        draw, left = machine.random.random, job.width - job.failed
        places = max(1, job.span * job.unit // job.disks // READ - 1)
        for when in even_arrivals(rate * left, Random(machine.seed + 1)):
            yield when, job.failed + int(draw() * left), int(draw() * places) * READ

    return DiskReads(coming() if rate else (), READ)


def latencies(machine: Machine) -> list[float]:
    """What the application's reads took (s)."""
    devices: list[Any] = machine.pool.vdevs[0].devices
    return [zio.latency for device in devices for zio in device.done if zio.kind == "sync read"]


class Resilvered(NamedTuple):
    """A whole resilver."""

    seconds: float
    populate: float  # seconds of these for the first phase of the new way
    rate: float  # bytes a second onto the new disk, over all of it
    blocks: float  # a second, without the first phase
    jumps: float  # share of them before which the first survivor was somewhere else with the resilver's last
    answers: list[float]  # what the application's reads took (s)


def sample(order: str, job: Job) -> int:
    """Blocks, or aggregates, of a sample: fewer where many disks are looked at, whose chances even
    out, more where blocks lie together and are soon done. Over seeds the time that it gives
    deviates by 3 % in metadata order, 7 % in disk order, 11 % in disk order on a RAID-Z."""
    if order == "metadata":
        return int(
            (400 if job.width == 2 else 240)
            * (1 + (5 if job.width == 2 else 3) * (1 - job.scattered))
        )
    return 1000 if job.width == 2 else max(400, 2500 // job.width)


def rebuild(
    job: Job,
    order: str,
    load: ApplicationLoad | None = None,
    *,
    seed: int = 1,
    count: int | None = None,
    ahead: bool = True,
) -> Resilvered:
    """Resilver in `order` ("metadata" or "disk"). count: blocks (or aggregates) of the sample, more
    than are on their way at a time. ahead: whether the drives read ahead."""
    load = ApplicationLoad() if load is None else load
    least = WARM + 2 * load.in_flight
    count = max(sample(order, job), 2 * least) if count is None else count
    first = 0.0
    if order == "disk":
        load = replace(load, delay=0.0)
        found = sampled(
            Machine(order_of(job, load, ahead, False), seed),
            job,
            load,
            populate(job, Random(seed), max(POPULATE, 2 * least)),
        )
        first = job.blocks * job.metadata * (found.ended - found.began) / found.done
    machine = Machine(order_of(job, load, ahead, order == "metadata"), seed, commands=True)
    work = sampled(machine, job, load, steps(job, order, Random(seed), count))
    each = (work.ended - work.began) / work.blocks
    seconds = first + job.blocks * each
    return Resilvered(
        seconds,
        first,
        job.bytes / seconds,
        1 / each,
        jumps(machine, job) * work.copied / work.blocks,
        latencies(machine),
    )


def sampled(
    machine: Machine, job: Job, load: ApplicationLoad, work: Iterator[ResilverStep]
) -> Resilver:
    """Do it, unless the application's reads come faster than the disks serve them."""
    reads = application(job, load.reads, machine)
    resilver = Resilver(
        work,
        load.in_flight,
        load.delay,
        reads if load.reads else None,
        new=job.failed,
        warm=WARM,
        ends=True,
    )
    machine.start(reads, resilver)
    machine.loop.run(until=LONGEST)
    if resilver.done <= 0 and resilver.sent_all:
        raise ValueError(
            f"count must be more than {load.in_flight} I/Os of full size, which are on their way at once"
        )
    if resilver.done <= 0 or reads.sent - reads.answered > BEHIND:
        raise ValueError(
            f"reads must leave the disks some time for the resilver, got {load.reads:g} a second"
        )
    return resilver


def jumps(machine: Machine, job: Job) -> float:
    """Of the first survivor's reads for the resilver, the share that does not go on where the last
    one ended."""
    survivor: Any = machine.pool.vdevs[0].devices[job.failed]
    commands = [zio.whole for zio in survivor.done if zio.kind == "resilver"]
    moved = [b is not a and b.offset != a.offset + a.size for a, b in pairwise(commands)]
    return sum(moved) / max(1, len(moved))


def alone(job: Job, load: ApplicationLoad, *, seed: int = 1, seconds: float = 20.0) -> list[float]:
    """What the application's reads of the same disks take without a resilver (s)."""
    machine = Machine(order_of(job, load), seed, commands=True)
    machine.start(application(job, load.reads, machine))
    machine.loop.run(until=seconds)
    return latencies(machine)
