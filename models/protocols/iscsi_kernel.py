"""The iSCSI target of 2009, COMSTAR, in the kernel: no lock that all share, and so only processors and wires to wait for."""
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from models.check import a_number, at_least, counted
from models.host.cpu import Cpu
from models.loop import Loop
from models.machines.sun_7310 import SUN_7310

FIXED, EACH = (float(SUN_7310[name].value) for name in ("cycles_read", "cycles_byte"))
"""Cycles of a cached read over NFS on a head of one socket, and for each of its bytes."""


def operation_cycles(size: float, stall: float, *, fixed: float = FIXED, each: float = EACH) -> float:
    """Cycles of a core for an operation of `size` bytes that finds its data in memory.

    stall: how many times as long the instructions take as on a head of one socket, since they wait for memory that other
    sockets ask for as well. The same as for NFS: nothing in it is iSCSI's own.
    """
    a_number("size", size, 0, unit="bytes")
    a_number("stall", stall, above=0)
    at_least(0, fixed=fixed, each=each)
    return stall * (fixed + each * size)


@dataclass(frozen=True)
class Head:
    """The processors of a head node: cores of `clock` cycles a second, and the stall of `operation_cycles`. out: bytes a
    second that its network cards send at most. Raises ValueError for what no head has."""

    cores: int
    clock: float
    stall: float
    out: float

    def __post_init__(self) -> None:
        counted(cores=self.cores)
        for name in ("clock", "stall", "out"):
            a_number(name, getattr(self, name), above=0)

    def work(self, size: float) -> float:
        """Seconds of a core for an operation of `size` bytes."""
        return operation_cycles(size, self.stall) / self.clock

    def slower(self, than: "Head") -> float:
        """How many times as long the same instructions take here."""
        return (self.stall / self.clock) / (than.stall / than.clock)


class Kernel:
    """COMSTAR: each request is done by whichever core is free, its PDUs all at once."""

    def __init__(self, loop: Loop, cpu: Cpu):
        self.loop, self.cpu = loop, cpu
        self.sleeps = 0

    def request(self, pdus: Sequence[int], work: Sequence[float]) -> Generator[Any, Any, None]:
        """Serve a request. work: seconds of a core for it, as one number in a list."""
        now = self.loop.now
        yield self.cpu.serve(now, work[0]) - now
