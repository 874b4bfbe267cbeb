"""Several requests outstanding at a disk: more are served a second, and each takes longer."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate, pairwise
from math import fsum, sqrt
from typing import Any

from figures.define.claims import measured
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
    pick,
    table,
    target,
)
from figures.disks.experiments.one_disk import DISK, one_disk
from figures.disks.experiments.queued import (
    FULL,
    MANY,
    NAMES,
    SIZE,
    at_depths,
    histogram,
    summary,
    with_queue,
)
from figures.kit.rows import of, one
from figures.kit.words import count, time
from models.catalogue.machines import values as constants
from models.units import ms, rpm

OUTSTANDING = (1, 4, 10, 32)
TODAY = constants("server-today")
KINDS = {"reads": 1.0, "writes": 0.0, "half and half": 0.5}
SHORT = {"reads": 900, "writes": 480, "half and half": 220}
LONG = {"reads": MANY, "writes": 2500, "half and half": 2000}
BINS = 90


def run(
    kind: str,
    outstanding: int,
    discipline: str,
    ageing: float,
    seek: float,
    spindle: float,
    cache: str,
    model: str,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: point (kind, outstanding, iops, mean, median, p90, longest in s, ...), bin (low,
    high in s, share), rule (what, t in s).

    `mine` marks the points of the chosen kind, `chosen` the point whose latencies the histogram
    shows.
    """
    order = with_queue(one_disk(seek, spindle, model, cache_size=FULL), discipline, ageing, cache)
    for each, share in KINDS.items():
        mine = each == kind
        depths = sorted({*OUTSTANDING, outstanding}) if mine else OUTSTANDING

        def requests(depth: int, mine: bool = mine, each: str = each) -> int:
            return (LONG if mine and depth == outstanding else SHORT)[each]

        for depth, answered in at_depths(order, share, depths, requests, seed):
            chosen, found = mine and depth == outstanding, summary(answered)
            yield [
                {
                    "row": "point",
                    "kind": each,
                    "outstanding": depth,
                    "mine": "yes" if mine else "no",
                    "chosen": "yes" if chosen else "no",
                    **found,
                }
            ]
            if chosen:
                yield histogram(answered, BINS) + [
                    {"row": "rule", "what": what, "t": found[name]}
                    for name, what in (
                        ("mean", "mean"),
                        ("median", "median"),
                        ("p90", "nine of ten"),
                    )
                ]


def at(rows: Rows, kind: str, outstanding: int) -> Row:
    """Return the row `point` for one kind of request with `outstanding` of them outstanding."""
    return next(
        r for r in of(rows, "point") if r["kind"] == kind and r["outstanding"] == outstanding
    )


def chosen(field: str) -> Callable[[Rows], float]:
    return lambda rows: one(rows, "point", chosen="yes")[field]


def one_read(field: str) -> Callable[[Rows], float]:
    return lambda rows: at(rows, "reads", 1)[field]


def values(rows: Rows) -> dict[str, float]:
    mine = one(rows, "point", chosen="yes")
    found = {
        name: mine[name]
        for name in ("iops", "mean", "median", "p90", "longest", "spread", "near", "outstanding")
    }
    for kind, short in (("reads", "read"), ("writes", "write"), ("half and half", "mix")):
        for depth in OUTSTANDING:
            point = at(rows, kind, depth)
            found |= {f"{short}{depth}_iops": point["iops"], f"{short}{depth}_mean": point["mean"]}
    found |= {"read1_p90": at(rows, "reads", 1)["p90"], "write1_p90": at(rows, "writes", 1)["p90"]}
    found["expected"] = 0.5 / DISK["pool.disks.speed"] + DISK["pool.disks.seek_average"]
    found["bandwidth"] = found["read1_iops"] * SIZE
    found["gain"] = found["read10_iops"] / found["read1_iops"]
    found["slower"] = found["read10_mean"] / found["read1_mean"]
    found["head_start"] = DISK["pool.disks.ageing"]
    found["factor"] = at(rows, "reads", 10)["p90"] / found["read1_mean"]
    found["measured_factor"] = measured("hdd-read10-p90") / measured("hdd-read1-mean")
    found["exponential"] = found["mean"] * 2.302585
    return found


def describe(rows: Rows) -> str:
    mine = one(rows, "point", chosen="yes")
    kind, many = mine["kind"], mine["outstanding"]
    if kind == "half and half":
        what = f"{many} requests outstanding, half of them reads and half writes"
    else:
        what = (
            f"{many} {kind} outstanding" if many > 1 else f"One {kind.removesuffix('s')} at a time"
        )
    return (
        f"{what}: {count(mine['iops'])} a second, and each takes {time(mine['mean'])} on average. Half are answered "
        f"within {time(mine['median'])}, nine of ten within {time(mine['p90'])}, the last after {time(mine['longest'])}."
    )


MEASURED = [n for n in OUTSTANDING if n <= 10]
"""Numbers of outstanding requests that the text's claims cover: it names one and ten, and the range
of its graph is not known."""


def writes_better(rows: Rows) -> bool:
    """Return whether, at every measured number of threads, writes take less time than reads and
    more of them are served a second."""
    pairs = [(at(rows, "reads", n), at(rows, "writes", n)) for n in MEASURED]
    return all(w["mean"] < r["mean"] and w["iops"] > r["iops"] for r, w in pairs)


def both_grow(rows: Rows) -> bool:
    """Return whether three things hold for reads and for writes. With more threads the rate never
    falls by more than chance (3 %). With ten it is higher than with one. And the mean latency is at
    least five times as long with ten."""
    for kind in ("reads", "writes"):
        points = [at(rows, kind, n) for n in MEASURED]
        if any(b["iops"] < 0.97 * a["iops"] for a, b in pairwise(points)):
            return False
        if (
            points[-1]["iops"] <= 1.01 * points[0]["iops"]
            or points[-1]["mean"] < 5 * points[0]["mean"]
        ):
            return False
    return True


def not_one_line(rows: Rows) -> bool:
    """Return whether both rates grow by more than chance, latency rises with the rate at least
    three times as steeply for writes as for reads, and one straight line through all points
    explains less than three quarters of the variance."""
    slopes = []
    for kind in ("reads", "writes"):
        one, ten = at(rows, kind, 1), at(rows, kind, 10)
        slopes.append((ten["mean"] - one["mean"]) / max(1e-9, ten["iops"] - one["iops"]))
    points = [(r["iops"], r["mean"]) for r in of(rows, "point") if r["outstanding"] in MEASURED]
    n, sx, sy = len(points), fsum(x for x, _ in points), fsum(y for _, y in points)
    sxx, syy = (
        fsum(x * x for x, _ in points) - sx * sx / n,
        fsum(y * y for _, y in points) - sy * sy / n,
    )
    sxy = fsum(x * y for x, y in points) - sx * sy / n
    fit = sxy * sxy / (sxx * syy) if sxx * syy else 1.0
    return both_grow(rows) and slopes[1] > 3 * slopes[0] > 0 and fit < 0.75


def bell(point: Mapping[str, float]) -> bool:
    """Return whether mean and median are close (an exponential's are 44 % apart), and about two
    thirds lie within one standard deviation (68 % of a normal distribution, 86 % of an
    exponential)."""
    return bool(
        0.9 < point["mean"] / max(1e-9, point["median"]) < 1.1 and 0.55 < point["near"] < 0.83
    )


def shape(rows: Rows) -> dict[str, float] | None:
    """Return the shape of the histogram drawn: mean, median and p90 (s), near (the share within one
    standard deviation) and skew (0 if symmetric, 2 for an exponential); None if it is empty."""
    bins = sorted(((r["low"] + r["high"]) / 2, r["share"]) for r in of(rows, "bin"))
    whole = fsum(share for _, share in bins)
    if not whole:
        return None
    middle = fsum(t * share for t, share in bins) / whole
    deviation = sqrt(fsum((t - middle) ** 2 * share for t, share in bins) / whole)
    so_far = list(accumulate(share / whole for _, share in bins))
    median, p90 = (bins[bisect_left(so_far, part - 1e-9)][0] for part in (0.5, 0.9))
    return {
        "mean": middle,
        "median": median,
        "p90": p90,
        "near": fsum(share for t, share in bins if abs(t - middle) <= deviation) / whole,
        "skew": fsum((t - middle) ** 3 * share for t, share in bins)
        / whole
        / max(deviation, 1e-9) ** 3,
    }


def drawn(rows: Rows, outstanding: int, *kinds: str) -> dict[str, float] | None:
    """Return the shape of the histogram if it shows one of these kinds with `outstanding` requests
    outstanding, or None."""
    mine = one(rows, "point", chosen="yes")
    return shape(rows) if mine["kind"] in kinds and mine["outstanding"] == outstanding else None


def one_is_normal(rows: Rows) -> bool:
    """Return whether the latencies of one read at a time, those of one write at a time, and the
    histogram have the shape of a bell, and the histogram is not skewed."""
    mine = drawn(rows, 1, "reads", "writes")
    return bool(
        mine
        and bell(mine)
        and abs(mine["skew"]) < 1
        and bell(at(rows, "reads", 1))
        and bell(at(rows, "writes", 1))
    )


def write_p90_better(rows: Rows) -> bool:
    """Return whether the 90th percentile of one write at a time is well below that of one read at a
    time, also in the histogram."""
    mine = drawn(rows, 1, "writes")
    return bool(
        mine and 0 < at(rows, "writes", 1)["p90"] < 0.75 * at(rows, "reads", 1)["p90"] > mine["p90"]
    )


def exponential(rows: Rows) -> bool:
    """Return whether the latencies of ten reads are about exponential: the mean is far above the
    median, the standard deviation is near the mean, most lie within one deviation, and the
    histogram is skewed, too."""
    ten, mine = at(rows, "reads", 10), drawn(rows, 10, "reads")
    return bool(
        ten["mean"] > 1.2 * ten["median"] > 0
        and 0.75 < ten["spread"] < 1.25
        and ten["near"] > 0.77
        and mine
        and mine["mean"] > 1.2 * mine["median"]
        and mine["skew"] > 1
    )


def writes_near_normal(rows: Rows) -> bool:
    """Return whether the latencies of ten writes have the shape of a bell, also in the histogram,
    with no long tail and far less spread than those of reads."""
    writes, reads, mine = at(rows, "writes", 10), at(rows, "reads", 10), drawn(rows, 10, "writes")
    return bool(
        mine
        and bell(mine)
        and mine["skew"] < 1
        and bell(writes)
        and writes["longest"] < 3 * writes["mean"]
        and writes["spread"] < 0.5 * reads["spread"]
    )


COLOURS = {
    "domain": list(KINDS),
    "range": ["var(--wtg-accent)", "var(--wtg-1)", "var(--wtg-3)"],
    "legend": True,
}
X = {
    "label": "requests outstanding",
    "type": "log",
    "base": 2,
    "ticks": [1, 2, 4, 10, 32],
    "grid": True,
}
TEN_READS, ONE_READ, ONE_WRITE, TEN_WRITES = "ten reads", "one read", "one write", "ten writes"


def curves(field: str) -> list[dict[str, Any]]:
    """Return the marks of a field's curves, with dots, and a ring around the chosen dot."""
    return [
        mark("line", {"row": "point"}, x="outstanding", y=field, stroke="kind", strokeWidth=2),
        mark("dot", {"row": "point"}, x="outstanding", y=field, fill="kind", tip=True),
        mark(
            "dot",
            {"row": "point", "chosen": "yes"},
            x="outstanding",
            y=field,
            r=7,
            stroke="currentColor",
            strokeWidth=1.5,
        ),
    ]


FIGURE = Figure(
    id="disk-queue",
    title="Ten at a time",
    caption="Random 4 KiB requests over a whole disk, kept at a constant number outstanding. Latencies: how they are spread, "
    "with the mean, the median and the 90th percentile. Rate and mean: how many are done a second, and how long each "
    "takes on average; the ring is the case whose latencies are spread, and a click on a dot chooses another.",
    params={
        "outstanding": Number(
            "Outstanding",
            10,
            1,
            32,
            whole=True,
            help="Number of requests that wait at the disk or are being served, at any time.",
        ),
        "kind": Choice(
            "Requests",
            "reads",
            {kind: kind for kind in KINDS},
            "The requests whose latencies are shown. Writes are answered from the drive's cache, which is full.",
        ),
        "discipline": Choice(
            "The disk serves", "sptf", NAMES, "Which of the waiting requests it serves next."
        ),
        "ageing": Number(
            "Favour old requests",
            DISK["pool.disks.ageing"],
            0.0,
            0.05,
            unit="%",
            stops=(0.0, 0.001, 0.002, 0.004, 0.01, 0.02, 0.05),
            more=True,
            help="For shortest positioning first: the share of a request's waiting time that is subtracted from its "
            "positioning time. At 0 some requests starve.",
        ),
        "seek": Number(
            "Average seek",
            DISK["pool.disks.seek_average"],
            2 * ms,
            15 * ms,
            unit="ms",
            step=0.1 * ms,
            more=True,
            help="Time in which the arm crosses a third of its stroke, as data sheets give it.",
        ),
        "spindle": Number(
            "Spindle",
            DISK["pool.disks.speed"],
            4200 * rpm,
            15000 * rpm,
            unit="rpm",
            step=100 * rpm,
            more=True,
            help="How fast the platter turns.",
        ),
        "cache": Choice(
            "Write cache",
            "on",
            {"on": "on", "off": "off"},
            "Off: a write is answered by the platter.",
            more=True,
        ),
        "model": Choice(
            "Disk",
            "enterprise-disk",
            {"enterprise-disk": "as tested in 2014", "server-today": "22 TB, of 2022"},
            "The disk whose tracks, arm (in proportion to the average seek) and cache are used.",
            more=True,
        ),
    },
    presets={
        TEN_READS: Preset(help="as tested in 2014, for the reads"),
        ONE_READ: Preset({"outstanding": 1}),
        "ten, first come, first served": Preset({"discipline": "fcfs"}),
        ONE_WRITE: Preset({"outstanding": 1, "kind": "writes"}),
        TEN_WRITES: Preset({"kind": "writes"}),
        "two reads": Preset(
            {"outstanding": 2}, "what Elling advises for a disk whose latency matters"
        ),
        "write cache off": Preset({"kind": "writes", "cache": "off"}),
        "a disk of today": Preset(
            {"model": "server-today", "seek": TODAY["pool.disks.seek_average"]},
            "ten reads on a disk of 22 TB",
        ),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "rectY",
                    {"row": "bin"},
                    x1="low",
                    x2="high",
                    y="share",
                    fill="var(--wtg-mute)",
                    fillOpacity=0.55,
                    tip=True,
                ),
                mark("ruleX", {"row": "rule"}, x="t", stroke="var(--wtg-accent)", strokeWidth=1.5),
                mark(
                    "text",
                    {"row": "rule", "what": "median"},
                    x="t",
                    text="what",
                    frameAnchor="top",
                    textAnchor="end",
                    dx=-4,
                    fill="currentColor",
                ),
                mark(
                    "text",
                    {"row": "rule", "what": "mean"},
                    x="t",
                    text="what",
                    frameAnchor="top",
                    textAnchor="start",
                    dx=4,
                    fill="currentColor",
                ),
                mark(
                    "text",
                    {"row": "rule", "what": "nine of ten"},
                    x="t",
                    text="what",
                    frameAnchor="top",
                    textAnchor="start",
                    dx=4,
                    dy=14,
                    fill="currentColor",
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "latency", "unit": "ms", "zero": True},
                "y": {"label": "share of requests", "unit": "%", "insetTop": 30},
            },
            height=360,
            tab="Latencies",
        ),
        panel(
            curves("iops"),
            {"x": X, "y": {"label": "done a second", "zero": True, "grid": True}, "color": COLOURS},
            height=206,
            pick=pick("outstanding", "outstanding"),
            tab="Rate and mean",
        ),
        panel(
            curves("mean"),
            {
                "x": X,
                "y": {"label": "mean latency", "unit": "ms", "type": "log", "grid": True},
                "color": {**COLOURS, "legend": False},
            },
            height=200,
            pick=pick("outstanding", "outstanding"),
            tab="Rate and mean",
        ),
    ],
    table=table(
        {"row": "point", "mine": "yes"},
        [
            column("outstanding", "outstanding"),
            column("iops", "a second"),
            column("mean", "mean", "ms", 1),
            column("median", "median", "ms", 1),
            column("p90", "90 %", "ms", 1),
            column("longest", "longest", "ms"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("elling2014zio", "the random 4 KB workload, and the latency distributions"),
    reproduces=["hdd-concurrency-graph", "hdd-latency-distributions"],
    targets=[
        target("hdd-expected-latency", one_read("mean")),
        target("hdd-expected-iops", one_read("iops")),
        target("hdd-measured-match-latency", one_read("mean")),
        target("hdd-measured-match-iops", one_read("iops")),
        target("hdd-bandwidth-80iops", lambda rows: one_read("iops")(rows) * SIZE),
        target("hdd-bandwidth-80iops-bits", lambda rows: one_read("iops")(rows) * SIZE * 8),
        target("hdd-write-better-pattern", writes_better),
        target("hdd-iops-grow-pattern", both_grow),
        target("hdd-nonlinear-pattern", not_one_line),
        target("hdd-read1-mean", chosen("mean"), ONE_READ),
        target("hdd-predicted", chosen("mean"), ONE_READ),
        target("hdd-write1-mean", chosen("mean"), ONE_WRITE),
        target("hdd-conc1-normal-pattern", one_is_normal, ONE_READ),
        target("hdd-write1-p90-pattern", write_p90_better, ONE_WRITE),
        target("hdd-read10-p90", chosen("p90")),
        target("hdd-read10-max", chosen("longest")),
        target("hdd-read10-exponential-pattern", exponential),
        target("hdd-write10-max", chosen("longest"), TEN_WRITES),
        target("hdd-write10-pattern", writes_near_normal, TEN_WRITES),
        target("hdd-extreme-factor", lambda rows: chosen("p90")(rows) / one_read("mean")(rows)),
    ],
    misses={
        "hdd-extreme-factor": "the text says 10 and its own numbers, 148 ms at the 90th percentile over a mean of 11.8 ms, "
        "give 12.5; the model's are in the same relation",
    },
)
