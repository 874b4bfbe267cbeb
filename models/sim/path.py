"""The path of one request: which component had it, from when to when, and whether it waited there
or was served."""

from math import fsum
from typing import Any, NamedTuple

WAITING, SERVICE = "waiting", "service"
HAIR = 1e-12
"""A step shorter than this (s) is rounding error."""
PARTS = {
    "client": "network",
    "network": "network",
    "processor": "cores",
    "file system": "cores",
    "transaction group": "group",
    "intent log": "log",
}
"""The part of the machine in which a component is. What a device does says itself in which."""
SOLID = {"read from flash": "flash", "read from disk": "disk"}
"""The part in which a device without platters is, by what it does; else it is a log device."""


class Span(NamedTuple):
    """`component` did `what` from `start` to `finish` (s); `kind` is waiting or service; `part` is
    where in the machine: network, cores, cache, log, group, queue (a device's), cable, logdevice,
    flash or disk."""

    component: str
    what: str
    start: float
    finish: float
    kind: str
    part: str

    @property
    def length(self) -> float:
        """Seconds."""
        return self.finish - self.start


class Access(NamedTuple):
    """The arm of a disk sets out, is `there`, its sector has `reached` the head, the data is past
    it (all s). radius: where, from the rim (0) to the hub (1); turn: of this platter (s)."""

    start: float
    there: float
    reached: float
    finish: float
    radius: float
    turn: float


def last_access(disk: Any) -> Access:
    """The last access of a disk with an arm."""
    start, there, reached, finish = disk.last
    return Access(start, there, reached, finish, disk.cylinder / disk.geometry.cylinders, disk.turn)


class RequestPath:
    """The steps of one request in order of time, each begun where the one before ended. begun: when
    it was issued (s). accesses: what the arm of a disk did for it. doing: what devices do for it at
    present, a component."""

    __slots__ = ("steps", "begun", "accesses", "doing")

    def __init__(self, begun: float = 0.0, doing: str = ""):
        self.begun, self.doing = begun, doing
        self.steps: list[Span] = []
        self.accesses: list[Access] = []

    @property
    def end(self) -> float:
        return self.steps[-1].finish if self.steps else self.begun

    def serve(self, component: str, what: str, until: float, part: str = "") -> None:
        """From where the path has come to, `component` works on the request until `until` (s)."""
        self.add(component, what, until, SERVICE, part)

    def wait(self, component: str, what: str, until: float, part: str = "") -> None:
        """From where the path has come to, the request waits at `component` until `until` (s)."""
        self.add(component, what, until, WAITING, part)

    def add(self, component: str, what: str, until: float, kind: str, part: str) -> None:
        """The same, the kind being said. Adds nothing where no time passes."""
        start = self.end
        if until - start > HAIR:
            self.steps.append(Span(component, what, start, until, kind, part or PARTS[component]))

    def fork(self, doing: str) -> "RequestPath":
        """Another path from where this one has come to: for one of several that do something at
        once."""
        return RequestPath(self.end, doing)

    def take(self, *forks: "RequestPath") -> None:
        """Go on by that of these forks that came last."""
        slowest = max(forks, key=lambda fork: fork.end)
        for step in slowest.steps:
            self.add(step.component, step.what, step.finish, step.kind, step.part)
        self.accesses += slowest.accesses

    def through(self, device: Any, until: float) -> None:
        """What a device did with the request that it answers at `until` (s). It looks at what the
        device remembers of its last command, so it must be called before that gets another.
        """
        turns = hasattr(device, "landings")
        begun = device.began if turns else until - device.service
        part = "disk" if turns else SOLID.get(self.doing, "logdevice")
        self.wait(self.doing, "its turn", begun, "queue")
        turned = turns and self.platter(self.doing, device, until)
        solid = "finds it" if self.doing in SOLID else "stores it"
        last = "the drive answers" if turned else "command and cable" if turns else solid
        self.serve(self.doing, last, until, part)

    def platter(self, component: str, disk: Any, until: float) -> bool:
        """What the platter of a hard disk did, if the answer at `until` (s) had to wait for it.
        Returns whether it had.

        The drive remembers the arm of its last access alone. Where several cached writes in a row
        are flushed in one passage of the head, moving the arm to the first counts as waiting for
        its sector.
        """
        if until not in (disk.platter_free, disk.platter_free + disk.spec.flush):
            return False
        if disk.dirty_bytes:  # a write that was answered from the cache, once there was room
            self.wait(component, "the cache is full", until, "disk")
            return True
        begun, there, reached, _ = disk.last
        landed = [landing for landing in disk.landings if landing[1] > self.end]
        first = max(
            0, len(landed) - 1
        )  # of those that lie behind each other up to the last: one passage of the head
        while first and landed[first - 1][2] + landed[first - 1][3] == landed[first][2]:
            first -= 1
            begun = there = max(self.end, landed[first - 1][1] if first else self.end)
            reached = landed[first][0]
        if first:
            self.wait(component, "earlier data goes first", landed[first - 1][1], "disk")
        self.serve(component, "command and cable", min(begun, until), "disk")
        self.turned(
            component, last_access(disk)._replace(start=begun, there=there, reached=reached)
        )
        return True

    def turned(self, component: str, access: Access) -> None:
        """What an access of a disk did with the request: the arm moves, the sector comes round, the
        data passes the head."""
        self.serve(component, "moves the arm", access.there, "disk")
        self.wait(component, "the sector comes round", access.reached, "disk")
        self.serve(component, "data passes the head", access.finish, "disk")
        self.accesses.append(access)

    def total(self, kind: str | None = None) -> float:
        return fsum(step.length for step in self.steps if kind in (None, step.kind))
