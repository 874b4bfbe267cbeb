"""What the vdev queue makes of the runs that an allocator handed out: blocks in order of offset,
and what touches as one."""

from collections.abc import Iterable
from math import ceil

from models.zfs.allocator.metaslabs import Run


def aggregated(runs: Iterable[Run], most: int) -> list[tuple[int, int, int]]:
    """What the vdev queue makes of a group: slab, start and units of each I/O, in order of offset;
    what touches is one, of `most` units at most."""
    joined: list[list[int]] = []
    for slab, start, units in sorted([run[:3] for run in runs]):
        if joined and joined[-1][0] == slab and joined[-1][1] + joined[-1][2] == start:
            joined[-1][2] += units
        else:
            joined.append([slab, start, units])
    return [
        (slab, start + at, min(most, units - at))
        for slab, start, units in joined
        for at in range(0, units, most)
    ]


Piece = tuple[int, int]
"""Where it begins, and how long it is (units)."""


def side_by_side(groups: Iterable[list[Run]], units: int, times: int = 1) -> list[Piece]:
    """What groups write, as it lies on a whole slab of which `units` are the sample: pieces that do
    not touch.

    These groups are pieces of a large one. What one ends with and the next begins with touches if
    it did in the sample. Where a group begins before the last one ended, it belongs to the next
    piece of the slab; where it goes on to another slab, its I/Os are put behind the last. So the
    gaps are those of a whole slab, and the one long way to the next is left out. All of it comes
    `times` times, one behind the other.
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
    return [(start, length) for start, length in tape]


def cut(pieces: Iterable[Piece], most: int) -> list[Piece]:
    """The I/Os that write these pieces, `most` units at most."""
    return [
        (start + at, min(most, length - at))
        for start, length in pieces
        for at in range(0, length, most)
    ]


def number(pieces: list[Piece], most: int, begun: bool, goes_on: bool) -> float:
    """How many I/Os these are. begun: whether the first piece is the rest of one that began before;
    goes_on: whether the last one is continued. Of these only the share is counted that lies within;
    where a rest ends, half an I/O is lost on average."""
    whole = pieces[begun : len(pieces) - goes_on]
    count = float(sum(-(-length // most) for _, length in whole))
    if begun and goes_on and len(pieces) == 1:
        return pieces[0][1] / most
    if begun:
        count += pieces[0][1] / most + (most - 1) / (2 * most)
    return count + (pieces[-1][1] / most if goes_on else 0.0)
