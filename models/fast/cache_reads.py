"""Reads of a machine's caches without its devices: hours in a moment, where how long a read takes
is known otherwise.

They are answered by whom `BlockReads` would ask, if each came when the one before had been
answered; a test compares them, read by read, with those of a machine on its loop, and what its
feeder has written.
"""

from collections.abc import Callable, Hashable, Iterable

from models.zfs.l2arc.l2arc import Hybrid
from models.zfs.l2arc.store import Ring, Segments

Passed = tuple[Hashable, tuple[Hashable, ...]]
"""A block that memory lacked, and the blocks that it gave up for it."""


def cache_reads(
    cache: Hybrid, draw: Callable[[], Hashable], size: int, count: int, now: float, gap: float
) -> dict[str, int]:
    """Who answers `count` reads of the blocks drawn, of `size` bytes each, one every `gap` (s)
    after `now`."""
    read, seen = cache.read, {"memory": 0, "flash": 0, "disk": 0}
    for _ in range(count):
        now += gap
        seen[read(draw(), size, now)] += 1
    return seen


def passed_on(
    cache: Hybrid, size: int, draw: Callable[[], Hashable], reads: int, now: float, gap: float
) -> list[Passed]:
    """What memory passes on of so many reads, one every `gap` (s) after `now`: what any flash
    behind it has to answer. Its own, one device, takes in what memory gives up, as from a feeder
    that misses nothing (a real one writes blocks before memory gives them up, so that its ring
    answers 3 % fewer); for memory keeps what flash knows as something seen before."""
    out: list[Passed] = []
    lost: list[Hashable] = []
    arc, store, read = cache.arc, cache.stores[0], cache.arc.read
    lose, arc.lost = arc.lost, lambda key, size, metadata: lost.append(key)
    for _ in range(reads):
        now += gap
        key = draw()
        if not read(key, size, now, known=key in store):
            out.append((key, tuple(lost)))
            answered(store, size, out[-1:])
            lost.clear()
    arc.lost = lose
    return out


def answered(store: Ring | Segments, block: int, reads: Iterable[Passed]) -> int:
    """How many of these reads a store answers that takes in what memory gives up, blocks of `block`
    bytes."""
    hit, put, hits = store.hit, store.put, 0
    for key, lost in reads:
        hits += hit(key)
        for each in lost:
            if each not in store:
                put(each, block)
    return hits
