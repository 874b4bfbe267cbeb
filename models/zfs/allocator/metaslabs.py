"""Which slab the next block goes to: weights, the primary slab, and what is freed.

A vdev's space is cut into about 200 slabs. One, the primary, serves all requests; when it is given
up, the slab with the largest weight becomes the primary, and its space map is read ("loaded").
Sources: Bourbonnais 2010, Doubling Exchange Performance; OpenSolaris metaslab.c, 2006 to 2010;
Bonwick 2007, Space Maps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.catalogue.machines import values
from models.check import a_number, counted
from models.zfs.allocator.space_map import FREE, USED, SpaceMap

ZFS = values("allocator")


@dataclass(frozen=True)
class Rules:
    """How a vdev's space is cut up, which slab is next, and how room is found in it."""

    free: float = ZFS[
        "free_2010"
    ]  # with a smaller share of a slab free, best fit (0: never, 1: always)
    bonus: float = ZFS["bonus_2010"]  # so many times more weighs a slab that was used before
    give_up: bool = (
        True  # a slab is left when its largest free run is below `least`, not when nothing fits
    )
    prefetch: bool = True  # the next slab's map is read ahead
    low: bool = True  # outer slabs weigh more
    least: int = ZFS["least"]  # bytes; with no free run of so many, best fit (0: does not matter)
    slabs: int = ZFS["slabs"]  # of a vdev
    kept: int = 0  # records that are kept of each slab, as a sample of it; 0: all

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
"""What was changed between the two: free, bonus, give_up, prefetch."""


class Run(NamedTuple):
    """Units of a slab that were taken for blocks that touch. best: whether by best fit."""

    slab: int
    start: int
    units: int
    best: bool


class Metaslabs:
    """`slabs` of `units` each, from `start` (bytes) on. real: units that a slab of the real vdev
    has (default: as many).

    With fewer units than in reality long free runs are rarer, so the rules ask for a run, `least`
    units, that is as rare here as `rules.least` is there. primary: which slab serves requests
    (None: none yet). loads: slabs whose map had to be read, with the free runs that were in it.
    unit: bytes. size: of all units.
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
        self.units, self.rules, self.unit, self.start, self.real = (
            units,
            rules,
            unit,
            start,
            real or units,
        )
        self.size = slabs * units * unit
        self.free_share = rules.free * units  # units; with fewer free in a slab, best fit
        self.least = min(units, scaled(rules.least // unit, units, self.real))
        self.begun = [False] * slabs
        low = ZFS["low_bonus"] if rules.low else 1.0
        self.low = [
            low - (low - 1) * slab / slabs for slab in range(slabs)
        ]  # how many times more each slab weighs
        self.primary: int | None = None
        self.loads: list[tuple[int, int]] = []
        self.capped: dict[int, float] = {}  # slabs that failed in this group
        self.waiting: list[
            tuple[Sequence[int], int]
        ] = []  # addresses of what was freed in this group, and units of each

    @property
    def free(self) -> int:
        """Units that are free now."""
        return sum(slab.free for slab in self.slabs)

    def weight(self, slab: int) -> float:
        """What the slab weighs when the next primary is chosen."""
        weight = self.slabs[slab].free * self.low[slab]
        if self.begun[slab]:
            weight *= self.rules.bonus
        return min(weight, self.capped.get(slab, weight))

    def best(self, slab: int) -> bool:
        """Whether the next block in this slab is found by best fit."""
        here = self.slabs[slab]
        return here.free < self.free_share or (self.least > 0 and not here.holds(self.least))

    def choose(self, size: int) -> int:
        """Make the slab with the largest weight the primary. Raises ValueError if none can hold
        `size` units."""
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
                f"a block must find room in one piece, or it is cut up (a gang block): {size * self.unit} bytes "
                f"wanted, {self.free * self.unit} are free, got no such run"
            )
        if self.begun[chosen]:
            self.loads.append((chosen, self.slabs[chosen].count()))
            self.slabs[chosen].cursors.clear()
        self.primary, self.begun[chosen] = chosen, True
        return chosen

    def take(self, size: int) -> int:
        """The offset (bytes) of room for so many bytes, in whole units."""
        slab, start, _, _ = self.place(-(-size // self.unit))[0]
        return self.offset(slab, start)

    def offset(self, slab: int, start: int) -> int:
        """Where a unit of a slab lies on the vdev (bytes)."""
        return self.start + (slab * self.real + start) * self.unit

    def place(self, size: int = 1, count: int = 1) -> list[Run]:
        """Room for `count` blocks of `size` units each."""
        found: list[Run] = []
        while count > 0:
            slab = self.choose(size) if self.primary is None else self.primary
            here, taken = self.slabs[slab], []
            most = int((here.free - self.free_share) // size) + 1
            if most > 0:
                taken = here.first_fit(size, min(count, most), self.least)
            best = not taken  # there is too little, or no long run
            if best:
                taken = here.best_fit(size, count)
            found += [Run(slab, start, units, best) for start, units in taken]
            count -= sum(units for _, units in taken) // size
            if not taken:
                self.capped[slab] = float(here.largest())
                self.primary = None
        return found

    def ahead(self, count: int) -> int:
        """How many units `place` could give away in groups of `count` while no `sync` between them
        changes anything: while the primary's free space is one run, and not yet short. 0 if none,
        or nobody can say."""
        here = (
            None
            if self.primary is None or self.waiting or self.capped
            else self.slabs[self.primary]
        )
        if here is None or here.map.find(USED, here.map.find(FREE)) >= 0:
            return 0
        return max(0, here.free - max(1, self.least)) // count * count

    def give(self, addresses: Sequence[int], size: int = 1) -> None:
        """Free blocks of `size` units (address: slab times units, and where in the slab). The room
        is there again after the group is on disk: see `sync`."""
        self.waiting.append((addresses, size))

    def sync(self) -> None:
        """The group is on disk: what was freed can be used again, and weights are looked at anew."""
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
                    here.give(start, size)
        self.capped.clear()
        if (
            self.rules.give_up
            and self.primary is not None
            and not slabs[self.primary].holds(self.least)
        ):
            self.primary = None


class Contents:
    """A file that fills a part of a vdev's space, and is written anew copy-on-write. places: where
    each of its records is, as slab times units and place in the slab."""

    def __init__(self, space: Metaslabs):
        self.space = space
        self.places: list[int] = []

    def grow(self, records: int, group: int) -> Run | None:
        """Write new records, so many a group, until there are `records`. Returns the last run that
        was written to."""
        space, last = self.space, None
        while len(self.places) < records:
            for last in space.place(
                1, min(max(group, space.ahead(group)), records - len(self.places))
            ):
                first = last.slab * space.units + last.start
                self.places += range(first, first + last.units)
            space.sync()
        return last

    def rewrite(self, records: Sequence[int]) -> list[Run]:
        """Find new places for these records, each named once. The old ones are free once the group
        is on disk (`sync`)."""
        places, space, units = self.places, self.space, self.space.units
        runs = space.place(1, len(records))
        space.give([places[n] for n in records])
        new: list[int] = []
        for slab, start, length, _ in runs:
            new += range(slab * units + start, slab * units + start + length)
        for n, place in zip(records, new, strict=True):
            places[n] = place
        return runs


def scaled(least: int, units: int, real: int) -> int:
    """The length of a run that is as rare in a map of `units` as one of `least` units is in `real`
    units.

    If a share p is free, each unit by chance, n units have about n (1 - p) p^k runs of k or more.
    Of `least` or more there is one left in `real` units when p has come down to some share; of the
    length that is returned, there is then one in `units`.
    """
    if least < 2 or units == real:
        return least
    low, high = 0.0, least / (least + 1)  # beyond it the number falls again
    for _ in range(50):
        share = (low + high) / 2
        low, high = (share, high) if expected(least, share, real) < 1 else (low, share)
    found, length = units * (1 - low), 0
    while found > 1 and length < least:
        before, found, length = found, found * low, length + 1
    return length if 1 - found < before - 1 or length < 2 else length - 1


def expected(length: int, share: float, units: int) -> float:
    """Free runs of `length` or more in `units`, a share of which is free."""
    found = units * (1 - share)
    for _ in range(length):
        found *= share
    return found
