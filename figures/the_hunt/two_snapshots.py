"""Two snapshots of a disk's counters, what they say of the time between, and what was true."""

from collections.abc import Iterator

from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Rows,
    cite,
    column,
    handle,
    mark,
    panel,
    table,
)
from figures.kit.rows import of, one
from figures.kit.words import count, time
from figures.the_hunt.experiments.counted_run import (
    END,
    RUNS,
    WAITS,
    lengths,
    ran,
    snapshots,
    truth,
)
from models.observed.two_queues import between
from models.units import ms, us

SAID = {
    "rate": "reads a second",
    "wait": "a read's wait",
    "service": "its time in the disk",
    "waiting": "reads that wait",
    "running": "reads in the disk",
    "busy": "share of time busy",
}
"""What two snapshots say -> in words."""
COUNTERS = {
    "reads": ("reads", "reads answered"),
    "wcnt": ("wcnt", "waiting now"),
    "wtime": ("wtime (s)", "time with a read waiting"),
    "wlentime": ("wlentime (s)", "sum of all waits"),
    "rcnt": ("rcnt", "in the disk now"),
    "rtime": ("rtime (s)", "time with a read in the disk"),
    "rlentime": ("rlentime (s)", "sum of all times in the disk"),
}
"""A counter -> its name and unit, and what it counts."""
TOP, LEAST = 3.0, 1 / 3
"""Ends of the axis of ratios. What lies beyond is drawn there."""


def run(
    first: float, apart: float, depth: int, rate: float, burst: int, seed: int
) -> Iterator[Rows]:
    """Yield rows: length (t, who, n), counter (name, what, first, second, grew), said (what, counters, true, ratio,
    words), window (t1, t2). Times are in s."""
    reads = ran(rate, int(burst), int(depth), seed)
    second = min(END, first + apart)
    before, after = snapshots(reads, [first, second])
    yield lengths(reads)
    yield [{"row": "window", "t1": first, "t2": second}]
    a, b = before.up_to_date(), after.up_to_date()
    yield [
        {
            "row": "counter",
            "name": name,
            "what": what,
            "first": getattr(a, field),
            "second": getattr(b, field),
            "grew": getattr(b, field) - getattr(a, field),
        }
        for field, (name, what) in COUNTERS.items()
    ]
    rates, real = between(before, after), truth(reads, first, second)
    for field, what in SAID.items():
        counted = getattr(rates, field) or 0.0
        ratio = counted / real[field] if real[field] else 1.0 if not counted else TOP
        yield [
            {
                "row": "said",
                "field": field,
                "what": what,
                "counters": counted,
                "true": real[field],
                "ratio": min(TOP, max(LEAST, ratio)),
                "words": beside(field, counted, real[field]),
                "edge": 1.0,
            }
        ]


def beside(field: str, counted: float, true: float) -> str:
    """Return what the counters say, and in brackets the truth."""
    if field == "busy":
        return f"{counted:.0%} ({true:.0%})"
    unit = ms if field in ("wait", "service") else 1
    return f"{counted / unit:.3g} ({true / unit:.3g})" + " ms" * (unit == ms)


def shown(field: str, value: float) -> str:
    """Return a number in words."""
    if field in ("wait", "service"):
        return time(round(value / us) * us) if value else "none"
    return f"{value:.0%}" if field == "busy" else f"{value:.3g}"


def values(rows: Rows) -> dict[str, float]:
    found = {row["field"]: row["counters"] for row in of(rows, "said")}
    found |= {f"true_{row['field']}": row["true"] for row in of(rows, "said")}
    names = {name: field for field, (name, _) in COUNTERS.items()}
    found |= {f"grew_{names[row['name']]}": row["grew"] for row in of(rows, "counter")}
    window = one(rows, "window")
    return found | {"apart": window["t2"] - window["t1"]}


def describe(rows: Rows) -> str:
    v = values(rows)
    if not v["grew_reads"]:
        return f"No read was answered in the {time(v['apart'])} between the snapshots: there is no mean time."
    return (
        f"In {time(v['apart'])} {count(v['grew_reads'])} reads were answered. By the counters each waited "
        f"{shown('wait', v['wait'])} and was in the disk for {shown('service', v['service'])}; "
        f"in truth it was {shown('wait', v['true_wait'])} and {shown('service', v['true_service'])}."
    )


QUEUES = {WAITS: "var(--wtg-3)", RUNS: "var(--wtg-4)"}
FIGURE = Figure(
    id="two-snapshots",
    title="Two snapshots",
    caption="A disk for six seconds, with a crowd of reads every second. The shaded time lies between two snapshots of "
    "its counters. Below: what their difference says, as a multiple of what was true of the reads that came in that "
    "time, and the truth in brackets. A dot on the line: the counters are right.",
    params={
        "first": Number(
            "First snapshot",
            1.0,
            0.0,
            5.0,
            unit="s",
            step=0.05,
            help="When the first snapshot is taken. The line can be dragged.",
        ),
        "apart": Number(
            "Time between",
            4.0,
            0.01,
            5.0,
            unit="s",
            stops=(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 4.0, 5.0),
            help="How much later the second snapshot is taken. The run ends after six seconds.",
        ),
        "depth": Number(
            "Queue depth",
            4,
            1,
            35,
            whole=True,
            stops=(1, 2, 4, 10, 35),
            help="The most reads in the disk at a time. Others wait in ZFS's queue.",
        ),
        "rate": Number(
            "Steady reads",
            30.0,
            0.0,
            60.0,
            unit="1/s",
            step=10.0,
            more=True,
            help="Random 8 KiB reads a second, beside the crowds.",
        ),
        "burst": Number(
            "A crowd",
            24,
            0,
            48,
            whole=True,
            step=8,
            more=True,
            help="Reads that come at once, every second.",
        ),
    },
    presets={
        "four seconds": Preset(),
        "as a crowd comes": Preset({"first": 2.5, "apart": 0.05}, "50 ms, from its arrival on"),
        "as a crowd goes": Preset({"first": 2.7, "apart": 0.05}),
        "depth 1": Preset({"depth": 1}),
        "depth 35": Preset({"depth": 35}),
        "no crowds": Preset({"burst": 0}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    {"row": "window"},
                    x1="t1",
                    x2="t2",
                    fill="currentColor",
                    fillOpacity=0.1,
                    tip=False,
                ),
                mark(
                    "areaY",
                    {"row": "length"},
                    x="t",
                    y="n",
                    fill="who",
                    curve="step-after",
                    fillOpacity=0.6,
                ),
                mark("ruleX", {"row": "window"}, x="t1", strokeWidth=2),
                mark("ruleX", {"row": "window"}, x="t2", strokeWidth=2),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "time", "unit": "s", "domain": [0, END]},
                "y": {"label": "reads", "ticks": 4, "grid": True},
                "color": {
                    "domain": list(QUEUES),
                    "range": list(QUEUES.values()),
                    "legend": True,
                    "label": "where",
                },
            },
            height=170,
            tab="Two queues",
            handle=handle("first"),
        ),
        panel(
            [
                mark("ruleX", data=[1], stroke="currentColor", strokeDasharray="3 3"),
                mark(
                    "ruleY",
                    {"row": "said"},
                    y="what",
                    x1="edge",
                    x2="ratio",
                    stroke="var(--wtg-1)",
                    strokeWidth=3,
                ),
                mark(
                    "dot",
                    {"row": "said"},
                    y="what",
                    x="ratio",
                    fill="var(--wtg-1)",
                    r=5,
                ),
                mark(
                    "text",
                    {"row": "said"},
                    y="what",
                    text="words",
                    frameAnchor="right",
                    textAnchor="end",
                    fill="currentColor",
                ),
            ],
            {
                "x": {
                    "label": "counters / truth",
                    "type": "log",
                    "domain": [LEAST, 4 * TOP],
                    "ticks": [0.5, 1, 2],
                    "tickFormat": ",~g",
                },
                "y": {"label": None, "domain": list(SAID.values())},
            },
            height=230,
            tab="Two queues",
        ),
    ],
    table=table(
        {"row": "counter"},
        [
            column("name", "counter"),
            column("what", "what it counts"),
            column("first", "first", digits=3),
            column("second", "second", digits=3),
            column("grew", "difference", digits=3),
        ],
        tab="Counters",
    ),
    describe=describe,
    values=values,
    source=cite("elling2014zio", "the two-queue model of iostat"),
)
