"""Clients that each move so many bytes through a server which shares what it can carry among them:
time in small steps."""

from collections.abc import Callable, Iterator, Sequence
from math import fsum, inf
from typing import NamedTuple


class TimeStep(NamedTuple):
    """From `start` to `end` (s) each client moved so many bytes (`moved`), and so many are left
    (`left`)."""

    start: float
    end: float
    moved: tuple[float, ...]
    left: tuple[float, ...]


def shares(rate: float, wants: Sequence[float], weights: Sequence[float] = ()) -> list[float]:
    """How `rate` is shared among those who want so much: none gets more than it wants, and those
    who get less than they want get the same for each unit of weight (max-min fair; all weigh the
    same if nothing is said)."""
    weight = list(weights) or [1.0] * len(wants)
    given, left, heavy = [0.0] * len(wants), rate, fsum(weight)
    for client in sorted(range(len(wants)), key=lambda client: wants[client] / weight[client]):
        given[client] = min(wants[client], left * weight[client] / heavy if heavy > 0 else 0.0)
        left, heavy = left - given[client], heavy - weight[client]
    return given


def transfer(
    sizes: Sequence[float],
    most: Sequence[float],
    capacity: Callable[[float], float],
    step: float,
    until: float = inf,
    weights: Sequence[float] = (),
) -> Iterator[TimeStep]:
    """Move `sizes` bytes (inf: without end), each client at `most` bytes a second and all at
    `capacity(t)` together, until nothing is left or `until` (s). Where a client ends within a step,
    the others share anew at once. weights: see `shares`."""
    weight = list(weights) or [1.0] * len(sizes)
    left = [float(size) for size in sizes]
    now = 0.0
    while now < until and any(left):
        end, moved, at = min(until, now + step), [0.0] * len(left), now
        while at < end and any(left):
            rate = capacity(at)
            active = [i for i in range(len(left)) if left[i]]
            given = shares(rate, [most[i] for i in active], [weight[i] for i in active])
            length = min(end - at, *(left[i] / got for i, got in zip(active, given, strict=True)))
            for i, bytes_a_second in zip(active, given, strict=True):
                part = (
                    left[i]
                    if left[i] <= bytes_a_second * length * (1 + 1e-12)
                    else bytes_a_second * length
                )
                moved[i] += part
                if left[i] < inf:
                    left[i] -= part
            at += length
            if length == end - (at - length):
                at = end
        yield TimeStep(now, at, tuple(moved), tuple(left))
        now = end
