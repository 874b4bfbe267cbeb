"""The riddle of June 2009: a latency map that fills up write by write, with diagonals that cross."""

from collections.abc import Iterator
from typing import Any

from figures.define.figure import Figure, Number, Preset, Rows, cite, frame, mark, panel
from figures.kit.heat import frame as framed
from figures.kit.heat import rects
from figures.kit.heat_map import HeatMap, linear_edges
from figures.kit.icy_lake import icy_lake
from figures.kit.lines import ICE, crossings, falling, lines, rising
from figures.kit.rows import one
from figures.kit.words import time
from models.catalogue.machines import values as constants
from models.units import KiB, ms, rpm

SUN = constants("7410")
COLUMNS, FRAMES = 150, 60
BIN = 0.2 * ms
SECONDS = 120.0


def rounded(value: Any) -> Any:
    """Return a number without the digits that no picture shows."""
    return round(value, 6) if isinstance(value, float) else value


def run(vdevs: int, speed: float, seed: int) -> Iterator[Rows]:
    """Yield rows: frame (t1, t2, low, high), cell (t1, t2, low, high, n), sum and, for each frame (s), hidden
    (t1, t2, low, high: what is still to come) and now (t). Times are in s."""
    lake = icy_lake(("mirror", vdevs), 8 * KiB, seed=seed, speed=speed)
    top = int((1 / speed + lake.spec.skew) / ms + 1) * ms
    heat = HeatMap(SECONDS / COLUMNS, linear_edges(top, round(top / BIN)))
    latencies = []
    for start, latency, vdev, column, _ in lake.writes(SECONDS):
        heat.add(start, latency, vdev * 2 + column)
        latencies.append(latency)
    cells = heat.rest()
    found = lines(cells)
    yield [framed("linear", 0.0, SECONDS, 0.0, top)]
    yield [{name: rounded(value) for name, value in row.items() if name != "tag"} for row in cells]
    for k in range(FRAMES + 1):
        now = SECONDS * k / FRAMES
        beyond = SECONDS + 1  # or a hair of the last column would show
        hidden = {"row": "hidden", "frame": now, "t1": now, "t2": beyond, "low": 0.0, "high": top}
        yield [hidden, {"row": "now", "frame": now, "t": now}]
    yield [
        {
            "row": "sum",
            "least": min(latencies),
            "most": max(latencies),
            "rising": len(rising(found)),
            "falling": len(falling(found)),
            "crossings": crossings(found),
        }
    ]


def values(rows: Rows) -> dict[str, float]:
    return {name: float(value) for name, value in one(rows, "sum").items() if name != "row"}


def describe(rows: Rows) -> str:
    s = one(rows, "sum")
    text = f"The writes take from {time(s['least'])} to {time(s['most'])}"
    if not s["rising"] and not s["falling"]:
        return f"{text}, and no line rises or falls."
    return f"{text}. Some lines rise, others fall{', and they cross' if s['crossings'] else ''}."


FIGURE = Figure(
    id="frozen-lake",
    title="The frozen lake",
    caption="Each cell counts writes, the stronger the more. Further right is later, and further up took longer.",
    params={
        "vdevs": Number(
            "Pairs of disks",
            24,
            3,
            24,
            whole=True,
            help="How many pairs take turns. Both disks of a pair get the same data.",
        ),
        "speed": Number(
            "Spindle",
            SUN["pool.disks.speed"],
            5400 * rpm,
            15000 * rpm,
            unit="rpm",
            step=100 * rpm,
            more=True,
            help="How fast the platters turn.",
        ),
    },
    presets={
        "as in June 2009": Preset(help="24 pairs of disks, 7,200 rpm"),
        "six pairs": Preset({"vdevs": 6}),
        "15,000 rpm": Preset({"speed": 15000 * rpm}),
    },
    run=run,
    panels=[
        panel(
            [
                rects({"row": "frame"}, "none"),
                rects({"row": "cell"}, "n", inset=0),
                rects({"row": "hidden"}, "var(--wtg-card)", inset=0),
                mark("ruleX", {"row": "now"}, x="t", stroke="var(--wtg-accent)", strokeWidth=2),
            ],
            {
                "x": {"label": "time", "unit": "s", "domain": [0, SECONDS]},
                "y": {"label": "latency of a write", "unit": "ms", "ticks": 5},
                "color": {"label": "writes", "type": "rank", "palette": "false", "range": ICE},
            },
            height=320,
            frame=frame("frame", "time", "s", 6, (SECONDS,)),
        )
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009art", "the heat map"),
)
