"""The bytes that a transaction group writes for random overwrites: whole records, and each block
above them once.

ZFS writes nothing in place. A new record needs a new pointer, so the block that holds the pointer
is rewritten, and the block above that, up to the root. But a block is written once per group,
however many records of the group lie under it.
"""

from collections.abc import Collection

from models.catalogue.machines import values
from models.units import KiB
from models.zfs.txg.txg_spec import TxgSpec

ROOTS = 2  # blocks above a file's tree: its dnode's and the object set's
ZFS, MAPS = values("zfs-2010"), values("allocator")


def distinct(places: float, hits: float) -> float:
    """Return the mean number of `places` (1 or more) that `hits` random hits reach."""
    return float(places * (1 - (1 - 1 / places) ** hits)) if places > 1 else float(min(1.0, hits))


class RewrittenRecords:
    """Records of a file that a group rewrites, in order of arrival, and the blocks above them.
    `places` is the number of records in the file, `pointers` those of an indirect block, `size` the
    bytes of a record. Records of 0 bytes are blocks of metadata, which count with those above."""

    def __init__(self, places: int, pointers: int, size: int):
        self.places, self.pointers, self.size = places, pointers, size
        self.records: dict[int, None] = {}
        self.parents: set[int] = set()
        self.freed = 0  # records whose old place is free once the group is on disk

    def add(self, records: Collection[int], placed: bool = False) -> None:
        """Add records by number. Those `placed` by the log are on disk already."""
        before = len(self.records)
        if not placed:
            self.records.update(dict.fromkeys(records))
        self.freed += len(records) if placed else len(self.records) - before
        self.parents.update([one // self.pointers for one in records])
        self.places = max(self.places, max(records, default=0) + 1)

    @property
    def data(self) -> int:
        """Return the bytes of the records that the group writes."""
        return len(self.records) * self.size

    @property
    def blocks(self) -> int:
        """Return the number of blocks above the records."""
        places, here, count = self.places, self.parents, ROOTS + (not self.size) * len(self.records)
        while places > 1:
            count += len(here)
            places, here = -(-places // self.pointers), {one // self.pointers for one in here}
        return count


def map_bytes(spec: TxgSpec, freed: float, of_file: int, slabs: int) -> int:
    """Return the bytes by which a group notes its frees in space maps, all copies together.

    It frees `freed` records at random places of a file that lies in `of_file` of the pool's `slabs`
    slabs. Each slab with a free rewrites the last block of its map, and the block of dnodes that
    leads to the map; or all are appended to one log. What the group allocates is noted in few maps,
    which count with its roots. Without `copies` of metadata, the group writes none.
    """
    if not (freed and spec.copies):
        return 0
    if spec.map_log:
        blocks = -(-int(freed * 2 * MAPS["entry"]) // (4 * KiB))
    else:
        maps = distinct(of_file, freed)
        dnodes = ZFS["dnode_block"] // ZFS["dnode"]
        blocks = round(maps + distinct(-(-slabs // dnodes), maps))
    return int(blocks * MAPS["map_block"] * ZFS["ddt_copies"])
