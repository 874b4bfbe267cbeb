"""Reads of a machine at a steady pace in simulated time, in which disks, flash and the feeder take
as long as they would."""

from collections.abc import Callable

from models.machine import Machine


def in_its_time(
    machine: Machine, draw: Callable[[], int], size: int, count: int, now: float, gap: float
) -> None:
    """Issue `count` reads of `size` bytes, one every `gap` s from `now` (s) on, each in a process
    of its own on the machine's loop. draw: returns the number of the next block."""
    loop = machine.loop
    for _ in range(count):
        now += gap
        loop.spawn(machine.reads.read(draw(), size), at=max(now, loop.now))
        loop.run(until=now)
