"""Three rules by which flash gives up blocks, side by side behind one cache in memory.

The ring of old; segments that a hit saves; and, to see what a segment's coarseness costs, single
blocks. Each is the flash of a machine of which one block in k is simulated; all have the same
memory, and what this misses and gives up, every store is told at once.
"""

from collections.abc import Collection, Hashable, Iterable
from math import fsum
from random import Random
from typing import Any, NamedTuple

from models.flat_loops.cache_reads import MemoryMiss, flash_hits, memory_misses
from models.machine import Machine, Order
from models.machine.sampling import caches, one_in
from models.sim.popularity import zipf
from models.units import KiB, sector
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.l2arc.store import SEGMENT, Ring

ROOM, BLOCK = 512, 8 * KiB
"""Blocks simulated of those that the device holds, and bytes of each."""
WARM, SEEN, MOST = 1.5, 2.5, 20
"""Misses of memory before and while we look, in times the blocks on the device; and reads at most, in times the data."""
STRIDE, GAP = 500, 1.0
"""Reads between two looks; seconds between two reads."""
FINE = 2**26
"""The weight of the most popular block: weights are whole numbers, so that their sums are the same everywhere."""
AHEAD = 48
"""Blocks ahead of the walk by which we learn what it will find."""


class WalkingReads:
    """Reads of `blocks` blocks: by popularity (see `zipf`), or with the chance `walk` (0-1) the
    next of a walk round all."""

    def __init__(self, blocks: int, skew: float, walk: float = 0.0, seed: int = 1):
        random = Random(seed)
        self.blocks, self.walk, self.at = blocks, walk, 0
        self.popular, self.chance = zipf(blocks, skew, random), random.random
        self.weights = [int(FINE * (n + 1) ** -skew) for n in range(blocks)]
        self.all = sum(self.weights)

    def draw(self) -> int:
        """The block that the next read asks for."""
        if self.chance() >= self.walk:
            return self.popular()
        self.at = (self.at + 1) % self.blocks
        return self.at

    def share(self, held: Iterable[Any], at: int, but: Collection[Any] = ()) -> float:
        """Which share (0-1) of the reads a cache answers that holds these blocks, `but` some, while
        the walk is `at`."""
        held, but = set(held), set(but)
        weight = self.weights.__getitem__
        popular = sum(map(weight, held)) - sum(map(weight, held & but))
        ahead = {(at + n) % self.blocks for n in range(1, AHEAD + 1)} if self.walk else set()
        return (1 - self.walk) * (popular / self.all) + self.walk * (
            len((ahead & held) - but) / AHEAD
        )


class Served(NamedTuple):
    """The share (0-1) of the reads that memory answers; the shares that flash answers of all
    others, for each store."""

    memory: float
    flash: list[float]


class Rules:
    """Memory of `memory` bytes, behind it a flash device of `device` bytes; reads of `data` bytes
    in blocks of 8 KiB.

    compression: how many times smaller blocks are on flash. walk: the share (0-1) of the reads that
    go through all data, block by block, again and again. room: blocks simulated of those on the
    device.
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
    ):
        self.device, self.memory, self.compression, self.walk = device, memory, compression, walk
        self.room, self.seed, self.k = room, seed, device * compression / BLOCK / room
        self.blocks = max(room + 1, round(data / BLOCK / self.k))
        """Blocks of the data that are simulated."""
        self.single = BLOCK / compression
        """Bytes of a segment of one block."""
        self.orders: dict[float | None, Order] = {}

    def machine(self, segment: float | None = SEGMENT) -> Machine:
        """One whose flash gives up segments of so many bytes, the one not hit for longest first;
        None: a ring, first in, first out. Its headers cost memory nothing."""
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
        """Reads of this skew (0: all alike), for machines whose flash is empty when they begin;
        memory is that of a ring.

        Who answers is reckoned, every so many reads, from what memory and the stores hold.
        """
        reads, memory = (
            WalkingReads(self.blocks, skew, self.walk, self.seed),
            self.machine(None).cache,
        )
        known = list(dict.fromkeys(reads.draw() for _ in range(3 * self.room)))
        stores = [
            (machine.cache.stores[0], machine.cache.spec.stored(BLOCK)) for machine in machines
        ]
        for store, size in (*stores, (memory.stores[0], BLOCK)):
            for key in known:
                store.put(key, size)
        room = int(memory.arc.size // BLOCK)
        for n, key in enumerate(known[:room]):
            memory.arc.read(key, BLOCK, n * GAP)
        strides: list[tuple[list[MemoryMiss], int, tuple[Hashable, ...]]] = []
        missed, looked, now = 0, 0, room * GAP
        while missed < (WARM + SEEN) * self.room and len(strides) * STRIDE < MOST * self.blocks:
            passed = memory_misses(memory, BLOCK, reads.draw, STRIDE, now, GAP)
            now += STRIDE * GAP
            strides.append((passed, reads.at, tuple(memory.arc.seen)))
            if missed < WARM * self.room:
                looked += 1
            missed += len(passed)
        looked = min(looked, len(strides) // 2)
        inside = fsum(reads.share(held, at) for _, at, held in strides[looked:])
        beyond = len(strides) - looked - inside
        flash = []
        for store, size in stores:
            found = []
            for number, (passed, at, held) in enumerate(strides):
                flash_hits(store, size, passed)
                if number >= looked:
                    found.append(reads.share(store, at, held))
            flash.append(fsum(found) / beyond if beyond > 0 else 0.0)
        return Served(inside / (len(strides) - looked), flash)


def compressed(block: int, ratio: float, random: Random) -> int:
    """Bytes that a block of `block` bytes takes, in whole sectors; over many, `ratio` (1 or more)
    times fewer.

    Blocks compress differently: evenly spread about the mean, as wide as one sector and the whole
    block allow.
    """
    whole = block / sector
    mean = whole / ratio
    wide = min(mean - 1, whole - mean)
    return sector * max(
        1, min(int(whole), int(mean + wide * (2 * random.random() - 1) + random.random()))
    )


def holds(device: float, block: int, ratio: float, random: Random, sample: int = 600) -> float:
    """Bytes of programs' data on a device of `device` bytes when it is full, from a sample of about
    so many blocks."""
    k = max(1.0, device / block / sample)
    store, key = Ring(int(device / k)), 0
    while not store.put(key, compressed(block, ratio, random)):
        key += 1
    return key * block * k
