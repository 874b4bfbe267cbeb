"""The time of a resilver in metadata order and in disk order, against the data on the disk, and its
lower bounds."""

from collections.abc import Iterator
from random import Random
from typing import Any

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    Switch,
    cite,
    column,
    mark,
    panel,
    table,
    target,
)
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import count, time
from figures.queues_resilvering.experiments.history import worn
from figures.queues_resilvering.experiments.resilver_words import (
    DEPTH,
    LAYOUTS,
    ORDERS,
    RESILVER,
    days,
    job_of,
    load_of,
    rebuilt,
    size_in_words,
)
from models.units import GB, MB, TB, KiB, MiB, day
from models.zfs.resilver.job import at_random, streaming, throttled

LEAST, MOST = 10 * GB, 10 * TB
ARM = 100 * GB
"""Where the line of the arm has its name."""
OVERWRITTEN = 3
"""How many times, on average, each block of an old pool has been overwritten, which leads to the
worst case."""
REPLACED = 0.03
"""The share of disks that are replaced in a year: Schroeder and Gibson 2007, 2 to 4 %."""


def run(
    layout: str,
    block: float,
    used: float,
    iops: int,
    stream: float,
    throttle: bool,
    depth: int,
    reads: int,
    scattered: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: sum (order, days, seconds, rate in bytes/s, jumps, blocks per second, populate in
    s), line and bound (name, used, t in s), name, worn (share), whole (days), and gain (vdev,
    gain).

    A half-full disk with 1 TB on it is simulated; the lines follow in proportion.
    """
    load, ended = load_of(depth, reads, throttle), {}
    job = job_of(layout, block, RESILVER["used"], scattered)
    share = used / job.used
    lines = [
        ("throttle", "throttle" if throttle and reads else "throttle off", throttled(job.blocks)),
        (f"{stream / MB:.0f} MB/s", "stream", streaming(job.bytes, stream)),
        ("the arm", "own", at_random(job.blocks, iops)),
    ]
    yield [
        {"row": "bound", "kind": kind, "name": name, "used": at, "t": seconds * at / job.used}
        for name, kind, seconds in lines
        for at in (LEAST, MOST)
    ]
    yield [
        {
            "row": "name",
            "kind": "below" if kind == "own" else "above",
            "name": name,
            "used": at,
            "t": seconds * at / job.used,
        }
        for name, kind, seconds in lines
        for at in [ARM if kind == "own" else MOST]
        if kind != "throttle off"
    ]
    yield [{"row": "worn", "share": worn(job.used / job.capacity, OVERWRITTEN, Random(seed))}]
    yield [{"row": "whole", "days": streaming(job.capacity, stream) / day}]
    for order, name in ORDERS.items():
        outcome = ended[order] = rebuilt(job, order, load, seed)
        yield [
            {"row": "line", "order": name, "used": at, "t": outcome.seconds * at / job.used}
            for at in (LEAST, MOST)
        ]
        yield [
            {
                "row": "sum",
                "order": name,
                "used": used,
                "days": outcome.seconds * share / day,
                "seconds": outcome.seconds * share,
                "rate": outcome.rate,
                "jumps": outcome.jumps,
                "blocks": outcome.blocks,
                "populate": outcome.populate * share,
            }
        ]
    yield [
        {
            "row": "gain",
            "what": "bounds",
            "of": vdev,
            "vdev": name,
            "gain": at_random(job_of(vdev, block, job.used, scattered).blocks, iops)
            / streaming(job.bytes, stream),
        }
        for vdev, name in LAYOUTS.items()
    ]
    gains = {layout: ended["metadata"].seconds / ended["disk"].seconds}
    if layout != "mirror":
        slow, fast = (
            rebuilt(job_of("mirror", block, job.used, scattered), order, load, seed)
            for order in ORDERS
        )
        gains["mirror"] = slow.seconds / fast.seconds
    yield [
        {"row": "gain", "what": "simulated", "of": vdev, "vdev": LAYOUTS[vdev], "gain": gain}
        for vdev, gain in gains.items()
    ]


def sums(rows: Rows) -> dict[str, Row]:
    return {key: one(rows, "sum", order=name) for key, name in ORDERS.items()}


def worn_share(rows: Rows) -> float:
    share: float = one(rows, "worn")["share"]
    return share


def gains_of(rows: Rows, what: str = "simulated") -> dict[str, float]:
    return {row["of"]: row["gain"] for row in of(rows, "gain", what=what)}


def larger_on_raidz(rows: Rows) -> bool:
    """Return whether disk order is faster than metadata order on both layouts, with a gain on
    RAID-Z that is more than a third larger than on a mirror."""
    gains = gains_of(rows)
    return bool("raidz1" in gains and gains["raidz1"] > 4 / 3 * gains["mirror"] > 4 / 3)


def new_pool_fast(rows: Rows) -> bool:
    """Return whether metadata order is fast enough for a new pool: less than an hour, less than a
    quarter of the time to copy the whole disk, and less than ten times as long as disk order."""
    slow, fast = (sums(rows)[order]["days"] for order in ORDERS)
    whole = one(rows, "whole")["days"]
    return bool(0 < slow < min(1 / 24, whole / 4) and slow < 10 * fast)


def values(rows: Rows) -> dict[str, float]:
    found: dict[str, float] = {}
    for key, row in sums(rows).items():
        found |= {
            f"{name}_{key}": row[name] for name in ("seconds", "days", "rate", "jumps", "blocks")
        }
    found |= {f"bound_{vdev}": gain for vdev, gain in gains_of(rows, "bounds").items()}
    found |= {
        "gain": found["seconds_metadata"] / found["seconds_disk"],
        "gain_mirror": gains_of(rows)["mirror"],
    }
    for row in of(rows, "bound", used=MOST):
        found[f"terabyte_{row['kind'].removesuffix(' off')}"] = row["t"] * TB / MOST
    return found | {
        "populate": sums(rows)["disk"]["populate"],
        "used": sums(rows)["disk"]["used"],
        "worn": worn_share(rows),
        "whole": one(rows, "whole")["days"] * day,
        "one_in_month": 12 / REPLACED,
        "millions": found["terabyte_throttle"] / RESILVER["delay"] / 1e6,
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    times = " and ".join(
        f"{count(gain)} times as fast on {LAYOUTS[vdev]}" for vdev, gain in gains_of(rows).items()
    )
    return (
        f"With {size_in_words(v['used'])} on each disk a resilver in metadata order takes {days(v['seconds_metadata'])}, "
        f"in disk order {days(v['seconds_disk'])}, {time(v['populate'])} of them to find the blocks. Disk order is "
        f"{times}."
    )


COLOURS = {
    "domain": list(ORDERS.values()),
    "range": ["var(--wtg-2)", "var(--wtg-1)"],
    "legend": True,
}
USED = {
    "label": "used on the disk",
    "unit": "TB",
    "type": "log",
    "grid": True,
    "domain": [LEAST, MOST],
    "ticks": [LEAST, 100 * GB, 1 * TB, MOST],
    "tickFormat": "~g",
}
TIME = {
    "label": "time to resilver",
    "unit": "d",
    "type": "log",
    "grid": True,
    "domain": [300.0, 2000 * day],
    "tickFormat": "~g",
}
THIN: dict[str, Any] = {"x": "used", "y": "t", "z": "name", "strokeWidth": 1.2, "clip": True}
SAID: dict[str, Any] = {
    "x": "used",
    "y": "t",
    "text": "name",
    "fontSize": 10.5,
}

FIGURE = Figure(
    id="resilver-time",
    title="A month or a day",
    caption="Time: until a replaced disk is whole again, against what is on it; both axes logarithmic. Thick: a disk, half "
    "full, beside programs that read. The thin lines are what a stream, the arm with one move for each block, and the "
    "throttle would take by themselves. Gain: how many times as fast disk order is, blue, and how many times as fast the "
    "stream is as the arm, grey.",
    params={
        "layout": Choice(
            "The disk belongs to",
            "mirror",
            LAYOUTS,
            "The kind of vdev. In a RAID-Z each disk holds a part of each block, so "
            "there are more blocks for the same bytes.",
        ),
        "block": Number(
            "Block",
            RESILVER["block"],
            4 * KiB,
            1 * MiB,
            unit="KiB",
            stops=powers(4 * KiB, 1 * MiB),
            help="The size of a block: 8 KiB is the default of a LUN, 128 KiB that of a file system.",
        ),
        "throttle": Switch(
            "Old throttle",
            True,
            help="On, as in metadata order from June 2010: a pause of 20 ms before each block while a program reads.",
        ),
        "used": Number(
            "Used",
            RESILVER["used"],
            LEAST,
            MOST,
            unit="TB",
            more=True,
            stops=(
                10 * GB,
                20 * GB,
                50 * GB,
                100 * GB,
                200 * GB,
                500 * GB,
                1 * TB,
                2 * TB,
                5 * TB,
                10 * TB,
            ),
            help="The bytes on each disk for which the dots are drawn; the disk is twice as large. In the race a disk always has 2 TB.",
        ),
        "iops": Number(
            "Movements a second",
            RESILVER["iops"],
            50,
            400,
            whole=True,
            step=5,
            more=True,
            help="Arm movements per second of your disk, for the thin lines. The text of 2015 says 200; single reads give 80 at 7,200 rpm.",
        ),
        "stream": Number(
            "Streaming rate",
            RESILVER["stream"],
            50 * MB,
            300 * MB,
            unit="MB/s",
            step=5 * MB,
            more=True,
            help="The streaming rate of your disk, for the dashed line. The text of 2015 says 100 MB/s.",
        ),
        "depth": Number(
            "Queue depth",
            DEPTH,
            1,
            35,
            whole=True,
            stops=(1, 2, 3, 4, 6, 10, 16, 24, 35),
            more=True,
            help="The most commands in the drive's queue (zfs_vdev_max_pending and zfs_vdev_min_pending).",
        ),
        "reads": Number(
            "Programs' reads",
            RESILVER["reads"],
            0,
            60,
            whole=True,
            stops=(0, 10, 20, 30, 40, 50, 60),
            help="Random 8 KiB reads per second on each surviving disk. 40 keep a disk half busy.",
            more=True,
        ),
        "scattered": Number(
            "Scattered",
            1.0,
            0.0,
            1.0,
            unit="%",
            step=0.05,
            more=True,
            help="The share of blocks whose next block in the file lies elsewhere: 0 % in a pool written once in "
            "order, 100 % where every block has been overwritten.",
        ),
    },
    presets={
        "a month against a day": Preset(
            help="1 TB in blocks of 8 KiB, depth 2, programs keep the disk half busy"
        ),
        "large blocks": Preset({"block": 128 * KiB}, "as in a file system of large files"),
        "a new pool": Preset(
            {"scattered": 0.0, "used": 20 * GB, "throttle": False},
            "little data, written in order; no throttle before 2010",
        ),
        "RAID-Z": Preset({"layout": "raidz1"}, "of five disks"),
        "RAID-Z, large blocks": Preset({"layout": "raidz1", "block": 128 * KiB}),
        "nobody at work": Preset({"reads": 0, "depth": 10}, "neither programs nor throttle"),
        "the model's disk": Preset(
            {"iops": 80, "stream": 130 * MB},
            "thin lines: one read at a time, and the mean of its tracks",
        ),
    },
    run=run,
    panels=[
        panel(
            [
                mark("line", {"row": "bound", "kind": "own"}, stroke="currentColor", **THIN),
                mark(
                    "line",
                    {"row": "bound", "kind": "stream"},
                    stroke="currentColor",
                    strokeDasharray="5,4",
                    **THIN,
                ),
                mark(
                    "line",
                    {"row": "line"},
                    x="used",
                    y="t",
                    stroke="order",
                    strokeWidth=3,
                    clip=True,
                ),
                mark(
                    "line",
                    {"row": "bound", "kind": "throttle"},
                    stroke="currentColor",
                    strokeDasharray="5,4",
                    **THIN,
                ),
                mark("dot", {"row": "sum"}, x="used", y="seconds", fill="order", r=5, tip=True),
                mark(
                    "ruleY",
                    data=[{"t": day}, {"t": 30 * day}],
                    y="t",
                    stroke="currentColor",
                    strokeDasharray="1,4",
                ),
                mark(
                    "text",
                    data=[{"t": day, "text": "a day"}, {"t": 30 * day, "text": "a month"}],
                    y="t",
                    text="text",
                    frameAnchor="left",
                    textAnchor="start",
                    dx=3,
                    dy=-7,
                    fill="currentColor",
                ),
                *(
                    mark(
                        "text",
                        {"row": "name", "kind": kind},
                        textAnchor=anchor,
                        dx=dx,
                        dy=dy,
                        fill="currentColor",
                        **SAID,
                    )
                    for kind, anchor, dx, dy in (
                        ("above", "end", -3, -6),
                        ("below", "start", 3, 11),
                    )
                ),
            ],
            {"x": USED, "y": TIME, "color": COLOURS},
            height=400,
            tab="Time",
        ),
        panel(
            [
                mark(
                    "barX",
                    {"row": "gain", "what": "bounds"},
                    x="gain",
                    y="vdev",
                    fill="var(--wtg-mute)",
                    fillOpacity=0.35,
                    tip=True,
                ),
                mark(
                    "barX",
                    {"row": "gain", "what": "simulated"},
                    x="gain",
                    y="vdev",
                    fill="var(--wtg-1)",
                    insetTop=6,
                    insetBottom=6,
                    tip=True,
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "disk order is so many times as fast", "zero": True, "grid": True},
                "y": {"label": None, "domain": list(LAYOUTS.values())},
            },
            height=280,
            tab="Gain",
        ),
    ],
    table=table(
        {"row": "sum"},
        [
            column("order", "order"),
            column("days", "days", "", 2),
            column("rate", "over all of it", "MB/s", 2),
            column("blocks", "blocks a second, copying"),
            column("jumps", "after a movement", "%"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2015resilvering", "Sequential Resilvering"),
    reproduces=["resilver-random-vs-sequential"],
    targets=[
        target("resilver-month", lambda rows: sums(rows)["metadata"]["seconds"]),
        target("resilver-goal", lambda rows: sums(rows)["disk"]["rate"]),
        target(
            "resilver-worst-share", lambda rows: worn_share(rows) * sums(rows)["metadata"]["jumps"]
        ),
        target("resilver-raidz-pattern", larger_on_raidz, "RAID-Z"),
        target("resilver-new-pool-pattern", new_pool_fast, "a new pool"),
    ],
)
