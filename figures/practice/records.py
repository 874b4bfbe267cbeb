"""Requests that are smaller than a record."""

from models.machine import FREEBSD_BOX, Local, Machine, Order, Reads
from models.units import GB, KiB, MiB

DIRTY = 32 * MiB
"""Limit of dirty data, small so that a short run passes many groups."""


def writes(order: Order, load: Local) -> float:
    """Return the requests per second of a load, over several transaction groups."""
    order = order.order(groups={"limit": DIRTY}).without("cache")
    return Machine(order).run(load, seconds=3, warm=1).rate


def small_records() -> float:
    """Return how many times more writes of 8 KiB there are with records of 4 KiB than of 128."""
    load = Local(10, 8 * KiB, False, over=True, blocks=Reads(10 * GB))
    order = FREEBSD_BOX.order(
        pool={"layout": "mirror", "vdevs": 2, "disks": {"model": "enterprise-disk"}}
    )
    return writes(order.order(recordsize=4 * KiB), load) / writes(
        order.order(recordsize=128 * KiB), load
    )


def against_reads(key: str) -> float:
    """Return the rate of random writes as a multiple of that of random reads, by request."""
    size = int(key.removesuffix("k")) * KiB
    order = FREEBSD_BOX.order(
        pool={"layout": "stripe", "vdevs": 4, "disks": {"kind": "array", "model": "7410"}},
        recordsize=128 * KiB,
    )
    blocks = Reads(40 * GB)
    return writes(order, Local(1, size, False, over=True, blocks=blocks)) / writes(
        order, Local(1, size, reads=1.0, blocks=blocks)
    )


MODELS = {"K6-6040-recordsize": lambda _: small_records(), "K6-opensolaris-128K": against_reads}
