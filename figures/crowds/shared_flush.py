"""Many writers on one disk: writes that wait together share one flush."""

from collections.abc import Callable, Iterator

from figures.define.claims import measured
from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Rows,
    Switch,
    cite,
    mark,
    panel,
    target,
)
from figures.kit.rows import of, one
from figures.kit.stops import SIZES, THREADS
from figures.kit.words import count, time
from figures.kit.writer import writer
from models.catalogue.machines import values as constants
from models.machine import Local
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.units import KiB, ms, rpm

BOX = constants("freebsd-box")
WARM, WINDOW = 0.2, 1.0
SHOWN = 0.12

MEASURED = measured("fbsd-mt-aggregate")
"""Measured rate of sixty-four threads together, with the disk's cache on and flushed (bytes/s)."""


def run(
    threads: int,
    cache: str,
    group: bool,
    wake: str,
    size: float,
    spindle: float,
    flush: float,
    log_block: str,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: batch (start, finish, records, bytes: of the log), curve (threads, iops, app and
    each: bytes/s), chosen (the same, for `threads`), measured. The latency is the number of threads
    divided by the throughput (Little's law). Times are in s.

    The timeline is for `threads`; the curve has 1, 2, 4 ... 256.
    """
    for n in sorted({*THREADS, int(threads)}, key=lambda n: (n != threads, n)):
        log = {"group": group, "wake": wake, "block": int(log_block) * KiB}
        order = FREEBSD_BOX.order(write_cache=cache, speed=spindle, disks={"flush": flush}, log=log)
        machine = Machine(order.bare(), seed, commands=True, writes=True)
        machine.start(Local(int(n), size=int(size)))
        machine.loop.run(until=WARM + WINDOW)
        writes = [w for w in machine.done if w.finish >= WARM]
        transfers = [r for r in machine.disk.trace if r.size and r.finish >= WARM]
        app = sum(w.size for w in writes) / WINDOW
        row = {
            "threads": int(n),
            "iops": len(transfers) / WINDOW,
            "writes": len(writes) / WINDOW,
            "app": app,
            "each": app / n,
            "latency": n * WINDOW / max(1, len(writes)),
        }
        rows = [{"row": "curve", **row}] if n in THREADS else []
        if n == threads:
            rows.append({"row": "chosen", **row})
            rows += (
                [
                    {
                        "row": "measured",
                        "threads": 64,
                        "writes": MEASURED / (8 * KiB),
                        "what": "measured",
                    }
                ]
                if cache == "on"
                else []
            )
            rows += [
                {
                    "row": "batch",
                    "start": b.start - WARM,
                    "finish": b.finish - WARM,
                    "records": b.records,
                    "bytes": b.bytes,
                }
                for b in machine.log.batches
                if b.start >= WARM and b.start < WARM + SHOWN
            ]
        yield rows


def chosen(field: str) -> Callable[[Rows], float]:
    return lambda rows: one(rows, "chosen")[field]


def values(rows: Rows) -> dict[str, float]:
    v = {
        field: chosen(field)(rows)
        for field in ("threads", "iops", "writes", "app", "each", "latency")
    }
    batches = [row["records"] for row in of(rows, "batch")]
    curve = {row["threads"]: row for row in of(rows, "curve")}
    return {
        **v,
        "largest_batch": max(batches, default=0),
        "smallest_batch": min(batches, default=0),
        "app_one": curve[1]["app"],
        "each_one": curve[1]["each"],
        "each_two": curve[2]["each"],
        "each_sixteen": curve[16]["each"],
        "app_256": curve[256]["app"],
        "notes_each": MEASURED / 64,
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    threads = "One thread makes" if v["threads"] == 1 else f"{v['threads']:.0f} threads make"
    if not v["writes"]:
        return (
            f"{threads} no write that is answered within {time(WARM + WINDOW)}, though the disk makes "
            f"{count(v['iops'])} transfers a second."
        )
    low, high = v["smallest_batch"], v["largest_batch"]
    sizes = f"A commit holds {low} to {high}" if low < high else f"Each commit holds {high}"
    sizes = (
        f"{sizes} write{'s' if high > 1 else ''}"
        if high
        else f"No commit begins in the first {time(SHOWN)}"
    )
    return (
        f"{threads} {count(v['writes'])} writes a second{' in all' if v['threads'] > 1 else ''}. A "
        f"write takes {time(v['latency'])}. {sizes}. The disk makes {count(v['iops'])} transfers a second."
    )


OFF = "as measured, cache off"

FIGURE = Figure(
    id="shared-flush",
    title="Many writers share a flush",
    caption="Each bar is one commit of the intent log, as wide as it takes long and as tall as it holds writes. While one is "
    "out, the next gathers. Below, how many writes a second all threads make, against their number. The ring is the "
    "measured value, for writes of 8 KiB.",
    params={
        "threads": Number(
            "Threads",
            64,
            1,
            256,
            whole=True,
            stops=THREADS,
            help="Number of threads; each writes, waits for the answer, and writes again.",
        ),
        "cache": Choice(
            "Disk's write cache",
            "on",
            {"on": "on, flushed", "off": "off"},
            "Off: each log block waits for the platter on its own.",
        ),
        "group": Switch(
            "Share a commit", True, "Off: a commit takes one entry, however many wait."
        ),
        "wake": writer(),
        "size": Number(
            "Write size",
            8 * KiB,
            512,
            128 * KiB,
            unit="KiB",
            stops=SIZES,
            help="How much each thread writes at a time.",
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
        "flush": Number(
            "A flush costs besides",
            0.0,
            0.0,
            10 * ms,
            unit="ms",
            step=0.1 * ms,
            help="Extra time that the drive takes for each flush, apart from waiting for the platter.",
            more=True,
        ),
        "log_block": Choice(
            "Largest log block",
            "128",
            {str(n): f"{n} KiB" for n in (16, 32, 64, 128)},
            "Entries are packed into blocks up to this size.",
            more=True,
        ),
    },
    presets={
        "as measured": Preset(help="64 threads, 8 KiB, cache on and flushed"),
        OFF: Preset({"cache": "off"}),
        "one entry a commit": Preset({"group": False}),
        "the last writes next": Preset({"wake": "last"}, "each commit takes all who wait"),
        "the first writes next": Preset({"wake": "first"}),
        "two threads": Preset({"threads": 2}),
        "15,000 rpm": Preset({"spindle": 15000 * rpm}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    {"row": "batch"},
                    x1="start",
                    x2="finish",
                    y1=0,
                    y2="records",
                    fill="var(--wtg-accent)",
                    fillOpacity=0.8,
                    inset=0.5,
                    clip=True,
                    tip=True,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "time", "unit": "ms", "domain": [0, SHOWN]},
                "y": {"label": "writes in a commit", "grid": True, "ticks": 4},
            },
            height=180,
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "curve"},
                    x="threads",
                    y="writes",
                    sort="threads",
                    stroke="var(--wtg-1)",
                    strokeWidth=2,
                ),
                mark(
                    "dot", {"row": "curve"}, x="threads", y="writes", fill="var(--wtg-1)", tip=True
                ),
                mark(
                    "dot", {"row": "chosen"}, x="threads", y="writes", fill="var(--wtg-accent)", r=5
                ),
                mark(
                    "dot",
                    {"row": "measured"},
                    x="threads",
                    y="writes",
                    r=8,
                    stroke="currentColor",
                    strokeWidth=1.5,
                ),
                mark(
                    "text",
                    {"row": "measured"},
                    x="threads",
                    y="writes",
                    text="what",
                    dx=-14,
                    textAnchor="end",
                    fill="currentColor",
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {
                    "label": "threads",
                    "type": "log",
                    "base": 2,
                    "domain": [1, 256],
                    "ticks": list(THREADS),
                },
                "y": {"label": "writes a second, all threads", "grid": True, "zero": True},
            },
            height=240,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "multi-threaded loads"),
    reproduces=["zil-multithread"],
    targets=[
        target("fbsd-mt-iops", chosen("iops")),
        target("fbsd-mt-aggregate", chosen("app")),
        target("fbsd-mt-per-thread", chosen("each")),
        target(
            "fbsd-mt-cache-off", lambda rows: max(row["iops"] for row in of(rows, "curve")), OFF
        ),
    ],
    misses={
        "fbsd-mt-iops": "a commit takes the entries up to that of a thread that chance has chosen, and fills one to three "
        "blocks. If each took all who wait, there would be 232 a second",
        "fbsd-mt-aggregate": "who writes next is left to chance, as the source leaves it, and some of the crowd are left "
        "behind for another turn. If each commit took all who wait, it would be 24 MB/s",
        "fbsd-mt-cache-off": "the notes round: they say 100 here and 100-120 elsewhere. A log block costs a turn and its own "
        "transfer, which makes up to 119 a second with one thread (12 KiB) and about 110 with 64",
        "fbsd-mt-per-thread": "the notes' own numbers disagree: their sum of 27 MB/s, over 64 threads, is 432 KB/s each, "
        "not 500. The model's sum is a quarter below theirs, and so is each thread's share of it",
    },
)
