"""Random reads while a flash read cache is enabled."""

from collections.abc import Iterator
from dataclasses import replace

from figures.define.figure import Figure, Number, Preset, Rows, cite, handle, mark, panel, target
from figures.flash.experiments.spatial_sampling import Sampled
from figures.flash.experiments.tier_times import TierTimes
from figures.kit.heat import (
    AXIS,
    LOG_KINDS,
    PALETTE,
    Maps,
    busy_panel,
    heat_panels,
    rate_panel,
    shares,
)
from figures.kit.heat_map import linear_edges, log_edges
from figures.kit.rows import of, one
from figures.kit.stops import SIZES, THREADS
from figures.kit.words import count as counted
from figures.kit.words import time
from models.catalogue.machines import values as constants
from models.machine import SUN_7410, Machine, Readers, Reads
from models.sim.stats import mean
from models.units import GB, MB, KiB, hour, minute, ms, us
from models.zfs.block_reads import FixedShares
from models.zfs.l2arc.feed_spec import FeedSpec

SUN = constants("7410")
COLUMNS, BINS, SAMPLE, BLOCKS, READS = 84, 48, 48, 1000, 50_000
TIERS = ("memory", "flash", "disk")
FAST, SLOW = (
    50 * us,
    1.2 * ms,
)  # shorter latencies come from memory, longer ones from disk, others from flash
NEARLY, LONGEST = (
    0.9,
    12 * hour,
)  # the filled share at which the flash counts as warm; how long (s) to wait for that


def run(
    ratio: float,
    devices: int,
    enabled: float,
    size: float,
    threads: int,
    feed: float,
    seconds: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: cell and linear (t1, t2, low, high, n: a cell of the heat map on either axis),
    share (t, end, tier, from, to), busy (t1, t2, who, share), rate (t, end, iops), and sum. Times
    are in s.

    The caches are simulated with one block in k. In each column some reads are answered by a
    machine whose memory and flash hold the shares of that moment.
    """
    memory, size = 16 * GB, int(size)
    data, span = memory * ratio, max(size, memory * ratio / 22)
    caches = Sampled(
        memory=memory,
        working_set=data,
        block=size,
        k=max(1.0, data / size / BLOCKS),
        start=enabled,
        seed=seed,
        reads=READS,
        spec=FeedSpec(feeder="2008", devices=devices, write=feed, boost=feed),
        times=TierTimes(size=size, threads=threads, devices=devices, span=span, seed=seed),
    )
    width = seconds / COLUMNS
    heat = Maps(
        width,
        {"log": log_edges(1 * us, 100 * ms, BINS), "linear": linear_edges(20 * ms, BINS)},
        LOG_KINDS,
    )
    yield heat.frames(0.0, seconds)
    machine = Machine(
        SUN_7410.order(held=(0.0, 0.0), flash={"devices": devices}).without("queue", "drive queue"),
        seed,
    )
    readers = Readers(threads, size, Reads(max(size, data)))
    machine.start(readers)
    full, warm = min(devices * SUN["cache.flash.capacity"], data) if data > memory else 0.0, 0.0
    for column, now in enumerate(caches.run(seconds, COLUMNS)):
        begin = column * width
        if full and not warm and now.on_flash >= NEARLY * full:
            warm = now.end - enabled
        machine.reads.cache, answer = FixedShares(now.memory, now.flash, devices), now.answer
        for _, taken, _ in readers.take(machine, SAMPLE):
            heat.add(begin + width / 2, taken)
        split = {tier: getattr(now, tier) for tier in TIERS}
        parts = {tier: part and part * getattr(answer, tier) for tier, part in split.items()}
        parts["client and network"] = threads / answer.rate - answer.latency
        yield [
            *heat.columns(begin),
            *shares(begin, begin + width, parts),
            {
                "row": "rate",
                "t": begin,
                "end": begin + width,
                "iops": answer.rate,
                "mean": answer.latency,
                **split,
            },
            *(
                {
                    "row": "share",
                    "t": begin,
                    "end": begin + width,
                    "tier": tier,
                    "from": low,
                    "to": low + part,
                }
                for tier, low, part in (
                    ("memory", 0.0, now.memory),
                    ("flash", now.memory, now.flash),
                    ("disk", now.memory + now.flash, now.disk),
                )
            ),
        ]
    if full and not warm and seconds < enabled + LONGEST:
        later = caches.run(enabled + LONGEST, 72)
        warm = next((now.end - enabled for now in later if now.on_flash >= NEARLY * full), 0.0)
    yield [
        *heat.rest(),
        {"row": "sum", "enabled": enabled, "full": full, "feed": feed, "warm": warm, "k": caches.k},
    ]


def moments(rows: Rows) -> tuple[Rows, Rows]:
    """Return the rows of rates before the cache was enabled, and those of the last tenth of the
    time shown."""
    at = one(rows, "sum")["enabled"]
    rates = of(rows, "rate")
    return [row for row in rates if row["end"] <= at], rates[-len(rates) // 10 :]


def band(rows: Rows, begin: float, end: float, low: float, high: float) -> float:
    """Return the share of operations from `begin` to `end` (s) in cells between two latencies (s)."""
    inside = [row for row in of(rows, "cell") if begin <= row["t1"] and row["t2"] <= end]
    total = sum(row["n"] for row in inside)
    return (
        sum(row["n"] for row in inside if low <= row["low"] and row["high"] <= high) / total
        if total
        else 0.0
    )


def joins(rows: Rows) -> bool:
    """Return whether a band of flash appears between memory and disk.

    Before the cache is enabled nothing may lie between memory and disk. Afterwards there must be a
    band between them, and the cloud of disk reads must be at most half as dense.
    """
    at = next((row["enabled"] for row in of(rows, "sum")), None)
    end = max((row["t2"] for row in rows if row["row"] in ("frame", "cell")), default=None)
    if at is None or end is None:
        return False
    late = at + 0.8 * (end - at)
    before = [band(rows, 0.0, at, *edges) for edges in ((0.0, FAST), (FAST, SLOW), (SLOW, 1.0))]
    after = [band(rows, late, end, *edges) for edges in ((0.0, FAST), (FAST, SLOW), (SLOW, 1.0))]
    return (
        before[0] > 0.1
        and before[1] < 0.05 < before[2]
        and after[1] > 0.2
        and after[2] < 0.5 * before[2]
    )


def values(rows: Rows) -> dict[str, float]:
    before, after = moments(rows)
    last = one(rows, "sum")
    first = before or after

    def average(of_rows: Rows, field: str) -> float:
        return mean([row[field] for row in of_rows])

    return {
        "before": average(first, "iops"),
        "after": average(after, "iops"),
        "mean_before": average(first, "mean"),
        "mean_after": average(after, "mean"),
        "disk_before": average(first, "disk"),
        "disk_after": average(after, "disk"),
        "flash_after": average(after, "flash"),
        "memory": average(first, "memory"),
        "warm": last["warm"],
        "full": last["full"],
        "feed": last["feed"],
        "enabled": last["enabled"],
        "k": last["k"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    at = one(rows, "sum")["enabled"]
    end = (
        f"{v['disk_after']:.0%} of the reads, and there are {counted(v['after'])} a second of {time(v['mean_after'])} on "
        f"average."
    )
    if not moments(rows)[0]:
        text = f"At the right edge the disks answer {end}"
    elif at >= max(row["end"] for row in of(rows, "rate")):
        text = f"The cache is not yet switched on. The disks answer {end}"
    else:
        text = (
            f"Before, the disks answer {v['disk_before']:.0%} of the reads, and there are {counted(v['before'])} a "
            f"second of {time(v['mean_before'])} on average. At the right edge they answer {end}"
        )
    if v["warm"]:
        text += f" {time(v['warm'])} after it is switched on the flash holds nine tenths of what it can."
    return text


TIME = {"label": "time", "unit": "min"}
COLOURS = {
    "memory": "var(--wtg-3)",
    "flash": "var(--wtg-1)",
    "disk": "var(--wtg-2)",
    "client and network": "var(--wtg-4)",
}

FIGURE = Figure(
    id="cache-enable",
    title="A flash cache is switched on",
    caption="Random reads from a server whose memory holds a part of the data. At the line the flash cache is switched on "
    "(drag it); it fills slowly. Latency: of each moment only the first reads are simulated, and of the data one "
    "block in many. Who answers: memory, flash or disk, and how many reads a second that makes.",
    params={
        "ratio": Number(
            "Data, in times memory",
            5.0,
            0.2,
            10.0,
            step=0.1,
            help="The size of the data, as a multiple of memory (16 GB).",
        ),
        "devices": Number(
            "Flash devices",
            6,
            0,
            8,
            whole=True,
            help="The number of read-optimised SSDs of 100 GB.",
        ),
        "feed": Number(
            "Filled at most at",
            8 * MB,
            1 * MB,
            128 * MB,
            unit="MB/s",
            stops=tuple(n * MB for n in (1.0, 2, 4, 8, 16, 32, 64, 128)),
            help="The highest rate at which the feeder writes to all devices together.",
        ),
        "enabled": Number(
            "Switched on after",
            20 * minute,
            0.0,
            120 * minute,
            unit="min",
            step=minute,
            more=True,
            help="The time at which the cache is switched on.",
        ),
        "size": Number(
            "Read size",
            8 * KiB,
            512,
            128 * KiB,
            unit="KiB",
            stops=SIZES,
            more=True,
            help="The size of a read and of a block. The flash accepts no blocks above 32 KiB.",
        ),
        "threads": Number(
            "Readers",
            16,
            1,
            64,
            whole=True,
            stops=THREADS[:7],
            more=True,
            help="The number of readers; each waits for its answer before it reads again.",
        ),
        "seconds": Number(
            "Time shown",
            120 * minute,
            10 * minute,
            240 * minute,
            unit="min",
            step=10 * minute,
            more=True,
            help="How many minutes are shown.",
        ),
        "axis": replace(AXIS, default="log"),
        "palette": PALETTE,
    },
    presets={
        "switched on": Preset(help="6 devices, data five times as large as memory"),
        "filled four times as fast": Preset({"feed": 32 * MB}),
        "no flash": Preset({"devices": 0}),
        "data ten times memory": Preset({"ratio": 10.0}),
        "on a linear axis": Preset({"axis": "linear"}),
        "data that memory holds": Preset({"ratio": 0.9}),
    },
    run=run,
    panels=[
        *heat_panels(
            LOG_KINDS,
            TIME,
            "latency of a read",
            "reads",
            height=360,
            handle=handle("enabled"),
            tab="Latency",
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
                mark("ruleY", data=[0]),
            ],
            {
                "x": TIME,
                "y": {"label": "answered by", "unit": "%", "domain": [0, 1], "ticks": [0, 0.5, 1]},
                "color": {
                    "domain": list(TIERS),
                    "range": list(COLOURS.values())[:3],
                    "legend": True,
                },
            },
            height=206,
            tab="Who answers",
        ),
        rate_panel(TIME, "reads a second", tab="Who answers"),
        busy_panel(TIME, "the readers' time", COLOURS),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2010visualizing", "figure 1"),
    reproduces=["acmq-fig1-l2arc-enable"],
    targets=[target("acmq1-pattern", joins)],
)
