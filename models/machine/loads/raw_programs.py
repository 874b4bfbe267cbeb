"""Programs on the machine itself that read and write its disks past every cache, at places that a
workload draws."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from models.check import a_number, at_least, counted, requested
from models.machine.machine import Machine
from models.sim.answer import until
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.sim.station import Request
from models.units import KiB, ms

LOOK = 10 * ms


@dataclass
class RawPrograms:
    """`threads` programs before the first disk of a machine, each with one request outstanding: the
    next of `places`, which all of them share. `machine.done` has what was answered."""

    places: Iterator[int]  # offsets (bytes)
    size: int = 4 * KiB
    threads: int = 1
    reads: float = 1.0  # the share of reads; all else writes
    think: float = 0.0  # from an answer to the next request (s)
    spread: float = 0.0  # a share by which that varies, either way
    burst: int = 1  # after so many requests a program has a flush of the disk, if it is to `flush`,
    flush: bool = False
    every: float = 0.0  # and rests until this time has passed since it began with them (s)
    paths: list[RequestPath] | None = None  # where each request's path is kept, in order of issue

    def __post_init__(self) -> None:
        counted(threads=self.threads, burst=self.burst)
        requested(self.size)
        for name in ("reads", "spread"):
            a_number(name, getattr(self, name), 0, 1)
        at_least(0, unit="s", think=self.think, every=self.every)

    def start(self, machine: Machine) -> None:
        for _ in range(self.threads):
            machine.loop.spawn(self.program(machine))

    def program(self, machine: Machine) -> Process:
        loop, disk, done, random, size = (
            machine.loop,
            machine.raw.disk,
            machine.done,
            machine.random.random,
            self.size,
        )
        begun = 0.0
        for number in count(1):
            offset, issued = next(self.places), loop.now
            read = self.reads == 1 or random() < self.reads
            path = None
            if self.paths is not None:
                self.paths.append(path := RequestPath(issued, "drive"))
            yield until(loop, (disk.read if read else disk.write)(issued, offset, size, path))
            done.append(Request("read" if read else "write", offset, size, issued, loop.now))
            if number % self.burst == 0:
                if self.flush:
                    asked = loop.now
                    yield until(loop, disk.flush(asked))
                    done.append(Request("flush", 0, 0, asked, loop.now))
                begun = max(loop.now, begun + self.every)
                if begun > loop.now:
                    yield begun - loop.now
            if self.think:
                yield (
                    self.think * (1 + self.spread * (2 * random() - 1))
                    if self.spread
                    else self.think
                )


def answered(machine: Machine, number: int) -> list[Request]:
    """The next requests that programs of a machine have answers to, so many."""
    done, loop = machine.done, machine.loop
    first = len(done)
    while len(done) < first + number:
        loop.run(until=loop.now + LOOK)
    return done[first : first + number]


@dataclass
class DiskReads:
    """Reads of the disks of the pool's first vdev that come whether or not those before are
    answered."""

    coming: Iterable[
        tuple[float, int, int]
    ]  # when (s after the load begins), to which disk, and where there
    size: int = 8 * KiB  # bytes
    count: int = 0  # of so many answers the last ends the run; 0: none does
    sent: int = 0
    answered: int = 0
    last: float = 0.0  # when the last one came (s)

    def start(self, machine: Machine) -> None:
        self.last = machine.loop.now
        machine.loop.spawn(self.come(machine))

    def come(self, machine: Machine) -> Process:
        loop, begun = machine.loop, machine.loop.now
        for when, disk, offset in self.coming:
            yield until(loop, begun + when)
            self.last, self.sent = loop.now, self.sent + 1
            loop.spawn(self.read(machine, disk, offset))

    def read(self, machine: Machine, disk: int, offset: int) -> Process:
        loop, issued = machine.loop, machine.loop.now
        yield until(loop, machine.pool.vdevs[0].devices[disk].read(issued, offset, self.size))
        self.answered += 1
        machine.answered("read", self.size, loop.now - issued)
        if self.answered == self.count:
            loop.stop()
