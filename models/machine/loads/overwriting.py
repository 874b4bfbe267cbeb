"""Asynchronous overwrites of a file."""

from dataclasses import dataclass

from models.check import a_number, requested
from models.machine.machine import Machine
from models.sim.loop import Process
from models.units import GiB, KiB, ms
from models.zfs.pool.records import block_of

TOGETHER = 10 * ms
"""Period whose overwrites are combined (fewer events), in s."""


@dataclass(frozen=True)
class Overwriting:
    """Asynchronous, aligned overwrites at uniformly random places of a file.

    The block size is that of `block_of`. With ZFS's own allocator, all overwrites are of whole
    records of the pool."""

    data: float = 10 * GiB  # size of the file (bytes)
    size: int = 8 * KiB  # bytes of an overwrite
    rate: float = 1000.0  # overwrites per second

    def __post_init__(self) -> None:
        requested(self.size)
        a_number("data", self.data, self.size)
        a_number("rate", self.rate, above=0)

    def start(self, machine: Machine) -> None:
        """Start the program that overwrites."""
        machine.loop.spawn(self.program(machine))

    def program(self, machine: Machine) -> Process:
        """Yield the waits of the program."""
        groups, random, files = machine.zfs.groups, machine.random.random, machine.pool.files
        record = groups.spec.record if files else block_of(self.size, machine.log.record)
        size = record if files else self.size
        whole, lump = max(size, record), max(1, round(self.rate * TOGETHER))
        file = int(self.data // whole) * whole // record
        if files:
            file = len(machine.pool.contents.places)
        places, each, small = file * record // size, max(1, size // record), max(1, record // size)
        yield lump / self.rate / 2  # no overwrite at the very time of a group
        while True:
            first = [int(random() * places) * each // small for _ in range(lump)]
            yield from groups.rewrite(
                file, first if each == 1 else [n + k for n in first for k in range(each)], record
            )
            yield lump / self.rate
