"""The destaging of cached writes by a drive that does nothing else, in a flat loop for speed. A test
compares it with the readable model."""

from bisect import bisect_left, bisect_right
from math import inf, sqrt
from typing import NamedTuple

from models.devices.platter import Platter
from models.devices.positioning import ALMOST_A_TURN
from models.units import sector

Seeks = tuple[float, float, float, float, float, float, bool]


def write_seeks(disk: Platter) -> Seeks:
    """Return the fields of `disk.seeks`, with the time to settle before a write added, as a plain
    tuple, which unpacks faster than a named one."""
    third, track, root, average, longest, slope, rises = disk.seeks
    settle = disk.spec.write_settle / disk.turn
    return third, track + settle, root, average + settle, longest + settle, slope, rises


class Extents(NamedTuple):
    """Cached writes in ascending order, as three parallel lists."""

    extents: list[list[int]]  # offset, size, bytes left on the track, bytes of the track
    cylinders: list[int]
    angles: list[float]  # turns


def merged(disk: Platter, writes: list[tuple[int, int]]) -> Extents:
    """Return the extents of `writes` (offset, size), with adjacent writes merged as in the cache."""
    place, most = disk.geometry.place, disk.spec.extent_limit
    found = Extents([], [], [])
    extents, cylinders, angles = found
    end, length = 0, most
    for offset, size in writes:
        if offset == end and length + size <= most:
            length += size
            extents[-1][1] = length
        else:
            cylinder, angle, left, track = place(offset)
            cylinders.append(cylinder)
            angles.append(angle)
            extents.append([offset, size, left, track])
            length = size
        end = offset + size
    return found


def soonest(
    extents: list[list[int]],
    cylinders: list[int],
    angles: list[float],
    at: int,
    here: int,
    after: int,
    now: float,
    seeks: Seeks,
) -> tuple[int, float]:
    """Return the index of the extent that is under the head first, and the turns until then.

    `here` is the cylinder of the arm, `at` the index at which it would be inserted into
    `cylinders`, `after` the byte after the last one written, and `now` the time in turns. The
    search goes outward from the arm and stops where the seek alone takes too long.
    """
    third, near, root, far, wide, slope, rises = seeks
    low, high, best, least, reach = at, at, 0, inf, inf
    if (at < len(extents) and cylinders[at] == here) or (at and cylinders[at - 1] == here):
        # extents on the arm's cylinder need no seek
        low, high = bisect_left(cylinders, here), bisect_right(cylinders, here)
        early = now - (1 - ALMOST_A_TURN)
        gaps = [(angle - early) % 1.0 for angle in angles[low:high]]
        least = min(gaps)
        best = low + gaps.index(least)
        least = max(0.0, least - (1 - ALMOST_A_TURN))
        if rises:
            reach = 1.0 if least <= near else inf
    for line in (range(high, len(extents)), range(low - 1, -1, -1)):
        for i in line:
            distance = cylinders[i] - here
            if distance < 0:
                distance = -distance
            if distance > reach:
                break
            if extents[i][0] == after:
                seek = 0.0
            elif distance <= third:
                seek = near + root * sqrt(distance - 1) if distance else 0.0
            else:
                seek = wide + slope * distance
            gap = (angles[i] - now - seek) % 1.0
            reached = seek if gap > ALMOST_A_TURN else seek + gap
            if reached < least or (reached == least and i < best):
                best, least = i, reached
                if rises:
                    reach = (
                        1.0
                        if reached <= near
                        else ((reached - near) / root) ** 2 + 2
                        if reached <= far
                        else (reached - wide) / slope + 1
                    )
    return best, least


class Destaging:
    """A drive that destages its cache, continued from one call of `write` to the next.

    The drive postpones distant writes until few others are left. Over thousands of scattered writes
    it is a fifth slower than over the first hundred.
    """

    def __init__(self, disk: Platter):
        self.disk, self.seeks = disk, write_seeks(disk)
        # the head and the writes that are left, in bytes from the end of the last writes
        self.head = 0
        self.left: list[tuple[int, int]] = []

    def with_left(self, writes: list[tuple[int, int]]) -> tuple[int, list[tuple[int, int]]]:
        """Return the byte under the head (0: unknown), and the writes left by the last call followed by
        `writes`."""
        if not self.left:
            return 0, writes
        begin = writes[0][0] - sector
        begin = max(begin, -min(self.head, *(offset for offset, _ in self.left)))
        shift = begin + sector - writes[0][0]
        return begin + self.head, [
            *[(begin + at, size) for at, size in self.left],
            *[(offset + shift, size) for offset, size in writes],
        ]

    def write(self, writes: list[tuple[int, int]]) -> tuple[float, int]:
        """Destage two or more writes, each (offset, size) in bytes, ascending and disjoint. Return
        how long the timed writes took (s) and their bytes.

        The last writes, for which the drive has less than a full window to choose from, are left
        for the next call and not timed, unless no window is full. The first write is not timed
        either, because its seek depends on earlier work. Writes left by the last call are placed
        just before these.

        The result is that of a `HardDisk` that gets all writes with `keep` and then destages, about
        three times as fast.
        """
        disk, seeks, turn = self.disk, self.seeks, self.disk.turn
        given = sum([size for _, size in writes])
        head, writes = self.with_left(writes)
        extents, cylinders, angles = merged(disk, writes)
        later = disk.spec.destage_set  # index of the next extent that enters the window
        choices, places, turned = extents[:later], cylinders[:later], angles[:later]
        here, after, at = 0, head, 0
        now, begun, written, to_the_end = disk.phase, inf, 0, False
        if head:
            here, begun = disk.geometry.place(head - 1).cylinder, now
            at, to_the_end = bisect_left(places, here), later >= len(extents)
        while choices and (later < len(extents) or begun == inf or to_the_end):
            at, turns = soonest(choices, places, turned, at, here, after, now, seeks)
            offset, size, left, track = choices.pop(at)
            here = places.pop(at)
            del turned[at]
            now += turns
            after = offset + size
            if begun < inf:
                written += size
            while size > left:
                now += left / track + disk.next_track / turn
                offset += left
                size -= left
                here, _, left, track = disk.geometry.place(offset)
            now += size / track
            if later < len(extents):
                choices.append(extents[later])
                places.append(cylinders[later])
                turned.append(angles[later])
                later += 1
            if begun == inf:
                begun, to_the_end = now, later >= len(extents)
        end = writes[-1][0] + writes[-1][1]
        self.left = [(offset - end, size) for offset, size, _, _ in choices]
        self.head = after - end
        return (now - begun) * turn, given if head else written
