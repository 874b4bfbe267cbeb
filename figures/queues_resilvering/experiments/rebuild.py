"""A whole resilver, calculated from a sample that a machine runs while programs read the surviving
disks.

The time of a few hundred blocks is scaled up to the whole disk. The disk and the load do not change
meanwhile, so the rate does not change either (a test compares short samples with long ones).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from figures.queues_resilvering.experiments.arrivals import even_arrivals
from models.catalogue.machines import values
from models.machine import FREEBSD_BOX, DiskReads, Machine, Order, Resilver
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
"""The longest time (s) that a sample may take; the most reads of the application that may wait at
its end."""


@dataclass(frozen=True)
class ApplicationLoad:
    """Reads that the surviving disks serve during the resilver, anywhere among the data, and the
    rules for the reads and the resilver."""

    reads: float = RESILVER["reads"]  # 8 KiB reads per second on each disk
    depth: int = QUEUE["pending"]  # most commands in a disk's queue
    in_flight: int = RESILVER["in_flight"]  # the most blocks (or aggregates) resilvered at a time
    delay: float = 0.0  # pause (s) before each block while the application is at work (the old
    #                                             throttle; in disk order there is none)
    start: int | None = None  # see `queue_order`


def queue_order(depth: int, rule: str, start: int | None, joins: bool = True) -> dict[str, Any]:
    """Return the settings of ZFS's queue.

    start: while the drive has fewer commands than this, I/Os are issued on arrival, and two are
    issued after each answer, as in the old code. joins: whether the queue joins neighbours into one
    command.
    """
    more = {} if start is None else {"start": start, "ramp": QUEUE["ramp"]}
    return {"pending": depth, "rule": rule, **more, **({} if joins else {"aggregation": 0})}


def order_of(job: Job, load: ApplicationLoad, ahead: bool = True, joins: bool = True) -> Order:
    """Return the order of a machine with the disks of a job. ahead: whether the drives read ahead.
    joins: as in `queue_order`."""
    spec = {"capacity": job.capacity} if ahead else {"capacity": job.capacity, "read_ahead": 0}
    return BOX.order(
        pool={"layout": job.layout, "vdevs": 1, "width": job.width},
        disks=spec,
        queue=queue_order(load.depth, "deadline", load.start, joins),
    )


def application(job: Job, rate: float, machine: Machine) -> DiskReads:
    """Return a load of `rate` reads per second on each surviving disk, anywhere among the job's
    data."""

    def coming() -> Iterator[tuple[float, int, int]]:
        """Yield reads without end, each as (time in s, disk, offset in bytes)."""
        draw, left = machine.random.random, job.width - job.failed
        places = max(1, job.span * job.unit // job.disks // READ - 1)
        for when in even_arrivals(rate * left, Random(machine.seed + 1)):
            yield when, job.failed + int(draw() * left), int(draw() * places) * READ

    return DiskReads(coming() if rate else (), READ)


def latencies(machine: Machine) -> list[float]:
    """Return the latencies of the application's reads (s)."""
    devices: list[Any] = machine.pool.vdevs[0].devices
    return [zio.latency for device in devices for zio in device.done if zio.kind == "sync read"]


class Resilvered(NamedTuple):
    """The result of a whole resilver."""

    seconds: float
    populate: float  # seconds for the first phase of disk order, included above
    rate: float  # bytes per second onto the new disk, over the whole time
    blocks: float  # blocks per second, without the first phase
    jumps: float  # share of blocks to which the first survivor had to seek from the previous one
    answers: list[float]  # latencies of the application's reads (s)


def sample(order: str, job: Job) -> int:
    """Return the number of blocks, or aggregates, in a sample.

    It is smaller with many disks, where random differences average out, and larger where blocks lie
    together and are soon done. From seed to seed the resulting time varies by 3 % in metadata
    order, 7 % in disk order, and 11 % in disk order on a RAID-Z.
    """
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
    """Return the result of resilvering a job in `order` ("metadata" or "disk").

    count: blocks (or aggregates) of the sample, which must be more than are under way at a time.
    ahead: whether the drives read ahead. Raise ValueError in the cases in which `sampled` does.
    """
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
    """Run the steps of a resilver together with the application's reads, and return the resilver.

    Raise ValueError if there are too few steps, or if reads come faster than the disks serve them.
    """
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
            f"count must leave steps to measure after the first {WARM}, got {resilver.done + WARM} "
            "done when the last one was sent"
        )
    if resilver.done <= 0 or reads.sent - reads.answered > BEHIND:
        raise ValueError(
            f"reads must leave the disks time for the resilver, got {load.reads:g} per second"
        )
    return resilver


def jumps(machine: Machine, job: Job) -> float:
    """Return the share (0-1) of the resilver's reads of the first survivor that do not begin where
    the previous one ended."""
    survivor: Any = machine.pool.vdevs[0].devices[job.failed]
    commands = [zio.whole for zio in survivor.done if zio.kind == "resilver"]
    moved: list[bool] = [
        b is not a and b.offset != a.offset + a.size for a, b in pairwise(commands)
    ]
    return sum(moved) / max(1, len(moved))


def alone(job: Job, load: ApplicationLoad, *, seed: int = 1, seconds: float = 20.0) -> list[float]:
    """Return the latencies (s) of the application's reads on the disks of the job without a
    resilver. seconds: how long the application reads."""
    machine = Machine(order_of(job, load), seed, commands=True)
    machine.start(application(job, load.reads, machine))
    machine.loop.run(until=seconds)
    return latencies(machine)
