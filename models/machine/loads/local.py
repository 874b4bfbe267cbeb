"""Local programs that write to a file system or the raw disk."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from models.check import LARGEST
from models.filesystems.raw import Raw
from models.filesystems.ufs import Ufs
from models.machine.machine import Machine
from models.setting import check_settings, count, setting
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.sim.station import Request
from models.sim.workload import sequential
from models.units import KiB, MiB, ms
from models.zfs.dataset import Zfs

LUMP = 128 * KiB
"""Bytes of combined writes if nothing waits for them (fewer events)."""


@dataclass(frozen=True)
class Local:
    """Local programs that write.

    Each program has its own file or, on the raw disk, its own region. Programs start a millisecond
    apart on average. Asynchronous writes without think time are combined to 128 KiB. trace: returns
    the path that a write fills in, or None (ZFS only)."""

    threads: int = count(1, "Number of programs")
    size: int = count(
        8 * KiB,
        "Size of a write; asynchronous writes without think time go together, 128 KiB at a time",
        1,
        LARGEST,
        "B",
    )
    o_sync: bool = setting(True, "Whether each write is synchronous")
    think: float = setting(0.0, "Think time after each write", "s", least=0)
    at: float = setting(0.0, "Start time of the programs", "s", least=0)
    trace: Callable[[], RequestPath | None] | None = None

    def __post_init__(self) -> None:
        check_settings(self)

    def start(self, machine: Machine) -> None:
        """Start the programs."""
        filesystem = machine.filesystem
        if self.threads > 1 and isinstance(filesystem, Ufs):
            raise ValueError(
                f"threads must be 1 on UFS, whose model has one file, got {self.threads}"
            )
        region = 0
        if isinstance(filesystem, Raw):
            region = machine.disk.spec.capacity // self.threads // MiB * MiB
        for k in range(self.threads):
            machine.loop.spawn(
                self.program(machine, k * region),
                at=self.at + machine.random.random() * self.threads * ms,
            )

    def program(self, machine: Machine, begin: int = 0) -> Process:
        """Yield the waits of one program, which writes from offset `begin` on (bytes)."""
        loop, done, sync, think = machine.loop, machine.done, self.o_sync, self.think
        write: Callable[..., Process] = machine.filesystem.write
        calls = 1 if sync or think else max(1, LUMP // self.size)
        if isinstance(machine.filesystem, Zfs):
            write = partial(write, calls=calls)
        size = self.size * calls
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
