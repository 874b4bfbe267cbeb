"""Names, attributes and data of files are asked for, and what a cache finds of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from models.catalogue.machines import values
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.units import KiB, MiB
from models.zfs.arc.zfs_arc import ZfsArc
from models.zfs.txg.txg_spec import TxgSpec

META_BLOCK: int = values("zfs-2010")["indirect"]
"""Bytes of a block of metadata, be it indirect or of files' attributes."""
POINTERS = TxgSpec.pointers
"""How many blocks an indirect block leads to."""
CACHE = 24 * MiB
"""A small cache stands for a large one: what it finds depends on how much is asked for in times its size."""


@dataclass(frozen=True)
class MixedLoad:
    """What is asked for. metadata: share (0-1) of the requests that are for metadata. metadata_set,
    data_set: how much metadata and data there is, in times the cache. skew: 1: each block as often
    as any other; 2, 3: few blocks get most. once: share (0-1) of the data requests that are for new
    data, one block behind the other, never asked for again. walk: whether all metadata is read
    first, each block once, as by a walk through all folders. record: bytes of a block of data."""

    metadata: float = 0.5
    metadata_set: float = 0.5
    data_set: float = 2.0
    skew: int = 2
    once: float = 0.0
    walk: bool = False
    record: int = 32 * KiB

    def blocks(self, cache: float = CACHE) -> tuple[int, int]:
        """How many blocks of metadata and of data there are."""
        return max(1, int(self.metadata_set * cache / META_BLOCK)), max(
            1, int(self.data_set * cache / self.record)
        )

    def requests(
        self, count: int, seed: int = 1, cache: float = CACHE
    ) -> Iterator[tuple[bool, int]]:
        """`count` requests, after the walk: whether for metadata, and the block's number."""
        random = Random(seed).random
        names, blocks = self.blocks(cache)
        fresh, skew = blocks, self.skew
        if self.walk:
            yield from ((True, n) for n in range(names))
        for _ in range(count):
            metadata = random() < self.metadata
            if not metadata and random() < self.once:
                yield False, fresh
                fresh += 1
                continue
            drawn = random()
            at = drawn
            for _ in range(skew - 1):
                at *= drawn
            yield metadata, int((names if metadata else blocks) * at)


@dataclass
class MixedHits:
    """Of the requests: how many there were and how many were hits, of metadata and of data; reads
    from disk besides; the share (0-1) of the cache that metadata took at the end, and at most."""

    metadata: int = 0
    metadata_hits: int = 0
    data: int = 0
    data_hits: int = 0
    reads: int = 0
    taken: float = 0.0
    most: float = 0.0


def serve(arc: ZfsArc, load: MixedLoad, count: int, warm: int, seed: int = 1) -> MixedHits:
    """The last `count` requests of a load, after its walk and `warm` others, one a second.

    Data is reached through an indirect block, which stays in memory as long as data under it does.
    """
    found, record, read = MixedHits(), load.record, arc.read
    skipped = warm + (load.blocks(arc.size)[0] if load.walk else 0)
    most = 0
    for n, (metadata, block) in enumerate(load.requests(warm + count, seed, arc.size)):
        now, above = float(n), True
        if metadata:
            hit = read((0, block), META_BLOCK, now, True)
        else:
            parent = (1, block // POINTERS)
            above = read(parent, META_BLOCK, now, True)
            hit = read((2, block), record, now, False, False, parent)
        most = max(most, arc.metadata)
        if n < skipped:
            continue
        found.reads += (not hit) + (not above)
        if metadata:
            found.metadata += 1
            found.metadata_hits += hit
        else:
            found.data += 1
            found.data_hits += hit
    found.taken, found.most = arc.metadata / arc.size, most / arc.size
    return found


def disk_read(size: int, seed: int = 1, count: int = 200) -> float:
    """Mean time (s) of a read of `size` bytes anywhere on one of the appliance's disks, with nobody
    before it."""
    disk, random, now = (
        Machine(
            SUN_7410.order(pool={"layout": "stripe", "vdevs": 1, "jbods": 0}).bare(), seed
        ).disk,
        Random(seed),
        0.0,
    )
    for _ in range(count):
        now = disk.read(now, int(random.random() * (disk.capacity // size - 1)) * size, size)
    return now / count
