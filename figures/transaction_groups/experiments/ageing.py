"""Two writes that grow old among many others, and how many bytes lie with them in each place that a
write passes."""

from itertools import takewhile
from typing import NamedTuple

from models.devices.hdd import HardDisk
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.units import KiB
from models.zfs.pool.pool import LABEL

SIZE, OTHERS = 8 * KiB, 128 * KiB
ELSEWHERE = 2**38
"""Where they write, far behind what the others write over."""
SAFE = 0.25
"""The share of the others' writes that ask to be safe."""


class Ageing(NamedTuple):
    """A write: its path until it is told done (s), its group, and how many bytes of that came
    before it."""

    path: RequestPath
    told: float
    txg: int
    ahead: int


class Held(NamedTuple):
    """Bytes at `t` (s), each where it has come to: in the open group, in memory on its way, in the
    drive's cache, on the platter in a tree that no root leads to yet. log: bytes in use on the log
    device. old: what is written over by all of them, which the disk must keep until the group
    counts."""

    t: float
    open: int
    going: int
    cache: int
    platter: int
    log: int
    old: int


class Way(NamedTuple):
    """When a write's group closed, the drive had it, the platter had it, and the group counted (s)."""

    closed: float
    answered: float
    landed: float
    synced: float


class WatchedDisk(HardDisk):
    """A disk that remembers when which bytes came under its head."""

    landed: list[tuple[float, float, int, int]]  # first and last byte at (s), offset, size

    def put(self, now: float, offset: int, size: int) -> float:
        finish = super().put(now, offset, size)
        self.__dict__.setdefault("landed", []).append((self.last[2], finish, offset, size))
        return finish


class DirtyBytes:
    """`rate` bytes a second are written over what is there, and at `moment` (s) two more writes
    come, one of which asks to be safe: on the FreeBSD box with a log device, a group every
    `interval`."""

    def __init__(self, moment: float, rate: float, interval: float, seed: int):
        order = FREEBSD_BOX.order(groups={"interval": interval}, log={"devices": 1}).bare()
        self.box = Machine(order, seed, writes=True, commands=True, in_order=WatchedDisk)
        self.zfs, self.loop = self.box.zfs, self.box.loop
        self.disk: WatchedDisk = self.box.disk
        self.came = 0  # bytes so far
        self.start: dict[int, int] = {}  # where each group lies on the disk
        self.writes: dict[bool, Ageing] = {}  # by whether it asked to be safe
        self.loop.spawn(self.others(OTHERS / rate))
        for safe in (False, True):
            self.loop.spawn(self.one(moment, safe))

    def write(self, offset: int, size: int, safe: bool, path: RequestPath | None = None) -> Process:
        yield from self.zfs.write(offset, size, safe, rewrite="memory", block=size, path=path)

    def others(self, pause: float) -> Process:
        """Writes one behind the other in a file, which do not wait for each other."""
        while True:
            yield pause
            self.loop.spawn(
                self.write(self.came // OTHERS * OTHERS, OTHERS, self.box.random.random() < SAFE)
            )
            self.came += OTHERS

    def one(self, moment: float, safe: bool) -> Process:
        yield moment
        groups, ahead, path = self.zfs.groups, self.zfs.groups.dirty, RequestPath(moment)
        self.came += SIZE
        yield from self.write(ELSEWHERE + safe * SIZE, SIZE, safe, path)
        self.writes[safe] = Ageing(path, self.loop.now, groups.number, ahead + safe * SIZE)

    def look(self, now: float) -> Held:
        """Run up to `now` (s), and say what lies where."""
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
        """How many of `size` bytes of a group that lies at `begin` the drive has answered."""
        mine = takewhile(
            lambda one: one.offset >= begin or one.offset < LABEL, reversed(self.disk.trace)
        )
        return sum(
            one.size
            for one in mine
            if one.finish <= now and one.op == "write" and begin <= one.offset < begin + size
        )

    def on_platter(self, now: float, begin: int, size: int) -> int:
        """How many of them have passed under the head."""
        self.disk.advance(now)
        mine = takewhile(lambda one: one[2] >= begin or one[2] < LABEL, reversed(self.disk.landed))
        return sum(
            min(
                length if finish <= now else self.disk.passed(start, now, offset, length),
                begin + size - offset,
            )
            for start, finish, offset, length in mine
            if begin <= offset < begin + size and start < now
        )

    def way(self, write: Ageing) -> Way:
        """The way of a write whose group is on disk. The bytes of a group lie in the order in which
        they came."""
        group = next(group for group in self.zfs.groups.history if group.number == write.txg)
        at = self.start[write.txg] + write.ahead
        answered = next(
            one.finish
            for one in self.disk.trace
            if one.op == "write" and one.offset <= at < one.offset + one.size
        )
        first, last, offset, size = next(
            one for one in self.disk.landed if one[2] <= at < one[2] + one[3]
        )
        landed = first + (last - first) * (at + SIZE - offset) / size
        return Way(group.closed, min(answered, landed), landed, group.synced)
