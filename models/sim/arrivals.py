"""Requests that come by chance, so many a second on average, whether the last ones are done or not."""
from collections.abc import Callable, Iterator
from math import inf
from random import Random


def exponential(draw: Callable[[], float]) -> float:
    """A time of mean 1, exponentially distributed, from uniform draws and comparisons alone (von Neumann 1951), so that it
    is the same on every machine. Runs of falling draws of odd length are taken; any other adds 1."""
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


def poisson(rate: float, random: Random, start: float = 0.0) -> Iterator[float]:
    """Times (s) after `start`, without end, `rate` a second on average, none knowing of the other. Rate 0: inf, for ever."""
    now, draw = start, random.random
    while True:
        now = now + exponential(draw) / rate if rate else inf
        yield now


def evenly_many(rate: float, random: Random, window: int = 32) -> Iterator[float]:
    """As `poisson`, but each `window` of them come within just `window / rate` seconds, at times drawn anew: a short sample
    then has as many as it should have. Rate 0: inf, for ever."""
    start, draw = 0, random.random
    while True:
        if not rate:
            yield inf
            continue
        for time in sorted([draw() for _ in range(window)]):
            yield (start + time * window) / rate
        start += window
