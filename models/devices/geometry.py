"""Where a byte lies on a disk: its cylinder, its angle, and how much of its track follows."""
from bisect import bisect_right
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

    capacity, outer_track, inner_track in bytes; skew in turns. Tracks shrink linearly from zone to zone.
    """

    def __init__(
        self, capacity: int, outer_track: int, inner_track: int, heads: int, skew: float, zones: int = 16
    ):
        if outer_track < sector:
            raise ValueError(f"outer_track must be {sector} bytes or more, got {outer_track}")
        if inner_track < sector:
            raise ValueError(f"inner_track must be {sector}-{outer_track} bytes, got {inner_track}")
        if capacity < outer_track:
            raise ValueError(f"capacity must hold at least one track of {outer_track} bytes, got {capacity}")
        self.capacity, self.heads, self.skew = capacity, heads, skew
        mean_track = (outer_track + inner_track) / 2
        tracks_a_zone = max(1, round(capacity / mean_track / zones))
        self.starts: list[int] = []
        self.zones: list[tuple[int, int, int]] = []
        start = track = 0
        while start < capacity:
            step = min(len(self.zones), zones - 1) / max(1, zones - 1)
            size = round(outer_track + (inner_track - outer_track) * step) // sector * sector
            self.starts.append(start)
            self.zones.append((start, track, size))
            start += tracks_a_zone * size
            track += tracks_a_zone
        zone_start, zone_track, size = self.zones[-1]
        self.cylinders = (zone_track + -(-(capacity - zone_start) // size)) // heads + 1

    def place(self, offset: int) -> Place:
        """Where the byte at `offset` (0 to capacity - 1) lies."""
        if not 0 <= offset < self.capacity:
            raise ValueError(f"offset must be 0-{self.capacity - 1} bytes, got {offset}")
        start, first, size = self.zones[bisect_right(self.starts, offset) - 1]
        tracks, within = divmod(offset - start, size)
        track = first + tracks
        return Place(track // self.heads, (track * self.skew + within / size) % 1.0, size - within, size)
