"""A first-come-first-served station: as long as requests reach it in time order, it needs no event loop."""
from collections.abc import Callable
from heapq import heapify, heapreplace


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


def closed_loop(
    serve: Callable[[float], float], think: Callable[[], float], threads: int, requests: int
) -> tuple[float, float]:
    """`threads` clients that each wait for their request, think (s), and send the next, `requests` in all.

    `serve(now)` returns the finish (s). Returns the time of the last finish (s) and the mean response time (s).
    """
    ready = [think() for _ in range(threads)]
    heapify(ready)
    total = last = 0.0
    for _ in range(requests):
        now = ready[0]
        last = serve(now)
        total += last - now
        heapreplace(ready, last + think())
    return last, total / requests
