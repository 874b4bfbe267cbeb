"""Writes that a drive has in its memory, from the lowest to the highest, and puts on its platters as fast as it can: written
flat for speed.

It does what a `HardDisk` does that was given all of them to `keep` and then destages (a test holds it to that), at about
three times the speed: a figure times tens of thousands.
"""
from bisect import bisect_left, bisect_right
from math import inf, sqrt

from models.devices.platter import Platter
from models.devices.positioning import ALMOST_A_TURN


def destaged(disk: Platter, writes: list[tuple[int, int]]) -> tuple[float, int]:
    """Seconds and bytes of a drive's writes (offset, size in bytes; two or more, ascending, none over another). The first is
    not timed: the way to it is not theirs. Nor are those at the end, when the drive no longer has as many to choose from as
    it weighs; but if it never has, all others are timed."""
    spec, geometry, turn, most = disk.spec, disk.geometry, disk.turn, disk.spec.extent_limit
    ready: list[list[int]] = []             # offset, size, what is left of its track, and the track's length
    places: list[int] = []                  # cylinders
    turned: list[float] = []                # angles
    end, length, at = 0, most, 0
    for offset, size in writes:
        if offset == end and length + size <= most:             # extents of the cache
            length += size
            ready[-1][1] = length
        else:
            cylinder, angle, left, track = geometry.place(offset)
            places.append(cylinder)
            turned.append(angle)
            ready.append([offset, size, left, track])
            length = size
        end = offset + size
    third, step, root, middle, longest, slope, prune = disk.seeks
    settle = spec.write_settle / turn
    near, far, wide = step + settle, middle + settle, longest + settle
    later, passed, begun, to_the_end = spec.destage_set, 0, inf, False
    window, cylinders, angles = ready[:later], places[:later], turned[:later]
    here = after = 0
    now = disk.phase
    while window and (later < len(ready) or begun == inf or to_the_end):
        low, high, best, least, reach = at, at, 0, inf, inf
        if (at < len(window) and cylinders[at] == here) or (at and cylinders[at - 1] == here):  # no way to these
            low, high = bisect_left(cylinders, here), bisect_right(cylinders, here)
            early = now - (1 - ALMOST_A_TURN)
            gaps = [(angle - early) % 1.0 for angle in angles[low:high]]
            least = min(gaps)
            best = low + gaps.index(least)
            least = max(0.0, least - (1 - ALMOST_A_TURN))
            if prune:
                reach = 1.0 if least <= near else inf
        for line in (range(high, len(window)), range(low - 1, -1, -1)):         # from the arm outwards and inwards
            for i in line:
                distance = cylinders[i] - here if cylinders[i] > here else here - cylinders[i]
                if distance > reach:
                    break
                if window[i][0] == after:
                    seek = 0.0
                elif distance <= third:
                    seek = near + root * sqrt(distance - 1) if distance else 0.0
                else:
                    seek = wide + slope * distance
                gap = (angles[i] - now - seek) % 1.0
                reached = seek if gap > ALMOST_A_TURN else seek + gap
                if reached < least or (reached == least and i < best):
                    best, least = i, reached
                    if prune:
                        reach = (1.0 if reached <= near else ((reached - near) / root) ** 2 + 2 if reached <= far
                                 else (reached - wide) / slope + 1)
        offset, size, left, track = window.pop(best)
        here = cylinders.pop(best)
        del angles[best]
        at = best
        now += least
        after = offset + size
        if begun < inf:
            passed += size
        while size > left:
            now += left / track + disk.next_track / turn
            offset += left
            size -= left
            here, _, left, track = geometry.place(offset)
        now += size / track
        if later < len(ready):
            window.append(ready[later])
            cylinders.append(places[later])
            angles.append(turned[later])
            later += 1
        if begun == inf:
            begun, to_the_end = now, later >= len(ready)
    return (now - begun) * turn, passed
