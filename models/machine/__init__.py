"""Whole machines: an `Order` says what is there, `Machine` puts it together, loads run on it."""
from models.machine.cards import Card
from models.machine.loads import Local, Nfs, Reads
from models.machine.log_device import LOGZILLA, NVME, NVRAM, PLAIN_NVME, LogDevice, ram_disk
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX, ORDERS, PARTS, SERVER_TODAY, SUN_7310, SUN_7410, Order
from models.machine.streams import Stream

__all__ = ["Card", "FREEBSD_BOX", "LOGZILLA", "Local", "LogDevice", "Machine", "NVME", "NVRAM", "Nfs", "ORDERS", "Order",
           "PARTS", "PLAIN_NVME", "Reads", "SERVER_TODAY", "SUN_7310", "SUN_7410", "Stream", "ram_disk"]
