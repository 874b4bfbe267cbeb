"""Tables whose last line sums up the others: clients of a server, counters of processors."""

from collections.abc import Iterable, Sequence
from math import fsum
from typing import NamedTuple

from models.units import KB, us


class Client(NamedTuple):
    """A line of cifssvrtop: a client, or all. Reads are left out, because the listings have none."""

    name: str
    ops: float  # per second
    writes: float  # per second
    rate: float  # bytes written per second
    time: float  # mean of a write (s)
    aligned: float  # share (0-1)


def cifssvrtop(text: str) -> tuple[float, list[Client]]:
    """Return the bytes written in the interval, and the lines. The last one is that of all clients. The tool prints
    no unit of the times; microseconds are assumed."""
    head, _, *lines = text.splitlines()
    written = float(head.split()[-2]) * KB
    clients = []
    for line in lines:
        *name, ops, _, writes, _, rate, _, time, aligned = line.split()
        numbers = float(ops), float(writes), float(rate) * KB, float(time) * us
        clients.append(Client(" ".join(name), *numbers, float(aligned) / 100))
    return written, clients


def mean_time(clients: Iterable[Client]) -> float:
    """Return the mean time of all their writes (s): the sum of the times over the number of writes."""
    clients = list(clients)
    return fsum([one.time * one.writes for one in clients]) / fsum([one.writes for one in clients])


class Core(NamedTuple):
    """A core in an interval: cycles that passed, cycles in which it was not halted, and instructions."""

    total: float
    cycles: float
    instructions: float


def cpi(cores: Sequence[Core]) -> tuple[float, float]:
    """Return the cycles per instruction of all cores, and their share of the time at work (0-1), as the script
    amd64cpi-kernel does: it sums before it divides. Source: Gregg 2009, 7410 hardware update."""
    cycles = fsum([core.cycles for core in cores])
    return cycles / fsum([core.instructions for core in cores]), cycles / fsum(
        [core.total for core in cores]
    )
