"""What the heat maps of all figures share: two kinds of axis and two palettes that run nothing, and
where time went."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import fsum
from typing import Any

from figures.define.figure import Choice, Rows, mark, panel, probe
from models.sim.heat_map import HeatMap

AXIS = Choice(
    "Latency axis",
    "linear",
    {"linear": "linear", "log": "logarithmic"},
    "Linear: equal steps. Logarithmic: equal factors, which spreads what is short.",
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
"""The rows that each axis draws. Claims are read off the rows `cell`."""
LOG_KINDS = {"log": "cell", "linear": "linear"}
"""The same where claims are read off the logarithmic map."""


def shown_openly(param: Any, default: Any = None) -> Any:
    """The same parameter outside of the fold, with this default."""
    return replace(param, more=False, default=param.default if default is None else default)


class Maps:
    """Heat maps of the same operations, one for each axis. width: seconds of a column; edges: by
    axis, the latencies (s) between which its bins lie; kinds: by axis, what its rows are called."""

    def __init__(self, width: float, edges: Mapping[str, Sequence[float]], kinds: dict[str, str]):
        self.maps = {axis: HeatMap(width, bounds) for axis, bounds in edges.items()}
        self.kinds = kinds
        self.counters = [some.add for some in self.maps.values()]

    def frames(self, begin: float, end: float) -> Rows:
        """What the axes of each map span: rows `frame` (of: the axis, t1, t2, low, high)."""
        return [
            frame(axis, begin, end, some.edges[0], some.edges[-1])
            for axis, some in self.maps.items()
        ]

    def add(self, t: float, latency: float) -> None:
        """Count an operation in each map."""
        for count in self.counters:
            count(t, latency)

    def columns(self, now: float) -> Rows:
        """The cells of the columns that are over."""
        return [
            {**row, "row": self.kinds[axis]}
            for axis, some in self.maps.items()
            for row in some.columns(now)
        ]

    def rest(self) -> Rows:
        """The cells of all other columns."""
        return [
            {**row, "row": self.kinds[axis]}
            for axis, some in self.maps.items()
            for row in some.rest()
        ]


def frame(axis: str, begin: float, end: float, low: float, high: float) -> dict[str, Any]:
    """A row that says what a map on `axis` spans (s)."""
    return {"row": "frame", "of": axis, "t1": begin, "t2": end, "low": low, "high": high}


def rects(where: dict[str, Any], fill: str, **style: Any) -> dict[str, Any]:
    """The mark of cells."""
    return mark("rect", where, x1="t1", x2="t2", y1="low", y2="high", fill=fill, **style)


def framed(axis: str) -> dict[str, Any]:
    """The mark of a frame, which cannot be seen."""
    return rects({"row": "frame", "of": axis}, "none")


def y_axis(label: str, axis: str) -> dict[str, Any]:
    """A y axis of latencies."""
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
    """The panels of a map, for each axis in each palette; `tab` names them all.

    kinds: by axis, the rows that it draws. y: the label of the latencies; each: by axis, what else
    it says. noun: what a cell counts, and `one` of them. colour: what the colour axis says besides.
    over: marks on top; under: marks below (default: the frame of the axis). counted: the rows under
    the cross-hair, if others than those of the axis. when: what else must hold. touch: pick, handle
    and tab.
    """
    made = []
    for axis, palette in product(("linear", "log"), ("false", "linear")):
        shades = {
            "label": noun,
            "type": "rank" if palette == "false" else "linear",
            "palette": palette,
            "legend": True,
        }
        made.append(
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
    return made


def shares(t1: float, t2: float, parts: dict[str, float], whole: float | None = None) -> Rows:
    """What the time from `t1` to `t2` (s) went to: rows `busy` (t1, t2, who, share: 0-1). whole:
    seconds that the parts are a share of, where they are not all of it."""
    all = (fsum(parts.values()) if whole is None else whole) or 1.0
    return [
        {"row": "busy", "t1": t1, "t2": t2, "who": who, "share": part / all}
        for who, part in parts.items()
    ]


def busy_panel(
    x: dict[str, Any],
    y: str,
    who: dict[str, str],
    *,
    over: Iterable[dict[str, Any]] = (),
    under: Iterable[dict[str, Any]] = (),
) -> dict[str, Any]:
    """The picture *Where the time goes*: the rows `busy`. y: whose time; who: the colour of each
    part."""
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
            "color": {"domain": list(who), "range": list(who.values()), "legend": True},
        },
        height=300,
        tab="Where the time goes",
    )


def rate_panel(x: dict[str, Any], y: str, tab: str) -> dict[str, Any]:
    """Beneath a map: the rows `rate` (t, end, iops). y: what is counted."""
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
    """The latency (s) below which this share of the operations lies, from the middles of the cells;
    0 without any."""
    whole, seen = sum(row["n"] for row in cells), 0
    for row in sorted(cells, key=lambda row: row["low"]):
        seen += row["n"]
        if seen >= share * whole:
            return (row["low"] + row["high"]) / 2
    return 0.0
