"""A read that meets the prefetch of its own block, which waits behind the reads of others.

The old cache lets it wait; the new one raises its priority. ZFS sorts a disk's queue by deadline,
then by place. The deadline is the time at which a read came, in steps of 0.64 s, plus its class (0
for reads that a program waits for, 6 for prefetches). Commands that the disk already has are no
longer sorted.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

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
    target,
)
from figures.kit.rows import of
from figures.kit.stops import powers
from figures.kit.words import count, time
from models.catalogue.machines import values as constants
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.sim.loop import Event, Process
from models.sim.stats import mean, percentile
from models.units import GB, KiB, ms
from models.zfs.io.queued_device import QueuedDevice

ZFS = constants("zfs-2010")
PREFETCH = "async read"
WHEN = {"before": False, "after": True}
DOTS = 800
CLASSES = ZFS["priority_prefetch"] * ZFS["priority_step"]


class Got(NamedTuple):
    """A block that the program requested at `t` (s) and received `latency` (s) later. met: whether
    a prefetch was already reading it."""

    t: float
    latency: float
    met: bool


class StreamResult(NamedTuple):
    """The result of a stream. stream: blocks that the program received. others: latencies (s) of
    the other programs' reads. reads: reads answered. busy: seconds for which the disk worked."""

    stream: list[Got]
    others: list[float]
    reads: int
    busy: float


@dataclass(frozen=True)
class StreamLoad:
    """A program that reads a file, and programs that read elsewhere.

    The first reads `block` bytes at a time in order and takes `think` (s) for each; `ahead` blocks
    are prefetched. Meanwhile `readers` programs read `size` bytes anywhere in `span` bytes. Each
    makes one read at a time and pauses for `pause` (s) after each answer.
    """

    ahead: int = 8
    think: float = 5 * ms
    block: int = 128 * KiB
    readers: int = 24
    size: int = 8 * KiB
    span: float = 100 * GB
    pause: float = 0.0


def stream(
    load: StreamLoad,
    raising: bool,
    seconds: float,
    *,
    pending: int = ZFS["disk_pending"],
    seed: int = 1,
) -> StreamResult:
    """Run the load for some seconds on a machine with one disk behind ZFS's queue, and return the
    result. raising: whether a prefetch that a program waits for is raised to the class of an
    ordinary read."""
    order = SUN_7410.order(
        pool={"layout": "stripe", "vdevs": 1, "jbods": 0}, queue={"pending": pending}
    )
    machine = Machine(order.without("network", "head", "cache", "drive queue"), seed)
    loop, random, device = machine.loop, machine.random, machine.pool.vdevs[0].devices[0]
    assert isinstance(device, QueuedDevice)
    got: list[Got] = []
    others: list[float] = []

    def reader() -> Process:
        """Read at random places, one read at a time, yielding each read and pause to the loop."""
        while True:
            start = loop.now
            yield device.issue(
                "read", int(random.random() * (load.span // load.size)) * load.size, load.size
            )
            others.append(loop.now - start)
            yield load.pause

    def program() -> Process:
        """Read block after block and prefetch the blocks ahead, yielding each wait to the loop."""
        prefetched: dict[int, Event] = {}
        for wanted in itertools.count():
            start, met = loop.now, wanted in prefetched and not prefetched[wanted].fired
            for block in range(wanted, wanted + load.ahead + 1):
                if block not in prefetched:
                    kind = PREFETCH if block > wanted else "sync read"
                    prefetched[block] = device.issue(
                        "read", int(load.span / 2) + block * load.block, load.block, kind
                    )
            if met and raising:
                device.promote(prefetched[wanted])
            if not prefetched[wanted].fired:
                yield prefetched[wanted]
            del prefetched[wanted]
            got.append(Got(start, loop.now - start, met))
            yield load.think

    for _ in range(load.readers):
        loop.spawn(reader())
    loop.spawn(program())
    loop.run(until=seconds)
    return StreamResult(got, others, len(got) + len(others), machine.disk.busy)


def run(
    ahead: int, readers: int, think: float, block: float, pending: int, seconds: float, seed: int
) -> Iterator[Rows]:
    """Yield rows: turn (latency after which the queue comes to a prefetch), met (when, t, latency
    of a read that met its prefetch), there (when, t, blocks read so far), and sum (when, rate:
    blocks per second, met: share of the reads that met a prefetch, mean, median and longest: their
    latency, others and others99: mean and 99th percentile of the latency of other reads). Times are
    in s."""
    yield [{"row": "turn", "latency": CLASSES, "text": f"its turn comes after {CLASSES:.3g} s"}]
    load = StreamLoad(ahead=ahead, readers=readers, think=think, block=int(block))
    for when, raising in WHEN.items():
        outcome = stream(load, raising, seconds, pending=pending, seed=seed)
        got = outcome.stream
        waits = [one for one in got if one.met]
        longest, worst = max(((one.latency, -n) for n, one in enumerate(waits)), default=(0.0, 0))
        thin = 1 + len(waits) // DOTS
        yield [
            {"row": "met", "when": when, "t": one.t + one.latency, "latency": one.latency}
            for n, one in enumerate(waits)
            if n % thin == 0 or n == -worst
        ]
        every = max(1, len(got) // 150)
        yield [
            {"row": "there", "when": when, "t": one.t + one.latency, "blocks": n + 1}
            for n, one in enumerate(got)
            if n % every == 0 or n == len(got) - 1
        ]
        met = [one.latency for one in waits]
        yield [
            {
                "row": "sum",
                "when": when,
                "rate": len(got) / seconds,
                "met": len(met) / len(got) if got else 0.0,
                "mean": mean(met) if met else 0.0,
                "median": percentile(met, 0.5) if met else 0.0,
                "longest": longest,
                "others": mean(outcome.others) if outcome.others else 0.0,
                "others99": percentile(outcome.others, 0.99) if outcome.others else 0.0,
                "reads": outcome.reads / seconds,
                "busy": outcome.busy / seconds,
            }
        ]


def promoted(rows: Rows) -> bool:
    """Return whether raising the prefetch shortens the wait.

    Before, some reads must wait until their prefetch's turn comes, several times as long as 99 % of
    the other reads. After, none must wait that long, and the program must have read more blocks.
    The disk must do as much work, and other reads must take about as long. Lines and table must
    agree.
    """
    sums = {row["when"]: row for row in of(rows, "sum")}
    turn = max((row["latency"] for row in of(rows, "turn")), default=0.0)
    met = {when: [row["latency"] for row in of(rows, "met", when=when)] for when in WHEN}
    there = {
        when: [(row["t"], row["blocks"]) for row in of(rows, "there", when=when)] for when in WHEN
    }
    if not (
        set(sums) == set(WHEN)
        and turn > 0
        and all(map(len, met.values()))
        and all(map(len, there.values()))
    ):
        return False
    for when in WHEN:
        t, blocks = (list(column) for column in zip(*there[when], strict=True))
        one = sums[when]
        if not (
            min(met[when]) > 0
            and max(met[when]) == one["longest"]
            and 0 < one["mean"] < one["longest"]
            and 0 < one["others"] < one["others99"]
            and t[0] > 0
            and t == sorted(t)
            and blocks == sorted(set(blocks))
            and blocks[0] > 0
        ):
            return False
    old, new = sums["before"], sums["after"]
    span = (
        there["before"][-1][1] / old["rate"] if old["rate"] > 0 else 0.0
    )  # how long (s) the picture lasts, from the line and the table
    if not all(
        0.8 * span < there[when][-1][0] <= span
        and sums[when]["rate"] > 0
        and abs(there[when][-1][1] / sums[when]["rate"] / span - 1) < 0.01
        for when in WHEN
    ):
        return False
    return bool(
        0.8 * turn < old["longest"] < 1.3 * turn
        and old["longest"] > 4 * old["others99"]
        and new["longest"] < 1.5 * new["others99"]
        and new["mean"] < 0.5 * old["mean"]
        and there["after"][-1][1] > there["before"][-1][1]
        and new["rate"] > old["rate"]
        and abs(new["busy"] - old["busy"]) < 0.05
        and old["busy"] > 0
        and 0.7 < new["others"] / old["others"] < 1.4
    )


def values(rows: Rows) -> dict[str, float]:
    sums = {row["when"]: row for row in of(rows, "sum")}
    return {
        f"{name}_{when}": sums[when][name]
        for name in ("rate", "met", "mean", "median", "longest", "others", "reads")
        for when in WHEN
    } | {"gain": sums["after"]["rate"] / (sums["before"]["rate"] or 1.0), "deadline": CLASSES}


def describe(rows: Rows) -> str:
    v = values(rows)
    if not v["met_before"] and not v["met_after"]:
        return f"No read meets its own prefetch, and the program reads {count(v['rate_after'])} blocks a second."
    if abs(v["gain"] - 1) < 0.02:
        return (
            f"Before and after are alike: a read that meets its own prefetch waits {time(v['mean_after'])} on average, "
            f"and the program reads {count(v['rate_after'])} blocks a second."
        )
    return (
        f"Before, a read that meets its own prefetch waits {time(v['mean_before'])} on average and up to "
        f"{time(v['longest_before'])}, and the program reads {count(v['rate_before'])} blocks a second. When such a "
        f"prefetch is raised it waits {time(v['mean_after'])} on average and {time(v['longest_after'])} at most, and the "
        f"program reads {count(v['rate_after'])}. The others' reads take {time(v['others_before'])} before and "
        f"{time(v['others_after'])} after."
    )


COLOURS = {"domain": list(WHEN), "range": ["var(--wtg-2)", "var(--wtg-1)"], "legend": True}
TIME = {"label": "time", "unit": "s"}

FIGURE = Figure(
    id="prefetch-inversion",
    title="Waiting for one's own prefetch",
    caption="A program reads a file in order and the next blocks are fetched ahead, at low priority; other programs read "
    "anywhere on the same disk. Dots: how long it waits for a block that is on its way, each time. Lines: how many "
    "blocks it has read.",
    params={
        "ahead": Number(
            "Blocks fetched ahead",
            4,
            0,
            32,
            whole=True,
            stops=(0, 1, 2, 4, 8, 16, 32),
            help="How many blocks are prefetched before the program needs them.",
        ),
        "readers": Number(
            "Other readers",
            24,
            0,
            64,
            whole=True,
            stops=(0, 2, 4, 8, 12, 16, 24, 32, 48, 64),
            help="The number of other programs, which read 8 KiB at random without a pause.",
        ),
        "pending": Number(
            "In the disk's hands",
            ZFS["disk_pending"],
            1,
            35,
            whole=True,
            help="How many commands the disk may hold.",
        ),
        "think": Number(
            "Work on a block",
            5 * ms,
            2 * ms,
            100 * ms,
            unit="ms",
            step=1 * ms,
            more=True,
            help="How long the program works on a block before it reads the next one.",
        ),
        "block": Number(
            "Block",
            128 * KiB,
            64 * KiB,
            1024 * KiB,
            unit="KiB",
            stops=powers(64 * KiB, 1024 * KiB),
            more=True,
            help="Bytes that the program reads at a time.",
        ),
        "seconds": Number(
            "Time shown",
            30.0,
            10.0,
            40.0,
            unit="s",
            step=5.0,
            more=True,
            help="How many seconds are shown.",
        ),
    },
    presets={
        "a busy disk": Preset(help="24 others, four blocks fetched ahead"),
        "32 blocks ahead": Preset({"ahead": 32}, "seldom a long wait, but as long"),
        "few others": Preset({"readers": 4}, "the disk's queue is never full"),
        "one block ahead": Preset({"ahead": 1}),
        "35 in the disk's hands": Preset(
            {"pending": 35}, "as ZFS had it until 2010: nothing waits where it could be raised"
        ),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "dot",
                    {"row": "met"},
                    x="t",
                    y="latency",
                    fill="when",
                    r=3.5,
                    fillOpacity=0.75,
                    tip=True,
                ),
                mark(
                    "ruleY",
                    {"row": "turn"},
                    y="latency",
                    stroke="currentColor",
                    strokeDasharray="3,4",
                ),
                mark(
                    "text",
                    {"row": "turn"},
                    y="latency",
                    text="text",
                    frameAnchor="right",
                    textAnchor="end",
                    dy=-8,
                    fill="currentColor",
                ),
            ],
            {
                "x": TIME,
                "y": {
                    "label": "wait for a block on its way",
                    "unit": "ms",
                    "type": "log",
                    "grid": True,
                    "domain": [0.5 * ms, 10.0],
                    "ticks": 4,
                    "tickFormat": ",",
                },
                "color": COLOURS,
            },
            height=270,
        ),
        panel(
            [
                mark("line", {"row": "there"}, x="t", y="blocks", stroke="when", strokeWidth=2),
                mark("ruleY", data=[0]),
            ],
            {
                "x": TIME,
                "y": {"label": "blocks read", "grid": True, "ticks": 4},
                "color": {**COLOURS, "legend": False},
            },
            height=160,
        ),
    ],
    table=table(
        {"row": "sum"},
        [
            column("when", "which"),
            column("rate", "blocks a second", digits=1),
            column("mean", "waited", "ms", 1),
            column("longest", "longest", "ms"),
            column("others", "others' reads", "ms", 1),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2014rearc", "I/O priority inversion"),
    reproduces=["priority-inversion"],
    targets=[target("inversion-pattern", promoted)],
)
