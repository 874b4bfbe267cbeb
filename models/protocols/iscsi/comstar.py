"""The iSCSI target of 2009, COMSTAR, in the kernel: no lock that all share, and so only processors and wires to wait for."""
from collections.abc import Generator, Sequence
from math import fsum
from typing import Any

from models.catalogue.machines import values
from models.head.cpu import Cpu
from models.head.cpu_work import Work
from models.head.head import Head, Operation
from models.head.pcie import Slot
from models.sim.loop import Loop
from models.units import KiB

SUN = values("7410")
USUAL = 8 * KiB


class TargetHost:
    """A head node under a target. cards: network cards, each in a slot of its own. iscsi_work: the kernel target's work
    beside an operation's bytes, against that of an NFS read; besides these it copies the data once more, which NFS of
    that time no longer did (Bourbonnais 2009: to bypass a copy is a future option)."""

    def __init__(self, machine: str = "head-7410", *, cards: int = 2, iscsi_work: float = SUN["iscsi_work"],
                 **overrides: Any):
        self.machine, self.head, self.more = machine, Head(machine, **overrides), iscsi_work
        c = self.head.constants
        self.cores = int(c["sockets"] * c["cores"])
        self.share: float = c["busy"]               # of the cores' time that can be in use
        self.out = fsum([Slot().rate] * cards)      # bytes a second that the cards can send

    def read(self, size: float, target: str) -> Operation:
        """What a cached read is to the head. Of the daemon's it is the kernel's part: the volume and the network."""
        work = self.head.read_work()
        if target == "kernel":
            plus = self.more - 1
            work = work.plus(Work(work.instructions * plus, work.lines * plus)).plus(self.head.copy_work())
        return Operation(size, work, sent=size)

    def most(self, size: float, target: str = "kernel") -> float:
        """Reads a second if nothing but cores and links limits them."""
        return self.head.most(self.read(size, target)).rate

    def seconds(self, size: float, target: str, rate: float) -> float:
        """Seconds of a core for a read while there are `rate` a second: lines take longer the more there are."""
        operation = self.read(size, target)
        most = self.head.most(operation)
        if rate >= most.rate:
            return self.cores * most.busy / most.rate
        rate = max(rate, most.rate / 1000)
        return self.cores * self.head.at(operation, rate).busy / rate

    def write_seconds(self, size: float, target: str) -> float:
        """Seconds of a core for a write, on a head that is far from its limit: as much more than a read's as those of an
        NFS write of 8 KiB are."""
        more = (SUN["cpu_write"] + SUN["cpu_network"]) / self.seconds(USUAL, "daemon", 0.0)
        return more * self.seconds(size, target, 0.0)

    def slower(self, than: "TargetHost", rate: float) -> float:
        """How many times as long the same instructions take here, both at `rate` reads of 8 KiB a second."""
        return self.seconds(USUAL, "daemon", rate) / than.seconds(USUAL, "daemon", rate)


class Kernel:
    """COMSTAR: each request is done by whichever core is free, its PDUs all at once."""

    def __init__(self, loop: Loop, cpu: Cpu):
        self.loop, self.cpu = loop, cpu

    def request(self, pdus: Sequence[int], work: Sequence[float]) -> Generator[Any, Any, None]:
        """Serve a request. work: seconds of a core for it, as one number in a list."""
        now = self.loop.now
        yield self.cpu.serve(now, work[0]) - now
