"""A full flash device: the memory that its headers take, and the tiers that answer reads."""

from math import ceil
from random import Random
from typing import NamedTuple

from figures.flash.experiments.cache_reads import cache_reads
from figures.flash.experiments.read_back import restore
from figures.kit.sampling import caches
from models.machine import Machine
from models.sim.popularity import working_set
from models.units import KiB
from models.zfs.l2arc.feed_spec import FeedSpec

MEMORY, BLOCK, SEGMENT = 192, 32 * KiB, 8
"""Blocks in memory without headers, which stand for millions; bytes of a block; blocks of a
segment. All other sizes are in proportion to these."""
DATA = 200
"""The size of all data, as a multiple of memory."""
STRIDE = 7919
WARM, GAP, TURN = 1200, 1.0, 4.0
"""Reads before those that count; seconds between two reads; seconds between turns of a feeder that
misses no block."""


class Full(NamedTuple):
    """The state with a full device. headers: the share (0-1) of memory that headers take. memory,
    flash, disk: the shares (0-1) of the reads that each tier answers."""

    headers: float
    memory: float
    flash: float
    disk: float


def full_flash(
    times: float,
    *,
    header: float,
    guard: float,
    block: int,
    compression: float = 1.0,
    working: float = 0.6,
    rest: float = 0.02,
    reads: int = 3600,
    seed: int = 1,
) -> Full:
    """Return the shares with a full device of `times` the size of memory and blocks of `block`
    bytes.

    header: bytes of a block's header. guard: the share (0-1) of memory that headers may take.
    compression: how many times larger a block is in memory than on flash. Reads go to a working set
    of `working` times the size of memory or, with probability `rest` (0-1), anywhere in all data.
    The device is full of blocks read before, the working set last.
    """
    data, hot, memory = MEMORY * DATA, max(1, int(MEMORY * working)), float(MEMORY * BLOCK)
    stored = ceil(BLOCK / compression)
    spec = FeedSpec(
        "2015",
        1,
        times * memory,
        rate=1e3 * BLOCK,
        turn=TURN,
        max_block=BLOCK,
        compression=compression,
        segment=float(SEGMENT * stored),
        header=header * stored / block,
        guard=guard,
    )
    cache = Machine(caches(memory, spec, BLOCK), seed).cache
    most = int(min(cache.most_known, data, times * memory // stored))
    restore(cache, 0, (key * STRIDE % data for key in range(most)), stored)
    if most:
        restore(cache, 0, range(hot), stored)
    draw = working_set(hot, data, rest, Random(seed))
    cache_reads(cache, draw, BLOCK, WARM, 0.0, GAP)
    answered = cache_reads(cache, draw, BLOCK, reads, WARM * GAP, GAP)
    return Full(cache.arc.reserved / cache.arc.size, *(n / reads for n in answered.values()))
