"""The blocks of a volume that a request on a partition of a LUN touches, and those it covers in
part.

A block is read and written whole, because its checksum covers all of it. So a read of a part reads
the whole block, and a write of a part must read it first. Source: Bourbonnais 2010, Proper
Alignment for extra performance.
"""

from dataclasses import dataclass
from math import gcd
from typing import NamedTuple

from models.check import check_recordsize
from models.units import KiB


class TouchedBlocks(NamedTuple):
    """The touched blocks, from `first` to `last`."""

    first: int
    last: int
    before: int  # bytes of the first block that precede the request
    behind: int  # bytes of the last block that follow the request

    @property
    def blocks(self) -> int:
        """Return the number of blocks."""
        return self.last + 1 - self.first

    @property
    def partial(self) -> list[int]:
        """Return the numbers of the blocks that the request covers only in part."""
        ends = [self.first] if self.before else []
        if self.behind and (not ends or self.last != self.first):
            ends.append(self.last)
        return ends


class BlockMeans(NamedTuple):
    """Means over requests at all positions that an application uses."""

    blocks: float  # touched
    partial: float  # covered only in part
    straddle: float  # share of requests that touch more blocks than if they were aligned


@dataclass(frozen=True)
class Partition:
    """A partition of a LUN. Sizes in bytes."""

    offset: int = 0  # from the start of the LUN
    block: int = 8 * KiB  # block size of the volume
    lun: int = 0  # size of the LUN; 0: unlimited

    def __post_init__(self) -> None:
        check_recordsize(self.block, lun=True)
        if self.lun and self.offset >= self.lun:
            raise ValueError(f"offset must be below the LUN's {self.lun} bytes, got {self.offset}")

    @property
    def room(self) -> int:
        """Return the bytes of the partition."""
        return self.lun - self.offset

    def touched(self, place: int, size: int) -> TouchedBlocks:
        """Return the blocks that a request of `size` bytes at `place` in the partition touches."""
        begin, block = self.offset + place, self.block
        end = begin + size
        return TouchedBlocks(begin // block, (end - 1) // block, begin % block, -end % block)

    def share(self, size: int, grain: int = 0) -> BlockMeans:
        """Return means over requests of `size` bytes that start at multiples of `grain` bytes
        (default: `size`).

        Relative to the start of a block they start at r, r + g, r + 2g, ..., where g is the
        greatest common divisor of block and grain, and r is the remainder of the partition's offset
        divided by g. So the mean number of blocks touched is (ceil((r + size) / g) + block / g - 1)
        g / block.
        """
        grain = grain or size
        block = self.block
        step = gcd(block, grain)
        rest, places = self.offset % step, block // step
        touched = -(-(rest + size) // step) + places - 1
        partial = 0
        for begin in range(rest, block, step):
            ends = bool(begin) + bool((begin + size) % block)
            partial += min(ends, 1) if begin + size <= block else ends
        return BlockMeans(touched / places, partial / places, touched / places - -(-size // block))


def reads_of_disks(share: BlockMeans, reads: float, cached: float = 0.0) -> float:
    """Return the mean number of blocks that a request reads from disk: all touched blocks of a read
    (a share `reads` of requests), partly covered ones of a write, less the share `cached`.

    If disks are the limit and groups cost nothing, the rate is inversely proportional to this. If
    every request touches two blocks instead of one, the rate falls to a share of `reads` / 2.
    """
    return (1 - cached) * (reads * share.blocks + (1 - reads) * share.partial)


def rewritten(size: int, block: int, offset: int = 0) -> float:
    """Return the blocks read per block overwritten by consecutive writes of `size` bytes from
    `offset` (bytes): those that the first write to touch them covers only in part. Later writes
    find them in memory."""
    if size < block:
        return 1.0
    step = gcd(size, block)
    return (block - (step if offset % step == 0 else 0)) / size
