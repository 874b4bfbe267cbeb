"""Caches in steady state: the tier that answers, and the data that a byte of flash holds."""

from dataclasses import dataclass, replace
from math import ceil, gcd

from figures.flash.experiments.spatial_sampling import Sampled
from models.sim.stats import mean
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.l2arc.store import Segments

FEWEST, MOST, TAIL = 600, 1200, 24
"""Fewest and most simulated blocks; fewest simulated blocks in memory."""
READS, GAP, LOOKS = 3000, 0.3, 6
"""Most reads; seconds between two, so that the feeder has a turn every fourth read; number of
samples."""


@dataclass(frozen=True)
class Steady:
    """Caches in steady state."""

    memory: float  # share (0-1) of reads answered by memory
    flash: float  # share of reads answered by flash
    disk: float  # share of reads answered by disk
    headers: float  # bytes of memory for the headers of blocks on flash
    on_flash: float  # bytes of blocks on flash
    k: float  # one block in k is simulated


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
    """Return the steady state of caches under the reads that `Sampled` makes, if the feeder misses
    no block.

    All devices count as one, because the feeder spreads blocks evenly over them. `fewest` and
    `tail` are the fewest sampled blocks in all and in memory, `reads` is the largest number of
    reads.
    """
    blocks = min(MOST, max(fewest, tail * working_set / memory))
    k = max(1.0, working_set / block / blocks)
    capacity, devices = max(1, spec.devices) * spec.capacity, min(1, spec.devices)
    fast = replace(
        spec, devices=devices, capacity=capacity, write=4 * block * k, rate=1e6 * block * k
    )
    run = Sampled(
        memory=memory, working_set=working_set, block=block, spec=fast, k=k, heat=heat, seed=seed
    )
    step = int(0.618 * run.blocks) | 1
    while gcd(step, run.blocks) > 1:
        step += 2
    for n in range(run.blocks):  # each block once, so that unpopular ones have been read too
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
    """Return the bytes of data per byte of flash with segments, in blocks of `size` bytes."""
    stored = spec.stored(size)
    store, count = Segments(64 * stored, 4 * stored), 0
    while not store.put(count, stored):
        count += 1
    return count * size / store.capacity
