"""One arm over platters that never stop: how long it takes to reach a sector and to pass over the data."""
from bisect import bisect_right
from collections.abc import Callable, Sequence
from math import ceil, sqrt
from typing import Any

from models.devices.drive_spec import DriveSpec
from models.devices.geometry import Geometry, Place
from models.devices.positioning import ALMOST_A_TURN, SeekCurve, Spot, soonest
from models.units import sector


class Platter:
    """The mechanics of a drive. phase: the angle at time zero, in turns. speed_error: a fraction of the speed."""

    def __init__(self, spec: DriveSpec, phase: float = 0.0, speed_error: float = 0.0):
        self.spec, self.phase = spec, phase
        self.turn = turn = 1 / (spec.speed * (1 + speed_error))
        track = round(spec.media_rate * (turn + spec.skew))
        measured = [(int(begin), round(rate * (turn + spec.skew))) for begin, rate in spec.zones]
        self.geometry = Geometry(spec.capacity, track, round(track * spec.inner_share), spec.heads, spec.skew / turn,
                                 measured=measured)
        missed = ceil((spec.switch - spec.skew) / turn) if spec.switch > spec.skew else 0
        self.next_track = spec.skew + missed * turn      # seconds from the end of a track to the start of the next
        self.third = third = max(2.0, self.geometry.cylinders / 3)
        self.seeks = SeekCurve.of(third, turn, spec.seek_track, spec.seek_average, spec.seek_full)
        self.cylinder = 0
        self.after = 0               # the byte behind the last one read or written
        self.platter_free = 0.0      # when the arm and the platter have nothing left to do
        self.seeking = self.waiting = self.transferring = 0.0
        self.shaken: Callable[[float], int] | None = None       # turns that an access loses whose data begins then (s)
        self.last = (0.0, 0.0, 0.0, 0.0)     # the last access: begun, arm there, sector there, finished (s)

    def angle(self, now: float) -> float:
        """The angle under the head at `now` (s), in turns."""
        return (now / self.turn + self.phase) % 1.0

    def seek_time(self, distance: int) -> float:
        """Seconds to move `distance` cylinders: a square root up to a third of the stroke, then a line, or as measured."""
        if distance == 0:
            return 0.0
        spec, third = self.spec, self.third
        if curve := spec.seek_curve:
            share = min(1.0, distance / max(1, self.geometry.cylinders - 1))
            at = bisect_right(curve, share, 1, len(curve) - 1, key=lambda point: point[0])
            (near, short), (far, long) = curve[at - 1], curve[at]
            return short + (long - short) * (share - near) / (far - near)
        if distance <= third:
            return spec.seek_track + (spec.seek_average - spec.seek_track) * sqrt((distance - 1) / (third - 1))
        return spec.seek_average + (spec.seek_full - spec.seek_average) * (distance - third) / (2 * third)

    def distance(self, offset: int, cylinder: int) -> int:
        """Cylinders to move. The byte behind the last one is near: the drive steps over while the skew passes."""
        return 0 if offset == self.after else abs(cylinder - self.cylinder)

    def approach(self, now: float, offset: int, place: Place, write: bool) -> tuple[float, float]:
        """Seconds of arm movement, then of rotation, until `offset`, which lies at `place`, is under the head."""
        distance = self.distance(offset, place.cylinder)
        seek = self.seek_time(distance) + (self.spec.write_settle if write and distance else 0.0)
        gap = (place.angle - self.angle(now + seek)) % 1.0
        return seek, 0.0 if gap > ALMOST_A_TURN else gap * self.turn

    def spot(self, offset: int, write: bool, came: float, what: Any = None) -> Spot:
        """The place of the byte at `offset` as something to go for."""
        cylinder, angle, _, _ = self.geometry.place(offset)
        return Spot(cylinder, angle, offset, self.spec.write_settle / self.turn if write else 0.0, came, what)

    def reached(self, start: float, spot: Spot) -> float:
        """Seconds until a spot is under the head, if the arm sets out at `start` (s)."""
        distance = self.distance(spot.offset, spot.cylinder)
        seek = self.seek_time(distance) + (spot.settle * self.turn if distance else 0.0)
        gap = (spot.angle - self.angle(start + seek)) % 1.0
        return seek + (0.0 if gap > ALMOST_A_TURN else gap * self.turn)

    def soonest(self, start: float, spots: Sequence[Spot], ageing: float = 0.0) -> int:
        """Which of `spots` (at least one) comes under the head first, if the arm sets out at `start` (s).

        ageing: seconds of head start for every second that a spot has waited. The choice is that of `approach` for each.
        """
        if len(spots) == 1:
            return 0
        if self.spec.seek_curve:
            return min(range(len(spots)), key=lambda i: self.reached(start, spots[i]) + ageing * spots[i].came)
        base = start / self.turn + self.phase
        return soonest(spots, base, self.cylinder, self.after, self.seeks, ageing / self.turn)

    def access(self, now: float, offset: int, size: int, write: bool) -> float:
        """Move, wait and transfer, starting `now` (s). Returns the finish (s)."""
        place = self.geometry.place(offset)
        seek, wait = self.approach(now, offset, place, write)
        if self.shaken is not None:
            wait += self.shaken(now + seek + wait) * self.turn
        start = t = now + seek + wait
        left = size
        while True:
            part = min(left, place.left)
            t += part / place.track * self.turn
            left -= part
            if not left:
                break
            offset += part
            place = self.geometry.place(offset)
            t += self.next_track
        self.cylinder, self.after = place.cylinder, offset + part
        self.seeking += seek
        self.waiting += wait
        self.transferring += t - start
        self.last = (now, now + seek, start, t)
        self.platter_free = t
        return t

    def passed(self, start: float, now: float, offset: int, size: int) -> int:
        """How many of `size` bytes have passed under the head at `now` (s), if `offset` came there at `start` (s)."""
        done = 0
        while start < now and done < size:
            _, _, left, track = self.geometry.place(offset + done)
            part = min(size - done, left)
            end = start + part / track * self.turn
            if end > now:
                return done + int((now - start) / self.turn * track) // sector * sector
            done += part
            start = end + self.next_track
        return done
