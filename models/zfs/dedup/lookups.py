"""The table blocks that a group looks up, and the tier that has them, on average.

Checksums spread evenly, so every table block is equally likely; only blocks that are written again
and again make some more likely. Every lookup changes its table block (an entry is added, removed or
counted up), so the block is written at the end of the group, at another address. This has two
effects. The memory cache sees each table block as a new one and evicts by age: a block is there if
it was looked up recently. And a block on flash is stale once it has been used: each table block
that comes from flash had to be fed to it since its last use.
"""

from models.zfs.dedup.spec import DedupSpec

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
