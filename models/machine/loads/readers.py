"""Programs that read over NFS, and what each of their reads met: when it was asked for, how long it
took, and who had it."""

from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from models.check import counted, requested
from models.devices.vibration import Shaking
from models.machine.loads.blocks import Reads
from models.machine.machine import Load, Machine
from models.machine.order import Order
from models.protocols.nfs.server import SPREAD
from models.sim.loop import Process
from models.units import KiB, ms

STEP = 1 * ms
"""So long we wait before we look again whether enough is answered."""


class Seen(NamedTuple):
    """A read that came to the server at `t` (s), took `latency` (s) there, and was answered by
    `tier`: memory, flash, disk, or on its way."""

    t: float
    latency: float
    tier: str


@dataclass
class Readers:
    """`threads` programs on one client; each asks for one of the `blocks` of `size` bytes, waits,
    and asks again.

    turnaround, spread: as for `Machine.client`. found: what was answered, in the order of answers.
    """

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
        """Begin, a tenth of a millisecond apart on average; arms stand over the data, as after
        reads before."""
        draw = self.blocks.drawn(self.size, machine)
        for disk in machine.disks:
            disk.cylinder = disk.geometry.place(machine.reads.place(draw(), self.size)[1]).cylinder
        for _ in range(self.threads):
            machine.loop.spawn(
                self.thread(machine),
                at=machine.loop.now + machine.random.random() * self.threads * ms / 10,
            )

    def thread(self, machine: Machine) -> Process:
        """One of them."""
        client = machine.client(self.turnaround, self.spread, self.size)
        read, loop, draw, found = (
            machine.server.read,
            machine.loop,
            self.blocks.drawn(self.size, machine),
            self.found,
        )
        while True:
            yield client.pause()
            tier, latency = yield from read(draw() * self.size, self.size)
            found.append(Seen(loop.now - latency, latency, tier))

    def take(self, machine: Machine, count: int) -> list[Seen]:
        """Let time pass until `count` more are answered: these."""
        while len(self.found) < count:
            machine.loop.run(until=machine.loop.now + STEP)
        taken, self.found[:] = self.found[:count], self.found[count:]
        return taken


def reads(machine: Machine, count: int, **load: Any) -> list[Seen]:
    """The first `count` reads of Readers of a fresh machine."""
    readers = Readers(**load)
    machine.start(readers)
    return readers.take(machine, count)


def served(
    order: Order, load: Load, seconds: float, seed: int = 1, shaking: Shaking | None = None
) -> list[tuple[float, float]]:
    """(t, latency) in s of all that the NFS server of a fresh machine answers within `seconds`, in
    the order of answers: when it came there, and how long it took. shaking: of the first disk,
    which is a bad one."""
    found: list[tuple[float, float]] = []
    machine = Machine(order, seed, seen=lambda t, latency: found.append((t - latency, latency)))
    if shaking:
        shaking.shake(machine.disk, Random(seed))
    machine.start(load)
    machine.loop.run(until=seconds)
    return found
