"""The vdev queue's aggregation of adjacent runs into I/Os."""

from collections.abc import Iterable

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
