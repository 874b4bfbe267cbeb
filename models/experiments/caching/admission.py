"""What it is worth to have a block on flash, and what a mixture of reads makes of the rules for what may enter."""
from dataclasses import dataclass, replace
from math import inf
from random import Random

from models.check import check_recordsize
from models.experiments.caching.tier_times import moments, one_by_one
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.machine.sampling import caches
from models.zfs.l2arc.feed_spec import FeedSpec

KINDS = ("random", "large", "stream")
ONE_BY_ONE = 60
"""Reads from which a device's mean time is taken."""
LOCAL = SUN_7410.order(pool=("mirror", 1), jbods=0).without("network", "head", "queue", "drive queue")
"""A pair of the server's disks stands for all, with as much data on it as on each."""


def alone(size: int, span: float, seed: int = 1) -> tuple[float, float]:
    """Mean seconds of reads of `size` bytes that wait for no other: at random on disks that hold `span` bytes of the data
    each, and on flash."""
    flash, disk = one_by_one(Machine(LOCAL.order(flash=1), seed), size, max(span, 4 * size), ONE_BY_ONE, Random(seed))
    return moments(disk)[0], moments(flash)[0]


@dataclass(frozen=True)
class Mixture:
    """Who reads what: at random records of `size` bytes out of `working_set` bytes; the share `large_share` of the reads
    records of `large` bytes out of `large_set`; and the share `stream_share` blocks of `size` bytes in order, prefetched,
    of files that nobody reads again.
    """

    size: int = 8192
    working_set: float = 500e9
    large: int = 131072
    large_set: float = 2000e9
    large_share: float = 0.1
    stream_share: float = 0.2

    def __post_init__(self) -> None:
        check_recordsize(self.size)
        check_recordsize(self.large)


def answers(mix: Mixture, spec: FeedSpec, memory: float, *, warm: int, reads: int, blocks: int, primed: bool = False,
            seed: int = 1) -> dict[tuple[str, str], int]:
    """Who answers each kind of read: (kind, tier) -> reads, out of `reads` after `warm` others.

    `blocks` records of the working set are simulated, one of so many; the feeder has the bandwidth to take all it may.
    primed: instead of the `warm` reads, all of the working set is read once in order, prefetched, from cold caches, and
    then nothing more is fed.
    """
    random = Random(seed).random
    k = max(1.0, mix.working_set / mix.size / blocks)
    count = max(1, round(mix.working_set / mix.size / k))
    many = max(1, round(mix.large_set / mix.large / k))
    piece = max(spec.stored(mix.size), spec.stored(mix.large))
    capacity = max(spec.capacity / k, 2 * piece)
    small = replace(spec, feeder="2015", capacity=capacity, rate=1e9 * piece, turn=0.01,
                    segment=min(capacity, max(2 * piece, capacity / 16)))
    cache = Machine(caches(max(memory / k, 2 * mix.large), small, mix.size), seed).cache
    now, streamed = 0.0, count + many

    def one() -> tuple[str, str]:
        nonlocal now, streamed
        now += 0.001
        u = random()
        if u < mix.large_share:
            return "large", cache.read(count + int(random() * many), mix.large, now)
        if u < mix.large_share + mix.stream_share:
            streamed += 1
            return "stream", cache.read(streamed, mix.size, now, prefetch=True)
        return "random", cache.read(int(random() * count), mix.size, now)

    if primed:
        for key in range(count):
            now += 0.001
            cache.read(key, mix.size, now, prefetch=True)
        cache.next = inf
    else:
        for _ in range(warm):
            one()
    found = {(kind, tier): 0 for kind in KINDS for tier in ("memory", "flash", "disk")}
    for _ in range(reads):
        found[one()] += 1
    return found
