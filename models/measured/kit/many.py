"""What takes long with millions of numbers. A page sets quicker ways with the same answers."""

from __future__ import annotations

import struct
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import compress, islice
from math import fsum, inf, isnan
from operator import le, mul
from typing import NamedTuple

Cells = list[tuple[int, int, int]]


class Facts(NamedTuple):
    """What is known of values: the least, inf if there are none; the most, or -inf; their sum; whether none is below the
    one before it."""

    least: float
    most: float
    total: float
    rises: bool


def facts(values: array[float]) -> Facts:
    """Return what is known of values."""
    if quick_facts:
        return Facts(*quick_facts(values))
    rises = all(map(le, values, islice(values, 1, None)))
    return Facts(min(values, default=inf), max(values, default=-inf), fsum(values), rises)


def weighted(values: array[float], weights: array[float] | None = None) -> tuple[int, float, float]:
    """Return how many of the values are numbers, and of these the sum, each times its weight, and the weights' sum. A weight
    is 1 if none is given."""
    if quick_weighted:
        count, total, whole = quick_weighted(values, weights)
        return int(count), total, whole
    if isnan(fsum(values)):
        has = [not isnan(value) for value in values]
        values = array("d", compress(values, has))
        weights = weights and array("d", compress(weights, has))
    if weights is None:
        return len(values), fsum(values), float(len(values))
    return len(values), fsum(map(mul, values, weights)), fsum(weights)


def since(values: array[float], first: float, per: float = 1.0) -> array[float]:
    """Return by how much values are above the first, divided by `per`."""
    if not first and per == 1:
        return values
    if quick_since:
        return quick_since(values, first, per)
    return array("d", [(value - first) / per for value in values])


def ordered(values: array[float]) -> array[float]:
    """Return the values in rising order."""
    return quick_ordered(values) if quick_ordered else array("d", sorted(values))


def cells(
    times: array[float], values: array[float], first: float, width: float, count: int
) -> Cells:
    """Return how many lie in which cell: (column, size, how many), in order. first, width: of the columns (s); count: of
    them; times beyond them are in the last. size: of a value, four in a doubling (`edge`)."""
    if quick_cells:
        return quick_cells(times, values, first, width, count)
    place = 3 if sys.byteorder == "little" else 0
    sizes = [size >> 2 for size in memoryview(values).cast("B").cast("H")[place::4].tolist()]
    found = Counter(zip(columns(times, first, width, count), sizes, strict=True))
    return [(column, size, many) for (column, size), many in sorted(found.items())]


def columns(times: array[float], first: float, width: float, count: int) -> list[int]:
    """Return the number of the column of each time."""
    edges = [first + (column + 1) * width for column in range(count - 1)]
    if not facts(times).rises:
        return [bisect_right(edges, t) for t in times]
    found = list[int]()
    for column, end in enumerate(edges):
        found += [column] * (bisect_left(times, end) - len(found))
    return found + [count - 1] * (len(times) - len(found))


@cache
def edge(size: int) -> float:
    """Return the least value of a size: the 14 highest bits of a float of 64, so that a doubling has four sizes."""
    return float(struct.unpack(">d", struct.pack(">Hxxxxxx", size << 2))[0])


def size_of(value: float) -> int:
    """Return the size of a value above 0, whose least value is its `edge`."""
    return int(struct.unpack(">H", struct.pack(">d", value)[:2])[0]) >> 2


quick_facts: Callable[[array[float]], tuple[float, float, float, bool]] | None = None
quick_weighted: Callable[[array[float], array[float] | None], tuple[float, float, float]] | None = (
    None
)
quick_since: Callable[[array[float], float, float], array[float]] | None = None
quick_ordered: Callable[[array[float]], array[float]] | None = None
quick_cells: Callable[[array[float], array[float], float, float, int], Cells] | None = None
