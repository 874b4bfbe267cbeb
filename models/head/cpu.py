"""The processors of a head node: a station with several servers, what an operation costs them, and
what checksums do."""

from dataclasses import dataclass
from heapq import heapreplace
from typing import NamedTuple

from models.catalogue.machines import values
from models.sim.path import RequestPath

ZFS = values("zfs-2010")
SHA256 = ZFS["sha256_rate"]
FLETCHER4 = 4 * ZFS["clock"] / ZFS["fletcher_cycles"]
"""Bytes a second of one core. SHA-256 stirs each 64 bytes in 64 rounds; Fletcher-4 adds up words of 4 bytes."""


class Cpu:
    """`cores` alike that share one line, first come first served. `busy` adds up the seconds
    served."""

    __slots__ = ("cores", "free", "busy")

    def __init__(self, cores: int):
        self.cores = cores
        self.free = [0.0] * cores
        self.busy = 0.0

    def serve(
        self, now: float, service: float, what: str = "works", path: RequestPath | None = None
    ) -> float:
        """When work that arrives `now` (s) and takes `service` (s) on one core is done (s). `now`
        never falls."""
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
    """Of an operation, beside what each of its bytes takes."""

    instructions: float
    lines: float
    instructions_a_byte: float = 0.0
    lines_a_byte: float = 0.0

    def plus(self, other: "Work", share: float = 1.0) -> "Work":
        return Work(
            self.instructions + share * other.instructions,
            self.lines + share * other.lines,
            self.instructions_a_byte + share * other.instructions_a_byte,
            self.lines_a_byte + share * other.lines_a_byte,
        )

    def of(self, size: float) -> tuple[float, float]:
        """Instructions and lines of one operation on `size` bytes."""
        return (
            self.instructions + size * self.instructions_a_byte,
            self.lines + size * self.lines_a_byte,
        )


class Cycles(NamedTuple):
    """Cycles an instruction by what they go for."""

    working: float
    memory: float
    hops: float  # and other sockets' answers
    queues: float  # at links


def checksum_time(size: int, rate: float = SHA256) -> float:
    """For a block of `size` bytes on one core that does `rate` bytes a second. It has no part
    before the first byte."""
    return size / rate
