"""Reads that find their block on its way: a prefetch, behind the reads of others. The old cache waits; the new one raises it.

A disk's queue in ZFS is sorted by deadline: when a read came, in steps of 0.64 s, and its class (0 for reads that somebody
waits for, 6 for prefetches); then by place. Some commands are in the disk's hands and wait in that queue no longer.
"""
from dataclasses import dataclass
from typing import NamedTuple

from models.catalogue.machines import values
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.sim.loop import Event, Process
from models.units import GB, KiB, ms
from models.zfs.io.queued_device import QueuedDevice

ZFS = values("zfs-2010")
PREFETCH = "async read"


class Got(NamedTuple):
    """A block that the program asked for at `t` (s) and had after `latency` (s). met: it was on its way by prefetch."""

    t: float
    latency: float
    met: bool


class StreamResult(NamedTuple):
    """What the program got; latencies (s) of the others' reads; reads and seconds of work of the disk."""

    stream: list[Got]
    others: list[float]
    reads: int
    busy: float


@dataclass(frozen=True)
class StreamLoad:
    """A program reads a file in order, `block` bytes at a time, and takes `think` (s) for each; `ahead` blocks are
    prefetched. Beside it `readers` programs read `size` bytes anywhere in `span` bytes, one read each at a time, `pause` (s)
    after the last."""

    ahead: int = 8
    think: float = 5 * ms
    block: int = 128 * KiB
    readers: int = 24
    size: int = 8 * KiB
    span: float = 100 * GB
    pause: float = 0.0


class Stream:
    """The program that reads in order, and the readers beside it, on a machine of one disk behind ZFS's queue. raising:
    whether a prefetch that somebody waits for becomes a read like others."""

    def __init__(self, load: StreamLoad, raising: bool, pending: int, seed: int):
        order = SUN_7410.order(pool=("stripe", 1), jbods=0, pending=pending)
        machine = Machine(order.without("network", "head", "cache", "drive queue"), seed)
        self.load, self.raising, self.loop, self.random = load, raising, machine.loop, machine.random
        device = machine.pool.vdevs[0].devices[0]
        assert isinstance(device, QueuedDevice)
        self.disk, self.device = machine.disk, device
        self.coming: dict[int, Event] = {}
        self.got: list[Got] = []
        self.others: list[float] = []
        self.reads = 0
        for _ in range(load.readers):
            self.loop.spawn(self.reader())
        self.loop.spawn(self.program())

    def reader(self) -> Process:
        """Reads anywhere, one at a time."""
        load, loop, places = self.load, self.loop, int(self.load.span // self.load.size)
        while True:
            came = loop.now
            yield self.device.issue("read", int(self.random.random() * places) * load.size, load.size)
            self.reads += 1
            self.others.append(loop.now - came)
            yield load.pause

    def program(self) -> Process:
        """Reads block after block; those ahead are asked for as prefetches."""
        load, loop, coming = self.load, self.loop, self.coming
        wanted, base = 0, int(load.span / 2)
        while True:
            asked, met = loop.now, wanted in coming and not coming[wanted].fired
            for block in range(wanted, wanted + load.ahead + 1):
                if block not in coming:
                    kind = PREFETCH if block > wanted else "sync read"
                    coming[block] = self.device.issue("read", base + block * load.block, load.block, kind)
            if met and self.raising:
                self.device.raise_(coming[wanted])
            if not coming[wanted].fired:
                yield coming[wanted]
            self.reads += 1
            del coming[wanted]
            self.got.append(Got(asked, loop.now - asked, met))
            wanted += 1
            yield load.think


def stream(load: StreamLoad, raising: bool, seconds: float, *, pending: int = ZFS["disk_pending"], seed: int = 1
           ) -> StreamResult:
    """Let both run for a while (s)."""
    run = Stream(load, raising, pending, seed)
    run.loop.run(until=seconds)
    return StreamResult(run.got, run.others, run.reads, run.disk.busy)
