"""Reads of the caches of a machine without its devices, for runs of hours in which only the tier
that serves each read is wanted.

The tiers are those of `BlockReads` if each read arrives after the answer to the one before. A test
compares them, read by read, with a machine on its loop. It also compares the blocks that the feed
thread wrote.
"""

from collections.abc import Callable, Hashable, Iterable

from models.zfs.l2arc.l2arc import Hybrid
from models.zfs.l2arc.store import Ring, Segments

MemoryMiss = tuple[Hashable, tuple[Hashable, ...]]
"""A block that was not in memory, and the blocks that memory evicted before its read."""


def cache_reads(
    cache: Hybrid, draw: Callable[[], Hashable], size: int, count: int, now: float, gap: float
) -> dict[str, int]:
    """Return the number of reads that each tier serves, for `count` reads of blocks of `size` bytes
    from `draw`, one every `gap` seconds after `now` (s)."""
    read, tiers = cache.read, {"memory": 0, "flash": 0, "disk": 0}
    for _ in range(count):
        now += gap
        tiers[read(draw(), size, now)] += 1
    return tiers


def memory_misses(
    cache: Hybrid, size: int, draw: Callable[[], Hashable], reads: int, now: float, gap: float
) -> list[MemoryMiss]:
    """Return the misses of memory out of `reads` reads, one every `gap` seconds after `now` (s).
    They are the requests to any flash behind this memory.

    The flash of the cache, one device, receives every block that memory evicts. (A real feed thread
    writes blocks before memory evicts them, and its ring has 3 % fewer hits.) Its contents matter
    because memory treats a block in flash as one that was read before.
    """
    misses: list[MemoryMiss] = []
    evicted: list[Hashable] = []
    arc, store, read = cache.arc, cache.stores[0], cache.arc.read
    lose, arc.lost = arc.lost, lambda key, size, metadata: evicted.append(key)
    for _ in range(reads):
        now += gap
        key = draw()
        if not read(key, size, now, known=key in store):
            misses.append((key, tuple(evicted)))
            flash_hits(store, size, misses[-1:])
            evicted.clear()
    arc.lost = lose
    return misses


def flash_hits(store: Ring | Segments, block: int, reads: Iterable[MemoryMiss]) -> int:
    """Return the number of these reads that hit in `store`, which receives every block that memory
    evicts. Blocks have `block` bytes."""
    hit, put, hits = store.hit, store.put, 0
    for key, evicted in reads:
        hits += hit(key)
        for each in evicted:
            if each not in store:
                put(each, block)
    return hits
