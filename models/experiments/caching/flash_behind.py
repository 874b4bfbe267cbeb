"""Flash behind a cache in memory, when the feeder misses nothing: whatever memory gives up is written to flash."""
from collections.abc import Callable, Hashable, Iterable

from models.zfs.arc.zfs_arc import ZfsArc
from models.zfs.l2arc.store import Ring, Segments

Read = tuple[Hashable, tuple[Hashable, ...]]
"""A block that memory lacked, and the blocks that it gave up for it."""


class FlashBehind:
    """A cache of `size` bytes in memory with a store on flash behind it, whose headers lie in that memory.

    Blocks take `block` bytes in memory and `stored` on flash (None: as many). header: bytes of memory for each block on
    flash; where they leave no room for a block, it passes by.
    """

    def __init__(self, size: float, store: Ring | Segments, header: float, block: int, stored: int | None = None):
        self.store, self.header, self.block, self.stored = store, header, block, stored or block
        self.memory = ZfsArc(size, lost=self._feed)
        self._count()

    def _count(self) -> None:
        memory = self.memory
        memory.reserved = min(memory.size, self.store.blocks * self.header)

    def _feed(self, key: Hashable, size: int, metadata: bool) -> None:
        if key not in self.store:
            self.store.put(key, self.stored)

    def read(self, key: Hashable, now: float) -> int:
        """Who answers a read at `now` (s): 0 memory, 1 flash, 2 a disk. The block is in memory afterwards."""
        memory = self.memory
        if key in memory.seen:
            memory.read(key, self.block, now)
            return 0
        tier = 1 if self.store.hit(key) else 2
        memory.read(key, self.block, now)
        self._count()
        return tier

    @property
    def headers(self) -> float:
        """The share (0-1) of the cache that headers take."""
        return self.memory.reserved / self.memory.size


def passed_on(memory: ZfsArc, block: int, draw: Callable[[], Hashable], reads: int) -> list[Read]:
    """What a cache in memory passes on of so many `reads`, a second apart: what a store behind it has to answer."""
    out: list[Read] = []
    lost: list[Hashable] = []
    memory.lost = lambda key, size, metadata: lost.append(key)
    for now in range(reads):
        key = draw()
        if not memory.read(key, block, float(now)):
            out.append((key, tuple(lost)))
            lost.clear()
    return out


def answered(store: Ring | Segments, block: int, reads: Iterable[Read]) -> int:
    """How many of these reads a store answers that takes in what memory gives up, blocks of `block` bytes."""
    hit, put, hits = store.hit, store.put, 0
    for key, lost in reads:
        hits += hit(key)
        for each in lost:
            if each not in store:
                put(each, block)
    return hits
