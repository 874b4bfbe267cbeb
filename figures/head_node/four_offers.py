"""What each offer for one head is worth: reads a second, and what the cores then do with their time."""

from collections.abc import Iterator

from figures.define.figure import (
    Choice,
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
from figures.head_node.experiments.boards import HT1, HT3, LINKS, NEW, OLD, read
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import count
from models.catalogue.machines import values as constants
from models.head.head import Head
from models.units import GHz, KiB

NOW, CLOCK, CORES, SWAPPED, ALL = (
    "as it is",
    "a clock of 3 GHz",
    "six old cores",
    "new processors",
    "all new",
)
LINKS_ALONE = "faster links"
ROWS = (NOW, CLOCK, CORES, SWAPPED, LINKS_ALONE, ALL)
HUES = {
    "works": "var(--wtg-3)",
    "memory": "var(--wtg-1)",
    "other sockets": "var(--wtg-4)",
    "queues at links": "var(--wtg-2)",
}
UNFILTERED = constants("head-7410-unfiltered")


def heads(knows: str, fast: float) -> dict[str, Head]:
    """Return the heads of the offers by name. knows: whether the new processors use their probe
    filter. fast: the faster clock (Hz)."""
    new = dict(constants(NEW) if knows == "yes" else UNFILTERED)
    swapped = {name: new[name] for name in ("cores", "clock", "memory", "filtered", "lines")}
    return {
        NOW: Head(OLD),
        CLOCK: Head(OLD, clock=fast),
        CORES: Head(OLD, cores=6),
        SWAPPED: Head(NEW, **{**LINKS[HT1], **swapped}),
        LINKS_ALONE: Head(OLD, **LINKS[HT3]),
        ALL: Head(NEW if knows == "yes" else "head-7410-unfiltered"),
    }


def run(size: int, knows: str, fast: float, seed: int) -> Iterator[Rows]:
    """Yield rows: offer (offer, rate in reads per second, said) and part (offer, what, from and to
    as shares of the cores' time in use). Nothing depends on chance."""
    for offer, head in heads(knows, fast).items():
        operation = read(head, size)
        state = head.most(operation)
        parts, at = head.parts(operation, state), 0.0
        yield [
            {
                "row": "offer",
                "offer": offer,
                "rate": state.rate,
                "said": count(state.rate),
                "kind": "now" if offer == NOW else "offer",
            }
        ]
        for what, cycles in zip(HUES, parts, strict=True):
            share = cycles / state.cpi
            yield [{"row": "part", "offer": offer, "what": what, "from": at, "to": at + share}]
            at += share


def values(rows: Rows) -> dict[str, float]:
    rate = {row["offer"]: row["rate"] for row in of(rows, "offer")}
    names = dict(zip(ROWS, ("now", "clock", "cores", "swapped", "links", "all"), strict=True))
    queues = {
        row["offer"]: row["to"] - row["from"] for row in of(rows, "part", what="queues at links")
    }
    return {
        **{name: rate[offer] for offer, name in names.items()},
        **{f"{name}_gain": rate[offer] / rate[NOW] - 1 for offer, name in names.items()},
        "link_times": LINKS[HT3]["link_clock"] / LINKS[HT1]["link_clock"],
        "queues": queues[NOW],
        "links_queues": queues[LINKS_ALONE],
        "swapped_queues": queues[SWAPPED],
    }


def describe(rows: Rows) -> str:
    offers = sorted(of(rows, "offer", kind="offer"), key=lambda row: float(row["rate"]))
    least, most = offers[0], offers[-1]
    return (
        f"As it is, the head does {one(rows, 'offer', offer=NOW)['said']} reads a second. Most come with {most['offer']}, "
        f"{most['said']}, and fewest with {least['offer']}, {least['said']}."
    )


FIGURE = Figure(
    id="four-offers",
    title="What each offer is worth",
    caption="Above: reads a second that the head can do with each change. Below: what its cores do with their busy time. New "
    "processors have six cores and sit on the old board; all new has the new board too. Faster links alone were not for sale.",
    params={
        "size": Number(
            "Read size",
            8 * KiB,
            512,
            8 * KiB,
            unit="KiB",
            whole=True,
            stops=powers(512, 8 * KiB),
            help="The size of a read; all data is in memory.",
        ),
        "knows": Choice(
            "Probe filter",
            "yes",
            {"yes": "on, as the new processors were sold", "no": "switched off"},
            "Whether the home of a line knows which socket has it; the counters can be read either way.",
            more=True,
        ),
        "fast": Number(
            "Faster clock",
            3.0 * GHz,
            2.4 * GHz,
            3.4 * GHz,
            unit="GHz",
            step=0.1 * GHz,
            help="The clock of the offer that has the same cores with a faster clock.",
            more=True,
        ),
    },
    presets={
        "reads of 8 KiB": Preset(help="the Sun 7410 of 2009 and what could be changed"),
        "filter off": Preset({"knows": "no"}, "the other reading of the counters"),
        "short reads": Preset({"size": 512}, "of half a KiB"),
    },
    run=run,
    chance=False,
    panels=[
        panel(
            [
                mark("barX", {"row": "offer"}, x="rate", y="offer", fill="kind", tip=True),
                mark(
                    "text",
                    {"row": "offer"},
                    x="rate",
                    y="offer",
                    text="said",
                    textAnchor="start",
                    dx=5,
                    fill="currentColor",
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {
                    "label": "reads a second",
                    "tickFormat": "~s",
                    "grid": True,
                    "ticks": 5,
                    "insetRight": 56,
                },
                "y": {"label": None, "domain": list(ROWS)},
                "color": {
                    "domain": ["now", "offer"],
                    "range": ["var(--wtg-mute)", "var(--wtg-1)"],
                },
            },
            height=210,
        ),
        panel(
            [
                mark("barX", {"row": "part"}, x1="from", x2="to", y="offer", fill="what", tip=True),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "of the time in use", "unit": "%", "domain": [0, 1], "ticks": 5},
                "y": {"label": None, "domain": list(ROWS)},
                "color": {"domain": list(HUES), "range": list(HUES.values()), "legend": True},
            },
            height=200,
        ),
    ],
    table=table({"row": "offer"}, [column("offer", "offer"), column("rate", "reads a second")]),
    describe=describe,
    values=values,
    source=cite("gregg2009update", "HyperTransport 3", "Gregg 2009"),
)
