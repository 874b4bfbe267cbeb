"""What a file says as rows of a picture: a heat map, shares that are answered within a time, and rates over time."""

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import ceil, fsum, inf
from typing import Any, NamedTuple

from figures.define.figure import Rows, mark, panel
from models.measured import Bins, Measured, Part, Samples
from models.measured.kit.many import Cells, cells, edge, facts, size_of
from models.measured.kit.measured import Curve

MAP, WITHIN, TAIL, MANY, OVER = "heat map", "within", "the slowest", "histogram", "over time"
"""The pictures, and the kinds of their rows."""
COLUMNS = 120
"""Columns of a heat map. A doubling of the latency has four rows."""
POINTS = 300
"""Points of a curve."""
HUES = ("var(--wtg-1)", "var(--wtg-accent)", "var(--wtg-3)", "var(--wtg-4)", "var(--wtg-2)")
MOST_PARTS = len(HUES)
WAITS = ("total_wait", "disk_wait")


def rows_of(found: Measured) -> Rows:
    """Return the rows of the pictures of a file: cell (part, t1, t2, low, high, n), within (part, latency, share, rest),
    size (part, low, high, share) and rate (part, t, rate or latency). Latencies and times in s, rates a second."""
    rows: Rows = []
    for part in shown_parts(found):
        counted = counted_of(part.latencies)
        if counted:
            rows += drawn_cells(part.name, counted)
        if part.latencies is not None and len(part.latencies):
            rows += within(part)
            rows += histogram(part)
        rows += over_time(part, counted)
    return rows


def shown_parts(found: Measured) -> list[Part]:
    """Return the parts that tell most, in the file's order: intervals before what is since boot, the whole waits of ZFS before
    those of its queues, and those with the most in them."""
    parts = [
        part for part in found.parts if part.latencies is not None or part.windows or part.rates
    ]
    parts = [part for part in parts if part.group != "since_boot"] or parts

    def rank(part: Part) -> tuple[bool, int]:
        """Return the place of a part."""
        return not part.name.startswith(WAITS), -len(part.latencies or ())

    most = sorted(parts, key=rank)[:MOST_PARTS]
    return [part for part in parts if part in most]


class Counted(NamedTuple):
    """How many latencies lie in each cell of a heat map. width: of a column (s)."""

    width: float
    cells: Cells


def counted_of(latencies: Samples | Bins | None) -> Counted | None:
    """Return the cells of a heat map, or None if it is not known when the latencies were."""
    if not isinstance(latencies, Samples) or len(latencies.times) < 2:
        return None
    first, last, *_ = facts(latencies.times)
    width = (last - first) / COLUMNS or 1.0
    return Counted(width, cells(latencies.times, latencies.seconds, first, width, COLUMNS))


def drawn_cells(name: str, counted: Counted) -> Iterator[dict[str, Any]]:
    """Yield the cells of a heat map: how many were answered in a stretch of time, after so long."""
    for column, size, many in counted.cells:
        yield {
            "row": "cell",
            "part": name,
            "t1": column * counted.width,
            "t2": (column + 1) * counted.width,
            "low": edge(size),
            "high": edge(size + 1),
            "n": many,
        }


def within(part: Part) -> Iterator[dict[str, Any]]:
    """Yield the share of answers that came within a time, and the rest that took longer, at rising times."""
    latencies = part.latencies
    points = list[tuple[float, float]]()
    if isinstance(latencies, Bins):
        so_far = 0.0
        for low, high, count in latencies.counts:
            points.append((low, so_far / latencies.number))
            so_far += count
            points.append((high, so_far / latencies.number))
    elif latencies is not None:
        ordered, last = latencies.ordered, len(latencies.ordered) - 1
        ranks = {round(k * last / POINTS) for k in range(POINTS + 1)}
        ranks |= {last - round(last ** (k / POINTS)) for k in range(POINTS + 1)}
        points = [(ordered[rank], (rank + 1) / len(ordered)) for rank in ranks]
    for latency, share in sorted(set(points)):
        if 0 < latency < inf:
            rest = {"rest": 1 - share} if share < 1 - 1e-12 else {}
            yield {
                "row": "within",
                "part": part.name,
                "latency": latency,
                "share": min(1.0, share),
                **rest,
            }


def histogram(part: Part) -> Iterator[dict[str, Any]]:
    """Yield the share of answers that took so long, four bins in a doubling."""
    latencies, counts = part.latencies, defaultdict[int, float](float)
    if isinstance(latencies, Bins):
        for low, high, count in latencies.counts:
            if 0 < (middle := low + (min(high, 2 * low or high) - low) / 2) < inf:
                counts[size_of(middle)] += count
    elif latencies is not None and latencies.longest > 0:
        ordered = latencies.ordered
        at = bisect_right(ordered, 0.0)
        for size in range(size_of(ordered[at]), size_of(ordered[-1]) + 1):
            at, before = bisect_left(ordered, edge(size + 1)), at
            counts[size] += at - before
    whole = fsum(counts.values())
    for size, count in sorted(counts.items()):
        if not count:
            continue
        yield {
            "row": "size",
            "part": part.name,
            "low": edge(size),
            "high": edge(size + 1),
            "from": 0.0,
            "share": count / whole,
        }


def over_time(part: Part, counted: Counted | None) -> Iterator[dict[str, Any]]:
    """Yield rates over time: what the file says, or a count of the answers. One report alone is no curve."""
    rates = part.rates
    if not rates and counted:
        counts = Counter[int]()
        for column, _, many in counted.cells:
            counts[column] += many
        width = counted.width
        rates = [((k + 0.5) * width, counts[k] / width) for k in range(COLUMNS)]
    if len(rates) > 1:
        for t, rate in thinned(rates):
            yield {"row": "rate", "part": part.name, "t": t, "rate": rate}
    means = part.windows.means if part.windows else []
    if len(means) > 1:
        for t, mean in thinned(means):
            yield {"row": "window", "part": part.name, "t": t, "latency": mean}


def thinned(curve: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yield the points of a curve; of many neighbours that would fall on one another only the lowest and the highest."""
    if isinstance(curve, Curve):
        times, values = curve.times, curve.values
    else:
        times, values = (array("d", each) for each in zip(*curve, strict=True))
    together = ceil(len(times) / POINTS) or 1
    for start in range(0, len(times), together):
        near = values[start : start + together]
        for at in sorted({near.index(min(near)), near.index(max(near))}):
            yield times[start + at], near[at]


def picture(found: Measured, rows: Rows) -> dict[str, Any]:
    """Return the panels that show the rows, as a page draws them."""
    kinds = {row["row"] for row in rows}
    names = list(dict.fromkeys(row["part"] for row in rows))
    colour = {"domain": names, "range": [*HUES[: len(names)]], "legend": True}
    latency = {"label": "latency", "unit": "ms", "type": "log", "grid": True, "tickFormat": "~g"}
    time = {"label": "time", "unit": "s"}
    cells_of = [row for row in rows if row["row"] == "cell"]
    ends = (
        [min(row["low"] for row in cells_of), max(row["high"] for row in cells_of)]
        if cells_of
        else []
    )
    panels = []
    for name in names if "cell" in kinds else []:
        if not any(row["part"] == name and row["row"] == "cell" for row in rows):
            continue
        panels.append(
            panel(
                [
                    mark(
                        "rect",
                        {"row": "cell", "part": name},
                        x1="t1",
                        x2="t2",
                        y1="low",
                        y2="high",
                        fill="n",
                        inset=0,
                    )
                ],
                {
                    "x": time,
                    "y": {**latency, "label": f"{name}: latency", "domain": ends},
                    "color": {"type": "rank", "palette": "false", "label": "in a cell"},
                },
                height=240,
                tab=MAP,
            )
        )
    if "within" in kinds:
        panels.append(
            panel(
                [
                    mark(
                        "line",
                        {"row": "within"},
                        x="latency",
                        y="share",
                        stroke="part",
                        strokeWidth=2,
                    )
                ],
                {
                    "x": {**latency, "label": "answered within"},
                    "y": {"label": "of the answers", "unit": "%", "domain": [0, 1], "grid": True},
                    "color": colour,
                },
                tab=WITHIN,
            )
        )
        panels.append(
            panel(
                [
                    mark(
                        "line",
                        {"row": "within"},
                        x="rest",
                        y="latency",
                        stroke="part",
                        strokeWidth=2,
                    )
                ],
                {
                    "x": {
                        "label": "of the answers take longer",
                        "unit": "%",
                        "type": "log",
                        "reverse": True,
                        "grid": True,
                        "tickFormat": "~g",
                    },
                    "y": latency,
                    "color": colour,
                },
                tab=TAIL,
            )
        )
    if "size" in kinds:
        panels.append(
            panel(
                [
                    mark(
                        "rect",
                        {"row": "size"},
                        x1="low",
                        x2="high",
                        y1="from",
                        y2="share",
                        fill="part",
                        fillOpacity=0.55,
                        inset=0,
                    )
                ],
                {
                    "x": latency,
                    "y": {"label": "of the answers", "unit": "%", "grid": True, "zero": True},
                    "color": colour,
                },
                tab=MANY,
            )
        )
    if "rate" in kinds:
        panels.append(
            panel(
                [mark("line", {"row": "rate"}, x="t", y="rate", stroke="part", strokeWidth=1.5)],
                {
                    "x": time,
                    "y": {"label": "a second", "grid": True, "zero": True, "tickFormat": "~s"},
                    "color": colour,
                },
                height=200,
                tab=OVER,
            )
        )
    if "window" in kinds:
        panels.append(
            panel(
                [
                    mark(
                        "line",
                        {"row": "window"},
                        x="t",
                        y="latency",
                        stroke="part",
                        strokeWidth=1.5,
                    )
                ],
                {
                    "x": time,
                    "y": {
                        "label": "mean latency of a window",
                        "unit": "ms",
                        "grid": True,
                        "zero": True,
                    },
                    "color": colour,
                },
                height=220,
                tab=OVER,
            )
        )
    return {"id": "measured", "params": [], "panels": panels}
