"""Where a request on a partition of a LUN lies among the blocks of the volume beneath: how many it
touches, how many in part.

A block is read and written as a whole, for its checksum is that of the whole. So whoever reads a
part of it reads all of it, and whoever writes a part has to read it first. Source: Bourbonnais
2010, Proper Alignment for extra performance.
"""

from dataclasses import dataclass
from math import gcd
from typing import NamedTuple

from models.check import check_recordsize
from models.units import KiB


class Touched(NamedTuple):
    """Blocks `first` to `last`; bytes that the request leaves out `before` it in the first, and
    `behind` it in the last."""

    first: int
    last: int
    before: int
    behind: int

    @property
    def blocks(self) -> int:
        """How many."""
        return self.last + 1 - self.first

    @property
    def partial(self) -> list[int]:
        """Those that the request covers only in part."""
        ends = [self.first] if self.before else []
        if self.behind and (not ends or self.last != self.first):
            ends.append(self.last)
        return ends


class Share(NamedTuple):
    """Of requests at all places that an application uses, on average: blocks touched, blocks
    covered only in part; and the share of requests that straddle: that touch a block more than if
    they began where a block begins."""

    blocks: float
    partial: float
    straddle: float


@dataclass(frozen=True)
class Partition:
    """It begins `offset` bytes behind the start of a LUN whose volume has blocks of `block` bytes.
    lun: bytes of the LUN, 0 if that does not matter."""

    offset: int = 0
    block: int = 8 * KiB
    lun: int = 0

    def __post_init__(self) -> None:
        check_recordsize(self.block, lun=True)
        if self.lun and self.offset >= self.lun:
            raise ValueError(f"offset must be below the LUN's {self.lun} bytes, got {self.offset}")

    @property
    def room(self) -> int:
        """Bytes of the partition."""
        return self.lun - self.offset

    def touched(self, place: int, size: int) -> Touched:
        """What a request of `size` bytes, `place` bytes behind the partition's start, touches."""
        begin, block = self.offset + place, self.block
        end = begin + size
        return Touched(begin // block, (end - 1) // block, begin % block, -end % block)

    def share(self, size: int, grain: int = 0) -> Share:
        """Means over requests of `size` bytes that begin at multiples of `grain` bytes (default: of
        `size`).

        Behind the start of a block they begin r, r + g, r + 2g, ... with g the greatest common
        divisor of block and grain, and r what the partition's offset leaves when it is divided by
        g. So the blocks touched are, on average, (ceil((r + size) / g) + block / g - 1) g / block.
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
        return Share(touched / places, partial / places, touched / places - -(-size // block))


def reads_of_disks(share: Share, reads: float, cached: float = 0.0) -> float:
    """Blocks to read from disk for a request (mean): all that it touches where it reads (`reads` of
    all requests do), those that it covers in part where it writes; less those in memory. Where
    disks are the limit, and groups cost nothing, the rate is inversely proportional to this. If one
    block becomes two, it falls to `reads` / 2."""
    return (1 - cached) * (reads * share.blocks + (1 - reads) * share.partial)


def rewritten(size: int, block: int, offset: int = 0) -> float:
    """Blocks read for each block that is overwritten by writes of `size` bytes, one behind the
    other from `offset` (bytes) on: those that the first write to touch them covers only in part.
    What the next one needs is in memory by then."""
    if size < block:
        return 1.0
    step = gcd(size, block)
    return (block - (step if offset % step == 0 else 0)) / size
