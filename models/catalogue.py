"""The machines, each constant with its provenance."""
from typing import Any

from models.machines.allocator import ALLOCATOR
from models.machines.enterprise_disk import ENTERPRISE_DISK
from models.machines.freebsd_box import FREEBSD_BOX
from models.machines.heads import HEAD_7310, HEAD_7410, HEAD_7410_ISTANBUL, HEAD_7410_UNFILTERED
from models.machines.partitions import PARTITIONS
from models.machines.streaming import STREAMING
from models.machines.sun_7310 import SUN_7310
from models.machines.sun_7410 import SUN_7410
from models.machines.zfs_2010 import ZFS_2010
from models.machines.zfs_2015 import ZFS_2015
from models.machines.zfs_queue import ZFS_QUEUE
from models.machines.zfs_resilver import ZFS_RESILVER
from models.provenance import Constant

MACHINES: dict[str, dict[str, Constant]] = {
    "freebsd-box": FREEBSD_BOX, "7410": SUN_7410, "enterprise-disk": ENTERPRISE_DISK,
    "zfs-2010": ZFS_2010, "zfs-2015": ZFS_2015, "zfs-queue": ZFS_QUEUE, "zfs-resilver": ZFS_RESILVER,
    "7310": SUN_7310, "streaming": STREAMING,
    "head-7310": HEAD_7310, "head-7410": HEAD_7410, "head-7410-istanbul": HEAD_7410_ISTANBUL,
    "head-7410-unfiltered": HEAD_7410_UNFILTERED, "partitions": PARTITIONS, "allocator": ALLOCATOR,
}

CALIBRATED: frozenset[str] = frozenset(
    target for machine in MACHINES.values() for constant in machine.values() for target in constant.targets
)


def machine(name: str) -> dict[str, Constant]:
    """The constants of a machine. Raises ValueError for an unknown name."""
    if name not in MACHINES:
        raise ValueError(f"unknown machine '{name}'; known: {', '.join(MACHINES)}")
    return MACHINES[name]


def values(name: str) -> dict[str, Any]:
    """The same, as plain SI numbers (and a rule's name)."""
    return {key: constant.value for key, constant in machine(name).items()}
