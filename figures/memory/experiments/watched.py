"""A cache of a few blocks in detail: for a few dozen requests, what each found, moved and evicted."""

from collections.abc import Hashable, Iterator
from random import Random
from typing import NamedTuple

from figures.kit.sampling import NO_FLASH, caches
from models.machine import Machine
from models.units import KiB
from models.zfs.arc.replacement import Arc
from models.zfs.arc.zfs_arc import MFU_GHOST, MRU, MRU_GHOST
from models.zfs.l2arc.feed_spec import FeedSpec

BLOCK = 128 * KiB
POLICIES = ("published", "zfs-2010", "zfs-2015")
KINDS = ("shift", "scan", "loop", "metadata")
Name = tuple[Hashable, bool]
"""A block: its name, and whether it is metadata."""
Request = tuple[str, bool]


class CacheStep(NamedTuple):
    """One request to the cache.

    found: the list that had the block's name (0-3: mru, mfu, ghosts of mru, ghosts of mfu), or
    None. before, target: the size (blocks) that mru should have before and after the request.
    given_up: evicted blocks, each with the list it left. forgotten: names that left the ghosts.
    lists: the blocks of each list after the request, latest first.
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
        """Return whether the block was in memory."""
        return self.found is not None and self.found < MRU_GHOST


class Watched:
    """A cache of `size` blocks of equal size. policy: the ARC as published; that of a machine of
    2010, where metadata may take the share `meta_limit` (0-1) of it; or that of a machine of 2015.
    Requests come one second apart."""

    def __init__(self, policy: str, size: int, meta_limit: float = 0.25) -> None:
        self.kinds: dict[Hashable, bool] = {}
        self.now = 0.0
        self.published = Arc(size) if policy == "published" else None
        if not self.published:
            old = policy == "zfs-2010"
            order = caches(float(size * BLOCK), NO_FLASH if old else FeedSpec("2015", 0), BLOCK)
            self.zfs = Machine(order.order(meta_limit=meta_limit if old else None)).cache.arc

    def lists(self) -> list[list[Name]]:
        """Return the four lists of blocks, latest first. In lists that are split, data comes before
        metadata."""
        if self.published:
            arc = self.published
            return [
                [(key, self.kinds[key]) for key in reversed(blocks)]
                for blocks in (arc.once, arc.again, arc.lost_once, arc.lost_again)
            ]
        kinds = (False, True) if self.zfs.split else (False,)
        return [
            [
                (key, self.kinds[key])
                for kind in kinds
                for key, _ in self.zfs.tail(state, kind, from_head=True)
            ]
            for state in range(4)
        ]

    @property
    def target(self) -> float:
        """Return the size that mru should have, in blocks."""
        return self.published.p if self.published else self.zfs.p / BLOCK

    def step(self, key: str, metadata: bool = False) -> CacheStep:
        """Request a block and return what happened."""
        block = (key, self.kinds.setdefault(key, metadata))
        lists, before = self.lists(), self.target
        where = {name: state for state, names in enumerate(lists) for name in names}
        self.now += 1.0
        if self.published:
            self.published.access(key)
        else:
            self.zfs.read(key, BLOCK, self.now, metadata)
        after = self.lists()
        now = {name: state for state, names in enumerate(after) for name in names}
        evicted = [
            (name, state)
            for name, state in where.items()
            if state < MRU_GHOST and now.get(name, MFU_GHOST) >= MRU_GHOST
        ]
        forgotten = [name for name in where if name not in now]
        return CacheStep(block, where.get(block), before, self.target, evicted, forgotten, after)


def longer(step: CacheStep) -> bool:
    """Return whether mru is longer after the request than its target was before it."""
    return len(step.lists[MRU]) > step.before


def requests(kind: str, size: int, count: int, seed: int = 1) -> list[Request]:
    """Return `count` requests made for a cache of `size` blocks.

    scan: random reads of blocks that fill three quarters of the cache; after a third of the
    requests, more blocks than fit are read once. shift: random reads of some blocks, then new
    blocks that are soon read again, then the first blocks once more. loop: two blocks more than
    fit, in turn. metadata: every other request is for metadata that fills two thirds of the cache;
    the others are for new data.
    """
    found = {"scan": scan, "shift": shift, "loop": loop, "metadata": metadata}[kind](
        size, count, Random(seed)
    )
    return [next(found) for _ in range(count)]


def hot(share: float, size: int) -> list[Request]:
    """Return requests for the blocks a, b, ..., which fill this share (0-1) of a cache."""
    return [(chr(ord("a") + n), False) for n in range(max(1, round(share * size)))]


def scan(size: int, count: int, random: Random) -> Iterator[Request]:
    """Yield random requests for the blocks a, b, ..., interrupted by one request for each of s1,
    s2, ..."""
    used = hot(size * 3 // 4 / size, size)
    for _ in range(count // 3):
        yield random.choice(used)
    yield from ((f"s{n + 1}", False) for n in range(size + 2))
    while True:
        yield random.choice(used)


def shift(size: int, count: int, random: Random) -> Iterator[Request]:
    """Yield random requests for the blocks a, b, ...; then requests for n1, n2, ..., each repeated
    after a few others; then random requests for a, b, ... again."""
    used, gap = hot(0.6, size), size // 2 + 1
    for _ in range(count // 4):
        yield random.choice(used)
    for n in range(count // 4):
        yield f"n{n + 1}", False
        if n >= gap:
            yield f"n{n - gap + 1}", False
    while True:
        yield random.choice(used)


def loop(size: int, count: int, random: Random) -> Iterator[Request]:
    """Yield requests for two blocks more than fit, in turn, without end."""
    while True:
        yield from ((str(n + 1), False) for n in range(size + 2))


def metadata(size: int, count: int, random: Random) -> Iterator[Request]:
    """Yield requests in turn for one of the metadata blocks m1, m2, ... at random, and for the next
    of the data blocks d1, d2, ..., each read once."""
    names, n = [f"m{n + 1}" for n in range(max(1, size * 2 // 3))], 0
    while True:
        yield random.choice(names), True
        n += 1
        yield f"d{n}", False
