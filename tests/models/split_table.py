"""The dedup table in its blocks, which split when they are full: what counts with averages is held
to it.

Source: illumos zap.c (2010).
"""

from figures.deduplication.experiments.entry_bytes import TableBlock, sample
from models.catalogue.machines import values
from models.zfs.dedup.table import DedupTable, Key

ZFS = values("zfs-2010")
BITS = 8 * ZFS["ddt_checksum"]


class Leaf:
    """A table block: its number, how many leading bits of a checksum its entries share, and their
    keys."""

    __slots__ = ("number", "depth", "keys")

    def __init__(self, number: int, depth: int):
        self.number, self.depth = number, depth
        self.keys: set[Key] = set()


class SplitTable(DedupTable):
    """Entries in blocks that hold `most` of them (default: what the fields come to). Blocks never
    join again, as in ZFS.

    looked: numbers of the blocks that the open group has looked at.
    """

    def __init__(self, most: int | None = None):
        super().__init__()
        self.most = TableBlock(ZFS["ddt_block"], sample()).most if most is None else most
        self.depth, self.blocks = 0, 1
        self.leaves = [Leaf(0, 0)]  # by the first `depth` bits of a checksum
        self.looked: set[int] = set()

    def leaf(self, checksum: int) -> Leaf:
        """The block in which the entry of a checksum is, or would be."""
        return self.leaves[checksum >> BITS - self.depth]

    def write(self, checksum: bytes | int, size: int) -> bool:
        key = self.key(checksum, size)
        leaf = self.leaf(key[0])
        self.looked.add(leaf.number)
        if found := super().write(checksum, size):
            return found
        while len(leaf.keys) >= self.most:
            leaf = self.split(leaf, key[0])
        leaf.keys.add(key)
        return False

    def free(self, checksum: bytes | int, size: int) -> bool:
        key = self.key(checksum, size)
        leaf = self.leaf(key[0])
        self.looked.add(leaf.number)
        if last := super().free(checksum, size):
            leaf.keys.discard(key)
        return last

    def split(self, leaf: Leaf, checksum: int) -> Leaf:
        """A full block becomes two. Returns the one in which the entry of `checksum` would be."""
        if leaf.depth == self.depth:
            self.leaves = [each for each in self.leaves for _ in range(2)]
            self.depth += 1
        leaf.depth += 1
        other = Leaf(self.blocks, leaf.depth)
        self.blocks += 1
        self.looked.add(other.number)
        bit = 1 << BITS - leaf.depth
        other.keys = {key for key in leaf.keys if key[0] & bit}
        leaf.keys -= other.keys
        width = 1 << self.depth - leaf.depth
        first = (checksum >> BITS - self.depth) // (2 * width) * 2 * width + width
        self.leaves[first : first + width] = [other] * width
        return self.leaf(checksum)
