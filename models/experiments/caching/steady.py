"""Memory and flash once they have been warm for long: who answers; and how much data a byte of
flash holds."""

from dataclasses import dataclass, replace
from math import ceil, gcd

from models.experiments.caching.spatial_sampling import Sampled
from models.sim.stats import mean
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.l2arc.store import Segments

FEWEST, MOST, TAIL = 600, 1200, 24
"""Blocks simulated, at least and at most; blocks that memory should hold."""
READS, GAP, LOOKS = 3000, 0.3, 6
"""Reads at most; seconds between two, so that the feeder turns at every fourth; how often we look who has what."""


@dataclass(frozen=True)
class Steady:
    """The share (0-1) of the reads that each tier answers; bytes of memory for headers, and of
    blocks on flash; one block in `k` is simulated."""

    memory: float
    flash: float
    disk: float
    headers: float
    on_flash: float
    k: float


def steady(
    spec: FeedSpec,
    *,
    memory: float,
    working_set: float,
    block: int,
    heat: float = 0.2,
    seed: int = 1,
    fewest: int = FEWEST,
    tail: int = TAIL,
    reads: int = READS,
) -> Steady:
    """Caches that have been warm for long, under reads as of `Sampled`, with a feeder that misses
    nothing. All devices count as one, for the feeder spreads blocks evenly over them. fewest, tail,
    reads: so many blocks are sampled at least in all and in memory, and reads at most."""
    blocks = min(MOST, max(fewest, tail * working_set / memory))
    k = max(1.0, working_set / block / blocks)
    capacity = max(1, spec.devices) * spec.capacity
    fast = replace(
        spec,
        devices=min(1, spec.devices),
        capacity=capacity,
        write=4 * block * k,
        rate=1e6 * block * k,
    )
    run = Sampled(
        memory=memory, working_set=working_set, block=block, spec=fast, k=k, heat=heat, seed=seed
    )
    step = int(0.618 * run.blocks) | 1
    while gcd(step, run.blocks) > 1:
        step += 2
    for n in range(
        run.blocks
    ):  # each block once, so that those seldom asked for have had their turn
        run.now += GAP
        run.cache.read(n * step % run.blocks, block, run.now)
    part = ceil(min(reads, 5 * run.blocks) / (LOOKS + 3))
    run.ask(3 * part, GAP)
    looks = []
    for _ in range(LOOKS):
        run.ask(part, GAP)
        looks.append(run.expected())
    shares = {tier: mean([look[tier] for look in looks]) for tier in looks[0]}
    return Steady(
        **shares, headers=run.cache.arc.reserved * k, on_flash=run.cache.on_flash * k, k=k
    )


def held(spec: FeedSpec, size: int) -> float:
    """Bytes of data that a byte of flash holds as a cache, with segments, of blocks of `size`
    bytes."""
    stored = spec.stored(size)
    store, count = Segments(64 * stored, 4 * stored), 0
    while not store.put(count, stored):
        count += 1
    return count * size / store.capacity
