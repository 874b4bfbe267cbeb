"""Lines in a heat map: what one spindle draws, how steep it is, where it crosses another's, and in
which colours."""

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
"""Shades of a lake, from thin ice to a thick crack, in both themes."""
LONG = 12  # columns that a line spans at least
STRAIGHT = 1.2  # bins by which its cells may stray from it, root mean square
MOVES = 3.0  # bins by which a line must rise or fall to count as one that does


class Line(NamedTuple):
    """A straight run of one tag's cells from `start` to `end` (s): y(t) = level + slope * t (s, and
    s a second)."""

    tag: int
    start: float
    end: float
    level: float
    slope: float
    moved: float  # over its whole length, in bins
    points: int  # columns in which it was seen
    stray: float  # of its cells from it, root mean square, in bins

    def at(self, t: float) -> float:
        """The line's height (s) at `t` (s)."""
        return self.level + self.slope * t


def fitted(tag: int, run: list[tuple[float, float]], bin: float, straight: float) -> Line | None:
    """The straight line through a run of points, None where they do not lie on one."""
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
    """The lines of all tags, found tag by tag: without tags there are none, and cells whose tags
    are mixed up hold none.

    cells: rows with t1, t2, low, high, n and tag, of equal width and height. straight: bins by
    which the cells of a line may stray from it, root mean square.
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
    """Those that climb."""
    return [line for line in found if line.moved >= MOVES]


def falling(found: list[Line]) -> list[Line]:
    """Those that come down."""
    return [line for line in found if line.moved <= -MOVES]


def crossings(found: list[Line]) -> int:
    """How often a climbing line meets a falling one: an X."""
    count = 0
    for up in rising(found):
        for down in falling(found):
            start, end = max(up.start, down.start), min(up.end, down.end)
            count += start < end and up.at(start) < down.at(start) and up.at(end) > down.at(end)
    return count


def filled(cells: Rows) -> float:
    """The share of cells that hold anything, between the lowest and the highest that hold much,
    over all columns."""
    most = max((row["n"] for row in cells), default=0)
    much = [row for row in cells if 4 * row["n"] >= most]
    if not much:
        return 0.0
    low, high = min(row["low"] for row in much), max(row["high"] for row in much)
    inside = [row for row in cells if low <= row["low"] < high]
    bins = round((high - low) / max(row["high"] - row["low"] for row in cells))
    columns = len({row["t1"] for row in cells})
    return len(inside) / (bins * columns)
