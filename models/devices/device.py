"""The two protocols of devices. A `Device` answers each command with a time or an event. A `Drive`
is stepped from event to event and may answer its commands in any order.

A single protocol was tried, with every device as a `Drive` on the event loop (`FifoAdapter` in a
`LoopedDrive`). A machine with one synchronous writer then gave the same results in 33 % more
processor time, so both protocols remain.
"""

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
    """A device that is called in time order (`now` never falls). Times are in seconds, offsets and
    sizes in bytes. `path` records the steps of a request, `kind` is its class in ZFS's queue."""

    @property
    def ready(self) -> float:
        """Return when the next command can start."""

    @property
    def capacity(self) -> int:
        """Return the size of the device."""

    @property
    def busy(self) -> float:
        """Return the total service time."""

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Answer:
        """Return when a write issued at `now` is answered."""

    def read(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Answer:
        """Return when a read issued at `now` is answered."""

    def flush(self, now: float, path: RequestPath | None = None) -> Answer:
        """Return when a flush issued at `now` is answered."""

    def drain(self, now: float) -> float:
        """Return when the device has nothing left to do, at least `now`."""

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Return whether the `size` bytes at `offset`, as last written, would survive a power
        failure at `now`."""


@dataclass(slots=True, eq=False)
class Command:
    """A command to a drive."""

    op: str  # read, write or flush
    offset: int  # bytes
    size: int  # bytes
    issued: float  # s
    finish: float = inf  # s; inf until it is answered
    path: RequestPath | None = None  # of the request, if it is recorded


class Drive(Protocol):
    """A device that answers commands in its own order, such as a `QueuedDisk`. Call `step` until
    `due` is later than now."""

    now: float

    def submit(
        self, now: float, op: str, offset: int, size: int, path: RequestPath | None = None
    ) -> Command:
        """Issue a command at `now` (s) and return it. A later `step` answers it."""

    @property
    def due(self) -> float:
        """Return the time of the next event in the drive (s); inf if there is none."""

    def step(self) -> list[Command]:
        """Process the next event. Return the commands whose answers are complete now."""


class FifoAdapter:
    """A `Device` with the interface of a `Drive`, for example an SSD or a cabled disk behind a
    queue. `on_event` is called when an answer that is an event has fired."""

    def __init__(self, device: Device, on_event: Callable[[], None] = lambda: None):
        self.device, self.on_event, self.now = device, on_event, 0.0
        self.submitted = 0
        # known answers: time (s), number, command
        self.coming: list[tuple[float, int, Command]] = []

    def submit(
        self, now: float, op: str, offset: int, size: int, path: RequestPath | None = None
    ) -> Command:
        """Issue a command at `now` (s) and return it. A later `step` answers it."""
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
            command.finish = answer
            heappush(self.coming, (answer, self.submitted, command))
        return command

    def answered(self, answer: Event, command: Command, number: int) -> None:
        """Record the answer of a command whose event has fired."""
        heappush(self.coming, (answer.loop.now, number, command))
        self.on_event()

    @property
    def due(self) -> float:
        """Return when the next command is answered (s); inf if none is outstanding."""
        return self.coming[0][0] if self.coming else inf

    def step(self) -> list[Command]:
        """Answer the command that finishes next. Return it in a list, which is empty if there is none."""
        if not self.coming:
            return []
        self.now, _, command = heappop(self.coming)
        command.finish = self.now
        return [command]
