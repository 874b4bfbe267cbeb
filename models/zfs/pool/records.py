"""The block size of a share or LUN, by one rule for all readers and writers.

An order's `recordsize` applies if it is set. Otherwise an administrator is assumed to have set it
to the request size, up to ZFS's default of 128 KiB, as the source texts did for random I/O;
sequential I/O and mixed sizes have blocks of that default. A read reads each block that it touches
whole; a write first reads those that it covers in part.
"""

from models.catalogue.machines import values

DEFAULT: int = values("zfs-2010")["recordsize"]


def block_of(size: int, record: int = 0) -> int:
    """Return the bytes of a block for requests of `size` bytes: `record`, if it is configured."""
    return record or min(size, DEFAULT)


def touched(offset: int, size: int, block: int) -> range:
    """Return the numbers of the blocks of `block` bytes that `size` bytes at `offset` touch."""
    return range(offset // block, (offset + size - 1) // block + 1)
