"""A resilver as a load: a reader and writer of the disks with its own class in their queues."""

from collections.abc import Iterator
from dataclasses import dataclass

from models.check import counted
from models.machine.loads.raw_programs import DiskReads
from models.machine.machine import Machine
from models.sim.answer import latest, until
from models.sim.loop import Event, Process
from models.zfs.resilver.job import RESILVER
from models.zfs.resilver.order import ResilverStep


@dataclass
class Resilver:
    """A resilver of a vdev of the pool, or a scrub if its steps write nothing.

    Each step reads from the old disks and then writes to the new ones. A step is sent as soon as the
    weight of all steps in flight is below `in_flight`."""

    steps: Iterator[ResilverStep]
    in_flight: float = RESILVER["in_flight"]  # largest weight of the steps in flight
    delay: float = 0.0  # pause before each block while `beside` reads (s), the old throttle
    beside: DiskReads | None = None  # the application's reads
    kind: str = "resilver"  # class of its I/Os
    new: int = 0  # number of new disks, the first of the vdev, which others cannot read yet
    vdev: int = 0  # its number
    warm: int = 0  # steps before the measurement begins
    issue: float = 0.0  # time of the thread that issues each block (s)
    ends: bool = False  # whether the run ends when all steps are sent
    sent_all: bool = False
    flying: float = 0.0  # weight of the steps in flight
    done: int = 0  # steps measured so far
    copied: int = 0  # of these, the steps with blocks
    blocks: int = 0  # their blocks
    written: int = 0  # bytes written to the new disks since the start
    began: float = 0.0  # start of the measurement (s)
    ended: float = 0.0  # end of the last step (s)

    def start(self, machine: Machine) -> None:
        """Start the resilver."""
        self.began, self.done = machine.loop.now, -self.warm
        machine.resilvers.append(self)
        self.room: Event = machine.loop.event()
        vdev = machine.pool.vdevs[self.vdev]
        counted(0, vdev.spare, new=self.new)
        vdev.failed.update(range(self.new))
        machine.loop.spawn(self.walk(machine))

    def walk(self, machine: Machine) -> Process:
        """Yield the waits until each step may be sent."""
        loop = machine.loop
        while True:
            while self.flying >= self.in_flight:
                self.room = loop.event()
                yield self.room
            step = next(self.steps, None)
            if step is None:
                break
            if (
                self.delay
                and step.blocks
                and self.beside
                and loop.now - self.beside.last <= RESILVER["idle"]
            ):
                yield self.delay
            if self.issue:
                yield self.issue * step.blocks
            self.flying += step.weight
            loop.spawn(self.copy(machine, step))
        self.sent_all = True
        if self.ends:
            loop.stop()

    def copy(self, machine: Machine, step: ResilverStep) -> Process:
        """Yield the waits of one step."""
        loop, devices = machine.loop, machine.pool.vdevs[self.vdev].devices
        kind = self.kind if step.blocks else "async read"
        answers = [
            devices[disk].read(loop.now, offset, size, None, kind)
            for disk, offset, size, _ in step.reads
        ]
        yield until(loop, latest(answers))
        if step.writes:
            answers = [
                devices[disk].write(loop.now, offset, size, None, kind)
                for disk, offset, size, _ in step.writes
            ]
            yield until(loop, latest(answers))
            self.written += sum([size for _, _, size, _ in step.writes])
        self.flying -= step.weight
        self.done, self.ended = self.done + 1, loop.now
        self.copied, self.blocks = self.copied + bool(step.blocks), self.blocks + step.blocks
        if self.done == 0:
            self.began, self.copied, self.blocks = loop.now, 0, 0
        if not self.room.fired:
            self.room.fire()
