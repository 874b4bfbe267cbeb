"""What a hit ratio is worth: of two hundred reads, those that wait for a disk, and the mean of all."""

from collections.abc import Iterator
from random import Random

from figures.define.figure import Choice, Figure, Number, Preset, Rows, cite, mark, panel
from figures.kit.rows import of, one
from figures.kit.words import time
from figures.memory.one_read import ORDERS, median_read, steps, total

COLUMNS, LINES = 40, 5
SHOWN = COLUMNS * LINES
LOOKS = {
    "memory": "color-mix(in srgb, var(--wtg-3) 45%, var(--wtg-card))",
    "disk": "var(--wtg-2)",
    "flash": "var(--wtg-1)",
}


def run(hits: float, tier: str, machine: str, seed: int) -> Iterator[Rows]:
    """Yield rows: read (x, y, by), rate (hits, rate: reads a second of one client that asks again at once), and sum
    (hits, memory, below, mean in s)."""
    memory, below = (
        total(steps(median_read(ORDERS[machine], each, seed))) for each in ("memory", tier)
    )
    missed = round((1 - hits) * SHOWN)
    by = ["memory"] * (SHOWN - missed) + [tier] * missed
    Random(seed).shuffle(by)
    yield [
        {"row": "read", "x": n % COLUMNS + 0.5, "y": n // COLUMNS + 0.5, "by": each}
        for n, each in enumerate(by)
    ]

    def mean(share: float) -> float:
        """Return the mean time of a read (s) if memory answers this share (0-1)."""
        return share * memory + (1 - share) * below

    yield [{"row": "rate", "hits": n / 200, "rate": 1 / mean(n / 200)} for n in range(199)]
    yield [
        {
            "row": "sum",
            "hits": hits,
            "memory": memory,
            "below": below,
            "mean": mean(hits),
            "rate": 1 / mean(hits),
            "missed": missed,
        }
    ]


def values(rows: Rows) -> dict[str, float]:
    return {name: value for name, value in one(rows, "sum").items() if name != "row"}


def describe(rows: Rows) -> str:
    v, tiers = values(rows), {row["by"] for row in of(rows, "read")} - {"memory"}
    return (
        f"Of {SHOWN} reads {v['missed']:.0f} wait for a {next(iter(tiers), 'disk')}, {time(v['below'])} each. The mean of all "
        f"is {time(v['mean'])}, which is {v['rate']:,.0f} reads a second, one after the other."
    )


FIGURE = Figure(
    id="last-hits",
    title="What a hit ratio is worth",
    caption="Above, two hundred reads, one after the other; pale: answered from memory. Below, how many a client makes in a "
    "second if it asks again as soon as it has its answer.",
    params={
        "hits": Number(
            "Answered from memory",
            0.9,
            0.5,
            0.99,
            unit="%",
            step=0.01,
            help="The hit ratio: the share of reads that find their block in memory.",
        ),
        "tier": Choice(
            "All others from",
            "disk",
            {"disk": "disk", "flash": "flash"},
            help="Who answers what memory cannot.",
            more=True,
        ),
        "machine": Choice(
            "Machine",
            "7410",
            {"7410": "a 7410 of 2009", "today": "a server of today"},
            help="Disks and flash of 2009, or a disk of 22 TB and an NVMe drive.",
            more=True,
        ),
    },
    presets={
        "90 of 100": Preset(),
        "95 of 100": Preset({"hits": 0.95}),
        "99 of 100": Preset({"hits": 0.99}),
        "flash of today": Preset(
            {"tier": "flash", "machine": "today"}, "misses go to an NVMe drive"
        ),
    },
    run=run,
    panels=[
        panel(
            [mark("dot", {"row": "read"}, x="x", y="y", fill="by", r=5, symbol="square")],
            {
                "x": {"axis": None, "domain": [0, COLUMNS]},
                "y": {"axis": None, "domain": [LINES, 0]},
                "color": {"domain": list(LOOKS), "range": list(LOOKS.values()), "legend": True},
            },
            height=110,
        ),
        panel(
            [
                mark("line", {"row": "rate"}, x="hits", y="rate", stroke="currentColor"),
                mark("ruleX", {"row": "sum"}, x="hits", strokeDasharray="4,3"),
                mark("dot", {"row": "sum"}, x="hits", y="rate", fill="var(--wtg-accent)", r=6),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "answered from memory", "unit": "%", "domain": [0, 1]},
                "y": {"label": "reads a second", "grid": True, "ticks": 4, "tickFormat": ",.0f"},
            },
            height=200,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009hsp", "latencies of the tiers"),
)
