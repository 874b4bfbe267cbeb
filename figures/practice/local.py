"""Local programs at random places of a file. The loads of the machine have none yet; nothing of their
own work takes a core."""

from dataclasses import dataclass

from models.machine import Machine, Reads
from models.sim.loop import Process
from models.zfs.pool.records import block_of, touched


@dataclass(frozen=True)
class LocalRandom:
    """Programs that read, or overwrite, `size` bytes at random places of a file, one request after
    another. Overwrites are asynchronous."""

    threads: int
    size: int  # bytes
    data: float  # bytes of the file
    op: str = "read"  # or write

    def start(self, machine: Machine) -> None:
        """Start the programs."""
        for _ in range(self.threads):
            machine.loop.spawn(self.program(machine), at=machine.random.random() * 1e-3)

    def program(self, machine: Machine) -> Process:
        """Yield the waits of one program."""
        loop, size, block = machine.loop, self.size, block_of(self.size, machine.log.record)
        draw = Reads(self.data).drawn(size, machine)
        while True:
            issued, offset = loop.now, draw() * size
            if self.op == "read":
                yield from machine.reads.read_blocks(touched(offset, size, block), block)
            else:
                yield from machine.zfs.write(offset, size, False, rewrite="disk")
            machine.answered(self.op, size, loop.now - issued)
