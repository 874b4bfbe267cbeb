"""Open-loop arrivals: requests arrive at random at a given mean rate, whether or not earlier ones
are done."""

from collections.abc import Callable, Iterator
from math import inf
from random import Random


def exponential(draw: Callable[[], float]) -> float:
    """Return an exponentially distributed time of mean 1.

    `draw` returns uniform values in 0-1. The method uses only draws and comparisons (von Neumann
    1951), so that results are the same on every machine: a run of falling draws of odd length is
    accepted, any other is rejected and adds 1.
    """
    rejected = 0
    while True:
        first = last = draw()
        falling = True
        while True:
            drawn = draw()
            if drawn > last:
                break
            last, falling = drawn, not falling
        if falling:
            return rejected + first
        rejected += 1


def even_arrivals(rate: float, random: Random, window: int = 32) -> Iterator[float]:
    """Yield arrival times (s) without end at `rate` per second (0 or more).

    Each `window` arrivals fall within exactly `window / rate` seconds, at random times, so that
    even a short sample has the expected number. With rate 0 every time is infinite.
    """
    start, draw = 0, random.random
    while True:
        if not rate:
            yield inf
            continue
        for time in sorted([draw() for _ in range(window)]):
            yield (start + time * window) / rate
        start += window
