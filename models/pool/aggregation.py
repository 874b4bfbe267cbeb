"""What the vdev queue makes of the runs that an allocator handed out: blocks in order of offset, and what touches as one."""
from collections.abc import Iterable
from math import ceil
from typing import NamedTuple

from models.check import a_number
from models.pool.metaslabs import Run


class Io(NamedTuple):
    """A write to a slab's units: from `start` on."""

    slab: int
    start: int
    units: int


def aggregated(runs: Iterable[Run], most: int) -> list[Io]:
    """What the vdev queue makes of a group: in order of offset, what touches as one, `most` units at most."""
    a_number("most", most, 1, whole=True)
    joined: list[list[int]] = []
    for slab, start, units in sorted([run[:3] for run in runs]):
        if joined and joined[-1][0] == slab and joined[-1][1] + joined[-1][2] == start:
            joined[-1][2] += units
        else:
            joined.append([slab, start, units])
    return [Io(slab, start + at, min(most, units - at)) for slab, start, units in joined for at in range(0, units, most)]


def side_by_side(groups: Iterable[list[Run]], units: int, most: int, times: int = 1) -> list[tuple[int, int]]:
    """Where the I/Os of groups begin, and how long they are (units), on a whole slab of which `units` are the sample.

    These groups are pieces of a large one. What one ends with and the next begins with touches if it did in the sample. Where
    a group begins before the last one ended, it belongs to the next piece of the slab; where it goes on to another slab, its
    I/Os are put behind the last. So the gaps are those of a whole slab, and the one long way to the next is left out. All of
    it comes `times` times, one behind the other.
    """
    tape: list[list[int]] = []
    shift = end = 0
    groups = [sorted(group) for group in groups]
    for _ in range(times):
        before = -1
        for group in groups:
            for slab, start, length, best in group:
                if slab != before and (before >= 0 or not best):
                    shift = end - start
                elif start + shift < end:
                    shift += ceil((end - start - shift) / units) * units
                if tape and slab == before and start + shift == end:
                    tape[-1][1] += length
                else:
                    tape.append([start + shift, length])
                before, end = slab, start + shift + length
    return [(start + at, min(most, length - at)) for start, length in tape for at in range(0, length, most)]
