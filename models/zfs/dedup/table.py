"""The dedup table, entry by entry: blocks by checksum, with reference counts. Source: Bourbonnais
2010, Dedup Performance Considerations."""

from collections.abc import Iterator
from hashlib import sha256

from models.check import check_recordsize
from models.units import MiB, sector

HOLE = bytes(MiB)
Key = tuple[int, int]


def is_hole(block: bytes) -> bool:
    """Return whether a block is all zeros. With any compression ZFS stores nothing for it."""
    return HOLE.startswith(block)


def filled(data: bytes, unit: int) -> bytes:
    """Return `data` padded with zeros to a multiple of `unit` bytes."""
    return data + bytes(-len(data) % unit)


def records(data: bytes, size: int) -> Iterator[bytes]:
    """Yield the blocks of a file: a single block of whole sectors if the file fits in a record,
    otherwise whole records."""
    size = check_recordsize(size)
    if len(data) <= size:
        yield filled(data, sector)
        return
    for start in range(0, len(data), size):
        yield filled(data[start : start + size], size)


class DedupTable:
    """A dedup table. Its keys are (checksum as an int below 2 ** 256, bytes of the block)."""

    def __init__(self) -> None:
        self.references: dict[Key, int] = {}
        self.allocated = self.referenced = 0  # bytes on disk, bytes as writers count them

    @property
    def ratio(self) -> float:
        """Return the referenced bytes divided by the allocated bytes, or 1 for an empty table."""
        return self.referenced / self.allocated if self.allocated else 1.0

    def put(self, block: bytes, size: int | None = None) -> bool:
        """Write a block that stands for `size` bytes (default: its own length). Return whether it
        was a duplicate. A hole takes no space and is not a duplicate."""
        return not is_hole(block) and self.write(
            sha256(block).digest(), len(block) if size is None else size
        )

    def write(self, checksum: bytes | int, size: int) -> bool:
        """Add a reference to a block. Return whether the block was there already."""
        key = self.key(checksum, size)
        found = self.references.get(key, 0)
        self.references[key] = found + 1
        self.referenced += size
        if not found:
            self.allocated += size
        return found > 0

    def free(self, checksum: bytes | int, size: int) -> bool:
        """Remove a reference to a block. Return whether it was the last one."""
        key = self.key(checksum, size)
        self.references[key] -= 1
        self.referenced -= size
        if self.references[key]:
            return False
        del self.references[key]
        self.allocated -= size
        return True

    def key(self, checksum: bytes | int, size: int) -> Key:
        """Return a block's key: checksum as an int, size."""
        return int.from_bytes(checksum) if isinstance(checksum, bytes) else checksum, size
