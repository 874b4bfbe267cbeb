"""What a transaction group costs in a pool with dedup, and how many writes a second the pool can go on taking.

In averages: the number of table blocks is worked out (`lookups`), what a read and a write take is measured on the
models of the devices (`PoolTimes`). Source: Bourbonnais 2010, Dedup Performance Considerations. A group does this:

1. Each block to be written is hashed and looked up by one of a few threads, which waits for the table block if that is not
   in memory. A block that is new is written; one that is found only counts one more. What is overwritten or removed is
   freed: its table block is fetched ahead (ddt_prefetch in illumos ddt.c), so that no thread waits for it, but the disks
   work for it. Meanwhile they write data and the pointers to it.
2. Each table block that was looked at is written, once, in all its copies.

More than fits into the interval makes the write throttle hold programs back.
"""
from dataclasses import dataclass
from heapq import heapify, heapreplace
from math import sqrt
from random import Random
from typing import NamedTuple

from models.catalogue.machines import values
from models.devices.ssd import Readzilla
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.sim.answer import known
from models.sim.false_position import root
from models.units import KiB, sector
from models.zfs.dedup.lookups import Lookups, lookups
from models.zfs.dedup.spec import DedupSpec
from models.zfs.pool.vdev import Vdev
from models.zfs.txg.rewrites import rewrites
from models.zfs.txg.txg_spec import TxgSpec

SUN = values("7410")


class PoolTimes:
    """`pairs` mirrored pairs whose data lies on the first `span` bytes of each disk.

    Every measurement is a short run of the device models on disks of its own: a sample, whose mean is a few percent off.
    All chance comes from `seed`, anew for each measurement, so that what is asked before does not matter.
    """

    def __init__(self, pairs: int = 22, span: float = 500e9, *, seed: int = 1):
        self.pairs, self.span, self.seed = pairs, span, seed

    def pool(self, pairs: int) -> list[Vdev]:
        """So many pairs, each disk on a port of its own."""
        return Machine(SUN_7410.order(pool=("mirror", pairs), jbods=0).bare(), self.seed).pool.vdevs

    def place(self, size: int, random: Random) -> int:
        """Where `size` bytes may lie on a disk, anywhere."""
        return int(random.random() * (self.span - size)) // sector * sector

    def read(self, size: int, threads: int = 1, count: int = 200) -> tuple[float, float]:
        """Reads of `size` bytes at random by `threads` that each wait for their answer: seconds of one, and how many a
        second there are."""
        random = Random(self.seed)
        vdevs = self.pool(self.pairs)
        ready = [random.random() * 1e-3 for _ in range(threads)]
        heapify(ready)
        waited = end = 0.0
        for _ in range(count + threads):
            now = ready[0]
            finish = known(vdevs[int(random.random() * len(vdevs))].read(now, self.place(size, random), size))
            waited += finish - now
            end = max(end, finish)
            heapreplace(ready, finish)
        mean = waited / (count + threads)
        return mean, threads / mean

    def write(self, size: int, count: int = 320) -> float:
        """Seconds of a disk for each of many writes of `size` bytes at random; its cache puts them in order."""
        random = Random(self.seed)
        disk = self.pool(1)[0].devices[0]
        now = 0.0
        for _ in range(count):
            now = max(now, known(disk.write(now, self.place(size, random), size)))
        return disk.drain(now) / count

    def flash(self, size: int, count: int = 100) -> float:
        """Seconds of a read of `size` bytes at random from a flash device that has nothing else to do."""
        random, now = Random(self.seed), 0.0
        device = Readzilla(random)
        pages = int(SUN["readzilla_capacity"] // max(size, 4 * KiB)) - 1
        for _ in range(count):
            now = device.read(now, int(random.random() * pages) * max(size, 4 * KiB), size)
        return now / count


@dataclass(frozen=True)
class Times:
    """read: seconds for which a thread waits for a table block from disk; read_rate: such reads a second when many are
    out; flash: seconds for one from flash; piece: seconds of a disk to write a piece."""

    read: float
    read_rate: float
    flash: float
    piece: float


def measured(spec: DedupSpec, seed: int = 1) -> Times:
    """These times of a pool by its devices; the data lies on the outer part of the disks."""
    full = 0.9 * SUN["capacity"]
    pool = PoolTimes(spec.pairs, min(full, max(0.01 * full, spec.unique / spec.pairs)), seed=seed)
    return Times(pool.read(spec.on_disk, spec.threads)[0], pool.read(spec.on_disk, spec.frees, 300)[1],
                 pool.flash(spec.block), pool.write(spec.piece))


class Cost(NamedTuple):
    """Of a group, in seconds of the whole pool's disks: data and pointers, table blocks read to write and to free, table
    blocks written. threads: seconds until all is hashed and looked up, had the disks nothing else to do; commit: until all is
    on disk."""

    data: float
    reads: float
    frees: float
    table: float
    threads: float
    commit: float
    looked: Lookups


def group(spec: DedupSpec, times: Times, writes: float, dedup: bool = True) -> Cost:
    """What `writes` writes of a record cost as one group. Without dedup nothing is looked up, and all is written."""
    shape = TxgSpec(record=spec.record, copies=2)
    above = rewrites(shape, int(max(spec.unique, spec.record)), writes, spec.record).above if writes else 0.0
    frees = (writes if spec.overwrites else 0.0) + spec.removal * spec.interval
    rate = spec.hash_rate if dedup else spec.plain_rate
    looked = lookups(spec, writes, frees) if dedup else Lookups(0.0, 0.0, 0.0, 0.0)
    data = to_disk(spec, times, writes * spec.record / (spec.ratio if dedup else 1.0) + above)
    table = to_disk(spec, times, looked.blocks * spec.copies * spec.on_disk)
    mine = writes / (writes + frees) if writes else 0.0         # of the lookups
    reads, frees_read = looked.disk * mine / times.read_rate, looked.disk * (1 - mine) / times.read_rate
    busy = (writes * spec.record / rate + looked.flash * mine * times.flash) / spec.threads
    waits = max(looked.disk * mine * times.read / spec.threads, reads)
    first = shared(busy, data + frees_read, waits)
    return Cost(data, reads, frees_read, table, busy + waits, first + table, looked)


def shared(busy: float, others: float, waits: float) -> float:
    """Seconds of threads that are `busy` so long without disks and would wait for idle ones for `waits` seconds, while the
    disks have `others` seconds of other work.

    All requests get the same share of the disks: what they do for others takes u of the time t, so that a wait is 1 / (1 - u)
    as long, and t = busy + waits / (1 - others / t). Without waits that is the longer of the two; if threads do nothing but
    wait, the sum.
    """
    whole = busy + others + waits
    return (whole + sqrt(max(0.0, whole * whole - 4 * busy * others))) / 2


def to_disk(spec: DedupSpec, times: Times, size: float) -> float:
    """Seconds in which the pool writes `size` bytes, on both sides of its mirrors; a cable goes to each side."""
    return max(size / spec.piece * times.piece / spec.pairs, size / spec.cable)


def sustained(spec: DedupSpec, times: Times, dedup: bool = True) -> float:
    """Writes a second that the pool takes for ever: a group is on disk just when the next one is full.

    0 if what is removed besides takes all of the interval.
    """
    def spare(writes: float) -> float:
        return spec.interval - group(spec, times, writes, dedup).commit

    low, high = 0.0, 1.0
    if spare(low) <= 0:
        return 0.0
    while spare(high) > 0:
        low, high = high, high * 8
    found = root(spare, low, high, spare(low), spare(high)) / spec.interval
    return float(f"{found:.9g}")        # powers differ in their last bit
