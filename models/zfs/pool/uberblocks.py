"""Where the blocks lie that make a transaction group count: a ring in the label of a vdev, each group's behind the last's.

So the root of the group before is still there while a new one is written. ZFS writes it into four labels of up to three
vdevs; here it goes to the first label of the first vdev alone. Source: ZFS On-Disk Specification, section 1.3.
"""
from models.units import KiB
from models.zfs.pool.rotation import Block
from models.zfs.pool.vdev import Vdev

RING_AT, RING = 128 * KiB, 128 * KiB        # the second half of a label


def uberblock(vdev: Vdev, txg: int) -> Block:
    """The block for the root of group `txg`: 1 KiB, or a whole sector."""
    size = max(1 * KiB, vdev.sector)
    return Block(vdev, RING_AT + txg % (RING // size) * size, size)
