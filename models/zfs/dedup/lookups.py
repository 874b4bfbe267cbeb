"""Which table blocks a group looks at, and where it finds them: in memory, on flash or on the
disks. In averages.

Checksums spread evenly, so that every table block is as likely as any other; only blocks that are
written again and again make some likelier. Whatever is looked at changes (an entry comes, goes, or
counts one more), so its table block is written at the end of the group: under another address. That
has two effects. The cache in memory sees each table block come as a new one, and goes by age: the
block is there if it was looked at lately. And what is on flash is stale as soon as it was of use:
each table block that comes from flash had to be fed to it since its last use.
"""

from math import fsum
from typing import NamedTuple

from models.zfs.dedup.spec import DedupSpec


class Lookups(NamedTuple):
    """Of a group. looks: how many there are; blocks: table blocks that they fall on, each counted
    once; disk and flash: how often one has to be read from there."""

    looks: float
    blocks: float
    disk: float
    flash: float

    @property
    def missed(self) -> float:
        """The share of the looks that wait for a disk."""
        return self.disk / self.looks if self.looks else 0.0


Kind = tuple[float, float]
"""How many table blocks there are of a kind, and how often a group looks at each of them on average."""


def left(looks: float) -> float:
    """The share of table blocks that none of the looks falls on if there are so many for each: e to
    the power -looks.

    By + - * / alone, so that it is the same to the last bit wherever it runs."""
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


def different(kinds: list[Kind], groups: float) -> float:
    """Table blocks that so many groups look at, each counted once."""
    total = 0.0
    for number, often in kinds:
        total += number * (1 - left(often * groups))
    return total


def age(kinds: list[Kind], room: float) -> float:
    """For how many groups a table block stays unused in memory with room for `room` of them (fewer
    than there are)."""
    low, high = 0.0, 1e-3
    while different(kinds, high) < room and high < 1e12:
        low, high = high, high * 4
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if different(kinds, middle) < room else (low, middle)
    return high


def kinds_of(spec: DedupSpec, writes: float, frees: float) -> list[Kind]:
    """All table blocks, or those of which none and some hold what is found again and again, for a
    group of 1 look or more."""
    table = spec.blocks
    own = (
        min(frees, writes) if spec.overwrites else 0.0
    )  # frees of what is overwritten: as popular as what is written
    found = (1 - 1 / spec.ratio) * (writes + own) if spec.popular else 0.0
    evenly = (writes + frees - found) / table
    hot = table * (1 - left(spec.popular / table)) if found else 0.0
    return [(table - hot, evenly), (hot, evenly + found / hot)] if found else [(table, evenly)]


def lookups(spec: DedupSpec, writes: float, frees: float) -> Lookups:
    """Of a group that writes and frees so many blocks of data, when all groups before it did the
    same.

    Each look finds its table block in memory unless the others have pushed it out since it was last
    looked at."""
    room, looks = spec.memory / spec.block, writes + frees
    if not looks:
        return Lookups(0.0, 0.0, 0.0, 0.0)
    kinds = kinds_of(spec, writes, frees)
    blocks = different(kinds, 1.0)
    if room >= spec.blocks:
        return Lookups(looks, blocks, 0.0, 0.0)
    if len(kinds) > 1:
        idle = age(kinds, room)
        missed = [number * often * left(often * idle) for number, often in kinds]
    else:
        missed = [looks * (1 - room / spec.blocks)]
    total = fsum(missed)
    fed = min(total, spec.feed * spec.interval / spec.block) if spec.flash else 0.0
    if not fed or not total:
        return Lookups(looks, blocks, total, 0.0)
    stays = spec.flash / spec.block / fed  # groups until the flash has gone round once
    flash = fsum(
        fed * part / total * (1 - left(often * stays))
        for part, (_, often) in zip(missed, kinds, strict=True)
    )
    return Lookups(looks, blocks, max(0.0, total - flash), flash)
