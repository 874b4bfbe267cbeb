"""A hard disk: one arm over platters that never stop, and a small memory that may answer before they do."""
from dataclasses import dataclass
from math import inf, sqrt

from models.devices.geometry import Geometry
from models.request import Request
from models.units import GB, KiB, MB, MiB, ms, rpm, us

ALMOST_A_TURN = 0.99999
"""A wait above this share of a turn is rounding error on a wait of zero: the sector is under the head right now."""


@dataclass(frozen=True)
class DriveSpec:
    """What a data sheet says of a drive. Times in seconds, sizes in bytes, speed in turns a second."""

    speed: float = 7200 * rpm
    capacity: int = 500 * GB
    heads: int = 2
    media_rate: float = 133.7 * MB      # sustained at the rim: a track in a turn and a skew
    inner_share: float = 0.5            # track length at the hub over that at the rim
    skew: float = 1.0 * ms              # from the end of a track to the start of the next
    seek_track: float = 1.0 * ms
    seek_average: float = 8.5 * ms
    seek_full: float = 18.0 * ms
    write_settle: float = 1.0 * ms
    command: float = 72 * us            # electronics and driver, for each command
    flush: float = 0.0                  # electronics of a flush, beyond a command
    interface_rate: float = 300 * MB
    cache: int = 16 * MiB
    destage_set: int = 40               # how many cached writes the drive weighs against each other
    extent_limit: int = 256 * KiB       # contiguous cached writes merge up to this

    def __post_init__(self) -> None:
        if not 3600 * rpm * 0.999 <= self.speed <= 15000 * rpm * 1.001:
            raise ValueError(f"spindle speed must be 3600-15000 rpm, got {self.speed / rpm:g}")
        if not self.media_rate > 0:
            raise ValueError(f"media rate must be above 0 bytes a second, got {self.media_rate:g}")


@dataclass(slots=True)
class Extent:
    """Bytes in the cache that the platter has not: where they go, when they came (s)."""

    offset: int
    size: int
    came: float
    cylinder: int
    angle: float


class HardDisk:
    """A drive that serves one command at a time. Calls must come in time order (`now` never falls).

    cache: True keeps writes in memory and destages them behind the host's back. phase: the angle at time zero,
    in turns. speed_error: the spindle's own deviation, a fraction.
    """

    def __init__(self, spec: DriveSpec, *, cache: bool = True, phase: float = 0.0, speed_error: float = 0.0):
        self.spec, self.cache, self.phase = spec, cache, phase
        self.turn = 1 / (spec.speed * (1 + speed_error))
        track = round(spec.media_rate * (self.turn + spec.skew))
        self.geometry = Geometry(
            spec.capacity, track, round(track * spec.inner_share), spec.heads, spec.skew / self.turn
        )
        self.cylinder = 0
        self.ready = 0.0             # when the next command may start
        self.platter_free = 0.0      # when the arm and the platter have nothing left to do
        self.dirty: list[Extent] = []    # oldest first
        self.cached: dict[int, Extent] = {}
        self.dirty_bytes = 0
        self.seeking = self.waiting = self.transferring = 0.0
        self.trace: list[Request] = []

    # -- the platter ---------------------------------------------------------------------------------------------

    def angle(self, now: float) -> float:
        """The angle under the head at `now` (s), in turns."""
        return (now / self.turn + self.phase) % 1.0

    def seek_time(self, distance: int) -> float:
        """Seconds to move `distance` cylinders: a square root up to a third of the stroke, then a line."""
        if distance == 0:
            return 0.0
        spec, third = self.spec, max(2.0, self.geometry.cylinders / 3)
        if distance <= third:
            return spec.seek_track + (spec.seek_average - spec.seek_track) * sqrt((distance - 1) / (third - 1))
        return spec.seek_average + (spec.seek_full - spec.seek_average) * (distance - third) / (2 * third)

    def approach(self, now: float, offset: int, write: bool) -> tuple[float, float]:
        """Seconds of arm movement, then of rotation, until `offset` (bytes) is under the head."""
        place = self.geometry.place(offset)
        distance = abs(place.cylinder - self.cylinder)
        seek = self.seek_time(distance) + (self.spec.write_settle if write and distance else 0.0)
        gap = (place.angle - self.angle(now + seek)) % 1.0
        return seek, 0.0 if gap > ALMOST_A_TURN else gap * self.turn

    def access(self, now: float, offset: int, size: int, write: bool) -> float:
        """Move, wait and transfer, starting `now` (s). Returns the finish (s)."""
        seek, wait = self.approach(now, offset, write)
        start = t = now + seek + wait
        place = self.geometry.place(offset)
        left = size
        while True:
            part = min(left, place.left)
            t += part / place.track * self.turn
            left -= part
            if not left:
                break
            offset += part
            place = self.geometry.place(offset)
            t += self.spec.skew
        self.cylinder = place.cylinder
        self.seeking += seek
        self.waiting += wait
        self.transferring += t - start
        self.platter_free = t
        return t

    # -- the cache -----------------------------------------------------------------------------------------------

    def destage(self) -> None:
        """Write the cached extent that the platter reaches first, of the oldest `destage_set`."""
        dirty, free, best = self.dirty, self.platter_free, 0
        start = max(free, dirty[0].came)
        if len(dirty) > 1:
            seek_time, settle, turn, here = self.seek_time, self.spec.write_settle, self.turn, self.cylinder
            base, soonest = self.phase + start / turn, inf
            for i in range(min(len(dirty), self.spec.destage_set)):
                extent = dirty[i]
                if extent.came > start:
                    break           # not yet there when the platter chooses
                distance = abs(extent.cylinder - here)
                seek = (seek_time(distance) + settle) / turn if distance else 0.0
                gap = (extent.angle - base - seek) % 1.0
                reached = seek if gap > ALMOST_A_TURN else seek + gap
                if reached < soonest:
                    best, soonest = i, reached
        extent = dirty.pop(best)
        if self.cached.get(extent.offset) is extent:
            del self.cached[extent.offset]
        self.access(start, extent.offset, extent.size, True)
        self.dirty_bytes -= extent.size

    def advance(self, now: float) -> None:
        """Let the platter do, behind the host's back, all that it begins before `now` (s)."""
        while self.dirty and self.platter_free < now and self.dirty[0].came < now:
            self.destage()

    def keep(self, now: float, offset: int, size: int) -> None:
        """Put a write into the cache: over an older write of the same bytes, or joined to the last where they touch."""
        older = self.cached.get(offset)
        if older is not None and size <= older.size:
            return
        self.dirty_bytes += size
        if self.dirty:
            last = self.dirty[-1]
            if last.offset + last.size == offset and last.size + size <= self.spec.extent_limit:
                last.size += size
                return
        cylinder, angle, _, _ = self.geometry.place(offset)
        extent = self.cached[offset] = Extent(offset, size, now, cylinder, angle)
        self.dirty.append(extent)

    # -- commands ------------------------------------------------------------------------------------------------

    def arrive(self, now: float, size: int) -> float:
        """When a command issued `now` (s) with `size` bytes of data for the drive has arrived there (s)."""
        spec = self.spec
        start = now if now > self.ready else self.ready
        return start + spec.command + size / spec.interface_rate

    def write(self, now: float, offset: int, size: int) -> float:
        """When a write issued `now` (s) is answered (s): from the cache if there is one, else from the platter."""
        t = self.arrive(now, size)
        if self.cache and size <= self.spec.cache:
            self.advance(t)
            while self.dirty_bytes + size > self.spec.cache:
                self.destage()
                if self.platter_free > t:
                    t = self.platter_free
            self.keep(t, offset, size)
        else:
            self.drain(t)
            t = self.access(max(t, self.platter_free), offset, size, True)
        return self.done("write", offset, size, now, t)

    def read(self, now: float, offset: int, size: int) -> float:
        """When a read issued `now` (s) has its data (s); cached writes under way are finished first, none is lost."""
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
