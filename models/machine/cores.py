"""What work costs the cores of a machine: as much as the head node asks at its present load, whoever asks."""
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from models.head.head import Head, Operation
from models.sim.loop import Loop
from models.units import KiB, ms

WINDOW, FEW = 1 * ms, 64
"""So often the load is looked at anew, or when so many operations may have come; half of what is seen counts on."""
STEPS = 64
USUAL = 8 * KiB


@lru_cache(maxsize=64)
def made(name: str, spec: tuple[tuple[str, Any], ...]) -> Head:
    """One of the catalogue, once."""
    given: dict[str, Any] = {key: dict(value) if key == "cards" else value for key, value in spec}
    return Head(name, **given)


def head_of(name: str, spec: Mapping[str, Any] = MappingProxyType({})) -> Head:
    """A head node of the catalogue. spec: arguments of Head that are otherwise."""
    return made(name, tuple(sorted(spec.items())))


@lru_cache(maxsize=4096)
def seconds(head: Head, operation: Operation, rate: float) -> float:
    """Seconds of a core for an operation while a head does `rate` (1/s, above 0) of them."""
    return float(head.cores * head.at(operation, rate).busy / rate)


class Prices:
    """Seconds of a core for a piece of work. Lines take longer the more others keep links and memory busy: work is counted in
    operations of the usual kind, and takes as many times its time at rest as these do at their present rate."""

    def __init__(self, loop: Loop, head: Head, loaded: bool = True):
        self.loop, self.head, self.loaded = loop, head, loaded
        self.share: float = self.head.constants["busy"]
        self.work = self.before = self.looked = self.rate = 0.0
        self.slower = 1.0
        self.usually(self.head.cached_read(USUAL))

    def usually(self, operation: Operation) -> None:
        """From now on work is counted in operations of this kind, and not in reads of 8 KiB."""
        self.kind, self.most = operation, self.head.most(operation).rate
        self.usual, self.window = self.rest(operation), max(WINDOW, FEW / self.most)

    def rest(self, operation: Operation) -> float:
        """Of a core while nobody else works."""
        return seconds(self.head, operation, self.most / 1000)

    def read(self, size: int) -> float:
        """The same for a read of `size` bytes that memory answers, over NFS."""
        return self.rest(self.head.cached_read(size))

    def line(self) -> float:
        """Seconds that a core waits for a line now."""
        return self.head.at(self.kind, min(self.rate, self.most)).wait

    def of(self, rest: float) -> float:
        """Now, for work that takes `rest` seconds of a core when nobody else works."""
        if not self.loaded:
            return rest
        self.work += rest
        now = self.loop.now
        if now - self.looked >= self.window:
            rate = (self.work - self.before) / (now - self.looked) / self.usual
            self.rate = (self.rate + rate) / 2
            self.before, self.looked = self.work, now
            step = min(STEPS, round(STEPS * self.rate / self.most))
            self.slower = seconds(self.head, self.kind, self.most * max(step, 0.01) / STEPS) / self.usual / self.share
        return rest * self.slower


class AtRest:
    """The same for a machine of no head node: work takes what it takes. constants: `cpu_read`, `cpu_network` (s), `copy` (s
    for each byte)."""

    loaded = False

    def __init__(self, constants: Any):
        self.each, self.copy = constants.get("cpu_read", 0.0) + constants.get("cpu_network", 0.0), constants.get("copy", 0.0)

    def read(self, size: int) -> float:
        """For a read of `size` bytes that memory answers."""
        return float(self.each + size * self.copy)

    def of(self, rest: float) -> float:
        """As it is."""
        return rest
