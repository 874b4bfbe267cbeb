"""One trial: a disk, an SSD or an array behind ZFS's queue, application reads, a resilver in one order or none, a depth."""
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from models.catalogue.machines import values
from models.devices.device import Drive
from models.devices.disk_array import DiskArray
from models.devices.disk_scheduling import sptf
from models.devices.drive_spec import DriveSpec, drive_of
from models.devices.fifo_adapter import FifoAdapter
from models.devices.hdd import HardDisk
from models.devices.queued_disk import QueuedDisk
from models.devices.ssd import SUN, Readzilla
from models.experiments.queues.load import Applications, Beside, Place, metadata_order, side_by_side
from models.fast.reads_beside_resilver import Read, two_streams
from models.sim.loop import Loop
from models.sim.stats import mean, percentile
from models.units import KiB
from models.zfs.io.queued_device import QueuedDevice
from models.zfs.io.scheduler import MOST_PENDING, QUEUE
from models.zfs.resilver.job import Job
from models.zfs.resilver.order import STRETCHES, steps

DISK = values("enterprise-disk")
DISKS = QUEUE["array_disks"]
SCALE = {"disk": 1, "array": DISKS, "ssd": 100}
"""How many times a disk's reads a second we let the device serve."""
INFLIGHT = 32
STRETCH = 500
PLACES = (0.2113, 0.7887)
"""In disk order a tape has so many steps around one of these places, then around the other, and so on. From both the way to
the application's reads, which lie anywhere, is a third of all on average, as it is for the whole disk (from the middle it
would be a quarter), and together their tracks have the mean length."""


class Trial(NamedTuple):
    """What came of it: the application's reads; bytes a second for the resilver; mean I/Os in ZFS's queue and commands in
    the drive's hands; the share of time that it had any; seconds; commands answered; bytes a second, all."""

    reads: list[Read]
    resilver: float
    waiting: float
    active: float
    busy: float
    seconds: float
    commands: int
    moved: float

    def latency(self, share: float | None = None) -> float:
        """The mean of the application's reads, or what this share of them does not exceed (s)."""
        taken = [read.finish - read.came for read in self.reads]
        return mean(taken) if share is None else percentile(taken, share)

    @property
    def waited(self) -> float:
        """How long the application's reads are in ZFS's queue, on average (s)."""
        return mean([read.issued - read.came for read in self.reads])

    @property
    def held(self) -> float:
        """How long they are in the drive's hands, on average (s)."""
        return mean([read.finish - read.issued for read in self.reads])


def device(kind: str, seed: int = 1, spec: DriveSpec | None = None) -> Drive:
    """The enterprise disk, which reads ahead, the 7410's Readzilla, or an array of such disks, ready for commands."""
    random, spec = Random(seed), spec or drive_of("enterprise-disk")
    if kind == "ssd":
        return FifoAdapter(Readzilla(random))
    disks = [QueuedDisk(spec, sptf(DISK["ageing"]), cache=False, read_ahead=True, phase=random.random())
             for _ in range(DISKS if kind == "array" else 1)]
    return DiskArray(disks, QUEUE["array_stripe"]) if kind == "array" else disks[0]


def span(kind: str) -> int:
    """Bytes of the device, half of which are in use; of an array we take half."""
    whole: int = DISK["capacity"] if kind == "disk" else DISK["capacity"] * DISKS // 2 if kind == "array" \
        else SUN["readzilla_capacity"]
    return whole


class Tape:
    """Offset, size and copied bytes of a resilver's reads, one after the other, without end: drawn once, read many times.

    The device is half full. Of a share `scattered` of its blocks the next one of the file lies elsewhere; in disk order
    neighbours and small holes between them are one read.
    """

    def __init__(self, kind: str, order: str, block: int, scattered: float, seed: int):
        everywhere = span(kind)
        self.job = Job(used=everywhere // 2, capacity=everywhere, block=block, scattered=scattered)
        self.drawn: list[tuple[int, int, int]] = []
        self.source = self.draw(kind, order, everywhere, seed)

    def draw(self, kind: str, order: str, everywhere: int, seed: int) -> Iterator[tuple[int, int, int]]:
        """The next, and the next."""
        if kind == "ssd" and order == "metadata":      # (a job's blocks lie so that half of its channels had nothing to do)
            for offset, size in metadata_order(self.job.block, everywhere, seed):
                yield offset, size, size
        random, job = Random(seed), self.job
        while True:
            for number, step in enumerate(steps(job, order, random, STRETCHES * STRETCH)):
                read, shift, part = step.reads[0], 0, number // STRETCH
                if order == "disk":
                    shift = int((PLACES[part % 2] - (part + 0.5) / STRETCHES) * job.span) * job.unit
                yield (read.offset + shift) % (everywhere - read.size), read.size, step.blocks * job.block

    def at(self, number: int) -> tuple[int, int, int]:
        """One of them, by its number."""
        while number >= len(self.drawn):
            self.drawn.append(next(self.source))
        return self.drawn[number]


tape = lru_cache(maxsize=16)(Tape)


class Stream:
    """A tape from its beginning on, as offsets and sizes. useful: the share of what went out so far that is copied."""

    def __init__(self, tape: Tape):
        self.tape, self.number, self.read, self.copied = tape, 0, 0, 0

    def __iter__(self) -> Iterator[Place]:
        while True:
            offset, size, copied = self.tape.at(self.number)
            self.number, self.read, self.copied = self.number + 1, self.read + size, self.copied + copied
            yield offset, size

    @property
    def useful(self) -> float:
        """Of the bytes that are read holes are not copied, nor is metadata."""
        return self.copied / self.read if self.read else 0.0


def stream(kind: str, order: str, block: int, scattered: float, seed: int) -> Stream | None:
    """A resilver's reads, if there is one."""
    return Stream(tape(kind, order, block, scattered, seed)) if order != "none" else None


def applications(kind: str, rate: float, block: int, scattered: float) -> Applications:
    """Reads among the data: over half of the device if it was written in order, over all of it if not."""
    job = Job(used=span(kind) // 2, capacity=span(kind), block=block, scattered=scattered)
    return Applications(rate * SCALE[kind], span=job.span * job.unit)


def trial(kind: str, order: str, depth: int, *, rule: str = "deadline", rate: float = 40.0, block: int = 8 * KiB,
          scattered: float = 1.0, count: int = 200, seed: int = 1, start: int | None = None) -> Trial:
    """`count` reads of 8 KiB, `rate` a second for each disk's worth of device, beside a resilver in `order`, or none, whose
    blocks lie as in `resilver_job.Job`. rule, start, depth: as in `VdevQueue`."""
    if kind != "disk" or start is not None:
        seen, useful = watched(kind, order, depth, rule=rule, rate=rate, block=block, scattered=scattered, count=count,
                               seed=seed, start=start)
        reads = [Read(zio.came, zio.issued, zio.finish) for zio in seen.reads]
        return summed(reads, seen.rate, useful, seen.waiting, seen.active, seen.busy, seen.seconds, len(seen.resilver))
    work = stream(kind, order, block, scattered, seed + 2)
    disk = HardDisk(drive_of("enterprise-disk"), phase=Random(seed).random())
    one = two_streams(disk, applications(kind, rate, block, scattered).reads(count, seed + 1), Applications.size,
                      iter(work) if work else None, INFLIGHT, max_pending=depth, rule=rule, ageing=DISK["ageing"])
    return summed(one.reads, one.rate, work.useful if work else 0.0, one.waiting, one.active, one.busy, one.seconds,
                  one.resilver)


def summed(reads: list[Read], rate: float, useful: float, waiting: float, active: float, busy: float, seconds: float,
           resilver: int) -> Trial:
    """A trial of what was counted. rate: bytes a second that the resilver read, of which it copies the share `useful`."""
    return Trial(reads, rate * useful, waiting, active, busy, seconds, resilver + len(reads),
                 rate + len(reads) * Applications.size / seconds)


def watched(kind: str, order: str, depth: int, *, rule: str = "deadline", rate: float = 40.0, block: int = 8 * KiB,
            scattered: float = 1.0, count: int = 200, seed: int = 1, start: int | None = None) -> tuple[Beside, float]:
    """The same as `trial`, with every I/O to look at, and the share of what the resilver reads that it copies."""
    reads = applications(kind, rate, block, scattered).reads(count, seed + 1)
    work = stream(kind, order, block, scattered, seed + 2)
    behind = QueuedDevice(Loop(), device(kind, seed), max_pending=depth, rule=rule, aggregation=0, start=start,
                          ramp=QUEUE["ramp"] if start else MOST_PENDING)
    seen = side_by_side(behind, reads, Applications.size, iter(work) if work else None, INFLIGHT)
    return seen, work.useful if work else 0.0
