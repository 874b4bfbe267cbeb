"""The path of one request: which component had it, from when to when, and whether it waited there
or was served."""

from math import fsum
from typing import Any, NamedTuple

WAITING, SERVICE = "waiting", "service"
NEGLIGIBLE = 1e-12
"""A shorter step (s) is rounding error."""
PARTS = {
    "client": "network",
    "network": "network",
    "processor": "cores",
    "file system": "cores",
    "transaction group": "group",
    "intent log": "log",
}
"""The part of the machine that each component belongs to. A device names its part itself."""
SOLID = {"read from flash": "flash", "read from disk": "disk"}
"""The part that a device without platters belongs to, by what it does; any other such device is a
log device."""


class Span(NamedTuple):
    """One step of a path: `component` did `what` from `start` to `finish`."""

    component: str
    what: str
    start: float  # s
    finish: float  # s
    kind: str  # waiting or service
    # network, cores, cache, log, group, queue (of a device), cable, logdevice, flash or disk
    part: str

    @property
    def length(self) -> float:
        """Return the seconds from start to finish."""
        return self.finish - self.start


class Access(NamedTuple):
    """One access of a disk: the arm moves, the sector comes round, the data passes the head."""

    start: float  # the arm starts to move (s)
    there: float  # the arm arrives (s)
    reached: float  # the sector reaches the head (s)
    finish: float  # the data has passed the head (s)
    radius: float  # 0 at the rim, 1 at the hub
    turn: float  # seconds per turn of this platter


def last_access(disk: Any) -> Access:
    """Return the last access of a disk."""
    start, there, reached, finish = disk.last
    return Access(start, there, reached, finish, disk.cylinder / disk.geometry.cylinders, disk.turn)


class RequestPath:
    """The steps of one request in order of time; each starts where the one before ended.

    `begun` is when the request was issued (s), `accesses` are the disk accesses made for it, and
    `doing` is the component that devices currently work for.
    """

    __slots__ = ("steps", "begun", "accesses", "doing")

    def __init__(self, begun: float = 0.0, doing: str = ""):
        self.begun, self.doing = begun, doing
        self.steps: list[Span] = []
        self.accesses: list[Access] = []

    @property
    def end(self) -> float:
        """Return the time (s) up to which the path is known."""
        return self.steps[-1].finish if self.steps else self.begun

    def serve(self, component: str, what: str, until: float, part: str = "") -> None:
        """Add a step: `component` works on the request until `until` (s)."""
        self.add(component, what, until, SERVICE, part)

    def wait(self, component: str, what: str, until: float, part: str = "") -> None:
        """Add a step: the request waits at `component` until `until` (s)."""
        self.add(component, what, until, WAITING, part)

    def add(self, component: str, what: str, until: float, kind: str, part: str) -> None:
        """Add a step of this kind. Add nothing if no time passes."""
        start = self.end
        if until - start > NEGLIGIBLE:
            self.steps.append(Span(component, what, start, until, kind, part or PARTS[component]))

    def fork(self, doing: str) -> "RequestPath":
        """Return a new path that starts where this one ends, for one of several actions in
        parallel."""
        return RequestPath(self.end, doing)

    def take(self, *forks: "RequestPath") -> None:
        """Append the steps of the fork that ends last."""
        slowest = max(forks, key=lambda fork: fork.end)
        for step in slowest.steps:
            self.add(step.component, step.what, step.finish, step.kind, step.part)
        self.accesses += slowest.accesses

    def add_device(self, device: Any, until: float) -> None:
        """Add what a device did for the request that it answers at `until` (s).

        Call this before the device gets another command, because it reads the state that the last
        command left.
        """
        turns = hasattr(device, "landings")
        begun = device.began if turns else until - device.service
        part = "disk" if turns else SOLID.get(self.doing, "logdevice")
        self.wait(self.doing, "its turn", begun, "queue")
        on_platter = turns and self.add_platter(self.doing, device, until)
        solid = "finds it" if self.doing in SOLID else "stores it"
        last = "the drive answers" if on_platter else "command and cable" if turns else solid
        self.serve(self.doing, last, until, part)

    def add_platter(self, component: str, disk: Any, until: float) -> bool:
        """Add what the platter of a hard disk did if the answer at `until` (s) had to wait for it.
        Return whether it had to.

        The drive remembers only its last access. If several cached writes are flushed in one pass
        of the head, the seek to the first counts as waiting for its sector.
        """
        if until not in (disk.platter_free, disk.platter_free + disk.spec.flush):
            return False
        if disk.dirty_bytes:  # answered from the cache once there was room
            self.wait(component, "the cache is full", until, "disk")
            return True
        begun, there, reached, _ = disk.last
        landed = [landing for landing in disk.landings if landing[1] > self.end]
        # the first of the adjacent writes that the head passes in one go
        first = max(0, len(landed) - 1)
        while first and landed[first - 1][2] + landed[first - 1][3] == landed[first][2]:
            first -= 1
            begun = there = max(self.end, landed[first - 1][1] if first else self.end)
            reached = landed[first][0]
        if first:
            self.wait(component, "earlier data goes first", landed[first - 1][1], "disk")
        self.serve(component, "command and cable", min(begun, until), "disk")
        self.add_access(
            component, last_access(disk)._replace(start=begun, there=there, reached=reached)
        )
        return True

    def add_access(self, component: str, access: Access) -> None:
        """Add the three steps of a disk access: seek, rotation and transfer."""
        self.serve(component, "moves the arm", access.there, "disk")
        self.wait(component, "the sector comes round", access.reached, "disk")
        self.serve(component, "data passes the head", access.finish, "disk")
        self.accesses.append(access)

    def total(self, kind: str | None = None) -> float:
        """Return the seconds of all steps, or of those of one `kind`."""
        return fsum(step.length for step in self.steps if kind in (None, step.kind))
