"""How often drives fail: a rate from counted failures, with its exact interval.

The counts are in `failures.csv`. Failures are taken to come at a constant rate, as Backblaze does: the annual
failure rate is failures / (drive days / 365). The interval is that of Garwood (1936) for a Poisson count.
"""

import csv
from dataclasses import dataclass
from functools import cache
from math import exp, lgamma, log, sqrt
from pathlib import Path

from models.check import a_number
from models.units import day

YEAR = 365 * day
"""Seconds of a year, as an annual failure rate counts them."""


@dataclass(frozen=True)
class FailureRate:
    """Failures of one drive per second, from `low` to `high` at the asked confidence."""

    rate: float
    low: float
    high: float
    drive_days: float = 0.0
    failures: int = 0

    @property
    def annual(self) -> float:
        """Return the annual failure rate (failures a drive and year)."""
        return self.rate * YEAR


def observed(drive_days: float, failures: int, confidence: float = 0.95) -> FailureRate:
    """Return the rate at which drives failed, with its interval. Raise ValueError unless `drive_days`
    is above 0, `failures` a count and `confidence` between 0 and 1."""
    a_number("drive_days", drive_days, above=0)
    a_number("failures", failures, 0, whole=True)
    a_number("confidence", confidence, above=0, below=1)
    tail, exposed = (1 - confidence) / 2, drive_days * day
    return FailureRate(
        failures / exposed,
        quantile(failures, tail) / exposed if failures else 0.0,
        quantile(failures + 1, 1 - tail) / exposed,
        drive_days,
        failures,
    )


@cache
def published(drive: str) -> FailureRate:
    """Return the published rate of a drive of `failures.csv`. Raise KeyError if it has no such row."""
    with Path(__file__).with_name("failures.csv").open(encoding="utf-8", newline="") as file:
        counted = {row["drive"]: row for row in csv.DictReader(file)}
    row = counted[drive]
    return observed(float(row["drive_days"]), int(row["failures"]))


def quantile(events: int, chance: float) -> float:
    """Return the mean at which `events` or more events have this chance, of a Poisson count."""
    low, high = 0.0, events + 10 * sqrt(events + 10) - log(1 - chance)
    while high - low > 1e-13 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if at_least(events, middle) < chance else (low, middle)
    return (low + high) / 2


def at_least(events: int, mean: float) -> float:
    """Return the chance of `events` (1 or more) or more events, of a Poisson count of this mean."""
    if mean <= 0:
        return 0.0
    if mean < events + 1:  # the terms from `events` up
        term = total = 1.0
        k = events
        while term > 1e-17 * total:
            k += 1
            term *= mean / k
            total += term
        return total * exp(events * log(mean) - mean - lgamma(events + 1))
    term = total = 1.0  # the terms below `events`, downwards
    k = events - 1
    while k and term > 1e-17 * total:
        term *= k / mean
        total += term
        k -= 1
    return 1 - total * exp((events - 1) * log(mean) - mean - lgamma(events))
