"""The throughput of the disk alone: sequential and random, with small and large transfers, with its
cache on and off."""

from collections.abc import Callable, Iterator

from figures.define.claims import measured
from figures.define.figure import Choice, Figure, Number, Preset, Rows, cite, mark, panel, target
from figures.kit.stops import SPANS, powers
from figures.kit.words import count, rate, size
from models.catalogue.machines import values as constants
from models.machine import FREEBSD_BOX, Machine, RawPrograms
from models.sim.workload import sequential, uniform
from models.units import GB, KiB, MiB, ms, rpm

BOX = constants("freebsd-box")
SIZES = (8 * KiB, 16 * KiB, 32 * KiB, 64 * KiB, 128 * KiB)
FULL, WINDOW, MANY, LOOK = 0.5, 1.0, 1000, 10 * ms
PATTERNS = ("sequential writes", "random writes", "random reads")


def run(
    span: float, cache: str, spindle: float, settle: float, entries: int, size: float, seed: int
) -> Iterator[Rows]:
    """Yield rows: rate (pattern, size, iops, rate in bytes/s, chosen), one for each pattern and
    transfer size; `chosen` marks `size`."""
    order = FREEBSD_BOX.order(
        filesystem="raw", write_cache=cache, speed=spindle, write_settle=settle, destage_set=entries
    )
    for transfer in sorted({*SIZES, int(size)}):
        for pattern in PATTERNS:
            machine = Machine(order.bare(), seed)
            places = (
                sequential(transfer)
                if pattern.startswith("seq")
                else uniform(transfer, int(span), machine.random)
            )
            machine.start(RawPrograms(places, transfer, reads=int(pattern.endswith("reads"))))
            iops = requests_a_second(machine, transfer)
            chosen = "yes" if transfer == int(size) else "no"
            yield [
                {
                    "row": "rate",
                    "pattern": pattern,
                    "size": transfer,
                    "iops": iops,
                    "rate": iops * transfer,
                    "chosen": chosen,
                }
            ]


def requests_a_second(machine: Machine, transfer: int) -> float:
    """Return how many requests are answered a second, counted once the disk's cache is full or half
    a second has passed."""
    loop, disk, done = machine.loop, machine.disk, machine.done
    while loop.now < FULL and disk.dirty_bytes + transfer <= disk.spec.cache_size:
        loop.run(until=loop.now + LOOK)
    warm, begun = len(done), done[-1].finish
    while loop.now < begun + WINDOW and len(done) < warm + MANY:
        loop.run(until=loop.now + LOOK)
    return (len(done) - warm) / (done[-1].finish - begun)


def at(pattern: str, transfer: int, field: str = "rate") -> Callable[[Rows], float]:
    return lambda rows: next(
        r[field] for r in rows if r["pattern"] == pattern and r["size"] == transfer
    )


def values(rows: Rows) -> dict[str, float]:
    small, large = SIZES[0], SIZES[-1]
    return {
        "sequential": at("sequential writes", large)(rows),
        "sequential_small": at("sequential writes", small)(rows),
        "random_read": at("random reads", small)(rows),
        "random_write": at("random writes", small)(rows),
        "random_read_iops": at("random reads", small, "iops")(rows),
        "random_write_iops": at("random writes", small, "iops")(rows),
        "notes_read_iops": measured("fbsd-raw-randread") / small,
        "span": BOX["load.random_span"],
    }


def describe(rows: Rows) -> str:
    chosen = {r["pattern"]: r for r in rows if r["chosen"] == "yes"}
    parts = [
        f"{pattern} {rate(chosen[pattern]['rate'])} ({count(chosen[pattern]['iops'])}/s)"
        for pattern in PATTERNS
    ]
    return f"With transfers of {size(chosen[PATTERNS[0]]['size'])}: {', '.join(parts)}."


COLOURS = {"domain": list(PATTERNS), "range": ["var(--wtg-1)", "var(--wtg-accent)", "var(--wtg-3)"]}
MEASURED = [
    {"size": size, "rate": measured(id)}
    for id, size in (
        ("fbsd-raw-large", 64 * KiB),
        ("fbsd-raw-large", 128 * KiB),
        ("fbsd-raw-randread", 8 * KiB),
        ("fbsd-raw-randwrite", 8 * KiB),
    )
]

FIGURE = Figure(
    id="raw-limits",
    title="What the disk can do",
    caption="Throughput of the raw disk against the size of a transfer, on logarithmic axes; one command at a time. "
    "Rings are the measured values; the bars are for the chosen size.",
    params={
        "cache": Choice(
            "Disk's write cache", "on", {"on": "on", "off": "off"}, "The cache helps writes only."
        ),
        "span": Number(
            "Span of random requests",
            BOX["load.random_span"],
            100 * MiB,
            500 * GB,
            unit="MiB",
            stops=SPANS,
            help="Requests fall anywhere in this part of the disk, from its rim inward.",
        ),
        "entries": Number(
            "Writes weighed at a time",
            BOX["pool.disks.destage_set"],
            1,
            64,
            whole=True,
            help="Number of cached writes among which the drive chooses the one that its head reaches first.",
        ),
        "size": Number(
            "Transfer size",
            8 * KiB,
            8 * KiB,
            128 * KiB,
            unit="KiB",
            stops=powers(8 * KiB, 128 * KiB),
            help="The transfer size shown by the bars and the sentence.",
            more=True,
        ),
        "spindle": Number(
            "Spindle",
            BOX["pool.disks.speed"],
            4200 * rpm,
            15000 * rpm,
            unit="rpm",
            step=100 * rpm,
            help="How fast the platter turns.",
            more=True,
        ),
        "settle": Number(
            "Settling before a write",
            BOX["pool.disks.write_settle"],
            0.0,
            3 * ms,
            unit="ms",
            step=0.1 * ms,
            help="Extra time before a write, which needs a steadier arm than a read.",
            more=True,
        ),
    },
    presets={
        "as measured": Preset(help="cache on; random requests in a file of 1000 MiB"),
        "cache off": Preset({"cache": "off"}),
        "whole disk": Preset({"span": 500 * GB}),
        "first come, first served": Preset({"entries": 1}),
        "15,000 rpm": Preset({"spindle": 15000 * rpm}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "barX", {"row": "rate", "chosen": "yes"}, x="rate", y="pattern", fill="pattern"
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "throughput", "unit": "MiB/s", "grid": True},
                "y": {"label": None, "domain": list(PATTERNS)},
                "color": COLOURS,
            },
            height=125,
        ),
        panel(
            [
                mark("line", {"row": "rate"}, x="size", y="rate", stroke="pattern", strokeWidth=2),
                mark("dot", {"row": "rate"}, x="size", y="rate", fill="pattern", tip=True),
                mark(
                    "dot",
                    data=MEASURED,
                    x="size",
                    y="rate",
                    r=7,
                    stroke="currentColor",
                    strokeWidth=1.5,
                ),
            ],
            {
                "x": {
                    "label": "transfer size",
                    "unit": "KiB",
                    "type": "log",
                    "base": 2,
                    "ticks": list(SIZES),
                },
                "y": {"label": "throughput", "unit": "MiB/s", "type": "log", "grid": True},
                "color": {**COLOURS, "legend": True},
            },
            height=270,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "raw disk"),
    reproduces=["raw-limits"],
    targets=[
        target("fbsd-raw-large", at("sequential writes", 128 * KiB)),
        target("fbsd-raw-randread", at("random reads", 8 * KiB)),
        target("fbsd-raw-randwrite", at("random writes", 8 * KiB)),
    ],
)
