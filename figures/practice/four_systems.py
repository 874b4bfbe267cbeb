"""The four Sun systems that were compared in 2009."""

from collections.abc import Callable
from functools import cache

from models.head.pcie import Card
from models.machine import ORDERS, Machine, Nfs, Order, Reads, Stream
from models.machine.loads.create import Create
from models.machine.machine import Load
from models.protocols.nfs.server import HEADERS
from models.units import GB, MB, GiB, KiB, MiB

CLIENTS, SIZE, DATA, RUN = 20, 1 * MiB, 400 * GB, 300.0
"""Clients; bytes of a stream's request, and of the files in use; seconds of a cold run, which fills the caches for the next one
(the last is not published)."""
DIRTY, MOST = 256 * MiB, 4 * GiB
"""Limit of dirty data in runs of small requests, small so that a short run passes many groups; largest
limit in streams of writes, whose groups have to be larger than the drives' caches."""
SHORT = {"7410": (0.5, 0.4), "7310": (0.8, 0.6), "7210": (0.8, 0.6)}
"""Seconds of a run of random reads, and before it; the 7110 serves the fewest."""
SATA = {"capacity": 500 * GB, "heads": 4}
NETWORK = {"ports": 1, "mtu": 1500, "cards": ()}


def order_of(system: str, streams: bool = False, recordsize: int = 8 * KiB) -> Order:
    """Return a system as it was tested. The 7410 had more disks and log devices in the tests without
    streams."""
    order = ORDERS[system]
    if system == "7410":
        order = order.order(network=NETWORK, **(STREAMS if streams else IOPS))
    elif system == "7310":
        order = order.order(**OF_7310)
    limit = min(order.groups.limit, MOST if streams else DIRTY)
    return order.order(recordsize=recordsize, groups={"limit": limit})


STREAMS = {
    "pool": {"vdevs": 22, "jbods": 2, "disks": SATA},
    "log": {"devices": 3},
    "cache": {"flash": {"devices": 2}},
}
IOPS = {
    "pool": {"vdevs": 136, "jbods": 12, "disks": SATA},
    "log": {"devices": 8, "mirrored": True},
    "cache": {"flash": {"devices": 6}},
}
OF_7310 = {
    "pool": {"vdevs": 43, "jbods": 4},
    "log": {"devices": 4},
    "cache": {"flash": {"devices": 2}},
    "head": {"model": "head-7210", "memory": 32 * GiB},
    "network": {**NETWORK, "cards": (Card(1),)},
}


@cache
def streamed(system: str, op: str, threads: int, cached: bool = False) -> float:
    """Return the MB/s of streams: reads as they pass the cards, where more may wait, and writes by
    whole groups, since they are answered a group at a time."""
    order = order_of(system, True, 128 * KiB)
    load = Stream(op, CLIENTS, threads, 1, SIZE, 1500, data=DATA, cached=cached)
    machine = Machine(order)
    if op == "write":
        machine.start(load)
        history = machine.zfs.groups.history
        while sum(group.bytes + group.placed for group in history[1:]) < MOST / 2:
            machine.pass_time(1.0)
        stored = sum(group.bytes + group.placed for group in history[1:])
        return stored / (history[-1].synced - history[0].synced) / MB
    used = machine.run(load, seconds=1, warm=0.5).used["cards out"]
    assert machine.out is not None
    return used * machine.out.rate * SIZE / machine.out.wire(SIZE + HEADERS) / MB


def primed(system: str, threads: int) -> float:
    """Return the MB/s of streams after a cold run: first what memory holds of it, then from disk."""
    order, cold = order_of(system, True, 128 * KiB), streamed(system, "read", threads)
    memory = min(order.cache.arc, cold * MB * RUN) / MB
    fast = streamed(system, "read", threads, True)
    return (memory + max(0.0, RUN - memory / fast) * cold) / RUN


def requests(system: str, order: Order, load: Load) -> float:
    """Return the random reads per second of a load on a fresh machine."""
    seconds, warm = SHORT.get(system, (3.0, 2.0))
    return Machine(order).run(load, seconds=seconds, warm=warm).rate


@cache
def cold_random(system: str, threads: int = 20) -> float:
    """Return the random reads of 8 KiB per second with empty caches."""
    load = Nfs(CLIENTS, threads, 8 * KiB, reads=1.0, blocks=Reads(DATA), version=4)
    return requests(system, order_of(system), load)


def warm_random(system: str) -> float:
    """Return the random reads of 8 KiB per second after a cold run, whose blocks memory holds, or
    flash as fast as the feeder writes."""
    order, read = order_of(system), cold_random(system) * 8 * KiB * RUN
    memory = min(order.cache.arc, read) / DATA
    flash, feed = order.cache.flash, order.cache.feed
    fed = min(flash.devices * min(flash.capacity, feed.write * RUN), read) / DATA
    load = Nfs(CLIENTS, 128, 8 * KiB, reads=1.0, blocks=Reads(DATA), version=4)
    held = order.order(cache={"held": (memory, min(fed, 1 - memory))})
    return requests(system, held, load)


def synced(system: str) -> float:
    """Return the synchronous overwrites of 8 KiB per second."""
    load = Nfs(CLIENTS, 128, 8 * KiB, over=True, blocks=Reads(DATA), version=4)
    return Machine(order_of(system)).run(load, seconds=1.5, warm=1.5).rate


def created(system: str) -> float:
    """Return the files of 8 KiB that are created per second."""
    return Machine(order_of(system)).run(Create(CLIENTS, 8, version=4), seconds=1, warm=0.5).rate


MODELS: dict[str, Callable[[str], float]] = {
    "cmp-cold-stream-light": lambda system: streamed(system, "read", 1),
    "cmp-stream-light": lambda system: primed(system, 1),
    "cmp-cold-stream": lambda system: streamed(system, "read", 20),
    "cmp-stream": lambda system: primed(system, 10),
    "cmp-write-light": lambda system: streamed(system, "write", 1),
    "cmp-write": lambda system: streamed(system, "write", 20),
    "cmp-sync": synced,
    "cmp-filecreate": created,
    "cmp-cold-random": cold_random,
    "cmp-random": warm_random,
}
