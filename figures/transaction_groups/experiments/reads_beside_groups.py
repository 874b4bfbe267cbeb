"""Random reads from a pool's disks while transaction groups are written."""

from collections.abc import Callable
from typing import Any

from models.devices.hdd import HardDisk
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.loop import Process
from models.units import KiB, MiB

READ = 8 * KiB
"""Bytes of a read, and of a synchronous write."""
Seen = Callable[[float, float], None]


def roomy(interval: float, pending: int, throttle: str = "limit") -> dict[str, Any]:
    """Return settings of groups for a machine with so much memory that writers hardly ever wait for
    room."""
    return {
        "interval": interval,
        "throttle": throttle,
        "pending": pending,
        "limit": 2048 * MiB,
        "kick": 1024 * MiB,
    }


class ReadsBesideGroups:
    """A FreeBSD box with a pool of `disks` disks, its `groups` (fields of TxgSpec) and, if `log`, a
    log device. At first it has no load.

    age: how long (s) the open group has been filling at time zero. in_order: as for Machine. reads,
    safe: time of the answer (s) and latency (s) of each read, and of each synchronous write.
    """

    def __init__(
        self,
        disks: int,
        groups: dict[str, Any],
        seed: int,
        *,
        log: bool = False,
        age: float = 0.0,
        commands: bool = False,
        in_order: Callable[..., HardDisk] = HardDisk,
    ) -> None:
        order = FREEBSD_BOX.order(
            pool={"layout": "stripe", "vdevs": disks},
            log={"devices": int(log)},
            groups={"age": age, **groups},
            copy=0.0,
        )
        machine = Machine(order.bare(), seed, commands=commands, in_order=in_order)
        self.disks: list[HardDisk] = machine.disks
        self.random, self.loop, self.zfs = machine.random, machine.loop, machine.zfs
        self.reads: list[tuple[float, float]] = []
        self.safe: list[tuple[float, float]] = []

    def read(self, disk: HardDisk, rate: float, seen: Seen = lambda t, latency: None) -> None:
        """Start random reads of `disk`, `rate` per second, which do not wait for each other.
        seen(t, latency): called for each read with the time of its answer and its latency (s)."""
        random, loop, places = self.random.random, self.loop, disk.capacity // READ

        def reader() -> Process:
            """Read at random times and places, yielding each pause to the loop."""
            while True:
                yield 2 / rate * random()
                back = disk.read(loop.now, int(random() * places) * READ, READ)
                self.reads.append((back, back - loop.now))
                seen(back, back - loop.now)

        loop.spawn(reader())

    def write(self, size: int, rate: float) -> None:
        """Start evenly spaced asynchronous writes of `size` bytes. rate: bytes per second."""

        def writer() -> Process:
            """Write at even intervals, yielding each wait to the loop."""
            while True:
                yield size / rate
                yield from self.zfs.write(0, size, False)

        self.loop.spawn(writer())

    def write_safely(self, rate: float, seen: Seen = lambda t, latency: None) -> None:
        """Start synchronous writes, one at a time, about `rate` per second. seen(t, latency):
        called for each write with the time of its answer and its latency (s)."""
        random, loop = self.random.random, self.loop

        def writer() -> Process:
            """Write synchronously, each time after a random pause that begins with the previous
            answer. Yield each wait to the loop."""
            while True:
                yield 2 / rate * random()
                start = loop.now
                yield from self.zfs.write(0, READ, True)
                self.safe.append((loop.now, loop.now - start))
                seen(loop.now, loop.now - start)

        loop.spawn(writer())
