"""Requests that come by chance, so many a second on average, whether the last ones are done or not."""

from collections.abc import Callable, Iterator
from math import inf
from random import Random


def exponential(draw: Callable[[], float]) -> float:
    """A time of mean 1, exponentially distributed, from uniform draws and comparisons alone (von
    Neumann 1951), so that it is the same on every machine. Runs of falling draws of odd length are
    taken; any other adds 1."""
    whole = 0
    while True:
        first = last = draw()
        falling = True
        while True:
            drawn = draw()
            if drawn > last:
                break
            last, falling = drawn, not falling
        if falling:
            return whole + first
        whole += 1


def evenly_many(rate: float, random: Random, window: int = 32) -> Iterator[float]:
    """Times (s) without end: each `window` of them come within just `window / rate` seconds, at
    times drawn anew, so that a short sample has as many as it should have. Rate 0: inf, for ever.
    """
    start, draw = 0, random.random
    while True:
        if not rate:
            yield inf
            continue
        for time in sorted([draw() for _ in range(window)]):
            yield (start + time * window) / rate
        start += window
