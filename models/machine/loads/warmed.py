"""Caches filled by a described past: the same load, for so many hours.

A machine that reads for an hour makes too many requests to simulate. Here it runs for a moment at
each of several fillings, and between two of them reads at the rate that it had."""

from math import expm1

from models.check import a_number
from models.machine.loads.cifs import Cifs
from models.machine.loads.create import Create
from models.machine.loads.iscsi import Iscsi
from models.machine.loads.local import Local
from models.machine.loads.nfs import Nfs
from models.machine.machine import Machine
from models.machine.order import Order
from models.units import hour

STEP, LEAST = 0.25, 0.01
"""Share of what the caches miss that they receive between two runs; share of the data below which no more is missed."""
MOMENT = 0.2
"""Seconds of a run, after as many that are not counted."""


def warmed(
    order: Order, load: Nfs | Cifs | Local | Iscsi | Create, past: float, seed: int = 1
) -> Order:
    """Return an order whose caches hold what `past` seconds of reads by `load` leave there.

    All blocks are equally likely. Memory keeps the last blocks read, at most as many as it has room
    for. The feeder copies blocks that memory is about to lose at its own rate, faster until memory
    is full, as long as flash has room. Raise ValueError for a load that reads nothing, or prefers
    some blocks."""
    a_number("cache.warm", past, 0, 10_000 * hour, unit="s")
    if isinstance(load, Create) or not load.reads or load.blocks.skew:
        raise ValueError(
            "cache.warm must be 0 unless the load reads, and reads all blocks equally often (skew 0), "
            f"got {past:g} s"
        )
    cache, data, feed = order.cache, load.blocks.data, order.cache.feed
    room = min(data, feed.devices * feed.usable(cache.arc, load.size))
    read = fed = 0.0  # bytes of the data that were read at least once, and that flash holds
    while True:
        memory = min(cache.arc, read)
        flash = min(fed, read - memory)
        filled = order.order(cache={"held": (memory / data, flash / data), "warm": 0.0})
        missing, full = data - memory - flash, memory == cache.arc
        feeds = feed.pace(boosted=not full) * (fed < room)
        if past <= 0 or missing < LEAST * data or (full and not feeds):
            return filled
        ran = Machine(filled, seed).run(load, seconds=MOMENT, warm=MOMENT)
        rate = ran.reads.number * load.size / ran.seconds
        gain = feeds if full else rate * missing / data  # bytes a second by which the caches grow
        step = min(past, max(STEP * missing, LEAST * data) / max(gain, 1.0))
        read -= (data - read) * expm1(-rate * step / data)
        fed = min(room, fed + feeds * step, read)
        past -= step
