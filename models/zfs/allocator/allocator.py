"""Two simple allocators. `NextFit` continues after the last block and wraps at the end; `FreeSpace`
does the same but keeps space in use until it is released. ZFS's own allocator is `Metaslabs` in
metaslabs.py."""

from bisect import bisect_right
from random import Random
from typing import NamedTuple

from models.units import MiB


class NextFit:
    """A next-fit allocator of `size` bytes from `start`."""

    def __init__(self, size: int, start: int = 4 * MiB):
        self.start, self.size, self.cursor = start, size, start

    def take(self, size: int) -> int:
        """Return the offset of `size` new bytes."""
        if self.cursor + size > self.start + self.size:
            self.cursor = self.start
        offset = self.cursor
        self.cursor += size
        return offset


class Holes(NamedTuple):
    """Free space after overwrites: holes of `size` bytes on the first `share` (0-1) of a vdev."""

    size: int
    share: float


class NextHole(NextFit):
    """A next-fit allocator within a hole. When the hole is full, another is chosen at random. A
    block larger than a hole goes to a random place."""

    def __init__(self, size: int, start: int, holes: Holes, random: Random):
        super().__init__(int(size * holes.share), start)
        self.hole, self.end, self.random = holes.size, start, random

    def take(self, size: int) -> int:
        """Return the offset of `size` new bytes."""
        if self.cursor + size > self.end:
            whole = max(self.hole, size)
            self.cursor = self.start + int(self.random.random() * (self.size // whole)) * whole
            self.end = self.cursor + whole
        return super().take(size)


class FreeSpace:
    """A next-fit allocator whose space stays in use until it is released."""

    def __init__(self, size: int, start: int = 4 * MiB):
        self.start, self.size, self.cursor, self.used = start, size, start, 0
        self.free = [(start, start + size)]  # free pieces (start, end), ascending
        self.last = 0  # index of the piece that starts at the cursor

    def take(self, size: int) -> int | None:
        """Return the offset of `size` free bytes, searching from the cursor and then from the
        start, or None if there are none."""
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

    def release(self, offset: int, size: int) -> None:
        """Free these bytes and merge them with free neighbours."""
        end = offset + size
        i = bisect_right(self.free, (offset, end))
        if i < len(self.free) and self.free[i][0] == end:
            end = self.free.pop(i)[1]
        if i and self.free[i - 1][1] == offset:
            offset = self.free.pop(i - 1)[0]
            i -= 1
        self.free.insert(i, (offset, end))
        self.used -= size
