"""Programs on the machine itself that read where and when they like, past every cache: what the disks get of them."""
from collections.abc import Iterable
from dataclasses import dataclass

from models.machine.machine import Machine
from models.sim.answer import until
from models.sim.loop import Process
from models.units import KiB


@dataclass
class DiskReads:
    """Reads of the disks of the pool's first vdev that come whether or not those before are answered."""

    coming: Iterable[tuple[float, int, int]]    # when (s after the load begins), to which disk, and where there
    size: int = 8 * KiB                         # bytes
    count: int = 0                              # of so many answers the last ends the run; 0: none does
    sent: int = 0
    answered: int = 0
    last: float = 0.0                           # when the last one came (s)

    def start(self, machine: Machine) -> None:
        """Begin."""
        self.last = machine.loop.now
        machine.loop.spawn(self.come(machine))

    def come(self, machine: Machine) -> Process:
        """One after the other."""
        loop, begun = machine.loop, machine.loop.now
        for when, disk, offset in self.coming:
            yield until(loop, begun + when)
            self.last, self.sent = loop.now, self.sent + 1
            loop.spawn(self.read(machine, disk, offset))

    def read(self, machine: Machine, disk: int, offset: int) -> Process:
        """One of them."""
        loop, issued = machine.loop, machine.loop.now
        yield until(loop, machine.pool.vdevs[0].devices[disk].read(issued, offset, self.size))
        self.answered += 1
        machine.answered("read", self.size, loop.now - issued)
        if self.answered == self.count:
            loop.stop()
