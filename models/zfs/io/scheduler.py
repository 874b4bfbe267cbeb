"""ZFS's queue before a disk: sorted by class and deadline. Beneath it the drive's own queue, which
knows no class.

What ZFS has handed to the drive it can neither call back nor put in order again; so how much it
hands down at a time (zfs_vdev_max_pending) decides which of the two queues an I/O waits in.
"""

from bisect import bisect_left, insort
from collections.abc import Callable
from heapq import heappop, heappush
from math import inf

from models.catalogue.machines import values
from models.devices.device import Command, Drive
from models.sim.path import RequestPath
from models.zfs.io.queue_order import (
    EDGES,
    NO_LIMITS,
    Limits,
    PerClass,
    Sorted,
    WithCredit,
    Zio,
    by_deadline,
    deadline,
)

QUEUE = values("zfs-queue")
PRIORITIES: dict[str, int] = {
    name: QUEUE[f"priority_{name.replace(' ', '_')}"]
    for name in (
        "now",
        "sync read",
        "sync write",
        "log write",
        "cache fill",
        "ddt prefetch",
        "free",
        "async write",
        "async read",
        "resilver",
        "scrub",
    )
}
"""The classes of the old queue; low numbers first."""
RULES = ("deadline", "fcfs", "per class", "with credit")
PER_CLASS = ("per class", "with credit")
OPTIONS = ("aggregation", "gap", "dirty", "start", "ramp")
MOST_PENDING = 1000
FLAVOUR = {"resilver": 1, "scrub": 2}
"""I/Os of these classes are joined with their like alone."""


class VdevQueue:
    """At most `max_pending` commands are in the drive's hands; all else waits here, where `rule`
    says who goes next.

    I/Os that wait and touch go down as one command; those of a resilver only with their like.
    `submit` in order of time, no later than `due`, and let `step` after `step` happen.
    """

    def __init__(
        self,
        drive: Drive,
        *,
        max_pending: int = QUEUE["pending"],  # does not count under the rules of each class
        aggregation: int = QUEUE[
            "aggregation"
        ],  # bytes of one command, at most; 0: nothing is put together
        gap: int = QUEUE["read_gap"],  # bytes of a hole across which reads are put together
        rule: str = "deadline",  # (old ZFS), fcfs: as they come, per class: OpenZFS from 2013 on, with
        #                                             credit: from 2020 on (both: `queue_order`)
        dirty: float | Callable[[], float] = 0.0,  # as in `queue_order`
        limits: Limits = NO_LIMITS,  # the same
        edges: tuple[float, float] = EDGES,  # the same
        start: int
        | None = None,  # commands the drive may have when an I/O goes down on its arrival; None:
        #                                             max_pending (the old code took 4, whatever the maximum)
        ramp: int = MOST_PENDING,  # commands that go down on each answer (two in the old code)
    ):
        self.drive, self.aggregation, self.gap, self.rule, self.ramp = (
            drive,
            aggregation,
            gap,
            rule,
            ramp,
        )
        self.line: Sorted | PerClass = (
            (PerClass if rule == "per class" else WithCredit)(dirty, limits, edges)
            if rule in PER_CLASS
            else Sorted(lambda zio: zio.number)
            if rule == "fcfs"
            else by_deadline()
        )
        self.max_pending = MOST_PENDING if rule in PER_CLASS else max_pending
        self.start = self.max_pending if start is None else start
        self.places: dict[str, list[tuple[int, int, Zio]]] = {
            "read": [],
            "write": [],
        }  # what waits, by place
        self.hands: dict[
            Command, tuple[Zio, list[Zio]]
        ] = {}  # what the drive has: whose turn it was, and all parts
        self.flushes: dict[Command, Zio] = {}  # what it has besides
        self.answers: list[tuple[float, int, Command]] = []  # on their way up
        self.sequence = 0
        self.now = 0.0
        self.came = 0  # I/Os so far
        self.waiting = 0  # of them, how many wait here
        self.waiting_time = self.active_time = self.busy_time = 0.0

    @property
    def active(self) -> int:
        """Commands in the drive's hands."""
        return len(self.hands)

    @property
    def due(self) -> float:
        """When the next thing happens beneath (s); inf if nothing."""
        beneath = self.drive.due
        return min(beneath, self.answers[0][0]) if self.answers else beneath

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
        """An I/O comes at `now` (s), not before the last. A later `step` answers it."""
        self.pass_time(now)
        self.came += 1
        priority = PRIORITIES[kind]
        zio = Zio(
            op,
            offset,
            size,
            now,
            kind,
            owner,
            priority,
            deadline(now, priority),
            self.came,
            path=path,
        )
        self.line.add(zio)
        self.waiting += 1
        if self.aggregation:
            insort(self.places[op], (offset, zio.number, zio))
        self.issue(now, self.start, MOST_PENDING)
        return zio

    def raise_(self, now: float, zio: Zio) -> None:
        """Somebody waits for an I/O at `now` (s) that has been here for a while: unless the drive
        has it, it counts as a read that came just now, and its first place is forgotten."""
        if zio.issued == inf and zio.priority != PRIORITIES["sync read"]:
            zio.kind, zio.priority = "sync read", PRIORITIES["sync read"]
            zio.deadline = deadline(now, zio.priority)
            self.line.add(zio)

    def flush(self, now: float, owner: object, path: RequestPath | None = None) -> None:
        """A flush goes down at once, past all that waits here. A later `step` answers it."""
        self.pass_time(now)
        zio = Zio("flush", 0, 0, now, "now", owner, issued=now, path=path)
        self.flushes[self.drive.submit(now, "flush", 0, 0, path)] = zio

    def step(self) -> list[Zio]:
        """Let the next thing happen beneath. Returns the I/Os that it answered."""
        answers, drive = self.answers, self.drive
        if answers and answers[0][0] <= drive.due:
            return self.answered(heappop(answers)[2])
        done: list[Zio] = []
        for command in drive.step():
            if command.finish > drive.now:
                self.sequence += 1
                heappush(answers, (command.finish, self.sequence, command))
            else:
                done += self.answered(command)
        return done

    def answered(self, command: Command) -> list[Zio]:
        """The drive has answered: the next may go down."""
        self.pass_time(command.finish)
        if command in self.flushes:
            flush = self.flushes.pop(command)
            flush.finish = command.finish
            return [flush]
        head, parts = self.hands.pop(command)
        self.line.begun(head, -1)
        for zio in parts:
            zio.finish = command.finish
        if self.waiting:
            self.issue(command.finish, self.max_pending, self.ramp)
        return parts

    def issue(self, now: float, pending: int, most: int) -> None:
        """Hand down what comes next while the drive has fewer than `pending`, `most` commands at a
        time."""
        while most and self.waiting and len(self.hands) < pending:
            zio = self.line.head()
            if zio is None:
                break
            parts = self.joined(zio) if self.aggregation else [zio]
            first, last = parts[0].offset, max([part.offset + part.size for part in parts])
            path = self.followed(parts, now)
            command = self.drive.submit(now, zio.op, first, last - first, path)
            for part in parts:
                part.issued, part.whole = now, command
            self.waiting -= len(parts)
            self.hands[command] = (zio, parts)
            self.line.begun(zio, 1)
            most -= 1

    def followed(self, parts: list[Zio], now: float) -> RequestPath | None:
        """The path of a command that goes down `now` (s) for these I/Os: they have it in common."""
        path = None
        for zio in parts:
            if zio.path is not None:
                zio.path.wait(zio.path.doing, "ZFS's queue", now, "queue")
                path = path or zio.path.fork(zio.path.doing)
                zio.fork = path
        return path

    def joined(self, zio: Zio) -> list[Zio]:
        """This I/O and those that go with it as one command, by place; they wait no longer."""
        placed, flavour = self.places[zio.op], FLAVOUR.get(zio.kind)
        gap = self.gap if zio.op == "read" else 0
        first = bisect_left(placed, (zio.offset, zio.number))
        last, start, end = first + 1, zio.offset, zio.offset + zio.size

        def fits(other: Zio, hole: int, whole: int) -> bool:
            return (
                0 <= hole <= gap
                and whole <= self.aggregation
                and FLAVOUR.get(other.kind) == flavour
            )

        while first:
            before = placed[first - 1][2]
            if not fits(before, start - before.offset - before.size, end - before.offset):
                break
            start, first = before.offset, first - 1
        while last < len(placed):
            behind = placed[last][2]
            reach = behind.offset + behind.size
            if not fits(behind, behind.offset - end, reach - start):
                break
            end, last = reach, last + 1
        parts = [entry[2] for entry in placed[first:last]]
        del placed[first:last]
        return parts

    def pass_time(self, now: float) -> None:
        """Count how long how many have waited and been in the drive's hands."""
        if now > self.now:
            passed, active = now - self.now, len(self.hands)
            self.waiting_time += passed * self.waiting
            self.active_time += passed * active
            if active:
                self.busy_time += passed
            self.now = now
