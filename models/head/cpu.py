"""The processors of a head node as one station with several servers."""
from heapq import heapreplace

from models.sim.path import RequestPath


class Cpu:
    """`cores` alike that share one line, first come first served. `busy` adds up the seconds served."""

    __slots__ = ("cores", "free", "busy")

    def __init__(self, cores: int):
        self.cores = cores
        self.free = [0.0] * cores
        self.busy = 0.0

    def serve(self, now: float, service: float, what: str = "works", path: RequestPath | None = None) -> float:
        """When work that arrives `now` (s) and takes `service` (s) on one core is done (s). `now` never falls."""
        start = self.free[0]
        if start < now:
            start = now
        finish = start + service
        heapreplace(self.free, finish)
        self.busy += service
        if path is not None:
            path.wait("processor", "waits for a core", start)
            path.serve("processor", what, finish)
        return finish
