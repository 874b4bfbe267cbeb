"""The icy lake: a latency map of one writer on many disks, and an explanation of each line in it."""

from collections.abc import Iterator
from math import cos, pi, sin

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Rows,
    Switch,
    cite,
    mark,
    panel,
    pick,
    target,
)
from figures.kit.heat import AXIS, PALETTE, frame, heat_panels, rects
from figures.kit.heat_map import HeatMap, linear_edges
from figures.kit.icy_lake import LEAST, PARTS, icy_lake
from figures.kit.lines import ICE
from figures.kit.rows import one
from figures.kit.stops import SIZES
from figures.seeing_latency.icy_lake_results import (
    cross,
    describe,
    diagonals,
    even,
    lake,
    line_of,
    one_line,
    seen_lines,
    spent,
    summary,
    values,
    weighted,
)
from models.catalogue.machines import values as constants
from models.machine.order import LAYOUTS
from models.units import KiB, ms, rpm

SUN = constants("7410")
COLUMNS, BINS, DOTS, STEPS = 180, 56, 240, 24
DISKS = 288
WHO = ["this disk is the late one", "another of its group is"]


def run(
    layout: str,
    vdevs: int,
    spindle: int,
    speed: float,
    size: float,
    turnaround: float,
    jitter: float,
    error: float,
    scattered: bool,
    seconds: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: cell (t1, t2, low, high, n, tag: the disk), spent (what, from, to), sum. While a
    disk's line is explained, rows `lake` replace `cell`, and there are own and mate (cells of its
    vdev: writes that this disk ended, and writes that another did) and sight (t, away, x, y). Times
    are in s."""
    width = LAYOUTS[layout].disks
    asked = {"asked_vdevs": vdevs, "asked_disk": spindle}
    vdevs = min(vdevs, DISKS // width)
    spindle = min(spindle, vdevs * width)
    pool = icy_lake(
        (layout, vdevs),
        int(size),
        turnaround=turnaround,
        spread=min(1.0, jitter / max(turnaround, 1e-9)),
        scattered=scattered,
        seed=seed,
        speed=speed,
        speed_error=error,
    )
    vdev, column = divmod(spindle - 1, width)
    if spindle:
        pool.watch(vdev, column)
    top = int((1 / speed + pool.spec.skew) / ms + 1) * ms
    heat, own, mate = (HeatMap(seconds / COLUMNS, linear_edges(top, BINS)) for _ in range(3))
    yield [frame("linear", 0.0, seconds, 0.0, top), frame("log", 0.0, seconds, LEAST, top)]
    latencies, decided, cells = [], set(), []
    for step in range(1, STEPS + 1):
        for start, latency, v, k, _ in pool.writes(seconds * step / STEPS):
            heat.add(start, latency, v * width + k + 1)
            latencies.append(latency)
            if spindle and v == vdev:
                (own if k == column else mate).add(start, latency)
                if k == column:
                    decided.add(start)
        maps = {"lake" if spindle else "cell": heat, "mate": mate, "own": own}
        drawn = {
            name: some.columns(pool.now) if step < STEPS else some.rest()
            for name, some in maps.items()
        }
        cells += drawn["lake" if spindle else "cell"]
        yield [{**row, "row": name} for name, some in drawn.items() for row in some]
    for start, away in pool.seen[:: max(1, len(pool.seen) // DOTS)]:
        r, angle = 0.3 + 0.7 * start / seconds, 2 * pi * away
        yield [
            {
                "row": "sight",
                "t": start,
                "away": away,
                "x": round(r * cos(angle), 6),
                "y": round(r * sin(angle), 6),
                "who": WHO[start not in decided],
            }
        ]
    yield spent(pool)
    yield [
        {
            **asked,
            **summary(pool, latencies),
            **line_of(pool, layout, spindle, len(decided)),
            **seen_lines(cells),
        }
    ]


STRIPE, ONE = "as measured, stripe of 22", "as measured, one disk of the stripe"
EXPLAINED = list(range(1, DISKS + 1))
LINES = [
    ("lake", "var(--wtg-mute)", {"fillOpacity": 0.28}),
    ("mate", "var(--wtg-1)", {}),
    ("own", "var(--wtg-accent)", {}),
]
TIME = {"label": "time", "unit": "s"}
SIGHT = {"domain": WHO, "range": ["var(--wtg-accent)", "var(--wtg-1)"]}
RING = [
    {"x": round(cos(2 * pi * k / 72), 6), "y": round(sin(2 * pi * k / 72), 6)} for k in range(73)
]

FIGURE = Figure(
    id="icy-lake",
    title="The icy lake",
    caption="One thread writes 8 KiB at a time, each write behind the last, each to the next pair of disks, and waits "
    "until it is safe. Latency: stronger cells hold more writes. Click a line to see whose it is: writes that the "
    "disk held up are then orange, those that the other disk of its pair held up blue. Its sector: how far it was "
    "from the head each time, over time and on the platter (from the inner ring to the rim; it comes round "
    "clockwise).",
    params={
        "layout": Choice(
            "Layout",
            "mirror",
            {
                "stripe": "stripe",
                "mirror": "mirrored pairs",
                "raidz1": "RAID-Z of six",
                "raidz2": "RAID-Z2 of ten",
            },
            "Single disks, pairs that hold the same data, or groups that share each write and its parity.",
        ),
        "spindle": Number(
            "Explain the line of disk",
            0,
            0,
            DISKS,
            whole=True,
            help="Number of the disk, 0 for none. You can also click a line. In pairs, disks 1 and 2 are the first pair, 3 and 4 the second.",
        ),
        "error": Number(
            "Speed error",
            SUN["pool.disks.speed_error"],
            0.0,
            0.01,
            unit="%",
            stops=(0.0, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01),
            help="Greatest deviation of a spindle's speed, up or down.",
        ),
        "vdevs": Number(
            "Disks, pairs or groups",
            24,
            1,
            48,
            whole=True,
            more=True,
            help="Number of disks, pairs or groups, written to in turn (288 disks at most).",
        ),
        "turnaround": Number(
            "Between writes",
            SUN["network.turnaround"],
            0.0,
            5 * ms,
            unit="ms",
            step=0.05 * ms,
            more=True,
            help="How long the client and the network take from an answer to the next request.",
        ),
        "jitter": Number(
            "Give or take",
            0.0,
            0.0,
            5 * ms,
            unit="ms",
            step=0.05 * ms,
            more=True,
            help="Greatest deviation of that time, up or down (at most the time itself).",
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
        "size": Number(
            "Write size",
            8 * KiB,
            512,
            128 * KiB,
            unit="KiB",
            stops=SIZES,
            more=True,
            help="How much the program writes at a time; the log adds a header and rounds up to 4 KiB.",
        ),
        "scattered": Switch(
            "Log at another place on each disk",
            False,
            "As in a pool that other programs have written to. The disks then change tracks at different times.",
            more=True,
        ),
        "seconds": Number(
            "Time shown",
            180.0,
            10.0,
            600.0,
            unit="s",
            step=10.0,
            help="How much time the picture covers.",
            more=True,
        ),
        "axis": AXIS,
        "palette": PALETTE,
    },
    presets={
        "as measured": Preset(help="48 disks of 7,200 rpm in 24 mirrored pairs, writes of 8 KiB"),
        ONE: Preset(
            {"layout": "stripe", "vdevs": 22, "spindle": 7}, "no mirrors, one disk singled out"
        ),
        "all spindles alike": Preset({"error": 0.0}),
        "one disk of a pair": Preset({"spindle": 29}, "one disk of a mirrored pair"),
        STRIPE: Preset({"layout": "stripe", "vdevs": 22}, "no mirrors: each write to one disk"),
        "four times as unlike": Preset({"error": 4e-4, "seconds": 60.0}),
        "15,000 rpm": Preset({"speed": 15000 * rpm}),
        "a slow client": Preset(
            {"turnaround": 2 * ms, "seconds": 60.0}, "2 ms between writes, always"
        ),
        "an uneven client": Preset(
            {"turnaround": 2 * ms, "jitter": 2 * ms, "seconds": 60.0},
            "0 to 4 ms between writes, 2 on average",
        ),
        "used for years": Preset({"scattered": True}, "the log lies at another place on each disk"),
        "RAID-Z2": Preset({"layout": "raidz2", "vdevs": 4}, "the slowest of ten disks decides"),
        "linear shades": Preset({"palette": "linear"}),
    },
    run=run,
    panels=[
        *heat_panels(
            {"linear": "cell", "log": "cell"},
            TIME,
            "latency of a write",
            "writes",
            colour={"range": ICE},
            over=[rects({"row": row}, fill, inset=0, **faint) for row, fill, faint in LINES],
            counted=["cell", "lake"],
            height=380,
            pick=pick("spindle", "tag"),
            tab="Latency",
        ),
        panel(
            [
                mark("ruleX", {"row": "frame", "of": "linear"}, x="t1", strokeOpacity=0),
                mark("ruleX", {"row": "frame", "of": "linear"}, x="t2", strokeOpacity=0),
                mark("dot", {"row": "sight"}, x="t", y="away", r=1.8, fill="who"),
            ],
            {
                "x": TIME,
                "y": {
                    "label": "sector is away by",
                    "unit": "turn",
                    "domain": [0, 1],
                    "ticks": [0, 0.5, 1],
                    "grid": True,
                },
                "color": {**SIGHT, "legend": True},
            },
            height=140,
            when={"spindle": EXPLAINED},
            tab="Its sector",
        ),
        panel(
            [
                mark("line", data=RING, x="x", y="y", stroke="var(--wtg-mute)", strokeWidth=1.5),
                mark(
                    "line",
                    data=[{"x": 0.3 * p["x"], "y": 0.3 * p["y"]} for p in RING],
                    x="x",
                    y="y",
                    stroke="var(--wtg-mute)",
                    strokeOpacity=0.5,
                ),
                mark("dot", {"row": "sight"}, x="x", y="y", r=2, fill="who"),
                mark(
                    "line",
                    data=[{"x": 1.3, "y": 0.0}, {"x": 0.3, "y": 0.0}],
                    x="x",
                    y="y",
                    stroke="currentColor",
                    strokeWidth=2.5,
                ),
                mark(
                    "text",
                    data=[{"x": 1.3, "y": 0.1}],
                    x="x",
                    y="y",
                    text=["head"],
                    fill="currentColor",
                ),
                mark(
                    "text",
                    data=[{"x": 0.0, "y": 0.0}],
                    x="x",
                    y="y",
                    text=["first"],
                    fill="currentColor",
                ),
                mark(
                    "text",
                    data=[{"x": 0.0, "y": -1.1}],
                    x="x",
                    y="y",
                    text=["last"],
                    fill="currentColor",
                ),
                mark(
                    "text",
                    data=[{"x": -0.95, "y": 0.85}],
                    x="x",
                    y="y",
                    text=["it turns ↻"],
                    fill="currentColor",
                ),
            ],
            {
                "x": {"axis": None, "domain": [-1.2, 1.45]},
                "y": {"axis": None, "domain": [-1.2, 1.2]},
                "color": SIGHT,
            },
            height=266,
            aspect=1,
            when={"spindle": EXPLAINED},
            tab="Its sector",
        ),
        panel(
            [
                mark("barX", {"row": "spent"}, x1="from", x2="to", fill="what"),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "the thread's time", "unit": "%", "domain": [0, 1], "grid": True},
                "color": {"domain": list(PARTS), "range": list(PARTS.values()), "legend": True},
            },
            height=200,
            tab="Where the time goes",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009art", "the heat map"),
    reproduces=[
        "latency-art-x",
        "acmq-fig2-striped-sync",
        "acmq-fig3-single-disk-of-stripe",
        "acmq-fig6-mirrored-sync",
    ],
    targets=[
        target("art-x-latency-range", lambda rows: one(rows, "sum")["most"]),
        target("art-x-diagonals-pattern", diagonals),
        target("art-x-cross-pattern", cross),
        target("art-x-icy-lake-pattern", lake),
        target("acmq6-pattern", weighted),
        target("acmq2-pattern", even, STRIPE),
        target("acmq3-pattern", one_line, ONE),
    ],
)
