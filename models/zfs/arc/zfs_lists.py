"""The lists of ZFS's cache in memory: which block stands on which, how many bytes they have, and what goes next."""
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator

MRU, MFU, MRU_GHOST, MFU_GHOST = range(4)
Lost = Callable[[Hashable, int, bool], None]
Blocks = OrderedDict[Hashable, int]


class ZfsLists:
    """Four lists of blocks by their state, each split in data and metadata or not; `p` (bytes) is what mru should hold.

    An indirect block stays in memory as long as a block under it is there. `lost(key, size, metadata)` is called for each
    block given up.
    """

    def __init__(self, size: float, split: bool, lost: Lost | None):
        self.size = size
        self.p = size / 2
        self.split, self.lost = split, lost
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
        """Bytes that other things take from the cache."""
        return self._reserved

    @reserved.setter
    def reserved(self, value: float) -> None:
        self._reserved = value

    @property
    def used(self) -> int:
        """Bytes of all blocks in memory."""
        return self.bytes[MRU] + self.bytes[MFU]

    def prefetched(self, key: Hashable) -> bool:
        """Whether a block in memory came by prefetch and no one has asked for it since."""
        return self.seen.get(key, 0.0) is None

    def tail(self, state: int, metadata: bool = False, from_head: bool = False) -> Iterator[tuple[Hashable, int]]:
        """Keys and sizes of one list's blocks, those that go next first (or last); `metadata` picks one of split lists."""
        blocks = self.lists[state][metadata]
        return iter(reversed(blocks.items()) if from_head else blocks.items())

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

    def _trim(self) -> None:
        """Forget names: mru and its ghosts, and both lists of ghosts, are as large as the cache at most."""
        b = self.bytes
        while b[MRU_GHOST] and b[MRU] + b[MRU_GHOST] > self.size:
            self._forget(MRU_GHOST)
        while b[MFU_GHOST] and b[MRU_GHOST] + b[MFU_GHOST] > self.size:
            self._forget(MFU_GHOST)
