"""The parts of a random read: the arm moves, the sector comes round, and the data passes the head."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, fsum, pi, sin

from figures.define.claims import measured
from figures.define.figure import Choice, Figure, Number, Preset, Rows, cite, frame, mark, panel
from figures.disks.experiments.one_disk import one_disk
from figures.kit.followed import machine_rows, request_rows
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import count, time
from models.catalogue.machines import values as constants
from models.devices.hdd import HardDisk
from models.devices.platter import Place
from models.machine import Machine, RawPrograms, answered
from models.sim.path import RequestPath
from models.sim.stats import mean, percentile
from models.sim.workload import uniform
from models.units import GB, KiB, MiB, ms, rpm

DISK = constants("enterprise-disk")
REQUESTS, DOTS, FRAMES = 3000, 300, 40
RIM, HUB = 1.0, 0.34
SPANS = tuple(n * GB for n in (2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000))
PARTS = ["the command", "the arm moves", "the sector comes round", "data passes the head"]


def radius(disk: HardDisk, cylinder: int) -> float:
    """Return the radius of a cylinder, as a share (0-1) of the rim's."""
    return RIM - (RIM - HUB) * cylinder / disk.geometry.cylinders


def arc(begin: float, length: float, r: float) -> Iterator[dict[str, float]]:
    """Yield points (x, y) on a circle of radius `r`, from angle `begin` over `length`, both in
    turns."""
    points = 4 + int(50 * length)
    for k in range(points + 1):
        yield {
            "x": r * cos(2 * pi * (begin + length * k / points)),
            "y": r * sin(2 * pi * (begin + length * k / points)),
        }


def circle(r: float) -> list[dict[str, float]]:
    return [{"x": r * cos(2 * pi * k / 72), "y": r * sin(2 * pi * k / 72)} for k in range(73)]


def moved(share: float) -> float:
    """Return what share of a move (0-1) is done after `share` of its time, with constant
    acceleration and then constant braking."""
    return 2 * share * share if share < 0.5 else 1 - 2 * (1 - share) * (1 - share)


def run(
    span: float, seek: float, spindle: float, size: float, operation: str, seed: int
) -> Iterator[Rows]:
    """Yield rows: phase (start, finish, what), read (distance, latency), curve (distance, seek,
    late), part (what, mean), sum; for each frame (s) platter, target and data (x, y), arm (x, y),
    now (t), says (text); and the rows of the account. Times are in s."""
    machine, paths = (
        Machine(one_disk(seek, spindle, read_ahead=0).order(write_cache="off"), seed),
        list[RequestPath](),
    )
    disk, stroke = machine.disk, machine.disk.geometry.cylinders
    machine.start(
        RawPrograms(
            uniform(int(size), int(span), machine.random),
            int(size),
            reads=int(operation == "read"),
            paths=paths,
        )
    )
    moves, places = [], []
    answers = answered(machine, REQUESTS + 2)
    for (before, path), request in zip(pairwise(paths), answers[1:], strict=False):
        arm, here = path.accesses[0], round(before.accesses[0].radius * stroke)
        place = disk.geometry.place(request.offset)
        moves.append(
            (
                abs(place.cylinder - here) / stroke,
                arm.start - request.issued,
                arm.there - arm.start,
                arm.reached - arm.there,
                arm.finish - arm.reached,
                request.latency,
            )
        )
        places.append((here, place, request.issued, path))
    shown = typical(moves)
    yield from film(disk, moves[shown], places[shown][:3], int(size))
    path = places[shown][3]
    yield [
        *machine_rows("disk", "one random read", path.end - path.begun),
        *request_rows("disk", 1, "one read", path, op=operation),
    ]
    for k in range(0, DOTS, 50):
        yield [{"row": "read", "distance": m[0], "latency": m[5]} for m in moves[k : k + 50]]
    settle = disk.spec.write_settle if operation == "write" else 0.0
    farthest = max(m[0] for m in moves)
    yield [
        {
            "row": "curve",
            "distance": share,
            "seek": disk.seek_time(max(1, int(share * stroke))) + settle,
            "late": disk.seek_time(max(1, int(share * stroke))) + settle + disk.turn,
        }
        for share in (farthest * (k / 40) ** 2 for k in range(41))
    ]
    most = disk.seek_time(max(1, int(farthest * stroke))) + settle
    yield [
        {"row": "edge", "distance": farthest, "t": t, "what": what, "text": text}
        for t, what, text in (
            (most, "seek", "the arm alone"),
            (most + disk.turn, "late", "the arm and a whole turn"),
        )
    ]
    parts = [mean([m[k] for m in moves]) for k in range(1, 5)]
    latencies = [m[5] for m in moves]
    yield [
        {"row": "part", "what": what, "mean": part} for what, part in zip(PARTS, parts, strict=True)
    ] + [
        {
            "row": "sum",
            "latency": mean(latencies),
            "median": percentile(latencies, 0.5),
            "p90": percentile(latencies, 0.9),
            "longest": max(latencies),
            "shortest": min(latencies),
            "turn": disk.turn,
            "farthest": farthest,
            "size": size,
            "seek_max": max(m[2] for m in moves),
            "wait_max": max(m[3] for m in moves),
        }
    ]


def typical(moves: Sequence[tuple[float, ...]]) -> int:
    """Return the index of the move whose seek and wait and, above all, latency are nearest to the means."""
    means = [(k, weight, mean([m[k] for m in moves])) for k, weight in ((2, 1), (3, 1), (5, 10))]
    return min(
        range(len(moves)),
        key=lambda n: fsum((weight * (moves[n][k] - each)) ** 2 for k, weight, each in means),
    )


def film(
    disk: HardDisk, move: tuple[float, ...], where: tuple[int, Place, float], size: int
) -> Iterator[Rows]:
    """Yield rows of the platter from above while one request is served, and of its time line."""
    _, command, seek, wait, transfer, latency = move
    here, place, issued = where
    ends = [0.0, command, command + seek, command + seek + wait, latency]
    yield [
        {"row": "phase", "start": a, "finish": b, "what": what}
        for a, b, what in zip(ends, ends[1:], PARTS, strict=False)
    ]
    length = max(0.02, min(1.0, size / place.track))
    home, goal = radius(disk, here), radius(disk, place.cylinder)
    yield [
        {"row": "track", "z": which, **point}
        for which, r in (("from", home), ("to", goal))
        for point in circle(r)
    ]
    for k in range(FRAMES + 1):
        t = latency * k / FRAMES
        stamp = round(t, 9)
        turned = -disk.angle(issued + t)  # the platter under a head that stays at angle 0
        share = min(1.0, max(0.0, (t - ends[1]) / seek)) if seek else 1.0
        at = home + (goal - home) * moved(share)
        passed = min(1.0, max(0.0, (t - ends[3]) / transfer))
        what = next(
            (name for name, end in zip(PARTS, ends[1:], strict=False) if t < end), PARTS[-1]
        )
        rows = [
            {"row": "now", "frame": stamp, "t": stamp},
            {"row": "says", "frame": stamp, "text": what, "x": 1.42, "y": 1.32},
            {"row": "head", "frame": stamp, "x": at, "y": 0.0},
            {"row": "name", "frame": stamp, "text": "head", "x": at, "y": 0.13},
            {"row": "arm", "frame": stamp, "x": at, "y": 0.0},
            {"row": "arm", "frame": stamp, "x": 1.38, "y": -0.3},
        ]
        rows += [
            {
                "row": "spoke",
                "frame": stamp,
                "z": f"spoke {n}",
                "x": r * cos(2 * pi * (turned + n / 3)),
                "y": r * sin(2 * pi * (turned + n / 3)),
            }
            for n in range(3)
            for r in (HUB * 0.45, HUB * 0.8)
        ]
        rows += [
            {"row": "target", "frame": stamp, **point}
            for point in arc(turned + place.angle, length, goal)
        ]
        if passed:
            rows += [
                {"row": "data", "frame": stamp, **point}
                for point in arc(turned + place.angle, length * passed, goal)
            ]
        yield rows


def values(rows: Rows) -> dict[str, float]:
    part = {row["what"]: row["mean"] for row in of(rows, "part")}
    shown = {row["what"]: row["finish"] - row["start"] for row in of(rows, "phase")}
    s = one(rows, "sum")
    return {
        "latency": s["latency"],
        "iops": 1 / s["latency"],
        "seek": part[PARTS[1]],
        "wait": part[PARTS[2]],
        "transfer": part[PARTS[3]],
        "command": part[PARTS[0]],
        "turn": s["turn"],
        "half_turn": s["turn"] / 2,
        "median": s["median"],
        "p90": s["p90"],
        "longest": s["longest"],
        "shortest": s["shortest"],
        "moving": (part[PARTS[1]] + part[PARTS[2]]) / s["latency"],
        "data": part[PARTS[3]] / s["latency"],
        "stroke": s["farthest"],
        "seek_max": s["seek_max"],
        "wait_max": s["wait_max"],
        "throughput": s["size"] / s["latency"],
        "measured_iops": 1 / measured("hdd-read1-mean"),
        "measured_rate": DISK["load.size"] / measured("hdd-read1-mean"),
        "one_seek": shown[PARTS[1]],
        "one_wait": shown[PARTS[2]],
        "sheet": DISK["pool.disks.seek_average"],
        "capacity": DISK["pool.disks.capacity"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return f"On average a request takes {time(v['latency'])}, so {count(v['iops'])} are done in a second."


COLOURS = {
    "domain": PARTS,
    "range": ["var(--wtg-4)", "var(--wtg-3)", "var(--wtg-accent)", "var(--wtg-1)"],
}

FIGURE = Figure(
    id="seek-and-turn",
    title="One random read, taken apart",
    caption="One request: the platter from above, which turns clockwise. The sector is drawn longer than it is. Dotted: the "
    "tracks from which the arm comes and to which it goes. Bars: where the time goes. Many requests: a dot each, by "
    "how far the arm had to move. The line is the arm's time alone, and the band above it is one turn high.",
    params={
        "spindle": Number(
            "Spindle",
            DISK["pool.disks.speed"],
            4200 * rpm,
            15000 * rpm,
            unit="rpm",
            step=100 * rpm,
            help="How fast the platter turns.",
        ),
        "seek": Number(
            "Average seek",
            DISK["pool.disks.seek_average"],
            0.5 * ms,
            15 * ms,
            unit="ms",
            step=0.1 * ms,
            help="Time in which the arm crosses a third of its stroke, as data sheets give it.",
        ),
        "span": Number(
            "Requests fall within",
            DISK["pool.disks.capacity"],
            2 * GB,
            2000 * GB,
            unit="GB",
            stops=SPANS,
            help="Requests fall anywhere in this part of the disk, from its rim inward.",
        ),
        "size": Number(
            "Request size",
            DISK["load.size"],
            4 * KiB,
            1 * MiB,
            unit="KiB",
            stops=powers(4 * KiB, 1 * MiB),
            more=True,
            help="How much each request reads or writes.",
        ),
        "operation": Choice(
            "Requests",
            "read",
            {"read": "reads", "write": "writes, cache off"},
            "Before a write begins, the arm needs more time to settle.",
            more=True,
        ),
    },
    presets={
        "as tested": Preset(help="random 4 KiB reads over the whole disk"),
        "15,000 rpm": Preset({"spindle": 15000 * rpm}),
        "an arm that jumps": Preset({"seek": 0.5 * ms}),
        "the outermost 500 GB": Preset({"span": 500 * GB}),
        "the outermost 50 GB": Preset({"span": 50 * GB}),
        "1 MiB at a time": Preset({"size": 1 * MiB}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "line",
                    data=circle(RIM + 0.03),
                    x="x",
                    y="y",
                    stroke="var(--wtg-mute)",
                    strokeWidth=1.5,
                ),
                mark(
                    "line",
                    data=circle(HUB - 0.03),
                    x="x",
                    y="y",
                    stroke="var(--wtg-mute)",
                    strokeWidth=1.5,
                ),
                mark(
                    "line",
                    data=circle(0.07),
                    x="x",
                    y="y",
                    stroke="var(--wtg-mute)",
                    strokeWidth=1.5,
                ),
                mark(
                    "line",
                    {"row": "track"},
                    x="x",
                    y="y",
                    z="z",
                    stroke="var(--wtg-mute)",
                    strokeWidth=1,
                    strokeDasharray="2,4",
                ),
                mark(
                    "line",
                    {"row": "spoke"},
                    x="x",
                    y="y",
                    z="z",
                    stroke="var(--wtg-mute)",
                    strokeWidth=1.5,
                    strokeOpacity=0.6,
                ),
                mark(
                    "line",
                    {"row": "target"},
                    x="x",
                    y="y",
                    stroke="var(--wtg-accent)",
                    strokeWidth=9,
                    strokeOpacity=0.45,
                ),
                mark("line", {"row": "data"}, x="x", y="y", stroke="var(--wtg-1)", strokeWidth=9),
                mark("line", {"row": "arm"}, x="x", y="y", stroke="currentColor", strokeWidth=3),
                mark(
                    "dot",
                    {"row": "head"},
                    x="x",
                    y="y",
                    r=5,
                    stroke="currentColor",
                    fill="var(--wtg-card)",
                    strokeWidth=2,
                ),
                mark(
                    "text",
                    {"row": "says"},
                    x="x",
                    y="y",
                    text="text",
                    textAnchor="end",
                    fill="currentColor",
                    fontSize=13,
                ),
                mark("text", {"row": "name"}, x="x", y="y", text="text", fill="currentColor"),
                mark(
                    "text",
                    data=[{"x": 1.42, "y": -0.42}],
                    x="x",
                    y="y",
                    text=["arm"],
                    fill="currentColor",
                ),
                mark(
                    "text",
                    data=[{"x": -1.1, "y": 1.13}],
                    x="x",
                    y="y",
                    text=["the sector that is read"],
                    textAnchor="start",
                    fill="var(--wtg-accent)",
                ),
                mark(
                    "text",
                    data=[{"x": -1.1, "y": -1.13}],
                    x="x",
                    y="y",
                    text=["dotted: from track to track"],
                    textAnchor="start",
                    fill="var(--wtg-mute)",
                ),
            ],
            {
                "x": {"axis": None, "domain": [-1.1, 1.45]},
                "y": {"axis": None, "domain": [-1.2, 1.4]},
            },
            height=290,
            tab="One request",
            frame=frame("frame", "time", "ms", 12, (0.0,)),
            aspect=1,
        ),
        panel(
            [
                mark(
                    "barX",
                    {"row": "phase"},
                    x1="start",
                    x2="finish",
                    y="what",
                    fill="what",
                    tip=True,
                ),
                mark("ruleX", {"row": "now"}, x="t", stroke="currentColor", strokeWidth=1.5),
            ],
            {
                "x": {"label": "time of this request", "unit": "ms"},
                "y": {"label": None, "domain": PARTS},
                "color": COLOURS,
            },
            height=130,
            tab="One request",
            frame=frame("frame", "time", "ms", 12, (0.0,)),
        ),
        panel(
            [
                mark(
                    "areaY",
                    {"row": "curve"},
                    x="distance",
                    y1="seek",
                    y2="late",
                    fill="var(--wtg-accent)",
                    fillOpacity=0.13,
                ),
                mark(
                    "line",
                    {"row": "curve"},
                    x="distance",
                    y="seek",
                    stroke="var(--wtg-3)",
                    strokeWidth=2,
                ),
                mark(
                    "dot",
                    {"row": "read"},
                    x="distance",
                    y="latency",
                    r=2,
                    fill="var(--wtg-accent)",
                    tip=True,
                ),
                mark(
                    "text",
                    {"row": "edge", "what": "seek"},
                    x="distance",
                    y="t",
                    text="text",
                    textAnchor="end",
                    dx=-4,
                    dy=44,
                    fill="var(--wtg-3)",
                ),
                mark(
                    "text",
                    {"row": "edge", "what": "late"},
                    x="distance",
                    y="t",
                    text="text",
                    textAnchor="end",
                    dx=-4,
                    dy=-9,
                    fill="currentColor",
                ),
            ],
            {
                "x": {
                    "label": "how far the arm moves, of its whole way",
                    "unit": "%",
                    "grid": True,
                },
                "y": {"label": "latency", "unit": "ms", "zero": True, "grid": True},
            },
            height=380,
            tab="Many requests",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("elling2014zio", "the random 4 KB workload"),
)
