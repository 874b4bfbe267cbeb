"""Which blocks are worth their place on flash, and what happens when others are admitted."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from random import Random

from figures.define.figure import (
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
)
from figures.kit.rows import of, one
from figures.kit.sampling import caches
from figures.kit.stops import powers
from figures.kit.words import size as bytes_of
from figures.kit.words import time
from models.catalogue.machines import values as constants
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.sim.loop import Process
from models.units import GB, GiB, KiB, MiB
from models.zfs.l2arc.feed_spec import FeedSpec

KINDS = ("random", "large", "stream")
TIERS = ("memory", "flash", "disk")
ONE_BY_ONE = 120
"""The number of reads from which a device's mean time is calculated."""
LOCAL = SUN_7410.order(pool={"layout": "mirror", "vdevs": 1, "jbods": 0}).without(
    "network", "head", "queue", "drive queue"
)
"""One mirrored pair of the server's disks, which stands for all."""


def alone(size: int, span: float, seed: int = 1) -> tuple[float, float]:
    """Return how long (s) reads of `size` bytes that wait for no others take on average: from disks
    that hold `span` bytes of the data each, and from flash."""

    def program(machine: Machine) -> Process:
        """Read at random places, one read at a time, yielding each wait to the loop; then record
        the mean time (s)."""
        for _ in range(ONE_BY_ONE):
            yield from machine.reads.read(int(machine.random.random() * max(4, span // size)), size)
        means.append(machine.loop.now / ONE_BY_ONE)

    means: list[float] = []
    for flash in (0.0, 1.0):
        machine = Machine(LOCAL.order(flash={"devices": 1}, held=(0.0, flash)), seed)
        machine.loop.spawn(program(machine))
        machine.loop.run(until=60.0)
    return means[0], means[1]


@dataclass(frozen=True)
class Mixture:
    """A mixture of reads.

    Most read records of `size` bytes at random out of `working_set` bytes. The share `large_share`
    (0-1) reads records of `large` bytes out of `large_set` bytes. The share `stream_share` reads
    blocks of `size` bytes in order, prefetched, from files that are read once.
    """

    size: int = 8192
    working_set: float = 500e9
    large: int = 131072
    large_set: float = 2000e9
    large_share: float = 0.1
    stream_share: float = 0.2


def answers(
    mix: Mixture,
    spec: FeedSpec,
    memory: float,
    *,
    warm: int,
    reads: int,
    blocks: int,
    primed: bool = False,
    seed: int = 1,
) -> dict[tuple[str, str], int]:
    """Return how many of `reads` reads, which follow `warm` others, each tier answers: (kind, tier)
    -> reads.

    `blocks` records of the working set are simulated. The feeder has enough bandwidth for all
    blocks that it may take. primed: instead of the `warm` reads, the whole working set is read once
    in order, prefetched, from cold caches, and nothing is fed after that.
    """
    random = Random(seed).random
    k = max(1.0, mix.working_set / mix.size / blocks)
    count = max(1, round(mix.working_set / mix.size / k))
    large_count = max(1, round(mix.large_set / mix.large / k))
    piece = max(spec.stored(mix.size), spec.stored(mix.large))
    capacity = max(spec.capacity / k, 2 * piece)
    small = replace(
        spec,
        feeder="2015",
        capacity=capacity,
        rate=1e9 * piece,
        turn=0.01,
        segment=min(capacity, max(2 * piece, capacity / 16)),
    )
    cache = Machine(caches(max(memory / k, 2 * mix.large), small, mix.size), seed).cache
    now, streamed = 0.0, count + large_count

    def read() -> tuple[str, str]:
        """Make one read of the mixture. Return its kind and the tier that answered it."""
        nonlocal now, streamed
        now += 0.001
        u = random()
        if u < mix.large_share:
            return "large", cache.read(count + int(random() * large_count), mix.large, now)
        if u < mix.large_share + mix.stream_share:
            streamed += 1
            return "stream", cache.read(streamed, mix.size, now, prefetch=True)
        return "random", cache.read(int(random() * count), mix.size, now)

    if primed:
        for key in range(count):
            now += 0.001
            cache.read(key, mix.size, now, prefetch=True)
        cache.next = inf
    else:
        for _ in range(warm):
            read()
    counts = {(kind, tier): 0 for kind in KINDS for tier in TIERS}
    for _ in range(reads):
        counts[read()] += 1
    return counts


SUN, NEW = constants("7410"), constants("zfs-2015")
SIZES = powers(512, 1 * MiB)
RULES = {
    "by Oracle's rules": (0, 0),
    "large blocks too": (1, 0),
    "what is read in a row, too": (0, 1),
    "both": (1, 1),
}
BLOCKS, WARM, READS = 800, 3000, 1600


def run(
    size: float,
    large: float,
    large_share: float,
    stream_share: float,
    gate: float,
    compression: float,
    primed: bool,
    working_set: float,
    large_set: float,
    devices: int,
    memory: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: worth (bytes, disk, flash, ratio, saved: s for each KiB of flash), own (what,
    bytes, saved), gate (bytes), answer (rule, tier, from, to), and cost (rule, memory, flash, disk,
    latency, busy). Times are in s."""
    spread = (working_set + large_set) * 2 / 44

    def saved(n: float) -> tuple[float, float, float]:
        """Return how long (s) a read of n bytes takes from disk and from flash, and the seconds
        saved for each KiB of flash."""
        disk, flash = alone(int(n), spread, seed)
        return disk, flash, (disk - flash) / (n / compression) * KiB

    rows = []
    for n in SIZES:
        disk, flash, worth = saved(n)
        rows.append(
            {
                "row": "worth",
                "bytes": int(n),
                "disk": disk,
                "flash": flash,
                "ratio": disk / flash,
                "saved": worth,
            }
        )
    for what, n in (("random reads", size), ("large reads", large)):
        if what == "random reads" or large_share:
            rows.append({"row": "own", "what": what, "bytes": int(n), "saved": saved(n)[2]})
    yield [*rows, {"row": "gate", "bytes": gate * compression, "primed": int(primed)}]
    mix = Mixture(
        int(size),
        working_set,
        int(large),
        large_set,
        large_share,
        min(stream_share, 1 - large_share),
    )
    times = {"random": alone(int(size), spread, seed), "large": alone(int(large), spread, seed)}
    for rule, (wide, streams) in RULES.items():
        spec = FeedSpec(
            feeder="2015",
            devices=devices,
            max_block=1 * GiB if wide else gate,
            prefetched=bool(streams),
            compression=compression,
        )
        answered = answers(
            mix, spec, memory, warm=WARM, reads=READS, blocks=BLOCKS, primed=primed, seed=seed
        )
        demand = {tier: answered["random", tier] + answered["large", tier] for tier in TIERS}
        count = sum(demand.values()) or 1
        latency = busy = 0.0
        for kind, (disk, flash) in times.items():
            latency += answered[kind, "flash"] * flash + answered[kind, "disk"] * disk
            busy += answered[kind, "disk"] * disk
        out, edge = [], 0.0
        for tier in TIERS:
            out.append(
                {
                    "row": "answer",
                    "rule": rule,
                    "tier": tier,
                    "from": edge,
                    "to": edge + demand[tier] / count,
                }
            )
            edge += demand[tier] / count
        yield [
            *out,
            {
                "row": "cost",
                "rule": rule,
                **{tier: demand[tier] / count for tier in TIERS},
                "latency": SUN["head.cpu_read"] + latency / count,
                "busy": busy / count,
            },
        ]


def costs(rows: Rows) -> dict[str, Row]:
    return {row["rule"]: row for row in of(rows, "cost")}


def values(rows: Rows) -> dict[str, float]:
    worth = {row["bytes"]: row for row in of(rows, "worth")}
    found = {}
    for name, rule in zip(("rules", "large", "streams", "both"), RULES, strict=True):
        for field in ("memory", "flash", "disk", "latency", "busy"):
            found[f"{name}_{field}"] = costs(rows)[rule][field]
    gate = one(rows, "gate")["bytes"]
    return {
        **found,
        "gate": gate,
        "worth_8k": worth[8192]["saved"],
        "worth_128k": worth[131072]["saved"],
        "worth_times": worth[8192]["saved"] / worth[131072]["saved"],
        "saves_8k": worth[8192]["saved"] * 8,  # s, for each read
        "saves_128k": worth[131072]["saved"] * 128,
        "ratio_8k": worth[8192]["ratio"],
        "ratio_32k": worth[32768]["ratio"],
        "ratio_128k": worth[131072]["ratio"],
        "ratio_1m": worth[1048576]["ratio"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"Blocks of up to {bytes_of(v['gate'])} may enter, and a read takes {time(v['rules_busy'])} of a disk's time on average. Were "
        f"large ones let in too, it would take {time(v['large_busy'])}; what is read in a row instead, {time(v['streams_busy'])}."
    )


X = {
    "label": "block",
    "unit": "KiB",
    "type": "log",
    "base": 2,
    "domain": [512, 1 * MiB],
    "ticks": [n * KiB for n in (0.5, 2, 8, 32, 128, 512)],
}
GATE = mark(
    "ruleX",
    {"row": "gate"},
    x="bytes",
    stroke="var(--wtg-accent)",
    strokeWidth=2,
    strokeDasharray="5,4",
)
COLOURS = ["var(--wtg-3)", "var(--wtg-1)", "var(--wtg-2)"]
Y = {"label": None, "domain": list(RULES)}

FIGURE = Figure(
    id="what-may-enter",
    title="What may enter the flash",
    caption="Who answers: a mixture of reads, and what they cost the disks, by Oracle's rules and if more were let in. By size: "
    "how much time of a disk each KiB of flash saves when its block is read, and how many times as fast flash "
    "answers, against the block's size; the dashed line is the largest that may enter.",
    params={
        "size": Number(
            "Random reads: records of",
            8 * KiB,
            4 * KiB,
            128 * KiB,
            unit="KiB",
            stops=powers(4 * KiB, 128 * KiB),
            help="The size of the records that programs read at random.",
        ),
        "large_share": Number(
            "Large reads among them",
            0.1,
            0.0,
            0.5,
            unit="%",
            step=0.05,
            help="The share of reads that go to large records.",
        ),
        "gate": Number(
            "Largest that may enter",
            NEW["l2_max_block"],
            4 * KiB,
            1 * MiB,
            unit="KiB",
            stops=powers(4 * KiB, 1 * MiB),
            help="The size after compression above which blocks are kept off the flash.",
        ),
        "stream_share": Number(
            "Reads in a row",
            0.2,
            0.0,
            0.5,
            unit="%",
            step=0.05,
            more=True,
            help="The share of reads that go through files in order.",
        ),
        "compression": Number(
            "Compression",
            1.0,
            1.0,
            4.0,
            unit="",
            step=0.25,
            more=True,
            help="The compression ratio; at 2, data shrinks to half.",
        ),
        "primed": Switch(
            "First all is read in order",
            False,
            "On: all data is read once in order with dd, from cold caches, before the random reads "
            "begin.",
            more=True,
        ),
        "large": Number(
            "A large record",
            128 * KiB,
            64 * KiB,
            256 * KiB,
            unit="KiB",
            stops=powers(64 * KiB, 256 * KiB),
            more=True,
            help="The size of a large record.",
        ),
        "working_set": Number(
            "Data read at random",
            500 * GB,
            100 * GB,
            1500 * GB,
            unit="GB",
            step=100 * GB,
            more=True,
            help="The size of all small records together.",
        ),
        "large_set": Number(
            "Large records together",
            2000 * GB,
            200 * GB,
            5000 * GB,
            unit="GB",
            step=200 * GB,
            more=True,
            help="The size of all large records together.",
        ),
        "devices": Number(
            "Flash devices",
            6,
            1,
            16,
            whole=True,
            more=True,
            help="The number of flash devices of 100 GB each.",
        ),
        "memory": Number(
            "Memory for the cache",
            SUN["head.memory"],
            64 * GiB,
            512 * GiB,
            unit="GiB",
            stops=tuple(n * GiB for n in (64.0, 128, 256, 512)),
            more=True,
            help="The size of the ARC.",
        ),
    },
    presets={
        "a database and its neighbours": Preset(
            help="8 KiB records at random, some of 128 KiB, and a backup that streams"
        ),
        "128 KiB records everywhere": Preset(
            {"size": 128 * KiB, "large_share": 0.0, "stream_share": 0.0},
            "the first pitfall: nothing may enter",
        ),
        "primed with a stream": Preset(
            {"primed": True, "large_share": 0.0, "stream_share": 0.0},
            "the second pitfall: what dd read is not on flash",
        ),
        "compresses to a quarter": Preset({"compression": 4.0}, "records of 128 KiB may enter"),
        "up to 128 KiB may enter": Preset({"gate": 128 * KiB}),
        "small blocks only": Preset({"large_share": 0.0, "stream_share": 0.0}),
    },
    run=run,
    panels=[
        panel(
            [mark("barX", {"row": "answer"}, x1="from", x2="to", y="rule", fill="tier", inset=0)],
            {
                "x": {"label": "answered by", "unit": "%", "domain": [0, 1]},
                "y": Y,
                "color": {"domain": list(TIERS), "range": COLOURS, "legend": True},
            },
            height=220,
            tab="Who answers",
        ),
        panel(
            [
                mark("barX", {"row": "cost"}, x="busy", y="rule", fill="var(--wtg-2)", tip=True),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "a disk's time for a read, on average", "unit": "ms", "grid": True},
                "y": Y,
            },
            height=200,
            tab="Who answers",
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "worth"},
                    x="bytes",
                    y="saved",
                    stroke="var(--wtg-1)",
                    strokeWidth=2,
                ),
                GATE,
                mark(
                    "dot", {"row": "own"}, x="bytes", y="saved", fill="var(--wtg-1)", r=5, tip=True
                ),
                mark(
                    "text",
                    {"row": "own"},
                    x="bytes",
                    y="saved",
                    text="what",
                    dx=9,
                    dy=-7,
                    textAnchor="start",
                    stroke="var(--wtg-card)",
                    strokeWidth=4,
                    fill="currentColor",
                ),
            ],
            {
                "x": X,
                "y": {
                    "label": "saved by a KiB of flash",
                    "unit": "ms",
                    "type": "log",
                    "grid": True,
                },
            },
            height=230,
            tab="By size",
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "worth"},
                    x="bytes",
                    y="ratio",
                    stroke="var(--wtg-1)",
                    strokeWidth=2,
                ),
                GATE,
                mark(
                    "dot",
                    {"row": "worth"},
                    x="bytes",
                    y="ratio",
                    fill="var(--wtg-1)",
                    r=2.5,
                    tip=True,
                ),
            ],
            {"x": X, "y": {"label": "times as fast as disk", "grid": True, "zero": True}},
            height=190,
            tab="By size",
        ),
    ],
    table=table(
        {"row": "cost"},
        [
            column("rule", "let in"),
            column("memory", "memory", "%"),
            column("flash", "flash", "%"),
            column("disk", "disk", "%"),
            column("latency", "a read takes", "ms", 2),
            column("busy", "of a disk's time", "ms", 2),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2015l2arc", "Eligibility", "Bourbonnais 2015"),
    reproduces=["l2arc-eligibility"],
)
