"""Latencies of memory, flash and disk, on a linear and on a logarithmic axis."""

from collections.abc import Callable, Iterator
from typing import Any

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
    target,
)
from figures.kit.heat import AXIS, LOG_KINDS, PALETTE, Maps, heat_panels, shown_openly
from figures.kit.heat_map import linear_edges, log_edges
from figures.kit.rows import of, one
from figures.kit.stops import SIZES, THREADS
from figures.kit.words import time
from models.catalogue.machines import values as constants
from models.machine import SUN_7410, Machine, Nfs, Reads, reads
from models.sim.stats import percentile
from models.units import GB, KiB, hour, ms, us

SUN = constants("7410")
COLUMNS, BINS, SAMPLE = 120, 50, 1000
HEIGHT, TOP = (
    220,
    12 * ms,
)  # of the linear heat map: pixels inside its axes, and the latency they span
SHORT = 512
PLAIN = SUN_7410.order(groups={"interval": 1 * hour}).without("queue", "drive queue")
PACE = {"log": 1800, "pool": 150}
"""Approximate writes per second of a client, by tier."""
LABELS = {
    "memory": "memory (ARC)",
    "flash": "flash (L2ARC)",
    "disk": "disk",
    "log": "log device (SLOG)",
    "pool": "disks",
}
SCALES = {"all": TOP, "memory": 20 * us, "flash": 400 * us, "disk": TOP}


def of_reads(
    size: int,
    threads: int,
    devices: int,
    memory: float,
    flash: float,
    count: int,
    span: float,
    seed: int,
) -> tuple[list[tuple[float, str]], float]:
    """Return random reads as (latency in s, tier), and the median latency (s) of 512-byte reads
    from flash, or 0 without flash."""
    held = memory, flash * (1 - memory) if devices else 0.0

    def of_size(size: int, count: int) -> list[tuple[float, str]]:
        """Return `count` reads of `size` bytes as (latency in s, tier)."""
        machine = Machine(PLAIN.order(held=held, flash={"devices": devices}), seed)
        place = Reads(len(machine.pool.vdevs) * span)
        return [
            (read.latency, read.tier)
            for read in reads(machine, count, size=size, threads=threads, blocks=place)
        ]

    short = (
        [latency for latency, tier in of_size(SHORT, SAMPLE) if tier == "flash"] if held[1] else []
    )
    return of_size(size, count), percentile(short, 0.5) if short else 0.0


def of_writes(size: int, count: int, seed: int) -> list[list[tuple[float, str]]]:
    """Return two lists of synchronous writes as (latency in s, tier): first those to a log device,
    then those to 22 mirrored pairs of disks. Each list has about half of `count`."""
    found = []
    for tier, pace in PACE.items():
        machine = Machine(PLAIN.order(log={"devices": int(tier == "log"), "place": "head"}), seed)
        machine.run(Nfs(size=size), seconds=count / 2 / pace)
        found.append([(latency, tier) for _, _, latency in machine.requests])
    return found


def run(
    operation: str,
    zoom: str,
    size: float,
    threads: int,
    devices: int,
    memory: float,
    flash: float,
    span: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: cell and linear (t1, t2, low and high in s, n: a cell of the heat map on either
    axis), range (tier, low, median, high, best in s), and sum. The time axis counts operations
    (0-1)."""
    count, size = 4000, int(size)
    short = 0.0
    if operation == "read":
        operations, short = of_reads(size, threads, devices, memory, flash, count, span, seed)
    else:
        fast, slow = of_writes(size, count, seed)
        operations = fast + slow
    names = [name for name in LABELS if any(tier == name for _, tier in operations)]
    if zoom in names or (operation == "write" and zoom != "all"):
        wanted = (
            {"flash": "log", "memory": "log", "disk": "pool"}[zoom]
            if operation == "write"
            else zoom
        )
        shown = [each for each in operations if each[1] == wanted]
    else:
        shown = operations
    top = SCALES[zoom]
    if size > 4 * KiB or threads > 4:
        top = max(top, 1.1 * max(latency for latency, _ in shown))
    heat = Maps(
        1 / COLUMNS,
        {"log": log_edges(1 * us, max(top, TOP), BINS), "linear": linear_edges(top, BINS)},
        LOG_KINDS,
    )
    yield heat.frames(0.0, 1.0)
    for number, (latency, _) in enumerate(shown):
        heat.add(number / len(shown), latency)
        if number % 500 == 499:
            yield heat.columns(number / len(shown))
    yield heat.rest()
    ranges = []
    for name in names:
        latencies = [latency for latency, tier in operations if tier == name]
        ranges.append(
            {
                "row": "range",
                "tier": LABELS[name],
                "name": name,
                "low": percentile(latencies, 0.05),
                "median": percentile(latencies, 0.5),
                "high": percentile(latencies, 0.95),
                "best": min(latencies),
                "share": len(latencies) / len(operations),
            }
        )
    yield ranges
    yield [{"row": "sum", "operation": operation, "short": short, "top": TOP}]


def ranges(rows: Rows) -> dict[str, Row]:
    return {row["name"]: row for row in of(rows, "range")}


def of_tier(name: str, field: str) -> Callable[[Rows], float]:
    """Return a target function, which takes rows and returns a field of this tier's range."""
    return lambda rows: ranges(rows)[name][field]


def values(rows: Rows) -> dict[str, float]:
    found, out = ranges(rows), {}
    for place, names in (
        ("memory", ("memory",)),
        ("flash", ("flash", "log")),
        ("disk", ("disk", "pool")),
    ):
        row = next((found[name] for name in names if name in found), None)
        for field in ("low", "median", "high"):
            out[f"{place}_{field}"] = row[field] if row else 0.0
    out["times"] = out["disk_median"] / out["flash_median"] if out["flash_median"] else 0.0
    out["times_memory"] = out["disk_median"] / out["memory_median"] if out["memory_median"] else 0.0
    out["times_flash"] = out["flash_median"] / out["memory_median"] if out["memory_median"] else 0.0
    out["pixels"] = pixels(rows)
    out["slower"] = slower(rows)
    return out


def describe(rows: Rows) -> str:
    parts = [
        f"{row['tier']} {time(row['low'])} to {time(row['high'])}" for row in ranges(rows).values()
    ]
    kind = one(rows, "sum")["operation"]
    return f"Nine of ten {kind}s take, from {'; from '.join(parts)}."


def pixels(rows: Rows) -> float:
    """Return the height of memory's range on the linear heat map, in pixels; 0 if memory answers no
    reads."""
    row = ranges(rows).get("memory")
    return (row["high"] - row["low"]) / TOP * HEIGHT if row else 0.0


def slower(rows: Rows) -> float:
    """Return the latency of flash at this size, as a multiple of that at 512 bytes; 0 if flash
    answers no reads."""
    row, short = ranges(rows).get("flash"), one(rows, "sum")["short"]
    return row["median"] / short if row and short else 0.0


def heights(rows: Rows, kind: str) -> list[list[float]]:
    """Return the cells of a heat map summed over time, shortest latency first, each as [low, high,
    n: number of operations]."""
    cells: dict[float, list[float]] = {}
    for row in of(rows, kind):
        cells.setdefault(row["low"], [row["low"], row["high"], 0])[2] += row["n"]
    return [cells[low] for low in sorted(cells)]


def bands(rows: Rows, *names: str) -> list[list[float]] | None:
    """Return the bands of the logarithmic heat map, each as [low, high] in s, or None.

    Two bands lie apart if no operations lie between them over a factor of three; cells with less
    than a two-hundredth of all operations are ignored. None means that the bands do not match the
    ranges of these names, in this order: each band must hold the median of its range and its share
    of the operations.
    """
    cells, found = heights(rows, "cell"), list[list[float]]()
    whole = sum(n for _, _, n in cells)
    for low, high, n in cells:
        if 200 * n >= whole:
            if found and low < 3 * found[-1][1]:
                found[-1][1] = high
            else:
                found.append([low, high])
    if len(found) != len(names) or not set(names) <= ranges(rows).keys():
        return None
    for (low, high), row in zip(found, (ranges(rows)[name] for name in names), strict=True):
        share = sum(n for at, _, n in cells if low <= at < high) / whole
        if not low <= row["median"] <= high or abs(share - row["share"]) > 0.03:
            return None
    return found


def under_a_pixel(rows: Rows) -> bool:
    """Return whether memory's range is less than a pixel high where that of disk is more than 50
    pixels high.

    This must hold for the ranges and for the bands of the map. On the linear axis the lowest cells
    must hold all reads from memory.
    """
    found, disk = bands(rows, "memory", "flash", "disk"), ranges(rows).get("disk")
    if not found or disk is None or not 0 < pixels(rows) < 1:
        return False
    low, high, drawn = (
        (top - end) / TOP * HEIGHT
        for end, top in (found[0], found[-1], (disk["low"], disk["high"]))
    )
    memory = sum(n for _, top, n in heights(rows, "cell") if top <= found[0][1])
    lowest = sum(n for end, _, n in heights(rows, "linear") if end == 0)
    return low < 1 and min(high, drawn) > 50 and lowest >= memory


def between(rows: Rows) -> bool:
    """Return whether the logarithmic plot has three separate bands, with flash between memory and
    disk."""
    if not bands(rows, "memory", "flash", "disk"):
        return False
    memory, flash, disk = (ranges(rows)[name] for name in ("memory", "flash", "disk"))
    return bool(
        memory["high"] > 0 and 3 * memory["high"] < flash["low"] and 3 * flash["high"] < disk["low"]
    )


def below_and_narrow(rows: Rows) -> bool:
    """Return whether the log device's range lies far below that of the disks and is far narrower.
    This must hold for the ranges and for the bands of the map."""
    found = bands(rows, "log", "pool")
    if not found:
        return False
    ends = [(ranges(rows)[name]["low"], ranges(rows)[name]["high"]) for name in ("log", "pool")]
    return all(
        5 * log[1] < pool[0] and 10 * (log[1] - log[0]) < pool[1] - pool[0]
        for log, pool in (found, ends)
    )


FLASH, DISK, FOUR, WRITES = (
    "as measured, flash",
    "as measured, disk",
    "as measured, 4 KiB",
    "as measured, writes",
)
NO_FLASH = "without flash"


ORDER = {"label": "one operation after another", "unit": "%", "domain": [0, 1]}


def bars(axis: str) -> dict[str, Any]:
    return panel(
        [
            mark(
                "barX",
                {"row": "range"},
                x1="low",
                x2="high",
                y="tier",
                fill="tier",
                insetTop=4,
                insetBottom=4,
                sort={"y": None},
            ),
            mark(
                "tickX",
                {"row": "range"},
                x="median",
                y="tier",
                stroke="var(--wtg-card)",
                strokeWidth=2,
            ),
        ],
        {
            "x": {
                "label": f"nine of ten lie here, {'logarithmic' if axis == 'log' else 'linear'}",
                "unit": "ms",
                "grid": True,
                **(
                    {"type": "log", "domain": [1 * us, 40 * ms]}
                    if axis == "log"
                    else {"zero": True}
                ),
            },
            "y": {"label": None},
            "color": {
                "domain": list(LABELS.values()),
                "range": [
                    "var(--wtg-3)",
                    "var(--wtg-1)",
                    "var(--wtg-2)",
                    "var(--wtg-1)",
                    "var(--wtg-2)",
                ],
            },
        },
        height=200,
        tab="Nine of ten",
    )


FIGURE = Figure(
    id="tiers",
    title="Memory, flash, disk",
    caption="Random reads, some answered from memory, some from flash, some from disk (or synchronous writes, to a log "
    "device and to disks), measured at the server: the client and the network are not counted. Each operation: "
    "counted in boxes. Nine of ten: where they lie, on both kinds of axis.",
    params={
        "operation": Choice(
            "Operation",
            "read",
            {"read": "reads", "write": "synchronous writes"},
            "Reads from three tiers, or writes to a log device and then to 22 mirrored pairs.",
        ),
        "axis": shown_openly(AXIS, "log"),
        "zoom": Choice(
            "Show",
            "all",
            {
                "all": "all tiers",
                "memory": "memory only",
                "flash": "flash only",
                "disk": "disk only",
            },
            "One tier by itself, on its own linear scale.",
        ),
        "size": Number(
            "Size",
            SHORT,
            512,
            128 * KiB,
            unit="KiB",
            stops=SIZES,
            more=True,
            help="The size of each read or write.",
        ),
        "threads": Number(
            "Threads",
            1,
            1,
            64,
            whole=True,
            stops=THREADS[:7],
            more=True,
            help="The number of readers; each waits for its answer before it reads again.",
        ),
        "devices": Number(
            "Flash devices",
            6,
            0,
            8,
            whole=True,
            more=True,
            help="The number of read-optimised SSDs; at 0 there is no flash.",
        ),
        "memory": Number(
            "Answered from memory",
            0.4,
            0.0,
            1.0,
            unit="%",
            step=0.05,
            more=True,
            help="The share of reads that memory answers.",
        ),
        "flash": Number(
            "Of the rest, from flash",
            0.6,
            0.0,
            1.0,
            unit="%",
            step=0.05,
            more=True,
            help="The share of the other reads that flash answers.",
        ),
        "span": Number(
            "Data on each disk",
            SUN["load.read_span"],
            1 * GB,
            1000 * GB,
            unit="GB",
            stops=tuple(n * GB for n in (1.0, 2, 4, 8, 20, 50, 100, 250, 500, 1000)),
            more=True,
            help="The size of the data on each disk.",
        ),
        "palette": PALETTE,
    },
    presets={
        "as measured": Preset(help="reads of 512 bytes, one thread, 6 flash devices"),
        "on a linear axis": Preset({"axis": "linear"}),
        WRITES: Preset({"operation": "write"}),
        "as measured, memory": Preset({"zoom": "memory", "axis": "linear"}),
        FLASH: Preset({"zoom": "flash", "axis": "linear"}),
        DISK: Preset({"zoom": "disk", "axis": "linear"}),
        FOUR: Preset({"zoom": "flash", "axis": "linear", "size": 4 * KiB}),
        "as measured, writes to the log device": Preset(
            {"operation": "write", "zoom": "flash", "axis": "linear"}
        ),
        "as measured, writes to disk": Preset(
            {"operation": "write", "zoom": "disk", "axis": "linear"}
        ),
        NO_FLASH: Preset({"devices": 0}),
        "64 threads": Preset({"threads": 64, "devices": 1}),
        "the whole disk": Preset({"span": 1000 * GB}),
    },
    run=run,
    panels=[
        *heat_panels(
            LOG_KINDS, ORDER, "latency", "operations", height=HEIGHT + 62, tab="Each operation"
        ),
        bars("linear"),
        bars("log"),
    ],
    table=table(
        {"row": "range"},
        [
            column("tier", "tier"),
            column("share", "share", "%"),
            column("low", "5 % below", "ms", 3),
            column("median", "median", "ms", 3),
            column("high", "95 % below", "ms", 3),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("gregg2009hsp", "the latency ranges"),
    reproduces=[
        "hsp-dram-heatmap",
        "hsp-l2arc-heatmap",
        "hsp-disk-read-heatmap",
        "hsp-slog-heatmap",
        "hsp-disk-write-heatmap",
        "hsp-l2arc-4k-heatmap",
        "hsp-l2arc-latency-ranges",
        "hsp-slog-latency-ranges",
    ],
    targets=[
        target("hsp-range-linear-pattern", under_a_pixel),
        target("hsp-range-log-pattern", between),
        target("hsp-best-case-latency", lambda rows: ranges(rows)["flash"]["best"]),
        target("hsp-dram-latency", of_tier("memory", "median"), "as measured, memory"),
        target("hsp-l2arc-latency", of_tier("flash", "median"), FLASH),
        target("hsp-disk-read-latency", of_tier("disk", "median"), DISK),
        target("hsp-disk-read-rounded", of_tier("disk", "median"), DISK),
        target("hsp-l2arc-4k-slower", slower, FOUR),
        target(
            "hsp-slog-latency", of_tier("log", "median"), "as measured, writes to the log device"
        ),
        target(
            "hsp-slog-band-rounded",
            of_tier("log", "median"),
            "as measured, writes to the log device",
        ),
        target("hsp-disk-write-latency", of_tier("pool", "median"), "as measured, writes to disk"),
        target("hsp-disk-write-rounded", of_tier("pool", "median"), "as measured, writes to disk"),
        target("hsp-slog-range-pattern", below_and_narrow, WRITES),
        target("hsp-without-ssd-latency", of_tier("disk", "median"), NO_FLASH),
    ],
    misses={
        "hsp-best-case-latency": "the text rounds: its own tables begin at 128 µs for reads from flash and 137 µs for "
        "writes to the log device, and the model's fastest read from flash takes 127 µs",
    },
)
