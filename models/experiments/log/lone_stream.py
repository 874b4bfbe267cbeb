"""A lone program that writes synchronously, to a new file or over an old one."""
from math import inf
from random import Random

from models.fast.fast_forward import FastForward
from models.machine.machine import Machine
from models.sim.loop import Process
from models.sim.workload import uniform


class LoneStream:
    """It writes `size` bytes at a time on `machine` from now on; `bytes` are safe so far.

    file: it writes to a "new" one, or over an old one: "again" from its beginning, or "anywhere" in its `length` bytes.
    strokes: many writes at a time where nothing comes between them.
    """

    def __init__(self, machine: Machine, size: int, file: str = "new", length: int = 0, *, strokes: bool = True):
        self.zfs, self.size = machine.zfs, size
        self.offsets = uniform(size, length, Random(machine.seed)) if file == "anywhere" else None
        self.rewrite = "" if file == "new" or (file == "again" and size % machine.log.record == 0) else "disk"
        self.many = FastForward(machine.zfs, size, machine.log) if strokes else None
        self.bytes = 0
        machine.loop.spawn(self.program())

    def easy(self) -> float:
        """How many of the next writes need no more than the log: of an old file those into a block that its group has."""
        if not self.rewrite:
            return inf
        block, txg = self.zfs.held.get(id(self.zfs.log), (-1, -1))
        if self.offsets or txg != self.zfs.groups.number:
            return 0
        return ((block + 1) * self.zfs.log.record - self.bytes) // self.size

    def program(self) -> Process:
        zfs, size, many = self.zfs, self.size, self.many
        while True:
            count = many.go(self.easy(), not self.rewrite) if many else 0
            if many and count:
                yield many.end - zfs.loop.now
                self.bytes += count * size
            yield from zfs.write(next(self.offsets) if self.offsets else self.bytes, size, True, rewrite=self.rewrite)
            self.bytes += size
