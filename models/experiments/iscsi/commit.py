"""How long a LUN takes to answer a write: from disks, through log devices, from memory."""
from typing import Any, NamedTuple

from models.experiments.iscsi.writes import pieces
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.protocols.iscsi.lun import Lun
from models.protocols.iscsi.pdu import Session
from models.sim.loop import Process


class Answered(NamedTuple):
    """Writes a second, and seconds: until a program has its answer, until the volume has taken what it was given."""

    rate: float
    latency: float
    commit: float


class Writer:
    """One LUN and `threads` that write `size` bytes at a time, wait and write again.

    besides: seconds of each write that go to initiator, network and target, drawn within a sixth of it. Other arguments
    are the order's.
    """

    def __init__(self, *, cache: bool, size: int, besides: float, logs: int = 0, threads: int = 1,
                 session: Session | None = None, vdevs: int = 22, seed: int = 1, **machine: Any):
        self.machine = Machine(SUN_7410.order(pool=("mirror", vdevs), logs=logs, **machine).bare(), seed)
        self.lun = Lun(self.machine.zfs, self.machine.log, cache=cache)
        self.parts, self.besides = pieces(session or Session(), size, "kernel"), besides
        self.done = 0
        self.waited = self.committed = 0.0
        for _ in range(threads):
            self.machine.loop.spawn(self.thread(), at=self.machine.random.random() * besides)

    def thread(self) -> Process:
        """One thread."""
        loop, random, offset = self.machine.loop, self.machine.random, 0
        while True:
            begun = loop.now
            yield self.besides * (5 + 2 * random.random()) / 6
            taken = loop.now
            for part in self.parts:
                yield from self.lun.write(offset, part)
                offset += part
            self.done += 1
            self.waited += loop.now - begun
            self.committed += loop.now - taken

    def measure(self, seconds: float) -> Answered:
        """Run for so long."""
        self.machine.loop.run(until=self.machine.loop.now + seconds)
        done = max(1, self.done)
        return Answered(self.done / seconds, self.waited / done, self.committed / done)
