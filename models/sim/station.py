"""An I/O, and a first-come-first-served station: as long as requests reach it in time order, it
needs no event loop."""

from typing import NamedTuple


class Request(NamedTuple):
    """`issued` and `finish` in seconds, `offset` and `size` in bytes; `op` is read, write or flush."""

    op: str
    offset: int
    size: int
    issued: float
    finish: float

    @property
    def latency(self) -> float:
        return self.finish - self.issued


class Station:
    """One server and its line. `busy` adds up the seconds served; utilisation is `busy / elapsed`."""

    __slots__ = ("free", "busy")

    def __init__(self) -> None:
        self.free = 0.0
        self.busy = 0.0

    def serve(self, now: float, service: float) -> float:
        """When a request that arrives `now` (s) and needs `service` (s) is done (s)."""
        start = self.free if self.free > now else now
        self.busy += service
        self.free = finish = start + service
        return finish
