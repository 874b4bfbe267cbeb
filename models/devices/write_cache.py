"""The write cache of a drive: writes that are answered but not on the platter, the order in which
they are destaged, and what a power failure would lose."""

from collections import deque
from dataclasses import dataclass
from itertools import chain

from models.devices.drive_spec import DriveSpec
from models.devices.positioning import Spot
from models.devices.read_ahead import ReadAhead

PAGE = 20
"""Cached extents are indexed by pages of 2 ** PAGE bytes, 1 MiB."""


@dataclass(slots=True, eq=False)
class Extent:
    """Consecutive bytes in the cache that are not on the platter yet."""

    offset: int  # bytes
    size: int  # bytes
    arrived: float  # when the first of them was cached (s)


class WriteCache(ReadAhead):
    """A platter with a write cache, which holds `dirty_bytes` of at most `spec.cache_size` bytes."""

    def __init__(self, spec: DriveSpec, phase: float = 0.0, speed_error: float = 0.0):
        super().__init__(spec, phase, speed_error)
        self.window: list[Spot[Extent]] = []  # the oldest extents, from which the drive chooses
        self.later: deque[Spot[Extent]] = deque()  # the extents after them
        self.newest: Extent | None = None
        self.pages: dict[int, list[Extent]] = {}  # page -> the extents that touch it
        self.dirty_bytes = 0
        # writes to the platter: first byte under the head (s), last byte past the head (s), offset,
        # size
        self.landings: deque[tuple[float, float, int, int]] = deque()
        self.issued = 0.0  # when the last command was issued (s)

    @property
    def dirty(self) -> list[Extent]:
        """Return the cached extents, oldest first."""
        return [spot.item for spot in chain(self.window, self.later)]

    def holds(self, offset: int, end: int) -> bool:
        """Return whether one cached extent has all bytes from `offset` to `end`."""
        for extent in self.pages.get(offset >> PAGE, ()):
            if extent.offset <= offset and end <= extent.offset + extent.size:
                return True
        return False

    def keep(self, now: float, offset: int, size: int) -> None:
        """Put a write into the cache at `now` (s): into an extent that has the same bytes, at the
        end of the newest extent if it is adjacent, or as a new extent."""
        last, end = self.newest, offset + size
        if self.holds(offset, end):
            return
        if (
            last
            and last.offset + last.size == offset
            and last.size + size <= self.spec.extent_limit
        ):
            page = offset - 1 >> PAGE
            last.size += size
        else:
            last = self.newest = Extent(offset, size, now)
            line = self.window if len(self.window) < self.spec.destage_set else self.later
            line.append(self.spot(offset, True, now, last))
            page = (offset >> PAGE) - 1
        while page < end - 1 >> PAGE:
            page += 1
            self.pages.setdefault(page, []).append(last)
        self.dirty_bytes += size

    def destage(self) -> None:
        """Write the extent of the window that is under the head first to the platter."""
        start = max(self.platter_free, self.window[0].arrived)
        self.interrupt(start)
        extent = self.take(self.soonest(start, self.window))
        self.put(start, extent.offset, extent.size)

    def take(self, index: int) -> Extent:
        """Remove the extent with this index in the window from the cache. Return it."""
        extent = self.window.pop(index).item
        if self.later:
            self.window.append(self.later.popleft())
        if extent is self.newest:
            self.newest = (self.later or self.window)[-1].item if self.window else None
        for page in range(extent.offset >> PAGE, (extent.offset + extent.size - 1 >> PAGE) + 1):
            self.pages[page].remove(extent)
            if not self.pages[page]:
                del self.pages[page]
        self.dirty_bytes -= extent.size
        return extent

    def put(self, now: float, offset: int, size: int) -> float:
        """Write to the platter from `now` (s) and record the write in `landings`. Return its finish
        (s)."""
        self.interrupt(now)
        finish = self.access(now, offset, size, True)
        landings = self.landings
        while landings and landings[0][1] <= self.issued:
            landings.popleft()
        landings.append((self.last[2], finish, offset, size))
        return finish

    def advance(self, now: float) -> None:
        """Do the background destaging that begins before `now` (s)."""
        while self.window and self.platter_free < now and self.window[0].arrived < now:
            self.destage()

    def bytes_held(self, now: float) -> int:
        """Return the bytes in memory at `now` (s): those in the cache and those of a write in
        progress."""
        if self.landings and self.landings[-1][1] > now:
            return self.dirty_bytes + self.landings[-1][3]
        return self.dirty_bytes

    def drain(self, now: float) -> float:
        """Destage everything. Return when it is on the platter (s), at least `now`."""
        while self.window:
            self.destage()
        return max(now, self.platter_free)

    def at_risk(self, now: float) -> list[tuple[int, int]]:
        """Return (offset, size) of the written bytes that a power failure at `now` (s) would lose,
        oldest first. Sectors are atomic. `now` must not be before the last command."""
        self.advance(now)
        lost = []
        for start, finish, offset, size in self.landings:
            if finish > now:
                passed = self.passed(start, now, offset, size)
                lost.append((offset + passed, size - passed))
        return lost + [(extent.offset, extent.size) for extent in self.dirty]

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Return whether these bytes, as last written, would survive a power failure at `now` (s,
        not before the last command)."""
        self.advance(now)
        for page in range(offset >> PAGE, (offset + size - 1 >> PAGE) + 1):
            for extent in self.pages.get(page, ()):
                if extent.offset < offset + size and offset < extent.offset + extent.size:
                    return False
        for start, finish, first, length in self.landings:
            if finish > now and first < offset + size and offset < first + length:
                passed = self.passed(start, now, first, length)
                if passed < length and first + passed < offset + size:
                    return False
        return True
