"""Flash as a cache."""

from models.machine import SUN_7410, Machine, Nfs, Reads
from models.units import GB, KiB

DATA = 500 * GB


def warm_flash() -> float:
    """Return how many times more reads there are with warm flash than with memory alone."""
    order = SUN_7410.order(pool={"vdevs": 70}, cache={"flash": {"devices": 6}}, recordsize=8 * KiB)
    memory = order.cache.arc / DATA
    load = Nfs(10, 2, 8 * KiB, reads=1.0, blocks=Reads(DATA))
    before, after = (
        Machine(order.order(cache={"held": (memory, flash)})).run(load, seconds=1, warm=0.3).rate
        for flash in (0.0, 1 - memory)
    )
    return after / before


MODELS = {"K7-L2ARC-7410": lambda _: warm_flash()}
