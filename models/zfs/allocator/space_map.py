"""What is free in one slab: a map of units, and the two ways in which ZFS finds room in it.

OpenSolaris metaslab.c of 2009 and 2010 keeps the free runs of a loaded slab in two trees, by
address and by size. First fit takes the first run by address from a cursor on that holds the block,
best fit the smallest that does. Here the map is a byte a unit, and the runs are found in it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator

FREE, USED = b"\0", b"\1"
FEW = 8
"""Lengths that best fit looks for one by one."""
RUN = re.compile(rb"\0+")


class SpaceMap:
    """`units` of space, all free. free: how many are. cursors: where the last first fit ended, for
    each alignment."""

    def __init__(self, units: int):
        self.units = self.free = units
        self.map = bytearray(units)
        self.cursors: dict[int, int] = {}

    def runs(self) -> Iterator[tuple[int, int]]:
        """The free runs: where each begins and how long it is, in order of address."""
        for run in RUN.finditer(self.map):
            yield run.start(), run.end() - run.start()

    def count(self) -> int:
        """How many free runs there are."""
        return (USED + self.map).count(USED + FREE)

    def largest(self) -> int:
        """Units of the largest free run."""
        return max((length for _, length in self.runs()), default=0)

    def holds(self, size: int) -> bool:
        """Whether some free run has `size` units."""
        return bytes(size) in self.map

    def first_fit(self, size: int, count: int = 1, least: int = 0) -> list[tuple[int, int]]:
        """Take up to `count` blocks of `size` units, each in the first free run from the cursor on
        that holds it, and behind the last one in the first from the start. Returns where blocks
        that touch begin, and their units together.

        least: stop as soon as no run of so many units is free.
        """
        found: list[tuple[int, int]] = []
        align, free, long = size & -size, bytes(size), bytes(least)
        here, cursor, end = self.map, self.cursors.get(size & -size, 0), self.units
        if least and long not in here:
            return found
        if cursor < end and not here[cursor]:
            cursor = here.rfind(USED, 0, cursor) + 1
        while count:
            start = here.find(free, cursor)
            if start < 0:
                if not cursor:
                    break
                cursor = 0
                continue
            stop = here.find(USED, start + size)
            if stop < 0:
                stop = end
            length = stop - start
            blocks = min(count, length // size)
            last = False
            if (
                length >= least > length - blocks * size
                and here.find(long, stop) < 0
                and here.find(long, 0, start) < 0
            ):
                most = (
                    length - least
                ) // size + 1  # then it is no longer a long one, and there is no other
                last = blocks >= most
                blocks = min(blocks, most)
            cursor = start + blocks * size
            here[start:cursor] = USED * (cursor - start)
            found.append((start, cursor - start))
            count -= blocks
            if last:
                break
        if found:
            self.free -= sum([units for _, units in found])
            self.cursors[align] = sum(found[-1])
        return found

    def by_size(self, size: int) -> Iterator[tuple[int, int]]:
        """The free runs of `size` units or more as they are now, the smallest first, of these the
        lowest: where each begins and how long it is. A few lengths are looked for one by one; all
        that are longer are put in order."""
        here = b"".join((USED, self.map, USED))
        for length in range(size, size + FEW):
            wanted = USED + bytes(length) + USED
            at = here.find(wanted)
            while at >= 0:
                yield at, length
                at = here.find(wanted, at + length + 1)
        rest = sorted(
            [(end - start, start) for start, end in map(re.Match.span, RUN.finditer(here))]
        )
        for length, start in rest[bisect_left(rest, (size + FEW, 0)) :]:
            yield start - 1, length

    def best_fit(self, size: int, count: int = 1) -> list[tuple[int, int]]:
        """Take up to `count` blocks of `size` units, each in the smallest free run that holds it,
        the lowest of these. Returns where blocks that touch begin, and their units together. First
        fit goes on behind the last one."""
        found: list[tuple[int, int]] = []
        if not count:
            return found
        for start, length in self.by_size(size):
            blocks = min(
                count, length // size
            )  # the rest of a run is now the smallest that holds a block
            taken = blocks * size
            self.map[start : start + taken] = USED * taken
            found.append((start, taken))
            self.free -= taken
            self.cursors[size & -size] = start + taken
            count -= blocks
            if not count:
                break
        return found

    def give(self, start: int, size: int = 1) -> None:
        """Take back what was handed out."""
        if start + size > self.units or FREE in self.map[start : start + size]:
            raise ValueError(f"units given back must be in use, got {size} from {start} on")
        self.map[start : start + size] = bytes(size)
        self.free += size
