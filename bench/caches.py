"""Measure the speed of caches: of the published replacement policies, and of ZFS's own."""

from collections.abc import Callable, Hashable
from itertools import accumulate
from random import Random

from bench import two_places
from models.units import KiB
from models.zfs.arc.replacement import Arc, Fifo, Lru
from models.zfs.arc.zfs_arc import ZfsArc

BUDGETS = {
    "cache, FIFO": None,
    "cache, LRU": None,
    "cache, ARC as published, 1,000 blocks": 750_000.0,
    "cache, ARC as published, 10,000 blocks": 750_000.0,
    "cache, ARC of ZFS, 10,000 blocks of 8 KiB": None,
}
"""Budgets in requests a second, natively; in the page a run must reach 0.4 times as much
(300,000)."""
REQUESTS = 100_000


def zipf(blocks: int = 50_000, skew: float = 0.9) -> list[int]:
    """Return the block number of each of `REQUESTS` requests, drawn from a Zipf distribution over
    `blocks` with exponent `skew`."""
    weights = list(accumulate(1 / (n + 1) ** skew for n in range(blocks)))
    return Random(1).choices(range(blocks), cum_weights=weights, k=REQUESTS)


KEYS = zipf()


def requests(access: Callable[[Hashable], bool]) -> int:
    """Request every key with `access`, and return the number of requests."""
    for key in KEYS:
        access(key)
    return REQUESTS


def reads(cache: ZfsArc) -> int:
    """Read every key through ZFS's cache, ten in each simulated millisecond, and return the number
    of reads."""
    read = cache.read
    for n, key in enumerate(KEYS):
        read(key, 8 * KiB, n * 1e-4)
    return REQUESTS


RUNS: two_places.Runs = dict(
    zip(
        BUDGETS,
        (
            lambda: requests(Fifo(1_000).access),
            lambda: requests(Lru(1_000).access),
            lambda: requests(Arc(1_000).access),
            lambda: requests(Arc(10_000).access),
            lambda: reads(ZfsArc(10_000 * 8 * KiB)),
        ),
        strict=True,
    )
)


def speeds() -> str:
    """Return JSON that maps each run to its requests per second."""
    return two_places.speeds(RUNS)
