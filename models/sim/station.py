"""An I/O, and a first-come-first-served station. The station needs no event loop as long as
requests reach it in time order."""

from typing import NamedTuple


class Request(NamedTuple):
    """One I/O. Flushes have size 0."""

    op: str  # read, write or flush
    offset: int  # bytes
    size: int  # bytes
    issued: float  # s
    finish: float  # s

    @property
    def latency(self) -> float:
        """Return the seconds from issue to finish."""
        return self.finish - self.issued


class Station:
    """One server and its queue.

    `free` is when it has finished all work so far (s) and `busy` the seconds of service.
    Utilisation is `busy / elapsed`.
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
