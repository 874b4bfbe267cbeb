"""Pools of SSDs under local programs."""

from models.machine import SERVER_TODAY, Local, Machine, Order, Reads
from models.units import GB, KiB, MiB

DRIVES = 12
DIRTY = 64 * MiB
"""Limit of dirty data, small so that a short run passes many groups."""


def flash_pool(recordsize: int) -> Order:
    """Return a stripe of SSDs, without a cache of what is read."""
    return SERVER_TODAY.order(
        pool={"layout": "stripe", "vdevs": DRIVES, "jbods": 0, "disks": {"kind": "ssd"}},
        recordsize=recordsize,
        groups={"limit": DIRTY},
    ).without("cache")


def reads() -> float:
    """Return the random reads of 8 KiB per second by 32 programs."""
    load = Local(32, 8 * KiB, reads=1.0, blocks=Reads(1000 * GB))
    return Machine(flash_pool(8 * KiB)).run(load, seconds=0.02, warm=0.04).rate


def blocks_written(threads: int, block: int) -> float:
    """Return the blocks per second that programs write asynchronously."""
    ran = Machine(flash_pool(block)).run(Local(threads, block, False), seconds=0.02, warm=0.01)
    return ran.iostat["disks"][3] / block


MODELS = {
    "K4-zio-pipe-8k": lambda _: reads(),
    "K4-randwrite-12x100G": lambda _: blocks_written(12, 4 * KiB),
    "K4-blockrate-zvol": lambda _: blocks_written(4, 8 * KiB),
}
