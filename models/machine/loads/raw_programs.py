"""Local programs that read and write disks directly, without caches."""

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
"""Interval at which `answered` checks the number of answers (s)."""


@dataclass
class RawPrograms:
    """Programs that use the first disk of a machine, each with one request outstanding.

    The programs share `places`. Answered requests are added to `machine.done`."""

    places: Iterator[int]  # offsets (bytes)
    size: int = 4 * KiB
    threads: int = 1
    reads: float = 1.0  # share of reads; the others are writes
    think: float = 0.0  # from an answer to the next request (s)
    spread: float = 0.0  # largest deviation of that time (a share), either way
    burst: int = 1  # requests of a program between two flushes
    flush: bool = False  # whether the disk is flushed after each burst
    every: float = 0.0  # least time from the start of a burst to the next (s)
    paths: list[RequestPath] | None = (
        None  # list that gets the path of each request, in order of issue
    )

    def __post_init__(self) -> None:
        counted(threads=self.threads, burst=self.burst)
        requested(self.size)
        a_number("reads", self.reads, 0, 1)
        a_number("spread", self.spread, 0, 1)
        at_least(0, unit="s", think=self.think, every=self.every)

    def start(self, machine: Machine) -> None:
        """Start the programs."""
        for _ in range(self.threads):
            machine.loop.spawn(self.program(machine))

    def program(self, machine: Machine) -> Process:
        """Yield the waits of one program."""
        loop, disk, random, size = machine.loop, machine.raw.disk, machine.random.random, self.size
        done = machine.done
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
                    issued = loop.now
                    yield until(loop, disk.flush(issued))
                    done.append(Request("flush", 0, 0, issued, loop.now))
                begun = max(loop.now, begun + self.every)
                if begun > loop.now:
                    yield begun - loop.now
            if self.think:
                factor = 1 + self.spread * (2 * random() - 1) if self.spread else 1
                yield self.think * factor


def answered(machine: Machine, number: int) -> list[Request]:
    """Run a machine until its programs have `number` more answers, and return these requests."""
    done, loop = machine.done, machine.loop
    first = len(done)
    while len(done) < first + number:
        loop.run(until=loop.now + LOOK)
    return done[first : first + number]


@dataclass
class DiskReads:
    """An open load of reads from the disks of the pool's first vdev."""

    # time since the start of the load (s), number of the disk, offset on it (bytes)
    coming: Iterable[tuple[float, int, int]]
    size: int = 8 * KiB  # bytes
    count: int = 0  # answers after which the run ends; 0: it does not end
    sent: int = 0  # reads so far
    answered: int = 0  # of these
    last: float = 0.0  # time of the last read (s)

    def start(self, machine: Machine) -> None:
        """Start the reads."""
        self.last = machine.loop.now
        machine.loop.spawn(self.come(machine))

    def come(self, machine: Machine) -> Process:
        """Yield the times at which reads arrive."""
        loop, begun = machine.loop, machine.loop.now
        for when, disk, offset in self.coming:
            yield until(loop, begun + when)
            self.last, self.sent = loop.now, self.sent + 1
            loop.spawn(self.read(machine, disk, offset))

    def read(self, machine: Machine, disk: int, offset: int) -> Process:
        """Yield the wait of one read."""
        loop, issued = machine.loop, machine.loop.now
        yield until(loop, machine.pool.vdevs[0].devices[disk].read(issued, offset, self.size))
        self.answered += 1
        machine.answered("raw read", self.size, loop.now - issued)
        if self.answered == self.count:
            loop.stop()
