"""The parts that all heat maps share: controls for the latency axis and the palette, panels for
each combination, and a panel that shows how time is spent."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import fsum
from typing import Any

from figures.define.figure import Choice, Row, Rows, mark, panel, probe
from figures.kit.heat_map import HeatMap

AXIS = Choice(
    "Latency axis",
    "linear",
    {"linear": "linear", "log": "logarithmic"},
    "Linear: equal steps. Logarithmic: equal factors, which spreads short latencies.",
    more=True,
    view=True,
)
PALETTE = Choice(
    "Colours",
    "false",
    {"false": "false colour", "linear": "linear"},
    "False colour gives each count a step of its own, so that a cell of one operation can be seen.",
    more=True,
    view=True,
)
KINDS = {"linear": "cell", "log": "log cell"}
"""Axis -> the kind of rows that it draws. Claims are read off the rows `cell`."""
LOG_KINDS = {"log": "cell", "linear": "linear"}
"""The same mapping for figures whose claims are read off the logarithmic map."""


def shown_openly(param: Choice, default: str | None = None) -> Choice:
    """Return a copy of the control that stands outside the fold "More controls", with another
    default if one is given."""
    return replace(param, more=False, default=param.default if default is None else default)


class Maps:
    """Heat maps of the same operations, one for each latency axis.

    width: seconds of a column. edges: axis -> the edges of its bins (s). kinds: axis -> the kind of
    its rows.
    """

    def __init__(self, width: float, edges: Mapping[str, Sequence[float]], kinds: dict[str, str]):
        self.maps = {axis: HeatMap(width, bounds) for axis, bounds in edges.items()}
        self.kinds = kinds
        self.counters = [heat.add for heat in self.maps.values()]

    def frames(self, begin: float, end: float) -> Rows:
        """Return a row `frame` for each axis: its name (of), the time shown (t1, t2) and the range
        of latencies (low, high), in s."""
        return [
            frame(axis, begin, end, heat.edges[0], heat.edges[-1])
            for axis, heat in self.maps.items()
        ]

    def add(self, t: float, latency: float) -> None:
        """Count an operation in each map."""
        for count in self.counters:
            count(t, latency)

    def columns(self, now: float) -> Rows:
        """Return the cells of the columns that end by `now` (s) and were not returned before."""
        return [
            {**row, "row": self.kinds[axis]}
            for axis, heat in self.maps.items()
            for row in heat.columns(now)
        ]

    def rest(self) -> Rows:
        """Return the cells of all remaining columns."""
        return [
            {**row, "row": self.kinds[axis]}
            for axis, heat in self.maps.items()
            for row in heat.rest()
        ]


def frame(axis: str, begin: float, end: float, low: float, high: float) -> Row:
    """Return the row with the range of a map on `axis` (s)."""
    return {"row": "frame", "of": axis, "t1": begin, "t2": end, "low": low, "high": high}


def rects(where: dict[str, Any], fill: str, **style: Any) -> dict[str, Any]:
    """Return the mark of a map's cells."""
    return mark("rect", where, x1="t1", x2="t2", y1="low", y2="high", fill=fill, **style)


def framed(axis: str) -> dict[str, Any]:
    """Return an invisible mark that makes the panel as large as the frame of `axis`."""
    return rects({"row": "frame", "of": axis}, "none")


def y_axis(label: str, axis: str) -> dict[str, Any]:
    """Return a y axis of latencies."""
    return {
        "label": label,
        "unit": "ms",
        "grid": True,
        **({"type": "log"} if axis == "log" else {}),
    }


def heat_panels(
    kinds: dict[str, str],
    x: dict[str, Any],
    y: str,
    noun: str,
    *,
    one: str | None = None,
    each: dict[str, dict[str, Any]] | None = None,
    colour: dict[str, Any] | None = None,
    over: Iterable[dict[str, Any]] = (),
    under: Iterable[dict[str, Any]] | None = None,
    counted: list[str] | None = None,
    height: int = 300,
    when: dict[str, Any] | None = None,
    **touch: Any,
) -> list[dict[str, Any]]:
    """Return the panels of a map, one for each axis and palette.

    kinds: axis -> the kind of rows that it draws. y: label of the latency axis. each: axis ->
    further options for its y axis. noun: what a cell counts (plural); one: its singular. colour:
    further options for the colour axis. over: marks above the cells. under: marks below them
    (default: the axis's frame). counted: the kinds of rows that the cross-hair counts (default:
    those drawn). when: further conditions. touch: `pick`, `handle` and `tab` of the panels.
    """
    panels = []
    for axis, palette in product(("linear", "log"), ("false", "linear")):
        shades = {
            "label": noun,
            "type": "rank" if palette == "false" else "linear",
            "palette": palette,
            "legend": True,
        }
        panels.append(
            panel(
                [
                    *([framed(axis)] if under is None else under),
                    rects({"row": kinds[axis]}, "n", inset=0),
                    *over,
                ],
                {
                    "x": x,
                    "y": {**y_axis(y, axis), **(each or {}).get(axis, {})},
                    "color": {**shades, **(colour or {})},
                },
                height=height,
                when={"axis": axis, "palette": palette, **(when or {})},
                probe=probe(noun=noun, one=one, where={"row": counted or kinds[axis]}),
                **touch,
            )
        )
    return panels


def shares(t1: float, t2: float, parts: dict[str, float], total: float | None = None) -> Rows:
    """Return rows `busy` (t1, t2, who, share: 0-1), which say how the time from `t1` to `t2` (s)
    was spent.

    parts: seconds by part. total: seconds that make a share of 1 (default: the sum of the parts).
    """
    total = (fsum(parts.values()) if total is None else total) or 1.0
    return [
        {"row": "busy", "t1": t1, "t2": t2, "who": part, "share": seconds / total}
        for part, seconds in parts.items()
    ]


def busy_panel(
    x: dict[str, Any],
    y: str,
    colours: dict[str, str],
    *,
    over: Iterable[dict[str, Any]] = (),
    under: Iterable[dict[str, Any]] = (),
) -> dict[str, Any]:
    """Return the panel *Where the time goes*, which draws the rows `busy`.

    y: the label of its y axis, which says whose time it is. colours: part -> its colour.
    """
    return panel(
        [
            *under,
            mark(
                "rectY",
                {"row": "busy"},
                x1="t1",
                x2="t2",
                y="share",
                fill="who",
                order="who",
                inset=0,
            ),
            *over,
            mark("ruleY", data=[0]),
        ],
        {
            "x": x,
            "y": {"label": y, "unit": "%", "domain": [0, 1], "grid": True, "ticks": 5},
            "color": {"domain": list(colours), "range": list(colours.values()), "legend": True},
        },
        height=300,
        tab="Where the time goes",
    )


def rate_panel(x: dict[str, Any], y: str, tab: str) -> dict[str, Any]:
    """Return the panel of the rows `rate` (t, end, iops), to stand below a map. y: the label of its
    y axis."""
    return panel(
        [
            mark(
                "rect",
                {"row": "rate"},
                x1="t",
                x2="end",
                y1=0,
                y2="iops",
                fill="var(--wtg-1)",
                fillOpacity=0.55,
            ),
            mark("ruleY", data=[0]),
        ],
        {"x": x, "y": {"label": y, "grid": True, "ticks": 4}},
        height=200,
        tab=tab,
    )


def below(cells: Rows, share: float) -> float:
    """Return the latency (s) below which a share (0-1) of the operations lies, rounded to the
    middle of a cell; 0 if there are no operations."""
    total, seen = sum(row["n"] for row in cells), 0
    for row in sorted(cells, key=lambda row: row["low"]):
        seen += row["n"]
        if seen >= share * total:
            middle: float = (row["low"] + row["high"]) / 2
            return middle
    return 0.0
