"""The dedup table: which blocks there are, by their checksums, and how many point to each of them.

Source: Bourbonnais 2010, Dedup Performance Considerations.
"""

from collections.abc import Iterator
from hashlib import sha256

from models.check import check_recordsize
from models.units import MiB, sector

HOLE = bytes(MiB)
Key = tuple[int, int]


def is_hole(block: bytes) -> bool:
    """Whether a block is nothing but zeros, of which ZFS with any compression stores nothing."""
    return HOLE.startswith(block)


def filled(data: bytes, unit: int) -> bytes:
    """`data` with zeros behind it up to a multiple of `unit` bytes."""
    return data + bytes(-len(data) % unit)


def records(data: bytes, size: int) -> Iterator[bytes]:
    """A file's blocks for a recordsize: a small file is one block of whole sectors, a larger one is
    whole records."""
    size = check_recordsize(size)
    if len(data) <= size:
        yield filled(data, sector)
        return
    for start in range(0, len(data), size):
        yield filled(data[start : start + size], size)


class DedupTable:
    """Entry by entry. A key is a checksum (32 bytes, or a number below 2 ** 256) and the block's
    size."""

    def __init__(self) -> None:
        self.references: dict[Key, int] = {}
        self.allocated = self.referenced = 0  # bytes on disk; bytes as those who wrote them count

    @property
    def ratio(self) -> float:
        """Bytes that are pointed to for each byte on disk; 1 for an empty table."""
        return self.referenced / self.allocated if self.allocated else 1.0

    def put(self, block: bytes, size: int | None = None) -> bool:
        """Whether an equal block was there. A hole takes no room and is none. size: bytes that
        `block` stands for."""
        return not is_hole(block) and self.write(
            sha256(block).digest(), len(block) if size is None else size
        )

    def write(self, checksum: bytes | int, size: int) -> bool:
        """Whether a block to be written was there, so that it only gets one more reference."""
        key = self.key(checksum, size)
        found = self.references.get(key, 0)
        self.references[key] = found + 1
        self.referenced += size
        if not found:
            self.allocated += size
        return found > 0

    def free(self, checksum: bytes | int, size: int) -> bool:
        """Whether the reference given back was the last one, so that the block is free."""
        key = self.key(checksum, size)
        self.references[key] -= 1
        self.referenced -= size
        if self.references[key]:
            return False
        del self.references[key]
        self.allocated -= size
        return True

    def key(self, checksum: bytes | int, size: int) -> Key:
        """A block's checksum and size as the table knows them."""
        return int.from_bytes(checksum) if isinstance(checksum, bytes) else checksum, size
