"""The path of one request: which component had it, from when to when, and whether it waited there or was served."""
from collections.abc import Iterator
from math import fsum
from typing import Any, NamedTuple

WAITING, SERVICE = "waiting", "service"
HAIR = 1e-12
"""A step shorter than this (s) is rounding error."""


class Span(NamedTuple):
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


class RequestPath:
    """The steps of one request in order of time, each begun where the one before ended. begun: when it was issued (s)."""

    __slots__ = ("steps", "begun")

    def __init__(self, begun: float = 0.0):
        self.begun = begun
        self.steps: list[Span] = []

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
        """The same, the kind being said. Adds nothing where no time passes."""
        start = self.end
        if until - start > HAIR:
            self.steps.append(Span(component, what, start, until, kind))

    def through(self, component: str, devices: Any, until: float) -> None:
        """What the device, vdev or list of them did with the request until the slowest part answered at `until` (s).

        It looks at what devices remember of their last command, so it must be called before they get another.
        """
        device = min(parts(devices), key=lambda part: abs(part.ready - until))
        cable = getattr(device, "cable", None)
        if cable is not None:
            device = device.device
        turns = hasattr(device, "landings")
        begun = device.began if turns else until - device.service
        if cable is not None:
            self.serve(component, "crosses the cable", min(cable.free, begun))
        self.wait(component, "its turn", begun)
        turned = turns and self.platter(component, device, until)
        self.serve(component, "the drive answers" if turned else "command and cable" if turns else "stores it", until)

    def platter(self, component: str, disk: Any, until: float) -> bool:
        """What the platter of a hard disk did, if the answer at `until` (s) had to wait for it. Returns whether it had.

        The drive remembers the arm of its last access alone. Where several cached writes in a row are flushed in one
        passage of the head, moving the arm to the first counts as waiting for its sector.
        """
        if until not in (disk.platter_free, disk.platter_free + disk.spec.flush):
            return False
        if disk.dirty_bytes:                    # a write that was answered from the cache, once there was room
            self.wait(component, "the cache is full", until)
            return True
        begun, there, reached, _ = disk.last
        landed = [landing for landing in disk.landings if landing[1] > self.end]
        first = max(0, len(landed) - 1)         # of those that lie behind each other up to the last: one passage of the head
        while first and landed[first - 1][2] + landed[first - 1][3] == landed[first][2]:
            first -= 1
            begun = there = max(self.end, landed[first - 1][1] if first else self.end)
            reached = landed[first][0]
        if first:
            self.wait(component, "earlier data goes first", landed[first - 1][1])
        self.serve(component, "command and cable", min(begun, until))
        self.serve(component, "moves the arm", there)
        self.wait(component, "the sector comes round", reached)
        self.serve(component, "data passes the head", disk.platter_free)
        return True

    def total(self, kind: str | None = None) -> float:
        """Seconds in all, or of one kind."""
        return fsum(step.length for step in self.steps if kind in (None, step.kind))


def parts(devices: Any) -> Iterator[Any]:
    """The devices of a vdev, or of a list of devices and vdevs: those on a cable with it, so that it can be asked."""
    if isinstance(devices, list | tuple):
        for each in devices:
            yield from parts(each)
    elif hasattr(devices, "cable") or not hasattr(devices, "devices"):
        yield devices
    else:
        yield from parts(devices.devices)


def rows(path: RequestPath, zero: float | None = None) -> list[dict[str, Any]]:
    """A path as tidy rows: component, what, start, finish (s), kind. zero: the time that counts as 0 (default: when the
    request was issued)."""
    zero = path.begun if zero is None else zero
    return [{"component": step.component, "what": step.what, "start": step.start - zero, "finish": step.finish - zero,
             "kind": step.kind} for step in path.steps]

