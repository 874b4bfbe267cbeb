"""Three rules by which flash evicts blocks, compared behind one cache in memory.

They are the old ring; segments, each of which is protected by hits on its blocks; and single
blocks, which show the cost of coarse segments. Each is the flash of a machine of which one block in
k is simulated. All have the same memory in front of them, and each store receives its misses and
evictions at once.
"""

from collections.abc import Collection, Hashable, Iterable
from math import fsum
from random import Random
from typing import Any, NamedTuple

from figures.flash.experiments.cache_reads import MemoryMiss, flash_hits, memory_misses
from figures.kit.sampling import caches, one_in
from models.machine import Machine, Order
from models.sim.popularity import zipf
from models.units import KiB, sector
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.l2arc.store import SEGMENT, Ring

ROOM, BLOCK = 512, 8 * KiB
"""How many blocks on the device are simulated, and the bytes of each."""
WARM, SEEN, MOST = 1.5, 2.5, 20
"""Misses of memory before the measurement and during it, as multiples of the blocks on the device;
the most reads, as a multiple of the blocks of the data."""
STRIDE, GAP = 500, 1.0
"""Reads between two measurements; seconds between two reads."""
FINE = 2**26
"""The weight of the most popular block. Weights are whole numbers, so that sums are exact."""
AHEAD = 48
"""How many blocks ahead of the walk are checked for hits."""


class WalkingReads:
    """Reads of `blocks` blocks. Each read draws a block by popularity (see `zipf`) or, with
    probability `walk` (0-1), takes the next block of a walk through all blocks."""

    def __init__(self, blocks: int, skew: float, walk: float = 0.0, seed: int = 1) -> None:
        random = Random(seed)
        self.blocks, self.walk, self.at = blocks, walk, 0
        self.popular, self.chance = zipf(blocks, skew, random), random.random
        self.weights = [int(FINE * (n + 1) ** -skew) for n in range(blocks)]
        self.all = sum(self.weights)

    def draw(self) -> int:
        """Return the block of the next read."""
        if self.chance() >= self.walk:
            return self.popular()
        self.at = (self.at + 1) % self.blocks
        return self.at

    def share(self, held: Iterable[Any], at: int, but: Collection[Any] = ()) -> float:
        """Return the share (0-1) of the reads that a cache answers while the walk is at block `at`.
        held: the blocks in the cache. but: blocks that do not count."""
        held, but = set(held), set(but)
        weight = self.weights.__getitem__
        popular = sum(map(weight, held)) - sum(map(weight, held & but))
        ahead = {(at + n) % self.blocks for n in range(1, AHEAD + 1)} if self.walk else set()
        return (1 - self.walk) * (popular / self.all) + self.walk * (
            len((ahead & held) - but) / AHEAD
        )


class Served(NamedTuple):
    """The answers to reads. memory: the share (0-1) of all reads that memory answers. flash: for
    each store, the share (0-1) of the other reads that it answers."""

    memory: float
    flash: list[float]


class Rules:
    """Reads of `data` bytes in blocks of 8 KiB, answered by `memory` bytes of memory with a flash
    device of `device` bytes behind it.

    compression: how many times smaller blocks are on flash. walk: the share (0-1) of the reads that
    go through all data in order, again and again. room: how many blocks on the device are
    simulated.
    """

    def __init__(
        self,
        *,
        device: float,
        data: float,
        memory: float,
        compression: float = 1.0,
        walk: float = 0.0,
        room: int = ROOM,
        seed: int = 1,
    ) -> None:
        self.device, self.memory, self.compression, self.walk = device, memory, compression, walk
        self.room, self.seed, self.k = room, seed, device * compression / BLOCK / room
        self.blocks = max(room + 1, round(data / BLOCK / self.k))
        """Simulated blocks of the data."""
        self.single = BLOCK / compression
        """Bytes of a segment that holds one block."""
        self.orders: dict[float | None, Order] = {}

    def machine(self, segment: float | None = SEGMENT) -> Machine:
        """Return a machine whose flash evicts the least recently hit segment of `segment` bytes,
        or, with None, the blocks that came first (a ring). Headers take no memory."""
        if segment not in self.orders:
            spec = (
                FeedSpec(
                    "2015",
                    1,
                    self.device,
                    segment=segment,
                    compression=self.compression,
                    header=0.0,
                )
                if segment
                else FeedSpec("2008", 1, self.device * self.compression, header=0.0)
            )
            self.orders[segment] = one_in(self.k, caches(self.memory, spec, BLOCK))
        return Machine(self.orders[segment], self.seed)

    def serve(self, skew: float, machines: list[Machine]) -> Served:
        """Return the shares of the reads that memory and the flash of each machine answer. skew:
        exponent of the blocks' popularity (0: uniform).

        Flash is first filled with blocks that were read before, and memory is that in front of a
        ring. Every `STRIDE` reads the shares are calculated from the blocks that memory and the
        stores hold.
        """
        reads, memory = (
            WalkingReads(self.blocks, skew, self.walk, self.seed),
            self.machine(None).cache,
        )
        read_before = list(dict.fromkeys(reads.draw() for _ in range(3 * self.room)))
        stores = [
            (machine.cache.stores[0], machine.cache.spec.stored(BLOCK)) for machine in machines
        ]
        for store, size in (*stores, (memory.stores[0], BLOCK)):
            for key in read_before:
                store.put(key, size)
        room = int(memory.arc.size // BLOCK)
        for n, key in enumerate(read_before[:room]):
            memory.arc.read(key, BLOCK, n * GAP)
        strides: list[tuple[list[MemoryMiss], int, tuple[Hashable, ...]]] = []
        missed, first_measured, now = 0, 0, room * GAP
        while missed < (WARM + SEEN) * self.room and len(strides) * STRIDE < MOST * self.blocks:
            misses = memory_misses(memory, BLOCK, reads.draw, STRIDE, now, GAP)
            now += STRIDE * GAP
            strides.append((misses, reads.at, tuple(memory.arc.seen)))
            if missed < WARM * self.room:
                first_measured += 1
            missed += len(misses)
        first_measured = min(first_measured, len(strides) // 2)
        in_memory = fsum(reads.share(held, at) for _, at, held in strides[first_measured:])
        others = len(strides) - first_measured - in_memory
        flash = []
        for store, size in stores:
            found = []
            for number, (misses, at, held) in enumerate(strides):
                flash_hits(store, size, misses)
                if number >= first_measured:
                    found.append(reads.share(store, at, held))
            flash.append(fsum(found) / others if others > 0 else 0.0)
        return Served(in_memory / (len(strides) - first_measured), flash)


def compressed(block: int, ratio: float, random: Random) -> int:
    """Return how many bytes a block of `block` bytes takes after compression, in whole sectors. On
    average it is `ratio` (1 or more) times smaller.

    Sizes are spread evenly around the mean, but no block takes less than one sector or more than
    `block`.
    """
    whole = block / sector
    mean = whole / ratio
    wide = min(mean - 1, whole - mean)
    return sector * max(
        1, min(int(whole), int(mean + wide * (2 * random.random() - 1) + random.random()))
    )


def holds(device: float, block: int, ratio: float, random: Random, sample: int = 600) -> float:
    """Return how many bytes of programs' data a device of `device` bytes holds when it is full,
    from a sample of about `sample` blocks."""
    k = max(1.0, device / block / sample)
    store, key = Ring(int(device / k)), 0
    while not store.put(key, compressed(block, ratio, random)):
        key += 1
    return key * block * k
