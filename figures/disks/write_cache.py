"""A disk's write cache: it answers early, sorts writes, fills up, and must be flushed before data
is safe."""

from collections.abc import Iterator

from figures.define.figure import Figure, Number, Preset, Rows, cite, mark, panel, pick
from figures.disks.experiments.one_disk import one_disk
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import count, size, time
from models.catalogue.machines import values as constants
from models.machine import Machine, RawPrograms, answered
from models.sim.stats import mean
from models.sim.workload import uniform
from models.units import GB, KiB, MiB, ms

DISK = constants("enterprise-disk")
LENGTH, LEVELS, DOTS = 20.0, 100, 160
ENTRIES = (1, 2, 4, 8, 16, 32, 40, 64)
FLUSHED = (1, 2, 4, 8, 16, 32, 64, 128, 256)
SPANS = tuple(n * GB for n in (10, 50, 100, 200, 500, 1000, 2000))
CACHES = (0.0, 1.0 * MiB, 4.0 * MiB, 8.0 * MiB, 16.0 * MiB, 32.0 * MiB, 64.0 * MiB)

ROOM, WRITES = 4, 260
"""Writes for which a cache has room beyond those to choose from; writes that measure the rate of a
full cache."""


def time_of_a_flush(held: int, entries: int, span: int, seed: int) -> float:
    """Return how long (s) a flush takes with `held` writes of 4 KiB in the cache of a drive that
    chooses among `entries` of them."""
    machine = Machine(one_disk(destage_set=entries), seed)
    machine.start(
        RawPrograms(uniform(4 * KiB, span, machine.random), reads=0, burst=held, flush=True)
    )
    return answered(machine, held + 1)[-1].latency


def sustained_rate(entries: int, length: int, span: int, seed: int) -> float:
    """Return how many writes of `length` bytes a second a full cache takes if the drive chooses
    among `entries` of them. They are anywhere in the first `span` bytes."""
    machine = Machine(one_disk(destage_set=entries, cache_size=(entries + ROOM) * length), seed)
    machine.start(RawPrograms(uniform(length, span, machine.random), length, reads=0))
    begun = answered(machine, entries + 2 * ROOM)[-1].finish
    return WRITES / (answered(machine, WRITES)[-1].finish - begun)


def run(
    cache: float, burst: int, pause: float, length: float, entries: int, span: float, seed: int
) -> Iterator[Rows]:
    """Yield rows: write (t, latency), level (t, bytes), cap (bytes), rate (entries, iops, chosen),
    flush (held, time), sum. Times are in s."""
    for held in FLUSHED:
        yield [
            {"row": "flush", "held": held, "time": time_of_a_flush(held, entries, int(span), seed)}
        ]
    for choice in sorted({*ENTRIES, entries}):
        yield [
            {
                "row": "rate",
                "entries": choice,
                "iops": sustained_rate(choice, int(length), int(span), seed),
                "chosen": "yes" if choice == entries else "no",
            }
        ]
    order = one_disk(cache_size=int(cache), destage_set=entries).order(
        write_cache="on" if cache else "off"
    )
    machine, every, seen, held = Machine(order, seed), max(1, int(burst) // DOTS), 0, 0
    machine.start(
        RawPrograms(
            uniform(int(length), int(span), machine.random),
            int(length),
            reads=0,
            burst=int(burst),
            every=pause,
        )
    )
    yield [
        {"row": "cap", "bytes": cache, "what": "full"},
        {"row": "scale", "t": 0.0, "bytes": max(cache, 1 * MiB)},
    ]
    for look in range(LEVELS + 1):
        t = look * LENGTH / LEVELS
        machine.loop.run(until=t)
        machine.disk.advance(t)
        held = machine.disk.dirty_bytes
        rows = [
            {"row": "write", "t": one.issued, "latency": one.latency}
            for number, one in enumerate(machine.done[seen:], start=seen + 1)
            if number % every == 0
        ]
        seen = len(machine.done)
        yield [*rows, {"row": "level", "t": t, "bytes": held}]
    latencies = [one.latency for one in machine.done]
    slow = sum(latency > 1 * ms for latency in latencies)
    yield [
        {
            "row": "sum",
            "mean": mean(latencies),
            "longest": max(latencies),
            "least": min(latencies),
            "slow": slow / len(latencies),
            "writes": len(latencies),
            "held": held,
            "cache": cache,
            "length": length,
            "entries": entries,
            "iops": len(latencies) / LENGTH,
        }
    ]


def values(rows: Rows) -> dict[str, float]:
    s = one(rows, "sum")
    rate = {row["entries"]: row["iops"] for row in of(rows, "rate")}
    flush = {row["held"]: row["time"] for row in of(rows, "flush")}
    return {
        "answer": s["least"],
        "mean": s["mean"],
        "longest": s["longest"],
        "slow": s["slow"],
        "iops": s["iops"],
        "peak": max(row["bytes"] for row in of(rows, "level")),
        "writes": s["writes"],
        "cache": s["cache"],
        "sustained": rate[s["entries"]],
        "one": rate[1],
        "forty": rate[40],
        "most": rate[64],
        "gain": rate[s["entries"]] / rate[1],
        "flush_one": flush[1],
        "flush_most": flush[FLUSHED[-1]],
        "flush_each": flush[FLUSHED[-1]] / FLUSHED[-1],
        "flushed": FLUSHED[-1],
        "entries": s["entries"],
        "fits": s["cache"] / s["length"],
        "filled": s["cache"] / s["length"] * s["least"],
        "drain": s["cache"] / s["length"] / rate[s["entries"]],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    if v["cache"]:
        held = f"The cache holds up to {size(v['peak'])} of what was answered. A full one takes"
    else:
        held = "Without a cache nothing is answered before it is written. A full cache would take"
    choice = (
        f"if the disk chooses among {v['entries']}, and {count(v['one'])} in order of arrival"
        if v["entries"] > 1
        else f"in order of arrival, and {count(v['forty'])} if the disk chooses among 40"
    )
    return (
        f"{v['slow']:.0%} of the writes wait for the platter, the longest {time(v['longest'])}. {held} "
        f"{count(v['sustained'])} writes a second {choice}."
    )


FIGURE = Figure(
    id="write-cache",
    title="What a write cache does",
    caption="Writes to random places, in bursts, each as soon as the last is answered. Bursts: the latency of each write "
    "(some are drawn); how much was answered and is not yet on the platter, and how much there is room for. Writes a "
    "second: what a full cache takes, against how many the disk chooses among. A flush: how long it takes.",
    params={
        "cache": Number(
            "Write cache",
            DISK["pool.disks.cache_size"],
            0.0,
            64 * MiB,
            unit="MiB",
            stops=CACHES,
            help="The disk's memory for writes; at 0 every write waits for the platter.",
        ),
        "burst": Number(
            "Writes in a burst",
            3000,
            100,
            6000,
            step=100,
            whole=True,
            help="Number of writes, each made as soon as the one before is answered.",
        ),
        "entries": Number(
            "Writes to choose from",
            DISK["pool.disks.destage_set"],
            1,
            64,
            whole=True,
            help="Number of cached writes among which the disk chooses the one that its head reaches first.",
        ),
        "pause": Number(
            "A burst every",
            20.0,
            1.0,
            20.0,
            unit="s",
            step=1.0,
            more=True,
            help="Time from the start of one burst to that of the next. If a burst takes longer, the next follows at once.",
        ),
        "length": Number(
            "Write size",
            32 * KiB,
            4 * KiB,
            128 * KiB,
            unit="KiB",
            stops=powers(4 * KiB, 128 * KiB),
            more=True,
            help="Size of each write.",
        ),
        "span": Number(
            "Writes fall within",
            DISK["pool.disks.capacity"],
            10 * GB,
            2000 * GB,
            unit="GB",
            stops=SPANS,
            more=True,
            help="Requests fall anywhere in this part of the disk, from its rim inward.",
        ),
    },
    presets={
        "a burst that does not fit": Preset(help="3,000 writes at once, a cache of 64 MiB"),
        "bursts that fit": Preset({"burst": 1500, "pause": 10.0}),
        "first come, first served": Preset({"entries": 1}),
        "no rest between bursts": Preset({"pause": 1.0}),
        "cache off": Preset({"cache": 0.0}),
        "the outermost 50 GB": Preset({"span": 50 * GB}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "dot",
                    {"row": "write"},
                    x="t",
                    y="latency",
                    r=1.8,
                    fill="var(--wtg-accent)",
                    tip=True,
                )
            ],
            {
                "x": {"label": "time", "unit": "s", "domain": [0, LENGTH]},
                "y": {
                    "label": "latency",
                    "unit": "ms",
                    "type": "log",
                    "grid": True,
                    "domain": [0.05 * ms, 60 * ms],
                    "ticks": [0.1 * ms, 1 * ms, 10 * ms],
                    "tickFormat": "~g",
                },
            },
            height=215,
            tab="Bursts",
        ),
        panel(
            [
                mark("dot", {"row": "scale"}, x="t", y="bytes", r=0),
                mark(
                    "areaY",
                    {"row": "level"},
                    x="t",
                    y="bytes",
                    fill="var(--wtg-1)",
                    fillOpacity=0.35,
                ),
                mark(
                    "lineY",
                    {"row": "level"},
                    x="t",
                    y="bytes",
                    stroke="var(--wtg-1)",
                    strokeWidth=2,
                ),
                mark(
                    "ruleY",
                    {"row": "cap"},
                    y="bytes",
                    stroke="var(--wtg-mute)",
                    strokeDasharray="3,4",
                ),
                mark(
                    "text",
                    {"row": "cap"},
                    y="bytes",
                    text="what",
                    frameAnchor="right",
                    textAnchor="end",
                    dy=9,
                    fill="var(--wtg-mute)",
                ),
            ],
            {
                "x": {"label": "time", "unit": "s", "domain": [0, LENGTH]},
                "y": {
                    "label": "answered, not yet written",
                    "unit": "MiB",
                    "zero": True,
                    "grid": True,
                },
            },
            height=215,
            tab="Bursts",
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "rate"},
                    x="entries",
                    y="iops",
                    stroke="var(--wtg-3)",
                    strokeWidth=2,
                ),
                mark("dot", {"row": "rate"}, x="entries", y="iops", fill="var(--wtg-3)", tip=True),
                mark(
                    "dot",
                    {"row": "rate", "chosen": "yes"},
                    x="entries",
                    y="iops",
                    r=7,
                    stroke="currentColor",
                    strokeWidth=1.5,
                ),
            ],
            {
                "x": {
                    "label": "writes to choose from",
                    "type": "log",
                    "base": 2,
                    "ticks": [1, 2, 4, 8, 16, 32, 64],
                    "grid": True,
                },
                "y": {"label": "writes a second", "zero": True, "grid": True},
            },
            height=340,
            tab="Writes a second",
            pick=pick("entries", "entries"),
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "flush"},
                    x="held",
                    y="time",
                    stroke="var(--wtg-4)",
                    strokeWidth=2,
                ),
                mark("dot", {"row": "flush"}, x="held", y="time", fill="var(--wtg-4)", tip=True),
            ],
            {
                "x": {
                    "label": "writes of 4 KiB in the cache",
                    "type": "log",
                    "base": 2,
                    "ticks": list(FLUSHED),
                    "grid": True,
                },
                "y": {"label": "a flush takes", "unit": "ms", "type": "log", "grid": True},
            },
            height=340,
            tab="A flush",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("elling2014zio", "deferred writes"),
)
