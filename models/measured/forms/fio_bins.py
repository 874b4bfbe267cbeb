"""Bins of fio's latencies: exact below 128, then 64 in each octave (`stat.h`, `stat.c`: plat_val_to_idx, plat_idx_to_val).

They are of nanoseconds since fio 3, in 29 groups of 64; the last bin also holds all that took longer than 17.18 s. In
fio 2 they were of microseconds, in 19 groups. json+ names a bin by its middle; until April 2017 by its number."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import compress
from typing import Any

BITS = 6
GROUP = 1 << BITS
EXACT = 2 * GROUP
BINS = {"ns": 29 * GROUP, "us": 19 * GROUP}
UNITS = {"ns": 1e9, "us": 1e6}
"""How many of a unit are a second: a quotient is exact where a product is not."""
DIGITS, MOST = 18, 2**63
LEAST_BINNED = 0.99
"""Share of the latencies that bins hold at least, unless the file is cut off within them."""
Bounds = tuple[int, int]


def low_of(number: int) -> int:
    """Return the least latency of the bin of this number, from 0."""
    if number < EXACT:
        return number
    discarded = (number >> BITS) - 1
    return (GROUP + number % GROUP) << discarded


@cache
def bounds_of_middle(middle: int) -> Bounds | None:
    """Return the bounds (low inside, high outside) of the bin with this middle, or None if no bin has it."""
    if middle < EXACT:
        return middle, middle + 1
    half = 1 << middle.bit_length() - 1 - BITS >> 1
    return (middle - half, middle + half) if middle % (2 * half) == half else None


def counts_of(bins: Mapping[str, Any]) -> dict[Bounds, int] | None:
    """Return the counts of json+ bins that are not empty, by their bounds; None if they are named by neither middles nor
    numbers, or if a count is none."""
    bounds = bounds_of(tuple(bins))
    counts = list(bins.values())
    if bounds is not None and None in bounds:
        counts = [count for bound, count in zip(bounds, counts, strict=True) if bound]
        bounds = tuple(bound for bound in bounds if bound)
    if not bounds or {*map(type, counts)} != {int} or min(counts) < 0 or max(counts) >= MOST:
        return None
    return dict(zip(compress(bounds, counts), filter(None, counts), strict=True))  # type: ignore


@lru_cache(1000)
def bounds_of(names: tuple[str, ...]) -> tuple[Bounds | None, ...] | None:
    """Return the bounds of bins by their names, None for a name that is no number; or None if they are named by neither
    middles nor numbers. Documents of a run name the same bins again and again."""
    keys = [int(name) if name.isdecimal() and len(name) <= DIGITS else None for name in names]
    bounds = [None if key is None else bounds_of_middle(key) for key in keys]
    if any(key is not None and bound is None for key, bound in zip(keys, bounds, strict=True)):
        if max(key or 0 for key in keys) >= max(BINS.values()):
            return None
        return tuple(None if key is None else (low_of(key), low_of(key + 1)) for key in keys)
    return tuple(bounds)


def edges_of(columns: int) -> tuple[str, list[float]] | None:
    """Return the unit of a histogram's row with so many counts, and the edges (s) of its bins, one more than counts; or
    None if none has so many. A row has 2^log_hist_coarseness bins in one."""
    for unit, bins in BINS.items():
        for coarseness in range(BITS + 1):
            if columns == bins >> coarseness:
                numbers = range(0, bins + 1, 1 << coarseness)
                return unit, [low_of(number) / UNITS[unit] for number in numbers]
    return None


def joined(counts: Iterable[Mapping[Bounds, int]]) -> dict[Bounds, int]:
    """Return the counts of several jobs together."""
    found: dict[Bounds, int] = {}
    for each in counts:
        for bounds, count in each.items():
            found[bounds] = found.get(bounds, 0) + count
    return found


def middle_of(counts: Mapping[Bounds, int], per: float) -> float:
    """Return the mean (s) of one or more latencies, each taken in the middle of its bin. per: units a second."""
    doubled = sum(
        (2 * low if high == low + 1 else low + high) * count
        for (low, high), count in counts.items()
    )
    return doubled / (2 * sum(counts.values())) / per
