"""A request, and a station that serves in order of arrival. The station needs no event loop if its
requests arrive in time order."""

from collections import deque
from math import fsum
from typing import NamedTuple

AHEAD = 64
"""Idle times in the future that a `BookedStation` remembers."""


class Request(NamedTuple):
    """One I/O. A flush has size 0."""

    op: str  # read, write or flush
    offset: int  # bytes
    size: int  # bytes
    issued: float  # s
    finish: float  # s

    @property
    def latency(self) -> float:
        """Return the time from issue to finish (s)."""
        return self.finish - self.issued


class Station:
    """A server and its queue.

    `free` is when the server has finished all work so far (s), `busy` the total seconds of service.
    Its utilisation is `busy` divided by the elapsed time.
    """

    __slots__ = ("free", "busy")

    def __init__(self) -> None:
        self.free = 0.0
        self.busy = 0.0

    def serve(self, now: float, service: float) -> float:
        """Return when a request that arrives at `now` (s) and needs `service` (s) is done (s)."""
        start = self.free if self.free > now else now
        self.busy += service
        self.free = finish = start + service
        return finish

    def worked(self, now: float) -> float:
        """Return the seconds of service until `now` (s)."""
        return self.busy - max(0.0, self.free - now)


class BookedStation(Station):
    """A station that learns of requests before they arrive. `gaps` are the idle times between them
    (s)."""

    __slots__ = ("gaps",)

    def __init__(self) -> None:
        super().__init__()
        self.gaps: deque[tuple[float, float]] = deque(maxlen=AHEAD)

    def serve(self, now: float, service: float) -> float:
        """Return when a request that arrives at `now` (s) and needs `service` (s) is done (s)."""
        if now > self.free:
            self.gaps.append((self.free, now))
        return super().serve(now, service)

    def worked(self, now: float) -> float:
        """Return the seconds of service until `now` (s)."""
        idle = fsum([end - max(begin, now) for begin, end in self.gaps if end > now])
        return super().worked(now) + idle
