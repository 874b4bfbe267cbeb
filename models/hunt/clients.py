"""The clients of the hunt: NFS with reads in order, with writes that are committed later, each load in
a dataset of its own."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from models.machine.loads.blocks import Reads
from models.machine.loads.nfs import Nfs
from models.machine.machine import Machine
from models.protocols.nfs.server import FILE_SYNC
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.zfs.zil.intent_log import IntentLog


class InOrder(Reads):
    """Reads of one block after another, again and again, whoever asks."""

    def drawn(self, size: int, machine: Machine, files: int = 1) -> Callable[[], int]:
        """Return a function that returns the number of the next block of `size` bytes."""
        numbers: Iterator[int] = cycle(range(int(self.data // size)))
        return numbers.__next__


@dataclass(frozen=True)
class Clients(Nfs):
    """NFS clients that only read or only write, in a dataset of their own.

    commits: after how many writes of a thread it sends a COMMIT; 0: never. dataset: its number.
    noted: called with each request that is traced, as "path", "op", "offset" and "size" (bytes), and
    "stable", whether a write asks to be safe when it is answered."""

    commits: int = 0
    dataset: int = 0
    noted: Callable[[dict[str, Any]], None] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.reads not in (0, 1):
            raise ValueError(f"reads must be 0 or 1 for these clients, got {self.reads:g}")

    def request(
        self,
        machine: Machine,
        log: IntentLog,
        draw: Callable[[], int],
        offset: int,
        path: RequestPath | None,
    ) -> Process:
        """Yield the waits of one request, and of the COMMIT that follows it."""
        log = machine.datasets[self.dataset]
        if path is not None and self.noted:
            number, place = draw(), offset
            if self.reads or self.over:
                place = self.begin + number * self.size
            self.noted(
                {
                    "path": path,
                    "op": "read" if self.reads else "write",
                    "offset": place,
                    "size": self.size,
                    "stable": not self.reads and self.stable == FILE_SYNC,
                }
            )
            yield from super().request(machine, log, lambda: number, offset, path)
        else:
            yield from super().request(machine, log, draw, offset, path)
        if self.commits and (offset // self.size + 1) % self.commits == 0:
            begun = machine.loop.now
            yield from machine.server.commit(
                self.commits * self.size, log=log, path=path, more=self.more
            )
            machine.answered(f"{self.named} commit", 0, machine.loop.now - begun)
