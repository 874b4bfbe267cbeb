"""How large the blocks of a share or LUN are: one rule for all who read and write them.

Where an order names a `recordsize`, it is that. Where it names none, an administrator has set it to
the size that is asked for, up to ZFS's default of 128 KiB, as the source texts did for random I/O;
and what comes in a row, or in many sizes, has blocks of that default. A read reads each block that
it touches, whole; a write first reads those that it covers in part.
"""

from models.catalogue.machines import values

DEFAULT: int = values("zfs-2010")["recordsize"]


def block_of(size: int, record: int = 0) -> int:
    """Bytes of a block where `size` bytes are asked for at a time. record: that was named, if any."""
    return record or min(size, DEFAULT)


def touched(offset: int, size: int, block: int) -> range:
    """The blocks of `block` bytes that a request for `size` bytes touches."""
    return range(offset // block, (offset + size - 1) // block + 1)
