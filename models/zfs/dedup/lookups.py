"""The table blocks that a group looks up, and the tier that has them, on average.

Checksums spread evenly, so every table block is equally likely; only blocks that are written again
and again make some more likely. Every lookup changes its table block (an entry is added, removed or
counted up), so the block is written at the end of the group, at another address. This has two
effects. The memory cache sees each table block as a new one and evicts by age: a block is there if
it was looked up recently. And a block on flash is stale once it has been used: each table block
that comes from flash had to be fed to it since its last use.
"""

from math import fsum
from typing import NamedTuple

from models.zfs.dedup.spec import DedupSpec


class Lookups(NamedTuple):
    """The mean lookups of one group."""

    looks: float
    blocks: float  # distinct table blocks
    disk: float  # reads of table blocks from disk
    flash: float  # reads of table blocks from flash

    @property
    def missed(self) -> float:
        """Return the share of lookups that wait for a disk."""
        return self.disk / self.looks if self.looks else 0.0


Kind = tuple[float, float]
"""Number of table blocks of one kind, and mean lookups per group on each of them."""


def untouched(looks: float) -> float:
    """Return the share of table blocks without a lookup if there are `looks` lookups per block on
    average: exp(-looks). It uses only + - * /, so that it is the same to the last bit
    everywhere."""
    if looks > 700:
        return 0.0
    times = 0
    while looks > 1 / 32:
        looks, times = looks / 2, times + 1
    share = 1.0
    for n in (8, 7, 6, 5, 4, 3, 2, 1):
        share = 1 - looks / n * share
    for _ in range(times):
        share *= share
    return share


def distinct_blocks(kinds: list[Kind], groups: float) -> float:
    """Return the number of distinct table blocks that `groups` groups look up."""
    total = 0.0
    for number, rate in kinds:
        total += number * (1 - untouched(rate * groups))
    return total


def idle_groups(kinds: list[Kind], room: float) -> float:
    """Return the number of groups for which memory keeps an unused table block. It has `room` for
    fewer table blocks than there are."""
    low, high = 0.0, 1e-3
    while distinct_blocks(kinds, high) < room and high < 1e12:
        low, high = high, high * 4
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if distinct_blocks(kinds, middle) < room else (low, middle)
    return high


def kinds_of(spec: DedupSpec, writes: float, frees: float) -> list[Kind]:
    """Return the kinds of table blocks for groups of 1 lookup or more: one kind, or two if some
    blocks have records that are found again and again."""
    table = spec.blocks
    own = min(frees, writes) if spec.overwrites else 0.0  # frees as popular as writes
    found = (1 - 1 / spec.ratio) * (writes + own) if spec.popular else 0.0
    evenly = (writes + frees - found) / table
    hot = table * (1 - untouched(spec.popular / table)) if found else 0.0
    return [(table - hot, evenly), (hot, evenly + found / hot)] if found else [(table, evenly)]


def lookups(spec: DedupSpec, writes: float, frees: float) -> Lookups:
    """Return the lookups of a group that writes `writes` data blocks and frees `frees`, as all
    groups before it did. A lookup finds its table block in memory unless other blocks have evicted
    it since it was last looked up."""
    room, looks = spec.memory / spec.block, writes + frees
    if not looks:
        return Lookups(0.0, 0.0, 0.0, 0.0)
    kinds = kinds_of(spec, writes, frees)
    blocks = distinct_blocks(kinds, 1.0)
    if room >= spec.blocks:
        return Lookups(looks, blocks, 0.0, 0.0)
    if len(kinds) > 1:
        idle = idle_groups(kinds, room)
        missed = [number * rate * untouched(rate * idle) for number, rate in kinds]
    else:
        missed = [looks * (1 - room / spec.blocks)]
    total = fsum(missed)
    fed = min(total, spec.feed * spec.interval / spec.block) if spec.flash else 0.0
    if not fed or not total:
        return Lookups(looks, blocks, total, 0.0)
    stays = spec.flash / spec.block / fed  # groups until the flash has been overwritten once
    flash = fsum(
        fed * part / total * (1 - untouched(rate * stays))
        for part, (_, rate) in zip(missed, kinds, strict=True)
    )
    return Lookups(looks, blocks, max(0.0, total - flash), flash)
