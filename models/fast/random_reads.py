"""Random reads against a drive with a queue that takes the shortest positioning time first, written flat for speed.

It does what `RawPrograms` do before such a disk, request by request (a test holds it to that), at three to six times the
speed: figures that run ten thousand requests need it.
"""
from collections import deque
from collections.abc import Iterator
from math import inf, sqrt

from models.devices.platter import Platter
from models.devices.positioning import ALMOST_A_TURN


def random_reads(disk: Platter, offsets: Iterator[int], size: int, outstanding: int, count: int, ageing: float = 0.0
                 ) -> list[tuple[float, float]]:
    """(issued, finish) in s of `count` reads of `size` bytes from a machine's disk that has done nothing yet, in the order of
    their answers.

    `outstanding` clients, as many as the drive's queue holds or fewer, each wait for an answer and issue the next at
    once. A read is at most as long as a track. ageing: see `disk_scheduling.sptf`.
    """
    place, turn, phase, command = disk.geometry.place, disk.turn, disk.phase, disk.spec.command
    third, step, root, middle, longest, slope, prune = disk.seeks
    ageing /= turn
    here, after, free = 0, 0, 0.0
    done: list[tuple[float, float]] = []
    coming = deque((0.0, next(offsets)) for _ in range(outstanding))       # issued (s), offset
    waiting: list[tuple[int, float, int, float, int, int]] = []
    while len(done) < count:
        start = free if waiting or coming[0][0] + command <= free else coming[0][0] + command
        while coming and coming[0][0] + command <= start:
            issued, offset = coming.popleft()
            cylinder, angle, left, track = place(offset)
            waiting.append((cylinder, angle, offset, issued, track, left))
        base, best, least, reach = start / turn + phase, 0, inf, inf
        oldest = ageing * (waiting[0][3] + command)
        for i, (cylinder, angle, offset, issued, _, _) in enumerate(waiting):
            distance = cylinder - here if cylinder > here else here - cylinder
            if distance > reach:
                continue
            if not distance or offset == after:
                seek = 0.0
            elif distance <= third:
                seek = step + root * sqrt(distance - 1)
            else:
                seek = longest + slope * distance
            gap = (angle - base - seek) % 1.0
            reached = seek if gap > ALMOST_A_TURN else seek + gap
            if ageing:
                reached += ageing * (issued + command)
            if reached < least:
                best, least = i, reached
                if prune:
                    room = reached - oldest
                    reach = (1.0 if room <= step else ((room - step) / root) ** 2 + 2 if room <= middle
                             else (room - longest) / slope + 1)
        here, _, offset, issued, track, left = waiting.pop(best)
        if ageing:
            least -= ageing * (issued + command)
        if size <= left:
            free = start + (least + size / track) * turn
        else:
            here, _, _, other = place(offset + left)
            free = start + (least + left / track + (size - left) / other) * turn + disk.next_track
        after = offset + size
        done.append((issued, free))
        coming.append((free, next(offsets)))
    return done
