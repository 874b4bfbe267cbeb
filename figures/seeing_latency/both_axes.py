"""Heat maps of the same operations on a linear and on a logarithmic axis, so that a change of the axis runs nothing."""
from collections.abc import Sequence
from typing import Any

from figures.define import Rows, mark
from models.heat_map import HeatMap


class Maps:
    """One heat map for each kind of cell; `edges` says between which latencies (s) the bins of each lie. The kinds are the
    names of the rows, and `cell` is the one that claims are read off. width: seconds of a column."""

    def __init__(self, width: float, edges: dict[str, Sequence[float]]):
        self.maps = {kind: HeatMap(width, bounds) for kind, bounds in edges.items()}

    def frames(self, begin: float, end: float) -> Rows:
        """What the axes of each kind span: rows `frame` (of: the kind, t1, t2, low, high)."""
        return [{"row": "frame", "of": kind, "t1": begin, "t2": end, "low": some.edges[0], "high": some.edges[-1]}
                for kind, some in self.maps.items()]

    def add(self, t: float, latency: float) -> None:
        """Count an operation in each map."""
        for some in self.maps.values():
            some.add(t, latency)

    def columns(self, now: float) -> Rows:
        """The cells of the columns that are over."""
        return [{**row, "row": kind} for kind, some in self.maps.items() for row in some.columns(now)]

    def rest(self) -> Rows:
        """The cells of all other columns."""
        return [{**row, "row": kind} for kind, some in self.maps.items() for row in some.rest()]


def drawn(kind: str) -> list[dict[str, Any]]:
    """The marks of one kind of map."""
    spans: dict[str, Any] = dict(x1="t1", x2="t2", y1="low", y2="high")
    return [mark("rect", {"row": "frame", "of": kind}, **spans, fill="none"),
            mark("rect", {"row": kind}, **spans, fill="n", inset=0)]


def latency(label: str, axis: str) -> dict[str, Any]:
    """A y axis of latencies, linear or log."""
    return {"label": label, "unit": "ms", "grid": True, **({"type": "log"} if axis == "log" else {})}
