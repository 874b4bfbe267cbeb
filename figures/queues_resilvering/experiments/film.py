"""A quarter of a second of a disk that is resilvered and read, as a film: what waits in ZFS's queue, what
waits in the drive, and where the arm is."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from figures.define.figure import Row, Rows, frame, mark, panel
from figures.kit.rows import one
from figures.kit.words import time
from figures.queues_resilvering.experiments.depths import COLOURS
from figures.queues_resilvering.experiments.trial import laid_out, side_by_side
from models.sim.stats import percentile
from models.units import ms
from models.zfs.io.queue_order import Zio

PROGRAMS, RESILVER = "programs", "resilver"
HUES = dict(zip((PROGRAMS, RESILVER), COLOURS.values(), strict=True))
FRAMES, READS = 56, 240
BEFORE = 8 * ms
"""The film begins this long before the followed read comes."""
AMONG = {"metadata": (1.0, 4.0), "disk": (0.4, 0.75)}
"""The times between which the followed read comes (s): when the queues are full, and in disk order before
the sample of the disk goes on elsewhere."""
SLOT, SLOTS = 1 / 34, 34
LINE, THICK = 1.2, 0.09
"""Where ZFS's queue is drawn, and how high."""


class Answered(NamedTuple):
    """A run: the I/Os, and the moves of the arm, each as its start, its end (s), and the places
    between which it goes. Places are shares of the arm's stroke."""

    reads: list[Zio]
    resilver: list[Zio]
    places: dict[int, float]  # of each I/O, by number
    moves: list[tuple[float, float, float, float]]
    starts: list[float]  # of the moves


@lru_cache(maxsize=16)
def answered(order: str, depth: int, seed: int) -> Answered:
    """Return a run in which the disk is resilvered in `order` at this queue depth."""
    machine, reads, work = laid_out("disk", order, depth, count=READS, seed=seed)
    result, resilver = side_by_side(machine, reads, work)
    device: Any = machine.pool.vdevs[0].devices[0]
    drive, ios = device.drive, sorted([*result.reads, *resilver], key=lambda zio: zio.finish)
    cylinders = {zio.number: drive.geometry.place(zio.offset).cylinder for zio in ios}
    stroke, moves, free, here = drive.geometry.cylinders, [], 0.0, 0
    for zio in ios:
        there = cylinders[zio.number]
        start = max(free, zio.issued)
        end = min(zio.finish, start + drive.seek_time(abs(there - here)))
        moves.append((start, end, here / stroke, there / stroke))
        free, here = zio.finish, there
    places = {number: cylinder / stroke for number, cylinder in cylinders.items()}
    return Answered(result.reads, resilver, places, moves, [move[0] for move in moves])


def followed(order: str, depth: int, seed: int) -> Zio:
    """Return a slow read: the one that takes the time nearest to that of nine of ten at this depth."""
    reads, (first, last) = answered(order, depth, seed).reads, AMONG[order]
    slow = percentile([read.latency for read in reads], 0.9)
    among = [read for read in reads if first <= read.arrived < last]
    return min(among, key=lambda read: (abs(read.latency - slow), read.number))


def film(order: str, depth: int, slow_at: int, span: float, seed: int) -> Iterator[Rows]:
    """Yield rows: ringed (depth, waited, held, passed: how many that came to the drive later are
    answered before it), and for each frame (s) line (x1, x2, who), held (x, y, who), ring (x, y), sent
    (x1, x2, who), arm (x) and says (text).

    slow_at: the depth at which the followed read is slow. span: the length of the film (s).
    """
    run, marked = answered(order, depth, seed), followed(order, slow_at, seed)
    ring = next(read for read in run.reads if read.arrived == marked.arrived)
    begin = ring.arrived - BEFORE
    ios = [
        (zio, who)
        for who, some in ((PROGRAMS, run.reads), (RESILVER, run.resilver))
        for zio in some
        if zio.finish > begin and zio.arrived < max(begin + span, ring.finish)
    ]
    later = sorted(zio.finish for zio, _ in ios if ring.issued < zio.issued)
    yield [
        {
            "row": "ringed",
            "depth": depth,
            "waited": ring.waited,
            "held": ring.held,
            "passed": bisect_right(later, ring.finish),
        }
    ]
    for number in range(FRAMES):
        t = begin + span * number / (FRAMES - 1)
        at = {"frame": round(t - begin, 6)}
        rows = [*in_line(t, ios, ring), *in_drive(t, ios, ring, run, span)]
        rows.append({"row": "arm", "x": round(arm(run, t), 4), "name": "arm"})
        rows.append({"row": "says", "text": says(t, ring, bisect_right(later, t))})
        yield [row | at for row in rows]


def in_line(t: float, ios: list[tuple[Zio, str]], ring: Zio) -> Iterator[Row]:
    """Yield what is seen of ZFS's queue at `t` (s): whose turn is next stands on the left."""
    edge = 0
    for who in HUES:
        waits = sorted(
            (zio for zio, whose in ios if whose == who and zio.arrived <= t < zio.issued),
            key=lambda zio: (zio.deadline, zio.offset),
        )
        if waits:
            ends = {"x1": edge * SLOT, "x2": (edge + len(waits)) * SLOT}
            yield {"row": "line", "who": who, **{name: round(x, 4) for name, x in ends.items()}}
        if ring in waits:
            yield {"row": "ring", "x": round((edge + waits.index(ring) + 0.5) * SLOT, 4), "y": LINE}
        edge += len(waits)


def in_drive(
    t: float, ios: list[tuple[Zio, str]], ring: Zio, run: Answered, span: float
) -> Iterator[Row]:
    """Yield what is seen of the drive's queue at `t` (s). A stem is as high as the picture when its command
    has waited for the `span` of the film (s)."""
    for zio, who in ios:
        if zio.issued <= t < zio.finish:
            x, y = round(run.places[zio.number], 4), round(min(1.0, (t - zio.issued) / span), 3)
            yield {"row": "held", "x": x, "y": y, "who": who}
            if zio is ring:
                yield {"row": "ring", "x": x, "y": y}
            if t - zio.issued < span / (FRAMES - 1):
                yield {"row": "sent", "x1": SLOT / 2, "x2": x, "who": who}


def arm(run: Answered, t: float) -> float:
    """Return where the arm is at `t` (s), as a share of its stroke."""
    start, end, old, new = run.moves[max(0, bisect_right(run.starts, t) - 1)]
    return old + (new - old) * min(1.0, (t - start) / (end - start) if end > start else 1.0)


def says(t: float, ring: Zio, passed: int) -> str:
    """Return what is said of the followed read at `t` (s)."""
    if t < ring.arrived:
        return "a program is about to read"
    if t < ring.issued:
        return "the ringed read is in ZFS's queue"
    if t < ring.finish:
        overtaken = f", passed over {passed} times" if passed else ""
        return f"waiting for {(t - ring.arrived) / ms:.0f} ms{overtaken}"
    return f"the ringed read took {ring.latency / ms:.0f} ms"


def values(rows: Rows) -> dict[str, float]:
    """Return the numbers of the followed read."""
    ringed = one(rows, "ringed")
    return {name: ringed[name] for name in ("depth", "waited", "held", "passed")} | {
        "latency": ringed["waited"] + ringed["held"]
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    passed = f"{v['passed']} that came later are" if v["passed"] else "none that came later is"
    return (
        f"At a depth of {v['depth']} the ringed read waits {time(v['waited'])} in ZFS's queue and "
        f"{time(v['held'])} in the drive, where {passed} answered before it."
    )


def drawn(span: float) -> dict[str, Any]:
    """Return the panel of the film. span: its length (s)."""
    flat: dict[str, Any] = {"fill": "currentColor", "textAnchor": "start", "fontSize": 11.5}
    return panel(
        [
            mark(
                "rect",
                data=[{"x1": 0.0, "x2": 1.0}],
                x1="x1",
                x2="x2",
                y1=-0.055,
                y2=-0.02,
                fill="var(--wtg-mute)",
                fillOpacity=0.35,
            ),
            mark(
                "link",
                {"row": "sent"},
                x1="x1",
                x2="x2",
                y1=LINE - THICK / 2,
                y2=0.0,
                stroke="who",
                strokeWidth=1.5,
                strokeOpacity=0.35,
            ),
            mark(
                "rect",
                {"row": "line"},
                x1="x1",
                x2="x2",
                y1=LINE - THICK / 2,
                y2=LINE + THICK / 2,
                fill="who",
            ),
            mark(
                "ruleX",
                data=[{"x": k * SLOT} for k in range(1, SLOTS)],
                x="x",
                y1=LINE - THICK / 2,
                y2=LINE + THICK / 2,
                stroke="var(--wtg-card)",
                strokeWidth=2,
            ),
            mark("ruleX", {"row": "held"}, x="x", y1=0.0, y2="y", stroke="who", strokeWidth=3),
            mark("dot", {"row": "held"}, x="x", y="y", fill="who", r=4.5),
            mark(
                "dot",
                {"row": "ring"},
                x="x",
                y="y",
                r=9,
                stroke="var(--wtg-accent)",
                strokeWidth=2.5,
            ),
            mark(
                "ruleX",
                {"row": "arm"},
                x="x",
                y1=-0.16,
                y2=0.0,
                stroke="currentColor",
                strokeWidth=3,
            ),
            mark(
                "dot",
                {"row": "arm"},
                x="x",
                y=-0.04,
                r=6,
                fill="var(--wtg-card)",
                stroke="currentColor",
                strokeWidth=2.5,
            ),
            mark(
                "text",
                data=[{"t": "ZFS's queue: next on the left"}],
                x=0.0,
                y=LINE + 0.11,
                text="t",
                **flat,
            ),
            mark(
                "text",
                data=[{"t": "in the drive: taller waits longer"}],
                x=0.0,
                y=LINE - 0.14,
                text="t",
                **flat,
            ),
            mark("text", data=[{"t": "rim"}], x=0.0, y=-0.13, text="t", **flat),
            mark(
                "text",
                data=[{"t": "hub"}],
                x=1.0,
                y=-0.13,
                text="t",
                **{**flat, "textAnchor": "end"},
            ),
            mark(
                "text",
                {"row": "arm"},
                x="x",
                y=-0.2,
                text="name",
                fill="currentColor",
                fontSize=11.5,
            ),
            mark(
                "text",
                {"row": "says"},
                x=0.5,
                y=-0.33,
                text="text",
                fill="currentColor",
                fontSize=13,
            ),
        ],
        {
            "x": {"axis": None, "domain": [-0.01, 1.01]},
            "y": {"axis": None, "domain": [-0.38, LINE + 0.17]},
            "color": {
                "domain": [*HUES],
                "range": [*HUES.values()],
                "legend": True,
                "label": "whose",
            },
        },
        height=400,
        frame=frame("frame", "time", "ms", 12, (span / 2, 0.0)),
    )
