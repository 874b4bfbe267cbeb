"""The path of one request: which component had it, from when to when, and whether it waited there or was served."""
from math import fsum
from typing import Any, NamedTuple

WAITING, SERVICE = "waiting", "service"


class Step(NamedTuple):
    """`component` did `what` from `start` to `finish` (s); `kind` is waiting or service."""

    component: str
    what: str
    start: float
    finish: float
    kind: str

    @property
    def length(self) -> float:
        """Seconds."""
        return self.finish - self.start


class Path:
    """The steps of one request in order of time, each begun where the one before ended."""

    __slots__ = ("steps", "begun")

    def __init__(self, begun: float = 0.0):
        self.begun = begun
        self.steps: list[Step] = []

    @property
    def end(self) -> float:
        """Where the path has come to (s)."""
        return self.steps[-1].finish if self.steps else self.begun

    def serve(self, component: str, what: str, until: float) -> None:
        """From where the path has come to, `component` works on the request until `until` (s)."""
        self.add(component, what, until, SERVICE)

    def wait(self, component: str, what: str, until: float) -> None:
        """From where the path has come to, the request waits at `component` until `until` (s)."""
        self.add(component, what, until, WAITING)

    def add(self, component: str, what: str, until: float, kind: str) -> None:
        start = self.end
        if until > start:
            self.steps.append(Step(component, what, start, until, kind))

    def through(self, component: str, device: Any, until: float) -> None:
        """What the slowest part of a device (or vdev) did with the request until it answered at `until` (s)."""
        slowest = device
        while getattr(slowest, "devices", None):
            slowest = max(slowest.devices, key=lambda part: part.ready)
        last = getattr(slowest, "last", None)
        if last is None:
            self.wait(component, "its turn", min(until, until - slowest.service))
            self.serve(component, "stores it", until)
            return
        begun, there, reached, written = last
        if begun < until and written > self.end:
            self.serve(component, "command and cable", min(until, max(begun, self.end)))
            self.serve(component, "moves the arm", min(until, there))
            self.wait(component, "the sector comes round", min(until, reached))
            self.serve(component, "data passes the head", min(until, written))
        self.serve(component, "command and cable", until)

    def total(self, kind: str | None = None) -> float:
        """Seconds in all, or of one kind."""
        return fsum(step.length for step in self.steps if kind in (None, step.kind))
