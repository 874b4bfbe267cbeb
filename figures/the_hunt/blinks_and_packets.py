"""What the listings of one chase say together: blinks, calls of NFS, and packets."""

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
from figures.kit.rows import one
from models.observed.calls import opens, truss
from models.observed.listings import NICSTAT, OPENS, SNOOP, TRUSS
from models.observed.network import nicstat, snoop
from models.sim.stats import mean

SHOWN = {"packets": "packets a second", "size": "bytes of a packet", "used": "share of the link"}
IN, OUT, BLINKS = "packets in", "packets out", "opens of the file"
COLOURS = {IN: "var(--wtg-3)", OUT: "var(--wtg-1)", BLINKS: "var(--wtg-2)"}
KEYS = {"packets": [IN, OUT, BLINKS], "size": [IN, OUT], "used": [IN, OUT]}
LINK = 1e9
"""Bits a second of the desktop's card: with these the listing's %Util follows from its kB/s."""


def run(shown: str, first: str, desktops: float, seed: int) -> Iterator[Rows]:
    """Yield rows: bar (time, way, value) and sum. `desktops` is how many there are of it."""
    samples = [each for each in nicstat(NICSTAT) if each.card == "nge0"]
    kept = (
        samples if first == "yes" else samples[1:]
    )  # the first line is the mean since the machine was started
    counted = opens(OPENS)
    rate = mean([n for counts in counted.values() for n in counts])
    calls = truss(TRUSS)
    asked = [call for call in calls if call.name == "open64"]
    places = [place for place, call in enumerate(calls) if call.name == "open64"]
    others = (places[-1] - places[0]) / (len(places) - 1) - 1
    for sample in kept:
        n_in, n_out = desktops * sample.packets_in, desktops * sample.packets_out
        used_in, used_out = (
            8 * desktops * each / LINK for each in (sample.bytes_in, sample.bytes_out)
        )
        bars = {
            "packets": {IN: n_in, OUT: n_out},
            "size": {IN: sample.size_in, OUT: sample.size_out},
            "used": {IN: used_in, OUT: used_out},
        }[shown]
        yield [
            {"row": "bar", "time": sample.time, "way": way, "value": value}
            for way, value in bars.items()
        ]
    later = samples[1:]
    yield [
        {
            "row": "sum",
            "desktops": desktops,
            "blinks": rate * desktops,
            "files": len(counted),
            "failed": sum([call.error == "ENOENT" for call in asked]) / len(asked),
            "stops": rate * (1 + others),
            "others": others,
            "in": desktops * mean([each.packets_in for each in later]),
            "out": desktops * mean([each.packets_out for each in later]),
            "operations": len(snoop(SNOOP)[0].asked),
            "same": mean([each.answered == "NFS4ERR_SAME" for each in snoop(SNOOP)]),
            "size": mean([each.size_out for each in later]),
            "boot": samples[0].packets_out,
            "used": desktops
            * mean([8 * (each.bytes_in + each.bytes_out) / LINK for each in later]),
        }
    ]


def values(rows: Rows) -> dict[str, float]:
    found = {name: value for name, value in one(rows, "sum").items() if name != "row"}
    full = found["desktops"] / found["used"]
    return found | {"full": full, "calls": full * found["blinks"] / found["desktops"]}


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"{v['blinks']:.0f} blinks a second, each an open that fails; {v['out']:.0f} packets a second go out and "
        f"{v['in']:.0f} come in, and the link is {v['used']:.2%} full."
    )


FIGURE = Figure(
    id="blinks-and-packets",
    title="Blinks and packets",
    caption="What the desktop's card sent and received in four seconds, as the listings above say, read by the parsers "
    "that you see under Code. The line: how often the program opened its file.",
    params={
        "shown": Choice("Show", "packets", SHOWN, help="A column of nicstat."),
        "first": Choice(
            "First line",
            "no",
            {"no": "left out", "yes": "shown too"},
            help="The first line is not of a second. It is the mean since the machine was started.",
        ),
        "desktops": Number(
            "Such desktops",
            1,
            1,
            2500,
            whole=True,
            stops=(1, 10, 100, 1000, 2500),
            help="How many desktops with this program share the server's card, if that is as fast.",
        ),
    },
    presets={
        "packets": Preset(),
        "with the first line": Preset({"first": "yes"}),
        "their size": Preset({"shown": "size"}),
        "the link": Preset({"shown": "used"}),
        "a thousand desktops": Preset({"shown": "used", "desktops": 1000}),
    },
    run=run,
    panels=[
        *(
            panel(
                [
                    mark(
                        "barY", {"row": "bar"}, x="way", fx="time", y="value", fill="way", tip=True
                    ),
                    *(
                        [
                            mark(
                                "ruleY",
                                {"row": "sum"},
                                y="blinks",
                                stroke="var(--wtg-2)",
                                strokeWidth=2.5,
                            )
                        ]
                        if name == "packets"
                        else []
                    ),
                ],
                {
                    "x": {"axis": None, "label": None},
                    "fx": {"label": None},
                    "y": {
                        "label": words,
                        "zero": True,
                        "grid": True,
                        **({"unit": "%"} if name == "used" else {}),
                    },
                    "color": {
                        "domain": KEYS[name],
                        "range": [COLOURS[way] for way in KEYS[name]],
                        "legend": True,
                        "label": "which",
                    },
                },
                height=260,
                when={"shown": name},
            )
            for name, words in SHOWN.items()
        )
    ],
    table=table(
        {"row": "bar"},
        [column("time", "time"), column("way", "which"), column("value", "value", digits=4)],
    ),
    describe=describe,
    values=values,
    source=cite("gregg2009nfs", "the five listings", "Gregg 2009"),
    reproduces=[
        "nicstat-idle-desktop",
        "snoop-nfs-loop",
        "analytics-nfs-by-client",
        "analytics-nfs-by-type-file",
        "truss-elinks",
        "dtrace-open-rate",
        "dtrace-ustack",
        "elinks-screenshot",
    ],
    chance=False,
)
