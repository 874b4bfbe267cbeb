"""A hard disk: platters that never stop, and a small memory that may answer before they do."""
from dataclasses import dataclass
from math import inf

from models.devices.drive_spec import DriveSpec
from models.devices.platter import ALMOST_A_TURN, Platter
from models.request import Request

__all__ = ["DriveSpec", "HardDisk"]


@dataclass(slots=True)
class Extent:
    """Bytes in the cache that the platter has not: where they go, when the first came (s), where each write begins."""

    offset: int
    size: int
    came: float
    cylinder: int
    angle: float
    writes: list[int]


class HardDisk(Platter):
    """A drive that serves one command at a time. Calls must come in time order (`now` never falls).

    cache: True keeps writes in memory and destages them behind the host's back.
    """

    def __init__(self, spec: DriveSpec, *, cache: bool = True, phase: float = 0.0, speed_error: float = 0.0):
        super().__init__(spec, phase, speed_error)
        self.cache = cache
        self.ready = 0.0                 # when the next command may start
        self.dirty: list[Extent] = []    # oldest first
        self.cached: dict[int, Extent] = {}
        self.dirty_bytes = 0
        self.trace: list[Request] = []

    def destage(self) -> None:
        """Write the cached extent that the platter reaches first, of the oldest `destage_set`."""
        dirty, free, best = self.dirty, self.platter_free, 0
        start = max(free, dirty[0].came)
        if len(dirty) > 1:
            seek_time, settle, turn = self.seek_time, self.spec.write_settle, self.turn
            base, soonest = self.phase + start / turn, inf
            for i in range(min(len(dirty), self.spec.destage_set)):
                extent = dirty[i]
                distance = self.distance(extent.offset, extent.cylinder)
                seek = (seek_time(distance) + settle) / turn if distance else 0.0
                gap = (extent.angle - base - seek) % 1.0
                reached = seek if gap > ALMOST_A_TURN else seek + gap
                if reached < soonest:
                    best, soonest = i, reached
        extent = dirty.pop(best)
        for offset in extent.writes:
            if self.cached.get(offset) is extent:
                del self.cached[offset]
        self.access(start, extent.offset, extent.size, True)
        self.dirty_bytes -= extent.size

    def advance(self, now: float) -> None:
        """Let the platter do, behind the host's back, all that it begins before `now` (s)."""
        while self.dirty and self.platter_free < now and self.dirty[0].came < now:
            self.destage()

    def keep(self, now: float, offset: int, size: int) -> None:
        """Put a write into the cache: over an older write of the same bytes, or joined to the last where they touch."""
        older = self.cached.get(offset)
        if older is not None and offset + size <= older.offset + older.size:
            return
        last = self.dirty[-1] if self.dirty else None
        if last and last.offset + last.size == offset and last.size + size <= self.spec.extent_limit:
            last.size += size
            last.writes.append(offset)
        else:
            cylinder, angle, _, _ = self.geometry.place(offset)
            last = Extent(offset, size, now, cylinder, angle, [offset])
            self.dirty.append(last)
        self.cached[offset] = last
        self.dirty_bytes += size

    def arrive(self, now: float, size: int) -> float:
        """When a command issued `now` (s) with `size` bytes of data for the drive has arrived there (s)."""
        spec = self.spec
        start = now if now > self.ready else self.ready
        return start + spec.command + size / spec.interface_rate

    def write(self, now: float, offset: int, size: int) -> float:
        """When a write issued `now` (s) is answered (s): from the cache if there is one, else from the platter."""
        t = self.arrive(now, size)
        if self.cache and size <= self.spec.cache_size:
            self.advance(t)
            while self.dirty_bytes + size > self.spec.cache_size:
                self.destage()
                if self.platter_free > t:
                    t = self.platter_free
            self.keep(t, offset, size)
        else:
            self.drain(t)
            t = self.access(max(t, self.platter_free), offset, size, True)
        return self.done("write", offset, size, now, t)

    def read(self, now: float, offset: int, size: int) -> float:
        """When a read issued `now` (s) has its data (s). It comes from the platter: there is no read-ahead yet, and
        what the platter has begun to write is finished first."""
        t = self.arrive(now, 0)
        self.advance(t)
        t = self.access(max(t, self.platter_free), offset, size, False)
        return self.done("read", offset, size, now, t)

    def flush(self, now: float) -> float:
        """When everything cached before `now` (s) is on the platter (s)."""
        return self.done("flush", 0, 0, now, self.drain(self.arrive(now, 0)) + self.spec.flush)

    def drain(self, now: float) -> float:
        """Destage all. Returns when the platter has it (s), at least `now`."""
        while self.dirty:
            self.destage()
        return max(now, self.platter_free)

    def done(self, op: str, offset: int, size: int, issued: float, finish: float) -> float:
        self.ready = finish
        self.trace.append(Request(op, offset, size, issued, finish))
        return finish
