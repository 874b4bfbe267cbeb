"""The path of one request: which component had it, from when to when, and whether it waited there
or was served."""

from math import fsum
from typing import NamedTuple

WAITING, SERVICE = "waiting", "service"
NEGLIGIBLE = 1e-12
"""A step shorter than this (s) is a rounding error."""
PARTS = {
    "client": "network",
    "network": "network",
    "processor": "cores",
    "file system": "cores",
    "transaction group": "group",
    "intent log": "log",
}
"""The part of the machine that each component belongs to. A device passes its part to `add`."""


class Span(NamedTuple):
    """One step of a path: a request waits at a component or is served there."""

    component: str
    what: str  # a few words for the step, such as "crosses the cable"
    start: float  # s
    finish: float  # s
    kind: str  # waiting or service
    # network, cores, cache, log, group, queue (of a device), cable, logdevice, flash or disk
    part: str

    @property
    def length(self) -> float:
        """Return the time from start to finish (s)."""
        return self.finish - self.start


class Access(NamedTuple):
    """One access of a disk: a seek, a rotational wait and a transfer."""

    start: float  # the arm starts to move (s)
    there: float  # the arm arrives (s)
    reached: float  # the sector reaches the head (s)
    finish: float  # the data has passed the head (s)
    radius: float  # 0 at the rim, 1 at the hub
    turn: float  # seconds per turn of this platter


class RequestPath:
    """The steps of one request in order of time; each starts where the one before ended.

    `begun` is when the request was issued (s), `end` when its last step ends (s), `accesses` are
    the disk accesses made for it, and `doing` is the component whose commands the devices currently
    serve.
    """

    __slots__ = ("steps", "begun", "end", "accesses", "doing")

    def __init__(self, begun: float = 0.0, doing: str = ""):
        self.begun, self.end, self.doing = begun, begun, doing
        self.steps: list[Span] = []
        self.accesses: list[Access] = []

    def serve(self, component: str, what: str, until: float, part: str = "") -> None:
        """Add a step of service at `component` until `until` (s)."""
        self.add(component, what, until, SERVICE, part)

    def wait(self, component: str, what: str, until: float, part: str = "") -> None:
        """Add a step of waiting at `component` until `until` (s)."""
        self.add(component, what, until, WAITING, part)

    def add(self, component: str, what: str, until: float, kind: str, part: str) -> None:
        """Add a step of this kind from `end` to `until` (s), unless it is negligibly short."""
        if until - self.end > NEGLIGIBLE:
            span = Span(component, what, self.end, until, kind, part or PARTS[component])
            self.steps.append(span)
            self.end = until

    def fork(self, doing: str) -> "RequestPath":
        """Return a new path that starts where this one ends, for one of several parallel
        commands."""
        return RequestPath(self.end, doing)

    def take(self, *forks: "RequestPath") -> None:
        """Append the steps and accesses of the fork that ends last."""
        slowest = max(forks, key=lambda fork: fork.end) if len(forks) > 1 else forks[0]
        if slowest.begun == self.end:
            self.steps += slowest.steps
            self.end = slowest.end
        else:
            for component, what, _, finish, kind, part in slowest.steps:
                self.add(component, what, finish, kind, part)
        self.accesses += slowest.accesses

    def add_access(self, component: str, access: Access) -> None:
        """Add the three steps of a disk access: seek, rotational wait and transfer."""
        self.serve(component, "moves the arm", access.there, "disk")
        self.wait(component, "the sector comes round", access.reached, "disk")
        self.serve(component, "data passes the head", access.finish, "disk")
        self.accesses.append(access)

    def total(self, kind: str | None = None) -> float:
        """Return the total seconds of all steps, or of the steps of one `kind`."""
        return fsum(step.length for step in self.steps if kind in (None, step.kind))
