"""One terabyte read from disk: bytes per second over time, with a slow client or a slow switch."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import fsum, inf
from typing import Any

from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Rows,
    Switch,
    cite,
    column,
    mark,
    panel,
    table,
    target,
)
from figures.kit.pipeline import limit
from figures.kit.rows import of, one
from figures.kit.streams import RECORD, ran, streamer
from figures.kit.words import rate as spoken
from figures.kit.words import time
from figures.streaming.experiments.shared_transfer import transfer
from figures.streaming.experiments.stages import read_stages
from models.catalogue.machines import values as constants
from models.machine import Stream
from models.units import TB, KiB, TiB, hour, minute
from models.zfs.txg.txg_spec import TxgSpec

PARTS = constants("streaming")
STEPS = 240
POINTERS = TxgSpec.indirect / (TxgSpec.pointers * RECORD)
"""Bytes of pointers read for each byte of a file. A block of pointers leads to 128 records."""
OUT, DISK = "network, outbound", "disks"
SLOW, OTHERS = "the slow client", "the others"


def run(
    clients: int,
    threads: int,
    jbods: int,
    slow: float,
    decay: float,
    loop: bool,
    length: float,
    size: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: bin (what, t, t2 in s, rate in bytes/s), part (who, and the same fields), and sum
    (rate of data; out, disk: means while all clients read; peak: highest rate of the network; end
    in s; step: how long in s the slow client reads alone; all: rate of data, including the step).

    The shared rate comes from a short run of the machine where that is quick enough; only this run
    depends on chance.
    """
    order, load = (
        streamer(jbods=jbods),
        Stream("read", clients, threads, 2, 128 * KiB, direct=loop, data=1 * TB),
    )
    wire_bytes, most = load.seen(), limit(read_stages(order, load)).rate
    out, short_run = wire_bytes.out / wire_bytes.payload, ran(order, load, most, seed)
    shared, alone = (
        short_run.bytes if short_run else most,
        limit(read_stages(order, replace(load, clients=1))).rate,
    )
    each = inf if loop else size / clients
    step = length / STEPS if loop else size / shared / STEPS

    def carried(t: float) -> float:
        """Return the bytes/s that the network carries at `t` (s)."""
        return shared * max(0.2, 1 - decay * t / hour)

    bins = []
    weights = [1.0] * (clients - 1) + [slow]
    for s in transfer(
        [each] * clients,
        [alone * w for w in weights],
        carried,
        step,
        length if loop else inf,
        weights,
    ):
        seconds, moved = s.end - s.start, fsum(s.moved)
        bins.append((s.start, s.end, moved, sum(part > 0 for part in s.moved) == clients))
        span = {"t": s.start, "t2": s.end}
        yield [
            {"row": "bin", "what": OUT, **span, "rate": moved / seconds * out},
            {"row": "bin", "what": DISK, **span, "rate": moved / seconds * (1 + POINTERS)},
            {"row": "part", "who": OTHERS, **span, "rate": fsum(s.moved[:-1]) / seconds},
            {"row": "part", "who": SLOW, **span, "rate": s.moved[-1] / seconds},
        ]
    full = [b for b in bins if b[3]][:-1] or bins
    seconds, moved = full[-1][1] - full[0][0], fsum(b[2] for b in full)
    end, total = bins[-1][1], fsum(b[2] for b in bins)
    yield [
        {
            "row": "sum",
            "rate": moved / seconds,
            "out": moved / seconds * out,
            "disk": moved / seconds * (1 + POINTERS),
            "peak": max(b[2] / (b[1] - b[0]) for b in bins) * out,
            "end": end,
            "step": end - full[-1][1] if slow < 1 and not loop else 0.0,
            "all": total / end,
            "bytes": total,
            "loop": int(loop),
            "share": slow,
            "alone": alone * slow,
        }
    ]


def line(rows: Rows, what: str) -> list[tuple[float, float, float]]:
    """Return the bins of the network or of the disks, each as (from in s, to in s, rate in
    bytes/s)."""
    return [(row["t"], row["t2"], row["rate"]) for row in of(rows, "bin", what=what)]


def mean_of(bins: list[tuple[float, float, float]]) -> float:
    """Return the mean rate (bytes/s) over these bins."""
    return fsum((b - a) * rate for a, b, rate in bins) / fsum(b - a for a, b, _ in bins)


def a_step(rows: Rows) -> bool:
    """Return whether the rates end with one step down.

    At the end, and only there, the network must fall below a third of its level. This may take at
    most a tenth of the time, and the rate must stay at one lower level above zero. The disks must
    fall with it.
    """
    for what in (OUT, DISK):
        bins = line(rows, what)
        if len(bins) < 20:
            return False
        level = mean_of(bins[: len(bins) // 2])
        low = [i for i, (_, _, rate) in enumerate(bins) if rate < level / 3]
        if not low or low != list(range(low[0], len(bins))):
            return False
        rates = [
            rate for _, _, rate in bins[low[0] + 1 :]
        ]  # without the bin in which the others end
        if not (
            rates
            and 0.02 * level < min(rates)
            and max(rates) < 1.1 * min(rates)
            and bins[low[0] - 2][2] > 0.8 * level
        ):
            return False
        if bins[-1][1] - bins[low[0]][0] > 0.1 * bins[-1][1]:
            return False
    return True


def before_the_step(rows: Rows) -> list[tuple[float, float, float]]:
    """Return the bins of the network in which all clients read."""
    bins = line(rows, OUT)
    top = max((rate for _, _, rate in bins), default=0.0)
    return [b for b in bins if b[2] > 0.7 * top]


def decays(rows: Rows) -> bool:
    """Return whether the rate of the network falls steadily until the step, by 1 to 12 % from the
    first tenth of this time to the last."""
    bins = before_the_step(rows)
    if len(bins) < 20:
        return False
    tenth = len(bins) // 10
    means = [mean_of(bins[n * tenth : (n + 1) * tenth]) for n in range(10)]
    return all(b < a for a, b in pairwise(means)) and 0.01 < 1 - means[-1] / means[0] < 0.12


def steady(rows: Rows) -> bool:
    """Return whether, for a day, the rates of network and disks all stay within 2 % of their
    means."""
    for what in (OUT, DISK):
        bins = line(rows, what)
        if not bins or bins[0][0] > 0 or bins[-1][1] < 23.9 * hour:
            return False
        level = mean_of(bins)
        if not level or any(abs(rate / level - 1) > 0.02 for _, _, rate in bins):
            return False
    return True


def values(rows: Rows) -> dict[str, float]:
    row = one(rows, "sum")
    return {
        name: row[name]
        for name in ("rate", "out", "disk", "peak", "end", "step", "all", "bytes", "share", "alone")
    }


def describe(rows: Rows) -> str:
    row = one(rows, "sum")
    if row["loop"]:
        return (
            f"For {time(row['end'])} the clients read {spoken(row['all'])} from disk, {row['bytes'] / TiB:.1f} TiB in "
            f"all; the network counts {spoken(row['out'])} on average."
        )
    last = (
        f"The slow client reads alone for the last {time(row['step'])}."
        if row["step"]
        else "All end at the same time."
    )
    return (
        f"The clients have read {row['bytes'] / TiB:.3g} TiB after {time(row['end'])}, {spoken(row['all'])}. While all "
        f"of them read, {spoken(row['disk'])} come from disk and {spoken(row['out'])} go over the network. {last}"
    )


def over_time(loop: bool) -> list[dict[str, Any]]:
    """Return the two panels of a run that repeats (in hours) if `loop`, or of one that ends (in
    minutes)."""
    x = {"label": "time", "unit": "h" if loop else "min"}
    curves = [
        mark(
            "line",
            {"row": "bin", "what": what},
            x="t",
            y="rate",
            stroke="what",
            strokeWidth=width,
            curve="step-after",
            tip=True,
        )
        for what, width in ((OUT, 3.5), (DISK, 1.5))
    ]
    who = mark("rectY", {"row": "part"}, x1="t", x2="t2", y="rate", fill="who", inset=0)
    return [
        panel(
            [*curves, mark("ruleY", data=[0])],
            {
                "x": x,
                "y": {
                    "label": "bytes a second",
                    "unit": "GiB/s",
                    "grid": True,
                    "ticks": 5,
                    "zero": True,
                    "nice": True,
                },
                "color": {
                    "domain": [OUT, DISK],
                    "range": ["var(--wtg-1)", "var(--wtg-2)"],
                    "legend": True,
                },
            },
            height=250,
            when={"loop": loop},
        ),
        panel(
            [who, mark("ruleY", data=[0])],
            {
                "x": x,
                "y": {
                    "label": "data, by client",
                    "unit": "GiB/s",
                    "grid": True,
                    "ticks": 3,
                    "nice": True,
                },
                "color": {
                    "domain": [SLOW, OTHERS],
                    "range": ["var(--wtg-3)", "var(--wtg-mute)"],
                    "legend": True,
                },
            },
            height=175,
            when={"loop": loop},
        ),
    ]


FIGURE = Figure(
    id="one-terabyte",
    title="One terabyte from disk",
    caption="A 7410 as launched serves files from disk to its clients. Lines: bytes a second on the network, with headers, "
    "and from the disks. Areas: who gets them. One client is a little slower than the others, and ends last.",
    params={
        "slow": Number(
            "Slowest client",
            PARTS["slow_client"],
            0.3,
            1.0,
            unit="%",
            step=0.01,
            help="The rate of the slowest client, as a share of the rate of any other client.",
        ),
        "clients": Number(
            "Clients",
            10,
            2,
            40,
            whole=True,
            help="The number of clients; each reads the same share of all files.",
        ),
        "decay": Number(
            "Switches slow down by",
            PARTS["switch_decay"],
            0.0,
            0.6,
            unit="%",
            step=0.01,
            help="The share of its rate that the network loses in an hour. The cause and the size are guesses.",
        ),
        "loop": Switch(
            "Read again and again",
            False,
            "On: clients that have reached the end start again, bypassing their own memory.",
            more=True,
        ),
        "jbods": Number(
            "JBODs",
            6,
            1,
            12,
            whole=True,
            more=True,
            help="The number of JBODs of 24 disks in mirrored pairs.",
        ),
        "length": Number(
            "For",
            24 * hour,
            10 * minute,
            24 * hour,
            unit="h",
            more=True,
            stops=(10 * minute, 0.5 * hour, 1 * hour, 2 * hour, 6 * hour, 12 * hour, 24 * hour),
            help="How long the clients go on repeating their reads.",
        ),
        "threads": Number(
            "Threads a client",
            2,
            1,
            16,
            whole=True,
            more=True,
            help="The number of threads of a client; each reads one file.",
        ),
        "size": Number(
            "Bytes in all",
            1.0 * TiB,
            0.1 * TiB,
            4.0 * TiB,
            unit="TiB",
            step=0.1 * TiB,
            more=True,
            help="How many bytes all clients read together.",
        ),
    },
    presets={
        "16 minutes": Preset(help="10 clients read 1 TiB; the switches of January 2009"),
        "24 hours": Preset({"loop": True, "decay": 0.0, "slow": 1.0}, "new switches, March 2009"),
        "a client at half speed": Preset({"slow": 0.5, "decay": 0.0}),
        "24 hours, old switches": Preset(
            {"loop": True, "decay": 0.01, "slow": 1.0}, "which lose a little each hour"
        ),
        "two JBODs": Preset({"jbods": 2, "decay": 0.0}, "of 24 disks"),
    },
    run=run,
    panels=[*over_time(False), *over_time(True)],
    table=table(
        {"row": "sum"},
        [
            column("end", "takes", "s"),
            column("out", "network", "GiB/s", 2),
            column("peak", "at most", "GiB/s", 2),
            column("disk", "disks", "GiB/s", 2),
            column("all", "data, to the end", "GiB/s", 2),
            column("step", "slow one alone", "s"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("gregg2009stream", "streaming read, and its update of March 2009", "Gregg 2009"),
    reproduces=["stream-read-1tb", "stream-read-24h"],
    targets=[
        target("stream-read-peak", lambda rows: one(rows, "sum")["peak"]),
        target("stream-read-net-avg", lambda rows: one(rows, "sum")["out"]),
        target("stream-read-disk-avg", lambda rows: one(rows, "sum")["disk"]),
        target("stream-read-time", lambda rows: one(rows, "sum")["end"]),
        target("stream-read-time-rate", lambda rows: one(rows, "sum")["all"]),
        target("stream-read-time-rate-gb", lambda rows: one(rows, "sum")["all"]),
        target("stream-read-step-pattern", a_step),
        target("stream-decay-pattern", decays),
        target("stream-24h-pattern", steady, "24 hours"),
    ],
)
