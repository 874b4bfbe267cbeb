"""An I/O of ZFS on its way to a disk."""
from dataclasses import dataclass
from math import inf
from typing import Any

from models.sim.path import RequestPath


@dataclass(slots=True, eq=False)
class Zio:
    """`came` into ZFS's queue, was `issued` to the drive, has its answer at `finish` (s; inf: not yet).

    op: read or write. kind: its class, of `scheduler.PRIORITIES`. owner: whatever its sender wants to find there.
    deadline: the step of time that it is sorted by. whole: what the drive was asked for, this I/O alone or with others.
    path: that of the request, if it is followed; fork: what the drive does for it.
    """

    op: str
    offset: int
    size: int
    came: float
    kind: str = "sync read"
    owner: Any = None
    priority: int = 0
    deadline: int = 0
    number: int = 0
    issued: float = inf
    finish: float = inf
    whole: Any = None
    path: RequestPath | None = None
    fork: RequestPath | None = None

    @property
    def waited(self) -> float:
        """Seconds in ZFS's queue."""
        return self.issued - self.came

    @property
    def held(self) -> float:
        """Seconds in the drive's hands."""
        return self.finish - self.issued

    @property
    def latency(self) -> float:
        """Both together (s)."""
        return self.finish - self.came
