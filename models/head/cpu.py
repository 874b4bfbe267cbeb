"""The processors of a head node: cores with one queue, the work of operations, and checksums."""

from dataclasses import dataclass
from heapq import heapreplace
from typing import NamedTuple

from models.catalogue.machines import values
from models.sim.path import RequestPath

ZFS = values("zfs-2010")
SHA256 = ZFS["sha256_rate"]
FLETCHER4 = 4 * ZFS["clock"] / ZFS["fletcher_cycles"]
"""Rate of Fletcher-4 on one core (bytes per second), which adds words of 4 bytes."""


class Cpu:
    """Identical `cores` with one queue in order of arrival. `free` is a heap of the times at which
    the cores are free (s), and `busy` is the total service time (s)."""

    __slots__ = ("cores", "free", "busy")

    def __init__(self, cores: int):
        self.cores = cores
        self.free = [0.0] * cores
        self.busy = 0.0

    def serve(
        self, now: float, service: float, what: str = "works", path: RequestPath | None = None
    ) -> float:
        """Return when work that arrives at `now` (s) and takes `service` seconds of one core is
        done (s). `now` never falls. `what` names the step in `path`."""
        start = self.free[0]
        if start < now:
            start = now
        finish = start + service
        heapreplace(self.free, finish)
        self.busy += service
        if path is not None:
            path.wait("processor", "waits for a core", start)
            path.serve("processor", what, finish)
        return finish


@dataclass(frozen=True)
class Work:
    """The work of an operation on the cores."""

    instructions: float  # per operation
    lines: float  # cache lines that a core waits for, per operation
    instructions_a_byte: float = 0.0  # additional ones per byte
    lines_a_byte: float = 0.0  # additional ones per byte

    def plus(self, other: "Work", share: float = 1.0) -> "Work":
        """Return the sum of this work and `share` times `other`."""
        return Work(
            self.instructions + share * other.instructions,
            self.lines + share * other.lines,
            self.instructions_a_byte + share * other.instructions_a_byte,
            self.lines_a_byte + share * other.lines_a_byte,
        )

    def for_size(self, size: float) -> tuple[float, float]:
        """Return the instructions and cache lines of one operation on `size` bytes."""
        return (
            self.instructions + size * self.instructions_a_byte,
            self.lines + size * self.lines_a_byte,
        )


class Cycles(NamedTuple):
    """Cycles per instruction, by cause."""

    working: float  # without waits
    memory: float  # waits for memory
    hops: float  # waits for hops and for answers of other sockets
    queues: float  # waits in queues at links


def checksum_time(size: int, rate: float = SHA256) -> float:
    """Return how long the checksum of `size` bytes takes on one core at `rate` bytes per second
    (s)."""
    return size / rate
