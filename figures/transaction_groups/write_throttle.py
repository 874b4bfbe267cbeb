"""Programs that write faster than the disk, and three ways to make them wait."""

from collections.abc import Iterator

from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
)
from figures.kit.heat_map import HeatMap, log_edges
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import time
from figures.transaction_groups.experiments.throttled_writers import ThrottledWriters
from models.units import KiB, MiB, ms, s, us

NAMES = {"limit": "a plain limit", "tick": "ticks (2008)", "curve": "a curve (2013)"}
BINS, COLUMNS = 120, 60
EDGES = log_edges(10 * us, 10 * s, 18)


def rows_until(end: float, name: str, writers: ThrottledWriters, seen: HeatMap) -> Rows:
    """Return the rows of one throttle at `end` (s): its bytes that are not on disk, and the cells
    of the heat map until then."""
    writers.loop.run(until=end)
    out, waiting, opened = writers.not_on_disk()
    return [
        {
            "row": "bin",
            "throttle": NAMES[name],
            "t": end,
            "out": out,
            "behind": out + waiting,
            "dirty": out + waiting + opened,
        },
        *({**cell, "throttle": NAMES[name]} for cell in seen.columns(end)),
    ]


def run(
    programs: int,
    size: float,
    media: float,
    limit: float,
    synctime: float,
    tick: float,
    scale: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: bin (throttle, t, out, behind, dirty in bytes), cell (throttle, t1, t2, low,
    high, n), line (throttle, bytes), end (t), and sum (throttle, rate, typical, late, longest,
    still, busy; see `Throttled`). Times are in s."""
    seconds = min(40.0, max(2.0, 3 * limit / media))
    spec = {
        "limit": int(limit),
        "interval": 30.0,
        "synctime": synctime,
        "tick": tick,
        "delay_scale": scale,
    }
    maps = {name: HeatMap(seconds / COLUMNS, EDGES) for name in NAMES}
    runs = {
        name: ThrottledWriters(
            name,
            programs=programs,
            size=int(size),
            media=media,
            seed=seed,
            seen=maps[name].add,
            **spec,
        )
        for name in NAMES
    }
    rules = runs["limit"].groups.spec
    of_a_group = rules.group_limit(media)
    lines = (limit,), (of_a_group * rules.tick_from, of_a_group), (limit * rules.delay_from, limit)
    yield [{"row": "end", "t": seconds}] + [
        {"row": "line", "throttle": name, "bytes": float(size)}
        for name, sizes in zip(NAMES.values(), lines, strict=True)
        for size in sizes
    ]
    yield [
        {"row": "bin", "throttle": name, "t": 0.0, "out": 0, "behind": 0, "dirty": 0}
        for name in NAMES.values()
    ]
    for k in range(BINS):
        yield [
            row
            for name in NAMES
            for row in rows_until(seconds * (k + 1) / BINS, name, runs[name], maps[name])
        ]
    yield [
        {"row": "sum", "throttle": NAMES[name], **writers.result(seconds)._asdict()}
        for name, writers in runs.items()
    ]


def sums(rows: Rows) -> dict[str, Row]:
    return {name: one(rows, "sum", throttle=title) for name, title in NAMES.items()}


def values(rows: Rows) -> dict[str, float]:
    fields = ("rate", "typical", "late", "longest", "still", "busy")
    found = {f"{name}_{field}": row[field] for name, row in sums(rows).items() for field in fields}
    peak = {
        f"{name}_peak": max(row["dirty"] for row in of(rows, "bin", throttle=title))
        for name, title in NAMES.items()
    }
    return {**found, **peak, "seconds": one(rows, "end")["t"]}


def describe(rows: Rows) -> str:
    v = values(rows)
    longest = [f"{time(v[name + '_longest'])} with {title}" for name, title in NAMES.items()]
    share = min(v[name + "_busy"] for name in NAMES)
    busy = "all the time" if share > 0.985 else f"at least {int(100 * share)}% of the time"
    return (
        f"The longest write takes {longest[0]}, {longest[1]} and {longest[2]}. Half of the writes take at most "
        f"{time(v['limit_typical'])}, {time(v['tick_typical'])} and {time(v['curve_typical'])}. The disk is busy {busy}."
    )


X = {"label": "time", "unit": "s"}
GROUPS = ["the group that goes out", "one that waits behind it", "the open one"]
FILLS = ["var(--wtg-1)", "var(--wtg-4)", "color-mix(in srgb, var(--wtg-1) 35%, var(--wtg-card))"]
FACETS = {"fy": {"axis": None, "domain": list(NAMES.values())}}
NAME = mark(
    "text",
    data=[{"throttle": name} for name in NAMES.values()],
    fy="throttle",
    text="throttle",
    frameAnchor="top-right",
    dy=2,
    dx=-2,
    fill="currentColor",
    stroke="var(--wtg-card)",
    strokeWidth=4,
)
TO_THE_END = mark("ruleX", {"row": "end"}, x="t", strokeOpacity=0)

FIGURE = Figure(
    id="write-throttle",
    title="Three ways to make a writer wait",
    caption="Programs write as fast as memory takes it, and ask for no safety; there is a row for each throttle. "
    "Latency: how long a write takes; the scale is logarithmic. Not on disk: what is in memory only, by the group "
    "that it belongs to; the dashed lines are the throttle's limits.",
    params={
        "programs": Number(
            "Programs",
            1,
            1,
            8,
            whole=True,
            help="The number of programs; each writes as fast as it can.",
        ),
        "size": Number(
            "Write size",
            32 * KiB,
            8 * KiB,
            128 * KiB,
            unit="KiB",
            stops=powers(8 * KiB, 128 * KiB),
            help="The size of a write. A tick costs a small write as much as a large one.",
        ),
        "media": Number(
            "The disk takes",
            40 * MiB,
            20 * MiB,
            160 * MiB,
            unit="MiB/s",
            step=5 * MiB,
            help="The rate at which the disk writes without interruption.",
        ),
        "limit": Number(
            "Dirty at most",
            128 * MiB,
            64 * MiB,
            256 * MiB,
            unit="MiB",
            step=16 * MiB,
            help="The most bytes in memory that are not on disk yet; with ticks, the most bytes of a group.",
            more=True,
        ),
        "synctime": Number(
            "Ticks: a group should take",
            5.0,
            1.0,
            10.0,
            unit="s",
            step=0.5,
            more=True,
            help="How long writing a group should take. From this and the disk's rate so far, ZFS of 2008 derives the size of the largest group.",
        ),
        "tick": Number(
            "Ticks: a tick",
            10 * ms,
            1 * ms,
            20 * ms,
            unit="ms",
            stops=tuple(n * ms for n in (1, 2, 5, 10, 20)),
            more=True,
            help="The length of a tick: a hundredth of a second in Solaris, a thousandth in FreeBSD.",
        ),
        "scale": Number(
            "Curve: delay half-way",
            500 * us,
            20 * us,
            20 * ms,
            unit="µs",
            stops=tuple(n * us for n in (20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000)),
            help="The pause between writes when dirty data is half-way between the start of the curve and the limit.",
            more=True,
        ),
    },
    presets={
        "one program": Preset(help="32 KiB writes, a disk that takes 40 MiB/s"),
        "eight programs": Preset({"programs": 8}, "the ticks no longer hold them"),
        "large writes": Preset({"size": 128 * KiB}),
        "groups of a second": Preset({"synctime": 1.0}, "the aim of 2010"),
        "ticks of a millisecond": Preset({"tick": 1 * ms}),
        "a disk four times as fast": Preset({"media": 160 * MiB}),
        "a steep curve": Preset({"scale": 10 * ms}),
    },
    run=run,
    panels=[
        panel(
            [
                TO_THE_END,
                mark(
                    "rect",
                    {"row": "cell"},
                    x1="t1",
                    x2="t2",
                    y1="low",
                    y2="high",
                    fy="throttle",
                    fill="n",
                    inset=0,
                ),
                NAME,
            ],
            {
                "x": X,
                "y": {
                    "label": "a write takes",
                    "unit": "ms",
                    "type": "log",
                    "domain": [EDGES[0], EDGES[-1]],
                    "ticks": [100 * us, 10 * ms, 1 * s],
                    "tickFormat": "~g",
                    "grid": True,
                },
                "color": {"type": "log"},
                **FACETS,
            },
            height=380,
            tab="Latency",
        ),
        panel(
            [
                TO_THE_END,
                *(
                    mark(
                        "areaY", {"row": "bin"}, x="t", y1=below, y2=above, fy="throttle", fill=fill
                    )
                    for below, above, fill in zip(
                        (0, "out", "behind"), ("out", "behind", "dirty"), FILLS, strict=True
                    )
                ),
                mark(
                    "ruleY",
                    {"row": "line"},
                    y="bytes",
                    fy="throttle",
                    stroke="currentColor",
                    strokeDasharray="3,4",
                ),
                NAME,
            ],
            {
                "x": X,
                "y": {
                    "label": "not on disk",
                    "unit": "MiB",
                    "grid": True,
                    "ticks": 2,
                    "zero": True,
                },
                **FACETS,
                "color": {"domain": GROUPS, "range": FILLS, "legend": True},
            },
            height=380,
            tab="Not on disk",
        ),
    ],
    table=table(
        {"row": "sum"},
        [
            column("throttle", "throttle"),
            column("rate", "programs write", "MiB/s"),
            column("typical", "half take at most", "ms", 2),
            column("late", "99 % at most", "ms", 2),
            column("longest", "the longest", "ms", 1),
            column("still", "standing still in all", "s", 1),
            column("busy", "disk busy", "%"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite(
        "leventhal2013throttle", "three generations of the write throttle", "Leventhal 2013-2014"
    ),
)
