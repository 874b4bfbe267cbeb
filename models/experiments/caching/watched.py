"""A cache of a few blocks under the magnifying glass: what each request found, moved, and pushed out."""
from collections.abc import Hashable
from dataclasses import dataclass

from models.units import KiB
from models.zfs.arc.arc import Arc
from models.zfs.arc.zfs_arc import MFU_GHOST, MRU, MRU_GHOST, ZfsArc

BLOCK = 128 * KiB
POLICIES = ("published", "zfs-2010", "zfs-2015")
Name = tuple[Hashable, bool]
"""A block: what it is called, and whether it is metadata."""


@dataclass(frozen=True)
class CacheStep:
    """One request. found: the list (0-3: mru, mfu, ghosts of mru, ghosts of mfu) in which its name stood, None: unknown.

    target: what mru should hold (blocks), before and after. given_up: blocks that left memory, each with the list it left;
    forgotten: names that left the ghosts. lists: each list's blocks, what came last first.
    """

    block: Name
    found: int | None
    before: float
    target: float
    given_up: list[tuple[Name, int]]
    forgotten: list[Name]
    lists: list[list[Name]]

    @property
    def hit(self) -> bool:
        """Whether the block was in memory."""
        return self.found is not None and self.found < MRU_GHOST


class Watched:
    """A cache of `size` blocks of one size: the ARC as published, ZFS's of 2010 with metadata limited to the share
    `meta_limit` of it, or ZFS's of 2015."""

    def __init__(self, policy: str, size: int, meta_limit: float = 0.25):
        self.kinds: dict[Hashable, bool] = {}
        self.published = Arc(size) if policy == "published" else None
        old = policy == "zfs-2010"
        self.zfs = ZfsArc(size * BLOCK, split=old, meta_limit=meta_limit * size * BLOCK if old else None, min_time=0.0)

    def lists(self) -> list[list[Name]]:
        """Each list's blocks, what came last first; of split lists data before metadata."""
        if self.published:
            arc = self.published
            return [[(key, self.kinds[key]) for key in reversed(blocks)]
                    for blocks in (arc.once, arc.again, arc.lost_once, arc.lost_again)]
        kinds = (False, True) if self.zfs.split else (False,)
        return [[(key, self.kinds[key]) for kind in kinds for key, _ in self.zfs.tail(state, kind, from_head=True)]
                for state in range(4)]

    @property
    def target(self) -> float:
        """What mru should hold, in blocks."""
        return self.published.p if self.published else self.zfs.p / BLOCK

    def step(self, key: str, metadata: bool = False) -> CacheStep:
        """One request for a block."""
        block = (key, self.kinds.setdefault(key, metadata))
        lists, before = self.lists(), self.target
        where = {name: state for state, names in enumerate(lists) for name in names}
        if self.published:
            self.published.access(key)
        else:
            self.zfs.read(key, BLOCK, metadata=metadata)
        after = self.lists()
        now = {name: state for state, names in enumerate(after) for name in names}
        left = [(name, state) for name, state in where.items()
                if state < MRU_GHOST and now.get(name, MFU_GHOST) >= MRU_GHOST]
        forgotten = [name for name in where if name not in now]
        return CacheStep(block, where.get(block), before, self.target, left, forgotten, after)


def longer(step: CacheStep) -> bool:
    """Whether mru held more than it should before the request."""
    return len(step.lists[MRU]) > step.before
