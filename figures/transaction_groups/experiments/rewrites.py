"""The mean bytes that a transaction group writes for random overwrites."""

from typing import NamedTuple

from models.zfs.txg.rewrites import ROOTS, distinct
from models.zfs.txg.txg_spec import TxgSpec


class Rewrites(NamedTuple):
    """The mean bytes that a group writes, and the mean numbers of its records and blocks."""

    asked: float  # written by the program
    data: float  # whole records
    above: float  # indirect blocks and their copies
    records: float  # number of records
    blocks: float  # number of blocks above them

    @property
    def amplification(self) -> float:
        """Return the bytes to disk per byte written by the program."""
        return (self.data + self.above) / self.asked


def rewrites(spec: TxgSpec, file: int, writes: float, size: int) -> Rewrites:
    """Return what a group of `writes` aligned overwrites of `size` bytes writes: the mean of what
    `RewrittenRecords` counts. The overwrites are random in a file of `file` bytes, which is at
    least a record and at least `size`."""
    unit = max(size, spec.record)
    records = distinct(file // unit, writes) * (unit / spec.record)
    places, blocks = -(-file // spec.record), float(ROOTS)
    while places > 1:
        places = -(-places // spec.pointers)
        blocks += distinct(places, writes)
    data, above = records * spec.record, blocks * spec.copies * spec.indirect
    return Rewrites(writes * size, data, above, records, blocks)
