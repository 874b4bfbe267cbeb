"""The slabs a pool writes to in turn: where the blocks of each group go, and how fast they are
written."""

from collections.abc import Iterator
from itertools import groupby
from math import fsum

from figures.allocation.experiments import rules as controls
from figures.allocation.experiments.overwrites import OverwriteGroup, Overwrites
from figures.allocation.experiments.rewrites import SAMPLED, RewriteLoad, RewriteResult, pair
from figures.allocation.experiments.rules import BEST, BLOCK, COLOURS, FIRST, MEANT, rules_of
from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    Switch,
    cite,
    column,
    frame,
    mark,
    panel,
    table,
    target,
)
from figures.kit.rows import of, one
from figures.kit.words import time
from models.catalogue.machines import values as constants
from models.sim.stats import mean
from models.units import MB, TB
from models.zfs.allocator.metaslabs import Metaslabs, Run

ZFS = constants("allocator")
UNITS = SAMPLED  # blocks simulated in a slab
STEPS, GROUPS, EACH = (
    33,
    2,
    11,
)  # stretches shown; groups in each; of how many stretches the machine also writes one
ACROSS, LINES = 50, 4  # blocks drawn at each place of the slab; number of places
OLD = "from before"
HUES = {
    FIRST: COLOURS[FIRST],
    BEST: COLOURS[BEST],
    OLD: "color-mix(in srgb, var(--wtg-mute) 45%, var(--wtg-card))",
}


class Slab:
    """The slab in use. number: its number, or -1 at first. how: for each of its blocks the rule
    that placed it ("" if none has placed it since the slab was chosen). began: the free share of
    each slab when best fit began."""

    def __init__(self) -> None:
        self.number = -1
        self.how: list[str] = []
        self.began: list[float] = []

    def group(self, pool: Overwrites) -> OverwriteGroup:
        """Write a group of the pool, note where its blocks went, and return the group."""
        free, last = [slab.free for slab in pool.space.slabs], None
        done = pool.group()
        for slab, start, length, best in done.runs:
            if slab != self.number:
                self.number, self.how, last = slab, [""] * UNITS, None
            if best and last is False:
                self.began.append(free[slab] / UNITS)
            free[slab] -= length
            self.how[start : start + length], last = [BEST if best else FIRST] * length, best
        return done


def picture(space: Metaslabs, slab: Slab, stamp: float) -> Iterator[Row]:
    """Yield the rows of a picture: the runs of used blocks at a few places of the slab."""
    here = space.slabs[slab.number]
    cells = [how or OLD if used else "" for used, how in zip(here.map, slab.how, strict=True)]
    for line in range(LINES):
        at, begin = 0, line * UNITS // LINES
        for what, some in groupby(cells[begin : begin + ACROSS]):
            wide = len(list(some))
            if what:
                yield {
                    "row": "cell",
                    "frame": stamp,
                    "x1": at,
                    "x2": at + wide,
                    "y1": line + 0.12,
                    "y2": line + 0.88,
                    "how": what,
                }
            at += wide
    used = 1 - here.free / UNITS
    yield {
        "row": "says",
        "frame": stamp,
        "x": 0,
        "y": -0.3,
        "text": f"slab {slab.number}, {100 * used:.0f} % full",
    }


def visits(steps: Rows) -> Iterator[Row]:
    """Yield a row for each visit to a slab, in order of time."""
    for slab, of_slab in groupby(steps, key=lambda row: row["slab"]):
        here = list(of_slab)
        by = {how: [row["rate"] for row in here if row["how"] == how] for how in (FIRST, BEST)}
        rate = fsum((row["t2"] - row["t1"]) * row["rate"] for row in here) / fsum(
            row["t2"] - row["t1"] for row in here
        )
        yield {
            "row": "visit",
            "slab": slab,
            "t": here[0]["t1"],
            "rate": rate,
            "begin": here[0]["used"],
            "end": here[-1]["used"],
            **{name: mean(by[how]) for name, how in (("first", FIRST), ("best", BEST)) if by[how]},
        }


def run_row(run: Run, t1: float, t2: float) -> Row:
    """Return the row of a run of neighbouring blocks that were written from `t1` to `t2` (s)."""
    return {
        "row": "run",
        "t1": t1,
        "t2": t2,
        "y1": run.start / UNITS,
        "y2": (run.start + run.units) / UNITS,
        "how": BEST if run.best else FIRST,
    }


def step_row(done: RewriteResult, slab: int, used: float, t1: float, t2: float) -> Row:
    """Return the row of a step from `t1` to `t2` (s). used: the share (0-1) of the slab in use at
    its end."""
    return {
        "row": "step",
        "t1": t1,
        "t2": t2,
        "t": (t1 + t2) / 2,
        "used": used,
        "rate": done.rate * BLOCK,
        "blocks": done.aggregation,
        "how": BEST if done.best > 0.5 else FIRST,
        "best": done.best,
        "slab": slab,
    }


def run(
    switch: float,
    fill: float,
    age: float,
    bonus: str,
    give_up: bool,
    test: bool,
    share: float,
    prefetch: bool,
    slabs: int,
    disk: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: cell (frame in s, x1, x2, y1, y2 in blocks, how), says, and now (frame, t) of
    each picture of a slab; run (t1, t2 in s, y1, y2: place as a share of the slab, how); step (t1,
    t2, t, used: share of the slab, rate in bytes/s, blocks per I/O, how, slab); machine (t, rate in
    bytes/s of a group that the machine writes at that time, how); slab (t, slab, name); visit
    (slab, t, begin and end: its used share, first, best and rate in bytes/s); and sum."""
    rules = rules_of(
        switch,
        bonus,
        give_up,
        prefetch,
        least=int(ZFS["least"]) if test else 0,
        slabs=slabs,
        kept=UNITS,
    )
    machine = pair(rules, capacity=int(disk), seed=seed)
    pool = Overwrites(machine.pool.contents, fill, seed=seed).until(age)
    here = pool.space.primary
    while pool.space.primary == here:  # start at the beginning of a slab
        pool.group()
    load, slab, seen = RewriteLoad(machine, pool), Slab(), list[Row]()
    now, before, digits, stamp = 0.0, -1, 0, 0.0
    for step in range(STEPS):
        groups = [slab.group(pool) for _ in range(GROUPS)]
        done = load.timed(groups)
        end = now + done.seconds / pool.sample / share
        runs = [run for group in groups for run in group.runs]
        if runs[-1].slab != before:
            before = runs[-1].slab
            yield [
                {
                    "row": "slab",
                    "t": now,
                    "slab": before,
                    "name": f"{before}" if now else f"slab {before}",
                }
            ]
        yield [run_row(run, now, end) for run in runs]
        used = 1 - pool.space.slabs[before].free / UNITS
        seen.append(step_row(done, before, used, now, end))
        digits = digits or next(
            n for n in range(2, 9) if 0.1**n < (end - now) / 7200
        )  # decimals of a frame's time in hours
        stamp = max(stamp + 0.1**digits, round(end / 3600, digits))
        yield [
            seen[-1],
            {"row": "now", "frame": round(stamp, digits) * 3600, "t": end},
            *picture(pool.space, slab, round(stamp, digits) * 3600),
        ]
        if step % EACH == EACH // 2:
            yield [
                {
                    "row": "machine",
                    "t": seen[-1]["t"],
                    "rate": load.timed(groups, whole=True).rate * BLOCK,
                    "how": seen[-1]["how"],
                }
            ]
        now = end
    yield list(visits(seen))
    size, left = pool.space.real * BLOCK, min(slab.began, default=0.0)
    spec = machine.disk.spec
    yield [
        {
            "row": "sum",
            "place": spec.seek_average + 0.5 / spec.speed,
            "turn": 1 / spec.speed,
            "transfer": BLOCK / spec.media_rate,
            "size": size,
            "switch": switch,
            "left": left,
            "bytes": left * size,
            "end": now,
        }
    ]


def steps(rows: Rows) -> Rows:
    return of(rows, "step")


def tenth(rows: Rows, slow: bool) -> float:
    """Return the mean blocks per I/O in the slowest tenth of these steps if `slow`, else in the
    fastest tenth."""
    chosen = sorted(rows, key=lambda row: row["rate"], reverse=not slow)[: max(1, len(rows) // 10)]
    return mean([row["blocks"] for row in chosen])


def whole_slabs(rows: Rows) -> list[Rows]:
    """Return the steps of each slab that was observed both below 70 % and above 75 % full, in the
    order of the slabs."""
    slabs = [list(of_slab) for _, of_slab in groupby(steps(rows), key=lambda row: row["slab"])]
    return [
        of_slab
        for of_slab in slabs
        if sum(row["used"] <= 0.7 for row in of_slab) > 2
        and sum(row["used"] > 0.75 for row in of_slab) > 2
    ]


def falls_and_recovers(rows: Rows) -> bool:
    """Return whether the rate falls in each slab and recovers with the next one.

    There must be two slabs or more. In each slab the rate must fall to less than seven tenths, most
    steeply near 70 % full, where best fit begins. With the next slab the rate must recover. The
    steps must span at least half an hour.
    """
    slabs, falls, seen = whole_slabs(rows), [], steps(rows)
    if len(slabs) < 2 or any(row["t2"] <= row["t1"] for row in seen) or seen[-1]["t2"] < 1800:
        return False
    first = [row["how"] == FIRST for some in slabs for row in some if row["used"] <= 0.7]
    if mean(first) < 0.8 or any(
        row["how"] == FIRST for some in slabs for row in some if row["used"] > 0.78
    ):
        return False
    before = [mean([row["rate"] for row in some if row["used"] <= 0.7]) for some in slabs]
    after = [mean([row["rate"] for row in some if row["used"] > 0.75]) for some in slabs]
    for some, high, low in zip(slabs, before, after, strict=True):
        if not 0 < low < 0.7 * high or [row["used"] for row in some] != sorted(
            row["used"] for row in some
        ):
            return False
        rates = [row["rate"] for row in some]
        falls.append(
            some[max(range(2, len(some) - 1), key=lambda n: mean(rates[:n]) - mean(rates[n:]))][
                "used"
            ]
        )
    about = (
        0.69 < mean(falls) < 0.78 and min(falls) > 0.64 and max(falls) < 0.82
    )  # each at the end of its step
    return about and all(high > low / 0.7 for low, high in zip(after[:-1], before[1:], strict=True))


def values(rows: Rows) -> dict[str, float]:
    """Return the numbers for the prose.

    first_hole, best_hole: how long (s) an I/O takes, which fills one hole. first_way, best_way: how
    much of this (s) passes until the head reaches the place. first_holes, best_holes: I/Os per turn
    of the disk.
    """
    seen, end = steps(rows), one(rows, "sum")
    by = {how: [row for row in seen if row["how"] == how] for how in (FIRST, BEST)}
    rates = [row["rate"] for row in seen]
    holes = {
        name: mean([row["blocks"] * BLOCK / row["rate"] for row in by[how]]) if by[how] else 0.0
        for name, how in (("first", FIRST), ("best", BEST))
    }
    return {
        **{f"{name}_hole": took for name, took in holes.items()},
        **{
            f"{name}_way": positioning(by[how], end["transfer"])
            for name, how in (("first", FIRST), ("best", BEST))
        },
        **{f"{name}_holes": end["turn"] / took if took else 0.0 for name, took in holes.items()},
        **{
            f"{name}_rate": weighted(by[how], "rate")
            for name, how in (("first", FIRST), ("best", BEST))
        },
        **{
            f"{name}_blocks": weighted(by[how], "blocks")
            for name, how in (("first", FIRST), ("best", BEST))
        },
        "rate": fsum((row["t2"] - row["t1"]) * row["rate"] for row in seen)
        / fsum(row["t2"] - row["t1"] for row in seen),
        "ratio": max(rates) / min(rates),
        "fastest": max(rates),
        "slowest": min(rates),
        "good": tenth(seen, False),
        "bad": tenth(seen, True),
        "packed": mean([row["best"] for row in seen]),
        "end": end["end"],
        "size": end["size"],
        "left": end["left"],
        "bytes": end["bytes"],
        "switch": end["switch"],
        "place": end["place"],
        "turn": end["turn"],
        "transfer": end["transfer"],
        "apart": end["place"] / end["transfer"],
        "slabs": ZFS["slabs"],
        "least": ZFS["least"],
        "slab_time": end["end"] / max(1, len(of(rows, "slab"))),
    }


def positioning(rows: Rows, transfer: float) -> float:
    """Return how long (s) an I/O of these steps takes on average before it writes; 0 if there are
    no steps."""
    return mean([row["blocks"] * (BLOCK / row["rate"] - transfer) for row in rows]) if rows else 0.0


def weighted(rows: Rows, name: str) -> float:
    """Return the mean of a field over these steps; 0 if there are no steps."""
    return mean([row[name] for row in rows]) if rows else 0.0


def describe(rows: Rows) -> str:
    v, names = values(rows), [f"{row['slab']}" for row in of(rows, "slab")]
    where = f"In {time(v['end'])} the blocks go to slab{'s' if len(names) > 1 else ''} {', '.join(names)}. "
    parts = [
        f"By {how} the disk writes {v[name + '_rate'] / MB:.0f} MB/s: {time(v[name + '_way'])} to come to a place, "
        f"{v[name + '_blocks']:.1f} blocks there"
        for name, how in (("first", FIRST), ("best", BEST))
        if v[name + "_rate"]
    ]
    return (
        where
        + "; ".join(parts).replace("; By", "; by")
        + f". On average it writes {v['rate'] / MB:.0f} MB/s."
    )


TIME = {"label": "time", "unit": "h"}
FILM = frame("frame", "time", "h", 4, (3780.0,))
HOW = {"domain": list(HUES), "range": list(HUES.values())}

FIGURE = Figure(
    id="slab-map",
    title="One slab after another",
    caption="A pool that is overwritten at random, and the slabs that take the new blocks. Where blocks go: four places of "
    "the slab in use, a cell for a block, gaps are free; and where in the slab each group's blocks go. Speed: how "
    "fast the disk writes (rings: a group that the machine writes to both disks and waits for), and how many blocks "
    "an I/O has.",
    params={
        "switch": controls.switch(),
        "give_up": controls.give_up(),
        "fill": controls.fill(0.3),
        "bonus": controls.bonus(more=True),
        "age": controls.age(0.9, 2.0, more=True),
        "test": controls.runs_of_128(True, more=True),
        "share": Number(
            "The disk's time for these writes",
            0.05,
            0.01,
            1.0,
            unit="%",
            step=0.01,
            more=True,
            help="The share of the disk's time that is spent on these writes; the rest may be spent on reads. A smaller share only stretches the time axis.",
        ),
        "slabs": Number(
            "Slabs of a disk",
            ZFS["slabs"],
            50,
            400,
            whole=True,
            step=10,
            more=True,
            help="The number of slabs into which a disk is divided.",
        ),
        "disk": Number(
            "Disk",
            1 * TB,
            0.25 * TB,
            4 * TB,
            unit="TB",
            step=0.25 * TB,
            more=True,
            help="The size of the disk.",
        ),
        "prefetch": Switch(
            "Read the next slab's map ahead",
            False,
            more=True,
            help="On, as in 2010: the next slab's map is read while the current slab is in use.",
        ),
    },
    presets={
        "2009": Preset(help="the software of the third quarter"),
        "only the switch at 96 %": Preset({"switch": 0.96}, "one of the two changes, alone"),
        "2010": Preset(
            {"switch": 0.96, "bonus": MEANT, "give_up": True, "prefetch": True}, "all changes"
        ),
        "a young pool": Preset({"age": 0.3}, "the software of 2009, before slabs are used again"),
        "2010, a young pool": Preset(
            {"switch": 0.96, "bonus": MEANT, "give_up": True, "prefetch": True, "age": 0.3}
        ),
        "a very full pool": Preset({"fill": 0.88, "age": 0.3}, "the software of 2009"),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    {"row": "cell"},
                    x1="x1",
                    x2="x2",
                    y1="y1",
                    y2="y2",
                    fill="how",
                    insetLeft=0.5,
                    insetRight=0.5,
                ),
                mark(
                    "text",
                    {"row": "says"},
                    x="x",
                    y="y",
                    text="text",
                    textAnchor="start",
                    fill="currentColor",
                    fontSize=13,
                ),
            ],
            {
                "x": {"axis": None, "label": None, "domain": [0, ACROSS]},
                "y": {"axis": None, "label": None, "domain": [LINES, -0.7]},
                "color": {**HOW, "legend": True},
            },
            height=150,
            frame=FILM,
            tab="Where blocks go",
        ),
        panel(
            [
                mark(
                    "ruleX",
                    {"row": "slab"},
                    x="t",
                    stroke="currentColor",
                    strokeOpacity=0.35,
                    strokeDasharray="3,3",
                ),
                mark(
                    "rect",
                    {"row": "run"},
                    x1="t1",
                    x2="t2",
                    y1="y1",
                    y2="y2",
                    fill="how",
                    stroke="how",
                    strokeWidth=0.6,
                ),
                mark(
                    "text",
                    {"row": "slab"},
                    x="t",
                    text="name",
                    y=1.08,
                    textAnchor="start",
                    dx=3,
                    fill="currentColor",
                ),
                mark("ruleX", {"row": "now"}, x="t", stroke="currentColor", strokeWidth=1.5),
            ],
            {
                "x": TIME,
                "color": HOW,
                "y": {
                    "label": "place in the slab",
                    "unit": "%",
                    "ticks": [0, 0.5, 1],
                    "domain": [0, 1.14],
                },
            },
            height=280,
            frame=FILM,
            tab="Where blocks go",
        ),
        panel(
            [
                mark(
                    "rect",
                    {"row": "step"},
                    x1="t1",
                    x2="t2",
                    y1=0,
                    y2="rate",
                    fill="how",
                    insetRight=0.5,
                ),
                mark("ruleY", data=[0]),
                mark(
                    "dot",
                    {"row": "machine"},
                    x="t",
                    y="rate",
                    stroke="currentColor",
                    fill="how",
                    r=5,
                    tip=True,
                ),
            ],
            {
                "x": TIME,
                "y": {
                    "label": "written, while it writes",
                    "unit": "MB/s",
                    "grid": True,
                    "zero": True,
                    "ticks": 4,
                },
                "color": {"domain": list(COLOURS), "range": list(COLOURS.values()), "legend": True},
            },
            height=230,
            tab="Speed",
        ),
        panel(
            [
                *(mark("ruleX", {"row": "step"}, x=end, strokeOpacity=0) for end in ("t1", "t2")),
                mark(
                    "line",
                    {"row": "step"},
                    x="t",
                    y="blocks",
                    stroke="var(--wtg-mute)",
                    strokeWidth=1.5,
                ),
                mark("dot", {"row": "step"}, x="t", y="blocks", fill="how", r=3.5, tip=True),
            ],
            {
                "x": TIME,
                "y": {
                    "label": "blocks of an I/O",
                    "type": "log",
                    "domain": [0.9, 18],
                    "ticks": [1, 2, 4, 8, 16],
                    "tickFormat": "~g",
                    "grid": True,
                },
                "color": {**HOW, "label": "placed by"},
            },
            height=200,
            tab="Speed",
        ),
    ],
    table=table(
        {"row": "visit"},
        [
            column("slab", "slab"),
            column("t", "from", "h", 2),
            column("begin", "full at first", "%"),
            column("end", "in the end", "%"),
            column("first", "written by first fit", "MB/s", 1),
            column("best", "by best fit", "MB/s", 1),
            column("rate", "on average", "MB/s", 1),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2010exchange", "first fit and best fit"),
    reproduces=["metaslab-first-best-fit"],
    targets=[
        target("metaslab-slab-size", lambda rows: values(rows)["size"]),
        target("metaslab-left-percent", lambda rows: values(rows)["left"], "2010, a young pool"),
        target("metaslab-left-bytes", lambda rows: values(rows)["bytes"], "2010, a young pool"),
        target("aggregation-good", lambda rows: values(rows)["good"], "a young pool"),
        target("aggregation-bad", lambda rows: values(rows)["bad"], "a very full pool"),
        target("metaslab-70-pattern", falls_and_recovers),
    ],
)
