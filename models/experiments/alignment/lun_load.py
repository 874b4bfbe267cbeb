"""Programs that use a LUN: a database's threads that read and write anywhere, and a stream that writes in order."""
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from models.catalogue.machines import values
from models.experiments.alignment.lun_volume import Volume
from models.sim.loop import Process

SUN = values("7410")
BESIDES = SUN["turnaround"] + SUN["cpu_write"]
"""Seconds of a request that go to initiator, network and target, as for NFS; drawn within a sixth of it."""


@dataclass(frozen=True)
class Program:
    """Threads that each wait for an answer and send the next request."""

    threads: int = 16
    size: int = 8192                                # bytes of a request
    reads: float = 0.7                              # share of requests that read
    grain: int = 0                                  # requests begin at multiples of it (bytes; 0: of their size)
    pattern: str = "anywhere"                       # or in order, where the threads take turns
    besides: float = BESIDES                        # s of a request outside the volume, beside its way through the port
    port: float = SUN["initiator_port"] / 2         # bytes a second

    @property
    def away(self) -> float:
        """Seconds of a request outside the volume (mean)."""
        return self.besides + self.size / self.port


class Result(NamedTuple):
    """What a run came to: means, 0 where there were no such requests."""

    rate: float                 # requests a second
    latency: float              # s of a request
    read_latency: float
    write_latency: float
    waited: float               # s of a write until the blocks are there that it needs
    committed: float            # s of a write until it is in the log
    fetched: float              # blocks that a read touched and that had to be fetched
    first: float                # blocks fetched before a write
    dirtied: float              # blocks that a write made dirty
    ios: float                  # reads of the disks for each request


class ProgramRun:
    """A program on a volume, from its start."""

    def __init__(self, volume: Volume, program: Program, seed: int = 1):
        self.volume, self.program, self.random = volume, program, Random(seed)
        partition = volume.partition
        partition.check(0, program.size)
        self.grain = program.grain or program.size
        self.places = (partition.room - program.size) // self.grain + 1
        self.next = 0
        self.done = 0
        self.spent = {True: 0.0, False: 0.0}        # seconds for reads, for writes
        self.count = {True: 0, False: 0}
        self.latencies: list[tuple[float, bool, float]] = []        # when it ended, whether it read, how long it took (s)
        for _ in range(program.threads):
            volume.loop.spawn(self.thread(), at=self.random.random() * program.besides)

    def place(self) -> int:
        """Where the next request begins in the partition."""
        if self.program.pattern == "anywhere":
            return int(self.random.random() * self.places) * self.grain
        self.next += 1
        return (self.next - 1) % self.places * self.grain

    def thread(self) -> Process:
        """One thread."""
        loop, volume, program, random = self.volume.loop, self.volume, self.program, self.random
        away = program.away
        while True:
            begun = loop.now
            yield away * (5 + 2 * random.random()) / 6
            reads = random.random() < program.reads
            yield from (volume.read if reads else volume.write)(self.place(), program.size)
            self.spent[reads] += loop.now - begun
            self.count[reads] += 1
            self.latencies.append((loop.now, reads, loop.now - begun))

    def measure(self, seconds: float) -> Result:
        """Run for so long (s), an hour at most."""
        loop, counts = self.volume.loop, self.volume.counts
        loop.run(until=loop.now + seconds)
        reads, writes, answered = (max(1, n) for n in (counts.reads, counts.writes, counts.answered))
        done = max(1, self.count[True] + self.count[False])
        return Result(
            done / seconds, (self.spent[True] + self.spent[False]) / done, self.spent[True] / max(1, self.count[True]),
            self.spent[False] / max(1, self.count[False]), counts.waited / answered, counts.committed / answered,
            counts.fetched / reads, counts.first / writes, counts.dirtied / writes,
            counts.ios / max(1, counts.reads + counts.writes))
