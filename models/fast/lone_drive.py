"""A drive that has one thing to do, written flat for speed: random reads that it puts in order by
the shortest positioning time, or the writes in its memory. Tests hold both to the readable ones;
figures time tens of thousands.
"""

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterator
from math import inf, sqrt

from models.devices.platter import Platter
from models.devices.positioning import ALMOST_A_TURN, Spot
from models.units import sector


def random_reads(
    disk: Platter,
    offsets: Iterator[int],
    size: int,
    outstanding: int,
    count: int,
    ageing: float = 0.0,
) -> list[tuple[float, float]]:
    """(issued, finish) in s of `count` reads of `size` bytes from a machine's disk that has done
    nothing yet, in the order of their answers.

    It does what `RawPrograms` do, request by request, several times as fast. `outstanding` clients,
    as many as the drive's queue holds or fewer, each wait for an answer and issue the next at once.
    A read is at most as long as a track. ageing: see `queued_disk.sptf`.
    """
    place, turn, command = disk.geometry.place, disk.turn, disk.spec.command
    disk.cylinder, disk.after, free = 0, 0, 0.0
    done: list[tuple[float, float]] = []
    coming = deque((0.0, next(offsets)) for _ in range(outstanding))  # issued (s), offset
    waiting: list[Spot] = []
    while len(done) < count:
        start = free if waiting or coming[0][0] + command <= free else coming[0][0] + command
        while coming and coming[0][0] + command <= start:
            issued, offset = coming.popleft()
            cylinder, angle, left, track = place(offset)
            waiting.append(
                Spot(cylinder, angle, offset, 0.0, issued + command, (issued, left, track))
            )
        best, turns = disk.search(start, waiting, ageing)
        disk.cylinder, _, offset, _, came, (issued, left, track) = waiting.pop(best)
        if ageing:
            turns -= ageing / turn * came
        if size <= left:
            free = start + (turns + size / track) * turn
        else:
            disk.cylinder, _, _, other = place(offset + left)
            free = start + (turns + left / track + (size - left) / other) * turn + disk.next_track
        disk.after = offset + size
        done.append((issued, free))
        coming.append((free, next(offsets)))
    return done


class Destaging:
    """A drive that empties its cache, and goes on from one `write` to the next.

    What is badly placed it passes over until it has little else: over thousands of scattered writes
    it is a fifth slower than over the first hundred. left, head: what it still has, and where it
    stands, in bytes from the end of what it was given."""

    def __init__(self, disk: Platter):
        self.disk, self.head = disk, 0
        self.left: list[tuple[int, int]] = []

    def write(self, writes: list[tuple[int, int]]) -> tuple[float, int]:
        """Seconds and bytes of a drive's writes (offset, size in bytes; two or more, ascending,
        none over another). Those at the end are not timed, when the drive no longer has as many to
        choose from as it weighs; but if it never has, all are. Nor is its first: the way to it is
        not theirs. Those that it still has lie just before these, and it keeps as many.

        It does what a `HardDisk` does that was given all of them to `keep` and then destages, about
        three times as fast."""
        disk, begin, head, given = (
            self.disk,
            writes[0][0] - sector,
            0,
            sum([size for _, size in writes]),
        )
        if self.left:
            begin = max(begin, -min(self.head, *(offset for offset, _ in self.left)))
            head, shift = begin + self.head, begin + sector - writes[0][0]
            writes = [(begin + at, size) for at, size in self.left] + [
                (offset + shift, size) for offset, size in writes
            ]
        spec, geometry, turn, most = disk.spec, disk.geometry, disk.turn, disk.spec.extent_limit
        ready: list[
            list[int]
        ] = []  # offset, size, what is left of its track, and the track's length
        places: list[int] = []  # cylinders
        turned: list[float] = []  # angles
        end, length, at = 0, most, 0
        for offset, size in writes:
            if offset == end and length + size <= most:  # extents of the cache
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
        later, passed, to_the_end = spec.destage_set, 0, False
        window, cylinders, angles = ready[:later], places[:later], turned[:later]
        here, after, now, begun = 0, head, disk.phase, inf
        if head:
            here, begun = geometry.place(head - 1).cylinder, now
            at, to_the_end = bisect_left(cylinders, here), later >= len(ready)
        while window and (later < len(ready) or begun == inf or to_the_end):
            low, high, best, least, reach = at, at, 0, inf, inf
            if (at < len(window) and cylinders[at] == here) or (
                at and cylinders[at - 1] == here
            ):  # no way to these
                low, high = bisect_left(cylinders, here), bisect_right(cylinders, here)
                early = now - (1 - ALMOST_A_TURN)
                gaps = [(angle - early) % 1.0 for angle in angles[low:high]]
                least = min(gaps)
                best = low + gaps.index(least)
                least = max(0.0, least - (1 - ALMOST_A_TURN))
                if prune:
                    reach = 1.0 if least <= near else inf
            for line in (
                range(high, len(window)),
                range(low - 1, -1, -1),
            ):  # from the arm outwards and inwards
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
                            reach = (
                                1.0
                                if reached <= near
                                else ((reached - near) / root) ** 2 + 2
                                if reached <= far
                                else (reached - wide) / slope + 1
                            )
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
        self.left, self.head = [(offset - end, size) for offset, size, _, _ in window], after - end
        return (now - begun) * turn, given if head else passed
