"""Whole machines: an `Order` says what is there, `Machine` puts it together, loads run on it."""
from models.machine.loads import Local, Nfs, Reads
from models.machine.log_device import LOGZILLA, NVME, NVRAM, PLAIN_NVME, LogDevice, ram_disk
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX, ORDERS, PARTS, SERVER_TODAY, SUN_7410, Order
from models.machine.readers import Readers, reads, served

__all__ = ["FREEBSD_BOX", "LOGZILLA", "Local", "LogDevice", "Machine", "NVME", "NVRAM", "Nfs", "ORDERS", "Order", "PARTS",
           "PLAIN_NVME", "Readers", "Reads", "SERVER_TODAY", "SUN_7410", "ram_disk", "reads", "served"]
