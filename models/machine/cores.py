"""What work costs the cores of a machine: as much as the head node asks at its present load, whoever asks."""
from functools import cache
from typing import Any

from models.head.cpu import Cpu
from models.head.cpu_work import Work
from models.head.head import Head, Operation, State
from models.sim.loop import Loop
from models.units import KiB, ms

WINDOW = 1 * ms
"""So often the load is looked at anew; half of what is seen counts for what comes."""
STEPS = 64
USUAL = 8 * KiB


@cache
def head_of(machine: str) -> Head:
    """A head node of the catalogue."""
    return Head(machine)


@cache
def most_of(machine: str, operation: Operation) -> State:
    """The head at as many of an operation as there can be."""
    return head_of(machine).most(operation)


@cache
def seconds(machine: str, operation: Operation, rate: float) -> float:
    """Seconds of a core for an operation while there are `rate` (1/s, above 0) of them, at most as many as there can be."""
    head = head_of(machine)
    cores, most = head.constants["sockets"] * head.constants["cores"], most_of(machine, operation)
    at, rate = (most, most.rate) if rate >= most.rate else (head.at(operation, rate), rate)
    return float(cores * at.busy / rate)


class Kind:
    """A kind of work: what it is to the head, and seconds of a core for it at rest."""

    __slots__ = ("operation", "rest")

    def __init__(self, operation: Operation | None, rest: float):
        self.operation, self.rest = operation, rest


class Prices:
    """Seconds of a core for a piece of work. Lines take longer the more others keep links and memory busy: it costs what its
    like would cost if all the present work were of its kind."""

    def __init__(self, loop: Loop, cpu: Cpu, machine: str, loaded: bool = True):
        self.head = head = head_of(machine)
        self.loop, self.cpu, self.machine, self.loaded = loop, cpu, machine, loaded
        self.most = most_of(machine, head.cached_read(USUAL)).rate
        self.share: float = head.constants["busy"]
        self.kinds: dict[tuple[float, float, bool], Kind] = {}
        self.usual = self.kind(USUAL)
        self.work = self.before = self.looked = self.rate = 0.0
        self.slower = {self.usual: 1.0}

    def kind(self, size: float, more: float = 1.0, copied: bool = False) -> Kind:
        """A read of `size` bytes that memory answers. more: times NFS's work beside the bytes; copied: once more than NFS
        copies them."""
        found = self.kinds.get((size, more, copied))
        if found is None:
            head = self.head
            operation = head.cached_read(size)
            work, plus = operation.work, more - 1
            work = work.plus(Work(plus * work.instructions, plus * work.lines))
            operation = operation._replace(work=work.plus(head.copy_work()) if copied else work)
            found = self.kinds[size, more, copied] = Kind(operation, seconds(self.machine, operation, self.most / 1000))
        return found

    def read(self, size: int) -> float:
        """Of a core at rest, for a read of `size` bytes that memory answers, over NFS."""
        return self.kind(size).rest

    def at(self, kind: Kind, rate: float) -> float:
        """For work of a kind while there are `rate` of it a second."""
        assert kind.operation is not None
        return seconds(self.machine, kind.operation, rate)

    def of(self, rest: float, kind: Kind | None = None) -> float:
        """Now, for work that takes `rest` seconds of a core when nobody else works. kind: what it is like, if not a read of
        8 KiB over NFS."""
        if not self.loaded:
            return rest
        self.work += rest
        now = self.loop.now
        if now - self.looked >= WINDOW:
            self.rate = (self.rate + (self.work - self.before) / (now - self.looked)) / 2
            self.before, self.looked = self.work, now
            self.slower = {}
        kind = kind or self.usual
        slower = self.slower.get(kind)
        if slower is None:
            assert kind.operation is not None
            most = most_of(self.machine, kind.operation).rate
            step = min(STEPS, round(STEPS * self.rate / kind.rest / most))
            slower = self.slower[kind] = self.at(kind, most * max(step, 0.01) / STEPS) / kind.rest / self.share
        return rest * slower


class AtRest:
    """The same for a machine of no head node: work takes what it takes. constants: `cpu_read`, `cpu_network` (s), `copy` (s
    for each byte)."""

    loaded, share = False, 1.0

    def __init__(self, constants: Any):
        self.each, self.copy = constants.get("cpu_read", 0.0) + constants.get("cpu_network", 0.0), constants.get("copy", 0.0)

    def read(self, size: int) -> float:
        """For a read of `size` bytes that memory answers."""
        return float(self.each + size * self.copy)

    def kind(self, size: float, more: float = 1.0, copied: bool = False) -> Kind:
        """As of `Prices`."""
        return Kind(None, self.each * more + size * self.copy * (1 + copied))

    def at(self, kind: Kind, rate: float) -> float:
        """The same at any rate."""
        return kind.rest

    def of(self, rest: float, kind: Kind | None = None) -> float:
        """As it is."""
        return rest
