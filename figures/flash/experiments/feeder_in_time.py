"""Reads of a machine at a steady pace, in its own time: disks and flash take theirs, and the feeder
has its turns between."""

from collections.abc import Callable

from models.machine import Machine


def in_its_time(
    machine: Machine, draw: Callable[[], int], size: int, count: int, now: float, gap: float
) -> None:
    """The reads of `cache_reads`, each by a program of its own on the machine's loop."""
    loop = machine.loop
    for _ in range(count):
        now += gap
        loop.spawn(machine.reads.read(draw(), size), at=max(now, loop.now))
        loop.run(until=now)
