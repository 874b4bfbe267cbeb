"""Clients that each move bytes through a server with a shared capacity, simulated in small time
steps."""

from collections.abc import Callable, Iterator, Sequence
from math import fsum, inf
from typing import NamedTuple


class TimeStep(NamedTuple):
    """A step from `start` to `end` (s). moved: bytes that each client moved in it. left: bytes that
    each client still has to move."""

    start: float
    end: float
    moved: tuple[float, ...]
    left: tuple[float, ...]


def shares(rate: float, wants: Sequence[float], weights: Sequence[float] = ()) -> list[float]:
    """Return the share of `rate` that each client gets (max-min fair). None gets more than it
    wants, and those that get less than they want all get the same rate per unit of weight. weights:
    1 each if left out."""
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
    """Yield the steps in which clients move `sizes` bytes (inf: without end), until nothing is left
    or until `until` (s).

    most: bytes/s that each client can move. capacity: t (s) -> bytes/s that all can move together.
    step: length of a step (s). When a client ends within a step, the others share its capacity at
    once. weights: as in `shares`.
    """
    weight = list(weights) or [1.0] * len(sizes)
    left = [float(size) for size in sizes]
    now = 0.0
    while now < until and any(left):
        end, moved, t = min(until, now + step), [0.0] * len(left), now
        while t < end and any(left):
            rate = capacity(t)
            active = [i for i in range(len(left)) if left[i]]
            given = shares(rate, [most[i] for i in active], [weight[i] for i in active])
            length = min(end - t, *(left[i] / got for i, got in zip(active, given, strict=True)))
            for i, bytes_a_second in zip(active, given, strict=True):
                bytes_moved = (
                    left[i]
                    if left[i] <= bytes_a_second * length * (1 + 1e-12)
                    else bytes_a_second * length
                )
                moved[i] += bytes_moved
                if left[i] < inf:
                    left[i] -= bytes_moved
            t += length
            if length == end - (t - length):
                t = end
        yield TimeStep(now, t, tuple(moved), tuple(left))
        now = end
