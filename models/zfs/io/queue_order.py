"""The orders in which I/Os leave ZFS's queue: by deadline (the old code), by arrival, or by class.
An order returns its `head`, the I/O that should go next. An I/O that has been issued, alone or as
part of a larger one, has `issued` set and is skipped."""

from bisect import bisect_left, insort
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from models.catalogue.machines import values
from models.devices.device import Command
from models.sim.path import RequestPath

QUEUE = values("zfs-queue")
STEP = QUEUE["step"]


@dataclass(slots=True, eq=False)
class Zio:
    """An I/O in ZFS's queue."""

    op: str  # read or write
    offset: int  # bytes
    size: int  # bytes
    arrived: float  # in ZFS's queue (s)
    kind: str = "sync read"  # a class of `scheduler.PRIORITIES`
    owner: Any = None  # free for use by the sender
    priority: int = 0
    deadline: int = 0  # time step that it is sorted by
    number: int = 0
    issued: float = inf  # to the drive (s); inf: not yet
    finish: float = inf  # s; inf: not yet
    whole: Command | None = None  # to the drive, for this I/O alone or with others
    path: RequestPath | None = None  # of the request, if it is traced
    fork: RequestPath | None = None  # path of the drive's work for it
    line: str = ""  # its class, once a `PerClass` has admitted or added it

    @property
    def waited(self) -> float:
        """Return the time in ZFS's queue (s)."""
        return self.issued - self.arrived

    @property
    def held(self) -> float:
        """Return the time in the drive (s)."""
        return self.finish - self.issued

    @property
    def latency(self) -> float:
        """Return the time in ZFS's queue and the drive (s)."""
        return self.finish - self.arrived


def deadline(now: float, priority: int, step: float = STEP) -> int:
    """Return the time step in which an I/O that arrives at `now` (s) is due. More urgent I/Os have
    lower priorities."""
    return int(now / step) + priority


class Sorted:
    """A heap of I/Os, sorted by their `field`, then offset, then arrival. The old order has the
    deadline, a time step; the number gives the order of arrival."""

    def __init__(self, field: str):
        self.key: Callable[[Zio], int] = attrgetter(field)
        self.heap: list[tuple[int, int, int, Zio]] = []

    def admits(self, zio: Zio) -> bool:
        """Return whether an I/O may go at once if nothing else waits: it may."""
        return True

    def add(self, zio: Zio) -> None:
        """Add an I/O."""
        heappush(self.heap, (self.key(zio), zio.offset, zio.number, zio))

    def head(self) -> Zio | None:
        """Return the I/O that goes next, if any."""
        heap = self.heap
        while heap and heap[0][3].issued != inf:
            heappop(heap)
        return heap[0][3] if heap else None

    def count_active(self, zio: Zio, change: int) -> None:
        """Do nothing: the order does not depend on the number of active I/Os."""


# OpenZFS since 2013: each of five classes has a minimum and a maximum of active I/Os. Since 2020,
# background I/Os (scrub, resilver, rebuild) also need credit while other I/Os are active. (Since then
# the minimums are also served in turn, starting after the last class served. That matters only where
# `max_active` is short, which it is not in this book, so it is not modelled.)

Limits = Mapping[str, tuple[int, int]]
CLASSES: Limits = {
    name: (QUEUE[f"{name.replace(' ', '_')}_min"], QUEUE[f"{name.replace(' ', '_')}_max"])
    for name in ("sync read", "sync write", "async read", "async write", "scrub", "rebuild")
}
"""Minimum and maximum of active I/Os of each class, in order of priority."""
NO_LIMITS: Limits = MappingProxyType({})
EDGES: tuple[float, float] = (QUEUE["dirty_low"], QUEUE["dirty_high"])
SCRUB, REBUILD = "scrub", "rebuild"
BACKGROUND = (SCRUB, REBUILD)
"""Classes that nobody waits for (vdev_queue_is_interactive)."""
SYNC_WRITE = "sync write"
READS = {"now": "sync read", "sync read": "sync read", "resilver": SCRUB, SCRUB: SCRUB}
READS[REBUILD] = REBUILD
WRITES = {"now": SYNC_WRITE, SYNC_WRITE: SYNC_WRITE, "log write": SYNC_WRITE, REBUILD: REBUILD}


def class_of(zio: Zio) -> str:
    """Return the class of an I/O.

    A resilver of a mirror or RAID-Z reads as a scrub does (dsl_scan.c, scan_exec_io), and its writes are
    async, as if a program had made them (vdev_mirror_io_done, vdev_raidz_io_done: since illumos change 4045
    of 2013; before, as in OpenSolaris of 2008, they kept the priority of its reads). Reads and
    writes of a rebuild in the order of the space maps share a class of their own since OpenZFS 2.0
    (vdev_rebuild_range; vdev_queue_io keeps the class of its writes)."""
    if zio.op == "read":
        return READS.get(zio.kind, "async read")
    return WRITES.get(zio.kind, "async write")


class PerClass:
    """A queue per class: sync I/Os leave in order of arrival, others by offset, starting after the
    last one issued. The first class that waits and is below its minimum of active I/Os goes next,
    otherwise the first below its maximum."""

    classes: Limits = CLASSES

    def __init__(
        self,
        dirty: float | Callable[[], float] = 0.0,  # fill of dirty memory (0-1), or its function
        limits: Limits = NO_LIMITS,  # minimum and maximum of some classes, instead of those of 2013
        edges: tuple[float, float] = EDGES,  # `dirty` where the maximum of async writes rises
    ):
        self.limits = {**self.classes, **limits}
        self.max_active, self.dirty = int(QUEUE["max_active"]), dirty
        self.edges = edges
        self.active = dict.fromkeys(CLASSES, 0)
        self.total, self.last = 0, -1
        # by class: sync I/Os in order of arrival, others by offset as (offset, number, I/O)
        self.lines: dict[str, Any] = {
            name: deque() if name.startswith("sync") else [] for name in CLASSES
        }

    def least(self, name: str) -> int:
        """Return the minimum number of active I/Os of a class."""
        return self.limits[name][0]

    def most(self, name: str) -> int:
        """Return the current maximum number of active I/Os of a class."""
        least, most = self.limits[name]
        if name != "async write":
            return most
        dirty = self.dirty() if callable(self.dirty) else self.dirty
        low, high = self.edges
        share = (dirty - low) / (high - low)
        return least + int(min(1.0, max(0.0, share)) * (most - least))

    def admits(self, zio: Zio) -> bool:
        """Return whether an I/O may go at once if nothing else waits."""
        name = zio.line = class_of(zio)
        active = self.active[name]
        return self.total < self.max_active and (
            active < self.least(name) or active < self.most(name)
        )

    def add(self, zio: Zio) -> None:
        """Add an I/O."""
        zio.line = class_of(zio)
        line = self.lines[zio.line]
        if isinstance(line, deque):
            line.append(zio)
        else:
            insort(line, (zio.offset, zio.number, zio))

    def waiting(self, name: str) -> Zio | None:
        """Return the next I/O of a class, if any."""
        line = self.lines[name]
        while line:
            in_turn = isinstance(line, deque)
            at = 0 if in_turn else bisect_left(line, (self.last + 1,)) % len(line)
            zio: Zio = line[at] if in_turn else line[at][2]
            if zio.issued == inf:
                return zio
            del line[at]
        return None

    def head(self) -> Zio | None:
        """Return the I/O that goes next, if any."""
        if self.total >= self.max_active:
            return None
        second = None
        for name, line in self.lines.items():
            if line:
                active = self.active[name]
                if active < self.least(name):
                    if zio := self.waiting(name):
                        return zio
                elif not second and active < self.most(name):
                    second = self.waiting(name)
        return second

    def count_active(self, zio: Zio, change: int) -> None:
        """Count an I/O as active (`change` 1) or no longer active (-1)."""
        self.active[zio.line] += change
        self.total += change
        if change > 0:
            self.last = zio.offset


class WithCredit(PerClass):
    """The queues of `PerClass`, with OpenZFS's change of 2020.

    While other I/Os are active, scrub, resilver and rebuild I/Os are issued only on credit, one at a time.
    Credit is 1 when the first other I/O is issued and 5 after each answer to one. The maximum
    applies again once the drive has answered five background I/Os in a row.
    """

    classes = {**CLASSES, SCRUB: (QUEUE["scrub_min"], QUEUE["scrub_max_2020"])}
    foreground = 0  # active I/Os of other classes
    credit = 0

    def least(self, name: str) -> int:
        """Return the minimum number of active I/Os of a class."""
        least = self.limits[name][0]
        return min(self.credit, least) if name in BACKGROUND and self.foreground else least

    def most(self, name: str) -> int:
        """Return the current maximum number of active I/Os of a class."""
        if name in BACKGROUND:
            if self.foreground:
                return self.least(name)
            if self.credit < QUEUE["idle_after"]:
                return max(1, self.least(name))
        return super().most(name)

    def count_active(self, zio: Zio, change: int) -> None:
        """Count an I/O as active (`change` 1) or no longer active (-1), and update the credit."""
        self.active[zio.line] += change
        self.total += change
        if change > 0:
            self.last = zio.offset
        if zio.line not in BACKGROUND:
            self.foreground += change
            if change < 0:
                self.credit = QUEUE["credit"] if self.foreground else 0
            elif self.foreground == 1:
                self.credit = 1
        elif change > 0 and self.foreground:
            self.credit -= 1
        elif change < 0 and not self.foreground:
            self.credit += 1
