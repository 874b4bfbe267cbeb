"""Local programs that write to a file system or the raw disk."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from models.check import LARGEST
from models.filesystems.raw import Raw
from models.filesystems.ufs import Ufs
from models.machine.loads.blocks import Reads
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
    over: bool = setting(False, "Whether writes overwrite blocks of one file (ZFS only)")
    blocks: Reads = field(default_factory=Reads)
    at: float = setting(0.0, "Start time of the programs", "s", least=0)
    trace: Callable[[], RequestPath | None] | None = None

    def __post_init__(self) -> None:
        check_settings(self)

    def start(self, machine: Machine) -> None:
        """Start the programs."""
        filesystem = machine.filesystem
        if self.over and not isinstance(filesystem, Zfs):
            raise ValueError(
                f"over must be False unless filesystem.kind is zfs, got {machine.order.filesystem.kind}"
            )
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

    def places(self, machine: Machine) -> Iterator[int]:
        """Yield the offsets of random overwrites (bytes)."""
        draw = self.blocks.drawn(self.size, machine)
        while True:
            yield draw() * self.size

    def program(self, machine: Machine, begin: int = 0) -> Process:
        """Yield the waits of one program, which writes from offset `begin` on (bytes)."""
        loop, done, sync, think = machine.loop, machine.done, self.o_sync, self.think
        write: Callable[..., Process] = machine.filesystem.write
        alone = sync or think or self.over
        size = self.size if alone else self.size * max(1, LUMP // self.size)
        more: dict[str, Any] = {"rewrite": "disk"} if self.over else {}
        for offset in self.places(machine) if self.over else sequential(size, begin):
            issued = loop.now
            if self.trace:
                more["path"] = self.trace()
            yield from write(offset, size, sync, **more)
            done.append(Request("write", offset, size, issued, loop.now))
            machine.answered("write", size, loop.now - issued)
            if think:
                yield think
