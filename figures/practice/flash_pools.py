"""Pools of SSDs under local programs."""

from models.machine import FREEBSD_BOX, SERVER_TODAY, Local, Machine, Order, Reads
from models.units import GB, GiB, KiB, MiB

DRIVES = 12
DIRTY, SMALL = 64 * MiB, 16 * MiB
"""Limits of dirty data, small so that a short run passes many groups."""


def flash_pool(recordsize: int) -> Order:
    """Return a stripe of SSDs."""
    return SERVER_TODAY.order(
        pool={"layout": "stripe", "vdevs": DRIVES, "jbods": 0, "disks": {"kind": "ssd"}},
        recordsize=recordsize,
        groups={"limit": DIRTY},
    )


def reads() -> float:
    """Return the random reads of 8 KiB per second by 32 programs from SATA drives."""
    order = flash_pool(8 * KiB).order(pool={"disks": {"ssd": {"kind": "sata-server"}}})
    load = Local(32, 8 * KiB, reads=1.0, blocks=Reads(1000 * GB))
    return Machine(order.without("cache")).run(load, seconds=0.02, warm=0.04).rate


def overwritten() -> float:
    """Return the blocks of 4 KiB per second that 12 programs overwrite at random in 1,200 GB. Data and
    dirty data are scaled down together, so that a block of pointers has as many dirty records."""
    order = flash_pool(4 * KiB).order(cache={"pointers_held": True}, groups={"limit": SMALL})
    file = 1200 * GB * SMALL / SERVER_TODAY.groups.limit
    load = Local(12, 4 * KiB, False, over=True, blocks=Reads(file))
    return Machine(order).run(load, seconds=0.06, warm=0.04).rate


def blocks_written() -> float:
    """Return the blocks of 8 KiB per second that 4 programs write asynchronously in order."""
    order = flash_pool(8 * KiB).without("cache")
    ran = Machine(order).run(Local(4, 8 * KiB, False), seconds=0.02, warm=0.01)
    return ran.iostat["disks"][3] / (8 * KiB)


def from_memory() -> float:
    """Return the reads of 4 KiB per second by 32 programs on 40 cores from files in memory."""
    order = FREEBSD_BOX.order(
        head={"cores": 40, "software": "today"},
        cache={"held": (1.0, 0.0)},
        recordsize=128 * KiB,
    )
    load = Local(32, 4 * KiB, reads=1.0, blocks=Reads(100 * GB))
    return Machine(order).run(load, seconds=0.002, warm=0.033).rate


def uncached() -> float:
    """Return the blocks of 4 KiB per second that 36 programs read in order, 1 MiB at a time."""
    order = flash_pool(4 * KiB).order(cache={"arc": 1 * GiB, "pointers_held": True})
    load = Local(36, 1 * MiB, reads=1.0, in_order=True, blocks=Reads(1000 * GB))
    return Machine(order).run(load, seconds=0.01, warm=0.03).bytes / (4 * KiB)


MODELS = {
    "K4-arc-hit-32proc": lambda _: from_memory(),
    "K4-arc-evict-36": lambda _: uncached(),
    "K4-zio-pipe-8k": lambda _: reads(),
    "K4-randwrite-12x100G": lambda _: overwritten(),
    "K4-blockrate-zvol": lambda _: blocks_written(),
}
