"""Three rules by which flash gives up blocks, side by side behind one cache in memory.

The ring of old; segments that a hit saves; and, to see what a segment's coarseness costs, single blocks. Of the data only
some blocks are simulated, and with them the device, memory and segments; a segment of the sample holds as many blocks as a
real one unless the sample were then left with too few segments.
"""
from collections.abc import Hashable
from dataclasses import dataclass
from math import fsum

from models.experiments.caching.flash_behind import Read, answered, passed_on
from models.experiments.caching.walking_reads import WalkingReads
from models.zfs.arc.zfs_arc import ZfsArc
from models.zfs.l2arc.store import SEGMENT, Ring, Segments

ROOM = 512
"""Blocks simulated of those that the device holds."""
FULL = 8
"""Blocks of a simulated segment, unless a real one holds fewer, or the device only a few segments."""
WARM, SEEN, MOST = 1.5, 2.5, 20
"""Misses of memory before and while we look, in times the blocks on the device; and reads at most, in times the data."""
STRIDE = 500
"""Reads between two looks."""


@dataclass(frozen=True)
class Served:
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

    def ring(self) -> Ring:
        """First in, first out."""
        return Ring(self.room)

    def segments(self, segment: float = SEGMENT) -> Segments:
        """Segments of `segment` bytes."""
        blocks, count = self.sample(segment)
        return Segments(count * blocks, blocks)

    def single(self) -> Segments:
        """Single blocks, the one not hit for longest first."""
        return Segments(self.room, 1)

    def serve(self, skew: float, stores: list[Ring | Segments]) -> Served:
        """Reads of this skew (0: all alike), for stores that are empty when they begin.

        Who answers is reckoned, every so many reads, from what memory and the stores hold.
        """
        reads, memory = WalkingReads(self.blocks, skew, self.walk, self.seed), ZfsArc(self.memory)
        known = list(dict.fromkeys(reads.draw() for _ in range(3 * self.room)))
        for key in known[:self.memory]:
            memory.read(key, 1)
        strides: list[tuple[list[Read], int, tuple[Hashable, ...]]] = []
        missed = looked = 0
        while missed < (WARM + SEEN) * self.room and len(strides) * STRIDE < MOST * self.blocks:
            passed = passed_on(memory, 1, reads.draw, STRIDE)
            strides.append((passed, reads.at, tuple(memory.seen)))
            if missed < WARM * self.room:
                looked += 1
            missed += len(passed)
        looked = min(looked, len(strides) // 2)
        inside = fsum(reads.share(held, at) for _, at, held in strides[looked:])
        beyond = len(strides) - looked - inside
        flash = []
        for store in stores:
            for key in known:
                store.put(key, 1)
            found = []
            for number, (passed, at, held) in enumerate(strides):
                answered(store, 1, passed)
                if number >= looked:
                    found.append(reads.share(store, at, held))
            flash.append(fsum(found) / beyond if beyond > 0 else 0.0)
        return Served(inside / (len(strides) - looked), flash)
