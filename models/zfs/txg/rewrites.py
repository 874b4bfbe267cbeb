"""What random overwrites make of a transaction group: whole records, and each block above them
once.

ZFS writes nothing in place. A new record needs a new pointer, so the block that holds it is written
anew, and the block above that, up to the root; but however many records of a group lie under a
block, it is written once.
"""

from collections.abc import Collection
from typing import NamedTuple

from models.zfs.txg.txg_spec import TxgSpec

ROOTS = 2  # blocks above a file's tree: its dnode's and the object set's


def touched(places: float, hits: float) -> float:
    """How many of `places` (1 or more) are hit at least once when each of `hits` chooses any with
    equal chance (mean)."""
    return float(places * (1 - (1 - 1 / places) ** hits)) if places > 1 else float(min(1.0, hits))


class Rewritten:
    """Records of `size` bytes of a file of `places` records that a group writes anew, in the order
    in which they came, and the blocks above them up to the root, each with so many `pointers`."""

    def __init__(self, places: int, pointers: int, size: int):
        self.places, self.pointers, self.size = places, pointers, size
        self.records: dict[int, None] = {}
        self.parents: set[int] = set()

    def add(self, records: Collection[int]) -> None:
        """These too."""
        self.records.update(dict.fromkeys(records))
        self.parents.update([one // self.pointers for one in records])

    @property
    def blocks(self) -> int:
        """How many blocks above the records."""
        places, here, count = self.places, self.parents, ROOTS
        while places > 1:
            count += len(here)
            places, here = -(-places // self.pointers), {one // self.pointers for one in here}
        return count


class Rewrites(NamedTuple):
    """What a group writes, in bytes (means): `asked` by the program; `data`, whole records;
    `above`, indirect blocks and their copies. records and blocks: how many."""

    asked: float
    data: float
    above: float
    records: float
    blocks: float

    @property
    def amplification(self) -> float:
        """Bytes to disk for each byte asked for."""
        return (self.data + self.above) / self.asked


def rewrites(spec: TxgSpec, file: int, writes: float, size: int) -> Rewrites:
    """`writes` overwrites of `size` bytes, aligned, anywhere in a file of `file` bytes (at least a
    record, and as many), that go out as one group: the mean of what `Rewritten` counts."""
    unit = max(size, spec.record)
    records = touched(file // unit, writes) * (unit / spec.record)
    places, blocks = -(-file // spec.record), float(ROOTS)
    while places > 1:
        places = -(-places // spec.pointers)
        blocks += touched(places, writes)
    data, above = records * spec.record, blocks * spec.copies * spec.indirect
    return Rewrites(writes * size, data, above, records, blocks)
