"""Two queues: that of ZFS, which knows which I/Os are urgent, and that of the drive, which does
not."""

from collections.abc import Iterator

from figures.define.figure import (
    Choice,
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
    target,
)
from figures.kit.rows import of, one
from figures.kit.words import time
from figures.queues_resilvering.experiments.class_queues import drive_spells, overtaken, waiting
from figures.queues_resilvering.experiments.depths import COLOURS, LATER, days, point, reads_at
from figures.queues_resilvering.experiments.trial import SCALE, BesideResilver, watched
from models.catalogue.machines import values as constants
from models.sim.stats import mean, percentile
from models.units import KiB, day
from models.zfs.io.scheduler import PER_CLASS

QUEUE = constants("zfs-queue")
RULES = {
    "deadline": "old: by class and deadline",
    "fcfs": "none: as they come",
    "per class": "OpenZFS 2013: limits a class",
    "with credit": "OpenZFS 2020: and a count",
}
DEVICES = {"disk": "a disk", "array": "16 disks seen as one", "ssd": "an SSD"}
ORDERS = {"metadata": "in metadata order", "disk": "in disk order", "none": "nothing: no resilver"}
LADDER = (1, 2, 4, 10, 35)
PLACES = {"waited": "in ZFS's queue", "held": "in the drive's queue"}
WINDOW, WARM = 0.8, 1.0
EDGE = 1.45
"""How far to the right the axis reaches, as a multiple of a dot's place, so that words stand behind it."""
BLOCK = 8 * KiB
NONE, MINE = "no resilver", "as set"


def run(
    device: str,
    depth: int,
    rule: str,
    order: str,
    reads: float,
    start: bool,
    scattered: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: waiting (t, who, n), spell (lane, top, bottom, t1, t2, who, waited, held), read (waited, held, passed, overtaken;
    for each of the application's reads), part (label, place, seconds), and sum (label, mean, p90,
    others as in iostat). Times are in s."""
    depth, slower = int(depth), SCALE[device]
    scattered = scattered if order == "disk" else 1.0
    first = QUEUE["pending_start"] if start and rule not in PER_CLASS else None
    count = reads_at(order, rule, depth, read_count(device, order, rule, first), reads, scattered)
    result, resilver = watched(
        device,
        order,
        depth,
        rule=rule,
        rate=reads,
        start=first,
        count=count,
        seed=seed,
        scattered=scattered,
    )
    ios = sorted([*result.reads, *resilver], key=lambda zio: zio.number)
    begin = min(WARM / slower, result.seconds / 3)
    yield waiting(ios, begin, begin + WINDOW / slower)
    yield drive_spells(ios, begin, begin + WINDOW / slower)
    yield [
        {
            "row": "read",
            "came": zio.arrived,
            "waited": zio.waited,
            "held": zio.held,
            "passed": passed,
            "overtaken": over,
        }
        for zio, (passed, over) in zip(result.reads, overtaken(result.reads, resilver), strict=True)
    ]
    old = rule if rule not in PER_CLASS else "deadline"
    trials = [(MINE, order, depth, rule, first), (NONE, "none", depth, rule, first)]
    trials += [(str(tried), order, tried, old, first) for tried in LADDER]
    for name, trial_order, tried, trial_rule, trial_start in trials:
        trial_result = point(
            device,
            trial_order,
            10 if trial_rule in PER_CLASS else tried,
            trial_rule,
            reads,
            seed=seed,
            start=trial_start,
            scattered=scattered,
            count=read_count(device, trial_order, trial_rule, trial_start),
        )
        more: dict[str, int | str] = (
            {
                "order": order,
                "name": LATER[rule] if rule in PER_CLASS else str(depth),
                "depth": 0 if rule in PER_CLASS else depth,
            }
            if name == MINE
            else {}
        )
        yield bar(
            name,
            trial_result,
            days(
                trial_order,
                tried,
                trial_rule,
                reads,
                BLOCK,
                seed,
                trial_result,
                kind=device,
                start=trial_start,
            ),
            **more,
        )


def read_count(device: str, order: str, rule: str, start: int | None) -> int:
    """Return the number of reads behind one bar. For a disk it is that of the figure choose-depth;
    it is smaller where reads would take long to simulate."""
    return 120 if device == "array" or rule in PER_CLASS or (start and order == "disk") else 240


def bar(label: str, found: BesideResilver, days: float, **more: int | str) -> Rows:
    """Return the rows of one bar: its parts, the numbers that iostat shows, and the days that a
    terabyte takes."""
    return [
        {"row": "part", "label": label, "place": place, "seconds": getattr(found, part)}
        for part, place in PLACES.items()
    ] + [
        {
            "row": "sum",
            "label": label,
            "mean": found.mean,
            "p90": found.p90,
            "rate": found.rate,
            "rs": found.commands,
            "mrs": (found.read + len(found.reads) * BLOCK) / found.seconds,
            "wait": found.waiting,
            "actv": found.active,
            "wsvc": found.waiting / found.commands,
            "asvc": found.active / found.commands,
            "busy": found.busy,
            "days": days if found.rate else 0.0,
            "takes": in_words(days * day) if found.rate else "",
            "edge": EDGE * found.p90,
            "dot": "nine of ten",
            **more,
        }
    ]


def summed(rows: Rows) -> Row:
    """Return the row of sums for the chosen setting."""
    return one(rows, "sum", label=MINE)


def values(rows: Rows) -> dict[str, float]:
    chosen = summed(rows)
    reads = of(rows, "read")
    held = [row["held"] for row in reads]
    found = {
        name: chosen[name]
        for name in ("mean", "p90", "rate", "wait", "actv", "wsvc", "asvc", "busy", "rs")
    }
    parts = {row["place"]: row["seconds"] for row in of(rows, "part", label=MINE)}
    found |= {
        "waited": parts[PLACES["waited"]],
        "held": parts[PLACES["held"]],
        "longest": max(held),
        "held90": percentile(held, 0.9),
        "overtaken": mean([row["overtaken"] for row in reads]),
        "most": max(row["overtaken"] for row in reads),
        "passed": mean([row["passed"] for row in reads]),
        "some": sum(row["overtaken"] > 0 for row in reads) / len(reads),
    }
    for row in (row for row in of(rows, "sum")):
        name = {NONE: "alone", MINE: "set"}.get(row["label"], row["label"])
        found |= {
            f"mean_{name}": row["mean"],
            f"p90_{name}": row["p90"],
            f"rate_{name}": row["rate"],
            f"days_{name}": row["days"] * day,
            f"actv_{name}": row["actv"],
            f"wait_{name}": row["wait"],
            f"asvc_{name}": row["asvc"],
            f"wsvc_{name}": row["wsvc"],
        }
    return found


def describe(rows: Rows) -> str:
    v, chosen = values(rows), summed(rows)
    queue = (
        f"At queue depth {chosen['name']}" if chosen["depth"] else f"With {chosen['name']}'s queue"
    )
    text = f"{queue} a read takes {time(v['mean'])} on average, {time(v['held'])} of them in the drive."
    if chosen["order"] == "none":
        return f"{text} There is no resilver."
    return text + (
        f" A terabyte takes {in_words(chosen['days'] * day)}."
        if chosen["rate"]
        else " The resilver gets nothing."
    )


def in_words(seconds: float) -> str:
    """Return a duration of `seconds` in words, in days from a hundred days on."""
    return time(seconds) if seconds < 100 * day else f"{seconds / day:,.0f} days"


def out_of_hands(rows: Rows) -> bool:
    """Return whether a read's wait moves into the drive's queue, where ZFS cannot order it.

    In ZFS's queue, where the resilver waits, no resilver I/O may pass a read. In the drive's queue
    many later ones must be answered before the read. One read in ten must stay there several times
    as long as a read takes without a resilver, and this must be nearly all of its wait. With one
    command in the drive's queue the wait must be short, and much of it in ZFS's queue. Spells,
    parts and sums must agree.
    """
    reads = of(rows, "read")
    spells = of(rows, "spell")
    sums = {row["label"]: row for row in of(rows, "sum")}
    parts = {(row["label"], row["place"]): row["seconds"] for row in of(rows, "part")}
    if not (
        len(reads) > 50
        and {"1", "35", NONE, MINE} <= set(sums)
        and {row["who"] for row in spells} == set(COLOURS)
    ):
        return False
    lines = {who: [row["n"] for row in of(rows, "waiting", who=who)] for who in COLOURS}
    if not all(lines.values()) or mean(lines["resilver"]) < 5 * mean(lines["application"]):
        return False
    if any(
        abs(
            parts.get((name, PLACES["waited"]), 0.0)
            + parts.get((name, PLACES["held"]), 0.0)
            - row["mean"]
        )
        > 1e-9
        for name, row in sums.items()
    ):
        return False
    chosen, alone = sums[MINE], sums[NONE]
    held = [row["held"] for row in reads]
    lanes = max(row["lane"] for row in spells)
    if any(
        row["held"] not in held or row["t2"] - row["t1"] > row["held"] + 1e-9
        for row in spells
        if row["who"] == "application"
    ):
        return False
    longest = max(row["t2"] - row["t1"] for row in spells if row["who"] == "application")
    waits = {
        name: parts[name, PLACES["waited"]] / row["mean"]
        for name, row in sums.items()
        if name in ("1", "35")
    }
    return bool(
        not any(row["passed"] for row in reads)
        and sum(row["overtaken"] > 0 for row in reads) > 0.3 * len(reads)
        and max(row["overtaken"] for row in reads) >= lanes > 1
        and percentile(held, 0.9) > 4 * alone["mean"]
        and max(held) >= longest > 2 * alone["mean"]
        and mean([row["waited"] for row in reads]) < 0.2 * mean(held)
        and chosen["mean"] > 2 * sums["1"]["mean"]
        and sums["35"]["mean"] > 4 * sums["1"]["mean"]
        and waits["1"] > 0.35
        and waits["35"] < 0.1
    )


CLASSES = {"domain": list(COLOURS), "range": list(COLOURS.values()), "label": "whose"}
NAMES = [MINE, NONE, *map(str, LADDER)]
FIGURE = Figure(
    id="two-queues",
    title="Two queues",
    caption="Programs' reads beside a resilver. Latency: how long they are in each queue, on average, as set and at other "
    "depths; the dot is what nine of ten take at most; on the right, how long a terabyte takes. Both queues: how many wait in ZFS's, and what is in the drive's, a "
    "bar for each I/O from when it got there to its answer.",
    params={
        "depth": Number(
            "Queue depth",
            2,
            1,
            35,
            whole=True,
            stops=(1, 2, 3, 4, 6, 10, 16, 35),
            help="The most commands in the drive's queue (zfs_vdev_max_pending): 35 until 2010, then 10.",
        ),
        "rule": Choice(
            "ZFS's queue",
            "deadline",
            RULES,
            help="The rule for the next I/O. OpenZFS has limits for each class instead of a depth.",
        ),
        "device": Choice(
            "Device",
            "disk",
            DEVICES,
            help="The device: a 7,200 rpm disk, 16 of them behind a controller, or a Readzilla.",
        ),
        "order": Choice(
            "The resilver reads",
            "metadata",
            ORDERS,
            more=True,
            help="The order of the resilver: blocks of 8 KiB anywhere, or blocks as they lie on the disk, with neighbours read together.",
        ),
        "reads": Number(
            "Programs' reads",
            40.0,
            10.0,
            65.0,
            unit="1/s",
            step=5.0,
            more=True,
            help="Random 8 KiB reads per second on a disk. The 16 disks get 16 times as many, an SSD 100 times as many.",
        ),
        "scattered": Number(
            "Scattered",
            1.0,
            0.0,
            1.0,
            unit="%",
            step=0.1,
            more=True,
            help="In disk order: the share of blocks whose next block in the file lies elsewhere. At 0 the files were written once and in order.",
        ),
        "start": Switch(
            "Four go down on arrival",
            False,
            more=True,
            help="On, as in the old code (zfs_vdev_min_pending): an I/O is issued on arrival while the drive has fewer "
            "than four, whatever the depth.",
        ),
    },
    presets={
        "depth 2": Preset(help="the advice for disks"),
        "depth 10": Preset({"depth": 10}, "from 2010 on"),
        "depth 35": Preset({"depth": 35}, "as ZFS came until 2010"),
        "depth 1": Preset({"depth": 1}),
        "depth 10, disk order": Preset({"depth": 10, "order": "disk"}, "beside a sweep"),
        "OpenZFS 2013": Preset({"rule": "per class"}),
        "OpenZFS 2013, disk order": Preset(
            {"rule": "per class", "order": "disk"}, "as its sorted resilver of 2017 met it"
        ),
        "OpenZFS 2020, disk order": Preset({"rule": "with credit", "order": "disk"}),
        "depth 2, four on arrival": Preset({"start": True}, "with only the first setting set"),
        "no classes": Preset({"rule": "fcfs"}),
        NONE: Preset({"order": "none"}),
        "an SSD, 16": Preset({"device": "ssd", "depth": 16}),
        "16 disks, 35": Preset({"device": "array", "depth": 35}),
    },
    run=run,
    panels=[
        panel(
            [
                mark("barX", {"row": "part"}, y="label", x="seconds", fill="place", tip=True),
                mark(
                    "dot", {"row": "sum"}, y="label", x="p90", fill="currentColor", r=3.5, tip=True
                ),
                mark("dot", {"row": "sum"}, y="label", x="edge", r=0),
                mark(
                    "text",
                    {"row": "sum"},
                    y="label",
                    text="takes",
                    frameAnchor="right",
                    textAnchor="end",
                    fill="currentColor",
                ),
                mark(
                    "text",
                    {"row": "sum", "label": NAMES[-1]},
                    y="label",
                    x="p90",
                    text="dot",
                    textAnchor="end",
                    dx=-8,
                    fill="currentColor",
                ),
            ],
            {
                "x": {
                    "label": "a program's read takes",
                    "unit": "ms",
                    "grid": True,
                    "zero": True,
                },
                "y": {"label": None, "domain": NAMES},
                "color": {
                    "domain": list(PLACES.values()),
                    "range": ["var(--wtg-3)", "var(--wtg-4)"],
                    "legend": True,
                    "label": "where",
                },
            },
            height=350,
            tab="Latency",
        ),
        panel(
            [
                mark(
                    "areaY",
                    {"row": "waiting"},
                    x="t",
                    y="n",
                    fill="who",
                    curve="step-after",
                    fillOpacity=0.55,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": None, "unit": "ms"},
                "y": {"label": "in ZFS's queue", "ticks": 4, "grid": True},
                "color": {**CLASSES, "legend": True},
            },
            height=150,
            tab="Both queues",
        ),
        panel(
            [
                mark(
                    "rect",
                    {"row": "spell"},
                    x1="t1",
                    x2="t2",
                    y1="top",
                    y2="bottom",
                    fill="who",
                    inset=0.5,
                    channels={name: f"{field}, told" for field, name in PLACES.items()},
                    tip={"format": {"y1": False, "y2": False, "x1": ",.1f", "x2": ",.1f"}},
                ),
                mark("ruleY", data=[4.5], stroke="none"),
            ],  # space for four I/Os, so that the axis has whole numbers
            {
                "x": {"label": "time", "unit": "ms"},
                "y": {"label": "in the drive's queue", "ticks": 5, "reverse": True},
                "color": {**CLASSES, "legend": False},
            },
            height=270,
            tab="Both queues",
        ),
    ],
    table=table(
        {"row": "sum"},
        [
            column("label", "queue depth"),
            column("rs", "r/s"),
            column("mrs", "data", "MB/s", 1),
            column("wait", "wait (ZFS)", digits=1),
            column("actv", "actv", digits=1),
            column("wsvc", "wsvc_t (ZFS)", "ms", 1),
            column("asvc", "asvc_t", "ms", 1),
            column("busy", "%b", "%"),
            column("mean", "programs' reads", "ms", 1),
            column("p90", "nine of ten", "ms", 1),
        ],
        tab="iostat",
    ),
    describe=describe,
    values=values,
    source=cite("elling2014zio", "ZIO scheduling and resilver workloads"),
    reproduces=["zio-two-queue-model", "zio-priority-table", "vdev-max-pending-rules"],
    targets=[target("zio-model-pattern", out_of_hands, "depth 10")],
)
