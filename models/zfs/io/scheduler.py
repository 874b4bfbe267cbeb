"""ZFS's queue in front of a disk, sorted by class and deadline. The drive's own queue has no
classes.

ZFS can neither recall nor reorder what it has issued to the drive. So the number of commands it
issues at a time (zfs_vdev_max_pending) decides in which of the two queues an I/O waits.
"""

from bisect import bisect_left, insort
from collections.abc import Callable
from math import inf

from models.catalogue.machines import values
from models.devices.device import Command, Drive
from models.sim.path import RequestPath
from models.zfs.io.queue_order import (
    EDGES,
    NO_LIMITS,
    STEP,
    Limits,
    PerClass,
    Sorted,
    WithCredit,
    Zio,
    deadline,
)

QUEUE = values("zfs-queue")
PRIORITIES: dict[str, int] = {
    name.removeprefix("priority_").replace("_", " "): value
    for name, value in QUEUE.items()
    if name.startswith("priority_")
}
"""The classes of the old queue; low numbers go first."""
DELAYS = {**PRIORITIES, "rebuild": PRIORITIES["resilver"]}
"""Their delays in steps, and that of a class which is younger."""
RULES = ("deadline", "fcfs", "per class", "with credit")
PER_CLASS = ("per class", "with credit")
MOST_PENDING = 1000
FLAVOUR = {"resilver": 1, "rebuild": 1, "scrub": 2}
"""I/Os of these classes are only aggregated with their own kind."""


class VdevQueue:
    """A queue that keeps at most `max_pending` commands in the drive; `rule` orders the rest.
    Waiting I/Os that are adjacent are issued as one command, those of a resilver only with their
    own kind. Call `submit` in time order, no later than `due` of the drive, and `answered`
    for each command that the drive answers."""

    def __init__(
        self,
        drive: Drive,
        *,
        max_pending: int = QUEUE["pending"],  # ignored by the per-class rules
        aggregation: int = QUEUE["aggregation"],  # largest command (bytes); 0: no aggregation
        gap: int = QUEUE["read_gap"],  # largest hole across which reads are aggregated (bytes)
        rule: str = "deadline",  # one of `RULES`: old ZFS, arrival order, OpenZFS of 2013 and 2020
        dirty: float | Callable[[], float] = 0.0,  # as in `PerClass`
        limits: Limits = NO_LIMITS,  # as in `PerClass`
        edges: tuple[float, float] = EDGES,  # as in `PerClass`
        # an arrival is issued at once if fewer commands are in the drive; None: max_pending
        start: int | None = None,
        ramp: int = MOST_PENDING,  # commands issued per answer (the old code: 2)
        counted: bool = True,  # whether to add up the waiting, active and busy times
    ):
        self.drive, self.aggregation = drive, aggregation
        self.gap, self.rule, self.ramp, self.counted = gap, rule, ramp, counted
        self.order: Sorted | PerClass
        if rule in PER_CLASS:
            self.order = (PerClass if rule == "per class" else WithCredit)(dirty, limits, edges)
        else:
            self.order = Sorted("number" if rule == "fcfs" else "deadline")
        self.max_pending = MOST_PENDING if rule in PER_CLASS else max_pending
        self.start = self.max_pending if start is None else start
        self.by_offset: dict[str, list[tuple[int, int, Zio]]] = {"read": [], "write": []}  # sorted
        self.in_drive: dict[Command, tuple[Zio, list[Zio]]] = {}  # command -> I/O chosen, all I/Os
        self.flushes: dict[Command, Zio] = {}  # flushes in the drive
        self.now = 0.0
        self.arrivals = 0  # I/Os so far
        self.waiting = 0  # I/Os that wait here
        self.waiting_time = self.active_time = self.busy_time = 0.0

    def submit(
        self,
        now: float,
        op: str,
        offset: int,
        size: int,
        kind: str = "sync read",
        owner: object = None,
        path: RequestPath | None = None,
    ) -> Zio:
        """Add an I/O that arrives at `now` (s), in time order, and return it. A later `answered`
        returns it."""
        if self.counted:
            self.pass_time(now)
        self.arrivals = number = self.arrivals + 1
        priority = DELAYS[kind]
        due, none = int(now / STEP) + priority, None
        zio = Zio(op, offset, size, now, kind, owner, priority, due, number, inf, inf, none, path)
        room, order = len(self.in_drive) < self.start, self.order
        if room and not self.waiting and order.admits(zio):
            self.send(now, zio, [zio])
            return zio
        order.add(zio)
        self.waiting += 1
        if self.aggregation:
            insort(self.by_offset[op], (offset, number, zio))
        if room:
            self.issue(now, self.start, MOST_PENDING)
        return zio

    def promote(self, now: float, zio: Zio) -> None:
        """Treat an I/O as a sync read that arrives at `now` (s), unless it has been issued."""
        if zio.issued == inf and zio.priority != PRIORITIES["sync read"]:
            zio.kind, zio.priority = "sync read", PRIORITIES["sync read"]
            zio.deadline = deadline(now, zio.priority)
            self.order.add(zio)

    def flush(self, now: float, owner: object, path: RequestPath | None = None) -> Zio:
        """Issue a flush at once, ahead of all waiting I/Os, and return it. A later `answered` returns
        it."""
        if self.counted:
            self.pass_time(now)
        zio = Zio("flush", 0, 0, now, "now", owner, issued=now, path=path)
        zio.whole = command = self.drive.submit(now, "flush", 0, 0, path)
        self.flushes[command] = zio
        return zio

    def answered(self, command: Command) -> list[Zio]:
        """Finish a command that the drive has answered, and issue the next. Return the I/Os
        answered."""
        if self.counted:
            self.pass_time(command.finish)
        if self.flushes and command in self.flushes:
            flush = self.flushes.pop(command)
            flush.finish = command.finish
            return [flush]
        head, parts = self.in_drive.pop(command)
        self.order.count_active(head, -1)
        for zio in parts:
            zio.finish = command.finish
        if self.waiting:
            self.issue(command.finish, self.max_pending, self.ramp)
        return parts

    def issue(self, now: float, pending: int, most: int) -> None:
        """Issue at most `most` I/Os in order while the drive has fewer than `pending` commands."""
        while most and self.waiting and len(self.in_drive) < pending:
            zio = self.order.head()
            if zio is None:
                break
            parts = self.joined(zio) if self.aggregation else [zio]
            self.waiting -= len(parts)
            self.send(now, zio, parts)
            most -= 1

    def send(self, now: float, zio: Zio, parts: list[Zio]) -> None:
        """Issue an I/O to the drive at `now` (s), as one command with those joined with it, which
        lie in order of offset in `parts`."""
        offset, size, path = zio.offset, zio.size, zio.path
        if path is not None or len(parts) > 1:
            offset, path = parts[0].offset, self.followed(parts, now)
            size = max([part.offset + part.size for part in parts]) - offset
        command = self.drive.submit(now, zio.op, offset, size, path)
        zio.issued, zio.whole = now, command
        if len(parts) > 1:
            for part in parts:
                part.issued, part.whole = now, command
        self.in_drive[command] = (zio, parts)
        self.order.count_active(zio, 1)

    def followed(self, parts: list[Zio], now: float) -> RequestPath | None:
        """Return the path of a command issued at `now` (s), which these I/Os share, or None if no
        I/O is traced."""
        path = None
        for zio in parts:
            if zio.path is not None:
                zio.path.wait(zio.path.doing, "ZFS's queue", now, "queue")
                path = path or zio.path.fork(zio.path.doing)
                zio.fork = path
        return path

    def joined(self, zio: Zio) -> list[Zio]:
        """Remove an I/O, and those joined with it in one command, from the queue. Return them by
        offset."""
        placed, flavour = self.by_offset[zio.op], FLAVOUR.get(zio.kind)
        if len(placed) == 1:
            return [placed.pop()[2]]
        gap, most = self.gap if zio.op == "read" else 0, self.aggregation
        first = bisect_left(placed, (zio.offset, zio.number))
        last, start, end = first + 1, zio.offset, zio.offset + zio.size
        while first:
            before = placed[first - 1][2]
            hole, size = start - before.offset - before.size, end - before.offset
            if not 0 <= hole <= gap or size > most or FLAVOUR.get(before.kind) != flavour:
                break
            start, first = before.offset, first - 1
        while last < len(placed):
            behind = placed[last][2]
            hole, size = behind.offset - end, behind.offset + behind.size - start
            if not 0 <= hole <= gap or size > most or FLAVOUR.get(behind.kind) != flavour:
                break
            end, last = start + size, last + 1
        parts = [entry[2] for entry in placed[first:last]]
        del placed[first:last]
        return parts

    def pass_time(self, now: float) -> None:
        """Add the time up to `now` (s) to the waiting, active and busy times."""
        passed = now - self.now
        if passed > 0:
            self.now = now
            if self.waiting:
                self.waiting_time += passed * self.waiting
            if active := len(self.in_drive):
                self.active_time += passed * active
                self.busy_time += passed
