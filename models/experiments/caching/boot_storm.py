"""Virtual machines start from clones of one image: what their blocks take in the server's memory, and what others lose.

The old cache gave each clone that read a block a copy of its own (OpenSolaris arc.c, 2008: arc_read_nolock copies a block
that is in use); since 2014 all read the same one, until a clone writes it (Bourbonnais 2014, reARC). What a clone has
written is its own in either. Others read a working set of theirs meanwhile, from the same cache.

The reads are told to the cache of a machine in the order of their time, without its devices. So that 16,000 clones can be
run, a stretch of the image stands for its blocks, and from `GROUPS` clones on a group that starts together for one of them.
"""
from collections.abc import Hashable
from dataclasses import dataclass
from heapq import merge
from random import Random

from models.machine import Machine
from models.machine.sampling import caches
from models.units import GiB, MiB
from models.zfs.arc.zfs_arc import ZfsArc

GROUPS, STRETCHES, PIECES = 48, 24, 200
"""Groups of clones at most; stretches of the image; pieces of what others read."""
START = 30.0
"""Seconds that a clone takes to start. Chosen: two reads of a stretch lie far enough apart to count as two."""


@dataclass(frozen=True)
class Storm:
    """clones start within `spread` times the time one of them takes (0: all in step). boot: bytes that each reads while
    it starts, each once; own: the share (0-1) of them that it has written. memory: bytes of the cache. others: bytes that
    others read at random; rounds: how much of it they read meanwhile, in times it all. copies: whether each clone that
    reads a block has a copy of its own in memory."""

    clones: int = 100
    boot: float = 256 * MiB
    own: float = 0.02
    memory: float = 64 * GiB
    others: float = 32 * GiB
    spread: float = 1.0
    rounds: float = 2.0
    copies: bool = False


@dataclass
class Taken:
    """What a storm took. memory: bytes of the images in memory, at most; wanted: had memory been large enough. copies: of
    one shared block in memory, at most. disk: bytes that clones read from disk; others_disk: that others did; hits: share
    (0-1) of the others' reads that memory answered."""

    memory: int = 0
    wanted: int = 0
    copies: int = 0
    disk: int = 0
    others_disk: int = 0
    hits: float = 0.0


class Images:
    """What of the images is in the cache of a machine: bytes of each block, and of all."""

    def __init__(self, arc: ZfsArc):
        self.arc, self.blocks, self.held = arc, dict[Hashable, int](), 0
        arc.lost = self.gone

    def gone(self, key: Hashable, size: int, metadata: bool) -> None:
        """A block was given up, with all its copies."""
        self.held -= self.blocks.pop(key, 0)

    def note(self, key: Hashable) -> int:
        """What a block of an image takes now (bytes)."""
        arc = self.arc
        size = arc.lists[arc.state[key]][False][key] if key in arc.seen else 0
        self.held += size - self.blocks.get(key, 0)
        self.blocks[key] = size
        return size


def boot_all(storm: Storm, seed: int = 1, most_groups: int = GROUPS) -> Taken:
    """All clones start while others read; these have read all they need, twice, before."""
    random, stretch = Random(seed), int(storm.boot / STRETCHES)
    own = int(stretch * storm.own)
    shared, groups = stretch - own, min(most_groups, storm.clones)
    arc, out, piece = Machine(caches(storm.memory)).cache.arc, Taken(), int(storm.others / PIECES)
    images, found, reads = Images(arc), 0, int(storm.rounds * PIECES) if piece else 0
    for n in range(2 * PIECES if piece else 0):
        arc.read(("others", n % PIECES), piece, START * (n / PIECES - 2))
    asked = [((1 + storm.spread) * n / reads, -1, random.randrange(PIECES)) for n in range(reads)]
    begins = [storm.spread * (group + random.random()) / groups for group in range(groups)]
    starts = [[(begin + n / STRETCHES, group, n) for n in range(STRETCHES)] for group, begin in enumerate(begins)]
    for at, group, n in merge(asked, *starts):
        now = START * at
        if group < 0:
            found += arc.read(("others", n), piece, now)
            continue
        many = storm.clones * (group + 1) // groups - storm.clones * group // groups
        if shared:
            hit = arc.read(n, shared, now)
            out.disk += shared * (not hit)
            if storm.copies:
                out.wanted += many * shared
                if many > 1 or hit:
                    arc.grow(n, min((many - (not hit)) * shared, int(storm.memory)))
            out.copies = max(out.copies, images.note(n) // shared)
        if own:
            arc.read((group, n), min(own * many, int(storm.memory)), now)
            images.note((group, n))
            out.disk += own * many
            out.wanted += own * many
        out.memory = max(out.memory, images.held)
    if not storm.copies:
        out.wanted += STRETCHES * shared
    out.hits = found / reads if reads else 1.0
    out.others_disk = (reads - found) * piece
    return out
