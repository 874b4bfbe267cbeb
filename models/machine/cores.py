"""The time that work takes on a machine's cores, which grows with the load of the head."""

from dataclasses import dataclass
from functools import cache
from math import modf
from typing import Any

from models.head.catalogue_head import head_of
from models.head.cpu import Work
from models.head.head import Head, HeadState, Operation
from models.sim.loop import Loop
from models.units import KiB, ms

WINDOW, LONG, FIRST, FEW = 1 * ms, 10 * ms, 32, 256
"""Shortest and longest sampling interval of the load (s); pieces of work in a sample, at first and later. Each new sample
counts half."""
STEPS = 64
"""Steps of load, up to the largest, for which slowdowns are computed."""
USUAL, REST, MEASURED = 8 * KiB, 0.001, "head-7410"
"""Bytes of a usual read; the load (a share of the largest) that counts as rest; the head on which costs were measured."""


@cache
def most_of(head: Head, operation: Operation) -> HeadState:
    """Return the state of the head at the largest rate of an operation."""
    return head.most(operation)


@cache
def seconds(head: Head, operation: Operation, rate: float) -> float:
    """Return how long an operation takes a core (s) at a rate of `rate` (1/s, above 0), or at the
    largest possible rate if that is smaller."""
    most = most_of(head, operation)
    at, rate = (most, most.rate) if rate >= most.rate else (head.at(operation, rate), rate)
    return float(head.cores * at.busy / rate)


def shared(head: Head, operation: Operation, load: float = 0.0) -> float:
    """Return how long an operation takes a core (s) at a share `load` of the largest rate. 0 means
    at rest."""
    return seconds(head, operation, most_of(head, operation).rate * max(load, REST))


def at_rest(price: float, head: Head | None, load: float = 0.0) -> float:
    """Return how long work whose cost is in the catalogue takes a core at rest (s).

    price: seconds on the head MEASURED, while it served a share `load` of its largest rate of 8 KiB
    reads. The cost is converted to another head in proportion to the time of such a read."""
    read = head.cached_read(USUAL) if head else None
    if head is None or read is None:
        return price
    return price * shared(head, read) / shared(head_of(MEASURED), read, load)


@dataclass(eq=False, slots=True)
class Kind:
    """A kind of work."""

    operation: Any  # `Operation` of the head; None without a head
    rest: float  # seconds of a core at rest


class Prices:
    """The processor time for each piece of work, at the present load.

    Memory accesses slow down with the load of links and memory. A piece of work takes the time that
    it would take if all the present work were of its kind."""

    def __init__(self, loop: Loop, head: Head, loaded: bool = True):
        self.loop, self.head, self.loaded = loop, head, loaded
        self.share: float = head.constants["busy"]
        self.kinds: dict[Any, Kind] = {}  # by operation, and by the arguments of `kind`
        self.slower: dict[Kind, float] = {}
        # work in this sample (s at rest), end of the last sample (s), work per second (s at rest)
        self.work = self.looked = self.rate = 0.0
        self.pieces, self.few = 0, FIRST
        self.usually(head.cached_read(USUAL))

    def usually(self, operation: Operation) -> None:
        """Make `operation` the default kind of work, instead of an 8 KiB read."""
        self.usual, self.most = self.like(operation), most_of(self.head, operation).rate

    def like(self, operation: Operation) -> Kind:
        """Return the kind of work of an operation."""
        found = self.kinds.get(operation)
        if found is None:
            found = self.kinds[operation] = Kind(operation, shared(self.head, operation))
        return found

    def kind(self, size: float, more: float = 1.0, copies: int = 0) -> Kind:
        """Return the kind of work of an NFS read of `size` bytes from memory.

        more: factor by which the part of the work that does not depend on the size is multiplied.
        copies: times that the data is copied more than NFS copies it."""
        found = self.kinds.get((size, more, copies))
        if found is None:
            operation = self.head.cached_read(size)
            work, plus = operation.work, more - 1
            work = work.plus(Work(plus * work.instructions, plus * work.lines))
            operation = operation._replace(work=work.plus(self.head.copy_work(), copies))
            found = self.kinds[size, more, copies] = self.like(operation)
        return found

    def look(self, now: float) -> None:
        """End a sample of the load at `now` (s)."""
        self.rate = (self.rate + self.work / (now - self.looked)) / 2
        self.work, self.pieces, self.looked, self.slower = 0.0, 0, now, {}
        self.few = min(FEW, 2 * self.few)

    def line(self) -> float:
        """Return how long a core waits for a cache line at the present load (s)."""
        if self.loop.now - self.looked >= LONG:
            self.look(self.loop.now)
        return self.head.at(self.usual.operation, min(self.rate / self.usual.rest, self.most)).wait

    def at(self, kind: Kind, rate: float) -> float:
        """Return how long work of one kind takes a core (s) at a rate of `rate` (1/s)."""
        return seconds(self.head, kind.operation, rate)

    def slowed(self, kind: Kind, rate: float) -> float:
        """Return the factor by which work of one kind is slower at a rate of `rate` (1/s) than at rest."""
        if not self.loaded:
            return 1.0
        part, step = modf(min(STEPS, STEPS * rate / most_of(self.head, kind.operation).rate))
        low, high = (self.step(kind, min(STEPS, int(step) + more)) for more in (0, 1))
        return low + part * (high - low)

    def step(self, kind: Kind, number: int) -> float:
        """Return the factor by which work of one kind is slower at step `number` of STEPS than at rest."""
        most = most_of(self.head, kind.operation).rate
        return self.at(kind, most * max(number, 0.01) / STEPS) / kind.rest / self.share

    def of(self, rest: float, kind: Kind | None = None) -> float:
        """Return how long work that takes `rest` seconds at rest takes a core at the present load
        (s).

        kind: its kind, unless it is the default."""
        if not self.loaded:
            return rest
        self.work += rest
        self.pieces += 1
        now = self.loop.now
        if (self.pieces >= self.few and now - self.looked >= WINDOW) or now - self.looked >= LONG:
            self.look(now)
        kind = kind or self.usual
        slower = self.slower.get(kind)
        if slower is None:
            most = most_of(self.head, kind.operation).rate
            slower = self.slower[kind] = self.step(
                kind, min(STEPS, round(STEPS * self.rate / kind.rest / most))
            )
        return rest * slower


class AtRest:
    """The processor time for work on a machine without a head node, which is the same at any load.

    each: seconds per request. copy: seconds per byte."""

    loaded = False
    share = 1.0

    def __init__(self, each: float, copy: float):
        self.each, self.copy = each, copy

    def kind(self, size: float, more: float = 1.0, copies: int = 0) -> Kind:
        """Return the kind of a read, as `Prices.kind` does."""
        return Kind(None, self.each * more + size * self.copy * (1 + copies))

    def at(self, kind: Kind, rate: float) -> float:
        """Return how long work of one kind takes a core (s)."""
        return kind.rest

    def of(self, rest: float, kind: Kind | None = None) -> float:
        """Return `rest`."""
        return rest

    def slowed(self, kind: Kind, rate: float) -> float:
        """Return 1: the load does not slow work down."""
        return 1.0
