"""The four Sun systems that were compared in 2009, each in ten tests. A test of one of them is a series
of estimates, so that a long run can be drawn as it comes; the last one counts."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import exp
from typing import Any

from models.catalogue.machines import values
from models.head.pcie import Card
from models.machine import ORDERS, Machine, Nfs, Order, Reads, Stream
from models.machine.loads.create import Create
from models.machine.machine import Load
from models.machine.ran import Ran
from models.protocols.nfs.server import HEADERS
from models.units import GB, GiB, KiB, MiB

CLIENTS, SIZE, DATA, FILES = 20, 1 * MiB, 400 * GB, 4
"""Clients; bytes of a stream's request, and of the files in use; files that a client overwrites, one write of each at a time, as
the client of Solaris locks a file (nfs4_vnops.c: nfs4_rwlock). Their number is not published: filebench has 1, and 20 threads
that stream have 20."""
RUN, STREAM_RUN = 60.0, 300.0
"""Seconds of a run, and of one of streams (not published: those of filebench's profiles of 2009 for small requests and for
streams, filemicro.prof, randomread.prof and streamread.prof)."""
ALL, MOST = 1.6e12, 4 * GiB
"""Bytes of all files, which were written one after another before the tests; largest limit of dirty data
in streams of writes, whose groups have to be larger than the drives' caches."""
META, BLOCK = values("zfs-2010")["meta_limit"], values("zfs-2010")["indirect"]
SHORT = {"7410": (0.3, 0.2), "7310": (0.4, 0.3)}
"""Seconds of a run of random reads, and before it; less where more are served."""
SYNC = {"7410": (0.5, 0.5), "7310": (2.0, 2.0), "7210": (3.0, 1.0), "7110": (6.0, 2.0)}
"""Seconds of a run of synchronous writes, and before it."""
QUEUE = {"pending": 35, "start": 4, "ramp": 2, "gap": 0}
"""ZFS's queue as it was in 2008 and 2009 (catalogue: zfs-queue)."""
SATA = {"capacity": 500 * GB, "heads": 4}
NETWORK = {"ports": 1, "mtu": 1500, "cards": ()}
PARTS = 8
"""Estimates of a run."""
Changes = Mapping[str, Mapping[str, Any]]
"""Settings that differ from the system as it was tested, by part of the order."""
AS_TESTED: Changes = {}
Estimates = Iterator[float]
"""Ever better estimates of a test's result: MiB/s of streams, and requests a second of other tests."""


def tested(
    system: str,
    streams: bool = False,
    recordsize: int = 8 * KiB,
    changes: Changes = AS_TESTED,
) -> Order:
    """Return a system as it was tested, with changes. The 7410 had more disks and log devices in the
    tests without streams."""
    order = ORDERS[system]
    if system == "7410":
        order = order.order(network=NETWORK, **(STREAMS if streams else IOPS))
    elif system == "7310":
        order = order.order(**OF_7310)
    return order.order(recordsize=recordsize, queue=QUEUE, **changes)


def order_of(
    system: str,
    streams: bool = False,
    recordsize: int = 8 * KiB,
    changes: Changes = AS_TESTED,
) -> Order:
    """Return that order with the files in its pool, or with a limit of dirty data for streams."""
    order = tested(system, streams, recordsize, changes)
    if streams:
        return order.order(groups={"limit": min(order.groups.limit, MOST)})
    pool = Machine(order).pool
    room = pool.capacity * recordsize / pool.vdevs[0].allocated(recordsize)
    files = ALL if room > ALL else DATA + GB
    return order.order(pool={"filled": files / room, "begin": 0.0})


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


def watched(
    machine: Machine, load: Load, seconds: float, warm: float, of: Callable[[Ran], float]
) -> Estimates:
    """Run a load, and yield the mean so far of a number of its results, after each part of the time."""
    machine.start(load)
    machine.pass_time(warm)
    total = 0.0
    for n in range(1, PARTS + 1):
        total += of(machine.run(seconds=seconds / PARTS))
        yield total / n


def streamed(
    system: str,
    op: str,
    threads: int,
    cached: bool = False,
    changes: Changes = AS_TESTED,
    seed: int = 1,
) -> Estimates:
    """Yield the MiB/s of streams: reads as they pass the cards, where more may wait, and writes by
    whole groups, since they are answered a group at a time."""
    order = order_of(system, True, 128 * KiB, changes)
    mtu = order.network.mtu
    load = Stream(op, CLIENTS, threads, 1, SIZE, mtu, data=DATA, cached=cached)
    machine = Machine(order, seed)
    if op == "write":
        machine.start(load)
        history = machine.zfs.groups.history
        stored, groups = 0, 0
        while stored < MOST / 2:
            machine.pass_time(1.0)
            stored = sum(group.bytes + group.placed for group in history[1:])
            if len(history) > max(1, groups):
                groups = len(history)
                yield stored / (history[-1].synced - history[0].synced) / MiB
        return
    out = machine.out
    assert out is not None
    each = out.rate * SIZE / out.wire(SIZE + HEADERS) / MiB
    yield from watched(machine, load, 1.0, 0.5, lambda ran: ran.used["cards out"] * each)


def primed(system: str, threads: int, changes: Changes = AS_TESTED, seed: int = 1) -> Estimates:
    """Yield the MiB/s of streams after a cold run: first what memory holds of it, then from disk."""
    order, cold = order_of(system, True, 128 * KiB, changes), 0.0
    for cold in streamed(system, "read", threads, changes=changes, seed=seed):
        yield cold
    memory = min(order.cache.arc, cold * MiB * STREAM_RUN) / MiB
    for fast in streamed(system, "read", threads, True, changes, seed):
        yield (memory + max(0.0, STREAM_RUN - memory / fast) * cold) / STREAM_RUN


def pointers(order: Order) -> tuple[float, float]:
    """Return the number of blocks of pointers, and the share of them that memory may hold: metadata
    has a limit."""
    number = DATA / order.filesystem.record / order.groups.pointers
    return number, min(1.0, META * order.cache.arc / (number * BLOCK))


def after(
    order: Order, accesses: float, rate: float, disks: float, alone: bool, before: float
) -> float:
    """Return the seconds of so many accesses after `before` others, which began with cold caches. `rate` a second
    are possible with all pointers in memory, and `disks` reads a second, by other disks (`alone`) or by the
    same."""
    number, held = pointers(order)
    time = done = 0.0
    while done < accesses:
        step = min(number / 100, accesses - done)
        missed = max(1 - held, exp(-(before + done) / number))
        each = max(1 / rate, missed / disks) if alone else 1 / rate + missed / disks
        time, done = time + step * each, done + step
    return time


def mean_rate(order: Order, rate: float, disks: float, alone: bool, before: float = 0.0) -> float:
    """Return the accesses per second of a run after `before` accesses, as `after` has them."""
    low, high = 0.0, rate
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (
            (middle, high)
            if after(order, middle * RUN, rate, disks, alone, before) < RUN
            else (low, middle)
        )
    return low


def requests(system: str, order: Order, threads: int, seed: int) -> Estimates:
    """Yield the random reads of 8 KiB per second on a fresh machine."""
    load = Nfs(CLIENTS, threads, 8 * KiB, reads=1.0, blocks=Reads(DATA), version=4)
    seconds, warm = SHORT.get(system, (0.8, 0.6))
    yield from watched(Machine(order, seed), load, seconds, warm, lambda ran: ran.rate)


def cold_random(system: str, changes: Changes = AS_TESTED, seed: int = 1) -> Estimates:
    """Yield the random reads per second of a cold run, whose disks read blocks of pointers too."""
    order = order_of(system, changes=changes)
    for disks in requests(system, order.order(cache={"pointers_held": True}), 20, seed):
        yield mean_rate(order, disks, disks, False)


def warm_random(system: str, changes: Changes = AS_TESTED, seed: int = 1) -> Estimates:
    """Yield the random reads per second of a run after the cold one. Memory holds what was read, and
    flash as much of the rest as the feeder has written to its devices in turn."""
    order, cold = order_of(system, changes=changes), 0.0
    for cold in cold_random(system, changes, seed):
        yield cold
    reads, feed, (number, share) = cold * RUN, order.cache.feed, pointers(order)
    room = order.cache.arc - number * share * BLOCK
    read = DATA * (1 - exp(-reads * 8 * KiB / DATA))
    memory = min(room, read)
    fed = min(read - memory, (feed.write + feed.boost) * RUN / feed.turn)
    fed *= bool(feed.devices)
    for disks in requests(system, order.order(cache={"pointers_held": True}), 128, seed):
        rate = disks / (1 - (memory + fed) / DATA)
        later = min(room, memory + mean_rate(order, rate, disks, False, reads) * RUN * 8 * KiB)
        rate = disks / (1 - ((memory + later) / 2 + fed) / DATA)
        yield mean_rate(order, rate, disks, False, reads)


def synced(system: str, changes: Changes = AS_TESTED, seed: int = 1) -> Estimates:
    """Yield the synchronous overwrites of 8 KiB per second of a run with cold caches."""
    load = Nfs(CLIENTS, FILES, 8 * KiB, over=True, blocks=Reads(DATA), version=4)
    (seconds, warm), order = SYNC[system], order_of(system, changes=changes)
    held = order.order(cache={"pointers_held": True})
    rate = 0.0
    for rate in watched(Machine(held, seed), load, seconds, warm, lambda ran: ran.rate):
        yield rate
    for disks in requests(system, held, FILES, seed):
        yield mean_rate(order, rate, disks, order.log.devices > 0)


def created(system: str, changes: Changes = AS_TESTED, seed: int = 1) -> Estimates:
    """Yield the files of 8 KiB that are created per second."""
    machine, load = Machine(order_of(system, changes=changes), seed), Create(CLIENTS, 8, version=4)
    yield from watched(machine, load, 1.0, 0.5, lambda ran: ran.rate)


TESTS: dict[str, Callable[..., Estimates]] = {
    "cmp-cold-stream-light": partial(streamed, op="read", threads=1),
    "cmp-stream-light": partial(primed, threads=1),
    "cmp-cold-stream": partial(streamed, op="read", threads=20),
    "cmp-stream": partial(primed, threads=10),
    "cmp-write-light": partial(streamed, op="write", threads=1),
    "cmp-write": partial(streamed, op="write", threads=20),
    "cmp-sync": synced,
    "cmp-filecreate": created,
    "cmp-cold-random": cold_random,
    "cmp-random": warm_random,
}
"""Row of the comparison -> estimates of its result, by system, changes and seed."""


def result(row: str, system: str, changes: Changes = AS_TESTED, seed: int = 1) -> float:
    """Return the result of a test of a system: MiB/s of streams, or requests a second."""
    *_, found = TESTS[row](system, changes=changes, seed=seed)
    return found


MODELS: dict[str, Callable[[str], float]] = {row: partial(result, row) for row in TESTS}
