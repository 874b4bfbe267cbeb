"""Latency maps of one disk, with a flat line and a faint one above it, and of two disks, whose
lines cross."""

from collections.abc import Iterator
from itertools import pairwise
from math import fsum

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    mark,
    panel,
    target,
)
from figures.kit.heat import AXIS, PALETTE, busy_panel, frame, heat_panels, rate_panel, shares
from figures.kit.heat_map import HeatMap, linear_edges
from figures.kit.icy_lake import LEAST, PARTS, icy_lake, parts_of
from figures.kit.lines import ICE, crossings, falling, lines, rising
from figures.kit.round_robin_writes import RoundRobinWrites
from figures.kit.rows import of, one
from figures.kit.stops import SIZES
from figures.kit.words import time
from models.catalogue.machines import values as constants
from models.machine import SERVER_TODAY, SUN_7410
from models.sim.stats import percentile
from models.units import KiB, ms, rpm, sector

SUN = constants("7410")
SPEC = SUN_7410.drive
SECTORS, TODAY = (
    round(spec.media_rate * (1 / spec.speed + spec.skew)) // sector
    for spec in (SPEC, SERVER_TODAY.drive)
)
COLUMNS, BINS, DOTS = 150, 60, 400
MINUTE = 60


def run(
    disks: str,
    apart: float,
    sectors: int,
    skew: float,
    speed: float,
    size: float,
    turnaround: float,
    seconds: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: cell (t1, t2, low, high, n, tag: the disk), busy (t1, t2, who, share), rate (t,
    end, iops: writes a second), lap (t, turns: from one write to the first disk until the next),
    sum. Times are in s."""
    count = 1 if disks == "one" else 2
    lake = icy_lake(
        ("stripe", count),
        int(size),
        turnaround=turnaround,
        speed_errors=(0.0, -apart),
        seed=seed,
        speed=speed,
        skew=skew,
        media_rate=sectors * sector / (1 / speed + skew),
    )
    turn = lake.vdevs[0][0].turn
    top = int((turn + skew) / ms + 1) * ms
    heat, width = HeatMap(seconds / COLUMNS, linear_edges(top, BINS)), seconds / 60
    yield [frame("linear", 0.0, seconds, 0.0, top), frame("log", 0.0, seconds, LEAST, top)]
    starts, latencies, spent = [], [], parts_of(lake)
    for step in range(1, 61):
        writes = lake.writes(step * width)
        for start, latency, vdev, _, _ in writes:
            heat.add(start, latency, vdev + 1)
            starts.append(start)
            latencies.append(latency)
        before, spent = spent, parts_of(lake)
        yield (heat.columns(lake.now) if step < 60 else heat.rest()) + [
            {
                "row": "rate",
                "t": (step - 1) * width,
                "end": step * width,
                "iops": len(writes) / width,
            },
            *shares(
                (step - 1) * width, step * width, {who: spent[who] - before[who] for who in spent}
            ),
        ]
    laps = [(a, (b - a) / turn) for a, b in pairwise(starts[count::count])]
    yield [
        {"row": "lap", "t": start, "turns": turns}
        for start, turns in laps[:: max(1, len(laps) // DOTS)]
    ]
    yield [summary(lake, latencies[count:], [turns for _, turns in laps])]


def summary(lake: RoundRobinWrites, latencies: list[float], laps: list[float]) -> Row:
    """Return the row `sum` with the numbers of the whole run (s; laps in turns)."""
    disk = lake.vdevs[0][0]
    main = percentile(latencies, 0.5)
    above = [latency for latency in latencies if latency > main + 0.5 * disk.spec.skew]
    return {
        "row": "sum",
        "disks": len(lake.vdevs),
        "turn": disk.turn,
        "skew": disk.spec.skew,
        "main": main,
        "apart": lake.vdevs[-1][0].turn / disk.turn - 1,
        "faint": percentile(above, 0.5) if above else main,
        "share": len(above) / len(latencies),
        "crossing": lake.column / disk.geometry.zones[0][2],
        "iops": lake.count / lake.time,
        "least": min(latencies),
        "most": max(latencies),
        "lap": percentile(laps, 0.5),
    }


def cells(rows: Rows) -> Rows:
    return of(rows, "cell")


def levels(rows: Rows) -> tuple[float, float, float, float]:
    """Return four numbers about the two flat lines of a map: the latency of the lower (s), that of
    the upper (s), the share of writes in the upper, and the share of writes in neither."""
    sums: dict[float, int] = {}
    for row in cells(rows):
        sums[row["low"]] = sums.get(row["low"], 0) + row["n"]
    if not sums:
        return 0.0, 0.0, 0.0, 1.0
    count, bin = sum(sums.values()), cells(rows)[0]["high"] - cells(rows)[0]["low"]
    main = max(sums, key=sums.__getitem__)
    above = {low: n for low, n in sums.items() if low > main + 1.5 * bin}
    faint = max(above, key=above.__getitem__) if above else main
    near = sum(n for low, n in sums.items() if abs(low - main) < 1.5 * bin)
    upper = sum(n for low, n in above.items() if abs(low - faint) < 1.5 * bin)
    return main, faint, upper / count, 1 - (near + upper) / count


def through(rows: Rows, level: float) -> float:
    """Return the share of the map's columns (0-1) that have a cell at the latency `level` (s) or
    next to it."""
    found = cells(rows)
    end = max((row["t2"] for row in rows if row["row"] in ("cell", "frame")), default=0.0)
    near = {
        row["t1"] for row in found if abs(row["low"] - level) < 1.5 * (row["high"] - row["low"])
    }
    return (
        len(near) * max((row["t2"] - row["t1"] for row in found), default=0.0) / end if end else 0.0
    )


def faint_line(rows: Rows) -> bool:
    """Return whether nearly all writes lie at one of two levels: about as many as cross a track at
    the upper one, the others at the lower. Both levels must be seen throughout the map."""
    s = one(rows, "sum")
    main, faint, share, rest = levels(rows)
    return (
        0.5 * s["crossing"] < share < 2 * s["crossing"]
        and rest < 0.01
        and faint > main > 0.5 * s["turn"]
        and (through(rows, main) > 0.9 and through(rows, faint) > 0.4)
    )


def gap_is_the_skew(rows: Rows) -> bool:
    """Return whether the two levels are as far apart as the drive's skew: the time from the end of
    a track to the start of the next."""
    s = one(rows, "sum")
    main, faint, _, _ = levels(rows)
    bin = cells(rows)[0]["high"] - cells(rows)[0]["low"] if cells(rows) else 0.0
    exact = s["faint"] - s["main"]
    return (
        faint_line(rows)
        and abs(faint - main - s["skew"]) < 1.1 * bin
        and abs(exact - s["skew"]) < 0.02 * s["skew"]
    )


def crossed(rows: Rows) -> bool:
    """Return whether the line of one disk rises and that of the other falls, equally steeply, and
    they cross."""
    found = lines(cells(rows))
    up, down = rising(found), falling(found)
    if not up or not down or {line.tag for line in up} & {line.tag for line in down}:
        return False
    slopes = [fsum(abs(line.slope) for line in side) / len(side) for side in (up, down)]
    return crossings(found) >= 1 and abs(slopes[0] / slopes[1] - 1) < 0.15


def values(rows: Rows) -> dict[str, float]:
    s, found = one(rows, "sum"), lines(cells(rows))
    rates = sorted(row["iops"] for row in of(rows, "rate"))
    up, down = rising(found), falling(found)
    return {
        **{
            name: s[name]
            for name in (
                "main",
                "faint",
                "share",
                "iops",
                "turn",
                "skew",
                "least",
                "most",
                "lap",
                "apart",
            )
        },
        "gap": s["faint"] - s["main"],
        "lowest": rates[0],
        "highest": rates[-1],
        "crossings": crossings(found),
        "up": max((line.slope * MINUTE for line in up), default=0.0),
        "down": min((line.slope * MINUTE for line in down), default=0.0),
    }


def describe(rows: Rows) -> str:
    s, v = one(rows, "sum"), values(rows)
    if s["disks"] == 1:
        text = f"One disk takes {v['iops']:.0f} writes a second, most in {time(v['main'])}."
        if v["share"]:
            text += f" Those that cross to the next track take {time(v['gap'])} longer."
        if v["least"] < v["main"] / 2:
            text += " The few at the bottom just begin a track."
        return text
    text = f"Two disks take {v['iops']:.0f} writes a second, from {v['lowest']:.0f} to {v['highest']:.0f}"
    if v["up"] and v["down"]:
        return (
            f"{text}: one line climbs {time(v['up'])} a minute while the other falls {time(-v['down'])}. Both waits and "
            f"the client's pauses fill whole turns."
        )
    shown = max(row["t2"] for row in of(rows, "frame"))
    if not s["apart"]:
        return f"{text}. Both lines run level, for the disks turn alike."
    if abs(s["apart"]) * shown < 0.1 * s["turn"]:
        return f"{text}. We look too briefly to see the lines move."
    return f"{text}. The lines move by {time(abs(s['apart']) * MINUTE)} a minute, too steep to be followed in this picture."


TWO = "as measured, two disks"
TIME = {"label": "time", "unit": "s"}
WIDE = (
    mark("ruleX", {"row": "frame"}, x="t1", strokeOpacity=0),
    mark("ruleX", {"row": "frame"}, x="t2", strokeOpacity=0),
)

FIGURE = Figure(
    id="one-and-two-disks",
    title="One disk, then two",
    caption="The same thread on one disk, or on two that take turns. Latency: each cell counts the writes of a "
    "moment. A round: how many turns of the first disk one takes, from one write to it until the next, and how "
    "many writes a second that makes.",
    params={
        "disks": Choice(
            "Disks",
            "one",
            {"one": "one", "two": "two, in turn"},
            "With two, each write goes to the disk that did not get the one before.",
        ),
        "apart": Number(
            "Second disk slower by",
            1.5e-4,
            0.0,
            0.01,
            unit="%",
            stops=(0.0, 1e-5, 2e-5, 5e-5, 1e-4, 1.5e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01),
            help="No two spindles turn quite alike; a hundredth of a percent is usual.",
        ),
        "turnaround": Number(
            "Between writes",
            SUN["network.turnaround"],
            0.0,
            5 * ms,
            unit="ms",
            step=0.05 * ms,
            help="How long the client and the network take from an answer to the next request.",
        ),
        "sectors": Number(
            "Sectors a track",
            SECTORS,
            500,
            6000,
            whole=True,
            more=True,
            help="Sectors of 512 bytes. The shorter a track, the more writes cross from one to the next.",
        ),
        "skew": Number(
            "Track to track",
            SUN["pool.disks.skew"],
            0.2 * ms,
            2 * ms,
            unit="ms",
            step=0.1 * ms,
            more=True,
            help="Time from the end of a track to the start of the next, for which the layout leaves room.",
        ),
        "speed": Number(
            "Spindle",
            SUN["pool.disks.speed"],
            5400 * rpm,
            15000 * rpm,
            unit="rpm",
            step=100 * rpm,
            more=True,
            help="How fast the platters turn.",
        ),
        "size": Number(
            "Write size",
            8 * KiB,
            512,
            128 * KiB,
            unit="KiB",
            stops=SIZES,
            more=True,
            help="How much the program writes at a time; the log adds a header and rounds up to 4 KiB.",
        ),
        "seconds": Number(
            "Time shown",
            120.0,
            10.0,
            600.0,
            unit="s",
            step=10.0,
            more=True,
            help="How much time the picture covers.",
        ),
        "axis": AXIS,
        "palette": PALETTE,
    },
    presets={
        "as measured, one disk": Preset(help="8 KiB, synchronous, 7,200 rpm"),
        TWO: Preset({"disks": "two"}),
        "short tracks": Preset({"sectors": 500}, "more writes cross from one track to the next"),
        "a disk of today": Preset({"sectors": TODAY}, "22 TB, 7,200 rpm: fewer writes cross"),
        "slow to change tracks": Preset({"skew": 1.6 * ms}),
        "two disks, seven times as unlike": Preset(
            {"disks": "two", "apart": 1e-3, "seconds": 20.0}
        ),
        "two disks, a slower client": Preset({"disks": "two", "turnaround": 2 * ms}),
        "two disks alike": Preset({"disks": "two", "apart": 0.0}),
    },
    run=run,
    panels=[
        *heat_panels(
            {"linear": "cell", "log": "cell"},
            TIME,
            "latency of a write",
            "writes",
            colour={"range": ICE},
            height=360,
            tab="Latency",
        ),
        panel(
            [
                mark("ruleY", data=[1, 2], stroke="var(--wtg-mute)", strokeDasharray="3,4"),
                *WIDE,
                mark("dot", {"row": "lap"}, x="t", y="turns", r=1.8, fill="var(--wtg-accent)"),
            ],
            {
                "x": TIME,
                "y": {
                    "label": "a round takes",
                    "unit": "turn",
                    "domain": [0, 2.4],
                    "ticks": [0, 1, 2],
                },
            },
            height=200,
            tab="A round",
        ),
        rate_panel(TIME, "writes a second", tab="A round"),
        busy_panel(TIME, "the thread's time", PARTS),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2010visualizing", "figures 4 and 5"),
    reproduces=["acmq-fig4-single-disk-pool", "acmq-fig5-two-disk-pool"],
    targets=[
        target("acmq4-faint-line-pattern", faint_line),
        target("acmq4-extra-latency-equals-track-seek", gap_is_the_skew),
        target("acmq5-pattern", crossed, TWO),
    ],
)
