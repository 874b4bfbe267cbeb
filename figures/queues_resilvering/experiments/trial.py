"""A trial: a disk, an SSD or an array behind ZFS's queue at one depth, with an application's reads
and a resilver in one of the orders or none."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import count, islice
from math import inf
from random import Random
from typing import Any, NamedTuple

from figures.queues_resilvering.experiments.arrivals import even_arrivals
from figures.queues_resilvering.experiments.rebuild import BOX, QUEUE, READ, queue_order
from models.catalogue.machines import values
from models.devices.ssd import SUN
from models.machine import DiskReads, Machine, Resilver
from models.sim.stats import mean, percentile
from models.sim.workload import uniform
from models.units import KiB
from models.zfs.io.queue_order import Zio
from models.zfs.io.queued_device import QueuedDevice
from models.zfs.io.scheduler import VdevQueue
from models.zfs.pool.vdev import Column
from models.zfs.resilver.job import RESILVER, Job
from models.zfs.resilver.order import STRETCHES, ResilverStep, steps

DISK = values("enterprise-disk")
DISKS = QUEUE["array_disks"]
SCALE = {"disk": 1, "array": DISKS, "ssd": 100}
"""Reads per second of the device, as a multiple of those of a disk, by kind."""
SPAN: dict[str, int] = {
    "disk": DISK["pool.disks.capacity"],
    "array": DISK["pool.disks.capacity"] * DISKS // 2,
    "ssd": SUN["cache.flash.capacity"],
}
"""Bytes of the device, by kind. Half of them are in use; of an array only half counts."""
GRID = 4 * KiB
"""Blocks begin at multiples of this; ZFS does not align them to their size."""
STRETCH = 500
PLACES = (0.2113, 0.7887)
"""In disk order a tape has `STRETCH` steps around the first of these places (shares of the disk),
then as many around the second, and so on. From both places, the mean distance to the application's
reads, which lie anywhere, is a third of the disk, as it is for a whole disk (from the middle it
would be a quarter). Together their tracks have the mean length."""


class BesideResilver(NamedTuple):
    """The result of an application's reads beside a resilver."""

    reads: list[Zio]  # in order of their answers
    ios: int  # of the resilver
    read: int  # bytes read by the resilver
    seconds: float  # until the last answer
    waiting: float  # mean I/Os in ZFS's queue
    active: float  # mean commands in the drive
    busy: float  # share of the time with a command in the drive
    useful: float = 1.0  # share of the bytes read by the resilver that it copies

    @property
    def rate(self) -> float:
        """Return the bytes per second that the resilver copies."""
        return self.read * self.useful / self.seconds

    @property
    def commands(self) -> float:
        """Return the commands per second, of the application and the resilver."""
        return (self.ios + len(self.reads)) / self.seconds

    @property
    def mean(self) -> float:
        """Return the mean latency of the application's reads (s)."""
        return mean([read.finish - read.arrived for read in self.reads])

    @property
    def p90(self) -> float:
        """Return the 90th percentile of the latency of the application's reads (s)."""
        return percentile([read.finish - read.arrived for read in self.reads], 0.9)

    @property
    def waited(self) -> float:
        """Return the mean time of the application's reads in ZFS's queue (s)."""
        return mean([read.issued - read.arrived for read in self.reads])

    @property
    def held(self) -> float:
        """Return the mean time of the application's reads in the drive (s)."""
        return mean([read.finish - read.issued for read in self.reads])


def application(rate: float, number: int, seed: int, span: int) -> list[tuple[float, int, int]]:
    """Return the first `number` of `rate` random reads per second, each as (time in s, disk, offset
    within `span` bytes).

    They come independently of one another, but all within `number / rate` seconds. Otherwise a
    short sample could have a twelfth more or fewer reads by chance, and a resilver gets only the
    time that reads leave.
    """
    random = Random(seed)
    times, places = even_arrivals(rate, random, number), anywhere(READ, span, random)
    return [(when, 0, offset) for when, offset in islice(zip(times, places, strict=False), number)]


def anywhere(size: int, span: int, random: Random) -> Iterator[int]:
    """Yield the offsets of random blocks of `size` bytes in `span` bytes."""
    return uniform(GRID, span - max(0, size - GRID), random)


def half_full(kind: str, block: int, scattered: float) -> Job:
    """Return the job of resilvering a half-full device of this kind."""
    return Job(used=SPAN[kind] // 2, capacity=SPAN[kind], block=block, scattered=scattered)


class Tape:
    """The offsets and sizes of a resilver's reads, in order and without end. They are drawn once
    and read many times.

    For a share `scattered` (0-1) of the blocks, the next block of the file lies elsewhere. In disk
    order, neighbours and the small holes between them are one read.
    """

    def __init__(self, kind: str, order: str, block: int, scattered: float, seed: int) -> None:
        self.drawn: list[tuple[int, int, int]] = []  # (offset, size, copied), all in bytes
        self.source = self.draw(half_full(kind, block, scattered), kind, order, Random(seed))

    def draw(
        self, job: Job, kind: str, order: str, random: Random
    ) -> Iterator[tuple[int, int, int]]:
        """Yield reads without end, each as (offset, size, copied), all in bytes."""
        if (
            kind == "ssd" and order == "metadata"
        ):  # the blocks of a job would leave half of the SSD's channels idle
            for offset in anywhere(job.block, job.capacity, random):
                yield offset, job.block, job.block
        while True:
            for number, step in enumerate(steps(job, order, random, STRETCHES * STRETCH)):
                read, shift, part = step.reads[0], 0, number // STRETCH
                if order == "disk":
                    shift = int((PLACES[part % 2] - (part + 0.5) / STRETCHES) * job.span) * job.unit
                yield (
                    (read.offset + shift) % (job.capacity - read.size),
                    read.size,
                    step.blocks * job.block,
                )

    def __iter__(self) -> Iterator[tuple[int, int]]:
        for number in count():
            if number == len(self.drawn):
                self.drawn.append(next(self.source))
            yield self.drawn[number][:2]

    def useful(self, reads: int) -> float:
        """Return the share (0-1) of the bytes of the first `reads` reads that are copied; holes and
        metadata are not."""
        return sum([copied for _, _, copied in self.drawn[:reads]]) / sum(
            [size for _, size, _ in self.drawn[:reads]]
        )


tape = lru_cache(maxsize=16)(Tape)


def laid_out(
    kind: str,
    order: str,
    depth: int,
    *,
    rule: str = "deadline",
    rate: float = 40.0,
    block: int = 8 * KiB,
    scattered: float = 1.0,
    count: int = 200,
    seed: int = 1,
    start: int | None = None,
) -> tuple[Machine, list[tuple[float, int, int]], Tape | None]:
    """Return a machine, the reads of its disk, and the tape of its resilver (None without a
    resilver).

    An application makes `count` reads of 8 KiB among the data (in half of the disk if the data was
    written in order), `rate` per second for each disk to which the device is equal. The blocks of
    the resilver lie as in `Job`. rule, start, depth: as in `queue_order`.
    """
    machine = Machine(
        BOX.order(
            write_cache="off", disks={"kind": kind}, queue=queue_order(depth, rule, start, False)
        ),
        seed,
        commands=True,
    )
    job = half_full(kind, block, scattered)
    return (
        machine,
        application(rate * SCALE[kind], count, seed + 1, job.span * job.unit),
        tape(kind, order, block, scattered, seed + 2) if order != "none" else None,
    )


def trial(kind: str, order: str, depth: int, **rest: Any) -> BesideResilver:
    """Return the result of a trial. rest: settings as in `laid_out`."""
    if kind != "disk":
        return watched(kind, order, depth, **rest)[0]
    machine, reads, work = laid_out(kind, order, depth, **rest)
    device: Any = machine.pool.vdevs[0].devices[0]
    result = queues_alone(device, reads, work)
    return result._replace(useful=work.useful(result.ios) if work and result.ios else 0.0)


def watched(kind: str, order: str, depth: int, **rest: Any) -> tuple[BesideResilver, list[Zio]]:
    """Return the result of a trial that is simulated I/O by I/O on the whole machine, and the
    resilver's I/Os. rest: settings as in `laid_out`."""
    machine, reads, work = laid_out(kind, order, depth, **rest)
    result, resilver = side_by_side(machine, reads, work)
    return result._replace(useful=work.useful(result.ios) if work and result.ios else 0.0), resilver


def side_by_side(
    machine: Machine,
    reads: list[tuple[float, int, int]],
    work: Iterable[tuple[int, int]] | None,
    inflight: int = RESILVER["in_flight"],
) -> tuple[BesideResilver, list[Zio]]:
    """Run `reads` (time in s, disk, offset) on a machine together with a resilver that has
    `inflight` I/Os under way at a time, until the last read is answered. Return the result and the
    resilver's I/Os."""
    machine.start(DiskReads(reads, READ, len(reads)))
    if work is not None:
        machine.start(
            Resilver((ResilverStep([Column(0, *place)], [], 1) for place in work), inflight)
        )
    machine.loop.run()
    device: Any = machine.pool.vdevs[0].devices[0]
    resilver = [zio for zio in device.done if zio.kind == "resilver"]
    others = [zio for zio in device.done if zio.kind != "resilver"]
    size = sum([zio.size for zio in resilver])
    return measured(device.queue, others, len(resilver), size), resilver


def queues_alone(
    device: QueuedDevice,
    reads: list[tuple[float, int, int]],
    work: Iterable[tuple[int, int]] | None,
) -> BesideResilver:
    """Return the result of `side_by_side` for an unused disk, from its two queues without the rest
    of the machine, one and a half times as fast. A test compares the two I/O by I/O."""
    queue, drive, resilver = device.queue, device.drive, iter(work or ())
    answered: list[Zio] = []
    sent, ios, size, arrival = 0, 0, 0, reads[0][0]
    for place in islice(resilver, RESILVER["in_flight"]):
        queue.submit(0.0, "read", *place, "resilver")
    while len(answered) < len(reads):
        if arrival <= drive.due:
            queue.submit(arrival, "read", reads[sent][2], READ)
            sent += 1
            arrival = reads[sent][0] if sent < len(reads) else inf
            continue
        for command in drive.step():
            for zio in queue.answered(command):
                if zio.kind != "resilver":
                    answered.append(zio)
                    continue
                ios, size = ios + 1, size + zio.size
                for place in islice(resilver, 1):
                    queue.submit(command.finish, "read", *place, "resilver")
    return measured(queue, answered, ios, size)


def measured(queue: VdevQueue, reads: list[Zio], ios: int, size: int) -> BesideResilver:
    """Return the result of a run that just ended, with `ios` I/Os of the resilver that read `size`
    bytes."""
    seconds = queue.now
    return BesideResilver(
        reads,
        ios,
        size,
        seconds,
        queue.waiting_time / seconds,
        queue.active_time / seconds,
        queue.busy_time / seconds,
    )
