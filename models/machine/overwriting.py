"""Programs on the machine itself that write anew what is there."""
from dataclasses import dataclass

from models.check import a_number, requested
from models.machine.machine import Machine
from models.sim.loop import Process
from models.units import GiB, KiB, ms

LUMP = 10 * ms
"""Where many come in so long a time, they come together: fewer events."""


@dataclass(frozen=True)
class Overwriting:
    """`rate` times a second `size` bytes of a file of `data` bytes are written anew, aligned, each place as often as any
    other; nobody waits for safety. Where the pool has ZFS's own allocator, they are of its contents, and whole records."""

    data: float = 10 * GiB
    size: int = 8 * KiB
    rate: float = 1000.0

    def __post_init__(self) -> None:
        requested(self.size)
        a_number("data", self.data, self.size)
        a_number("rate", self.rate, above=0)

    def start(self, machine: Machine) -> None:
        """Begin."""
        machine.loop.spawn(self.program(machine))

    def program(self, machine: Machine) -> Process:
        """All of them."""
        groups, random, files = machine.zfs.groups, machine.random.random, machine.pool.files
        record, size = groups.spec.record, groups.spec.record if files else self.size
        whole, lump = max(size, record), max(1, round(self.rate * LUMP))
        file = len(machine.pool.contents.places) if files else int(self.data // whole) * whole // record
        places, each, small = file * record // size, max(1, size // record), max(1, record // size)
        yield lump / self.rate / 2          # so that none comes just when a group goes out
        while True:
            first = [int(random() * places) * each // small for _ in range(lump)]
            yield from groups.rewrite(file, first if each == 1 else [n + k for n in first for k in range(each)])
            yield lump / self.rate
