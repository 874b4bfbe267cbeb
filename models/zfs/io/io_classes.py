"""OpenZFS's rule from 2013 on: each of five classes has a minimum and a maximum of I/Os in the drive's hands.

From 2020 on those that nobody waits for, of a scrub or resilver, also need credit while a program's I/Os are in its hands.
(From then on the minimums are also served in turn, the class after the last one first. With no more than two classes at work,
as in this book, that gives the same I/Os in the same order; it is left out. So are its larger aggregates, of 1 MiB.)
"""
from bisect import bisect_left, insort
from collections import deque
from math import inf

from models.catalogue.machines import values
from models.zfs.io.queue_order import Zio

QUEUE = values("zfs-queue")
CLASSES: dict[str, tuple[int, int]] = {
    name: (QUEUE[f"{name.replace(' ', '_')}_min"], QUEUE[f"{name.replace(' ', '_')}_max"])
    for name in ("sync read", "sync write", "async read", "async write", "scrub")
}
"""Least and most of each class at a time, the class that goes first first."""
READS = {"now": "sync read", "sync read": "sync read", "resilver": "scrub", "scrub": "scrub"}
WRITES = {"now": "sync write", "sync write": "sync write", "log write": "sync write"}


def class_of(zio: Zio) -> str:
    """Reads are synchronous, prefetches, or of a resilver or scrub; writes synchronous or not: a resilver's are not."""
    return READS.get(zio.kind, "async read") if zio.op == "read" else WRITES.get(zio.kind, "async write")


SCRUB = "scrub"


class PerClass:
    """A line for each class: synchronous I/Os in the order they came, the others by place, onward from the last issued.

    The first class that waits and has fewer than its minimum in the drive's hands goes next, else the first with fewer
    than its maximum. `dirty`: how full the memory for changed data is, 0-1; it moves the maximum of asynchronous writes.
    """

    def __init__(self, dirty: float = 0.0):
        self.limits, self.max_active, self.dirty = dict(CLASSES), int(QUEUE["max_active"]), dirty
        self.waited_for, self.credit = 0, 0
        self.active = dict.fromkeys(CLASSES, 0)
        self.total, self.last = 0, -1
        self.first_come: dict[str, deque[Zio]] = {name: deque() for name in CLASSES if name.startswith("sync")}
        self.by_place: dict[str, list[tuple[int, int, Zio]]] = {name: [] for name in CLASSES if name not in self.first_come}

    def least(self, name: str) -> int:
        """How many of a class the drive has before the other classes' maximums count."""
        return self.limits[name][0]

    def most(self, name: str) -> int:
        """How many of a class the drive may have now."""
        least, most = self.limits[name]
        if name != "async write":
            return most
        share = (self.dirty - QUEUE["dirty_low"]) / (QUEUE["dirty_high"] - QUEUE["dirty_low"])
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
    """The same with OpenZFS's amendment of 2020. While the drive has I/Os that somebody waits for, a scrub's or resilver's
    go down one at a time and only on credit: one when the first of those goes down, five anew with each answer to one of
    them. The maximum counts once the drive has answered five without them.
    """

    def __init__(self, dirty: float = 0.0):
        super().__init__(dirty)
        self.limits[SCRUB] = QUEUE["scrub_min"], QUEUE["scrub_max_2020"]

    def least(self, name: str) -> int:
        least = super().least(name)
        return min(self.credit, least) if name == SCRUB and self.waited_for else least

    def most(self, name: str) -> int:
        if name != SCRUB:
            return super().most(name)
        if self.waited_for:
            return self.least(name)
        return super().most(name) if self.credit >= QUEUE["idle_after"] else max(1, self.least(name))

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
