"""What a drive has answered but not yet written: the cache, its destaging order, and item a power
failure would lose."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from models.devices.drive_spec import DriveSpec
from models.devices.positioning import Spot
from models.devices.read_ahead import ReadAhead

PAGE = 20
"""Cached extents are indexed by the mebibyte (2 to this power) that they lie in."""


@dataclass(slots=True, eq=False)
class Extent:
    """Cached bytes that are not on the platter yet."""

    offset: int  # bytes
    size: int  # bytes
    arrived: float  # of the first of them (s)


class WriteCache(ReadAhead):
    """A platter with a write cache. It holds `dirty_bytes`, at most `spec.cache_size`, that are
    nowhere else."""

    def __init__(self, spec: DriveSpec, phase: float = 0.0, speed_error: float = 0.0):
        super().__init__(spec, phase, speed_error)
        self.window: list[Spot] = []  # the oldest extents, which the drive chooses from
        self.later: deque[Spot] = deque()  # the extents after them
        self.newest: Extent | None = None
        self.pages: dict[int, list[Extent]] = {}
        self.dirty_bytes = 0
        self.landings: deque[tuple[float, float, int, int]] = deque()
        """Writes to the platter: first byte under the head (s), last byte past it (s), offset, size."""
        self.issued = 0.0  # when the last command was issued (s)

    @property
    def dirty(self) -> list[Extent]:
        """Return the cached extents, oldest first."""
        return [spot.item for spot in chain(self.window, self.later)]

    def overlapping(self, offset: int, size: int) -> Iterator[Extent]:
        """Yield the cached extents that share bytes with these. An extent in several mebibytes may
        come more than once."""
        end = offset + size
        for page in range(offset >> PAGE, (end - 1 >> PAGE) + 1):
            for extent in self.pages.get(page, ()):
                if extent.offset < end and offset < extent.offset + extent.size:
                    yield extent

    def holds(self, offset: int, end: int) -> bool:
        """Return whether one extent has all bytes from `offset` to `end`."""
        for extent in self.pages.get(offset >> PAGE, ()):
            if extent.offset <= offset and end <= extent.offset + extent.size:
                return True
        return False

    def keep(self, now: float, offset: int, size: int) -> None:
        """Put a write into the cache: overwrite the same bytes, or extend the newest extent if they
        are adjacent."""
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
            spot = self.spot(offset, True, now)
            last = self.newest = Extent(offset, size, now)
            line = self.window if len(self.window) < self.spec.destage_set else self.later
            line.append(spot._replace(item=last))
            page = (offset >> PAGE) - 1
        while page < end - 1 >> PAGE:
            page += 1
            self.pages.setdefault(page, []).append(last)
        self.dirty_bytes += size

    def destage(self) -> None:
        """Write out the extent of the window that the platter reaches first."""
        start = max(self.platter_free, self.window[0].arrived)
        self.interrupt(start)
        extent = self.take(self.soonest(start, self.window))
        self.put(start, extent.offset, extent.size)

    def take(self, index: int) -> Extent:
        """Remove an extent of the window from the cache."""
        extent: Extent = self.window.pop(index).item
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
        """Write to the platter, starting at `now` (s), and remember when the bytes land. Return the
        finish (s)."""
        self.interrupt(now)
        finish = self.access(now, offset, size, True)
        landings = self.landings
        while landings and landings[0][1] <= self.issued:
            landings.popleft()
        landings.append((self.last[2], finish, offset, size))
        return finish

    def advance(self, now: float) -> None:
        """Do all background destaging that begins before `now` (s)."""
        while self.window and self.platter_free < now and self.window[0].arrived < now:
            self.destage()

    def bytes_held(self, now: float) -> int:
        """Return the bytes in memory at `now` (s): cached, or on their way to the platter."""
        if self.landings and self.landings[-1][1] > now:
            return self.dirty_bytes + self.landings[-1][3]
        return self.dirty_bytes

    def drain(self, now: float) -> float:
        """Destage everything. Return when it is on the platter (s), at least `now`."""
        while self.window:
            self.destage()
        return max(now, self.platter_free)

    def at_risk(self, now: float) -> list[tuple[int, int]]:
        """Return offset and size of all that a power failure at `now` (s) would lose, oldest first.
        Sectors are atomic. `now` must not be before the last command."""
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
        if next(self.overlapping(offset, size), None) is not None:
            return False
        for start, finish, first, length in self.landings:
            if finish > now and first < offset + size and offset < first + length:
                passed = self.passed(start, now, first, length)
                if passed < length and first + passed < offset + size:
                    return False
        return True
