"""The cost of a transaction group in a pool with dedup, and the writes per second that the pool can
sustain.

These are averages: the number of table blocks is calculated (`lookups`), and the time of a read and
a write is measured on a machine (`DiskTimes`). Source: Bourbonnais 2010, Dedup Performance
Considerations. A group does this:

1. A thread hashes each written block and looks it up, waiting for the table block if that is not in
   memory. A new block is written; a duplicate only adds a reference. An overwritten or removed
   block is freed: its table block is prefetched (ddt_prefetch in illumos ddt.c), so that no thread
   waits for it, but the disks do the work. Meanwhile they write data and pointers.
2. Each table block that was looked up is written, once, in all its copies.

If this takes longer than the interval, the write throttle holds programs back.
"""

from dataclasses import dataclass, replace
from math import fsum, inf, sqrt
from typing import NamedTuple

from figures.deduplication.experiments.lookups import GroupSpec, Lookups, lookups
from figures.transaction_groups.experiments.rewrites import rewrites
from models.catalogue.machines import values
from models.machine.machine import Machine
from models.machine.order import SERVER_TODAY, SUN_7410, Order
from models.machine.order.parts import DedupOrder
from models.setting import settings
from models.sim.answer import until
from models.sim.false_position import root
from models.sim.loop import Process
from models.units import GiB, sector
from models.zfs.allocator.allocator import Holes
from models.zfs.txg.txg_spec import TxgSpec

PIECES = 300  # pieces that a disk writes in a sample, in addition to pointers
SUN = values("7410")


def order_of(spec: GroupSpec, dedup: bool = True) -> Order:
    """Return the order of a 7410 with this pool, without its caches and network. Groups are written
    on `wake`."""
    full = min(0.9, max(0.01, spec.unique / spec.pairs / SUN["pool.disks.capacity"]))
    same = {name: getattr(spec, name) for name in settings(DedupOrder) if hasattr(spec, name)}
    return SUN_7410.order(
        pool={"layout": "mirror", "vdevs": spec.pairs},
        allocator=Holes(spec.piece, full),
        recordsize=spec.record,
        cable_rate=spec.cable,
        groups={"interval": 1e6},
        dedup={
            "on": dedup,
            "table_memory": spec.memory,
            "lookup_threads": spec.threads,
            "free_threads": spec.frees,
            **same,
        },
        hash_rate=spec.hash_rate,
        memory=max(SUN["head.memory"], 2 * spec.memory),
    ).bare("queue", "drive queue")


def read_times(
    order: Order, size: int, threads: int, count: int, span: float, seed: int, write: bool = False
) -> tuple[float, float]:
    """Return the mean latency (s) and the reads per second of `threads` threads, each of which
    waits for a random read of `size` bytes on the first `span` bytes of each vdev. write: they write instead."""
    machine = Machine(order, seed)
    loop, random = machine.loop, machine.random.random
    vdevs, waited = machine.pool.vdevs, list[float]()

    def thread() -> Process:
        while len(waited) < count + threads:
            issued, vdev = loop.now, vdevs[int(random() * len(vdevs))]
            offset = int(random() * (min(span, vdev.capacity) - size)) // sector * sector
            yield until(loop, (vdev.write if write else vdev.read)(issued, offset, size))
            waited.append(loop.now - issued)
        loop.stop()

    for _ in range(threads):
        loop.spawn(thread(), at=random() * 1e-3)
    loop.run()
    mean = fsum(waited) / len(waited)
    return mean, threads / mean


def run_group(
    spec: GroupSpec, writes: int, dedup: bool = True, seed: int = 1
) -> tuple[float, Machine]:
    """Run a group of `writes` overwrites of random records. Return how long it takes from the end
    of its interval until it is on disk (s), and the machine."""
    machine = Machine(order_of(spec, dedup), seed)
    groups, loop, random = machine.zfs.groups, machine.loop, machine.random.random
    groups.done = lambda txg: loop.stop()

    def program() -> Process:
        file = max(1, int(spec.entries))
        yield from groups.rewrite(file, [int(random() * file) for _ in range(writes)], spec.record)
        yield spec.interval
        groups.wake()

    loop.spawn(program())
    loop.run()
    return groups.history[0].synced - groups.history[0].begun, machine


@dataclass(frozen=True)
class DiskTimes:
    """Times of a pool's devices."""

    read: float  # seconds that a thread waits for a table block from disk
    read_rate: float  # reads of table blocks from disk per second, with many outstanding
    flash: float  # seconds per table block from flash
    piece: float  # seconds that a disk takes to write a piece
    vdev: float = 0.0  # seconds that a thread waits for a table block from a dedup vdev
    vdev_rate: float = inf  # reads of table blocks from it per second, with many outstanding
    vdev_writes: float = inf  # writes of table blocks to it per second


def measured(spec: GroupSpec, seed: int = 1) -> DiskTimes:
    """Return the times of a pool's devices, measured in short runs with the data on the outer part
    of the disks. Those of a dedup vdev are measured if the pool has one."""
    full = 0.9 * SUN["pool.disks.capacity"]
    order, unique = order_of(spec, False), spec.unique / spec.pairs
    span = min(full, max(0.01 * full, unique))
    flash = order.order(
        pool={"layout": "stripe", "vdevs": 1, "jbods": 0}, disks={"kind": "ssd"}
    ).bare()
    pair = replace(spec, record=spec.piece, pairs=1, unique=unique, cable=spec.cable / spec.pairs)
    seconds, machine = run_group(pair, PIECES, False, seed)
    times = DiskTimes(
        read_times(order, spec.on_disk, spec.threads, 200, span, seed)[0],
        read_times(order, spec.on_disk, spec.frees, 300, span, seed)[1],
        read_times(flash, spec.block, 1, 100, SUN["cache.flash.capacity"], seed)[0],
        seconds * 2 * spec.piece / machine.boxes.moved("disks")[3],
    )
    if not spec.vdev:
        return times
    place, room = dedup_vdev(), 64 * GiB
    return replace(
        times,
        vdev=read_times(place, spec.on_disk, spec.threads, 500, room, seed)[0],
        vdev_rate=read_times(place, spec.on_disk, spec.frees, 1000, room, seed)[1],
        vdev_writes=read_times(place, spec.on_disk, spec.frees, 1000, room, seed, write=True)[1],
    )


def dedup_vdev() -> Order:
    """Return the order of a dedup vdev of OpenZFS by itself: two NVMe drives of today, mirrored."""
    return SERVER_TODAY.order(
        pool={
            "layout": "mirror",
            "vdevs": 1,
            "width": 2,
            "jbods": 0,
            "disks": {"kind": "ssd", "ssd": {"kind": "nvme-server"}},
        }
    ).bare()


class GroupCost(NamedTuple):
    """The cost of a group, in seconds of the whole pool's disks. A table on a dedup vdev takes none."""

    data: float  # data and pointers
    reads: float  # table blocks read for writes
    frees: float  # table blocks read for frees
    table: float  # table blocks written
    threads: float  # seconds until all is hashed and looked up, if the disks had nothing else to do
    commit: float  # seconds until all is on disk
    looked: Lookups


def group(spec: GroupSpec, times: DiskTimes, writes: float, dedup: bool = True) -> GroupCost:
    """Return the cost of `writes` record writes as one group, with or without `dedup`."""
    shape = TxgSpec(record=spec.record, copies=2)
    file = int(max(spec.unique, spec.record))
    above = rewrites(shape, file, writes, spec.record).above if writes else 0.0
    frees = (writes if spec.overwrites else 0.0) + spec.removal * spec.interval
    rate = spec.hash_rate if dedup else spec.plain_rate
    looked = lookups(spec, writes, frees) if dedup else Lookups(0.0, 0.0, 0.0, 0.0)
    data = to_disk(spec, times, writes * spec.record / (spec.ratio if dedup else 1.0) + above)
    table = to_disk(spec, times, looked.blocks * spec.copies * spec.on_disk)
    write_share = writes / (writes + frees) if writes else 0.0  # of lookups
    reads = looked.disk * write_share / times.read_rate
    frees_read = looked.disk * (1 - write_share) / times.read_rate
    busy = (writes * spec.record / rate + looked.flash * write_share * times.flash) / spec.threads
    if spec.vdev:
        waits = max(
            looked.disk * write_share * times.vdev / spec.threads, looked.disk / times.vdev_rate
        )
        last = looked.blocks * spec.copies / times.vdev_writes
        return GroupCost(data, 0.0, 0.0, 0.0, busy + waits, max(busy + waits, data) + last, looked)
    waits = max(looked.disk * write_share * times.read / spec.threads, reads)
    first = shared(busy, data + frees_read, waits)
    return GroupCost(data, reads, frees_read, table, busy + waits, first + table, looked)


def shared(busy: float, others: float, waits: float) -> float:
    """Return how long it takes until all threads are done (s), while the disks have other work.

    The threads are `busy` for this many seconds without the disks, and would wait `waits` seconds
    for idle disks. The other work takes the disks `others` seconds. All requests share the disks
    equally: other work takes u of the time t, so that a wait is 1 / (1 - u) as long, and t = busy +
    waits / (1 - others / t). Without waits t is the longer of the two; if threads only wait, it is
    the sum.
    """
    whole = busy + others + waits
    return (whole + sqrt(max(0.0, whole * whole - 4 * busy * others))) / 2


def to_disk(spec: GroupSpec, times: DiskTimes, size: float) -> float:
    """Return how long the pool takes to write `size` bytes to both sides of its mirrors (s)."""
    return max(size / spec.piece * times.piece / spec.pairs, size / spec.cable)


def sustained(spec: GroupSpec, times: DiskTimes, dedup: bool = True) -> float:
    """Return the writes per second that the pool can sustain: a group is on disk just when the next
    one is full. Return 0 if removals take all of the interval."""

    def spare(writes: float) -> float:
        return spec.interval - group(spec, times, writes, dedup).commit

    low, high = 0.0, 1.0
    if spare(low) <= 0:
        return 0.0
    while spare(high) > 0:
        low, high = high, high * 8
    found = root(spare, low, high, spare(low), spare(high)) / spec.interval
    return float(f"{found:.9g}")  # powers differ in their last bit
