"""The four Sun systems that were compared in 2009."""

from functools import cache

from models.head.pcie import Card
from models.machine import ORDERS, SUN_7310, SUN_7410, Machine, Nfs, Order, Reads, Stream
from models.machine.machine import Load
from models.units import GB, MB, GiB, KiB, MiB, ms, rpm

CLIENTS, DATA, RUN = 20, 400 * GB, 300.0
"""Clients; bytes of the files in use; seconds of a cold run, which fills the caches for the next one
(the last is not published)."""
SATA = {"capacity": 500 * GB, "heads": 4}
NETWORK = {"ports": 1, "mtu": 1500, "cards": ()}
EIGHT = {"model": "head-7310", "spec": {"sockets": 2}}
"""A head of two sockets like that of the 7310."""
SAS = {
    "speed": 10000 * rpm,
    "capacity": 146 * GB,
    "heads": 4,
    "media_rate": 90 * MB,
    "seek_track": 0.3 * ms,
    "seek_average": 3.8 * ms,
    "seek_full": 8 * ms,
    "write_settle": 0.6 * ms,
    "cache_size": 16 * MiB,
}
"""Seagate 2007, Savvio 10K.2 data sheet: 3.8 ms read, 4.4 ms write, two platters, 16 MB."""


def sun_7410(streams: bool) -> Order:
    """Return the 7410, which had more disks and log devices in the tests without streams."""
    disks = {"disks": SATA}
    if streams:
        return SUN_7410.order(
            pool={"vdevs": 22, "jbods": 2, **disks},
            log={"devices": 3},
            cache={"flash": {"devices": 2}},
            network=NETWORK,
        )
    return SUN_7410.order(
        pool={"vdevs": 136, "jbods": 12, **disks},
        log={"devices": 8, "mirrored": True},
        cache={"flash": {"devices": 6}},
        network=NETWORK,
    )


def sun_7310() -> Order:
    """Return the 7310."""
    return SUN_7310.order(
        pool={"vdevs": 43, "jbods": 4, "disks": {"capacity": 1000 * GB}},
        log={"devices": 4},
        cache={"flash": {"devices": 2}},
        head={**EIGHT, "memory": 32 * GiB},
        network={**NETWORK, "cards": (Card(1),)},
    )


def sun_7210() -> Order:
    """Return the 7210, whose disks are in the head."""
    return SUN_7410.order(
        pool={"vdevs": 22, "jbods": 0, "disks": SATA},
        log={"devices": 2},
        head={**EIGHT, "memory": 32 * GiB},
        network=NETWORK,
    )


def sun_7110() -> Order:
    """Return the 7110: three vdevs of four disks, in the head."""
    return SUN_7410.order(
        pool={"layout": "raidz1", "width": 4, "vdevs": 3, "jbods": 0, "disks": SAS},
        head={**EIGHT, "memory": 8 * GiB},
        network=NETWORK,
    )


def order_of(system: str, streams: bool = False, recordsize: int = 8 * KiB) -> Order:
    """Return a system as it was tested. An order of the catalogue goes before one of this file."""
    if system in ("7110", "7210") and system in ORDERS:
        return ORDERS[system].order(recordsize=recordsize)
    own = {"7310": sun_7310, "7210": sun_7210, "7110": sun_7110}
    order = sun_7410(streams) if system == "7410" else own[system]()
    return order.order(recordsize=recordsize)


def ran(order: Order, load: Load, seconds: float, warm: float) -> tuple[float, float]:
    """Return the requests and the bytes (MB) per second of a load on a fresh machine."""
    result = Machine(order).run(load, seconds=seconds, warm=warm)
    return result.rate, result.bytes / MB


@cache
def streamed(system: str, op: str, threads: int, cached: bool = False) -> float:
    """Return the MB/s of streams of 1 MiB requests."""
    order = order_of(system, True, 128 * KiB)
    load = Stream(op, CLIENTS, threads, 1, 1 * MiB, 1500, data=DATA, cached=cached)
    return ran(order, load, *((20, 10) if op == "write" else (2, 1)))[1]


def primed(system: str, threads: int) -> float:
    """Return the MB/s of streams after a cold run: first what memory holds of it, then from disk."""
    order, cold = order_of(system, True, 128 * KiB), streamed(system, "read", threads)
    memory = min(order.cache.arc, cold * MB * RUN) / MB
    fast = streamed(system, "read", threads, True)
    return (memory + max(0.0, RUN - memory / fast) * cold) / RUN


@cache
def cold_random(system: str, threads: int = 20) -> float:
    """Return the random reads of 8 KiB per second with empty caches."""
    load = Nfs(CLIENTS, threads, 8 * KiB, reads=1.0, blocks=Reads(DATA))
    return ran(order_of(system), load, 2, 1)[0]


def warm_random(system: str) -> float:
    """Return the random reads of 8 KiB per second after a cold run, whose blocks memory holds, or
    flash as fast as the feeder writes."""
    order, read = order_of(system), cold_random(system) * 8 * KiB * RUN
    memory = min(order.cache.arc, read) / DATA
    flash, feed = order.cache.flash, order.cache.feed
    fed = min(flash.devices * min(flash.capacity, feed.write * RUN), read) / DATA
    load = Nfs(CLIENTS, 128, 8 * KiB, reads=1.0, blocks=Reads(DATA))
    held = order.order(cache={"held": (memory, min(fed, 1 - memory))})
    return ran(held, load, 2, 1)[0]


def synced(system: str) -> float:
    """Return the synchronous overwrites of 8 KiB per second."""
    load = Nfs(CLIENTS, 128, 8 * KiB, over=True, blocks=Reads(DATA))
    return ran(order_of(system), load, 10, 5)[0]


MODELS = {
    "cmp-cold-stream-light": lambda system: streamed(system, "read", 1),
    "cmp-stream-light": lambda system: primed(system, 1),
    "cmp-cold-stream": lambda system: streamed(system, "read", 20),
    "cmp-stream": lambda system: primed(system, 10),
    "cmp-write-light": lambda system: streamed(system, "write", 1),
    "cmp-write": lambda system: streamed(system, "write", 20),
    "cmp-sync": synced,
    "cmp-cold-random": cold_random,
    "cmp-random": warm_random,
}
