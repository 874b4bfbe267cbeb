"""A heat map: the number of operations in each cell of time and value, counted as they arrive."""

from bisect import bisect_right
from collections.abc import Hashable, Sequence
from math import inf

Row = dict[str, Hashable]


def linear_edges(top: float, bins: int, low: float = 0.0) -> list[float]:
    """Return the edges of `bins` (1 or more) equal bins from `low` to `top`."""
    return [low + (top - low) * k / bins for k in range(bins + 1)]


def log_edges(low: float, top: float, bins: int) -> list[float]:
    """Return the edges of `bins` (1 or more) bins from `low` (above 0) to `top`, with a constant
    ratio between adjacent edges.

    Edges are rounded to nine digits, so that they are the same on every machine.
    """
    return [float(f"{low * (top / low) ** (k / bins):.9g}") for k in range(bins + 1)]


NO_COLUMN = -(2**62)
"""The number of the current column before any operation is counted."""


class HeatMap:
    """Counts of operations in columns of `width` seconds from time zero and in bins between
    ascending `edges`. A value on an edge belongs to the bin above it; the first and last bins also
    take values beyond them.

    A tag names the source of an operation. A cell carries its most frequent tag; ties go to the
    earliest.
    """

    def __init__(self, width: float, edges: Sequence[float]):
        self.width, self.edges = width, list(edges)
        self.bounds = [*edges, inf]
        self.emitted = 0  # columns returned so far
        # counts by bin, with one more at each end for values beyond the edges
        self.open: dict[int, list[int]] = {}
        self.tags: dict[int, dict[tuple[int, Hashable], int]] = {}
        self.column = NO_COLUMN
        self.counts: list[int] = []
        self.tagged: dict[tuple[int, Hashable], int] = {}

    def add(self, t: float, value: float, tag: Hashable = None) -> None:
        """Count an operation at time `t` (s) with this `value`. Raise ValueError if the column of
        `t` has already been returned."""
        column = int(t / self.width)
        if column != self.column:
            self.select(column)
        bin = bisect_right(self.bounds, value)
        self.counts[bin] += 1
        if tag is not None:
            tagged = self.tagged
            tagged[bin, tag] = tagged.get((bin, tag), 0) + 1

    def select(self, column: int) -> None:
        """Make `add` count into the column with this number. Raise ValueError if the column has
        already been returned."""
        if column < self.emitted:
            raise ValueError(
                f"time must be {self.emitted * self.width:g} s or later (earlier columns have been returned), "
                f"got {column * self.width:g}"
            )
        if column not in self.open:
            self.open[column] = [0] * (len(self.edges) + 1)
            self.tags[column] = {}
        self.column, self.counts, self.tagged = column, self.open[column], self.tags[column]

    def columns(self, until: float) -> list[Row]:
        """Return a row for each cell of all columns that end by `until` (s) and have not been
        returned yet.

        The keys are row ("cell"), t1 and t2 (s), low and high (in the unit of the edges), n (the
        number of operations), and tag if any of them has one.
        """
        return self.emit(int(until / self.width + 1e-9))

    def rest(self) -> list[Row]:
        """Return the cells of all columns that have not been returned yet."""
        return self.emit(max(self.open, default=self.emitted - 1) + 1)

    def emit(self, end: int) -> list[Row]:
        """Return the cells of the columns before number `end` and close these columns."""
        rows: list[Row] = []
        for column in sorted(c for c in self.open if c < end):
            rows += self.cells(column, self.open.pop(column), self.tags.pop(column))
        if self.column < end:
            self.column = NO_COLUMN
        self.emitted = max(self.emitted, end)
        return rows

    def cells(
        self, column: int, counts: list[int], tagged: dict[tuple[int, Hashable], int]
    ) -> list[Row]:
        """Return the non-empty cells of one column in ascending order."""
        edges, last = self.edges, len(self.edges) - 2
        t1, t2 = column * self.width, (column + 1) * self.width
        folded = counts[1:-1]
        folded[0] += counts[0]
        folded[last] += counts[-1]
        by_bin: dict[int, dict[Hashable, int]] = {}
        for (bin, tag), n in tagged.items():
            by_tag = by_bin.setdefault(min(max(bin - 1, 0), last), {})
            by_tag[tag] = by_tag.get(tag, 0) + n
        return [
            {
                "row": "cell",
                "t1": t1,
                "t2": t2,
                "low": edges[k],
                "high": edges[k + 1],
                "n": n,
                **({"tag": max(by_bin[k], key=by_bin[k].__getitem__)} if k in by_bin else {}),
            }
            for k, n in enumerate(folded)
            if n
        ]
