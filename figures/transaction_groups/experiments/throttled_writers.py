"""Programs that write faster than one disk takes it, and the throttle that makes them wait."""

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
    """rate: bytes a second that were written; of a write, in s: typical (half take at most that),
    late (99 of 100) and longest; still: seconds without room, of all programs; busy: the disk's
    share of time; groups: on disk."""

    rate: float
    typical: float
    late: float
    longest: float
    still: float
    busy: float
    groups: int


class ThrottledWriters:
    """`programs` write `size` bytes at a time as fast as they may, in a row 128 KiB at a time, and
    ask for no safety.

    media: what the disk takes (bytes a second). seen(t, latency): called for writes; of a
    row of them for one, and for one that stood still.
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
    ):
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
        """Write `calls` times in a row, again and again."""
        loop, copy = self.loop, self.copy
        while True:
            yield calls * copy
            came = loop.now
            still = yield from self.groups.add(calls * size, calls=calls)
            each = copy + (loop.now - came - still) / calls
            self.written += calls * size
            for latency in {each, each + still}:
                self.latencies.append(latency)
                self.seen(loop.now, latency)
            if still:
                self.still.append(still)

    def not_on_disk(self) -> tuple[int, int, int]:
        """Bytes of the group that goes out, of the one that waits behind it, and of the open one."""
        groups = self.groups
        return groups.syncing, groups.waiting.bytes if groups.waiting else 0, groups.dirty

    def found(self, seconds: float) -> Throttled:
        """What came of it in the first `seconds`, which are over."""
        disk, all = self.disk, self.latencies
        return Throttled(
            self.written / seconds,
            percentile(all, 0.5),
            percentile(all, 0.99),
            max(all),
            fsum(self.still),
            min(1.0, (disk.seeking + disk.waiting + disk.transferring) / seconds),
            len(self.groups.history),
        )
