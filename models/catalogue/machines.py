"""All machines and parts of the catalogue by name."""

from typing import Any

from models.catalogue.allocator import ALLOCATOR
from models.catalogue.enterprise_disk import ENTERPRISE_DISK
from models.catalogue.flash_heads import FLASH_HEADS
from models.catalogue.freebsd_box import FREEBSD_BOX
from models.catalogue.heads import (
    HEAD_7210,
    HEAD_7310,
    HEAD_7410,
    HEAD_7410_ISTANBUL,
    HEAD_7410_UNFILTERED,
)
from models.catalogue.partitions import PARTITIONS
from models.catalogue.provenance import Constant
from models.catalogue.server_today import SERVER_TODAY
from models.catalogue.software import SOFTWARE, SOFTWARE_2009
from models.catalogue.ssds import SSDS
from models.catalogue.streaming import STREAMING
from models.catalogue.sun_7110 import SUN_7110
from models.catalogue.sun_7210 import SUN_7210
from models.catalogue.sun_7310 import SUN_7310
from models.catalogue.sun_7410 import SUN_7410
from models.catalogue.zfs_2010 import ZFS_2010
from models.catalogue.zfs_2015 import ZFS_2015
from models.catalogue.zfs_queue import ZFS_QUEUE
from models.catalogue.zfs_resilver import ZFS_RESILVER

MACHINES: dict[str, dict[str, Constant]] = {
    "freebsd-box": FREEBSD_BOX,
    "7410": SUN_7410,
    "enterprise-disk": ENTERPRISE_DISK,
    "zfs-2010": ZFS_2010,
    "zfs-2015": ZFS_2015,
    "zfs-queue": ZFS_QUEUE,
    "zfs-resilver": ZFS_RESILVER,
    "7310": SUN_7310,
    "7210": SUN_7210,
    "7110": SUN_7110,
    "software": SOFTWARE,
    "software-2009": SOFTWARE_2009,
    "streaming": STREAMING,
    "head-7210": HEAD_7210,
    "head-7310": HEAD_7310,
    "head-7410": HEAD_7410,
    "head-7410-istanbul": HEAD_7410_ISTANBUL,
    "head-7410-unfiltered": HEAD_7410_UNFILTERED,
    "flash-heads": FLASH_HEADS,
    "partitions": PARTITIONS,
    "allocator": ALLOCATOR,
    "server-today": SERVER_TODAY,
    "ssds": SSDS,
}

CALIBRATED: frozenset[str] = frozenset(
    target
    for machine in MACHINES.values()
    for constant in machine.values()
    for target in constant.targets
)


def machine(name: str) -> dict[str, Constant]:
    """Return the constants of a machine. Raise ValueError for an unknown name."""
    if name not in MACHINES:
        raise ValueError(f"unknown machine '{name}'; known: {', '.join(MACHINES)}")
    return MACHINES[name]


def values(name: str) -> dict[str, Any]:
    """Return the values of a machine's constants: numbers in SI units, or names of rules."""
    return {key: constant.value for key, constant in machine(name).items()}


def part(name: str, section: str) -> dict[str, Any]:
    """Return the values of the constants of one part of a machine, by their short names."""
    start = f"{section}."
    return {
        key.removeprefix(start): value
        for key, value in values(name).items()
        if key.startswith(start) and "." not in key.removeprefix(start)
    }
