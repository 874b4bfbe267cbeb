"""ZFS's form of the adaptive replacement cache: blocks of many sizes, data and metadata, the names of what was lost.

Facts: OpenSolaris, usr/src/uts/common/fs/zfs/arc.c, 2008-2010 (arc_adapt, arc_get_data_buf, arc_access, arc_adjust,
arc_init); what changed by 2014: Bourbonnais, reARC. Left out: growing and shrinking with the machine's free memory, and
that a prefetched block stays for a second at least.
"""
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator

from models.catalogue import values
from models.check import a_number, shown

CODE = values("zfs-2010")
MRU, MFU, MRU_GHOST, MFU_GHOST = range(4)
Lost = Callable[[Hashable, int, bool], None]
Blocks = OrderedDict[Hashable, int]


class ZfsArc:
    """A cache of `size` bytes.

    Four lists: blocks asked for once lately (mru) and again (mfu), and of each the names of those it gave up (its
    ghosts). `p` (bytes) is what mru should hold; a request for a ghost moves it by the block's size times the whole-number
    ratio of the two ghost lists, at least 1, within a 16th of the cache from either end.

    split: each list is two, one of data and one of metadata, and a new block takes the place of its own kind (before
    2014). meta_limit: bytes of metadata at most, for split lists; None: no limit; indirect blocks that are held there may
    exceed it. A second request less than `min_time` (s) after the first counts with the first. `reserved` (bytes) is
    memory that other things take from the cache: headers of blocks on flash. `lost(key, size, metadata)` is called for
    each block given up. Raises ValueError for a size that is not above 0, a limit above it, or a limit without split.
    """

    def __init__(self, size: float, *, meta_limit: float | None = None, split: bool = False,
                 min_time: float = CODE["arc_min_time"], lost: Lost | None = None):
        a_number("size", size, above=0, unit="bytes")
        a_number("min_time", min_time, 0)
        if meta_limit is not None:
            a_number("meta_limit", meta_limit, 0, size, unit="bytes")
            if not split:
                raise ValueError("meta_limit must be None where data and metadata share their lists, got "
                                 f"{shown(meta_limit)}")
        self.size = size
        self.p = size / 2
        self.least = size * CODE["arc_target_least"]
        self.most = size - self.least
        self.meta_limit, self.split, self.min_time, self.lost = meta_limit, split, min_time, lost
        self.lists: list[list[Blocks]] = []
        """lists[state][1 for metadata of a split cache, else 0]: key -> bytes, next to go first."""
        for _ in range(4):
            data: Blocks = OrderedDict()
            self.lists.append([data, OrderedDict()] if split else [data, data])
        self.bytes = [0, 0, 0, 0]
        self.metadata = 0
        self.state: dict[Hashable, int] = {}
        self.seen: dict[Hashable, float | None] = {}     # blocks in memory: when first asked for; None: only prefetched
        self.metas: set[Hashable] = set()                # those of the names known that are metadata
        self.parents: dict[Hashable, Hashable] = {}      # blocks in memory -> the indirect block that they hold there
        self.held: dict[Hashable, int] = {}              # indirect blocks -> how many blocks in memory hold them there
        self._reserved = 0.0

    @property
    def reserved(self) -> float:
        """Bytes that other things take from the cache. Raises ValueError when set to more than there is."""
        return self._reserved

    @reserved.setter
    def reserved(self, value: float) -> None:
        a_number("reserved", value, 0, self.size, unit="bytes")
        self._reserved = value

    @property
    def used(self) -> int:
        """Bytes of all blocks in memory."""
        return self.bytes[MRU] + self.bytes[MFU]

    def read(self, key: Hashable, size: int, now: float = 0.0, metadata: bool = False, prefetch: bool = False,
             parent: Hashable = None) -> bool:
        """Whether a request for a block of `size` bytes at `now` (s) finds it in memory. It is there afterwards.

        parent: an indirect block, read before, that stays in memory as long as this block does. A block is metadata, and
        has its size, as at its first request. A block for which reserved memory leaves no room passes by. Raises
        ValueError for a size that is no whole number above 0, or larger than the cache.
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
        self._miss(key, state, size, now, metadata, prefetch, parent)
        return False

    def _miss(self, key: Hashable, state: int | None, size: int, now: float, metadata: bool, prefetch: bool,
              parent: Hashable) -> None:
        if type(size) is not int or not 0 < size <= self.size:
            a_number("size", size, 1, whole=True, unit="byte")
            raise ValueError(f"size must be {shown(self.size)} bytes or less, what the cache holds, got {shown(size)}")
        b = self.bytes
        if state is None:
            goal, kind = MRU, metadata
        else:
            kind = key in self.metas
            mine, other = b[state], b[MRU_GHOST + MFU_GHOST - state]
            step = size * max(1, other // mine)
            self.p = min(self.most, self.p + step) if state == MRU_GHOST else max(self.least, self.p - step)
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
        while b[MRU_GHOST] and b[MRU] + b[MRU_GHOST] > self.size:
            self._forget(MRU_GHOST)
        while b[MFU_GHOST] and b[MRU_GHOST] + b[MFU_GHOST] > self.size:
            self._forget(MFU_GHOST)

    def _room(self, size: int, kind: bool, goal: int) -> bool:
        """Give up blocks until another of `size` bytes fits, if that is possible."""
        b, limit, split = self.bytes, self.size - self._reserved, self.split
        if kind and self.meta_limit is not None:
            while self.metadata + size > self.meta_limit and self._give_up(goal, True):
                pass
            if self.metadata + size > self.meta_limit and not self.held:
                return False
        if b[MRU] + b[MFU] + size <= limit:
            if goal == MRU and b[MRU] + size > self.p and not (b[MRU_GHOST] or b[MFU_GHOST]):
                self.p = min(self.most, self.p + size)           # the cache fills: there is no one to take it from
            return True
        while b[MRU] + b[MFU] + size > limit:
            if not self._give_up(goal, kind) and not (split and self._give_up(goal, not kind)):
                return False
        return True

    def _give_up(self, goal: int, kind: bool) -> bool:
        """Give up one block of this kind, from the list that is too long, or else from the other, if there is one."""
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
        """A block that goes no longer holds the indirect block above it."""
        parent = self.parents.pop(key, None)
        if parent is not None:
            self.held[parent] -= 1
            if not self.held[parent]:
                del self.held[parent]

    def _forget(self, state: int) -> None:
        """Forget the oldest name of a ghost list, a name of data before one of metadata."""
        data, metadata = self.lists[state]
        key, size = (data or metadata).popitem(False)
        self.bytes[state] -= size
        del self.state[key]
        self.metas.discard(key)

    def prefetched(self, key: Hashable) -> bool:
        """Whether a block in memory came by prefetch and no one has asked for it since."""
        return self.seen.get(key, 0.0) is None

    def tail(self, state: int, metadata: bool = False, from_head: bool = False) -> Iterator[tuple[Hashable, int]]:
        """Keys and sizes of one list's blocks, those that go next first (or last); `metadata` picks one of split lists."""
        blocks = self.lists[state][metadata]
        return iter(reversed(blocks.items()) if from_head else blocks.items())
