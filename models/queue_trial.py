"""One trial: a disk, an SSD or an array behind ZFS's queue, application reads, a resilver in one order or none, a depth."""
from collections.abc import Iterator
from typing import NamedTuple

from models.catalogue import values
from models.check import a_number, one_of, requested, seeded
from models.devices.disciplines import sptf
from models.devices.disk_array import DiskArray
from models.devices.drive_spec import DriveSpec, drive_of
from models.devices.hdd import HardDisk
from models.devices.in_turn import InTurn
from models.devices.queued_disk import QueuedDisk
from models.devices.ssd import SUN, Readzilla
from models.pool.scheduler import MOST_PENDING, QUEUE, Drive, VdevQueue
from models.pool.two_streams import Read, two_streams
from models.queue_load import Applications, Beside, Place, disk_order, metadata_order, side_by_side
from models.station import MOST
from models.stats import mean, percentile
from models.units import KiB

DISK = values("enterprise-disk")
DISKS = QUEUE["array_disks"]
SCALE = {"disk": 1, "array": DISKS, "ssd": 100}
"""How many times a disk's reads a second we let the device serve."""
ORDERS = ("metadata", "disk", "none")
INFLIGHT = 32


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
    """The enterprise disk, the 7410's Readzilla, or an array of such disks, ready for commands."""
    one_of("device", kind, SCALE)
    random, spec = seeded(seed), spec or drive_of("enterprise-disk")
    if kind == "ssd":
        return InTurn(Readzilla(random))
    disks = [QueuedDisk(spec, sptf(DISK["ageing"]), cache=False, phase=random.random())
             for _ in range(DISKS if kind == "array" else 1)]
    return DiskArray(disks, QUEUE["array_stripe"]) if kind == "array" else disks[0]


def span(kind: str) -> int:
    """Bytes of the device that are in use: all, of an array half."""
    whole: int = DISK["capacity"] if kind == "disk" else DISK["capacity"] * DISKS // 2 if kind == "array" \
        else SUN["readzilla_capacity"]
    return whole


def stream(order: str, block: int, bytes_: int, seed: int) -> Iterator[Place] | None:
    """A resilver's reads: its blocks anywhere, or one behind the other and joined to what goes down as one."""
    one_of("order", order, ORDERS)
    if order == "metadata":
        return metadata_order(block, bytes_, seed)
    joined: int = max(block, QUEUE["aggregation"])
    return disk_order(joined, bytes_, bytes_ // 3) if order == "disk" else None


def check(kind: str, order: str, rate: float, block: int, count: int, seed: int) -> None:
    """Raise ValueError unless this can be tried."""
    one_of("device", kind, SCALE)
    one_of("order", order, ORDERS)
    a_number("rate", rate, above=0)
    requested(block)
    a_number("count", count, 1, MOST, whole=True)
    a_number("seed", seed, whole=True)


def trial(kind: str, order: str, depth: int, *, rule: str = "deadline", rate: float = 40.0, block: int = 8 * KiB,
          count: int = 200, seed: int = 1, start: int | None = None) -> Trial:
    """`count` reads of 8 KiB, `rate` a second for each disk's worth of device, beside a resilver of `block` bytes."""
    check(kind, order, rate, block, count, seed)
    everywhere = span(kind)
    reads = Applications(rate * SCALE[kind], span=everywhere).reads(count, seed + 1)
    work = stream(order, block, everywhere, seed + 2)
    if kind == "disk" and start is None:
        spec = drive_of("enterprise-disk")
        disk = HardDisk(spec, phase=seeded(seed).random())
        one = two_streams(disk, reads, Applications.size, work, INFLIGHT, max_pending=depth, rule=rule,
                          ageing=DISK["ageing"])
        return Trial(one.reads, one.rate, one.waiting, one.active, one.busy, one.seconds, one.resilver + len(one.reads),
                     one.rate + len(one.reads) * Applications.size / one.seconds)
    other = watched(kind, order, depth, rule=rule, rate=rate, block=block, count=count, seed=seed, start=start)
    return Trial([Read(z.came, z.issued, z.finish) for z in other.reads], other.rate, other.waiting, other.active, other.busy,
                 other.seconds, len(other.reads) + len(other.resilver),
                 other.rate + len(other.reads) * Applications.size / other.seconds)


def watched(kind: str, order: str, depth: int, *, rule: str = "deadline", rate: float = 40.0, block: int = 8 * KiB,
            count: int = 200, seed: int = 1, start: int | None = None) -> Beside:
    """The same as `trial`, with every I/O to look at."""
    check(kind, order, rate, block, count, seed)
    everywhere = span(kind)
    reads = Applications(rate * SCALE[kind], span=everywhere).reads(count, seed + 1)
    queue = VdevQueue(device(kind, seed), max_pending=depth, rule=rule, aggregation=0, start=start,
                      ramp=QUEUE["ramp"] if start else MOST_PENDING)
    return side_by_side(queue, reads, Applications.size, stream(order, block, everywhere, seed + 2), INFLIGHT)
