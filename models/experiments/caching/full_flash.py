"""A small memory before a flash device that has been filled: how much of that memory is left for data, and who answers."""
from dataclasses import dataclass
from random import Random

from models.experiments.caching.flash_behind import FlashBehind
from models.sim.popularity import working_set
from models.zfs.l2arc.headers import Headers
from models.zfs.l2arc.store import Ring

BLOCKS = 192
"""Blocks that memory holds without headers, in place of the millions of a real one: all sizes stand in proportion to it."""
DATA = 200
"""All data, in times the memory."""
STRIDE = 7919
WARM = 1200
"""Reads before those that count."""


@dataclass(frozen=True)
class Full:
    """The shares (0-1) of the memory that headers take, and of the reads that memory, flash and disks answer."""

    headers: float
    memory: float
    flash: float
    disk: float


def full_flash(times: float, *, header: float, guard: float, block: int, compression: float = 1.0, working: float = 0.6,
               rest: float = 0.02, reads: int = 3600, seed: int = 1) -> Full:
    """A device of `times` the memory's size that holds blocks of `block` bytes, whose headers may take `guard` (0-1) of it.

    In memory a block is `compression` times as large. Reads go to a working set of `working` times the memory, or, with
    the chance `rest` (0-1), anywhere in all data. The device is full of what was read before, the working set last.
    """
    inside = int(block * compression)
    size, data, hot = BLOCKS * inside, BLOCKS * DATA, max(1, int(BLOCKS * working))
    room = min(int(times * size), int(Headers(size, header, guard).tracked(block))) // block
    store = Ring(max(1, min(room, data)) * block)
    if room:
        for key in range(store.capacity // block):
            store.put(key * STRIDE % data, block)
        for key in range(hot):
            if key not in store:
                store.put(key, block)
    behind = FlashBehind(size, store, header if room else 0.0, inside, block)
    draw, tiers = working_set(hot, data, rest, Random(seed)), [0, 0, 0]
    for now in range(WARM):
        behind.read(draw(), float(now))
    for now in range(WARM, WARM + reads):
        tiers[behind.read(draw(), float(now))] += 1
    if not room:
        tiers = [tiers[0], 0, tiers[1] + tiers[2]]
    return Full(behind.headers, *(n / reads for n in tiers))
