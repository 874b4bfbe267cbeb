"""Reads of a machine's caches without its devices: hours in a moment, where how long a read takes is known otherwise.

They are answered by whom `BlockReads` would ask, if each came when the one before had been answered; a test compares them,
read by read, with those of a machine on its loop, and what its feeder has written.
"""
from collections.abc import Callable, Hashable

from models.zfs.l2arc.l2arc import Hybrid


def cache_reads(cache: Hybrid, draw: Callable[[], Hashable], size: int, count: int, now: float, gap: float) -> dict[str, int]:
    """Who answers `count` reads of the blocks drawn, of `size` bytes each, one every `gap` (s) after `now`."""
    read, seen = cache.read, {"memory": 0, "flash": 0, "disk": 0}
    for _ in range(count):
        now += gap
        seen[read(draw(), size, now)] += 1
    return seen
