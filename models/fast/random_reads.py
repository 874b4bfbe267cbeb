"""Random reads against a drive with a queue that takes the shortest positioning time first, without its cache and its path.

It does what `RawPrograms` do before such a disk, request by request (a test holds it to that), at three to six times the
speed: figures that run ten thousand requests need it.
"""
from collections import deque
from collections.abc import Iterator

from models.devices.platter import Platter
from models.devices.positioning import Spot


def random_reads(disk: Platter, offsets: Iterator[int], size: int, outstanding: int, count: int, ageing: float = 0.0
                 ) -> list[tuple[float, float]]:
    """(issued, finish) in s of `count` reads of `size` bytes from a machine's disk that has done nothing yet, in the order of
    their answers.

    `outstanding` clients, as many as the drive's queue holds or fewer, each wait for an answer and issue the next at
    once. A read is at most as long as a track. ageing: see `disk_scheduling.sptf`.
    """
    place, turn, command = disk.geometry.place, disk.turn, disk.spec.command
    disk.cylinder, disk.after, free = 0, 0, 0.0
    done: list[tuple[float, float]] = []
    coming = deque((0.0, next(offsets)) for _ in range(outstanding))       # issued (s), offset
    waiting: list[Spot] = []
    while len(done) < count:
        start = free if waiting or coming[0][0] + command <= free else coming[0][0] + command
        while coming and coming[0][0] + command <= start:
            issued, offset = coming.popleft()
            cylinder, angle, left, track = place(offset)
            waiting.append(Spot(cylinder, angle, offset, 0.0, issued + command, (issued, left, track)))
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
