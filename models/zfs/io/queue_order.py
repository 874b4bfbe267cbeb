"""I/Os on their way to a disk, and in which order they leave ZFS's queue: by deadline as in the old code, or as they came.

A line is asked for its `head`, the I/O that should go next. An I/O that has gone, alone or as a part of a larger one,
has its `issued` set and is passed over.
"""
from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf
from typing import Any

from models.catalogue.machines import values
from models.sim.path import RequestPath

QUEUE = values("zfs-queue")
STEP = QUEUE["step"]


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


def deadline(now: float, priority: int, step: float = STEP) -> int:
    """Which step of time an I/O of this class that comes `now` (s) is due in: a lower class is due as many steps later."""
    return int(now / step) + priority


class Sorted:
    """One heap. key: what comes first of an I/O; of equals the one at the lower offset, then the one that came first."""

    def __init__(self, key: Callable[[Zio], int]):
        self.key = key
        self.heap: list[tuple[int, int, int, Zio]] = []

    def add(self, zio: Zio) -> None:
        heappush(self.heap, (self.key(zio), zio.offset, zio.number, zio))

    def head(self) -> Zio | None:
        heap = self.heap
        while heap and heap[0][3].issued != inf:
            heappop(heap)
        return heap[0][3] if heap else None

    def begun(self, zio: Zio, change: int) -> None:
        """The order does not depend on what is in the drive's hands."""


def by_deadline() -> Sorted:
    """The old rule: by the step of time in which an I/O is due, and within the step by place."""
    return Sorted(lambda zio: zio.deadline)
