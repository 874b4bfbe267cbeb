"""One disk rebuilt twice: in metadata order, and in disk order."""

from collections.abc import Iterator
from math import fsum
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
    frame,
    mark,
    panel,
    table,
)
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import time
from figures.queues_resilvering.experiments.history import aged
from figures.queues_resilvering.experiments.rebuild import Resilvered, alone
from figures.queues_resilvering.experiments.resilver_words import (
    ALONE,
    COLOURS,
    DEPTH,
    LAYOUTS,
    ORDERS,
    RESILVER,
    days,
    job_of,
    load_of,
    rebuilt,
)
from models.units import GB, TB, KiB, MiB, day

PLACES, CELLS = 1800, 60
FIRST = 6
"""The frame in which the faster of the two resilvers is done."""
AFTER = (1 / 32, 1 / 8, 1 / 4, 1 / 2, 3 / 4, 1.0)
LANES = {"metadata": 1.45, "disk": 0.0}
POINTS = 60


def run(
    depth: int,
    reads: int,
    block: float,
    layout: str,
    throttle: bool,
    used: float,
    scattered: float,
    born: float,
    least: bool,
    ahead: bool,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: sum (order, seconds, rate, mean, ...), alone, progress (order, t, share), answer
    (order, latency, share), and those of the strips: old, used, done (a cell of a lane), lane,
    says; the last three have a frame. Times are in s."""
    job, load = job_of(layout, block, used, scattered, born), load_of(depth, reads, throttle, least)
    ended = {}
    for order, name in ORDERS.items():
        outcome = ended[order] = rebuilt(job, order, load, seed, ahead)
        yield [total(name, outcome), *spread(name, outcome.answers)]
    if reads:
        answers = alone(job, load, seed=seed, seconds=16.0 / (job.width - 1))
        yield [{"row": "alone", "order": ALONE, **waits(answers)}, *spread(ALONE, answers)]
    times = moments(*sorted(outcome.seconds for outcome in ended.values()))
    yield [
        {"row": "progress", "order": ORDERS[order], "t": t, "share": reached(outcome, t)}
        for order, outcome in ended.items()
        for t in curve(outcome, times[-1])
    ]
    pool, since = aged(job, PLACES, Random(seed))
    walk = [found.place for found in pool.walk(since)]
    whole = [block.place for block in pool.walk()] if since else []
    yield [
        cell(row, order, k, n)
        for order in ORDERS
        for row, places in (("old", whole), ("used", walk))
        for k, n in enumerate(per_cell(places))
        if n
    ]
    for number, t in enumerate(times):
        rows = [
            {
                "row": "says",
                "frame": number,
                "x": 0.0,
                "y": 2.86,
                "text": f"after {days(t)}" if t else "at the start",
            }
        ]
        for order, outcome in ended.items():
            share = reached(outcome, t)
            done = (walk if order == "metadata" else sorted(walk))[: round(share * len(walk))]
            rows += [
                cell("done", order, k, n, frame=number) for k, n in enumerate(per_cell(done)) if n
            ]
            rows.append(
                {
                    "row": "lane",
                    "frame": number,
                    "x": 0.0,
                    "y": LANES[order] + 1.06,
                    "text": f"{ORDERS[order]}: {share * 100:.3g} %",
                }
            )
        yield rows


def total(name: str, outcome: Resilvered) -> Row:
    """Return the row that sums up a whole resilver."""
    return {
        "row": "sum",
        "order": name,
        "seconds": outcome.seconds,
        "days": outcome.seconds / day,
        "rate": outcome.rate,
        "populate": outcome.populate,
        "blocks": outcome.blocks,
        "jumps": outcome.jumps,
        **waits(outcome.answers),
    }


def waits(answers: list[float]) -> dict[str, float]:
    """Return the mean and the 99th percentile (s) of the application's latencies; both are 0 if
    there are no reads."""
    taken = sorted(answers)
    if not taken:
        return {"mean": 0.0, "p99": 0.0}
    return {
        "mean": fsum(taken) / len(taken),
        "p99": taken[min(len(taken) - 1, len(taken) * 99 // 100)],
    }


def spread(name: str, answers: list[float]) -> Rows:
    """Return the rows of a cumulative distribution: the share of the application's reads that take
    at most each latency (s)."""
    taken = sorted(answers)
    return (
        [
            {
                "row": "answer",
                "order": name,
                "latency": taken[min(len(taken) - 1, k * len(taken) // POINTS)],
                "share": k / POINTS,
            }
            for k in range(POINTS + 1)
        ]
        if taken
        else []
    )


def moments(first: float, last: float) -> list[float]:
    """Return the times (s) that the film shows. They are evenly spaced until the first resilver is
    done, and reach on until the last is. first, last: when these are done (s)."""
    return [first * k / FIRST for k in range(FIRST + 1)] + [
        first + (last - first) * part for part in AFTER
    ]


def reached(outcome: Resilvered, t: float) -> float:
    """Return the share (0-1) of the resilver that is done at `t` (s)."""
    work = outcome.seconds - outcome.populate
    return min(1.0, max(0.0, (t - outcome.populate) / work))


def curve(outcome: Resilvered, last: float) -> list[float]:
    """Return the times (s) of the points of a curve on a logarithmic axis that ends at `last`."""
    times, t = [outcome.populate, outcome.seconds, last], outcome.seconds
    while t > 0.003 * outcome.seconds:
        t /= 1.2
        times.append(outcome.populate + (outcome.seconds - outcome.populate) * t / outcome.seconds)
    return sorted(t for t in times if t > 0)


def per_cell(places: list[int]) -> list[int]:
    """Return how many of these places lie in each cell of the strip."""
    counts = [0] * CELLS
    for place in places:
        counts[place * CELLS // PLACES] += 1
    return counts


def cell(row: str, order: str, k: int, n: int, **more: int) -> Row:
    """Return the row of a cell of a strip. Its height shows the share of its places that are among
    the `n`."""
    y = LANES[order]
    return {
        "row": row,
        "order": ORDERS[order],
        "x1": k / CELLS,
        "x2": (k + 1) / CELLS,
        "y1": y,
        "y2": y + n * CELLS / PLACES,
        **more,
    }


def sums(rows: Rows) -> dict[str, Row]:
    return {key: one(rows, "sum", order=name) for key, name in ORDERS.items()}


def values(rows: Rows) -> dict[str, float]:
    found: dict[str, float] = {}
    for key, row in sums(rows).items():
        found |= {
            f"days_{key}": row["days"],
            f"seconds_{key}": row["seconds"],
            f"rate_{key}": row["rate"],
            f"app_{key}": row["mean"],
            f"app99_{key}": row["p99"],
            f"jumps_{key}": row["jumps"],
            f"blocks_{key}": row["blocks"],
        }
    alone_ = next((r for r in of(rows, "alone")), {"mean": 0.0, "p99": 0.0})
    return found | {
        "app_alone": alone_["mean"],
        "app99_alone": alone_["p99"],
        "populate": sums(rows)["disk"]["populate"],
        "gain": found["seconds_metadata"] / found["seconds_disk"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    text = (
        f"In metadata order the disk is whole again after {days(v['seconds_metadata'])}, in disk order after "
        f"{days(v['seconds_disk'])}, of which {time(v['populate'])} go into finding the blocks."
    )
    if not v["app_alone"]:
        return f"{text} Nobody reads."
    return (
        f"{text} A program's read takes {time(v['app_metadata'])} on average beside the first and "
        f"{time(v['app_disk'])} beside the second; without a resilver {time(v['app_alone'])}."
    )


LANE: dict[str, Any] = {"fill": "currentColor", "textAnchor": "start"}
FIGURE = Figure(
    id="resilver-race",
    title="Two ways across a disk",
    caption="A disk of 2 TB, half full, gets its blocks back, twice: in the order in which files name them, and in the order in "
    "which they lie. The disk: from its rim to its hub, grey what is to come, in colour what is there (a small disk with the "
    "same history stands for it). Progress: how far both are. Latency: how long programs' reads take meanwhile. It has "
    "runs of its own, so its numbers differ a little from those above.",
    params={
        "depth": Number(
            "Queue depth",
            DEPTH,
            1,
            35,
            whole=True,
            stops=(1, 2, 3, 4, 6, 10, 16, 24, 35),
            help="The most commands in the drive's queue (zfs_vdev_max_pending). It was 35, then 10; the text of "
            "2014 recommends 2.",
        ),
        "reads": Number(
            "Programs' reads",
            RESILVER["reads"],
            0,
            60,
            whole=True,
            stops=(0, 10, 20, 30, 40, 50, 60),
            help="Random 8 KiB reads per second on each surviving disk, at random times. 40 keep a disk half "
            "busy.",
        ),
        "throttle": Switch(
            "Old throttle",
            False,
            more=True,
            help="On, as in metadata order from June 2010: a pause of 20 ms before each block while a program reads.",
        ),
        "block": Number(
            "Block",
            RESILVER["block"],
            4 * KiB,
            1 * MiB,
            unit="KiB",
            stops=powers(4 * KiB, 1 * MiB),
            more=True,
            help="The size of a block: 8 KiB is the default of a LUN, 128 KiB that of a file system.",
        ),
        "layout": Choice(
            "The disk belongs to",
            "mirror",
            LAYOUTS,
            more=True,
            help="The kind of vdev. In a mirror the other side is read; in a RAID-Z every surviving disk is read for each block.",
        ),
        "used": Number(
            "Used",
            RESILVER["used"],
            10 * GB,
            1.8 * TB,
            unit="GB",
            step=10 * GB,
            more=True,
            help="How many bytes of each disk's 2 TB are in use. If few are, few blocks are neighbours.",
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
        "born": Number(
            "Born meanwhile",
            1.0,
            0.0001,
            1.0,
            unit="%",
            stops=(0.0001, 0.001, 0.01, 0.1, 0.5, 1.0),
            more=True,
            help="The share of blocks written while the disk was missing: 100 % for a new disk, little for one that "
            "was missing for an hour. Older blocks are skipped.",
        ),
        "least": Switch(
            "Four go down on arrival",
            False,
            more=True,
            help="On: an I/O is issued on arrival while the drive has fewer than four, whatever the depth "
            "(zfs_vdev_min_pending). The text of 2014 sets only the depth.",
        ),
        "ahead": Switch(
            "Drives read ahead",
            True,
            more=True,
            help="On: after a read the drive reads on into its memory until another command moves the arm. "
            "Off: at queue depth 1 each command waits for a turn of the disk.",
        ),
    },
    presets={
        "depth 2": Preset(help="8 KiB, and programs that keep the disk half busy"),
        "written in order": Preset(
            {"scattered": 0.0}, "a young pool: metadata order is disk order, nearly"
        ),
        "nobody reads": Preset({"reads": 0}, "the whole disk is the resilver's"),
        "depth 10": Preset({"depth": 10}, "as ZFS had it from 2010 on"),
        "depth 1": Preset(
            {"depth": 1},
            "one command at a time; in disk order the drive has read ahead when the next comes",
        ),
        "depth 1, no reading ahead": Preset(
            {"depth": 1, "ahead": False}, "each command of a stream waits for a turn"
        ),
        "depth 35": Preset({"depth": 35}, "as ZFS had it until 2010"),
        "old throttle": Preset({"throttle": True}, "20 ms before each block in metadata order"),
        "RAID-Z": Preset({"layout": "raidz1"}, "each block is spread over five disks"),
        "large blocks": Preset({"block": 128 * KiB}, "128 KiB, as in a file system of large files"),
        "a short outage": Preset(
            {"born": 0.001}, "the disk comes back after an hour: a thousandth of the blocks is new"
        ),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    {"row": "old"},
                    x1="x1",
                    x2="x2",
                    y1="y1",
                    y2="y2",
                    fill="none",
                    stroke="var(--wtg-mute)",
                    strokeOpacity=0.4,
                ),
                mark(
                    "rect",
                    {"row": "used"},
                    x1="x1",
                    x2="x2",
                    y1="y1",
                    y2="y2",
                    fill="var(--wtg-mute)",
                    fillOpacity=0.35,
                ),
                mark("rect", {"row": "done"}, x1="x1", x2="x2", y1="y1", y2="y2", fill="order"),
                mark("ruleY", data=list(LANES.values())),
                mark(
                    "text", {"row": "lane"}, x="x", y="y", text="text", lineAnchor="bottom", **LANE
                ),
                mark(
                    "text",
                    {"row": "says"},
                    x="x",
                    y="y",
                    text="text",
                    lineAnchor="bottom",
                    fontWeight="bold",
                    **LANE,
                ),
            ],
            {
                "x": {
                    "label": "place on the disk",
                    "domain": [0, 1],
                    "ticks": [0, 0.5, 1],
                    "unit": "%",
                },
                "y": {"axis": None, "domain": [0, 3.1]},
                "color": {**COLOURS, "legend": False},
            },
            height=330,
            frame=frame("frame", "step", "", 1.5, (FIRST, 0)),
            tab="The disk",
        ),
        panel(
            [
                mark(
                    "line", {"row": "progress"}, x="t", y="share", stroke="order", strokeWidth=2.5
                ),
                mark(
                    "ruleX",
                    data=[{"t": day, "text": "a day"}, {"t": 30 * day, "text": "a month"}],
                    x="t",
                    stroke="currentColor",
                    strokeDasharray="3,4",
                ),
                mark(
                    "text",
                    data=[{"t": day, "text": "a day"}, {"t": 30 * day, "text": "a month"}],
                    x="t",
                    text="text",
                    frameAnchor="bottom",
                    textAnchor="end",
                    dx=-4,
                    dy=-12,
                    fill="currentColor",
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {
                    "label": "time",
                    "unit": "d",
                    "type": "log",
                    "grid": True,
                    "tickFormat": "~g",
                },
                "y": {
                    "label": "copied",
                    "unit": "%",
                    "domain": [0, 1.0],
                    "grid": True,
                    "ticks": 4,
                },
                "color": {**COLOURS, **{name: COLOURS[name][:2] for name in ("domain", "range")}},
            },
            height=340,
            tab="Progress",
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "answer"},
                    x="latency",
                    y="share",
                    stroke="order",
                    strokeWidth=2,
                    clip=True,
                    tip=True,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {
                    "label": "programs' reads are answered within",
                    "unit": "ms",
                    "type": "log",
                    "grid": True,
                    "domain": [0.002, 3.0],
                    "ticks": [0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0],
                    "tickFormat": "~g",
                },
                "y": {
                    "label": "share of them",
                    "unit": "%",
                    "domain": [0, 1.0],
                    "grid": True,
                    "ticks": 4,
                },
                "color": COLOURS,
            },
            height=340,
            tab="Latency",
        ),
    ],
    table=table(
        {"row": "sum"},
        [
            column("order", "order"),
            column("days", "days", "", 2),
            column("rate", "over all of it", "MB/s", 2),
            column("blocks", "blocks a second, copying"),
            column("mean", "reads, mean", "ms", 1),
            column("p99", "99 %", "ms"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2015resilvering", "Sequential Resilvering"),
)
