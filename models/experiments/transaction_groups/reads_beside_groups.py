"""Random reads from a pool's disks, to which transaction groups go out meanwhile."""
from collections.abc import Callable, Sequence
from random import Random

from models.catalogue.machines import values
from models.devices.hdd import HardDisk
from models.devices.ssd import Logzilla
from models.machine.order import FREEBSD_BOX
from models.sim.loop import Loop, Process
from models.units import KiB, MiB
from models.zfs.dataset import Zfs
from models.zfs.pool.pool import Pool
from models.zfs.pool.vdev import Single
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.zil.log_spec import LogSpec

READ = 8 * KiB
"""Bytes of a read, and of a write that waits until it is safe."""
Seen = Callable[[float, float], None]


def roomy(interval: float, pending: int, throttle: str = "limit") -> TxgSpec:
    """Groups in a machine with so much memory that hardly anyone waits for room."""
    return TxgSpec(interval=interval, throttle=throttle, pending=pending, limit=2048 * MiB, kick=1024 * MiB)


def disks_of_the_box(count: int, random: Random) -> list[HardDisk]:
    """So many of the box's disks, each turned to a place of its own."""
    return [HardDisk(FREEBSD_BOX.drive, phase=random.random()) for _ in range(count)]


class ReadsBesideGroups:
    """A pool of `disks` with its groups and, if asked for, a log device; nobody reads or writes yet.

    age: seconds for which the group that is open at time zero has been filling. reads, safe: when each read and each safe
    write was answered, and what it took (s).
    """

    def __init__(self, disks: Sequence[HardDisk], txg: TxgSpec, random: Random, *, log: bool = False, age: float = 0.0):
        self.disks, self.random, self.loop = list(disks), random, Loop()
        pool = Pool([Single(disk) for disk in disks], [Single(Logzilla())] if log else [])
        self.zfs = Zfs(self.loop, pool, log=LogSpec(), txg=txg, host=values("freebsd-box")["host"], copy=0.0, random=random,
                       age=age, recording=False)
        self.reads: list[tuple[float, float]] = []
        self.safe: list[tuple[float, float]] = []

    def read(self, disk: HardDisk, rate: float, seen: Seen = lambda t, latency: None) -> None:
        """Let reads of `disk` come at random, so many a second, whether the last one is back or not. seen(t, latency):
        called for each."""
        self.loop.spawn(self.reader(disk, 2 / rate, seen))

    def reader(self, disk: HardDisk, most: float, seen: Seen) -> Process:
        random, loop, places = self.random.random, self.loop, disk.capacity // READ
        while True:
            yield most * random()
            back = disk.read(loop.now, int(random() * places) * READ, READ)
            self.reads.append((back, back - loop.now))
            seen(back, back - loop.now)

    def write(self, size: int, rate: float) -> None:
        """Let writes of `size` bytes, which ask for no safety, come evenly: so many bytes a second."""
        self.loop.spawn(self.writer(size, size / rate))

    def writer(self, size: int, pause: float) -> Process:
        while True:
            yield pause
            yield from self.zfs.write(0, size, False)

    def write_safely(self, rate: float, seen: Seen = lambda t, latency: None) -> None:
        """Let somebody make so many writes a second, each at random after the last one is safe."""
        self.loop.spawn(self.careful(2 / rate, seen))

    def careful(self, most: float, seen: Seen) -> Process:
        loop = self.loop
        while True:
            yield most * self.random.random()
            came = loop.now
            yield from self.zfs.write(0, READ, True)
            self.safe.append((loop.now, loop.now - came))
            seen(loop.now, loop.now - came)
