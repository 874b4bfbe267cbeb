"""What devices can do: one that serves in order of arrival (`Device`), and one that has a queue of its own (`Drive`)."""
from dataclasses import dataclass
from math import inf
from typing import Protocol

from models.sim.answer import Answer
from models.sim.path import RequestPath


class Device(Protocol):
    """Calls come in time order (`now` never falls). Times in seconds, offsets and sizes in bytes.

    ready: when the next command may start. busy: seconds of service so far.
    write, read, flush: when a command issued `now` is answered. drain: when nothing is left to do, at least `now`. stable:
    whether these bytes, as last written, would survive a power failure at `now`.
    """

    @property
    def ready(self) -> float: ...

    @property
    def capacity(self) -> int: ...

    @property
    def busy(self) -> float: ...

    def write(self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = "") -> Answer: ...

    def read(self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = "") -> Answer: ...

    def flush(self, now: float, path: RequestPath | None = None) -> Answer: ...

    def drain(self, now: float) -> float: ...

    def stable(self, now: float, offset: int, size: int) -> bool: ...


@dataclass(slots=True, eq=False)
class Command:
    """A request in the drive's hands: `issued` and, once it is answered, `finish` (s). `op` is read, write or flush. path:
    that of the request, if it is followed."""

    op: str
    offset: int
    size: int
    issued: float
    finish: float = inf
    path: RequestPath | None = None


class Drive(Protocol):
    """What takes commands and answers them in an order of its own: a `QueuedDisk`, or a `Device` in a `FifoAdapter`."""

    now: float

    def submit(self, now: float, op: str, offset: int, size: int, path: RequestPath | None = None) -> Command:
        """Issue a command at `now` (s)."""

    @property
    def due(self) -> float:
        """When the next thing happens (s)."""

    def step(self) -> list[Command]:
        """Let it happen; what it answered."""
