"""One synchronous write to a lone disk: when the program is told that it is safe, and when it is."""
from typing import NamedTuple

from models.devices.hdd import HardDisk
from models.machine.order import FREEBSD_BOX
from models.sim.path import RequestPath, last_access
from models.zfs.zil.intent_log import LogSpec

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
    block = LogSpec().pack([size])[0]
    disk = HardDisk(FREEBSD_BOX.order(speed=speed).drive, cache=cached, phase=(seed * 0.618) % 1.0)
    path, told = RequestPath(), 0.0
    for number in range(WARM):
        told = disk.drain(told)
        path = RequestPath(told)
        path.serve("file system", "takes the write", told + host)
        path.doing = "log write"
        told = disk.write(path.end, number * block, block, path)
        if flushed:
            path.doing = "flush"
            told = disk.flush(told, path)
    safe = disk.drain(told)
    if safe > told:
        path.accesses.append(last_access(disk))
    return ToldAndSafe(path, told - path.begun, safe - path.begun)
