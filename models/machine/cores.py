"""What work costs the cores of a machine: as much as the head node asks at its present load, whoever asks."""
from functools import cache
from math import modf
from typing import Any

from models.head.cpu import Cpu
from models.head.head import Head
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
def seconds(machine: str, size: float, rate: float) -> float:
    """Seconds of a core for a cached read of `size` bytes over NFS while there are `rate` (1/s, above 0) of them."""
    head = head_of(machine)
    c = head.constants
    return float(c["sockets"] * c["cores"] * head.at(head.cached_read(size), rate).busy / rate)


class Prices:
    """Seconds of a core for a piece of work. Lines take longer the more others keep links and memory busy: work is counted in
    reads of 8 KiB, and takes as many times its time at rest as these do at their present rate."""

    def __init__(self, loop: Loop, cpu: Cpu, machine: str, loaded: bool = True):
        head = head_of(machine)
        self.loop, self.cpu, self.machine, self.loaded = loop, cpu, machine, loaded
        self.most = head.most(head.cached_read(USUAL)).rate
        self.share: float = head.constants["busy"]
        self.usual = self.read(USUAL)
        self.work = self.before = self.looked = self.rate = 0.0
        self.slower = 1.0

    def read(self, size: int) -> float:
        """Of a core at rest, for a read of `size` bytes that memory answers, over NFS."""
        return seconds(self.machine, size, self.most / 1000)

    def of(self, rest: float) -> float:
        """Now, for work that takes `rest` seconds of a core when nobody else works."""
        if not self.loaded:
            return rest
        self.work += rest
        now = self.loop.now
        if now - self.looked >= WINDOW:
            rate = (self.work - self.before) / (now - self.looked) / self.usual
            self.rate = (self.rate + rate) / 2
            self.before, self.looked = self.work, now
            self.slower = self.step(min(STEPS, round(STEPS * self.rate / self.most)))
        return rest * self.slower

    def at(self, rate: float) -> float:
        """How many times as long work takes while there is as much of it as in so many reads of 8 KiB a second."""
        if not self.loaded:
            return 1.0
        part, step = modf(min(STEPS, STEPS * rate / self.most))
        low, high = self.step(int(step)), self.step(min(STEPS, int(step) + 1))
        return low + part * (high - low)

    def step(self, number: int) -> float:
        """The same at one of the STEPS up to the most that the cores can do."""
        return seconds(self.machine, USUAL, self.most * max(number, 0.01) / STEPS) / self.usual / self.share


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

    def at(self, rate: float) -> float:
        """However much there is."""
        return 1.0
