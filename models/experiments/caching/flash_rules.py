"""Three rules by which flash gives up blocks, side by side behind one cache in memory.

The ring of old; segments that a hit saves; and, to see what a segment's coarseness costs, single blocks. Each is the flash of
a machine that is ordered so; all have the same memory, and what this misses and gives up, every store is told at once. Of the
data only some blocks are simulated, and with them the device, memory and segments; a segment of the sample holds as many
blocks as a real one unless the sample were then left with too few segments.
"""
from collections.abc import Collection, Hashable, Iterable
from math import fsum
from random import Random
from typing import Any, NamedTuple

from models.fast.cache_reads import Passed, answered, passed_on
from models.machine import Machine
from models.machine.sampling import caches
from models.sim.popularity import zipf
from models.units import KiB, sector
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.l2arc.store import SEGMENT, Ring

ROOM, BLOCK = 512, 8 * KiB
"""Blocks simulated of those that the device holds, and bytes of each."""
FULL = 8
"""Blocks of a simulated segment, unless a real one holds fewer, or the device only a few segments."""
WARM, SEEN, MOST = 1.5, 2.5, 20
"""Misses of memory before and while we look, in times the blocks on the device; and reads at most, in times the data."""
STRIDE, GAP = 500, 1.0
"""Reads between two looks; seconds between two reads."""
FINE = 2**26
"""The weight of the most popular block: weights are whole numbers, so that their sums are the same everywhere."""
AHEAD = 48
"""Blocks ahead of the walk by which we learn what it will find."""


class WalkingReads:
    """Reads of `blocks` blocks: by popularity (see `zipf`), or with the chance `walk` (0-1) the next of a walk round all."""

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
        """Which share (0-1) of the reads a cache answers that holds these blocks, `but` some, while the walk is `at`."""
        held, but = set(held), set(but)
        weight = self.weights.__getitem__
        popular = sum(map(weight, held)) - sum(map(weight, held & but))
        ahead = {(at + n) % self.blocks for n in range(1, AHEAD + 1)} if self.walk else set()
        return (1 - self.walk) * (popular / self.all) + self.walk * (len((ahead & held) - but) / AHEAD)


class Served(NamedTuple):
    """The share (0-1) of the reads that memory answers; the shares that flash answers of all others, for each store."""

    memory: float
    flash: list[float]


class Rules:
    """Memory of `memory` bytes, behind it a flash device of `device` bytes; reads of `data` bytes in blocks of `block`.

    compression: how many times smaller blocks are on flash. walk: the share (0-1) of the reads that go through all data,
    block by block, again and again. room: blocks simulated of those on the device.
    """

    def __init__(self, *, device: float, data: float, memory: float, block: float, compression: float = 1.0,
                 walk: float = 0.0, room: int = ROOM, seed: int = 1):
        self.seed, self.walk, self.room = seed, walk, room
        self.device, self.stored = device, block / compression
        share = room / (device * compression)
        self.blocks, self.memory = max(room + 1, round(data * share)), max(2, round(memory * share))
        """Blocks of the data, and of memory, that are simulated."""

    def sample(self, segment: float) -> tuple[int, int]:
        """Blocks of a simulated segment and the number of these, for real ones of `segment` bytes.

        Where they stand for thousands, there is half a segment more, for the one that is not full.
        """
        many, few = min(segment / self.stored, FULL), self.room * segment / self.device
        if few > many:
            count = int(self.device // segment)
            return self.room // count, count
        blocks = max(1, round(many))
        return blocks, round(self.room / blocks + (0.5 if blocks > 1 else 0.0))

    def machine(self, feeder: str, blocks: int, segment: int = 1) -> Machine:
        """One whose flash holds so many blocks, in segments of so many, and costs memory nothing."""
        spec = FeedSpec(feeder, 1, float(blocks * BLOCK), segment=float(segment * BLOCK), header=0.0)
        return Machine(caches(float(self.memory * BLOCK), spec, BLOCK), self.seed)

    def ring(self) -> Machine:
        """First in, first out."""
        return self.machine("2008", self.room)

    def segments(self, segment: float = SEGMENT) -> Machine:
        """Segments of `segment` bytes."""
        blocks, count = self.sample(segment)
        return self.machine("2015", count * blocks, blocks)

    def single(self) -> Machine:
        """Single blocks, the one not hit for longest first."""
        return self.machine("2015", self.room)

    def serve(self, skew: float, machines: list[Machine]) -> Served:
        """Reads of this skew (0: all alike), for machines whose flash is empty when they begin; memory is that of a ring.

        Who answers is reckoned, every so many reads, from what memory and the stores hold.
        """
        reads, memory = WalkingReads(self.blocks, skew, self.walk, self.seed), self.ring().cache
        known = list(dict.fromkeys(reads.draw() for _ in range(3 * self.room)))
        stores = [machine.cache.stores[0] for machine in machines]
        for store in (*stores, memory.stores[0]):
            for key in known:
                store.put(key, BLOCK)
        for n, key in enumerate(known[:self.memory]):
            memory.arc.read(key, BLOCK, n * GAP)
        strides: list[tuple[list[Passed], int, tuple[Hashable, ...]]] = []
        missed, looked, now = 0, 0, self.memory * GAP
        while missed < (WARM + SEEN) * self.room and len(strides) * STRIDE < MOST * self.blocks:
            passed = passed_on(memory, BLOCK, reads.draw, STRIDE, now, GAP)
            now += STRIDE * GAP
            strides.append((passed, reads.at, tuple(memory.arc.seen)))
            if missed < WARM * self.room:
                looked += 1
            missed += len(passed)
        looked = min(looked, len(strides) // 2)
        inside = fsum(reads.share(held, at) for _, at, held in strides[looked:])
        beyond = len(strides) - looked - inside
        flash = []
        for store in stores:
            found = []
            for number, (passed, at, held) in enumerate(strides):
                answered(store, BLOCK, passed)
                if number >= looked:
                    found.append(reads.share(store, at, held))
            flash.append(fsum(found) / beyond if beyond > 0 else 0.0)
        return Served(inside / (len(strides) - looked), flash)


def compressed(block: int, ratio: float, random: Random) -> int:
    """Bytes that a block of `block` bytes takes, in whole sectors; over many, `ratio` (1 or more) times fewer.

    Blocks compress differently: evenly spread about the mean, as wide as one sector and the whole block allow.
    """
    whole = block / sector
    mean = whole / ratio
    wide = min(mean - 1, whole - mean)
    return sector * max(1, min(int(whole), int(mean + wide * (2 * random.random() - 1) + random.random())))


def holds(device: float, block: int, ratio: float, random: Random, sample: int = 600) -> float:
    """Bytes of programs' data on a device of `device` bytes when it is full, from a sample of about so many blocks."""
    k = max(1.0, device / block / sample)
    store, key = Ring(int(device / k)), 0
    while not store.put(key, compressed(block, ratio, random)):
        key += 1
    return key * block * k
