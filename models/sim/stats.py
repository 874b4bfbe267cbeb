"""What a run says: percentiles, rows as iostat prints them, Little's law."""

from collections.abc import Iterable, Sequence
from math import ceil, fsum
from typing import NamedTuple

from models.sim.station import Request


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` (0-1) of the values, one or more, do not exceed
    (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered) - 1e-9) - 1)]


def mean(values: Sequence[float]) -> float:
    """Arithmetic mean of one value or more."""
    return fsum(values) / len(values)


class Interval(NamedTuple):
    """One row of iostat: transfers that finished in an interval. `t` is its start (s), `length` in
    s."""

    t: float
    length: float
    transfers: int
    bytes: int

    @property
    def rate(self) -> float:
        return self.transfers / self.length

    @property
    def throughput(self) -> float:
        return self.bytes / self.length

    @property
    def transfer_size(self) -> float:
        """Mean bytes of a transfer; 0 where there was none."""
        return self.bytes / self.transfers if self.transfers else 0.0


def interval(requests: Iterable[Request], start: float, length: float) -> Interval:
    """What finished from `start` (included) to `start + length` (s); flushes move no data and do
    not count."""
    transfers = moved = 0
    end = start + length
    for request in requests:
        if start <= request.finish < end and request.size:
            transfers += 1
            moved += request.size
    return Interval(start, length, transfers, moved)


def in_flight(requests: Sequence[Request], start: float, length: float) -> float:
    """Mean number of requests under way from `start` to `start + length` (s), counted from their
    overlap."""
    end = start + length
    return fsum(max(0.0, min(r.finish, end) - max(r.issued, start)) for r in requests) / length
