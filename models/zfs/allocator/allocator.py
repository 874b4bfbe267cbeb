"""Where new blocks go. Three allocators, from simple to ZFS's own.

`NextFit` goes on behind the last block, round the device and again from its start; `FreeSpace` does
the same where space stays in use until it is given back. ZFS's own is `Metaslabs`, of some 200
slabs a vdev: which slab is next and what is freed is in `metaslabs.py`, first fit and best fit in a
slab in `space_map.py`, what can be calculated in `slab_cycle.py`.
"""

from bisect import bisect_right
from random import Random
from typing import NamedTuple

from models.units import MiB


class NextFit:
    """A cursor over `size` bytes from `start`."""

    def __init__(self, size: int, start: int = 4 * MiB):
        self.start, self.size, self.cursor = start, size, start

    def take(self, size: int) -> int:
        """The offset (bytes) of `size` fresh bytes."""
        if self.cursor + size > self.start + self.size:
            self.cursor = self.start
        offset = self.cursor
        self.cursor += size
        return offset


class Holes(NamedTuple):
    """Free space as overwriting leaves it: `size` bytes lie together, anywhere on the first `share`
    of a vdev."""

    size: int
    share: float


class NextHole(NextFit):
    """Goes on behind the last block in a hole, and then to any other; what no hole holds lies
    anywhere."""

    def __init__(self, size: int, start: int, holes: Holes, random: Random):
        super().__init__(int(size * holes.share), start)
        self.hole, self.end, self.random = holes.size, start, random

    def take(self, size: int) -> int:
        if self.cursor + size > self.end:
            whole = max(self.hole, size)
            self.cursor = self.start + int(self.random.random() * (self.size // whole)) * whole
            self.end = self.cursor + whole
        return super().take(size)


class FreeSpace:
    """The same cursor over space that stays in use until it is given back."""

    def __init__(self, size: int, start: int = 4 * MiB):
        self.start, self.size, self.cursor, self.used = start, size, start, 0
        self.free = [(start, start + size)]  # pieces: where each begins and ends, in order
        self.last = 0  # the number of the piece that the cursor was at the start of

    def take(self, size: int) -> int | None:
        """The offset (bytes) of `size` free bytes, from the cursor on or else from the start; None
        if there are none."""
        free, last, offset = self.free, self.last, self.cursor
        if last < len(free) and free[last][0] == offset and offset + size < free[last][1]:
            self.cursor = offset + size
            self.used += size
            free[last] = self.cursor, free[last][1]
            return offset
        for least in (self.cursor, self.start):
            for i, (begin, end) in enumerate(self.free):
                offset = max(begin, least)
                if offset + size <= end:
                    rest = ((begin, offset), (offset + size, end))
                    self.free[i : i + 1] = [piece for piece in rest if piece[0] < piece[1]]
                    self.cursor = offset + size
                    self.used += size
                    self.last = i + (begin < offset)
                    return offset
        return None

    def give(self, offset: int, size: int) -> None:
        """Take back what was handed out, and join it with its free neighbours."""
        end = offset + size
        i = bisect_right(self.free, (offset, end))
        if i < len(self.free) and self.free[i][0] == end:
            end = self.free.pop(i)[1]
        if i and self.free[i - 1][1] == offset:
            offset = self.free.pop(i - 1)[0]
            i -= 1
        self.free.insert(i, (offset, end))
        self.used -= size
