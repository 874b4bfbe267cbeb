"""The read cache of a drive, and reading ahead while the arm is idle."""

from dataclasses import dataclass
from math import fsum

from models.devices.drive_spec import DriveSpec
from models.devices.platter import Platter

PAGE = 22
"""Ranges are indexed by pages of 2 ** PAGE bytes, 4 MiB."""


@dataclass(slots=True, eq=False)
class HeldRange:
    """Consecutive bytes in the drive's memory."""

    begin: int  # first byte
    end: int  # the byte after the last one


class Sweep:
    """A pass of the head over consecutive bytes: the byte at `offset` is under it at `time` (s)."""

    __slots__ = ("platter", "offset", "time", "cylinder", "left", "track")

    def __init__(self, platter: Platter, offset: int, time: float):
        self.platter, self.offset, self.time = platter, offset, time
        self.cylinder, _, self.left, self.track = platter.geometry.fields(offset)

    @classmethod
    def after(cls, platter: Platter, offset: int, passed: float) -> "Sweep":
        """Return the sweep that continues at `offset` if the byte before it passed the head at
        `passed` (s)."""
        sweep = cls(platter, offset, passed)
        if sweep.left == sweep.track:
            sweep.time += platter.next_track
        return sweep

    def to(self, end: int) -> float:
        """Advance the sweep to `end`. Return when the byte before `end` has passed the head (s)."""
        size, platter = end - self.offset, self.platter
        if size < self.left:
            self.offset, self.left = end, self.left - size
            self.time = passed = self.time + size / self.track * platter.turn
            return passed
        passed = self.time
        while size:
            part = min(size, self.left)
            passed = self.time + part / self.track * platter.turn
            self.offset, size, self.time = self.offset + part, size - part, passed
            self.left -= part
            if not self.left:
                self.time += platter.next_track
                if self.offset < platter.spec.capacity:
                    self.cylinder, _, self.left, self.track = platter.geometry.fields(self.offset)
        return passed


class ReadAhead(Platter):
    """A platter that continues to read after a read, until the arm is needed elsewhere or `ahead`
    bytes are buffered.

    The drive keeps up to `places` ranges, each with up to `ahead` bytes before the end of the last
    read and as many after it. While `reading`, the newest range grows up to `limit`, and the bytes
    before `at` had passed the head by `passed_at` (s).
    """

    def __init__(self, spec: DriveSpec, phase: float = 0.0, speed_error: float = 0.0):
        super().__init__(spec, phase, speed_error)
        self.ahead = min(spec.read_ahead, spec.cache_size // 2)
        self.places = spec.cache_size // (2 * self.ahead) if self.ahead else 0
        self.ranges: list[HeldRange] = []  # newest last
        self.by_page: dict[int, list[HeldRange]] = {}  # the complete ranges that touch a page
        self.reading = False
        self.at = self.limit = 0
        # `full`: when the byte before `limit` passes the head (s); valid while `front` is set
        self.passed_at = self.full = 0.0
        self.tail: Sweep | None = None  # continues at `at`
        self.front: Sweep | None = None  # continues at `limit`

    def read_on(self, now: float, offset: int, end: int) -> None:
        """Buffer the bytes from `offset` to `end`, which had passed the head by `now` (s), and start
        to read ahead."""
        if not self.places:
            return
        ranges, begin = self.ranges, offset
        for old in self.by_page.get(offset >> PAGE, ()):
            if old.begin <= offset <= old.end:
                begin = old.begin
                self.forget(old)
                break
        else:
            if len(ranges) == self.places:
                self.forget(ranges[0])
        ahead, capacity = self.ahead, self.capacity
        ranges.append(HeldRange(begin if begin > end - ahead else end - ahead, end))
        self.limit = end + ahead if end + ahead < capacity else capacity
        self.at, self.passed_at = end, now
        self.tail = self.front = None
        self.reading = True

    def interrupt(self, now: float) -> None:
        """Stop reading ahead at `now` (s), if the drive is reading ahead, because the arm is needed
        elsewhere."""
        if self.reading:
            self.reading, end = False, self.at
            if self.passed_at < now and end < self.limit:
                sweep = self.tail or Sweep.after(self, end, self.passed_at)
                end += self.passed(sweep.time, now, end, self.limit - end)
                if end >= self.at + sweep.left:
                    self.cylinder = self.geometry.place(end - 1).cylinder
                elif end > self.at:
                    self.cylinder = sweep.cylinder
            newest, by_page = self.ranges[-1], self.by_page
            newest.end = self.after = end
            for page in range(newest.begin >> PAGE, (end >> PAGE) + 1):
                by_page.setdefault(page, []).append(newest)

    def forget(self, old: HeldRange) -> None:
        """Remove a complete range from the drive's memory."""
        self.ranges.remove(old)
        for page in range(old.begin >> PAGE, (old.end >> PAGE) + 1):
            held = self.by_page[page]
            held.remove(old)
            if not held:
                del self.by_page[page]

    def read_buffered(self, now: float, offset: int, end: int) -> tuple[int, float]:
        """Return the end of the bytes that the drive's memory can serve for a read from `offset` to
        `end`, and when it has them (s).

        If the drive is reading ahead and will reach these bytes, the read waits for them.
        """
        if self.reading:
            newest = self.ranges[-1]
            if newest.begin <= offset <= self.limit and (
                offset <= self.at or self.has_passed(now, offset)
            ):
                return end, self.follow(now, end)
        for held in self.by_page.get(offset >> PAGE, ()):
            if held.begin <= offset < held.end:
                return min(end, held.end), now
        return offset, now

    def has_passed(self, now: float, offset: int) -> bool:
        """Return whether the byte before `offset` (`at` to `limit`) had passed the head by `now`
        (s)."""
        sweep = self.tail or Sweep.after(self, self.at, self.passed_at)
        return self.passed(sweep.time, now, self.at, offset - self.at) == offset - self.at

    def follow(self, now: float, end: int) -> float:
        """Serve a read up to `end` from the range that is being read ahead, and move its limit on.
        Return when the byte before `end` has passed the head (s)."""
        newest, capacity = self.ranges[-1], self.spec.capacity
        if self.front is None or self.tail is None:
            if self.at == self.limit == capacity:
                return now
            self.tail = Sweep.after(self, self.at, self.passed_at)
            self.front = Sweep.after(self, self.at, self.passed_at)
            self.full = self.front.to(self.limit)
        limit = end + self.ahead if end + self.ahead < capacity else capacity
        if limit > self.limit:
            if self.full <= now:  # the memory was full: wait for the next sector
                self.at = self.after = self.limit
                place = self.geometry.place(self.limit)
                self.cylinder = place.cylinder
                again = now + fsum(self.approach(now, self.limit, place, False))
                self.tail = Sweep(self, self.limit, again)
                self.front = Sweep(self, self.limit, again)
            self.full = self.front.to(limit)
            self.limit = limit
        there = now
        if end > self.at:
            there = self.tail.to(end)
            self.at = newest.end = end
        if end - self.ahead > newest.begin:
            newest.begin = end - self.ahead
        return there
