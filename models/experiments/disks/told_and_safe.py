"""One synchronous write to a lone disk: when the program is told that it is safe, and when it is."""
from typing import NamedTuple

from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.loop import Process
from models.sim.path import RequestPath, last_access
from models.units import ms

WARM = 4
"""Writes, the last of which is followed."""


class ToldAndSafe(NamedTuple):
    """The path of a write until the program is told, with what the disk's arm did for it, then too; the seconds from the
    program's call until it is told, and until the platter has the data."""

    path: RequestPath
    told: float
    safe: float


def told_and_safe(size: int, *, cached: bool, flushed: bool, speed: float, host: float, seed: int) -> ToldAndSafe:
    """A write of `size` bytes through the intent log of the FreeBSD box, behind others like it that the platter has.

    cached: the disk has a cache, which is `flushed` before the program is told, or never. speed: turns a second. host:
    seconds in the file system. The seed says at which angle the platter stands at first.
    """
    order = FREEBSD_BOX.order(speed=speed, host=host, disk_cache="off" if not cached else "on" if flushed else "ignored")
    machine = Machine(order.bare(), seed)
    loop, disk, paths, told = machine.loop, machine.disk, list[RequestPath](), list[float]()

    def program() -> Process:
        for number in range(WARM):
            yield disk.drain(loop.now) - loop.now
            paths.append(RequestPath(loop.now))
            yield from machine.zfs.write(number * size, size, True, path=paths[-1])
            told.append(loop.now)
    loop.spawn(program())
    while len(told) < WARM:
        loop.run(until=loop.now + 1 * ms)
    path = paths[-1]
    safe = disk.drain(told[-1])
    if safe > told[-1]:
        path.accesses.append(last_access(disk))
    return ToldAndSafe(path, told[-1] - path.begun, safe - path.begun)
