"""Patterns in a heat map across a switch: where latency drops, whether lines drift, where fences
stand, and what false colour shows."""

from bisect import bisect_left
from itertools import pairwise
from math import fsum

from figures.define.figure import Rows

APART = 0.2  # seconds without a stalled operation, after which a picket of the fence ends
NEAR, FAR = 1, 20  # distances in columns


def columns(cells: Rows) -> dict[float, dict[float, int]]:
    """Return column start -> lower edge of a cell -> its count."""
    found: dict[float, dict[float, int]] = {}
    for row in cells:
        found.setdefault(row["t1"], {})[row["low"]] = row["n"]
    return found


def middle(cells: Rows) -> float:
    """Return the mean latency (s), from the middles of the cells; 0 if there are none."""
    total = sum(row["n"] for row in cells)
    return (
        fsum(row["n"] * (row["low"] + row["high"]) / 2 for row in cells) / total if total else 0.0
    )


def drops(cells: Rows, on: float, factor: float = 5.0) -> bool:
    """Return whether latency falls to less than 1/`factor` within a few columns of `on` (s), and
    was level before."""
    width = max((row["t2"] - row["t1"] for row in cells), default=0.0)
    early = middle(
        [row for row in cells if on - 10 * width <= row["t1"] and row["t2"] <= on - 5 * width]
    )
    late = middle([row for row in cells if on - 5 * width <= row["t1"] and row["t2"] <= on])
    after = middle([row for row in cells if on < row["t1"] <= on + 2 * width])
    return bool(
        width
        and after
        and late > factor * after
        and late < 1.5 * early < 2.25 * late
        and late > 1e-3
    )


def drifting(cells: Rows) -> bool:
    """Return whether the map is made of lines that drift: a column resembles the next one much more
    than a distant one.

    In a cloud, columns resemble near and distant ones equally little; with level lines, equally
    much.
    """
    by_time = [column for _, column in sorted(columns(cells).items())]

    def alike(apart: int) -> float:
        shares = [
            sum(min(n, b.get(low, 0)) for low, n in a.items())
            / min(sum(a.values()), sum(b.values()))
            for a, b in zip(by_time, by_time[apart:], strict=False)
        ]
        return fsum(shares) / len(shares) if shares else 0.0

    return (
        len(by_time) > FAR
        and alike(NEAR) > 1.4 * alike(FAR)
        and max(row["high"] for row in cells) > 1e-3
    )


def fences(times: list[float]) -> list[tuple[float, int]]:
    """Return the pickets of the fence: (begin in s, number of stalled operations)."""
    found: list[tuple[float, int]] = []
    for last, this in pairwise([-1e9, *sorted(times)]):
        if this - last > APART:
            found.append((this, 0))
        found[-1] = found[-1][0], found[-1][1] + 1
    return found


def darker(cells: Rows, which: Rows) -> float:
    """Return how many times darker false colour draws the cells `which` than a linear palette does
    (the median).

    A linear palette shows a cell's count relative to the largest count. False colour shows the rank
    of its count among all distinct counts.
    """
    steps = sorted({row["n"] for row in cells})
    times = sorted((steps.index(row["n"]) + 1) / len(steps) * steps[-1] / row["n"] for row in which)
    return times[len(times) // 2] if times else 0.0


def faintest(cells: Rows) -> Rows:
    """Return the quarter of the cells with the lowest counts."""
    return sorted(cells, key=lambda row: row["n"])[: max(1, len(cells) // 4)]


def stalled(cells: Rows, on: float, limit: float) -> Rows:
    """Return the cells after `on` (s) and above `limit` (s)."""
    return [row for row in cells if row["t1"] > on and row["low"] >= limit]


def shows_faint(cells: Rows, on: float, limit: float) -> bool:
    """Return whether false colour shows what a linear palette hides: it draws the faintest quarter
    of the map ten times darker, and the cells above `limit` (s) after `on` (s), all below a fifth
    of the largest count, three times darker."""
    most, stalls = max((row["n"] for row in cells), default=0), stalled(cells, on, limit)
    return (
        darker(cells, faintest(cells)) >= 10
        and darker(cells, stalls) >= 3
        and all(5 * row["n"] < most for row in stalls)
    )


def column_of(latencies: list[float], t1: float, t2: float, edges: dict[str, list[float]]) -> Rows:
    """Return the rows of one column of a heat map (t1, t2, low, high, n), for each kind of `edges`.

    latencies: ascending; those beyond the edges count in the first and last cell.
    """
    rows = []
    for kind, lines in edges.items():
        below, last = 0, len(lines) - 2
        for k in range(last + 1):
            end = bisect_left(latencies, lines[k + 1], below) if k < last else len(latencies)
            if end > below:
                rows.append(
                    {
                        "row": kind,
                        "t1": t1,
                        "t2": t2,
                        "low": lines[k],
                        "high": lines[k + 1],
                        "n": end - below,
                    }
                )
                below = end
    return rows
