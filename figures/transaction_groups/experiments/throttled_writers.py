"""Programs that write faster than one disk can take, and the throttle that makes them wait."""

from collections.abc import Callable
from math import fsum
from typing import Any, NamedTuple

from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.loop import Process
from models.sim.stats import percentile
from models.units import KiB, ms

LUMP = 128 * KiB


class Throttled(NamedTuple):
    """The result of a run with one throttle.

    rate: bytes written per second. typical, late, longest: median, 99th percentile and longest
    latency of a write (s). still: how long (s) programs waited because of the throttle, added up
    over all waits. busy: share (0-1) of the time in which the disk was busy. groups: number of
    transaction groups on disk.
    """

    rate: float
    typical: float
    late: float
    longest: float
    still: float
    busy: float
    groups: int


class ThrottledWriters:
    """Programs that make asynchronous writes of `size` bytes as fast as the throttle lets them, in
    runs of 128 KiB.

    media: bytes/s of the disk. seen(t, latency): called with the time and the latency (s) of one
    write of each run, and of each write that had to wait.
    """

    def __init__(
        self,
        throttle: str,
        *,
        programs: int,
        size: int,
        media: float,
        seed: int = 1,
        seen: Callable[[float, float], None] = lambda t, latency: None,
        **spec: Any,
    ) -> None:
        machine = Machine(
            FREEBSD_BOX.order(media_rate=media, groups={"throttle": throttle, **spec}).bare(), seed
        )
        self.loop, self.seen, self.copy = machine.loop, seen, size * machine.order.head.copy
        self.disk, self.groups = machine.disk, machine.zfs.groups
        self.latencies: list[float] = []
        self.still: list[float] = []
        self.written = 0
        for n in range(programs):
            self.loop.spawn(self.program(max(1, LUMP // size), size), at=n * ms)

    def program(self, calls: int, size: int) -> Process:
        """Write runs of `calls` writes again and again, yielding each wait to the loop."""
        loop, copy = self.loop, self.copy
        while True:
            yield calls * copy
            start = loop.now
            still = yield from self.groups.add(calls * size, calls=calls)
            each = copy + (loop.now - start - still) / calls
            self.written += calls * size
            for latency in {each, each + still}:
                self.latencies.append(latency)
                self.seen(loop.now, latency)
            if still:
                self.still.append(still)

    def not_on_disk(self) -> tuple[int, int, int]:
        """Return the bytes of the group that is being written, of the one that waits behind it, and
        of the open one."""
        groups = self.groups
        return groups.syncing, groups.waiting.bytes if groups.waiting else 0, groups.dirty

    def result(self, seconds: float) -> Throttled:
        """Return the result of the first `seconds`, which must have been simulated."""
        disk, latencies = self.disk, self.latencies
        return Throttled(
            self.written / seconds,
            percentile(latencies, 0.5),
            percentile(latencies, 0.99),
            max(latencies),
            fsum(self.still),
            min(1.0, (disk.seeking + disk.waiting + disk.transferring) / seconds),
            len(self.groups.history),
        )
