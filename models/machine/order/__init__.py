"""Orders: the parts of a machine and their settings."""

from models.machine.order.order import (
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
from models.machine.order.parts import LAYOUTS

__all__ = [
    "FREEBSD_BOX",
    "LAYOUTS",
    "ORDERS",
    "PARTS",
    "SERVER_TODAY",
    "SUN_7110",
    "SUN_7210",
    "SUN_7310",
    "SUN_7410",
    "Order",
]
