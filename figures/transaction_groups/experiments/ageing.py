"""Two writes that age among many others, and the bytes in each place that a write passes."""

from itertools import takewhile
from typing import NamedTuple

from models.devices.hdd import HardDisk
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.loop import Process
from models.units import KiB
from models.zfs.pool.pool import LABEL

SIZE, OTHERS = 8 * KiB, 128 * KiB
ELSEWHERE = 2**38
"""Offset (bytes) of the two writes, far behind the places of the others."""
SAFE = 0.25
"""The share of the others' writes that are synchronous."""


class Ageing(NamedTuple):
    """A write. acknowledged: when it was (s). txg: the number of its group. ahead: bytes that came
    into the group before it."""

    acknowledged: float
    txg: int
    ahead: int


class Held(NamedTuple):
    """Bytes at `t` (s) by place: in the open group, in memory on their way to the disk, in the
    drive's cache, and on the platter in a tree to which no root leads yet.

    log: bytes in use on the log device. old: overwritten bytes that the disk must keep until the
    group is on disk.
    """

    t: float
    open: int
    going: int
    cache: int
    platter: int
    log: int
    old: int


class Way(NamedTuple):
    """The times (s) at which a write's group closed, the drive answered for its bytes, these bytes
    were on the platter, and the group was on disk."""

    closed: float
    answered: float
    landed: float
    synced: float


class WatchedDisk(HardDisk):
    """A disk that records when bytes passed under its head."""

    landed: list[
        tuple[float, float, int, int]
    ]  # times (s) at which the first and the last byte passed, offset, size

    def put(self, now: float, offset: int, size: int) -> float:
        """Write bytes to the platter, record them, and return the time (s) at which they were
        written."""
        finish = super().put(now, offset, size)
        self.__dict__.setdefault("landed", []).append((self.last[2], finish, offset, size))
        return finish


class DirtyBytes:
    """A FreeBSD box with a log device and a group every `interval` s, in which two writes age among
    others.

    Other programs overwrite `rate` bytes per second. At `moment` (s) two more writes come, one of
    them synchronous.
    """

    def __init__(self, moment: float, rate: float, interval: float, seed: int) -> None:
        order = FREEBSD_BOX.order(groups={"interval": interval}, log={"devices": 1}).bare()
        self.box = Machine(order, seed, writes=True, commands=True, in_order=WatchedDisk)
        self.zfs, self.loop = self.box.zfs, self.box.loop
        self.disk: WatchedDisk = self.box.disk
        self.written = 0  # bytes written so far
        self.start: dict[int, int] = {}  # offset of each group on the disk
        self.writes: dict[bool, Ageing] = {}  # the two writes, by whether they are synchronous
        self.loop.spawn(self.others(OTHERS / rate))
        for safe in (False, True):
            self.loop.spawn(self.ageing_write(moment, safe))

    def write(self, offset: int, size: int, safe: bool) -> Process:
        """Write to the file system, synchronously if `safe`, yielding each wait to the loop."""
        yield from self.zfs.write(offset, size, safe, rewrite="memory", block=size)

    def others(self, pause: float) -> Process:
        """Issue a write every `pause` (s), one after another in a file, without waiting for them.
        Yield each pause to the loop."""
        while True:
            yield pause
            self.loop.spawn(
                self.write(self.written // OTHERS * OTHERS, OTHERS, self.box.random.random() < SAFE)
            )
            self.written += OTHERS

    def ageing_write(self, moment: float, safe: bool) -> Process:
        """Make one of the two writes at `moment` (s) and record it, yielding each wait to the
        loop."""
        yield moment
        groups, ahead = self.zfs.groups, self.zfs.groups.dirty
        self.written += SIZE
        yield from self.write(ELSEWHERE + safe * SIZE, SIZE, safe)
        self.writes[safe] = Ageing(self.loop.now, groups.number, ahead + safe * SIZE)

    def look(self, now: float) -> Held:
        """Run up to `now` (s), and return the bytes in each place."""
        self.loop.run(until=now)
        groups = self.zfs.groups
        out, blocks = groups.out, groups.blocks.get(groups.out.number) if groups.out else None
        answered = landed = 0
        if out and blocks:
            begin = self.start[out.number] = blocks[0].offset
            answered, landed = (
                self.sent(now, begin, out.bytes),
                self.on_platter(now, begin, out.bytes),
            )
            landed = min(landed, answered)
        going, old = (out.bytes - answered, out.freed) if out else (0, 0)
        return Held(
            now,
            groups.dirty,
            going,
            answered - landed,
            landed,
            self.box.pool.log_used,
            old + groups.freed,
        )

    def sent(self, now: float, begin: int, size: int) -> int:
        """Return how many bytes of a group the drive has answered. begin: offset of the group.
        size: its bytes."""
        of_group = takewhile(
            lambda one: one.offset >= begin or one.offset < LABEL, reversed(self.disk.trace)
        )
        return sum(
            one.size
            for one in of_group
            if one.finish <= now and one.op == "write" and begin <= one.offset < begin + size
        )

    def on_platter(self, now: float, begin: int, size: int) -> int:
        """Return how many bytes of a group have passed under the head. begin: offset of the group.
        size: its bytes."""
        self.disk.advance(now)
        of_group = takewhile(
            lambda one: one[2] >= begin or one[2] < LABEL, reversed(self.disk.landed)
        )
        return sum(
            min(
                length if finish <= now else self.disk.passed(start, now, offset, length),
                begin + size - offset,
            )
            for start, finish, offset, length in of_group
            if begin <= offset < begin + size and start < now
        )

    def way(self, write: Ageing) -> Way:
        """Return the times on the way of a write whose group is on disk. The bytes of a group lie
        in the order in which they came."""
        group = next(group for group in self.zfs.groups.history if group.number == write.txg)
        at = self.start[write.txg] + write.ahead
        answered = next(
            each.finish
            for each in self.disk.trace
            if each.op == "write" and each.offset <= at < each.offset + each.size
        )
        first, last, offset, size = next(
            each for each in self.disk.landed if each[2] <= at < each[2] + each[3]
        )
        landed = first + (last - first) * (at + SIZE - offset) / size
        return Way(group.closed, min(answered, landed), landed, group.synced)
