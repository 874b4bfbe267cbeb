"""Programs that read over NFS, with the time, latency and tier of each read."""

from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from models.check import counted, requested
from models.devices.hdd import HardDisk
from models.devices.queued_disk import QueuedDisk
from models.devices.vibration import Shaking
from models.machine.loads.blocks import Reads
from models.machine.machine import Load, Machine
from models.machine.order import Order
from models.protocols.nfs.server import SPREAD
from models.sim.loop import Process
from models.units import KiB, ms

STEP = 1 * ms
"""Interval at which the number of answers is checked (s)."""


class Seen(NamedTuple):
    """A read that the server answered."""

    t: float  # arrival at the server (s)
    latency: float  # s
    tier: str  # memory, flash, disk, or on its way


@dataclass
class Readers:
    """Programs on one client that read random blocks, one after another.

    size: bytes of a block. turnaround, spread: those of `Machine.client`. found: the answered reads,
    in the order of their answers."""

    threads: int = 1
    size: int = 8 * KiB
    blocks: Reads = field(default_factory=Reads)
    turnaround: float | None = None
    spread: float = SPREAD
    found: list[Seen] = field(default_factory=list)

    def __post_init__(self) -> None:
        counted(threads=self.threads)
        requested(self.size)

    def start(self, machine: Machine) -> None:
        """Start the programs 0.1 ms apart on average, with the disks' arms over the data."""
        draw = self.blocks.drawn(self.size, machine)
        for disk in machine.disks:
            vdev, offset = machine.reads.place(draw(), self.size)
            if isinstance(disk, HardDisk | QueuedDisk):
                # RAID-Z spreads its offsets over disks
                offset //= -(-vdev.capacity // disk.spec.capacity)
                disk.cylinder = disk.geometry.place(offset).cylinder
        for _ in range(self.threads):
            machine.loop.spawn(
                self.thread(machine),
                at=machine.loop.now + machine.random.random() * self.threads * ms / 10,
            )

    def thread(self, machine: Machine) -> Process:
        """Yield the waits of one program."""
        client = machine.client(self.turnaround, self.spread, self.size)
        read, loop, found = machine.server.read, machine.loop, self.found
        draw = self.blocks.drawn(self.size, machine)
        while True:
            yield client.pause()
            tier, latency = yield from read(draw() * self.size, self.size)
            found.append(Seen(loop.now - latency, latency, tier))

    def take(self, machine: Machine, count: int) -> list[Seen]:
        """Run until `count` reads are answered. Remove them from `found` and return them."""
        while len(self.found) < count:
            machine.loop.run(until=machine.loop.now + STEP)
        taken, self.found[:] = self.found[:count], self.found[count:]
        return taken


def reads(machine: Machine, count: int, **load: Any) -> list[Seen]:
    """Return the first `count` reads of a fresh machine under `Readers(**load)`."""
    readers = Readers(**load)
    machine.start(readers)
    return readers.take(machine, count)


def served(
    order: Order, load: Load, seconds: float, seed: int = 1, shaking: Shaking | None = None
) -> list[tuple[float, float]]:
    """Return the arrival time and latency (s) of each request that the NFS server of a fresh machine
    answers within `seconds`, in the order of the answers. shaking: vibration of the first disk."""
    found: list[tuple[float, float]] = []
    machine = Machine(order, seed, seen=lambda t, latency: found.append((t - latency, latency)))
    if shaking:
        shaking.shake(machine.disk, Random(seed))
    machine.start(load)
    machine.loop.run(until=seconds)
    return found
