"""A day of a flash cache that fills, and the rates that three feeders keep up with."""

from collections.abc import Iterator
from itertools import pairwise
from math import fsum
from typing import Any

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    mark,
    panel,
    target,
)
from figures.flash.experiments.feeder_in_time import in_its_time
from figures.flash.experiments.spatial_sampling import (
    Sampled,
    SampledInterval,
    covered,
    fitting,
    pace,
)
from figures.flash.experiments.tier_times import TierTimes
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import count as counted
from figures.kit.words import time
from models.catalogue.machines import values as constants
from models.units import GB, MB, GiB, KiB, hour
from models.zfs.l2arc.feed_spec import FEEDERS, FeedSpec

SUN = constants("7410")
SPANS, MANY = 72, (1, 2, 4, 8)
NAMES = {
    "2008": "2008: about one turn a second",
    "2010": "2010: up to five",
    "2015": "2015: each device",
}


def span_rows(span: SampledInterval, start: float) -> Iterator[Row]:
    """Yield the rows of a span. Their times (s) count from `start`, when the feeder starts."""
    width, eligible, edge = span.end - span.begin, span.captured + span.missed, 0.0
    times = {"t": span.begin - start, "end": span.end - start}
    shares = {"memory": span.memory, "flash": span.flash, "disk": span.disk}
    for tier, share in shares.items():
        yield {"row": "share", **times, "tier": tier, "from": edge, "to": edge + share}
        edge += share
    yield {
        "row": "span",
        **times,
        "iops": span.answer.rate,
        "mean": span.answer.latency,
        **shares,
        "gives": eligible / width,
        "fed": span.fed / width,
        "on": span.on_flash,
        "given": eligible,
        "kept": span.captured,
        "captured": span.captured / eligible if eligible else 1.0,
    }


def run(
    feeder: str,
    devices: int,
    working_set: float,
    threads: int,
    start: float,
    hours: float,
    memory: float,
    size: float,
    rate: float,
    given_up: float,
    disks: int,
    heat: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows, with times in s since the feeder's start: span (t, end, iops, mean, gives, fed,
    on, captured), share (t, end, tier, from, to), pace (feeder, devices, captured, fed, fill, own),
    ran (the same fields, from a run of the machine in simulated time), sum (k, start, devices,
    feeder), and sample.

    One block in k is simulated. At the busiest time only one of its reads in `thinned` is.
    """
    size = int(size)
    spec = FeedSpec(feeder=feeder, devices=devices, rate=rate)
    times = TierTimes(
        size=size,
        threads=threads,
        devices=devices,
        disks=disks,
        span=max(size, 2 * working_set / disks),
        seed=seed,
    )
    in_memory = covered(memory / working_set, heat)
    on_flash = covered((memory + devices * spec.capacity) / working_set, heat) - in_memory
    fastest = times.answer(in_memory, on_flash, max(0.0, 1 - in_memory - on_flash)).rate
    k = fitting(
        working_set, size, hours, fastest, min(4.0, max(1.0, 32 / threads))
    )  # a finer sample for few clients
    day = Sampled(
        memory=memory,
        working_set=working_set,
        block=size,
        spec=spec,
        times=times,
        k=k,
        start=start,
        heat=heat,
        seed=seed,
    )
    yield [
        {
            "row": "sum",
            "k": k,
            "start": 0.0,
            "hours": hours,
            "devices": devices,
            "feeder": feeder,
            "memory": memory,
            "data": working_set,
        }
    ]
    for span in day.run(hours, SPANS):
        yield [*span_rows(span, start)]
    yield [{"row": "sample", "k": k, "thinned": day.thinned}]
    stream: dict[str, Any] = {
        "given_up": given_up,
        "memory": memory,
        "block": size,
        "turns": 4 if given_up < 300 * MB else 2,
    }
    for number in sorted({*MANY, devices}):
        for kind in FEEDERS:
            p = pace(FeedSpec(feeder=kind, devices=number, rate=rate), **stream)
            yield [
                {
                    "row": "pace",
                    "feeder": NAMES[kind],
                    "devices": number,
                    **p._asdict(),
                    "own": int(number == devices and kind == feeder),
                    "given": given_up,
                }
            ]
    yield [
        {
            "row": "ran",
            "feeder": NAMES[feeder],
            "devices": devices,
            **pace(spec, **stream, ask=in_its_time)._asdict(),
        }
    ]


def spans(rows: Rows) -> tuple[Rows, Rows]:
    """Return the spans before the feeder starts, and those after. If none comes after, return the
    last span in their place."""
    at = one(rows, "sum")["start"]
    all = of(rows, "span")
    return [row for row in all if row["end"] <= at], [row for row in all if row["t"] >= at] or all[
        -1:
    ]


def captured(rows: Rows) -> float:
    """Return the share (0-1) of the eligible bytes evicted from memory since the feeder's start
    that were on flash; 1 if there were none."""
    _, after = spans(rows)
    given = fsum(row["given"] for row in after)
    return fsum(row["kept"] for row in after) / given if given else 1.0


def scales(rows: Rows) -> bool:
    """Return whether the new feeder scales with devices and the old ones do not.

    With two, four and eight devices the new feeder must capture more each time, and fill them in no
    more time, until it misses almost nothing. The old ones must capture no more, and take
    proportionally longer to fill the devices. The feeding speed (devices per fill time) must agree
    with the captured share.
    """
    paces = {(row["feeder"], row["devices"]): row for row in of(rows, "pace")}
    wanted = [(NAMES[feeder], n) for feeder in FEEDERS for n in MANY]
    if any(
        each not in paces or not 0 < paces[each]["captured"] <= 1 or paces[each]["fill"] <= 0
        for each in wanted
    ):
        return False
    kept = {each: paces[each]["captured"] for each in wanted}
    speed = {each: each[1] / paces[each]["fill"] for each in wanted}
    ratios = [speed[each] / kept[each] for each in wanted]
    if max(ratios) > 1.2 * min(ratios):  # the two panels disagree
        return False
    old, new = (
        ([found[name, n] for n in MANY] for name in names for found in (kept, speed))
        for names in ((NAMES["2008"], NAMES["2010"]), (NAMES["2015"],))
    )
    ends = kept[NAMES["2015"], MANY[-1]]
    grows = all(
        later > 1.7 * now or kept[NAMES["2015"], n] > 0.9
        for some in new
        for (now, later), n in zip(pairwise(some), MANY[1:], strict=True)
    )
    return (
        grows
        and ends > 1.7 * kept[NAMES["2015"], MANY[0]]
        and all(max(some) < 1.15 * min(some) for some in old)
        and all(
            kept[NAMES[feeder], n] < kept[NAMES["2015"], n]
            for feeder in ("2008", "2010")
            for n in MANY
        )
    )


def values(rows: Rows) -> dict[str, float]:
    before, after = spans(rows)
    last = after[-6:]
    first = before or after[:1]

    def mean_of(of_spans: Rows, field: str) -> float:
        """Return the mean of a field over these rows."""
        return fsum(row[field] for row in of_spans) / len(of_spans)

    total = one(rows, "sum")
    most = after[-1]["on"]
    full = next(row["end"] for row in after if row["on"] >= 0.9 * most) - total["start"]
    own = next((row for row in of(rows, "pace") if row["own"]), {"fed": 0.0, "fill": 0.0})
    return {
        "before": mean_of(first, "iops"),
        "after": mean_of(last, "iops"),
        "gain": mean_of(last, "iops") / mean_of(first, "iops"),
        "mean_before": mean_of(first, "mean"),
        "mean_after": mean_of(last, "mean"),
        "faster": mean_of(first, "mean") / mean_of(last, "mean"),
        "disk_before": mean_of(first, "disk"),
        "disk_after": mean_of(last, "disk"),
        "memory": mean_of(first, "memory"),
        "flash_after": mean_of(last, "flash"),
        "on": most,
        "nearly_full": full,
        "captured": captured(rows),
        "gives_before": mean_of(first, "gives"),
        "fed_most": max(row["fed"] for row in after),
        "k": total["k"],
        "start": total["start"],
        "hours": total["hours"],
        "data": total["data"],
        "pace_fed": own["fed"],
        "pace_fill": own["fill"],
        "thinned": next((row["thinned"] for row in of(rows, "sample")), 1.0),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    thinned = (
        f", and of its reads one in {counted(v['thinned'])} at the busiest"
        if v["thinned"] >= 1.5
        else ""
    )
    return (
        f"Before, disks answer {v['disk_before']:.0%} of {counted(v['before'])} reads a second; at the end "
        f"{v['disk_after']:.0%} of {counted(v['after'])}, and a read takes {time(v['mean_after'])} instead of "
        f"{time(v['mean_before'])}. The flash then holds {v['on'] / GB:,.0f} GB, nine tenths of it after "
        f"{time(v['nearly_full'])}. One block in "
        f"{counted(v['k'])} is simulated{thinned}."
    )


X = {"label": "time since the feeder started", "unit": "h"}
COLOURS = {"memory": "var(--wtg-3)", "flash": "var(--wtg-1)", "disk": "var(--wtg-2)"}
PACES = {
    "domain": list(NAMES.values()),
    "range": ["var(--wtg-2)", "var(--wtg-4)", "var(--wtg-1)"],
    "legend": True,
}
DEVICES = {"label": "flash devices", "ticks": [1, 2, 4, 6, 8], "tickFormat": "d"}
START = mark("ruleX", {"row": "sum"}, x="start", strokeDasharray="3,4")


def bars(y: str, **style: Any) -> dict[str, Any]:
    """Return the mark of a bar for each span."""
    return mark("rect", {"row": "span"}, x1="t", x2="end", y1=0, y2=y, inset=0, **style)


def ran(y: str) -> dict[str, Any]:
    """Return the mark of a ring for the machine's own run."""
    return mark("dot", {"row": "ran"}, x="devices", y=y, stroke="feeder", r=8, strokeWidth=2)


FIGURE = Figure(
    id="flash-feeding",
    title="How the flash fills",
    caption="Clients read at random; each asks again 0.3 ms after it has its answer. The feeder starts at 0 h (dashed "
    "line). As it fills: what is on flash; reads a second. Who answers: the reads; and of what memory gives up, "
    "the share that is on flash by then. Three feeders: how soon the devices are full where memory gives up new "
    "blocks at a steady pace; the ring is a run of the machine, in which disks, flash and the feeder take their time.",
    params={
        "feeder": Choice(
            "Feeder",
            "2008",
            NAMES,
            "2008: 8 MiB to one device, then a second's pause. 2010: each second, or "
            "five times as often while there is much to write. 2015: all devices, each as fast as it can.",
        ),
        "devices": Number(
            "Flash devices", 6, 1, 8, whole=True, help="The number of flash devices of 100 GB each."
        ),
        "threads": Number(
            "Clients",
            32,
            1,
            256,
            whole=True,
            stops=powers(1, 256),
            help="The number of clients; each waits for its answer before it reads again.",
        ),
        "working_set": Number(
            "Data asked for",
            500 * GB,
            50 * GB,
            2000 * GB,
            unit="GB",
            step=50 * GB,
            more=True,
            help="The size of the working set.",
        ),
        "given_up": Number(
            "Given up each second",
            200 * MB,
            10 * MB,
            1600 * MB,
            unit="MB/s",
            more=True,
            stops=tuple(n * MB for n in (10.0, 25, 50, 100, 200, 400, 800, 1600)),
            help="In the tab Three feeders: the bytes of new blocks that memory evicts each second.",
        ),
        "start": Number(
            "The feeder starts after",
            2 * hour,
            0.0,
            12 * hour,
            unit="h",
            step=0.5 * hour,
            more=True,
            help="The time at which the feeder starts; memory is warm from the beginning.",
        ),
        "hours": Number(
            "Time shown",
            24 * hour,
            12 * hour,
            96 * hour,
            unit="h",
            step=6 * hour,
            more=True,
            help="How many hours are shown.",
        ),
        "memory": Number(
            "Memory for the cache",
            SUN["head.memory"],
            16 * GiB,
            512 * GiB,
            unit="GiB",
            stops=tuple(n * GiB for n in (16.0, 32, 64, 128, 256, 512)),
            more=True,
            help="The size of the ARC.",
        ),
        "size": Number(
            "Record size",
            8 * KiB,
            4 * KiB,
            32 * KiB,
            unit="KiB",
            stops=powers(4 * KiB, 32 * KiB),
            more=True,
            help="The size of a read and of a block.",
        ),
        "rate": Number(
            "A device takes",
            SUN["cache.feed.rate"],
            25 * MB,
            800 * MB,
            unit="MB/s",
            stops=tuple(n * MB for n in (25.0, 50, 100, 200, 400, 800)),
            more=True,
            help="The rate at which one device accepts writes.",
        ),
        "disks": Number(
            "Disks",
            44,
            4,
            272,
            whole=True,
            more=True,
            help="The number of disks, of 7,200 rpm, in mirrored pairs; both sides read.",
        ),
        "heat": Number(
            "Reads to the hottest fifth",
            0.2,
            0.2,
            0.95,
            unit="%",
            step=0.05,
            more=True,
            help="The share of reads that go to the most popular fifth of the data; 20 % is uniform.",
        ),
    },
    presets={
        "fed as in 2008": Preset(help="8 MiB about every second, for all devices together"),
        "as in 2010": Preset(
            {"feeder": "2010"}, "five times as often while there is much to write"
        ),
        "as in 2015": Preset({"feeder": "2015"}, "each device at its own rate"),
        "one device": Preset({"devices": 1, "feeder": "2015"}),
        "four clients": Preset({"threads": 4}, "they ask so little that 8 MiB a second is enough"),
        "data larger than the flash": Preset(
            {"working_set": 1500 * GB, "feeder": "2010", "hours": 48 * hour}
        ),
        "four fifths to one fifth": Preset({"heat": 0.8, "working_set": 1000 * GB}),
    },
    run=run,
    panels=[
        panel(
            [bars("on", fill="var(--wtg-1)", fillOpacity=0.55), START, mark("ruleY", data=[0])],
            {"x": X, "y": {"label": "on flash", "unit": "GB", "grid": True, "ticks": 4}},
            height=200,
            tab="As it fills",
        ),
        panel(
            [bars("iops", fill="var(--wtg-1)", fillOpacity=0.55), START, mark("ruleY", data=[0])],
            {"x": X, "y": {"label": "reads a second", "grid": True, "ticks": 4}},
            height=210,
            tab="As it fills",
        ),
        panel(
            [
                mark(
                    "rect",
                    {"row": "share"},
                    x1="t",
                    x2="end",
                    y1="from",
                    y2="to",
                    fill="tier",
                    inset=0,
                ),
                START,
            ],
            {
                "x": X,
                "y": {"label": "answered by", "unit": "%", "domain": [0, 1], "ticks": [0, 0.5, 1]},
                "color": {"domain": list(COLOURS), "range": list(COLOURS.values()), "legend": True},
            },
            height=220,
            tab="Who answers",
        ),
        panel(
            [bars("captured", fill="var(--wtg-1)"), START, mark("ruleY", data=[0, 1])],
            {
                "x": X,
                "y": {
                    "label": "captured: of what is given up, on flash by then",
                    "unit": "%",
                    "domain": [0, 1],
                    "ticks": [0, 0.5, 1],
                },
            },
            height=180,
            tab="Who answers",
        ),
        panel(
            [
                mark(
                    "line", {"row": "pace"}, x="devices", y="fill", stroke="feeder", strokeWidth=2
                ),
                mark("dot", {"row": "pace"}, x="devices", y="fill", fill="feeder", r=3, tip=True),
                mark("dot", {"row": "pace", "own": 1}, x="devices", y="fill", fill="feeder", r=5),
                ran("fill"),
            ],
            {
                "x": DEVICES,
                "y": {"label": "devices full after", "unit": "h", "grid": True, "zero": True},
                "color": PACES,
            },
            height=380,
            tab="Three feeders",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2015l2arc", "Scalable Feeding", "Bourbonnais 2015"),
    reproduces=["l2arc-feeding"],
    targets=[
        target("l2arc-capture", captured, preset="as in 2015"),
        target("l2arc-feed-scaling-pattern", scales),
    ],
)
