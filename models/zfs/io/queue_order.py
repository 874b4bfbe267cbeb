"""I/Os on their way to a disk, and in which order they leave ZFS's queue: by deadline as in the old
code, as they came, or by class.

A line is asked for its `head`, the I/O that should go next. An I/O that has gone, alone or as a
part of a larger one, has its `issued` set and is passed over.
"""

from bisect import bisect_left, insort
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf
from types import MappingProxyType
from typing import Any

from models.catalogue.machines import values
from models.sim.path import RequestPath

QUEUE = values("zfs-queue")
STEP = QUEUE["step"]


@dataclass(slots=True, eq=False)
class Zio:
    """`came` into ZFS's queue, was `issued` to the drive, has its answer at `finish` (s; inf: not
    yet).

    op: read or write. kind: its class, of `scheduler.PRIORITIES`. owner: whatever its sender wants
    to find there. deadline: the step of time that it is sorted by. whole: what the drive was asked
    for, this I/O alone or with others. path: that of the request, if it is followed; fork: what the
    drive does for it.
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
    """Which step of time an I/O of this class that comes `now` (s) is due in: a lower class is due
    as many steps later."""
    return int(now / step) + priority


class Sorted:
    """One heap. key: what comes first of an I/O; of equals the one at the lower offset, then the
    one that came first."""

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


# OpenZFS's rule from 2013 on: each of five classes has a minimum and a maximum of I/Os in the
# drive's hands. From 2020 on those that nobody waits for, of a scrub or resilver, also need credit
# while a program's I/Os are in its hands. (From then on the minimums are also served in turn, the
# class after the last one first. With no more than two classes at work, as in this book, that gives
# the same I/Os in the same order; it is left out. So are its larger aggregates, of 1 MiB.)

Limits = Mapping[str, tuple[int, int]]
CLASSES: Limits = {
    name: (QUEUE[f"{name.replace(' ', '_')}_min"], QUEUE[f"{name.replace(' ', '_')}_max"])
    for name in ("sync read", "sync write", "async read", "async write", "scrub")
}
"""Least and most of each class at a time, the class that goes first first."""
NO_LIMITS: Limits = MappingProxyType({})
EDGES: tuple[float, float] = (QUEUE["dirty_low"], QUEUE["dirty_high"])
READS = {"now": "sync read", "sync read": "sync read", "resilver": "scrub", "scrub": "scrub"}
WRITES = {"now": "sync write", "sync write": "sync write", "log write": "sync write"}


def class_of(zio: Zio) -> str:
    """Reads are synchronous, prefetches, or of a resilver or scrub; writes synchronous or not: a
    resilver's are not."""
    return (
        READS.get(zio.kind, "async read")
        if zio.op == "read"
        else WRITES.get(zio.kind, "async write")
    )


SCRUB = "scrub"


class PerClass:
    """A line for each class: synchronous I/Os in the order they came, the others by place, onward
    from the last issued.

    The first class that waits and has fewer than its minimum in the drive's hands goes next, else
    the first with fewer than its maximum. `dirty`: how full the memory for changed data is, 0-1, or
    says it at any time; it moves the maximum of asynchronous writes. limits: least and most of some
    classes, instead of those of 2013; edges: shares between which the maximum moves.
    """

    def __init__(
        self,
        dirty: float | Callable[[], float] = 0.0,
        limits: Limits = NO_LIMITS,
        edges: tuple[float, float] = EDGES,
    ):
        self.limits, self.max_active, self.dirty = (
            {**CLASSES, **limits},
            int(QUEUE["max_active"]),
            dirty,
        )
        self.edges = edges
        self.waited_for, self.credit = 0, 0
        self.active = dict.fromkeys(CLASSES, 0)
        self.total, self.last = 0, -1
        self.first_come: dict[str, deque[Zio]] = {
            name: deque() for name in CLASSES if name.startswith("sync")
        }
        self.by_place: dict[str, list[tuple[int, int, Zio]]] = {
            name: [] for name in CLASSES if name not in self.first_come
        }

    def least(self, name: str) -> int:
        """How many of a class the drive has before the other classes' maximums count."""
        return self.limits[name][0]

    def most(self, name: str) -> int:
        """How many of a class the drive may have now."""
        least, most = self.limits[name]
        if name != "async write":
            return most
        dirty = self.dirty() if callable(self.dirty) else self.dirty
        low, high = self.edges
        share = (dirty - low) / (high - low)
        return least + int(min(1.0, max(0.0, share)) * (most - least))

    def add(self, zio: Zio) -> None:
        name = class_of(zio)
        if name in self.first_come:
            self.first_come[name].append(zio)
        else:
            insort(self.by_place[name], (zio.offset, zio.number, zio))

    def waiting(self, name: str) -> Zio | None:
        """The next of a class, if one waits."""
        if name in self.first_come:
            line = self.first_come[name]
            while line and line[0].issued != inf:
                line.popleft()
            return line[0] if line else None
        placed = self.by_place[name]
        while placed:
            at = bisect_left(placed, (self.last + 1,)) % len(placed)
            if placed[at][2].issued == inf:
                return placed[at][2]
            del placed[at]
        return None

    def head(self) -> Zio | None:
        if self.total >= self.max_active:
            return None
        for name in self.limits:
            if self.active[name] < self.least(name) and (zio := self.waiting(name)):
                return zio
        for name in self.limits:
            if self.active[name] < self.most(name) and (zio := self.waiting(name)):
                return zio
        return None

    def begun(self, zio: Zio, change: int) -> None:
        self.active[class_of(zio)] += change
        self.total += change
        if change > 0:
            self.last = zio.offset


class WithCredit(PerClass):
    """The same with OpenZFS's amendment of 2020. While the drive has I/Os that somebody waits for,
    a scrub's or resilver's go down one at a time and only on credit: one when the first of those
    goes down, five anew with each answer to one of them. The maximum counts once the drive has
    answered five without them.
    """

    def __init__(
        self,
        dirty: float | Callable[[], float] = 0.0,
        limits: Limits = NO_LIMITS,
        edges: tuple[float, float] = EDGES,
    ):
        super().__init__(
            dirty, {SCRUB: (QUEUE["scrub_min"], QUEUE["scrub_max_2020"]), **limits}, edges
        )

    def least(self, name: str) -> int:
        least = super().least(name)
        return min(self.credit, least) if name == SCRUB and self.waited_for else least

    def most(self, name: str) -> int:
        if name != SCRUB:
            return super().most(name)
        if self.waited_for:
            return self.least(name)
        return (
            super().most(name) if self.credit >= QUEUE["idle_after"] else max(1, self.least(name))
        )

    def begun(self, zio: Zio, change: int) -> None:
        super().begun(zio, change)
        if class_of(zio) != SCRUB:
            self.waited_for += change
            if change > 0 and self.waited_for == 1:
                self.credit = 1
            elif change < 0:
                self.credit = QUEUE["credit"] if self.waited_for else 0
        elif change > 0 and self.waited_for:
            self.credit -= 1
        elif change < 0 and not self.waited_for:
            self.credit += 1
