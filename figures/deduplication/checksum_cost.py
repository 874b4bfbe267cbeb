"""The time to hash a block, compared with the time to read it from a disk."""

from collections.abc import Iterator
from math import exp, fsum, log

from figures.define.figure import Figure, Number, Preset, Rows, cite, handle, mark, panel, target
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import about, time
from figures.kit.words import size as sized
from models.catalogue.machines import values as constants
from models.head.cpu import FLETCHER4, SHA256, checksum_time
from models.machine import SUN_7410, Machine, RawPrograms, answered
from models.sim.workload import uniform
from models.units import GB, MB, KiB, MiB, ms, us

SUN = constants("7410")
SIZES = tuple(int(size) for size in powers(512, 1 * MiB))
WHAT = HASH, SUM, DISK = "SHA-256", "Fletcher-4", "a disk read"
SAMPLE = 300
DISK_ALONE = SUN_7410.order(
    pool={"layout": "stripe", "vdevs": 1, "jbods": 0}, filesystem="raw"
).bare()


def disk_read(size: int, span: float, seed: int) -> float:
    """Return how long (s) a random read of `size` bytes takes on average, for a program that waits
    for each read on one raw disk."""
    machine = Machine(DISK_ALONE, seed)
    machine.start(RawPrograms(uniform(size, int(span), machine.random), size))
    return fsum(request.latency for request in answered(machine, SAMPLE)) / SAMPLE


def run(size: float, rate: float, span: float, seed: int) -> Iterator[Rows]:
    """Yield rows: bar (size, what, seconds, text), name (size, name), curve (what, size, seconds),
    ring (size, seconds), and sum.

    Each time of a disk read is the mean of a few reads from a disk of the 7410. Reads of every size
    go to the same places.
    """
    size = int(size)
    times = {}
    for block in sorted({*SIZES, size}):
        disk = disk_read(block, span, seed)
        times[block] = dict(
            zip(
                WHAT,
                (checksum_time(block, rate), checksum_time(block, FLETCHER4), disk),
                strict=True,
            )
        )
        yield [
            {"row": "curve", "what": what, "size": block, "seconds": seconds}
            for what, seconds in times[block].items()
        ]
    shown = sorted({8 * KiB, 128 * KiB, size})
    yield [
        {
            "row": "bar",
            "size": block,
            "what": what,
            "seconds": times[block][what],
            "text": time(times[block][what]),
        }
        for block in shown
        for what in WHAT
    ]
    yield [{"row": "name", "size": block, "name": f"a block of {sized(block)}"} for block in shown]
    yield [
        {"row": "ring", "size": size, "seconds": times[size][HASH]},
        {"row": "sum", "size": size, "rate": rate, "cores": SUN["head.cores"]},
    ]


def seconds_of(rows: Rows, size: int, what: str) -> float:
    """Return how long (s) an operation takes for a block of `size` bytes."""
    seconds: float = one(rows, "curve", size=size, what=what)["seconds"]
    return seconds


def even(rows: Rows) -> float:
    """Return the size (bytes) of a block that takes as long to hash as to read; 0 if there is none
    among the drawn sizes."""
    curves = {
        what: [(row["size"], row["seconds"]) for row in of(rows, "curve", what=what)]
        for what in (HASH, DISK)
    }
    before = None
    for (size, hashed), (_, read) in zip(curves[HASH], curves[DISK], strict=True):
        if hashed >= read:
            if before is None:
                return float(size)
            smaller, gap = before
            fraction = gap / (gap - log(hashed / read))
            return exp(log(smaller) + fraction * log(size / smaller))
        before = size, log(hashed / read)
    return 0.0


def values(rows: Rows) -> dict[str, float]:
    last = one(rows, "sum")
    found: dict[str, float] = {}
    for end, size in (("_8k", 8 * KiB), ("_128k", 128 * KiB), ("", last["size"])):
        hashed, summed, read = (seconds_of(rows, size, what) for what in WHAT)
        found |= {
            f"sha{end}": hashed,
            f"fletcher{end}": summed,
            f"disk{end}": read,
            f"share{end}": hashed / read,
            f"extra{end}": hashed - summed,
        }
    return {
        **found,
        "even": even(rows),
        "cores": 1 * GB / last["rate"],
        "all_cores": last["cores"] * last["rate"],
        "all_cores_old": last["cores"] * FLETCHER4,
        "rate": last["rate"],
        "fletcher_rate": FLETCHER4,
        "size": last["size"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    text = (
        f"At {v['rate'] / MB:.0f} MB/s one core hashes {sized(v['size'])} in {time(v['sha'])}; Fletcher-4 takes "
        f"{time(v['fletcher'])}, and a read of as much from a disk {time(v['disk'])}. "
    )
    if v["even"]:
        text += f"From blocks of about {about(v['even'])} on, hashing takes as long as reading. "
    return text + f"To hash 1 GB/s takes {v['cores']:.2g} cores."


COLOURS = {
    "domain": list(WHAT),
    "range": ["var(--wtg-2)", "var(--wtg-3)", "var(--wtg-1)"],
    "legend": True,
}

FIGURE = Figure(
    id="checksum-cost",
    title="A hash beside a disk read",
    caption="One block: how long one core takes to hash it (SHA-256, as dedup needs it), to add it up (Fletcher-4, as ZFS "
    "does otherwise), and how long a disk takes to read it, for two usual block sizes and the chosen one. All sizes: "
    "the same; both scales are logarithmic. Drag the line.",
    params={
        "size": Number(
            "Block size",
            128 * KiB,
            512,
            1 * MiB,
            unit="KiB",
            stops=powers(512, 1 * MiB),
            help="The size of a block.",
        ),
        "rate": Number(
            "SHA-256",
            SHA256,
            50 * MB,
            2000 * MB,
            unit="MB/s",
            stops=tuple(
                n * MB for n in (50.0, 64, 90, 128, 180, 256, 350, 500, 700, 1000, 1400, 2000)
            ),
            help="The rate at which one core hashes: more than 128 MB/s in 2010, about 2,000 MB/s today with instructions for hashing.",
        ),
        "span": Number(
            "Disks used",
            500 * GB,
            10 * GB,
            900 * GB,
            unit="GB",
            step=10 * GB,
            more=True,
            help="How much of each 1,000 GB disk the data spans; the more it is, the longer seeks take.",
        ),
    },
    presets={
        "a processor of 2010": Preset(help="more than 128 MB/s"),
        "8 KiB blocks": Preset({"size": 8 * KiB}),
        "a processor with instructions for it": Preset({"rate": 2000 * MB}),
        "1 MiB blocks": Preset({"size": 1 * MiB}),
        "half as fast": Preset({"rate": 64 * MB}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "barX", {"row": "bar"}, x="seconds", y="what", fy="size", fill="what", tip=True
                ),
                mark("ruleX", data=[0]),
                mark(
                    "text",
                    {"row": "bar"},
                    x="seconds",
                    y="what",
                    fy="size",
                    text="text",
                    textAnchor="start",
                    dx=4,
                    fill="currentColor",
                ),
                mark(
                    "text",
                    {"row": "name"},
                    fy="size",
                    text="name",
                    frameAnchor="top-right",
                    dy=3,
                    dx=-4,
                    fill="currentColor",
                    stroke="var(--wtg-card)",
                    strokeWidth=4,
                ),
            ],
            {
                "x": {"label": "time", "unit": "ms", "grid": True, "ticks": 6, "insetRight": 60},
                "y": {"axis": None, "domain": list(WHAT)},
                "fy": {"axis": None},
                "color": COLOURS,
            },
            height=320,
            tab="One block",
        ),
        panel(
            [
                mark(
                    "lineY", {"row": "curve"}, x="size", y="seconds", stroke="what", strokeWidth=2
                ),
                mark(
                    "dot",
                    {"row": "ring"},
                    x="size",
                    y="seconds",
                    r=5,
                    stroke="var(--wtg-2)",
                    strokeWidth=2.5,
                    fill="var(--wtg-card)",
                ),
            ],
            {
                "x": {
                    "label": "block size",
                    "unit": "KiB",
                    "type": "log",
                    "base": 2,
                    "domain": [512, 1 * MiB],
                    "ticks": [512, 2 * KiB, 8 * KiB, 32 * KiB, 128 * KiB, 512 * KiB],
                    "tickFormat": "~g",
                },
                "y": {
                    "label": "time",
                    "unit": "ms",
                    "type": "log",
                    "ticks": [1 * us, 10 * us, 100 * us, 1 * ms, 10 * ms],
                    "tickFormat": "~g",
                    "grid": True,
                },
                "color": COLOURS,
            },
            height=360,
            handle=handle("size"),
            tab="All sizes",
        ),
    ],
    describe=describe,
    values=values,
    source=cite(
        "bourbonnais2010dedup", "performance model and I/O pipeline differences", "Bourbonnais 2010"
    ),
    reproduces=["dedup-checksum-cost"],
    targets=[
        target("sha256-128k", lambda rows: seconds_of(rows, 128 * KiB, HASH)),
        target("sha256-8k", lambda rows: seconds_of(rows, 8 * KiB, HASH)),
        target(
            "dedup-read-extra",
            lambda rows: seconds_of(rows, 128 * KiB, HASH) - seconds_of(rows, 128 * KiB, SUM),
        ),
    ],
)
