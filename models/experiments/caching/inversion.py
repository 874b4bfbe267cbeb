"""Reads that find their block on its way: a prefetch, behind the reads of others. The old cache waits; the new one raises it.

A disk's queue in ZFS is sorted by deadline: when a read came, in steps of 0.64 s, and its class (0 for reads that somebody
waits for, 6 for prefetches); then by place. Some commands are in the disk's hands and wait in that queue no longer.
"""
from dataclasses import dataclass
from itertools import count
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


def stream(load: StreamLoad, raising: bool, seconds: float, *, pending: int = ZFS["disk_pending"], seed: int = 1
           ) -> StreamResult:
    """Let both run for a while (s) on a machine of one disk behind ZFS's queue. raising: whether a prefetch that somebody
    waits for becomes a read like others."""
    order = SUN_7410.order(pool=("stripe", 1), jbods=0, pending=pending)
    machine = Machine(order.without("network", "head", "cache", "drive queue"), seed)
    loop, random, device = machine.loop, machine.random, machine.pool.vdevs[0].devices[0]
    assert isinstance(device, QueuedDevice)
    got: list[Got] = []
    others: list[float] = []

    def reader() -> Process:
        """Reads anywhere, one at a time."""
        while True:
            came = loop.now
            yield device.issue("read", int(random.random() * (load.span // load.size)) * load.size, load.size)
            others.append(loop.now - came)
            yield load.pause

    def program() -> Process:
        """Reads block after block; those ahead are asked for as prefetches."""
        coming: dict[int, Event] = {}
        for wanted in count():
            asked, met = loop.now, wanted in coming and not coming[wanted].fired
            for block in range(wanted, wanted + load.ahead + 1):
                if block not in coming:
                    kind = PREFETCH if block > wanted else "sync read"
                    coming[block] = device.issue("read", int(load.span / 2) + block * load.block, load.block, kind)
            if met and raising:
                device.raise_(coming[wanted])
            if not coming[wanted].fired:
                yield coming[wanted]
            del coming[wanted]
            got.append(Got(asked, loop.now - asked, met))
            yield load.think

    for _ in range(load.readers):
        loop.spawn(reader())
    loop.spawn(program())
    loop.run(until=seconds)
    return StreamResult(got, others, len(got) + len(others), machine.disk.busy)
