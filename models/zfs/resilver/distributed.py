"""The rebuild of a lost disk of dRAID onto the spare space of the others, in order of offset.

Facts: OpenZFS 2.1, vdev_rebuild.c: a sequential rebuild reads ranges of a group, with up to 64 MiB
for each disk in flight (zfs_rebuild_vdev_limit); vdev_draid.c skips groups without the lost disk;
vdev_queue.c joins up to 1 MiB on a disk.
"""

from collections.abc import Iterator

from models.units import MiB
from models.zfs.pool.draid import Draid
from models.zfs.resilver.order import STRETCHES, ResilverStep

IN_FLIGHT, JOINED = 64 * MiB, 1 * MiB
"""Bytes in flight for each disk of the vdev, and of a joined read."""


def in_flight(vdev: Draid) -> int:
    """Return the steps in flight."""
    return IN_FLIGHT * len(vdev.devices) // (vdev.width * JOINED)


def distributed(vdev: Draid, used: float, count: int, lost: int = 0) -> Iterator[ResilverStep]:
    """Yield `count` steps of the rebuild of disk `lost`, from several stretches of the `used` share
    (0-1) of the vdev. Each reads 1 MiB of all other disks of a group and writes as much to
    spare space. Raise ValueError without spare space."""
    height = JOINED // vdev.sector
    size = height * vdev.width * vdev.sector
    places, each = int(vdev.capacity * used) // size, -(-count // STRETCHES)
    sent = 0
    for stretch in range(STRETCHES):
        for place in range(places * stretch // STRETCHES, places * (stretch + 1) // STRETCHES):
            if sent == min(count, each * (stretch + 1)):
                break
            columns = vdev.columns(place * size, height * vdev.sector * (vdev.width - vdev.parity))
            gone = [column for column in columns if column.device == lost]
            if gone:
                others = [column for column in columns if column.device != lost]
                yield ResilverStep(others, [vdev.rebuilt(gone[0])], 1)
                sent += 1
