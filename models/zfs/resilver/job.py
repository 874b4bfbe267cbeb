"""The work of a resilver after a disk of a mirror or RAID-Z was replaced or was missing for a
while, and lower bounds for its time."""

from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any

from models.catalogue.machines import values
from models.zfs.pool.vdev import Column, Mirror, Raidz, Vdev

RESILVER = values("zfs-resilver")
DRIVE = values("enterprise-disk")
POINTERS: int = RESILVER["pointers"]


def streaming(size: float, rate: float) -> float:
    """Return how long `size` bytes take at `rate` bytes per second (s), a lower bound for any
    order."""
    return size / rate


def at_random(blocks: float, iops: float) -> float:
    """Return how long `blocks` blocks with a seek each take at `iops` blocks per second (s)."""
    return blocks / iops


def throttled(blocks: float, delay: float = RESILVER["delay"]) -> float:
    """Return how long `blocks` blocks of the pool take under the old throttle while a program runs
    (s), at `delay` seconds per block."""
    return blocks * delay


def metadata_share(born: float = 1.0, scattered: float = 1.0) -> float:
    """Return the number of indirect blocks to read per block to resilver.

    An indirect block has 128 pointers and is skipped if none of its blocks was born since the disk
    left. If all blocks are new the share is 1/128; a few scattered new blocks need one each.
    """
    if not born:
        return 1.0
    old = 1.0  # probability that an indirect block holds no new block
    for _ in range(POINTERS):
        old *= 1 - born
    together = 1 / POINTERS
    return together + scattered * ((1 - old) / (born * POINTERS) - together)


@dataclass(frozen=True)
class Job:
    """A vdev with some new disks, and its contents. The data spreads over the used bytes alone if
    `scattered` is 0, and over the whole disk, with free places between, if it is 1."""

    used: int = RESILVER["used"]  # bytes of each disk that hold blocks
    capacity: int = DRIVE["pool.disks.capacity"]  # bytes of a disk
    block: int = RESILVER["block"]  # bytes of data in a block
    # share of blocks whose next block in the file is elsewhere: 0 for a pool written once in order,
    # 1 after all blocks were overwritten in another order
    scattered: float = 1.0
    born: float = 1.0  # share born since the disk was last present; others are not read
    layout: str = "mirror"
    width: int = 2  # disks in the vdev
    failed: int = 1  # number of new disks; they come first

    @cached_property
    def vdev(self) -> Vdev:
        """Return a vdev that maps blocks to columns."""
        disks: Any = [SimpleNamespace(capacity=self.capacity)] * self.width
        return Mirror(disks) if self.layout == "mirror" else Raidz(disks, int(self.layout[-1]))

    @property
    def disks(self) -> int:
        """Return the number of disks that the vdev's addresses span: 1 for a mirror."""
        return 1 if self.layout == "mirror" else self.width

    @cached_property
    def unit(self) -> int:
        """Return the bytes of the vdev that a block takes, with parity and padding."""
        return self.vdev.allocated(self.block)

    @cached_property
    def blocks(self) -> int:
        """Return the number of blocks to resilver."""
        return int(self.used * self.born) * self.disks // self.unit

    @cached_property
    def span(self) -> int:
        """Return the number of block places that the data is spread over, free ones included."""
        used, places = self.used * self.disks // self.unit, self.capacity * self.disks // self.unit
        return max(1, min(places, used + int(self.scattered * (places - used))))

    @cached_property
    def density(self) -> float:
        """Return the share (0-1) of the `span` places that is used."""
        return min(1.0, self.used * self.disks // self.unit / self.span)

    @cached_property
    def metadata(self) -> float:
        """Return the metadata blocks to read per block to resilver."""
        return metadata_share(self.born, self.scattered)

    @property
    def bytes(self) -> int:
        """Return the bytes that a new disk receives: its share of whole blocks."""
        return self.blocks * self.unit // self.disks

    def columns(self, place: int, size: int) -> tuple[list[Column], list[Column]]:
        """Return the columns of a block to read, and those to write to new disks. Every surviving
        column is read, including parity (of a mirror the surviving side), even if no new disk holds
        a part of the block: until 2017, dsl_scan.c of illumos checked only the block's birth."""
        columns = self.vdev.columns(place * self.unit, size)
        survivors = [column for column in columns if column.device >= self.failed]
        return survivors, [column for column in columns if column.device < self.failed]
