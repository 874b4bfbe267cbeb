"""A file that fills a part of a vdev's space, and what becomes of it when its records are written anew, copy-on-write."""
from collections.abc import Sequence

from models.zfs.allocator.metaslabs import Metaslabs, Run


class Contents:
    """places: where each record of the file is, as slab times units and place in the slab."""

    def __init__(self, space: Metaslabs):
        self.space = space
        self.places: list[int] = []

    def grow(self, records: int, group: int) -> Run | None:
        """Write new records, so many a group, until there are `records`. Returns the last run that was written to."""
        space, last = self.space, None
        while len(self.places) < records:
            for last in space.place(1, min(max(group, space.ahead(group)), records - len(self.places))):
                first = last.slab * space.units + last.start
                self.places += range(first, first + last.units)
            space.sync()
        return last

    def rewrite(self, records: Sequence[int]) -> list[Run]:
        """Find new places for these records, each named once. The old ones are free once the group is on disk (`sync`)."""
        places, space, units = self.places, self.space, self.space.units
        runs = space.place(1, len(records))
        space.give([places[n] for n in records])
        new: list[int] = []
        for slab, start, length, _ in runs:
            new += range(slab * units + start, slab * units + start + length)
        for n, place in zip(records, new, strict=True):
            places[n] = place
        return runs
