"""Shares, correlations and reliability, each with the interval that the number of students allows.

An interval lies wholly above a true value with a probability of 1 %, and below it likewise, unless `z`
says otherwise: the six rules together name a sound item with a probability of at most 5 %.
"""

from collections.abc import Sequence
from math import atanh, exp, fsum, lgamma, log, log1p, sqrt, tanh
from statistics import NormalDist, correlation, fmean, variance
from typing import NamedTuple

RULES = 6
"""Rules that may name an item: its facility, its discrimination, wrong answers, options, groups, twins."""
MISNAMED = 0.05
"""Largest probability that a good item is named by any rule."""
FEWEST = 4
"""Students without whom a correlation has no interval: Fisher's z has the variance 1/(n - 3)."""


class Interval(NamedTuple):
    """An estimate, and the limits between which the true value probably lies."""

    value: float
    low: float
    high: float


def z_of(comparisons: int = 1) -> float:
    """Return the number of standard errors to each side of an interval, widened so that a rule that
    compares several errs as seldom as one that compares one (Bonferroni)."""
    return NormalDist().inv_cdf(1 - risk(comparisons))


def risk(comparisons: int = 1) -> float:
    """Return the probability with which each of several comparisons of a rule may err."""
    return MISNAMED / (RULES * max(1, comparisons))


def seldom(took: int, count: int, share: float) -> float:
    """Return the probability that at most `took` of `count` take what each takes with the
    probability `share`, between 0 and 1 (binomial)."""
    return fsum(
        exp(
            (lgamma(count + 1) - lgamma(number + 1) - lgamma(count - number + 1))
            + number * log(share)
            + (count - number) * log1p(-share)
        )
        for number in range(took + 1)
    )


def share(value: float, count: int, z: float | None = None) -> Interval:
    """Return a share (0 to 1) among `count` answers with Wilson's interval (1927). For a mean of
    partial points, whose variance is smaller than that of yes and no, it is on the wide side. Raise
    ValueError for a count below 1."""
    if count < 1:
        raise ValueError(f"a share needs at least one answer, got {count}")
    square = (z or z_of()) ** 2
    middle = (value + square / (2 * count)) / (1 + square / count)
    half = sqrt(square * (value * (1 - value) / count + square / (4 * count**2)))
    half /= 1 + square / count
    return Interval(value, max(0.0, middle - half), min(1.0, middle + half))


def correlated(
    first: Sequence[float], second: Sequence[float], z: float | None = None
) -> Interval | None:
    """Return Pearson's correlation with Fisher's interval; None if there are fewer than `FEWEST`
    pairs, or if one side does not vary. With one side of 0 and 1 it is the point-biserial
    correlation."""
    if len(first) < FEWEST or _is_constant(first) or _is_constant(second):
        return None
    value = max(-1.0, min(1.0, correlation(first, second)))
    if abs(value) == 1:
        return Interval(value, value, value)
    half = (z or z_of()) / sqrt(len(first) - 3)
    return Interval(value, tanh(atanh(value) - half), tanh(atanh(value) + half))


def difference(first: Sequence[float], second: Sequence[float], z: float) -> Interval:
    """Return the difference of two means, the first less the second, with an interval of `z`
    standard errors, from the variance that both share: in a small group all may be right by luck.
    Raise StatisticsError if either is empty."""
    middles = fmean(first), fmean(second)
    squares = sum(
        (value - middle) ** 2
        for values, middle in zip((first, second), middles, strict=True)
        for value in values
    )
    common = squares / max(1, len(first) + len(second) - 2)
    half = z * sqrt(common * (1 / len(first) + 1 / len(second)))
    value = middles[0] - middles[1]
    return Interval(value, value - half, value + half)


def unexplained(values: Sequence[float], by: Sequence[float]) -> list[float]:
    """Return what is left of values after the straight line through them that `by` explains."""
    middle, center = fmean(values), fmean(by)
    spread = sum((x - center) ** 2 for x in by)
    slope = (
        sum((x - center) * (y - middle) for x, y in zip(by, values, strict=True)) / spread
        if spread
        else 0.0
    )
    return [y - middle - slope * (x - center) for x, y in zip(by, values, strict=True)]


def reliability(items: Sequence[dict[str, float]]) -> float | None:
    """Return Cronbach's alpha (1951) of items, each given by its shares by student; None if it is
    not defined. Each variance and covariance is over the students who answered, so it stands with
    gaps, too."""
    variances = [variance(item.values()) for item in items if len(item) > 1]
    if len(items) < 2 or len(variances) < len(items):
        return None
    covariances = [
        found
        for number, one in enumerate(items)
        for other in items[:number]
        if (found := _covariance(one, other)) is not None
    ]
    if not covariances:
        return None
    count, middle = len(items), fmean(covariances)
    total = fmean(variances) + (count - 1) * middle
    return count * middle / total if total > 0 else None


def _covariance(one: dict[str, float], other: dict[str, float]) -> float | None:
    both = one.keys() & other.keys()
    if len(both) < FEWEST:
        return None
    first, second = fmean(one[name] for name in both), fmean(other[name] for name in both)
    return sum((one[name] - first) * (other[name] - second) for name in both) / (len(both) - 1)


def _is_constant(values: Sequence[float]) -> bool:
    return max(values) - min(values) < 1e-12
