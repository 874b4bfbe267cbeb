"""Lines in a heat map: finding them, their slopes and their crossings."""

from collections import defaultdict
from itertools import pairwise
from math import fsum, sqrt
from typing import NamedTuple

from figures.define.figure import Rows

ICE = [
    *(
        f"color-mix(in srgb, var(--wtg-1) {share}%, var(--wtg-card))"
        for share in (42, 53, 64, 76, 88, 100)
    ),
    *(f"color-mix(in srgb, var(--wtg-1) {share}%, var(--wtg-fg))" for share in (75, 50, 25)),
]
"""Colours of the icy lake, from thin ice to thick cracks, in both themes."""
LONG = 12  # least number of columns that a line spans
STRAIGHT = 1.2  # greatest root mean square deviation of its cells, in bins
MOVES = 3.0  # bins by which a line must rise or fall to count as rising or falling


class Line(NamedTuple):
    """A straight run of one tag's cells from `start` to `end` (s), with the latency level + slope *
    t (s) at time t (s)."""

    tag: int
    start: float
    end: float
    level: float
    slope: float
    moved: float  # bins by which it rises over its length
    points: int  # columns in which it has a cell
    stray: float  # root mean square deviation of its cells, in bins

    def at(self, t: float) -> float:
        """Return the line's latency (s) at time `t` (s)."""
        return self.level + self.slope * t


def fitted(tag: int, run: list[tuple[float, float]], bin: float, straight: float) -> Line | None:
    """Return the straight line through a run of points, or None if they lie too far from one.

    run: (time, latency) in s. bin: height of a cell (s). straight: the greatest root mean square
    deviation, in bins.
    """
    count = len(run)
    t0, y0 = fsum(t for t, _ in run) / count, fsum(y for _, y in run) / count
    slope = fsum((t - t0) * (y - y0) for t, y in run) / (fsum((t - t0) ** 2 for t, _ in run) or 1.0)
    stray = fsum((y - y0 - slope * (t - t0)) ** 2 for t, y in run) / count
    if stray > (straight * bin) ** 2:
        return None
    start, end = run[0][0], run[-1][0]
    return Line(
        tag,
        start,
        end,
        y0 - slope * t0,
        slope,
        slope * (end - start) / bin,
        count,
        sqrt(stray) / bin,
    )


def lines(cells: Rows, straight: float = STRAIGHT) -> list[Line]:
    """Return the straight lines of all tags, which are searched one by one. Cells without a tag, or
    with mixed tags, belong to no line.

    cells: rows with t1, t2, low, high, n and tag, of equal width and height. straight: the greatest
    root mean square deviation of a line's cells from it, in bins.
    """
    if not cells:
        return []
    width = max(row["t2"] - row["t1"] for row in cells)
    bin = max(row["high"] - row["low"] for row in cells)
    drawn: dict[int, dict[float, tuple[int, float]]] = defaultdict(dict)
    for row in cells:
        t, place = (row["t1"] + row["t2"]) / 2, (row["n"], (row["low"] + row["high"]) / 2)
        if "tag" in row and place > drawn[row["tag"]].get(t, (0, 0.0)):
            drawn[row["tag"]][t] = place
    found = []
    for tag, places in drawn.items():
        points = [(t, y) for t, (_, y) in sorted(places.items())]
        runs = [[points[0]]]
        for last, this in pairwise(points):
            if abs(this[1] - last[1]) > 2.5 * bin or this[0] - last[0] > 4.5 * width:
                runs.append([])
            runs[-1].append(this)
        for run in runs:
            if run[-1][0] - run[0][0] >= (LONG - 1.5) * width and (
                line := fitted(tag, run, bin, straight)
            ):
                found.append(line)
    return found


def rising(found: list[Line]) -> list[Line]:
    """Return the lines that rise."""
    return [line for line in found if line.moved >= MOVES]


def falling(found: list[Line]) -> list[Line]:
    """Return the lines that fall."""
    return [line for line in found if line.moved <= -MOVES]


def crossings(found: list[Line]) -> int:
    """Return the number of crossings of a rising and a falling line."""
    count = 0
    for up in rising(found):
        for down in falling(found):
            start, end = max(up.start, down.start), min(up.end, down.end)
            count += start < end and up.at(start) < down.at(start) and up.at(end) > down.at(end)
    return count


def filled(cells: Rows) -> float:
    """Return the share of the cells (0-1) that are not empty, over all columns. Only latencies
    between the lowest and the highest cell with at least a quarter of the largest count are
    considered."""
    most = max((row["n"] for row in cells), default=0)
    full = [row for row in cells if 4 * row["n"] >= most]
    if not full:
        return 0.0
    low, high = min(row["low"] for row in full), max(row["high"] for row in full)
    inside = [row for row in cells if low <= row["low"] < high]
    bins: int = round((high - low) / max(row["high"] - row["low"] for row in cells))
    columns = len({row["t1"] for row in cells})
    return len(inside) / (bins * columns)
