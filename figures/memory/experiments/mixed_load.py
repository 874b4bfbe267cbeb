"""Requests for names, attributes and data of files, and the share that a cache answers."""

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
"""Bytes of a block of metadata, either an indirect block or one of file attributes."""
POINTERS = TxgSpec.pointers
"""Number of blocks that an indirect block points to."""
CACHE = 24 * MiB
"""Bytes of a small cache that stands for a large one: hits depend on the working set as a multiple
of the cache."""


@dataclass(frozen=True)
class MixedLoad:
    """Requests for metadata and data.

    metadata: share (0-1) of the requests that are for metadata. metadata_set, data_set: size of the
    metadata and of the data, as multiples of the cache. skew: 1 requests all blocks equally often;
    2 and 3 favour few blocks. once: share (0-1) of the data requests that read new data in order,
    never read again. walk: whether all metadata is first read once, as by a walk through all
    folders. record: bytes of a block of data.
    """

    metadata: float = 0.5
    metadata_set: float = 0.5
    data_set: float = 2.0
    skew: int = 2
    once: float = 0.0
    walk: bool = False
    record: int = 32 * KiB

    def blocks(self, cache: float = CACHE) -> tuple[int, int]:
        """Return the number of metadata blocks and the number of data blocks."""
        return max(1, int(self.metadata_set * cache / META_BLOCK)), max(
            1, int(self.data_set * cache / self.record)
        )

    def requests(
        self, count: int, seed: int = 1, cache: float = CACHE
    ) -> Iterator[tuple[bool, int]]:
        """Yield the requests of the walk, if any, and then `count` others, each as (whether it is
        for metadata, block number)."""
        random = Random(seed).random
        metadata_blocks, blocks = self.blocks(cache)
        fresh, skew = blocks, self.skew
        if self.walk:
            yield from ((True, n) for n in range(metadata_blocks))
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
            yield metadata, int((metadata_blocks if metadata else blocks) * at)


@dataclass
class MixedHits:
    """Requests and hits for metadata and for data. reads: reads from disk, including those of
    indirect blocks. taken, most: the share (0-1) of the cache that metadata took at the end, and at
    most."""

    metadata: int = 0
    metadata_hits: int = 0
    data: int = 0
    data_hits: int = 0
    reads: int = 0
    taken: float = 0.0
    most: float = 0.0


def serve(arc: ZfsArc, load: MixedLoad, count: int, warm: int, seed: int = 1) -> MixedHits:
    """Return the hits of the last `count` requests of a load, which follow its walk and `warm`
    other requests.

    One request comes each second. Data is reached through an indirect block, which stays in memory
    as long as data under it does.
    """
    found, record, read = MixedHits(), load.record, arc.read
    skipped = warm + (load.blocks(arc.size)[0] if load.walk else 0)
    highest = 0
    for n, (metadata, block) in enumerate(load.requests(warm + count, seed, arc.size)):
        now, above = float(n), True
        if metadata:
            hit = read((0, block), META_BLOCK, now, True)
        else:
            parent = (1, block // POINTERS)
            above = read(parent, META_BLOCK, now, True)
            hit = read((2, block), record, now, False, False, parent)
        highest = max(highest, arc.metadata)
        if n < skipped:
            continue
        found.reads += (not hit) + (not above)
        if metadata:
            found.metadata += 1
            found.metadata_hits += hit
        else:
            found.data += 1
            found.data_hits += hit
    found.taken, found.most = arc.metadata / arc.size, highest / arc.size
    return found


def disk_read(size: int, seed: int = 1, count: int = 200) -> float:
    """Return the mean time (s) of a read of `size` bytes anywhere on one idle disk of the
    appliance."""
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
