"""Where a byte lies on a disk: its cylinder, its angle, and how much of its track follows."""
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from typing import NamedTuple

from models.units import sector


class Place(NamedTuple):
    """`cylinder` counts from the rim, `angle` is a fraction of a turn, `left` and `track` are bytes."""

    cylinder: int
    angle: float
    left: int
    track: int


class Geometry:
    """Zones of equal tracks from the rim inward, heads tracks a cylinder, each track begun `skew` turns after the last.

    capacity, outer_track, inner_track in bytes; skew in turns. Tracks shrink linearly from zone to zone, or are as measured:
    (byte from which on, bytes of a track) zone by zone.
    """

    def __init__(self, capacity: int, outer_track: int, inner_track: int, heads: int, skew: float, zones: int = 16,
                 measured: Sequence[tuple[int, int]] = ()):
        if outer_track < sector:
            raise ValueError(f"outer_track must be {sector} bytes or more, got {outer_track}")
        if inner_track < sector:
            raise ValueError(f"inner_track must be {sector}-{outer_track} bytes, got {inner_track}")
        if capacity < outer_track:
            raise ValueError(f"capacity must hold at least one track of {outer_track} bytes, got {capacity}")
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

    def runs(self, outer: int, inner: int, zones: int, measured: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """How many tracks each zone has, and of how many bytes, from the rim on and without end."""
        for (begin, size), (end, _) in pairwise([*measured, (self.capacity, 0)]):
            size = size // sector * sector
            yield max(1, -(-(end - begin) // size)), size
        tracks = max(1, round(self.capacity / ((outer + inner) / 2) / zones))
        for number in count():
            step = min(number, zones - 1) / max(1, zones - 1)
            yield tracks, round(outer + (inner - outer) * step) // sector * sector

    def place(self, offset: int) -> Place:
        """Where the byte at `offset` (0 to capacity - 1) lies."""
        if not 0 <= offset < self.capacity:
            raise ValueError(f"offset must be 0-{self.capacity - 1} bytes, got {offset}")
        start, first, size = self.zones[bisect_right(self.starts, offset) - 1]
        tracks, within = divmod(offset - start, size)
        track = first + tracks
        return Place(track // self.heads, (track * self.skew + within / size) % 1.0, size - within, size)
