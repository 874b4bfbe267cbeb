"""Whole machines: an `Order` describes one, `Machine` builds it, and loads run on it."""

from models.head.pcie import Card
from models.machine.loads import (
    DiskReads,
    Iscsi,
    Local,
    Nfs,
    Overwriting,
    RawPrograms,
    Readers,
    Reads,
    Replay,
    Resilver,
    Stream,
    answered,
    reads,
    served,
)
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX, ORDERS, PARTS, SERVER_TODAY, SUN_7310, SUN_7410, Order
from models.machine.order.log_device import LOGZILLA, NVME, NVRAM, PLAIN_NVME, LogDevice, ram_disk

__all__ = [
    "Card",
    "DiskReads",
    "FREEBSD_BOX",
    "Iscsi",
    "LOGZILLA",
    "Local",
    "LogDevice",
    "Machine",
    "NVME",
    "NVRAM",
    "Nfs",
    "ORDERS",
    "Order",
    "Overwriting",
    "PARTS",
    "PLAIN_NVME",
    "RawPrograms",
    "Readers",
    "Reads",
    "Replay",
    "Resilver",
    "SERVER_TODAY",
    "SUN_7310",
    "SUN_7410",
    "Stream",
    "answered",
    "ram_disk",
    "reads",
    "served",
]
