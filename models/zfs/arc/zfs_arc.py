"""ZFS's form of the adaptive replacement cache: blocks of many sizes, data and metadata, the names of what was lost.

Facts: OpenSolaris, usr/src/uts/common/fs/zfs/arc.c, 2008-2010 (arc_adapt, arc_get_data_buf, arc_access, arc_adjust,
arc_init); what changed by 2014: Bourbonnais, reARC. Left out: growing and shrinking with the machine's free memory, and
that a prefetched block stays for a second at least.
"""
from collections.abc import Hashable

from models.catalogue.machines import values
from models.check import shown
from models.zfs.arc.zfs_lists import MFU, MFU_GHOST, MRU, MRU_GHOST, Lost, ZfsLists

__all__ = ["MFU", "MFU_GHOST", "MRU", "MRU_GHOST", "Lost", "ZfsArc"]

CODE = values("zfs-2010")


class ZfsArc(ZfsLists):
    """A cache of `size` bytes.

    Four lists: blocks asked for once lately (mru) and again (mfu), and of each the names of those it gave up (its
    ghosts). `p` (bytes) is what mru should hold; a request for a ghost moves it by the block's size times the whole-number
    ratio of the two ghost lists, at least 1, within a 16th of the cache from either end.

    split: each list is two, one of data and one of metadata, and a new block takes the place of its own kind (before
    2014). meta_limit: bytes of metadata at most, for split lists; None: no limit; indirect blocks that are held there, and
    a single block that is larger, may exceed it. A second request less than `min_time` (s) after the first counts with the
    first. `reserved` (bytes) is memory that other things take from the cache: headers of blocks on flash.
    `lost(key, size, metadata)` is called for each block given up.
    """

    def __init__(self, size: float, *, meta_limit: float | None = None, split: bool = False,
                 min_time: float = CODE["arc_min_time"], lost: Lost | None = None):
        super().__init__(size, split, lost)
        if meta_limit is not None and not split:
            raise ValueError("meta_limit must be None where data and metadata share their lists, got "
                             f"{shown(meta_limit)}")
        self.least = size * CODE["arc_target_least"]
        self.most = size - self.least
        self.meta_limit, self.min_time = meta_limit, min_time

    def read(self, key: Hashable, size: int, now: float = 0.0, metadata: bool = False, prefetch: bool = False,
             parent: Hashable = None, known: bool = False) -> bool:
        """Whether a request for a block of `size` bytes at `now` (s) finds it in memory. It is there afterwards.

        parent: an indirect block, read before, that stays in memory as long as this block does. known: flash has the
        block: it goes straight to mfu if no list remembers it (arc_l2c_only in arc.c, 2008). A block is metadata, and has
        its size, as at its first request. A block for which reserved memory leaves no room passes by.
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

    def _miss(self, key: Hashable, state: int | None, size: int, now: float, metadata: bool, prefetch: bool,
              parent: Hashable, known: bool) -> None:
        if size > self.size:
            raise ValueError(f"size must be {shown(self.size)} bytes or less, what the cache holds, got {shown(size)}")
        b = self.bytes
        if state is None:
            goal, kind = MFU if known else MRU, metadata
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
        if b[MRU_GHOST] or b[MFU_GHOST]:
            self._trim()

    def grow(self, key: Hashable, extra: int) -> None:
        """A block in memory that was just read takes `extra` bytes more, for another copy of it. If they do not fit beside
        what it has, what it had goes."""
        state = self.state.get(key, MRU_GHOST)
        if state >= MRU_GHOST:
            raise ValueError(f"a block that grows must be in memory, got {shown(key)}")
        blocks, kind = self.lists[state][key in self.metas], key in self.metas
        had = blocks.pop(key)
        self.bytes[state] -= had
        self.metadata -= had * kind
        wanted = had + extra if had + extra <= self.size - self._reserved else extra
        size = wanted if self._room(wanted, kind, state) else had
        blocks[key] = size
        self.bytes[state] += size
        self.metadata += size * kind
        self._trim()

    def _room(self, size: int, kind: bool, goal: int) -> bool:
        """Give up blocks until another of `size` bytes fits, if that is possible."""
        b, limit, split = self.bytes, self.size - self._reserved, self.split
        if kind and self.meta_limit is not None:
            while self.metadata + size > self.meta_limit and self._give_up(goal, True):
                pass
        if b[MRU] + b[MFU] + size <= limit:
            if goal == MRU and b[MRU] + size > self.p and not (b[MRU_GHOST] or b[MFU_GHOST]):
                self.p = min(self.most, self.p + size)           # the cache fills: there is no one to take it from
            return True
        while b[MRU] + b[MFU] + size > limit:
            if not self._give_up(goal, kind) and not (split and self._give_up(goal, not kind)):
                return False
        return True
