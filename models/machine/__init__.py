"""Whole machines: an `Order` says what is there, `Machine` puts it together, loads run on it."""

from models.head.pcie import Card
from models.machine.iscsi import Iscsi
from models.machine.loads import Local, Nfs, Overwriting, Reads, Replay
from models.machine.log_device import LOGZILLA, NVME, NVRAM, PLAIN_NVME, LogDevice, ram_disk
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX, ORDERS, PARTS, SERVER_TODAY, SUN_7310, SUN_7410, Order
from models.machine.raw_programs import DiskReads, RawPrograms, answered
from models.machine.readers import Readers, reads, served
from models.machine.resilver import Resilver
from models.machine.streams import Stream

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
