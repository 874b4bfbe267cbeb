"""The vdev queue's aggregation of adjacent runs into I/Os."""

from collections.abc import Iterable
from math import ceil

from models.zfs.allocator.metaslabs import Run


def aggregated(runs: Iterable[Run], most: int) -> list[tuple[int, int, int]]:
    """Return the I/Os of a group, each (slab, start, units), in order of offset. Adjacent runs are
    joined, up to `most` units."""
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
"""Start and length (units)."""


def side_by_side(groups: Iterable[list[Run]], units: int, times: int = 1) -> list[Piece]:
    """Return the pieces that the groups write, as they would lie on a whole slab.

    The `units` here are a sample of that slab. The pieces do not touch.

    The groups are parts of one large group. The end of one and the start of the next touch if they
    did in the sample. If a group starts before the end of the last, it belongs to the next part of
    the slab; if it continues on another slab, its I/Os are put after the last. So the gaps are
    those of a whole slab, without the long seek to the next slab. Everything is repeated `times`
    times.
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
    """Return the I/Os that write these pieces, of at most `most` units."""
    return [
        (start + at, min(most, length - at))
        for start, length in pieces
        for at in range(0, length, most)
    ]


def number(pieces: list[Piece], most: int, begun: bool, continued: bool) -> float:
    """Return the mean number of I/Os of at most `most` units for these pieces.

    begun, continued: whether the first piece is the rest of a longer one, and whether the last
    piece goes on later. Of such a piece only its share of the I/Os is counted, and for the end of
    the first one half an I/O more."""
    whole = pieces[begun : len(pieces) - continued]
    count = float(sum(-(-length // most) for _, length in whole))
    if begun and continued and len(pieces) == 1:
        return pieces[0][1] / most
    if begun:
        count += pieces[0][1] / most + (most - 1) / (2 * most)
    return count + (pieces[-1][1] / most if continued else 0.0)
