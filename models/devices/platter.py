"""The mechanics of a disk: where a byte lies, and how long seek, rotational wait and transfer
take."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import count, pairwise
from math import ceil, fsum, inf, sqrt
from typing import NamedTuple, TypeVar

from models.devices.drive_spec import DriveSpec
from models.devices.positioning import ALMOST_A_TURN, SeekCurve, Spot
from models.sim.path import Access
from models.units import sector

T = TypeVar("T")


class Place(NamedTuple):
    """The position of a byte on the platters."""

    cylinder: int  # 0 at the rim
    angle: float  # turns, 0 to below 1
    left: int  # bytes from here to the end of the track
    track: int  # bytes of the track


class Geometry:
    """The tracks of a disk: zones of equal tracks from the rim inward, with `heads` tracks per
    cylinder. Each track starts `skew` turns after the one before.

    Track lengths fall linearly over `zones` zones, or are `measured`: (first byte, bytes per track)
    for each zone. Raise ValueError if a track is shorter than a sector or the capacity less than a
    track.
    """

    def __init__(
        self,
        capacity: int,
        outer_track: int,
        inner_track: int,
        heads: int,
        skew: float,
        zones: int = 16,
        measured: Sequence[tuple[int, int]] = (),
    ):
        if outer_track < sector:
            raise ValueError(f"outer_track must be {sector} bytes or more, got {outer_track}")
        if inner_track < sector:
            raise ValueError(f"inner_track must be {sector}-{outer_track} bytes, got {inner_track}")
        if capacity < outer_track:
            raise ValueError(
                f"capacity must hold at least one track of {outer_track} bytes, got {capacity}"
            )
        self.capacity, self.heads, self.skew = capacity, heads, skew
        self.starts: list[int] = []
        self.zones: list[tuple[int, int, int]] = []
        start = track = 0
        for tracks, size in self.runs(outer_track, inner_track, zones, measured):
            self.starts.append(start)
            self.zones.append((start, track, size))
            start += tracks * size
            track += tracks
            if start >= capacity:
                break
        zone_start, zone_track, size = self.zones[-1]
        self.cylinders = (zone_track + -(-(capacity - zone_start) // size)) // heads + 1

    def runs(
        self, outer: int, inner: int, zones: int, measured: Sequence[tuple[int, int]]
    ) -> Iterator[tuple[int, int]]:
        """Yield the number of tracks and the bytes per track of each zone, from the rim inward,
        without end."""
        for (begin, size), (end, _) in pairwise([*measured, (self.capacity, 0)]):
            size = size // sector * sector
            yield max(1, -(-(end - begin) // size)), size
        tracks = max(1, round(self.capacity / ((outer + inner) / 2) / zones))
        for number in count():
            step = min(number, zones - 1) / max(1, zones - 1)
            yield tracks, round(outer + (inner - outer) * step) // sector * sector

    def place(self, offset: int) -> Place:
        """Return the place of the byte at `offset` (0 to capacity - 1). Raise ValueError outside
        this range."""
        return Place(*self.fields(offset))

    def fields(self, offset: int) -> tuple[int, float, int, int]:
        """Return the fields of `place`."""
        if not 0 <= offset < self.capacity:
            raise ValueError(f"offset must be 0-{self.capacity - 1} bytes, got {offset}")
        start, first, size = self.zones[bisect_right(self.starts, offset) - 1]
        tracks, within = divmod(offset - start, size)
        track = first + tracks
        angle = (track * self.skew + within / size) % 1.0
        return track // self.heads, angle, size - within, size


class Platter:
    """The arm and the platters of a drive. `phase` is the angle under the head at time zero
    (turns), `speed_error` the deviation from the nominal speed, as a fraction of it."""

    def __init__(self, spec: DriveSpec, phase: float = 0.0, speed_error: float = 0.0):
        self.spec, self.phase, self.capacity = spec, phase, spec.capacity
        self.turn = turn = 1 / (spec.speed * (1 + speed_error))
        track = round(spec.media_rate * (turn + spec.skew))
        measured = [(int(begin), round(rate * (turn + spec.skew))) for begin, rate in spec.zones]
        self.geometry = Geometry(
            spec.capacity,
            track,
            round(track * spec.inner_share),
            spec.heads,
            spec.skew / turn,
            measured=measured,
        )
        missed = ceil((spec.switch - spec.skew) / turn) if spec.switch > spec.skew else 0
        # seconds from the end of a track to the start of the next
        self.next_track = spec.skew + missed * turn
        self.seeks = SeekCurve.through(
            max(2.0, self.geometry.cylinders / 3),
            turn,
            *(
                spec.overhead + seek
                for seek in (spec.seek_track, spec.seek_average, spec.seek_full)
            ),
        )
        self.cylinder = 0
        self.after = 0  # the byte after the last one read or written
        self.gathered = -inf  # when the drive gathered its current batch of commands (s)
        # spots before and from this index on are in order of arrival; -1: they may not be
        self.ordered = -1
        self.platter_free = 0.0  # when the arm and the platter become idle (s)
        # total seconds of seeks, rotational waits and transfers
        self.seeking = self.waiting = self.transferring = 0.0
        # returns the turns that an access loses to vibration if its data starts at a time (s)
        self.shaken: Callable[[float], int] | None = None
        self.slower = 1.0  # factor by which accesses take longer, as on a drive that tries again
        # the last access (s): its start, the end of its seek, of its rotational wait, its finish
        self.last = (0.0, 0.0, 0.0, 0.0)

    def angle(self, now: float) -> float:
        """Return the angle under the head at `now` (s), in turns."""
        return (now / self.turn + self.phase) % 1.0

    def seek_time(self, distance: int) -> float:
        """Return how long a seek over `distance` cylinders takes (s), with the drive's overhead.
        `spec.seek_curve` is used if there is one."""
        if distance == 0:
            return 0.0
        if curve := self.spec.seek_curve:
            share = min(1.0, distance / max(1, self.geometry.cylinders - 1))
            at = bisect_right(curve, share, 1, len(curve) - 1, key=lambda point: point[0])
            (near, short), (far, long) = curve[at - 1], curve[at]
            curved = short + (long - short) * (share - near) / (far - near)
            return self.spec.overhead + curved
        return self.seeks.turns(distance) * self.turn

    def approach(
        self, now: float, offset: int, place: Place | Spot[object], write: bool
    ) -> tuple[float, float]:
        """Return how long the seek and the rotational wait of an access take (s) if it starts at
        `now` (s). The access begins at `offset`, which lies at `place`. No seek is needed if it
        follows the last access, because the drive switches to the next track within the skew."""
        distance, seek = abs(place.cylinder - self.cylinder), 0.0
        if distance and offset != self.after:
            seek = self.seek_time(distance) + (self.spec.write_settle if write else 0.0)
        gap = (place.angle - ((now + seek) / self.turn + self.phase) % 1.0) % 1.0
        return seek, 0.0 if gap > ALMOST_A_TURN else gap * self.turn

    def spot(self, offset: int, write: bool, arrived: float, item: T = None) -> Spot[T]:  # type: ignore[assignment]
        """Return an access that starts at `offset` as a candidate for the arm. It arrived at
        `arrived` (s)."""
        cylinder, angle, left, track = self.geometry.fields(offset)
        settle = self.spec.write_settle / self.turn if write else 0.0
        return Spot(cylinder, angle, offset, settle, arrived, item, left, track)

    def soonest(self, start: float, spots: Sequence[Spot[object]], ageing: float = 0.0) -> int:
        """Return the index of the spot (of one or more) that is under the head first if the seek
        starts at `start` (s). Ties go to the earliest.

        `ageing` is a bonus in seconds for every second that a spot has waited.
        """
        if len(spots) == 1:
            return 0
        if self.spec.seek_curve:
            reached = [
                fsum(self.approach(start, spot.offset, spot, spot.settle > 0))
                + ageing * spot.arrived
                for spot in spots
            ]
            return reached.index(min(reached))
        return self.search(start, spots, ageing)[0]

    def search(
        self, start: float, spots: Sequence[Spot[object]], ageing: float = 0.0
    ) -> tuple[int, float]:
        """Return the index of `soonest` for a drive without a measured seek curve, and the turns
        until the spot is under the head, plus `ageing` times its arrival.

        The search skips spots whose seek alone takes too long, and ends at one that arrived too late
        if all after it arrived later.
        """
        base, here, after = start / self.turn + self.phase, self.cylinder, self.after
        third, track, root, average, longest, slope, rises = self.seeks
        ageing /= self.turn
        ordered = self.ordered if ageing else -1
        if ordered >= 0:
            oldest = min(spots[0].arrived, spots[ordered].arrived) * ageing
        else:
            oldest = min([spot.arrived for spot in spots]) * ageing if ageing else 0.0
            ordered = len(spots)
        best, least, reach = 0, inf, inf
        for i, (cylinder, angle, offset, settle, arrived, _, _, _) in enumerate(spots):
            if i >= ordered and ageing * arrived >= least:
                break
            distance = cylinder - here if cylinder > here else here - cylinder
            if distance > reach:
                continue
            if not distance or offset == after:
                seek = 0.0
            elif distance <= third:
                seek = track + root * sqrt(distance - 1) + settle
            else:
                seek = longest + slope * distance + settle
            gap = (angle - base - seek) % 1.0
            reached = seek if gap > ALMOST_A_TURN else seek + gap
            if ageing:
                reached += ageing * arrived
            if reached < least:
                best, least = i, reached
                if rises:
                    room = reached - oldest
                    reach = (
                        1.0
                        if room <= track
                        else ((room - track) / root) ** 2 + 2
                        if room <= average
                        else (room - longest) / slope + 1
                    )
        return best, least

    def access(
        self,
        now: float,
        offset: int,
        size: int,
        write: bool,
        place: Place | Spot[object] | None = None,
    ) -> float:
        """Make an access: seek, wait for the sector and transfer, from `now` (s). `offset` lies at
        `place`. Return its finish (s)."""
        place = place or self.geometry.place(offset)
        turn, left = self.turn, size
        seek, wait = self.approach(now, offset, place, write)
        if self.shaken is not None:
            wait += self.shaken(now + seek + wait) * turn
        if self.slower > 1:
            wait += (self.slower - 1) * (seek + wait + size / place.track * turn)
        start = t = now + seek + wait
        while left > (part := place.left):
            t = t + part / place.track * turn + self.next_track
            left, offset = left - part, offset + part
            place = self.geometry.place(offset)
        t += left / place.track * turn
        self.cylinder, self.after = place.cylinder, offset + left
        self.seeking += seek
        self.waiting += wait
        self.transferring += t - start
        self.last = (now, now + seek, start, t)
        self.platter_free = t
        return t

    def last_access(self) -> Access:
        """Return the last access."""
        return Access(*self.last, self.cylinder / self.geometry.cylinders, self.turn)

    def passed(self, start: float, now: float, offset: int, size: int) -> int:
        """Return how many of the `size` bytes from `offset` have passed the head by `now` (s) if
        the first reached it at `start` (s)."""
        done = 0
        while start < now and done < size:
            _, _, left, track = self.geometry.fields(offset + done)
            part = min(size - done, left)
            end = start + part / track * self.turn
            if end > now:
                return done + int((now - start) / self.turn * track) // sector * sector
            done += part
            start = end + self.next_track
        return done
