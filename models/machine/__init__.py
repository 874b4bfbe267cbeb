"""Whole machines: an `Order` describes one, `Machine` builds it, and loads run on it."""

from models.head.pcie import Card
from models.machine.loads.blocks import Reads
from models.machine.loads.cifs import Cifs
from models.machine.loads.create import Create
from models.machine.loads.iscsi import Iscsi
from models.machine.loads.local import Local
from models.machine.loads.nfs import Nfs
from models.machine.loads.overwriting import Overwriting
from models.machine.loads.raw_programs import DiskReads, RawPrograms, answered
from models.machine.loads.readers import Readers, reads, served
from models.machine.loads.replay import Replay
from models.machine.loads.resilver import Resilver
from models.machine.loads.streams import Stream
from models.machine.loads.warmed import warmed
from models.machine.machine import Machine
from models.machine.order import (
    FREEBSD_BOX,
    ORDERS,
    PARTS,
    SERVER_TODAY,
    SUN_7110,
    SUN_7210,
    SUN_7310,
    SUN_7410,
    Order,
)
from models.machine.order.log_device import LOGZILLA, NVME, NVRAM, LogDevice, ram_disk

__all__ = [
    "Card",
    "Cifs",
    "Create",
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
    "RawPrograms",
    "Readers",
    "Reads",
    "Replay",
    "Resilver",
    "SERVER_TODAY",
    "SUN_7110",
    "SUN_7210",
    "SUN_7310",
    "SUN_7410",
    "Stream",
    "answered",
    "ram_disk",
    "reads",
    "served",
    "warmed",
]
