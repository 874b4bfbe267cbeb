"""Making a heat map from single operations, and what their average hides."""

from collections.abc import Iterator
from math import inf, sqrt
from typing import Any

from figures.define.figure import Choice, Figure, Number, Preset, Rows, cite, mark, panel
from figures.kit.heat import AXIS, KINDS, PALETTE, Maps, framed, heat_panels, y_axis
from figures.kit.heat_map import linear_edges, log_edges
from figures.kit.rows import one
from figures.kit.words import count, time
from models.catalogue.machines import values as constants
from models.devices.vibration import Shaking
from models.machine import SUN_7410, Machine, Nfs, Reads, reads, served
from models.sim.stats import mean, percentile
from models.units import hour, ms, us

SUN = constants("7410")
THINK = 12 * ms
RETRY = 0.95
PLAIN = SUN_7410.order(
    pool={"layout": "stripe", "vdevs": 1}, groups={"interval": 1 * hour}
).without("queue", "drive queue")
MOST = 30  # greatest number of columns with room for numbers


def operations(workload: str, seconds: float, seed: int) -> list[tuple[float, float]]:
    """Return one client's operations as (time, latency) in s, each about `THINK` (s) after the one
    before. All four workloads have about the same mean latency."""

    def writes(disks: int, pause: float, seconds: float) -> list[tuple[float, float]]:
        return served(
            PLAIN.order(pool={"layout": "stripe", "vdevs": disks}),
            Nfs(turnaround=pause, spread=0.0),
            seconds,
            seed,
        )

    spread = writes(22, THINK, seconds)
    goal = mean([latency for _, latency in spread])
    if workload == "spread":
        return spread
    if workload == "alike":
        latency = writes(1, SUN["network.turnaround"], 0.1)[-1][1]
        return writes(
            1, latency + SUN["network.turnaround"] + 1 / SUN["pool.disks.speed"] - goal, seconds
        )
    place = Reads(SUN["pool.disks.capacity"] // 2)
    if workload == "half":
        cold = Machine(PLAIN.order(pointers_held=True), seed)
        slow = mean([read.latency for read in reads(cold, 400, blocks=place, turnaround=THINK)])
        held, shaking = (1 - goal / slow, 0.0), None
    else:
        held, shaking = (
            (0.0, 1 - (goal - 0.2 * ms) * SUN["pool.disks.speed"] * (1 - RETRY) / RETRY),
            Shaking(0.0, inf, RETRY),
        )
    return served(
        PLAIN.order(held=held, flash={"devices": 1}),
        Nfs(reads=1.0, blocks=place, turnaround=THINK),
        seconds,
        seed,
        shaking,
    )


def run(workload: str, columns: int, bins: int, seconds: float, seed: int) -> Iterator[Rows]:
    """Yield rows: op (t, latency), cell and log cell (t1, t2, low, high, n: for the linear and the
    logarithmic axis), level (what, latency), moment (t1, t2, mean), sum. For the counts in boxes
    also column (t) and, for each axis, bin (latency) and count (t, latency, n). Times are in s."""
    ops = operations(workload, seconds, seed)
    latencies = [latency for _, latency in ops]
    top = 12 * ms if max(latencies) < 12 * ms else 10 * ms * (int(max(latencies) / (10 * ms)) + 1)
    width = seconds / columns
    heat = Maps(
        width, {"linear": linear_edges(top, bins), "log": log_edges(1 * us, top, bins)}, KINDS
    )
    yield heat.frames(0.0, seconds)
    moments: list[list[float]] = [[] for _ in range(columns)]
    cells = []
    for number, (t, latency) in enumerate(ops):
        heat.add(t, latency)
        moments[min(columns - 1, int(t / width))].append(latency)
        if number % 100 == 99:
            cells += (fresh := heat.columns(t))
            yield [
                {"row": "op", "t": t, "latency": latency}
                for t, latency in ops[number - 99 : number + 1]
            ] + fresh
    cells += (fresh := heat.rest())
    yield [
        {"row": "op", "t": t, "latency": latency} for t, latency in ops[len(ops) // 100 * 100 :]
    ] + fresh
    yield [{"row": "column", "t": k * width} for k in range(columns + 1)] + [
        {"row": "bin", "of": KINDS[axis], "latency": edge}
        for axis, some in heat.maps.items()
        for edge in some.edges
    ]
    if columns <= MOST:
        yield [
            {
                "row": "count",
                "of": row["row"],
                "t": (row["t1"] + row["t2"]) / 2,
                "n": f"{row['n']}",
                "latency": (row["low"] + row["high"]) / 2
                if row["row"] == "cell"
                else sqrt(row["low"] * row["high"]),
            }
            for row in cells
        ]
    yield [
        {"row": "moment", "t1": k * width, "t2": (k + 1) * width, "mean": mean(some)}
        for k, some in enumerate(moments)
        if some
    ]
    average = mean(latencies)
    yield [
        {"row": "level", "what": what, "latency": level}
        for what, level in (("mean", average), ("99th percentile", percentile(latencies, 0.99)))
    ]
    yield [
        {
            "row": "sum",
            "mean": average,
            "median": percentile(latencies, 0.5),
            "p99": percentile(latencies, 0.99),
            "most": max(latencies),
            "iops": len(ops) / seconds,
            "count": len(ops),
            "near": sum(abs(latency / average - 1) < 0.1 for latency in latencies) / len(ops),
            "fast": sum(latency < 1 * ms for latency in latencies) / len(ops),
            "slow_mean": mean([latency for latency in latencies if latency >= 1 * ms]),
        }
    ]


def values(rows: Rows) -> dict[str, float]:
    s = one(rows, "sum")
    return {
        **{name: float(value) for name, value in s.items() if name != "row"},
        "pause": THINK,
        "mean_low": 0.9 * s["mean"],
        "mean_high": 1.1 * s["mean"],
    }


def describe(rows: Rows) -> str:
    s = one(rows, "sum")
    return (
        f"{count(s['count'])} operations take {time(s['mean'])} on average; {s['near']:.0%} lie within 10 % of "
        f"that. Half take less than {time(s['median'])}, one of a hundred more than {time(s['p99'])}, the longest "
        f"{time(s['most'])}."
    )


LINES = [
    mark(
        "ruleY",
        {"row": "level"},
        y="latency",
        stroke="currentColor",
        strokeWidth=1.5,
        strokeDasharray="4,3",
    ),
    mark(
        "text",
        {"row": "level"},
        y="latency",
        text="what",
        frameAnchor="right",
        dy=-8,
        fill="currentColor",
        stroke="var(--wtg-card)",
        strokeWidth=4,
    ),
]


TIME = {"label": "time", "unit": "s"}


def drawn(step: str, axis: str) -> dict[str, Any]:
    """Return the panel of one of the first two steps (points or counts) on one latency axis."""
    kind = KINDS[axis]
    axes = {"x": TIME, "y": {**y_axis("latency", axis), "grid": step != "counts"}}
    if step == "points":
        dots = mark(
            "dot",
            {"row": "op"},
            x="t",
            y="latency",
            r=1.6,
            fill="var(--wtg-accent)",
            fillOpacity=0.7,
        )
        return panel(
            [framed(axis), dots, *LINES], axes, height=320, when={"step": step, "axis": axis}
        )
    marks = [
        framed(axis),
        mark(
            "dot",
            {"row": "op"},
            x="t",
            y="latency",
            r=1.2,
            fill="var(--wtg-accent)",
            fillOpacity=0.35,
        ),
        mark("ruleX", {"row": "column"}, x="t", stroke="var(--wtg-mute)", strokeOpacity=0.35),
        mark(
            "ruleY",
            {"row": "bin", "of": kind},
            y="latency",
            stroke="var(--wtg-mute)",
            strokeOpacity=0.35,
        ),
        mark(
            "text",
            {"row": "count", "of": kind},
            x="t",
            y="latency",
            text="n",
            fill="currentColor",
            fontSize=10,
        ),
    ]
    return panel(marks, axes, height=320, when={"step": step, "axis": axis})


FIGURE = Figure(
    id="points-to-heat",
    title="From operations to a heat map",
    caption="One client, one operation after another; each dot is one, placed by when it was asked for and how long it "
    "took. Change the step to see dots counted in boxes, and the counts drawn as shades. Bars: the mean of each "
    "column, which is all that a plot of averages would show.",
    params={
        "workload": Choice(
            "What the server does",
            "half",
            {
                "half": "reads from memory or from disk",
                "alike": "writes to one disk",
                "spread": "writes in turn to 22 disks",
                "rare": "reads from flash, a few from a bad disk",
            },
            "Four servers with about the same average. Every client pauses for some 12 ms after an answer.",
        ),
        "step": Choice(
            "Step",
            "points",
            {
                "points": "1: a dot for each",
                "counts": "2: count in boxes",
                "heat": "3: shade by count",
            },
            "How the picture is made. Numbers are shown in 30 columns or fewer.",
            view=True,
        ),
        "columns": Number(
            "Columns",
            20,
            5,
            120,
            whole=True,
            help="Number of intervals into which time is divided.",
        ),
        "bins": Number(
            "Rows",
            12,
            4,
            60,
            whole=True,
            more=True,
            help="Number of ranges into which latency is divided.",
        ),
        "axis": AXIS,
        "palette": PALETTE,
        "seconds": Number(
            "Time shown",
            20.0,
            5.0,
            40.0,
            unit="s",
            step=1.0,
            more=True,
            help="How much time the picture covers.",
        ),
    },
    presets={
        "dots": Preset(),
        "one disk": Preset({"workload": "alike"}),
        "22 disks": Preset({"workload": "spread"}),
        "a bad disk": Preset({"workload": "rare"}),
        "count them": Preset({"step": "counts"}),
        "shade the counts": Preset({"step": "heat", "columns": 80, "bins": 48}),
        "22 disks, shaded": Preset(
            {"workload": "spread", "step": "heat", "columns": 90, "bins": 60, "seconds": 30.0}
        ),
        "a bad disk, logarithmic": Preset(
            {"workload": "rare", "axis": "log", "step": "heat", "columns": 80, "bins": 48}
        ),
    },
    run=run,
    panels=[
        *(drawn(step, axis) for step in ("points", "counts") for axis in ("linear", "log")),
        *heat_panels(
            KINDS, TIME, "latency", "operations", over=LINES, height=288, when={"step": "heat"}
        ),
        panel(
            [
                mark(
                    "rect",
                    {"row": "moment"},
                    x1="t1",
                    x2="t2",
                    y1=0,
                    y2="mean",
                    fill="var(--wtg-1)",
                    fillOpacity=0.55,
                ),
                mark("ruleY", data=[0]),
            ],
            {"x": TIME, "y": {"label": "mean", "unit": "ms", "grid": True, "ticks": 2}},
            height=110,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2010visualizing", "heat maps in Analytics"),
)
