"""ZFS's form of the adaptive replacement cache: blocks of many sizes, data and metadata, and the
names of evicted blocks.

Facts: OpenSolaris, usr/src/uts/common/fs/zfs/arc.c, 2008-2010 (arc_adapt, arc_get_data_buf,
arc_access, arc_adjust, arc_init); changes by 2014: Bourbonnais, reARC. Not modelled: growing and
shrinking with free memory, and the minimum residence of one second for prefetched blocks.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator

from models.catalogue.machines import values
from models.check import shown

CODE = values("zfs-2010")
MRU, MFU, MRU_GHOST, MFU_GHOST = range(4)
Lost = Callable[[Hashable, int, bool], None]
Blocks = OrderedDict[Hashable, int]


class ZfsArc:
    """A cache of `size` bytes.

    It has four lists: blocks requested once recently (mru) or again (mfu), and for each the names
    of the blocks it evicted (its ghosts). `p` (bytes) is the target size of mru. A request for a
    ghost moves `p` by the block's size times the whole-number ratio of the two ghost lists (at
    least 1). `p` stays at least a 16th of the cache from either end.
    """

    def __init__(
        self,
        size: float,  # bytes
        *,
        # largest amount of metadata (bytes), for split lists; indirect blocks held there and a
        # single larger block may exceed it
        meta_limit: float | None = None,
        split: bool = False,  # separate lists for data and metadata (before 2014)
        min_time: float = CODE["arc_min_time"],  # requests within this time (s) count as one
        lost: Lost | None = None,  # called with key, size and metadata for each evicted block
    ):
        self.size, self.split = size, split
        self.lost, self.meta_limit, self.min_time = lost, meta_limit, min_time
        self.p, self.least = size / 2, size * CODE["arc_target_least"]
        self.most = size - self.least
        self.lists: list[list[Blocks]] = []
        """lists[state][1 for metadata of a split cache, else 0]: key -> bytes, next to be evicted first."""
        for _ in range(4):
            data: Blocks = OrderedDict()
            self.lists.append([data, OrderedDict()] if split else [data, data])
        self.bytes = [0, 0, 0, 0]
        self.metadata = 0
        self.reserved = 0.0  # bytes of the cache used for other things: headers of blocks on flash
        self.state: dict[Hashable, int] = {}
        # block in memory -> time of its first request (s); None: prefetched
        self.seen: dict[Hashable, float | None] = {}
        self.metas: set[Hashable] = set()  # known names that are metadata
        self.parents: dict[Hashable, Hashable] = {}  # block in memory -> its indirect block
        self.held: dict[Hashable, int] = {}  # indirect block -> number of its blocks in memory

    @property
    def used(self) -> int:
        """Return the bytes of all blocks in memory."""
        return self.bytes[MRU] + self.bytes[MFU]

    def tail(
        self, state: int, metadata: bool = False, from_head: bool = False
    ) -> Iterator[tuple[Hashable, int]]:
        """Yield (key, bytes) of a list's blocks, the next to be evicted first or, with `from_head`,
        the newest first. `metadata` selects one of two split lists."""
        blocks = self.lists[state][metadata]
        return iter(reversed(blocks.items()) if from_head else blocks.items())

    def read(
        self,
        key: Hashable,
        size: int,
        now: float = 0.0,
        metadata: bool = False,
        prefetch: bool = False,
        parent: Hashable = None,
        known: bool = False,
    ) -> bool:
        """Return whether a request for a block of `size` bytes at `now` (s) hits, and cache the
        block. Raise ValueError if it is larger than the cache.

        `parent` is an indirect block, read before, that stays in memory as long as this block does.
        With `known` the block is on flash: it goes straight to mfu if no list remembers it
        (arc_l2c_only in arc.c, 2008). Kind and size of a block are those of its first request. A
        block that finds no room because of reserved memory is not cached.
        """
        state = self.state.get(key)
        if state == MFU:
            if not prefetch:
                self.lists[MFU][key in self.metas].move_to_end(key)
            return True
        if state == MRU:
            if prefetch:
                return True
            kind, first = key in self.metas, self.seen[key]
            blocks = self.lists[MRU][kind]
            if first is None:
                self.seen[key] = now
            elif now - first >= self.min_time:
                moved = blocks.pop(key)
                self.lists[MFU][kind][key] = moved
                self.bytes[MRU] -= moved
                self.bytes[MFU] += moved
                self.state[key] = MFU
                return True
            blocks.move_to_end(key)
            return True
        self._miss(key, state, size, now, metadata, prefetch, parent, known)
        return False

    def _miss(
        self,
        key: Hashable,
        state: int | None,
        size: int,
        now: float,
        metadata: bool,
        prefetch: bool,
        parent: Hashable,
        known: bool,
    ) -> None:
        if size > self.size:
            raise ValueError(
                f"size must be {shown(self.size)} bytes or less (the cache's size), got {shown(size)}"
            )
        b = self.bytes
        if state is None:
            goal, kind = MFU if known else MRU, metadata
        else:
            kind = key in self.metas
            own, other = b[state], b[MRU_GHOST + MFU_GHOST - state]
            step = size * max(1, other // own)
            target = self.p + step if state == MRU_GHOST else self.p - step
            self.p = min(self.most, max(self.least, target))
            b[state] -= self.lists[state][kind].pop(key)
            del self.state[key]
            goal = MRU if prefetch else MFU
        if parent is not None and self.state.get(parent, MRU_GHOST) < MRU_GHOST:
            self.held[parent] = self.held.get(parent, 0) + 1
            self.parents[key] = parent
        if self._room(size, kind, goal):
            if kind:
                self.metas.add(key)
                self.metadata += size
            self.lists[goal][kind][key] = size
            b[goal] += size
            self.state[key] = goal
            self.seen[key] = None if prefetch else now
        else:
            self.metas.discard(key)
            if self.parents:
                self._release(key)
        if b[MRU_GHOST] or b[MFU_GHOST]:
            self._trim()

    def grow(self, key: Hashable, extra: int) -> None:
        """Add `extra` bytes to a block that was just read, for another copy of it. If both do not
        fit, the old copy is dropped."""
        state, kind = self.state[key], key in self.metas
        blocks = self.lists[state][kind]
        old_size = blocks.pop(key)
        self.bytes[state] -= old_size
        self.metadata -= old_size * kind
        wanted = old_size + extra if old_size + extra <= self.size - self.reserved else extra
        size = wanted if self._room(wanted, kind, state) else old_size
        blocks[key] = size
        self.bytes[state] += size
        self.metadata += size * kind
        self._trim()

    def _room(self, size: int, kind: bool, goal: int) -> bool:
        """Evict blocks until another of `size` bytes fits. Return whether it does."""
        b, limit, split = self.bytes, self.size - self.reserved, self.split
        if kind and self.meta_limit is not None:
            while self.metadata + size > self.meta_limit and self._give_up(goal, True):
                pass
        if b[MRU] + b[MFU] + size <= limit:
            if goal == MRU and b[MRU] + size > self.p and not (b[MRU_GHOST] or b[MFU_GHOST]):
                self.p = min(self.most, self.p + size)  # still filling: nothing is evicted
            return True
        while b[MRU] + b[MFU] + size > limit:
            if not self._give_up(goal, kind) and not (split and self._give_up(goal, not kind)):
                return False
        return True

    def _give_up(self, goal: int, kind: bool) -> bool:
        """Evict one block of this kind from the list that is too long, or else from the other.
        Return whether there was one. An indirect block stays as long as a block under it does."""
        mru = self.bytes[MRU]
        first = MRU if mru > self.p or (mru == self.p and goal == MRU) else MFU
        for state in (first, MFU - first):
            blocks = self.lists[state][kind]
            for _ in range(len(blocks)):
                key, size = blocks.popitem(False)
                if key in self.held:
                    blocks[key] = size
                    continue
                self.lists[state + 2][kind][key] = size
                self.bytes[state] -= size
                self.bytes[state + 2] += size
                self.state[key] = state + 2
                del self.seen[key]
                metadata = key in self.metas
                if metadata:
                    self.metadata -= size
                if self.parents:
                    self._release(key)
                if self.lost:
                    self.lost(key, size, metadata)
                return True
        return False

    def _release(self, key: Hashable) -> None:
        """Note that an evicted block no longer holds its indirect block."""
        parent = self.parents.pop(key, None)
        if parent is not None:
            self.held[parent] -= 1
            if not self.held[parent]:
                del self.held[parent]

    def _forget(self, state: int) -> None:
        """Forget the oldest name of a ghost list, data before metadata."""
        data, metadata = self.lists[state]
        key, size = (data or metadata).popitem(False)
        self.bytes[state] -= size
        del self.state[key]
        self.metas.discard(key)

    def _trim(self) -> None:
        """Forget names until mru with its ghosts, and both ghost lists, fit the cache's size."""
        b = self.bytes
        while b[MRU_GHOST] and b[MRU] + b[MRU_GHOST] > self.size:
            self._forget(MRU_GHOST)
        while b[MFU_GHOST] and b[MRU_GHOST] + b[MFU_GHOST] > self.size:
            self._forget(MFU_GHOST)
