"""Random reads from a pool's disks, to which transaction groups go out meanwhile."""

from collections.abc import Callable
from typing import Any

from models.devices.hdd import HardDisk
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.loop import Process
from models.units import KiB, MiB

READ = 8 * KiB
"""Bytes of a read, and of a write that waits until it is safe."""
Seen = Callable[[float, float], None]


def roomy(interval: float, pending: int, throttle: str = "limit") -> dict[str, Any]:
    """Groups in a machine with so much memory that hardly anyone waits for room."""
    return {
        "interval": interval,
        "throttle": throttle,
        "pending": pending,
        "limit": 2048 * MiB,
        "kick": 1024 * MiB,
    }


class ReadsBesideGroups:
    """The FreeBSD box with a pool of so many `disks`, its `groups` (fields of TxgSpec) and, if
    asked for, a log device; nobody reads or writes yet.

    age: seconds for which the group that is open at time zero has been filling. in_order: as for
    Machine. reads, safe: when each read and each safe write was answered, and what it took (s).
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
    ):
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
        """Let reads of `disk` come at random, so many a second, whether the last one is back or
        not. seen(t, latency): called for each."""
        random, loop, places = self.random.random, self.loop, disk.capacity // READ

        def reader() -> Process:
            while True:
                yield 2 / rate * random()
                back = disk.read(loop.now, int(random() * places) * READ, READ)
                self.reads.append((back, back - loop.now))
                seen(back, back - loop.now)

        loop.spawn(reader())

    def write(self, size: int, rate: float) -> None:
        """Let writes of `size` bytes, which ask for no safety, come evenly: so many bytes a second."""

        def writer() -> Process:
            while True:
                yield size / rate
                yield from self.zfs.write(0, size, False)

        self.loop.spawn(writer())

    def write_safely(self, rate: float, seen: Seen = lambda t, latency: None) -> None:
        """Let somebody make so many writes a second, each at random after the last one is safe."""
        random, loop = self.random.random, self.loop

        def careful() -> Process:
            while True:
                yield 2 / rate * random()
                came = loop.now
                yield from self.zfs.write(0, READ, True)
                self.safe.append((loop.now, loop.now - came))
                seen(loop.now, loop.now - came)

        loop.spawn(careful())
