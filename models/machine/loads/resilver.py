"""A resilver beside all else that a machine does: another reader of its disks, with a class of its
own in their queues."""

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
    """Does `steps` with the disks of the pool's first vdev, one after the other as soon as there is
    room for it: each reads what is left and then writes to what is new. A scrub is the same with
    steps that write nothing."""

    steps: Iterator[ResilverStep]
    in_flight: float = RESILVER["in_flight"]  # of the steps' weight, how much may be on its way
    delay: float = 0.0  # s before each block while `beside` reads (the old throttle)
    beside: DiskReads | None = None
    kind: str = "resilver"  # its class
    new: int = 0  # so many disks, the first of the vdev: what others read is not there yet
    warm: int = 0  # steps before counting begins
    ends: bool = False  # the run is over when no step is left to send
    sent_all: bool = False
    flying: float = 0.0
    done: int = 0  # steps so far
    copied: int = 0  # of them, those with blocks
    blocks: int = 0
    began: float = 0.0  # the time (s) of these
    ended: float = 0.0

    def start(self, machine: Machine) -> None:
        self.began, self.done = machine.loop.now, -self.warm
        self.room: Event = machine.loop.event()
        counted(0, machine.pool.vdevs[0].spare, new=self.new)
        machine.pool.vdevs[0].failed.update(range(self.new))
        machine.loop.spawn(self.walk(machine))

    def walk(self, machine: Machine) -> Process:
        """Find what is next, and wait until it may be sent."""
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
            self.flying += step.weight
            loop.spawn(self.copy(machine, step))
        self.sent_all = True
        if self.ends:
            loop.stop()

    def copy(self, machine: Machine, step: ResilverStep) -> Process:
        loop, devices = machine.loop, machine.pool.vdevs[0].devices
        kind = self.kind if step.blocks else "async read"
        yield until(
            loop,
            latest(
                [
                    devices[disk].read(loop.now, offset, size, None, kind)
                    for disk, offset, size, _ in step.reads
                ]
            ),
        )
        if step.writes:
            yield until(
                loop,
                latest(
                    [
                        devices[disk].write(loop.now, offset, size, None, kind)
                        for disk, offset, size, _ in step.writes
                    ]
                ),
            )
        self.flying -= step.weight
        self.done, self.ended = self.done + 1, loop.now
        self.copied, self.blocks = self.copied + bool(step.blocks), self.blocks + step.blocks
        if self.done == 0:
            self.began, self.copied, self.blocks = loop.now, 0, 0
        if not self.room.fired:
            self.room.fire()
