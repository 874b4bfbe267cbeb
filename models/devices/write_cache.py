"""What a drive has answered and not yet written: the cache, the order in which it empties, and what
power would take."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from models.devices.drive_spec import DriveSpec
from models.devices.positioning import Spot
from models.devices.read_ahead import ReadAhead

PAGE = 20
"""Cached extents are found by the mebibyte (2 to this power) in which they lie."""


@dataclass(slots=True, eq=False)
class Extent:
    """Bytes in the cache that the platter has not, and when the first of them came (s)."""

    offset: int
    size: int
    came: float


class WriteCache(ReadAhead):
    """A platter with a memory before it. `dirty_bytes` of at most `spec.cache_size` are in there
    and nowhere else."""

    def __init__(self, spec: DriveSpec, phase: float = 0.0, speed_error: float = 0.0):
        super().__init__(spec, phase, speed_error)
        self.window: list[
            Spot
        ] = []  # the oldest extents, which the drive weighs against each other
        self.later: deque[Spot] = deque()  # those behind them
        self.newest: Extent | None = None
        self.pages: dict[int, list[Extent]] = {}
        self.dirty_bytes = 0
        self.landings: deque[tuple[float, float, int, int]] = deque()
        """Writes of the platter: first byte under the head at (s), last byte past it at (s), offset, size."""
        self.asked = 0.0  # when the last command was issued (s)

    @property
    def dirty(self) -> list[Extent]:
        """What is in the cache, oldest first."""
        return [spot.what for spot in chain(self.window, self.later)]

    def over(self, offset: int, size: int) -> Iterator[Extent]:
        """The cached extents that share bytes with these (one that spans mebibytes may come twice)."""
        end = offset + size
        for page in range(offset >> PAGE, (end - 1 >> PAGE) + 1):
            for extent in self.pages.get(page, ()):
                if extent.offset < end and offset < extent.offset + extent.size:
                    yield extent

    def holds(self, offset: int, end: int) -> bool:
        """Whether one extent has all bytes from `offset` to `end`."""
        for extent in self.pages.get(offset >> PAGE, ()):
            if extent.offset <= offset and end <= extent.offset + extent.size:
                return True
        return False

    def keep(self, now: float, offset: int, size: int) -> None:
        """Put a write into the cache: over an older write of the same bytes, or joined to the last
        where they touch."""
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
            line.append(spot._replace(what=last))
            page = (offset >> PAGE) - 1
        while page < end - 1 >> PAGE:
            page += 1
            self.pages.setdefault(page, []).append(last)
        self.dirty_bytes += size

    def destage(self) -> None:
        """Write the cached extent that the platter reaches first, of the oldest `destage_set`."""
        start = max(self.platter_free, self.window[0].came)
        self.interrupt(start)
        extent = self.take(self.soonest(start, self.window))
        self.put(start, extent.offset, extent.size)

    def take(self, index: int) -> Extent:
        """Take an extent of the window out of the cache."""
        extent: Extent = self.window.pop(index).what
        if self.later:
            self.window.append(self.later.popleft())
        if extent is self.newest:
            self.newest = (self.later or self.window)[-1].what if self.window else None
        for page in range(extent.offset >> PAGE, (extent.offset + extent.size - 1 >> PAGE) + 1):
            self.pages[page].remove(extent)
            if not self.pages[page]:
                del self.pages[page]
        self.dirty_bytes -= extent.size
        return extent

    def put(self, now: float, offset: int, size: int) -> float:
        """Write to the platter, starting `now` (s), and remember when which byte lands. Returns the
        finish (s)."""
        self.interrupt(now)
        finish = self.access(now, offset, size, True)
        landings = self.landings
        while landings and landings[0][1] <= self.asked:
            landings.popleft()
        landings.append((self.last[2], finish, offset, size))
        return finish

    def advance(self, now: float) -> None:
        """Let the platter do, behind the host's back, all that it begins before `now` (s)."""
        while self.window and self.platter_free < now and self.window[0].came < now:
            self.destage()

    def held(self, now: float) -> int:
        """Bytes in memory at `now` (s): what is cached, and what is on its way to the platter."""
        if self.landings and self.landings[-1][1] > now:
            return self.dirty_bytes + self.landings[-1][3]
        return self.dirty_bytes

    def drain(self, now: float) -> float:
        """Destage all. Returns when the platter has it (s), at least `now`."""
        while self.window:
            self.destage()
        return max(now, self.platter_free)

    def at_risk(self, now: float) -> list[tuple[int, int]]:
        """Offset and size of all that a power failure at `now` (s) would take, oldest first; a
        sector lands or it does not. `now` must not be before the last command."""
        self.advance(now)
        lost = []
        for start, finish, offset, size in self.landings:
            if finish > now:
                passed = self.passed(start, now, offset, size)
                lost.append((offset + passed, size - passed))
        return lost + [(extent.offset, extent.size) for extent in self.dirty]

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Would these bytes, as last written, survive a power failure at `now` (s, not before the
        last command)?"""
        self.advance(now)
        if next(self.over(offset, size), None) is not None:
            return False
        for start, finish, first, length in self.landings:
            if finish > now and first < offset + size and offset < first + length:
                passed = self.passed(start, now, first, length)
                if passed < length and first + passed < offset + size:
                    return False
        return True
