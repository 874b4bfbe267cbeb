"""Reads of a machine's caches without its devices: hours in moments, if the latency of reads is
known otherwise.

The answering tier is that of `BlockReads` if each read arrives when the one before has been
flash_hits. A test compares them read by read with a machine on its loop, and what its feeder has
written.
"""

from collections.abc import Callable, Hashable, Iterable

from models.zfs.l2arc.l2arc import Hybrid
from models.zfs.l2arc.store import Ring, Segments

MemoryMiss = tuple[Hashable, tuple[Hashable, ...]]
"""A block that memory lacked, and the blocks that it evicted for it."""


def cache_reads(
    cache: Hybrid, draw: Callable[[], Hashable], size: int, count: int, now: float, gap: float
) -> dict[str, int]:
    """Return the number of reads by tier, for `count` reads of blocks from `draw`, of `size` bytes
    each, one every `gap` (s) after `now`."""
    read, seen = cache.read, {"memory": 0, "flash": 0, "disk": 0}
    for _ in range(count):
        now += gap
        seen[read(draw(), size, now)] += 1
    return seen


def memory_misses(
    cache: Hybrid, size: int, draw: Callable[[], Hashable], reads: int, now: float, gap: float
) -> list[MemoryMiss]:
    """Return the misses of memory out of `reads` reads, one every `gap` (s) after `now`: the
    requests to any flash behind it.

    The cache's own flash, one device, receives what memory evicts, as from a feeder that misses
    nothing. (A real feeder writes blocks before memory evicts them, so that its ring hits 3 %
    less.) It matters because memory treats blocks known to flash as seen before.
    """
    out: list[MemoryMiss] = []
    lost: list[Hashable] = []
    arc, store, read = cache.arc, cache.stores[0], cache.arc.read
    lose, arc.lost = arc.lost, lambda key, size, metadata: lost.append(key)
    for _ in range(reads):
        now += gap
        key = draw()
        if not read(key, size, now, known=key in store):
            out.append((key, tuple(lost)))
            flash_hits(store, size, out[-1:])
            lost.clear()
    arc.lost = lose
    return out


def flash_hits(store: Ring | Segments, block: int, reads: Iterable[MemoryMiss]) -> int:
    """Return how many of these reads hit in a store that receives what memory evicts, in blocks of
    `block` bytes."""
    hit, put, hits = store.hit, store.put, 0
    for key, lost in reads:
        hits += hit(key)
        for each in lost:
            if each not in store:
                put(each, block)
    return hits
