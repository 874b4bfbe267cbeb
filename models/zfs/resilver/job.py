"""What there is to resilver, a disk of a mirror or of a RAID-Z that was replaced or away for a
while; and what none beats."""

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
    """Seconds for `size` bytes at `rate` bytes a second: no resilver is faster, whatever its order."""
    return size / rate


def at_random(blocks: float, iops: float) -> float:
    """Seconds for so many blocks, each a movement of the arm, `iops` a second."""
    return blocks / iops


def throttled(blocks: float, delay: float = RESILVER["delay"]) -> float:
    """Seconds that the old throttle takes with a program at work: one block each `delay` (s), in
    the whole pool."""
    return blocks * delay


def metadata_share(born: float = 1.0, scattered: float = 1.0) -> float:
    """Indirect blocks to read for each block to resilver: one holds 128 pointers, and one without
    any block born since the disk left is not read. If all are new that is 1 of 128; few new ones
    that lie scattered have one each."""
    if not born:
        return 1.0
    old = 1.0  # the chance that a whole indirect block holds none of the new
    for _ in range(POINTERS):
        old *= 1 - born
    together = 1 / POINTERS
    return together + scattered * ((1 - old) / (born * POINTERS) - together)


@dataclass(frozen=True)
class Job:
    """A vdev of which some disks are new, and what it holds.

    With `scattered` the data is spread wider: over the used bytes alone at 0, over the whole disk,
    with free places between, at 1.
    """

    used: int = RESILVER["used"]  # bytes of each disk that hold blocks
    capacity: int = DRIVE["pool.disks.capacity"]  # bytes of a disk
    block: int = RESILVER["block"]  # bytes of data in a block
    scattered: float = (
        1.0  # share of blocks whose next one in the file lies anywhere else: 0 for a pool
    )
    #                                         written once, in order; 1 where every block was overwritten in another order
    born: float = 1.0  # share born since the disk was last there; the others are not even looked at
    layout: str = "mirror"
    width: int = 2  # disks in the vdev
    failed: int = 1  # of them, the first so many are new

    @cached_property
    def vdev(self) -> Vdev:
        """Knows where the columns of a block lie."""
        disks: Any = [SimpleNamespace(capacity=self.capacity)] * self.width
        return Mirror(disks) if self.layout == "mirror" else Raidz(disks, int(self.layout[-1]))

    @property
    def disks(self) -> int:
        """Over how many disks the vdev's addresses run: 1 for a mirror."""
        return 1 if self.layout == "mirror" else self.width

    @cached_property
    def unit(self) -> int:
        """Bytes of the vdev's addresses that a block takes, with parity and padding."""
        return self.vdev.allocated(self.block)

    @cached_property
    def blocks(self) -> int:
        """How many there are to resilver."""
        return int(self.used * self.born) * self.disks // self.unit

    @cached_property
    def span(self) -> int:
        """Over how many places of a block the data is spread, free ones among them."""
        used, places = self.used * self.disks // self.unit, self.capacity * self.disks // self.unit
        return max(1, min(places, used + int(self.scattered * (places - used))))

    @cached_property
    def density(self) -> float:
        """Of these places, the share that is used."""
        return min(1.0, self.used * self.disks // self.unit / self.span)

    @cached_property
    def metadata(self) -> float:
        """Blocks of metadata to read for each block to resilver."""
        return metadata_share(self.born, self.scattered)

    @property
    def bytes(self) -> int:
        """What the new disk has to get: its share of whole blocks."""
        return self.blocks * self.unit // self.disks

    def columns(self, place: int, size: int) -> tuple[list[Column], list[Column]]:
        """What is read of a block at a place, and what is written to new disks. Every surviving
        column is read, parity too (of a mirror the side that is left), also where no new disk holds
        a part of the block: illumos's dsl_scan.c asked for the block's birth only, until 2017."""
        columns = self.vdev.columns(place * self.unit, size)
        return (
            [column for column in columns if column.device >= self.failed],
            [column for column in columns if column.device < self.failed],
        )
