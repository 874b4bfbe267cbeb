"""ZFS's allocator: it chooses slabs by weight and frees space.

A vdev's space is cut into about 200 slabs. One of them, the primary, serves all requests. When the
allocator leaves it, the slab with the largest weight becomes the primary and its space map is read
("loaded"). Sources: Bourbonnais 2010, Doubling Exchange Performance; OpenSolaris metaslab.c, 2006
to 2010; Bonwick 2007, Space Maps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.catalogue.machines import values
from models.check import a_number, counted
from models.zfs.allocator.space_map import FREE, USED, SpaceMap

ZFS = values("allocator")
NO_RUN = "no free run is long enough for the block (gang blocks are not modelled)"


@dataclass(frozen=True)
class Rules:
    """Rules by which a vdev's space is divided and allocated."""

    free: float = ZFS["free_2010"]  # with less free space (0-1) in a slab, best fit
    bonus: float = ZFS["bonus_2010"]  # weight factor of a slab that was used before
    give_up: bool = True  # leave a slab without a free run of `least`, not only when nothing fits
    prefetch: bool = True  # whether the next slab's map is read ahead
    low: bool = True  # whether outer slabs weigh more
    least: int = ZFS["least"]  # bytes; without a free run of this length, best fit (0: no limit)
    slabs: int = ZFS["slabs"]  # per vdev
    kept: int = 0  # records kept per slab, as a sample; 0: all

    def __post_init__(self) -> None:
        a_number("free", self.free, 0, 1)
        a_number("bonus", self.bonus, above=0)
        counted(slabs=self.slabs)
        counted(0, kept=self.kept)
        a_number("least", self.least, 0, whole=True, unit="bytes")


RULES = {
    "2009": Rules(ZFS["free_2009"], ZFS["bonus_2009"], give_up=False, prefetch=False),
    "2010": Rules(),
}
"""The rules of two years. free, bonus, give_up and prefetch changed in between."""


class Run(NamedTuple):
    """A run of units of a slab, taken by adjacent blocks."""

    slab: int
    start: int
    units: int
    best: bool  # whether by best fit


class Metaslabs:
    """The free space of a vdev, which is divided into `slabs` slabs. Each slab has `units` units of
    `unit` bytes; the first slab begins at `start` (bytes).

    Long free runs are rarer with fewer units than in reality. So the rules ask for a run of `least`
    units that is as rare here as `rules.least` is in a slab of `real` units (default: `units`).

    `primary` is the slab that serves requests, and `size` the bytes of all units. `loads` has a
    pair for each map that was read: its slab, and the number of free runs in it.
    """

    def __init__(
        self,
        slabs: int,
        units: int,
        rules: Rules,
        *,
        unit: int = 8192,
        real: int | None = None,
        start: int = 0,
    ):
        self.slabs = [SpaceMap(units) for _ in range(slabs)]
        self.units, self.rules = units, rules
        self.unit, self.start, self.real = unit, start, real or units
        self.size = slabs * units * unit
        self.free_share = rules.free * units  # units; with fewer free in a slab, best fit
        self.least = min(units, scaled(rules.least // unit, units, self.real))
        self.begun = [False] * slabs
        low = ZFS["low_bonus"] if rules.low else 1.0
        self.low = [low - (low - 1) * slab / slabs for slab in range(slabs)]  # weight factors
        self.primary: int | None = None
        self.loads: list[tuple[int, int]] = []
        self.capped: dict[int, float] = {}  # largest free run of slabs that failed in this group
        # blocks freed in this group: addresses, units per block
        self.waiting: list[tuple[Sequence[int], int]] = []

    @property
    def free(self) -> int:
        """Return the number of free units."""
        return sum(slab.free for slab in self.slabs)

    def weight(self, slab: int) -> float:
        """Return the weight of a slab in the choice of the next primary: its free units times
        factors."""
        weight = self.slabs[slab].free * self.low[slab]
        if self.begun[slab]:
            weight *= self.rules.bonus
        return min(weight, self.capped.get(slab, weight))

    def best(self, slab: int) -> bool:
        """Return whether the next block in this slab is found by best fit."""
        here = self.slabs[slab]
        return here.free < self.free_share or (self.least > 0 and not here.holds(self.least))

    def choose(self, size: int) -> int:
        """Make the slab with the largest weight the primary and return it. Raise ValueError if no
        slab has `size` units."""
        chosen, most, bonus, capped = -1, 0.0, self.rules.bonus, self.capped
        for slab, (here, low, begun) in enumerate(
            zip(self.slabs, self.low, self.begun, strict=True)
        ):
            if here.free * low * (bonus if begun else 1.0) > most and (
                slab not in capped or capped[slab] > most
            ):
                chosen, most = slab, self.weight(slab)
        if most < size:
            raise ValueError(
                f"{NO_RUN}: {size * self.unit} bytes needed, {self.free * self.unit} free in shorter runs"
            )
        if self.begun[chosen]:
            self.loads.append((chosen, self.slabs[chosen].count()))
            self.slabs[chosen].cursors.clear()
        self.primary, self.begun[chosen] = chosen, True
        return chosen

    def take(self, size: int) -> int:
        """Return the offset of space for `size` bytes, rounded up to whole units."""
        slab, start, _, _ = self.place(-(-size // self.unit))[0]
        return self.offset(slab, start)

    def offset(self, slab: int, start: int) -> int:
        """Return the offset of a unit of a slab on the vdev (bytes)."""
        return self.start + (slab * self.real + start) * self.unit

    def place(self, size: int = 1, count: int = 1) -> list[Run]:
        """Take space for `count` blocks of `size` units each. Return the runs. Raise ValueError if
        there is no space."""
        found: list[Run] = []
        while count > 0:
            slab = self.choose(size) if self.primary is None else self.primary
            here, taken = self.slabs[slab], []
            most = int((here.free - self.free_share) // size) + 1
            if most > 0:
                taken = here.first_fit(size, min(count, most), self.least)
            best = not taken  # too little free, or no long run
            if best:
                taken = here.best_fit(size, count)
            found += [Run(slab, start, units, best) for start, units in taken]
            count -= sum(units for _, units in taken) // size
            if not taken:
                self.capped[slab] = float(here.largest())
                self.primary = None
        return found

    def take_ahead(self, count: int) -> int:
        """Return how many units `place` could take in groups of `count` if a `sync` between the
        groups would change nothing, as long as the primary's free space is a single long run.
        Return 0 otherwise, or if it is unknown."""
        if self.primary is None or self.waiting or self.capped:
            return 0
        here = self.slabs[self.primary]
        if here.map.find(USED, here.map.find(FREE)) >= 0:
            return 0
        return max(0, here.free - max(1, self.least)) // count * count

    def release(self, addresses: Sequence[int], size: int = 1) -> None:
        """Free blocks of `size` units after the next `sync`. An address is slab * units + place in
        the slab."""
        self.waiting.append((addresses, size))

    def sync(self) -> None:
        """End a group: free its released space and lift the caps on weights."""
        slabs, units = self.slabs, self.units
        freed, self.waiting = self.waiting, []
        for addresses, size in freed:
            for address in addresses:
                slab = address // units
                here, start = slabs[slab], address - slab * units
                if size == 1 and here.map[start]:
                    here.map[start] = 0
                    here.free += 1
                else:
                    here.release(start, size)
        self.capped.clear()
        primary = self.primary
        if self.rules.give_up and primary is not None and not slabs[primary].holds(self.least):
            self.primary = None


class Contents:
    """A file that fills part of a vdev's space and is overwritten by copy-on-write. `places` has
    the address of each record: slab * units + place in the slab."""

    def __init__(self, space: Metaslabs):
        self.space = space
        self.places: list[int] = []

    def grow(self, records: int, group: int) -> Run | None:
        """Write records, `group` at a time, until there are `records`. Return the last run."""
        space, last = self.space, None
        while len(self.places) < records:
            count = max(group, space.take_ahead(group))
            for last in space.place(1, min(count, records - len(self.places))):
                first = last.slab * space.units + last.start
                self.places += range(first, first + last.units)
            space.sync()
        return last

    def rewrite(self, records: Sequence[int]) -> list[Run]:
        """Move these distinct records and return the new runs. `sync` frees the old places."""
        places, space, units = self.places, self.space, self.space.units
        runs = space.place(1, len(records))
        space.release([places[n] for n in records])
        new: list[int] = []
        for slab, start, length, _ in runs:
            new += range(slab * units + start, slab * units + start + length)
        for n, place in zip(records, new, strict=True):
            places[n] = place
        return runs


def scaled(least: int, units: int, real: int) -> int:
    """Return the length of a run that is as rare in `units` as one of `least` units is in `real`
    units.

    If a random share p of n units is free, there are about n (1 - p) p^k runs of k or more. As p
    falls, at some share one run of `least` or more remains in `real` units. At the same share one
    run of the returned length remains in `units`.
    """
    if least < 2 or units == real:
        return least
    low, high = 0.0, least / (least + 1)  # above this the number falls again
    for _ in range(50):
        share = (low + high) / 2
        low, high = (share, high) if expected(least, share, real) < 1 else (low, share)
    found, length = units * (1 - low), 0
    while found > 1 and length < least:
        before, found, length = found, found * low, length + 1
    return length if 1 - found < before - 1 or length < 2 else length - 1


def expected(length: int, share: float, units: int) -> float:
    """Return the expected number of free runs of `length` or more if a `share` of `units` is
    free."""
    found = units * (1 - share)
    for _ in range(length):
        found *= share
    return found
