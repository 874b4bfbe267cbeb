"""Programs on the machine itself."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from models.check import at_least, counted, requested
from models.filesystems.raw import Raw
from models.filesystems.ufs import Ufs
from models.machine.machine import Machine
from models.setting import setting
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.sim.station import Request
from models.sim.workload import sequential
from models.units import KiB, MiB, ms

LUMP = 128 * KiB
"""Bytes that a program writes at a time where nothing waits: fewer events."""


@dataclass(frozen=True)
class Local:
    """Programs on the machine itself that write.

    Each has a file of its own or, on the raw disk, a part of its own. They start a millisecond
    apart on average. Asynchronous writes without think time are made 128 KiB at a time: the same
    copying, fewer events. trace: return the path that a write fills in, or None (on ZFS)."""

    threads: int = setting(1, "Programs")
    size: int = setting(8 * KiB, "Bytes of a write", "B")
    o_sync: bool = setting(True, "Whether a program waits until each write is safe")
    think: float = setting(0.0, "Time that a program computes after each write", "s")
    at: float = setting(0.0, "Time when the programs start", "s")
    trace: Callable[[], RequestPath | None] | None = None

    def __post_init__(self) -> None:
        counted(threads=self.threads)
        requested(self.size)
        at_least(0, think=self.think, at=self.at)

    def start(self, machine: Machine) -> None:
        filesystem = machine.filesystem
        if self.threads > 1 and isinstance(filesystem, Ufs):
            raise ValueError(
                f"on UFS threads must be 1 (the model holds one file), got {self.threads}"
            )
        part = (
            machine.disk.spec.capacity // self.threads // MiB * MiB
            if isinstance(filesystem, Raw)
            else 0
        )
        for k in range(self.threads):
            machine.loop.spawn(
                self.program(machine, k * part),
                at=self.at + machine.random.random() * self.threads * ms,
            )

    def program(self, machine: Machine, begin: int = 0) -> Process:
        loop, done, sync, think = machine.loop, machine.done, self.o_sync, self.think
        write: Any = machine.filesystem.write
        size = self.size if sync or think else self.size * max(1, LUMP // self.size)
        for offset in sequential(size, begin):
            issued = loop.now
            yield from (
                write(offset, size, sync, path=self.trace())
                if self.trace
                else write(offset, size, sync)
            )
            done.append(Request("write", offset, size, issued, loop.now))
            machine.answered("write", size, loop.now - issued)
            if think:
                yield think
