"""Statistics of a run: percentiles, rows as iostat prints them, Little's law."""

from collections.abc import Iterable, Sequence
from math import ceil, fsum
from typing import NamedTuple

from models.sim.station import Request


def percentile(values: Sequence[float], share: float) -> float:
    """Return the nearest-rank percentile: the smallest value that is not exceeded by at least
    `share` (0-1) of the values (one or more)."""
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered) - 1e-9) - 1)]


def mean(values: Sequence[float]) -> float:
    """Return the arithmetic mean of one or more values."""
    return fsum(values) / len(values)


class Interval(NamedTuple):
    """One row of iostat: the transfers that finished in an interval."""

    t: float  # start (s)
    length: float  # s
    transfers: int
    bytes: int

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
    """Return what finished from `start` (inclusive) to `start + length` (exclusive), in seconds.
    Flushes move no data and are not counted."""
    transfers = moved = 0
    end = start + length
    for request in requests:
        if start <= request.finish < end and request.size:
            transfers += 1
            moved += request.size
    return Interval(start, length, transfers, moved)


def in_flight(requests: Sequence[Request], start: float, length: float) -> float:
    """Return the mean number of requests in flight from `start` to `start + length` (s)."""
    end = start + length
    return fsum(max(0.0, min(r.finish, end) - max(r.issued, start)) for r in requests) / length
