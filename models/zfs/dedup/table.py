"""The dedup table: which blocks there are, by their checksums, and how many point to each of them.

The exact table, entry by entry: for real content, and for tests of what counts with averages.
Source: Bourbonnais 2010, Dedup Performance Considerations; illumos ddt.c, zap.c (2010).
"""
from models.catalogue.machines import values
from models.zfs.dedup.entry import TableBlock, sample

ZFS = values("zfs-2010")
BITS = 8 * ZFS["ddt_checksum"]
Key = tuple[int, int]


def unique(memory: float, record: float, entry: float = ZFS["ddt_entry"], share: float = 1.0) -> float:
    """Bytes of unique data in records of `record` bytes whose table fits into `share` of the memory (bytes)."""
    return memory * share / entry * record


class Leaf:
    """A table block: its number, how many leading bits of a checksum its entries share, and their keys."""

    __slots__ = ("number", "depth", "keys")

    def __init__(self, number: int, depth: int):
        self.number, self.depth = number, depth
        self.keys: set[Key] = set()


class DedupTable:
    """Entries in blocks of `block` bytes that hold `most` of them (default: what the fields come to).

    A key is a checksum (32 bytes, or a number below 2 ** 256) and the block's size. Blocks split when they are full and
    never join again, as in ZFS. looked: numbers of the blocks that the open group has looked at; `commit` ends it.
    """

    def __init__(self, block: int = ZFS["ddt_block"], most: int | None = None):
        self.block = block
        self.most = TableBlock(block, sample()).most if most is None else most
        self.references: dict[Key, int] = {}
        self.allocated = self.referenced = 0        # bytes on disk; bytes as those who wrote them count
        self.depth, self.blocks = 0, 1
        self.leaves = [Leaf(0, 0)]                  # by the first `depth` bits of a checksum
        self.looked: set[int] = set()

    @property
    def ratio(self) -> float:
        """Bytes that are pointed to for each byte on disk; 1 for an empty table."""
        return self.referenced / self.allocated if self.allocated else 1.0

    def leaf(self, checksum: int) -> Leaf:
        """The block in which the entry of a checksum is, or would be."""
        return self.leaves[checksum >> BITS - self.depth]

    def write(self, checksum: bytes | int, size: int) -> bool:
        """Whether a block to be written was there, so that it only gets one more reference."""
        key = self.key(checksum, size)
        leaf = self.leaf(key[0])
        self.looked.add(leaf.number)
        found = self.references.get(key, 0)
        self.references[key] = found + 1
        self.referenced += size
        if not found:
            self.allocated += size
            while len(leaf.keys) >= self.most:
                leaf = self.split(leaf, key[0])
            leaf.keys.add(key)
        return found > 0

    def free(self, checksum: bytes | int, size: int) -> bool:
        """Whether the reference given back was the last one, so that the block is free."""
        key = self.key(checksum, size)
        leaf = self.leaf(key[0])
        self.looked.add(leaf.number)
        self.references[key] -= 1
        self.referenced -= size
        if self.references[key]:
            return False
        del self.references[key]
        leaf.keys.discard(key)
        self.allocated -= size
        return True

    def commit(self) -> int:
        """The group is on disk: how many table blocks it had to write, each of them once."""
        written = len(self.looked)
        self.looked.clear()
        return written

    def key(self, checksum: bytes | int, size: int) -> Key:
        """A block's checksum and size as the table knows them."""
        return int.from_bytes(checksum) if isinstance(checksum, bytes) else checksum, size

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
        self.leaves[first:first + width] = [other] * width
        return self.leaf(checksum)
