"""A heat map: how many operations fell into each cell of time and value, counted while they come."""

from bisect import bisect_right
from collections.abc import Sequence
from math import inf
from typing import Any

Row = dict[str, Any]


def linear_edges(top: float, bins: int, low: float = 0.0) -> list[float]:
    """The edges of `bins` (1 or more) equal bins from `low` to `top`."""
    return [low + (top - low) * k / bins for k in range(bins + 1)]


def log_edges(low: float, top: float, bins: int) -> list[float]:
    """The edges of `bins` (1 or more) bins from `low` (above 0) to `top`, each the same number of
    times its lower edge.

    Rounded to nine digits, so that they are the same on every machine.
    """
    return [float(f"{low * (top / low) ** (k / bins):.9g}") for k in range(bins + 1)]


NOWHERE = -(2**62)
"""No column at all: none is counted into yet."""


class HeatMap:
    """Columns of `width` seconds from time zero, bins between `edges` (ascending; a value on an
    edge belongs above it).

    The first and the last bin also take what lies beyond them. A tag says who made an operation; a
    cell bears the tag that most of its operations have (of equals, the one that came first).
    """

    def __init__(self, width: float, edges: Sequence[float]):
        self.width, self.edges = width, list(edges)
        self.bounds = [*edges, inf]  # what lies beyond the last of them is in no bin
        self.given = 0  # columns given out so far
        self.open: dict[int, list[int]] = {}  # counts by bin, what lies beyond at both ends
        self.tags: dict[int, dict[tuple[int, Any], int]] = {}
        self.column = NOWHERE
        self.counts: list[int] = []
        self.tagged: dict[tuple[int, Any], int] = {}

    def add(self, t: float, value: float, tag: Any = None) -> None:
        """Count an operation at `t` (s) that took `value` (s). Raises ValueError where its column
        was given out."""
        column = int(t / self.width)
        if column != self.column:
            self.turn_to(column)
        bin = bisect_right(self.bounds, value)
        self.counts[bin] += 1
        if tag is not None:
            tagged = self.tagged
            tagged[bin, tag] = tagged.get((bin, tag), 0) + 1

    def turn_to(self, column: int) -> None:
        if column < self.given:
            raise ValueError(
                f"time must be {self.given * self.width:g} s or later (columns before it were given out), "
                f"got {column * self.width:g}"
            )
        if column not in self.open:
            self.open[column] = [0] * (len(self.edges) + 1)
            self.tags[column] = {}
        self.column, self.counts, self.tagged = column, self.open[column], self.tags[column]

    def columns(self, until: float) -> list[Row]:
        """The cells of the columns that end at `until` (s) or before and were not given out yet.

        Rows: row "cell", t1 and t2 (s), low and high (s), n, and tag where tags were used.
        """
        return self.give(int(until / self.width + 1e-9))

    def rest(self) -> list[Row]:
        """The cells of all columns that were not given out yet."""
        return self.give(max(self.open, default=self.given - 1) + 1)

    def give(self, end: int) -> list[Row]:
        """The cells of the columns before `end`, once."""
        rows: list[Row] = []
        for column in sorted(c for c in self.open if c < end):
            rows += self.cells(column, self.open.pop(column), self.tags.pop(column))
        if self.column < end:
            self.column = NOWHERE
        self.given = max(self.given, end)
        return rows

    def cells(
        self, column: int, counts: list[int], tagged: dict[tuple[int, Any], int]
    ) -> list[Row]:
        """The cells of one column, from the lowest up; those without operations are left out."""
        edges, last = self.edges, len(self.edges) - 2
        t1, t2 = column * self.width, (column + 1) * self.width
        folded = counts[1:-1]
        folded[0] += counts[0]
        folded[last] += counts[-1]
        makers: dict[int, dict[Any, int]] = {}
        for (bin, tag), n in tagged.items():
            by_tag = makers.setdefault(min(max(bin - 1, 0), last), {})
            by_tag[tag] = by_tag.get(tag, 0) + n
        return [
            {
                "row": "cell",
                "t1": t1,
                "t2": t2,
                "low": edges[k],
                "high": edges[k + 1],
                "n": n,
                **({"tag": max(makers[k], key=makers[k].__getitem__)} if k in makers else {}),
            }
            for k, n in enumerate(folded)
            if n
        ]
