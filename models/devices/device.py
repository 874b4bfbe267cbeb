"""What devices can do: one that serves in order of arrival (`Device`), and one that has a queue of
its own (`Drive`)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from heapq import heappop, heappush
from math import inf
from typing import Protocol

from models.sim.answer import Answer, then
from models.sim.loop import Event
from models.sim.path import RequestPath


class Device(Protocol):
    """Calls come in time order (`now` never falls). Times in seconds, offsets and sizes in bytes.

    ready: when the next command may start. busy: seconds of service so far. write, read, flush:
    when a command issued `now` is answered. drain: when nothing is left to do, at least `now`.
    stable: whether these bytes, as last written, would survive a power failure at `now`.
    """

    @property
    def ready(self) -> float: ...

    @property
    def capacity(self) -> int: ...

    @property
    def busy(self) -> float: ...

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Answer: ...

    def read(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Answer: ...

    def flush(self, now: float, path: RequestPath | None = None) -> Answer: ...

    def drain(self, now: float) -> float: ...

    def stable(self, now: float, offset: int, size: int) -> bool: ...


@dataclass(slots=True, eq=False)
class Command:
    """A request in the drive's hands: `issued` and, once it is answered, `finish` (s). `op` is
    read, write or flush. path: that of the request, if it is followed."""

    op: str
    offset: int
    size: int
    issued: float
    finish: float = inf
    path: RequestPath | None = None


class Drive(Protocol):
    """What takes commands and answers them in an order of its own: a `QueuedDisk`, or a `Device` in
    a `FifoAdapter`."""

    now: float

    def submit(
        self, now: float, op: str, offset: int, size: int, path: RequestPath | None = None
    ) -> Command:
        """Issue a command at `now` (s)."""

    @property
    def due(self) -> float:
        """When the next thing happens (s)."""

    def step(self) -> list[Command]:
        """Let it happen; what it answered."""


class FifoAdapter:
    """A `Device` driven as a `Drive` is: what an SSD or a disk on a cable is to a queue before it.
    woken: called where an answer has come that is an event."""

    def __init__(self, device: Device, woken: Callable[[], None] = lambda: None):
        self.device, self.woken, self.now = device, woken, 0.0
        self.submitted = 0
        self.coming: list[tuple[float, int, Command]] = []

    def submit(
        self, now: float, op: str, offset: int, size: int, path: RequestPath | None = None
    ) -> Command:
        device = self.device
        answer: Answer = (
            device.flush(now, path)
            if op == "flush"
            else (device.read if op == "read" else device.write)(now, offset, size, path)
        )
        self.submitted += 1
        command = Command(op, offset, size, now)
        if isinstance(answer, Event):
            then(answer, partial(self.answered, answer, command, self.submitted))
        else:
            heappush(self.coming, (answer, self.submitted, command))
        return command

    def answered(self, answer: Event, command: Command, number: int) -> None:
        heappush(self.coming, (answer.loop.now, number, command))
        self.woken()

    @property
    def due(self) -> float:
        return self.coming[0][0] if self.coming else inf

    def step(self) -> list[Command]:
        if not self.coming:
            return []
        self.now, _, command = heappop(self.coming)
        command.finish = self.now
        return [command]
