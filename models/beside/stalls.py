"""When slow requests come: together, and how regularly."""

import itertools
from math import fsum
from typing import NamedTuple

from models.measured.kit.measured import Samples
from models.units import ms

TIMES, APART, FEWEST, EVEN = 5.0, 200 * ms, 4, 0.15
"""How many medians a slow request takes at least; time without one that ends a stretch (s); stretches from which on they
may be regular; share by which half of the times between them may differ from the median."""


class Stalls(NamedTuple):
    """Stretches with slow requests. number: how many. every: the time between their beginnings (s), 0.0 if it is not
    regular. longest: the longest stretch, from and to (s). together: the share of slow requests that lie in stretches of
    several. covered: the share of the time with slow requests under way. slow: the share of requests that are slow."""

    number: int
    every: float
    longest: tuple[float, float]
    together: float
    covered: float
    slow: float


def stalls(samples: Samples) -> Stalls | None:
    """Return the stretches in which requests were slow; None if none was, or if the samples have no times."""
    if len(samples) < 100 or len(samples.times) != len(samples):
        return None
    limit = TIMES * samples.percentiles((0.5,))[0]
    slow = sorted(
        (t - s, t) for t, s in zip(samples.times, samples.seconds, strict=True) if s > limit
    )
    if not slow:
        return None
    stretches = list[list[float]]()  # from, to, how many
    for begin, end in slow:
        if stretches and begin <= stretches[-1][1] + APART:
            stretches[-1][1] = max(stretches[-1][1], end)
            stretches[-1][2] += 1
        else:
            stretches.append([begin, end, 1])
    gaps = sorted(b[0] - a[0] for a, b in itertools.pairwise(stretches))
    every = 0.0
    if len(stretches) >= FEWEST:
        half = gaps[len(gaps) // 2]
        apart = sorted(abs(gap - half) for gap in gaps)[len(gaps) // 2]
        every = half if apart <= EVEN * half else 0.0
    most = max(stretches, key=lambda one: one[1] - one[0])
    several = sum(number for _, _, number in stretches if number > 1)
    whole = max(samples.times) - min(
        t - s for t, s in zip(samples.times, samples.seconds, strict=True)
    )
    covered = fsum(end - begin for begin, end, _ in stretches) / whole
    return Stalls(
        len(stretches),
        every,
        (most[0], most[1]),
        several / len(slow),
        covered,
        len(slow) / len(samples),
    )
