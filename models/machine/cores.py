"""What work costs the cores of a machine: as much as the head node asks at its present load,
whoever asks."""

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
"""Shortest and longest sampling interval of the load (s); samples before it is looked at, at first and later. Each new sample
counts half."""
STEPS = 64
USUAL, REST, MEASURED = 8 * KiB, 0.001, "head-7410"
"""Bytes of usual work; a share of the most that is as good as none; on whose cores the catalogue's prices were measured."""


@cache
def most_of(head: Head, operation: Operation) -> HeadState:
    """The head at as many of an operation as there can be."""
    return head.most(operation)


@cache
def seconds(head: Head, operation: Operation, rate: float) -> float:
    """Seconds of a core for an operation while there are `rate` (1/s, above 0) of them, at most as
    many as there can be."""
    most = most_of(head, operation)
    at, rate = (most, most.rate) if rate >= most.rate else (head.at(operation, rate), rate)
    return float(head.cores * at.busy / rate)


def shared(head: Head, operation: Operation, load: float = 0.0) -> float:
    """The same at a share `load` of as many as there can be; 0: at rest."""
    return seconds(head, operation, most_of(head, operation).rate * max(load, REST))


def at_rest(price: float, head: Head | None, load: float = 0.0) -> float:
    """Return the seconds of a core at rest for work of the catalogue.

    price: seconds, as on the head of MEASURED. load: the share of the most reads of 8 KiB which
    that head served meanwhile; waiting for lines at that load is in the price. Another head takes
    as many times as long as for such a read."""
    read = head.cached_read(USUAL) if head else None
    if head is None or read is None:
        return price
    return price * shared(head, read) / shared(head_of(MEASURED), read, load)


@dataclass(eq=False, slots=True)
class Kind:
    """A kind of work: what it is to the head, if there is one, and seconds of a core for it at
    rest."""

    operation: Any
    rest: float


class Prices:
    """Seconds of a core for a piece of work. Lines take longer the more others keep links and
    memory busy: it costs what its like would cost if all the present work were of its kind."""

    def __init__(self, loop: Loop, head: Head, loaded: bool = True):
        self.loop, self.head, self.loaded = loop, head, loaded
        self.share: float = head.constants["busy"]
        self.kinds: dict[Any, Kind] = {}  # by operation; of reads by what `kind` is asked for, too
        self.slower: dict[Kind, float] = {}
        self.work = self.looked = self.rate = (
            0.0  # work: seconds at rest since; rate: of them a second
        )
        self.pieces, self.few = 0, FIRST
        self.usually(head.cached_read(USUAL))

    def usually(self, operation: Operation) -> None:
        """From now on work of which nobody says more is like this, and not like reads of 8 KiB."""
        self.usual, self.most = self.like(operation), most_of(self.head, operation).rate

    def like(self, operation: Operation) -> Kind:
        found = self.kinds.get(operation)
        if found is None:
            found = self.kinds[operation] = Kind(operation, shared(self.head, operation))
        return found

    def kind(self, size: float, more: float = 1.0, copied: bool = False) -> Kind:
        """A read of `size` bytes that memory answers. more: times NFS's work beside the bytes;
        copied: once more than NFS copies them."""
        found = self.kinds.get((size, more, copied))
        if found is None:
            operation = self.head.cached_read(size)
            work, plus = operation.work, more - 1
            work = work.plus(Work(plus * work.instructions, plus * work.lines))
            operation = operation._replace(
                work=work.plus(self.head.copy_work()) if copied else work
            )
            found = self.kinds[size, more, copied] = self.like(operation)
        return found

    def look(self, now: float) -> None:
        """Look at the load anew, `now` (s)."""
        self.rate = (self.rate + self.work / (now - self.looked)) / 2
        self.work, self.pieces, self.looked, self.slower = 0.0, 0, now, {}
        self.few = min(FEW, 2 * self.few)

    def line(self) -> float:
        """Seconds that a core waits for a line now."""
        if self.loop.now - self.looked >= LONG:
            self.look(self.loop.now)
        return self.head.at(self.usual.operation, min(self.rate / self.usual.rest, self.most)).wait

    def at(self, kind: Kind, rate: float) -> float:
        """For work of a kind while there are `rate` of it a second."""
        return seconds(self.head, kind.operation, rate)

    def slowed(self, kind: Kind, rate: float) -> float:
        """How many times as long work of a kind takes while there is as much as in `rate` (1/s) of
        it."""
        if not self.loaded:
            return 1.0
        part, step = modf(min(STEPS, STEPS * rate / most_of(self.head, kind.operation).rate))
        low, high = (self.step(kind, min(STEPS, int(step) + more)) for more in (0, 1))
        return low + part * (high - low)

    def step(self, kind: Kind, number: int) -> float:
        """How many times as long work of a kind takes at one of the STEPS up to the most that there
        can be."""
        most = most_of(self.head, kind.operation).rate
        return self.at(kind, most * max(number, 0.01) / STEPS) / kind.rest / self.share

    def of(self, rest: float, kind: Kind | None = None) -> float:
        """Now, for work that takes `rest` seconds of a core when nobody else works. kind: what it
        is like, if not usual."""
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
    """The same for a machine without a head node: work takes what it takes at rest. each: seconds of
    a core for a request; copy: for each byte of it."""

    loaded = False
    share = 1.0

    def __init__(self, each: float, copy: float):
        self.each, self.copy = each, copy

    def kind(self, size: float, more: float = 1.0, copied: bool = False) -> Kind:
        return Kind(None, self.each * more + size * self.copy * (1 + copied))

    def at(self, kind: Kind, rate: float) -> float:
        return kind.rest

    def of(self, rest: float, kind: Kind | None = None) -> float:
        return rest

    def slowed(self, kind: Kind, rate: float) -> float:
        return 1.0
