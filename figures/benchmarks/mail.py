"""A hundred thousand people who read mail: how fast the answers come at the rate that they need."""

from collections.abc import Iterator
from itertools import pairwise

from figures.benchmarks.experiments.four_systems import CLIENTS
from figures.benchmarks.experiments.mailboxes import PART, machine_of, readers
from figures.define.claims import measured
from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
)
from figures.kit.rows import of
from figures.kit.words import count, time
from models.units import ms

THREADS = (1, 2, 5, 10, 20, 64, 128)
"""Threads of a client."""
LONG, WARM = 0.25, 0.15
COLD, AGAIN = "all from disks", "a share from memory"


def run(people: int, interval: float, hits: float, think: float, seed: int) -> Iterator[Rows]:
    """Yield rows: point (reads: from where, threads of a client, waiting: requests, rate: reads a second,
    latency: s) and need (rate that the people need; latency and waiting at this rate, or 0 if it is
    more than the machine does; theirs: the latency of the text; all: people by N = X (R + Z))."""
    points: dict[str, list[tuple[float, float]]] = {COLD: [], AGAIN: []}
    for threads in THREADS:
        rows = []
        for what, share in ((COLD, 0.0), (AGAIN, hits)):
            waiting = max(1, CLIENTS * threads // PART)
            ran = machine_of(seed, share).run(readers(waiting), seconds=LONG, warm=WARM)
            rate = ran.rate * PART
            latency = waiting * PART / rate
            points[what].append((rate, latency))
            rows.append(
                {
                    "row": "point",
                    "reads": what,
                    "threads": threads,
                    "waiting": waiting * PART,
                    "rate": rate,
                    "latency": latency,
                }
            )
        yield rows
    need = people / (interval + think)
    found = at_rate(points[COLD], need)
    yield [
        {
            "row": "need",
            "rate": need,
            "latency": found,
            "waiting": need * found,
            "interval": interval,
            "theirs": measured("headline-mail-latency"),
            "most": max(rate for rate, _ in points[COLD]),
            "again": max(rate for rate, _ in points[AGAIN]),
            "all": need * (found + interval + think),
        }
    ]


def at_rate(points: list[tuple[float, float]], rate: float) -> float:
    """Return the latency (s) at a rate, on the straight lines between points; 0 above the highest."""
    if rate <= points[0][0]:
        return points[0][1]
    for (x1, y1), (x2, y2) in pairwise(points):
        if x1 <= rate <= x2:
            return y1 + (y2 - y1) * (rate - x1) / (x2 - x1)
    return 0.0


def values(rows: Rows) -> dict[str, float]:
    need = of(rows, "need")[0]
    cold = {row["threads"]: row for row in of(rows, "point") if row["reads"] == COLD}
    return {
        **{name: value for name, value in need.items() if name != "row"},
        "twenty": cold[20]["latency"],
        "many": cold[128]["latency"],
        "by_law": CLIENTS * 20 / measured("cmp-cold-random-7410"),
        "warm_by_law": CLIENTS * 128 / measured("cmp-random-7410"),
    }


def describe(rows: Rows) -> str:
    need = of(rows, "need")[0]
    answer = (
        f"takes {time(need['latency'])} on average"
        if need["latency"]
        else f"is more than the {count(need['most'])} of the disks"
    )
    return (
        f"The people read {count(need['rate'])} mails a second, which {answer}. Disks alone make up to "
        f"{count(need['most'])} reads a second, and with a share from memory {count(need['again'])}."
    )


FIGURE = Figure(
    id="mail",
    title="A hundred thousand mailboxes",
    caption="The 7410 with 272 disks reads 8 KiB at random for 20 clients, each with 1 to 128 threads that wait. The vertical line "
    "is the rate that the people need, the ring what the text says of it. An eighth of the machine is simulated, with "
    "an eighth of the requests.",
    params={
        "people": Number(
            "People",
            100_000,
            10_000,
            200_000,
            step=5_000,
            whole=True,
            help="How many people read mail.",
        ),
        "interval": Number(
            "Each reads a mail every",
            3.6,
            1.0,
            20.0,
            unit="s",
            step=0.1,
            help="The time from one mail to the next.",
        ),
        "hits": Number(
            "From memory",
            0.22,
            0.0,
            0.6,
            unit="%",
            step=0.02,
            help="The share of reads that memory answers on the other line.",
        ),
        "think": Number(
            "Besides",
            0.0,
            0.0,
            10.0,
            unit="s",
            step=0.5,
            help="Further time that a reader takes between two mails.",
            more=True,
        ),
    },
    presets={
        "as written": Preset(help="100,000 people, a mail every 3.6 s"),
        "every 2.7 seconds": Preset({"interval": 2.7}, "the rate of the run with a warm cache"),
        "half the people": Preset({"people": 50_000}),
        "half from memory": Preset({"hits": 0.5}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "line",
                    {"row": "point"},
                    x="rate",
                    y="latency",
                    stroke="reads",
                    strokeWidth=2,
                ),
                mark("dot", {"row": "point"}, x="rate", y="latency", fill="reads", r=4, tip=True),
                mark("ruleX", {"row": "need"}, x="rate", strokeDasharray="3,4"),
                mark(
                    "dot",
                    {"row": "need"},
                    x="rate",
                    y="theirs",
                    stroke="currentColor",
                    strokeWidth=2,
                    r=7,
                ),
            ],
            {
                "x": {
                    "label": "reads a second",
                    "zero": True,
                    "grid": True,
                    "ticks": 5,
                    "tickFormat": ",",
                },
                "y": {
                    "label": "mean response time",
                    "unit": "ms",
                    "type": "log",
                    "grid": True,
                    "domain": [4 * ms, 200 * ms],
                    "ticks": [5 * ms, 10 * ms, 20 * ms, 50 * ms, 100 * ms, 200 * ms],
                    "tickFormat": "d",
                },
                "color": {
                    "domain": [COLD, AGAIN],
                    "range": ["var(--wtg-1)", "var(--wtg-2)"],
                    "legend": True,
                },
            },
            height=340,
        )
    ],
    table=table(
        {"row": "point"},
        [
            column("reads", "reads"),
            column("threads", "threads a client"),
            column("rate", "reads a second"),
            column("latency", "mean response time", "ms", 1),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2009compared", "the mail example"),
)
