"""Statistics of a run: percentiles, throughput per interval as in iostat, and requests in flight."""

from collections.abc import Iterable, Sequence
from math import ceil, fsum
from typing import NamedTuple

from models.sim.station import Request


def percentile(values: Sequence[float], share: float) -> float:
    """Return the nearest-rank percentile of one or more values: the smallest value such that at
    least `share` (0-1) of the values are not above it."""
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered) - 1e-9) - 1)]


def mean(values: Sequence[float]) -> float:
    """Return the arithmetic mean of one or more values."""
    return fsum(values) / len(values)


class Interval(NamedTuple):
    """The transfers that finished in an interval, as in one line of iostat."""

    t: float  # start (s)
    length: float  # s
    transfers: int  # reads and writes
    bytes: int  # read or written

    @property
    def rate(self) -> float:
        """Return transfers per second."""
        return self.transfers / self.length

    @property
    def throughput(self) -> float:
        """Return bytes per second."""
        return self.bytes / self.length

    @property
    def transfer_size(self) -> float:
        """Return the mean bytes per transfer, or 0 without transfers."""
        return self.bytes / self.transfers if self.transfers else 0.0


def interval(requests: Iterable[Request], start: float, length: float) -> Interval:
    """Return the transfers that finished from `start` (s, inclusive) to `start + length`
    (exclusive). Flushes are not counted, because they move no data."""
    transfers = moved = 0
    end = start + length
    for request in requests:
        if start <= request.finish < end and request.size:
            transfers += 1
            moved += request.size
    return Interval(start, length, transfers, moved)


def in_flight(requests: Sequence[Request], start: float, length: float) -> float:
    """Return the mean number of requests in flight during the `length` seconds after `start` (s)."""
    end = start + length
    return fsum(max(0.0, min(r.finish, end) - max(r.issued, start)) for r in requests) / length
