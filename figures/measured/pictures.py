"""What a file says as rows of a picture: a heat map, shares that are answered within a time, and rates over time."""

from collections import Counter
from collections.abc import Iterator
from math import inf
from typing import Any

from figures.define.figure import Rows, mark, panel
from models.measured import Bins, Measured, Part, Samples
from models.measured.kit.many import cells, edge
from models.measured.kit.measured import Windows

MAP, WITHIN, OVER = "heat map", "within", "over time"
"""The pictures, and the kinds of their rows."""
COLUMNS = 120
"""Columns of a heat map. A doubling of the latency has four rows."""
POINTS = 300
"""Points of a curve."""
HUES = ("var(--wtg-1)", "var(--wtg-accent)", "var(--wtg-3)", "var(--wtg-4)", "var(--wtg-2)")
MOST_PARTS = len(HUES)


def rows_of(found: Measured) -> Rows:
    """Return the rows of the pictures of a file: cell (part, t1, t2, low, high, n), within (part, latency, share) and rate
    (part, t, rate or latency). Latencies and times in s, rates a second."""
    rows: Rows = []
    for part in shown_parts(found):
        if isinstance(part.latencies, Samples) and len(part.latencies.times) > 1:
            rows += drawn_cells(part.name, part.latencies)
        if part.latencies is not None and len(part.latencies):
            rows += within(part)
        rows += over_time(part)
    return rows


def shown_parts(found: Measured) -> list[Part]:
    """Return the parts with the most in them, in the file's order."""
    parts = [
        part for part in found.parts if part.latencies is not None or part.windows or part.rates
    ]
    most = sorted(parts, key=lambda part: -len(part.latencies or ()))[:MOST_PARTS]
    return [part for part in parts if part in most]


def drawn_cells(name: str, samples: Samples) -> Iterator[dict[str, Any]]:
    """Yield the cells of a heat map: how many were answered in a stretch of time, after so long."""
    first, width = columns_of(samples)
    for column, size, many in cells(samples.times, samples.seconds, first, width, COLUMNS):
        yield {
            "row": "cell",
            "part": name,
            "t1": column * width,
            "t2": (column + 1) * width,
            "low": edge(size),
            "high": edge(size + 1),
            "n": many,
        }


def columns_of(samples: Samples) -> tuple[float, float]:
    """Return the beginning of the first column and the width of each (s)."""
    first = min(samples.times)
    return first, (max(samples.times) - first) / COLUMNS or 1.0


def within(part: Part) -> Iterator[dict[str, Any]]:
    """Yield the share of answers that came within a time, at rising times."""
    latencies = part.latencies
    points = list[tuple[float, float]]()
    if isinstance(latencies, Bins):
        so_far = 0.0
        for low, high, count in latencies.counts:
            points.append((low, so_far / latencies.number))
            so_far += count
            points.append((high, so_far / latencies.number))
    elif latencies is not None:
        ordered = latencies.ordered
        ranks = {round(k * (len(ordered) - 1) / POINTS) for k in range(POINTS + 1)}
        points = [(ordered[rank], (rank + 1) / len(ordered)) for rank in ranks]
    for latency, share in sorted(set(points)):
        if 0 < latency < inf:
            yield {"row": "within", "part": part.name, "latency": latency, "share": min(1.0, share)}


def over_time(part: Part) -> Iterator[dict[str, Any]]:
    """Yield rates over time: what the file says, or a count of the answers."""
    rates = part.rates
    if not rates and isinstance(part.latencies, Samples) and len(part.latencies.times) > 1:
        first, width = columns_of(part.latencies)
        counts = Counter[int]()
        for column, _, many in cells(
            part.latencies.times, part.latencies.seconds, first, width, COLUMNS
        ):
            counts[column] += many
        rates = [((k + 0.5) * width, counts[k] / width) for k in range(COLUMNS)]
    for t, rate in rates:
        yield {"row": "rate", "part": part.name, "t": t, "rate": rate}
    for t, mean, _ in (part.windows or Windows()).rows:
        yield {"row": "window", "part": part.name, "t": t, "latency": mean}


def picture(found: Measured, rows: Rows) -> dict[str, Any]:
    """Return the panels that show the rows, as a page draws them."""
    kinds = {row["row"] for row in rows}
    names = list(dict.fromkeys(row["part"] for row in rows))
    colour = {"domain": names, "range": [*HUES[: len(names)]], "legend": True}
    latency = {"label": "latency", "unit": "ms", "type": "log", "grid": True, "tickFormat": "~g"}
    time = {"label": "time", "unit": "s"}
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
                    "y": {**latency, "label": f"{name}: latency"},
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
