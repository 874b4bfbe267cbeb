"""The disks of a JBOD are read, one more at every step, each by a reader of its own: all reads come through one cable."""
from collections.abc import Iterator
from math import inf

from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.sim.answer import until
from models.sim.loop import Process
from models.units import MiB, us

THINK, APART = 20 * us, 1000
"""Seconds of a reader between two reads; readers begin anywhere in the first so many MiB."""
Reads = list[tuple[float, float]]
"""When each was answered and how long it took (s)."""


class SteppedReads:
    """`disks` of a 7410, none of them read at first. size: bytes of a read. repeat: always the same bytes, which the drive
    keeps in its memory; otherwise one block after the other. rate: what the cable carries, lane: what a disk's port does
    (bytes a second)."""

    def __init__(self, disks: int, *, size: int, repeat: bool, rate: float, lane: float, seed: int = 1):
        port = lane if rate > lane else inf         # a disk that has the only port is at the end of the cable itself
        order = SUN_7410.order(pool=("stripe", disks), jbods=1, cable_rate=rate, disk_spec={"interface_rate": port})
        self.machine = Machine(order.bare(), seed)
        self.size, self.repeat = size, repeat
        self.reads: Reads = []

    def reader(self, number: int) -> Process:
        loop, size, device = self.machine.loop, self.size, self.machine.boxes.boxes[0][number]
        offset = int(self.machine.random.random() * APART) * MiB
        while True:
            begun = loop.now
            yield until(loop, device.read(begun, offset, size))
            self.reads.append((loop.now, loop.now - begun))
            offset += 0 if self.repeat else size
            yield THINK

    def steps(self, settle: float, seconds: float, most: int) -> Iterator[tuple[float, Reads]]:
        """At each step the seconds that were looked at, `seconds` or what about `most` reads take, and the reads that were
        answered in these, counted from their beginning. A step begins `settle` (s) before they do."""
        loop, pace = self.machine.loop, 0.0
        for number in range(len(self.machine.disks)):
            loop.spawn(self.reader(number))
            begin, long = loop.now + settle, min(seconds, most / pace) if pace else seconds
            loop.run(until=begin)
            self.reads.clear()
            loop.run(until=begin + long)
            pace = len(self.reads) / long
            yield long, [(answered - begin, took) for answered, took in self.reads]
