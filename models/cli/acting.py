"""Settings that cannot act on a machine as it is ordered: each is refused with what it needs."""
from collections.abc import Iterable
from typing import Any

from models.machine.order import ORDERS, Order


def check_that_all_act(order: Order, load: Any, given: Iterable[str]) -> None:
    """Raise ValueError for a setting of these names that changes nothing."""
    before = ORDERS[order.name or order.machine]
    for name, most, what in (("jbods", order.boxed(), "disk or log device"), ("chains", order.jbods, "JBOD")):
        if (now := getattr(order, name)) != getattr(before, name) and (now or 0) > most:
            raise ValueError(f"{name} must be {most} or less, one for each {what}, got {now}")
    for name in () if order.logs else ("log_device", "logs_at", "mirrored_logs"):
        if getattr(order, name) != getattr(before, name):
            raise ValueError(f"{name} must come with 1 or more logs, got {order.logs}")
