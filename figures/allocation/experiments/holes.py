"""A slab with holes: it was full, a random part of its records has been overwritten since, and the new
copies went to another slab. Then it is filled again."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from figures.allocation.experiments.rewrites import pair
from figures.allocation.experiments.rules import BEST, FIRST, NEW
from models.zfs.allocator.metaslabs import Contents, Metaslabs, Rules, Run

ALONE: dict[str, Rules] = {
    FIRST: replace(NEW, free=0.0, least=0, bonus=1.0, low=False, give_up=False),
    BEST: replace(NEW, free=1.0, least=0, bonus=1.0, low=False, give_up=False),
}
"""Rules under which one of the two ways alone places all blocks, and the emptiest slab is always next."""


def contents_of(slabs: int, units: int, how: str = FIRST) -> Contents:
    """Return the empty pool of a machine with so many slabs, of each of which `units` records are kept."""
    return pair(replace(ALONE[how], slabs=slabs, kept=units)).pool.contents


def slab_with_holes(used: float, units: int, how: str = FIRST, seed: int = 1) -> Metaslabs:
    """Return the free space of two slabs of `units` records. Of the first a share `used` (0-1) is still
    in use, and it is filled next, by the rule `how` alone."""
    contents = contents_of(2, units, how)
    space = contents.space
    contents.grow(units, units)
    contents.rewrite(Random(seed).sample(range(units), units - round(used * units)))
    space.sync()
    space.primary = 0
    return space


def groups(space: Metaslabs, records: int) -> Iterator[list[Run]]:
    """Fill the first slab, `records` at a time. Yield the runs of each group in order of place, as
    they are sent to the disk."""
    while left := space.slabs[0].free:
        yield sorted(space.place(1, min(records, left)))
