"""The free space of one slab: a map of units, and the two ways in which ZFS finds space in it.

OpenSolaris metaslab.c of 2009 and 2010 keeps the free runs of a loaded slab in two trees, by
address and by size. First fit starts from a cursor and takes the first run, by address, that holds
the block. Best fit takes the smallest such run. Here the map has one byte per unit, and runs are
found by searching it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator

FREE, USED = b"\0", b"\1"
SHORT_RUNS = 8
"""Run lengths that best fit searches for one by one."""
NOT_IN_USE = "released units must be in use"
RUN = re.compile(rb"\0+")


class SpaceMap:
    """A map of `units` units. `free` is the number of free units. `cursors` has the place where
    first fit last ended, by the alignment of the blocks."""

    def __init__(self, units: int):
        self.units = self.free = units
        self.map = bytearray(units)
        self.cursors: dict[int, int] = {}

    def runs(self) -> Iterator[tuple[int, int]]:
        """Yield the free runs (start, length) in order of address."""
        for run in RUN.finditer(self.map):
            yield run.start(), run.end() - run.start()

    def count(self) -> int:
        """Return the number of free runs."""
        return (USED + self.map).count(USED + FREE)

    def largest(self) -> int:
        """Return the length of the largest free run."""
        return max((length for _, length in self.runs()), default=0)

    def holds(self, size: int) -> bool:
        """Return whether some free run has `size` units."""
        return bytes(size) in self.map

    def first_fit(self, size: int, count: int = 1, least: int = 0) -> list[tuple[int, int]]:
        """Take up to `count` blocks of `size` units, each from the first free run after the cursor
        that holds it, wrapping at the end. Return the start and length of each sequence of adjacent
        blocks. Stop as soon as no run of `least` units is free."""
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
                # after `most` blocks this run is short, and there is no other long one
                most = (length - least) // size + 1
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
        """Yield free runs (start, length) of `size` units or more: smallest first, then by address.
        Short lengths are searched for one by one, longer runs are sorted."""
        here = b"".join((USED, self.map, USED))
        for length in range(size, size + SHORT_RUNS):
            wanted = USED + bytes(length) + USED
            at = here.find(wanted)
            while at >= 0:
                yield at, length
                at = here.find(wanted, at + length + 1)
        rest = sorted(
            [(end - start, start) for start, end in map(re.Match.span, RUN.finditer(here))]
        )
        for length, start in rest[bisect_left(rest, (size + SHORT_RUNS, 0)) :]:
            yield start - 1, length

    def best_fit(self, size: int, count: int = 1) -> list[tuple[int, int]]:
        """Take up to `count` blocks of `size` units, each from the smallest free run that holds it.
        Ties go to the lowest address. Return the start and length of each sequence of adjacent
        blocks. First fit continues after the last one."""
        found: list[tuple[int, int]] = []
        if not count:
            return found
        for start, length in self.by_size(size):
            blocks = min(count, length // size)  # the next block fits best in the rest of the run
            taken = blocks * size
            self.map[start : start + taken] = USED * taken
            found.append((start, taken))
            self.free -= taken
            self.cursors[size & -size] = start + taken
            count -= blocks
            if not count:
                break
        return found

    def release(self, start: int, size: int = 1) -> None:
        """Free these units. Raise ValueError unless all are in use."""
        if start + size > self.units or FREE in self.map[start : start + size]:
            raise ValueError(f"{NOT_IN_USE}, got {size} units from {start}")
        self.map[start : start + size] = bytes(size)
        self.free += size
