"""What programs ask of a machine: on itself, and from clients over NFS."""
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from models.check import at_least, counted, requested
from models.filesystems.raw import Raw
from models.filesystems.ufs import Ufs
from models.machine.machine import Machine
from models.protocols.nfs.server import FILE_SYNC
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.sim.request import Request
from models.sim.workload import sequential
from models.units import KiB, MiB, ms

LUMP = 128 * KiB


@dataclass(frozen=True)
class Local:
    """`threads` programs on the machine itself, started a millisecond apart on average, each with a file of its own or, on
    the raw disk, a part of its own. Each writes `size` bytes, waits (`sync`: until they are safe), computes for `think` (s),
    and so on, from `at` (s) on. Asynchronous writes without think time are made 128 KiB at a time: the same copying, fewer
    events."""

    threads: int = 1
    size: int = 8 * KiB
    sync: bool = True
    think: float = 0.0
    at: float = 0.0

    def __post_init__(self) -> None:
        counted(threads=self.threads)
        requested(self.size)
        at_least(0, think=self.think, at=self.at)

    def start(self, machine: Machine) -> None:
        """Begin."""
        filesystem = machine.filesystem
        if self.threads > 1 and isinstance(filesystem, Ufs):
            raise ValueError(f"on UFS threads must be 1 (the model holds one file), got {self.threads}")
        part = machine.disk.spec.capacity // self.threads // MiB * MiB if isinstance(filesystem, Raw) else 0
        for k in range(self.threads):
            machine.loop.spawn(self.program(machine, k * part), at=self.at + machine.random.random() * self.threads * ms)

    def program(self, machine: Machine, begin: int = 0) -> Process:
        """One of them, which writes from `begin` (bytes) on."""
        loop, write, done, sync, think = machine.loop, machine.filesystem.write, machine.done, self.sync, self.think
        size = self.size if sync or think else self.size * max(1, LUMP // self.size)
        for offset in sequential(size, begin):
            issued = loop.now
            yield from write(offset, size, sync)
            done.append(Request("write", offset, size, issued, loop.now))
            if think:
                yield think


@dataclass(frozen=True)
class Nfs:
    """`clients` with `threads` writers each, from `at` (s) on, a tenth of a millisecond apart on average.

    turnaround, spread: as for `Machine.client`. stable: how safe a write has to be before the server answers. trace: gives
    the path that a write is to fill in, or None. fast_forward: a single thread makes many writes at a time where nothing
    comes between them.
    """

    clients: int = 1
    threads: int = 1
    size: int = 8 * KiB
    turnaround: float | None = None
    at: float = 0.0
    spread: float = 0.15
    stable: int = FILE_SYNC
    trace: Callable[[], RequestPath | None] | None = None
    fast_forward: bool = True

    def __post_init__(self) -> None:
        counted(clients=self.clients, threads=self.threads)
        requested(self.size)
        at_least(0, at=self.at)

    def start(self, machine: Machine) -> None:
        """Begin."""
        all = self.clients * self.threads
        for number in range(self.clients):
            client = machine.client(self.turnaround, self.spread)
            for _ in range(self.threads):
                begin = self.at + machine.random.random() * all * ms / 10
                log = machine.datasets[number % len(machine.datasets)]
                alone = self.fast_forward and all == 1 and self.stable == FILE_SYNC and self.trace is None
                trace: Any = self.trace or (lambda: None)
                machine.loop.spawn(client.thread(self.size, self.stable, log, trace, alone), at=begin)
