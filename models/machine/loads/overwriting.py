"""Overwrites of a file, for which nobody waits."""

from dataclasses import dataclass

from models.check import a_number, requested
from models.machine.machine import Machine
from models.sim.loop import Process
from models.units import GiB, KiB, ms
from models.zfs.pool.records import block_of

TOGETHER = 10 * ms
"""Time whose overwrites are made at a time: fewer events."""


@dataclass(frozen=True)
class Overwriting:
    """`rate` times a second `size` bytes of a file of `data` bytes are written anew, aligned, each
    place as often as another; nobody waits for safety. Blocks are as `block_of` says; with ZFS's
    own allocator all are whole records of the pool's."""

    data: float = 10 * GiB
    size: int = 8 * KiB
    rate: float = 1000.0

    def __post_init__(self) -> None:
        requested(self.size)
        a_number("data", self.data, self.size)
        a_number("rate", self.rate, above=0)

    def start(self, machine: Machine) -> None:
        machine.loop.spawn(self.program(machine))

    def program(self, machine: Machine) -> Process:
        groups, random, files = machine.zfs.groups, machine.random.random, machine.pool.files
        record = groups.spec.record if files else block_of(self.size, machine.log.record)
        size = record if files else self.size
        whole, lump = max(size, record), max(1, round(self.rate * TOGETHER))
        file = (
            len(machine.pool.contents.places)
            if files
            else int(self.data // whole) * whole // record
        )
        places, each, small = file * record // size, max(1, size // record), max(1, record // size)
        yield lump / self.rate / 2  # so that none comes just when a group goes out
        while True:
            first = [int(random() * places) * each // small for _ in range(lump)]
            yield from groups.rewrite(
                file, first if each == 1 else [n + k for n in first for k in range(each)], record
            )
            yield lump / self.rate
