"""How much flash a cache in memory can track, and the memory this costs."""

from collections.abc import Iterator
from itertools import pairwise
from math import fsum
from typing import Any

from figures.define.figure import Figure, Number, Preset, Row, Rows, cite, mark, panel, target
from figures.flash.experiments.flash_words import decimal
from figures.flash.experiments.full_flash import full_flash
from figures.flash.experiments.tier_times import TierTimes
from figures.kit.rows import of
from figures.kit.stops import powers
from figures.kit.words import size, time
from models.catalogue.machines import values as constants
from models.units import GB, TB, B, KiB, percent
from models.zfs.l2arc.feed_spec import FeedSpec

OLD, NEW, GUARD = (
    constants("zfs-2010")["l2_header"],
    constants("zfs-2015")["l2_header"],
    constants("zfs-2015")["l2_guard"],
)
CACHES = tuple(GB * n for n in (1.0, 2, 4, 8, 16, 32, 64, 128, 256, 500, 1000, 2000))
BLOCKS = (512, 2 * KiB, 8 * KiB, 32 * KiB)
TIMES = (1, 2, 4, 8, 16, 32, 64, 128)
OWN, BEFORE, SINCE = "these headers", "before 2014", "since 2014"
WITH, WITHOUT = "with the guard", "without a guard"


def run(
    cache: float,
    header: float,
    guard: float,
    block: float,
    compression: float,
    working: float,
    rest: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: header (which, bytes), budget (bytes), curve and own (which, block, cache, bytes
    that can be tracked), and trial (times, guarded, headers, memory, flash, disk, latency, rate).
    In the trials small memories stand for large ones. Latencies are in s."""
    block, kinds = int(block), {OWN: header, BEFORE: OLD, SINCE: NEW}
    yield [{"row": "header", "which": which, "bytes": bytes} for which, bytes in kinds.items()]
    yield [
        {"row": "budget", "bytes": guard * cache, "block": block, "cache": cache, "guard": guard}
    ]
    for which, bytes in kinds.items():
        for n in sorted({*BLOCKS, block}):
            yield [
                {
                    "row": kind,
                    "which": which,
                    "block": n,
                    "chosen": int(n == block),
                    "label": size(n),
                    "cache": cache_size,
                    "bytes": bytes_tracked,
                }
                for kind, cache_size in (
                    ("curve", CACHES[0]),
                    ("own", cache),
                    ("curve", CACHES[-1]),
                )
                for bytes_tracked in [
                    FeedSpec("2015", header=bytes, guard=guard).known(cache_size) * n * compression
                ]
                if bytes_tracked
            ]
    clients = TierTimes(size=block, seed=seed)
    for times in TIMES:
        full = {
            name: full_flash(
                times,
                header=header,
                guard=limit,
                block=block,
                compression=compression,
                working=working,
                rest=rest,
                seed=seed,
            )
            for name, limit in ((WITHOUT, 1.0), (WITH, guard))
            if name == WITHOUT
            or FeedSpec("2015", header=header, guard=guard).known(cache) * block < times * cache
        }
        for name in (WITHOUT, WITH):
            full_device = full.get(
                name, full[WITHOUT]
            )  # both are the same where the guard has no effect
            answer = clients.answer(full_device.memory, full_device.flash, full_device.disk)
            yield [
                {
                    "row": "trial",
                    "times": times,
                    "guarded": name,
                    "headers": full_device.headers,
                    "memory": full_device.memory,
                    "flash": full_device.flash,
                    "disk": full_device.disk,
                    "latency": answer.latency,
                    "rate": answer.rate,
                }
            ]


def tracked(rows: Rows, which: str, block: int) -> float:
    """Return the bytes of data that the chosen cache can track with these headers and blocks of
    this size; 0 if it can track none."""
    bytes: float = fsum(row["bytes"] for row in of(rows, "own", which=which, block=block))
    return bytes


def gain(rows: Rows) -> float:
    """Return the data tracked with the new headers, as a multiple of that with the old ones; 0 if
    the old ones track none."""
    block = of(rows, "budget")[0]["block"]
    before = tracked(rows, BEFORE, block)
    return round(tracked(rows, SINCE, block) / before, 6) if before else 0.0


def reduction(rows: Rows) -> float:
    """Return how many times larger an old header is than a new one; 0 if a new one takes no
    bytes."""
    old, new = (of(rows, "header", which=which)[0]["bytes"] for which in (BEFORE, SINCE))
    return old / new if new else 0.0


def ends(rows: Rows) -> tuple[Row, Row, Row]:
    """Return three trials: that with the smallest device, and those with the largest one with the
    guard and without it."""
    small, large = (of(rows, "trial", times=times) for times in (TIMES[0], TIMES[-1]))
    guarded, not_guarded = (
        next(row for row in large if row["guarded"] == name) for name in (WITH, WITHOUT)
    )
    return small[0], guarded, not_guarded


def motive(rows: Rows) -> bool:
    """Return whether the guard is worth having.

    Without it, headers must grow with the device until they take most of memory, and most of the
    hits there are lost. A read must then take longest with the largest device. With the guard,
    headers must stop at its limit, memory must keep its hits, and a read must take no longer with a
    larger device.
    """
    bare, kept = (
        sorted(of(rows, "trial", guarded=name), key=lambda row: row["times"])
        for name in (WITHOUT, WITH)
    )
    most = min((row["guard"] for row in of(rows, "budget")), default=1.0)
    times = [row["times"] for row in bare]
    if not (0 < most < 1 and times == [row["times"] for row in kept] == list(TIMES)):
        return False
    for row in (*bare, *kept):
        shares = [row[name] for name in ("memory", "flash", "disk")]
        if min(shares) < 0 or abs(fsum(shares) - 1) > 1e-6 or row["latency"] <= 0:
            return False
    each = bare[0]["headers"] / times[0]
    for a, b in zip(bare, kept, strict=True):
        grown = min(1.0, each * a["times"])
        if abs(a["headers"] - grown) > 0.03 or abs(b["headers"] - min(most, a["headers"])) > 0.02:
            return False
        if b["memory"] < 0.8 * bare[0]["memory"] or (
            b["headers"] == a["headers"] and b["latency"] != a["latency"]
        ):
            return False
    worst, held = bare[-1], kept[-1]
    return (
        worst["headers"] > 0.5
        and worst["memory"] < 0.5 * bare[0]["memory"]
        and held["latency"] < 0.6 * worst["latency"]
        and worst["latency"] == max(row["latency"] for row in bare)
        and all(b["latency"] < 1.02 * a["latency"] for a, b in pairwise(kept))
    )


def values(rows: Rows) -> dict[str, float]:
    small, guarded, not_guarded = ends(rows)
    own = of(rows, "budget")[0]
    fields = ("headers", "memory", "flash", "disk", "latency", "rate")
    return {
        "cache": own["cache"],
        "budget": own["bytes"],
        "guard": own["guard"],
        "block": own["block"],
        "header": of(rows, "header", which=OWN)[0]["bytes"],
        "tracked": tracked(rows, OWN, own["block"]),
        "tracked_before": tracked(rows, BEFORE, own["block"]),
        "tracked_32k": tracked(rows, OWN, 32 * KiB),
        "gain": gain(rows),
        "times": guarded["times"],
        "wanted": small["headers"] * guarded["times"] / small["times"] * own["cache"],
        **{
            f"{name}_{field}": row[field]
            for name, row in (("small", small), ("with", guarded), ("without", not_guarded))
            for field in fields
        },
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    known = (
        f"{decimal(v['tracked'])} of data in blocks of {size(v['block'])}"
        if v["tracked"]
        else "no flash at all"
    )
    text = (
        f"A cache of {decimal(v['cache'])} may spend {decimal(v['budget'])} on headers of {v['header']:.0f} bytes, and "
        f"so knows of {known}. With {v['times']:.0f} times as much flash, headers take "
        f"{v['without_headers']:.0%} of memory without a guard; memory answers {v['without_memory']:.0%} of the reads, "
        f"which take {time(v['without_latency'])} on average."
    )
    if v["with_headers"] == v["without_headers"]:
        return f"{text} {'There is no guard here.' if v['guard'] == 1 else 'The guard changes nothing here.'}"
    return (
        f"{text} With the guard, headers take {v['with_headers']:.0%}, memory answers {v['with_memory']:.0%}, and a read "
        f"takes {time(v['with_latency'])}."
    )


PUBLISHED = [{"cache": 1 * TB, "bytes": 30 * TB}, {"cache": 1 * TB, "bytes": 120 * TB}]
TRIAL = {
    "label": "flash device, in times the cache",
    "type": "log",
    "base": 2,
    "ticks": list(TIMES),
}
GUARDED = {"domain": [WITH, WITHOUT], "range": ["var(--wtg-1)", "var(--wtg-2)"]}


def trial(field: str, y: dict[str, Any], height: int = 120, **colours: Any) -> dict[str, Any]:
    """Return the panel of one field for full devices of several sizes, with and without the
    guard."""
    line: dict[str, Any] = {"x": "times", "y": field, "stroke": "guarded", "strokeWidth": 2}
    dots = mark("dot", {"row": "trial"}, x="times", y=field, fill="guarded", r=3.5, tip=True)
    return panel(
        [mark("line", {"row": "trial", "guarded": name}, **line) for name in (WITHOUT, WITH)]
        + [dots],
        {
            "x": TRIAL,
            "y": {"grid": True, "ticks": 3, "zero": True, **y},
            "color": {**GUARDED, **colours},
        },
        height,
        tab="Full flash",
    )


FIGURE = Figure(
    id="flash-headers",
    title="What it takes to know of a block on flash",
    caption="For each block on flash, a header lies in memory. Full flash: a cache in front of full flash devices; what "
    "headers take from it, what it still answers, and the mean latency. Data tracked: what a cache can know of, "
    "against its size, for blocks of four sizes (grey: with the headers of before 2014; the rings are published); "
    "and the bytes of a header.",
    params={
        "header": Number(
            "Header",
            NEW,
            40 * B,
            200 * B,
            unit="B",
            step=10,
            help="Bytes of memory for each block on flash: 170 before 2014, 80 since.",
        ),
        "guard": Number(
            "Guard",
            GUARD,
            0.0,
            1.0,
            unit="%",
            step=5 * percent,
            help="The share of the cache that headers may take; 100 % means no guard.",
        ),
        "block": Number(
            "Block",
            8 * KiB,
            512,
            32 * KiB,
            unit="KiB",
            stops=powers(512, 32 * KiB),
            help="The size of a block on flash.",
        ),
        "cache": Number(
            "Cache in memory",
            1 * TB,
            1 * GB,
            2 * TB,
            unit="GB",
            stops=CACHES,
            more=True,
            help="The size of the ARC.",
        ),
        "rest": Number(
            "Reads outside the working set",
            2 * percent,
            0.0,
            0.5,
            unit="%",
            step=1 * percent,
            more=True,
            help="In the tab Full flash: the share of reads outside the working set.",
        ),
        "working": Number(
            "Working set",
            0.6,
            0.2,
            4.0,
            step=0.2,
            more=True,
            help="The size of the data to which nearly all reads go, as a multiple of the cache.",
        ),
        "compression": Number(
            "Compression",
            1.0,
            1.0,
            4.0,
            step=0.5,
            more=True,
            help="How many times smaller a block is on flash than in memory.",
        ),
    },
    presets={
        "1 TB of cache": Preset(help="80 bytes a header, 8 KiB blocks, a guard of 30 %"),
        "old headers": Preset({"header": OLD}, "170 bytes, as before 2014"),
        "512-byte blocks": Preset({"block": 512.0}, "16 times as many headers for the same data"),
        "no guard": Preset({"guard": 1.0}),
        "32 KiB blocks": Preset({"block": 32.0 * KiB}),
        "reads everywhere": Preset({"rest": 0.3}, "here the guard costs more than it saves"),
        "16 GB of cache, data that halves": Preset({"cache": 16.0 * GB, "compression": 2.0}),
    },
    run=run,
    panels=[
        trial(
            "headers",
            {"label": "memory that headers take", "unit": "%", "domain": [0, 1]},
            150,
            legend=True,
        ),
        trial("memory", {"label": "reads answered by memory", "unit": "%", "domain": [0, 1]}, 140),
        trial("latency", {"label": "mean latency", "unit": "ms"}, 140),
        panel(
            [
                mark(
                    "line",
                    {"row": "curve", "which": BEFORE},
                    x="cache",
                    y="bytes",
                    z="block",
                    stroke="var(--wtg-mute)",
                ),
                mark(
                    "line",
                    {"row": "curve", "which": OWN, "chosen": 0},
                    x="cache",
                    y="bytes",
                    z="block",
                    stroke="which",
                ),
                mark(
                    "line",
                    {"row": "curve", "which": OWN, "chosen": 1},
                    x="cache",
                    y="bytes",
                    stroke="which",
                    strokeWidth=3.5,
                ),
                mark(
                    "text",
                    {"row": "curve", "which": OWN, "cache": CACHES[-1]},
                    x="cache",
                    y="bytes",
                    text="label",
                    dx=6,
                    textAnchor="start",
                    fill="currentColor",
                ),
                mark(
                    "dot",
                    data=PUBLISHED,
                    x="cache",
                    y="bytes",
                    r=8,
                    stroke="currentColor",
                    strokeWidth=1.5,
                ),
                mark(
                    "dot",
                    {"row": "own", "which": OWN},
                    x="cache",
                    y="bytes",
                    fill="which",
                    r=4,
                    tip=True,
                ),
            ],
            {
                "x": {
                    "label": "cache in memory",
                    "unit": "GB",
                    "type": "log",
                    "domain": [GB, 5 * TB],
                    "tickFormat": "~g",
                    "ticks": [1 * GB, 10 * GB, 100 * GB, 1 * TB],
                },
                "y": {
                    "label": "data tracked",
                    "unit": "TB",
                    "type": "log",
                    "grid": True,
                    "domain": [1 * GB, 4000 * TB],
                    "tickFormat": "~g",
                },
                "color": {
                    "domain": [OWN, BEFORE],
                    "range": ["var(--wtg-1)", "var(--wtg-mute)"],
                    "legend": True,
                },
            },
            height=310,
            tab="Data tracked",
        ),
        panel(
            [
                mark("barX", {"row": "header"}, x="bytes", y="which", fill="which"),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "memory for a block on flash", "unit": "B", "domain": [0, 200]},
                "y": {"label": None, "domain": [BEFORE, SINCE, OWN]},
                "color": {
                    "domain": [BEFORE, SINCE, OWN],
                    "range": ["var(--wtg-mute)", "var(--wtg-3)", "var(--wtg-1)"],
                },
            },
            height=120,
            tab="Data tracked",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2015l2arc", "Reduced Footprint", "Bourbonnais 2014 and 2015"),
    reproduces=["l2arc-header-footprint", "rearc-l2-header"],
    targets=[
        target("l2arc-header-gain", gain),
        target("l2arc-example-headers", lambda rows: of(rows, "budget")[0]["bytes"]),
        target("l2arc-tracked-8k", lambda rows: tracked(rows, OWN, 8 * KiB)),
        target("l2arc-tracked-32k", lambda rows: tracked(rows, OWN, 32 * KiB)),
        target("l2arc-guard-motive", motive),
        target("rearc-l2-header-gain", reduction),
    ],
)
