"""Many synchronous writes of a lone program at one stroke, as long as nothing comes between them.

While one program writes to one log device without moving parts, each write costs what the last one did, until something
else happens: a group goes out, the log is full, too much is dirty. A test holds this to the long way.
"""
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from models.devices.solid_state import SolidState
from models.sim.loop import Process
from models.zfs.allocator.allocator import FreeSpace
from models.zfs.dataset import Zfs


@dataclass(frozen=True)
class RunOfWrites:
    """`count` writes that take `each` seconds."""

    count: int
    each: float

    @property
    def length(self) -> float:
        """Seconds."""
        return self.count * self.each


NOTHING = RunOfWrites(0, 0.0)


def ahead(zfs: Zfs, size: int, longest: float = inf, most: float = inf) -> RunOfWrites:
    """How many writes of `size` bytes a program may do at one stroke now, in at most `longest` seconds and at most `most`
    of them; none where each must be done by itself."""
    loop, log, pool, groups = zfs.loop, zfs.log, zfs.pool, zfs.groups
    block = log.steady(size)
    if (zfs.recording or log.recording or log.trains or log.out or log.points(size) or zfs.sync != "standard"
            or groups.each or groups.smooth or not block or len(pool.logs) != 1):
        return NOTHING
    devices = pool.logs[0].devices
    device, space = devices[0], pool.log.spaces[0]
    assert isinstance(space, FreeSpace)
    if (len(devices) != 1 or not isinstance(device, SolidState) or type(device).serve is not SolidState.serve
            or device.recording or device.ready > loop.now):
        return NOTHING
    each = zfs.host + device.access + block / device.rate + (device.flush_cost if log.spec.flush else 0.0)
    room = sum(stop - space.cursor for start, stop in space.free if start <= space.cursor < stop) // block
    dirty = (groups.limit - groups.held) // size
    time = (min(loop.heap[0][0] - loop.now, longest) if loop.heap else longest) / each
    count = int(min(room, dirty, time, most)) - 1       # the last one is done the long way
    return RunOfWrites(count, each) if count > 1 else NOTHING


def done(zfs: Zfs, size: int, run: RunOfWrites, fresh: bool = True) -> None:
    """What `run` leaves behind, once its time has passed. fresh: the group has not got what it covers yet."""
    log, count = zfs.log, run.count
    block = zfs.pool.take_log(count * log.steady(size), zfs.groups.number, log.last)
    log.last = block.vdev
    log.number += count
    device = block.vdev.devices[0]
    assert isinstance(device, SolidState)
    device.station.busy += run.length - count * zfs.host
    device.station.free = zfs.loop.now
    if fresh:
        zfs.groups.dirty += count * size


class Stream:
    """A lone program that writes `size` bytes synchronously, waits, and writes the next: `bytes` are safe so far."""

    def __init__(
        self,
        zfs: Zfs,
        size: int,
        *,
        offsets: Iterator[int] | None = None,   # where it writes, by default one behind the other
        rewrite: str = "",                      # as for Zfs.write
        longest: float = 0.05,                  # seconds at one stroke at most; 0: each write by itself
    ):
        self.zfs, self.size, self.offsets, self.longest = zfs, size, offsets, longest
        self.rewrite = "" if offsets is None and size % zfs.log.record == 0 else rewrite
        self.bytes = 0

    def easy(self) -> float:
        """How many of the next writes need no more than the log: of an old file those into a block that its group has."""
        if not self.rewrite:
            return inf
        block, txg = self.zfs.held.get(id(self.zfs.log), (-1, -1))
        if self.offsets is not None or txg != self.zfs.groups.number:
            return 0
        return ((block + 1) * self.zfs.log.record - self.bytes) // self.size

    def program(self) -> Process:
        """Write for ever."""
        zfs, size = self.zfs, self.size
        while True:
            run = ahead(zfs, size, self.longest, self.easy()) if self.longest else NOTHING
            if run.count:
                yield run.length
                done(zfs, size, run, not self.rewrite)
                self.bytes += run.count * size
            offset = self.bytes if self.offsets is None else next(self.offsets)
            yield from zfs.write(offset, size, True, rewrite=self.rewrite)
            self.bytes += size
