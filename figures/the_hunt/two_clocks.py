"""Two snapshots whose counters run on another clock than the snapshots."""

from collections.abc import Iterator
from dataclasses import replace

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
)
from figures.kit.rows import of
from figures.kit.words import time
from figures.the_hunt.experiments.counted_run import ran, snapshots
from models.observed.listings import KSTAT_C, KSTAT_JSON, KSTAT_PERL
from models.observed.two_queues import Snapshot, between, kstat

PAIRS = {"published": "as published, 2014", "run": "of a disk in this book"}
BY = {"snap": "by the snapshots", "last": "by the last updates"}
OTHER, ORDER = "another machine", ["first", "second"]
FIRST, SECOND = 1.0, 5.0
"""When the snapshots of a run are taken (s)."""
ALIKE = 0.02
"""Share by which the times of two clocks may differ and be one time: a disk is not read all the time."""


def run(pair: str, ahead: float, jump: float, seed: int) -> Iterator[Rows]:
    """Yield rows: last (which, after: s from a snapshot to the last update, words), shot (which, taken, updated, requests)
    and clock (by, seconds, rate)."""
    if pair == "published":
        perl, first, second = map(kstat, (KSTAT_PERL, KSTAT_C, KSTAT_JSON))
        shots = {OTHER: perl, "first": first, "second": second}
    else:
        one, two = snapshots(ran(30.0, 24, 4, seed), [FIRST, SECOND])
        shots = {"first": shifted(one, ahead), "second": shifted(two, ahead + jump)}
    yield [
        {
            "row": "last",
            "which": which,
            "after": shot.ahead,
            "words": f"{in_seconds(abs(shot.ahead))} {'after' if shot.ahead > 0 else 'before'} it",
        }
        for which, shot in shots.items()
    ]
    yield [
        {
            "row": "shot",
            "which": which,
            "taken": shot.snaptime,
            "updated": shot.rlastupdate,
            "requests": shot.reads + shot.writes,
        }
        for which, shot in shots.items()
    ]
    first, second = shots["first"], shots["second"]
    done = second.reads + second.writes - first.reads - first.writes
    seconds = {
        "snap": second.snaptime - first.snaptime,
        "last": second.rlastupdate - first.rlastupdate,
    }
    yield [
        {
            "row": "clock",
            "by": by,
            "seconds": seconds[name],
            "rate": done / seconds[name],
            "words": f"{done / seconds[name]:.3g} a second",
            "done": done,
        }
        for name, by in BY.items()
    ]
    moved = second.nread + second.nwritten - first.nread - first.nwritten
    yield [
        {
            "row": "safe",
            "size": moved / done,
            "running": (second.rlentime - first.rlentime) / (second.rtime - first.rtime),
            "held": (second.rlentime - first.rlentime) / done,
            "refused": refusal(first, second),
        }
    ]


def in_seconds(seconds: float) -> str:
    """Return a time in words, in seconds from ten seconds on."""
    return f"{seconds:.0f} s" if seconds >= 10 else time(seconds)


def shifted(shot: Snapshot, by: float) -> Snapshot:
    """Return a snapshot whose counters' clock is ahead by so much (s)."""
    return replace(shot, wlastupdate=shot.wlastupdate + by, rlastupdate=shot.rlastupdate + by)


def refusal(first: Snapshot, second: Snapshot) -> str:
    """Return why there are no rates; empty: there are."""
    try:
        between(first, second)
    except ValueError as error:
        return str(error)
    return ""


def values(rows: Rows) -> dict[str, float]:
    found = {
        f"after_{row['which']}": row["after"] for row in of(rows, "last") if row["which"] in ORDER
    }
    for name, row in zip(BY, of(rows, "clock"), strict=True):
        found |= {
            f"{name}_seconds": row["seconds"],
            f"{name}_rate": row["rate"],
            "done": row["done"],
        }
    safe = of(rows, "safe")[0]
    return found | {name: safe[name] for name in ("size", "running", "held")}


def describe(rows: Rows) -> str:
    v, refused = values(rows), of(rows, "safe")[0]["refused"]
    both = (
        f"{v['snap_rate']:.3g} a second by the snapshots, {v['last_rate']:.3g} by the last updates"
    )
    if not refused:
        return f"Both clocks agree: {both}."
    late = f"The last update lies {in_seconds(v['after_second'])} after the second snapshot"
    if abs(v["last_seconds"] / v["snap_seconds"] - 1) < ALIKE:
        return f"{late}, so there are two clocks. They went on alike: {both}."
    return f"{late}. {both[0].upper()}{both[1:]}: no rate is known."


FIGURE = Figure(
    id="two-clocks",
    title="Two clocks",
    caption="Above: how long before or after a snapshot its counters were last updated. To the right of the line is the "
    "future. Below: the time between two snapshots, by two clocks, and the rate that each gives.",
    params={
        "pair": Choice("Snapshots", "published", PAIRS, help="Whose two snapshots."),
        "ahead": Number(
            "Counters ahead",
            0.0,
            -5.0,
            5.0,
            unit="s",
            step=0.5,
            help="Of the disk in this book: how far the counters' clock is ahead at the first snapshot.",
        ),
        "jump": Number(
            "And then",
            0.0,
            0.0,
            20.0,
            unit="s",
            step=1.0,
            help="And how much further ahead it is at the second.",
        ),
    },
    presets={
        PAIRS["published"]: Preset(),
        "one clock": Preset({"pair": "run"}),
        "ahead, and even": Preset(
            {"pair": "run", "ahead": 2.0}, "the counters' clock was set wrong"
        ),
        "a clock that jumps": Preset(
            {"pair": "run", "jump": 12.0}, "as if the machine had been asleep between the snapshots"
        ),
    },
    run=run,
    panels=[
        panel(
            [
                mark("ruleX", data=[0], stroke="currentColor", strokeDasharray="3 3"),
                mark("dot", {"row": "last"}, x="after", y="which", fill="var(--wtg-2)", r=6),
                mark(
                    "text",
                    {"row": "last"},
                    x="after",
                    y="which",
                    text="words",
                    dy=-14,
                    fill="currentColor",
                ),
            ],
            {
                "x": {
                    "label": "last update, from the snapshot",
                    "unit": "s",
                    "grid": True,
                    "insetLeft": 55,
                    "insetRight": 55,
                },
                "y": {"label": None, "domain": list(shown)},
            },
            height=170,
            tab="Clocks",
            when={"pair": name},
        )
        for name, shown in (("published", [OTHER, *ORDER]), ("run", ORDER))
    ]
    + [
        panel(
            [
                mark("barX", {"row": "clock"}, x="seconds", y="by", fill="var(--wtg-1)"),
                mark(
                    "text",
                    {"row": "clock"},
                    x="seconds",
                    y="by",
                    text="words",
                    textAnchor="start",
                    dx=6,
                    fill="currentColor",
                ),
            ],
            {
                "x": {"label": "time between", "unit": "s", "zero": True, "insetRight": 110},
                "y": {"label": None, "domain": list(BY.values())},
            },
            height=120,
            tab="Clocks",
        ),
    ],
    table=table(
        {"row": "shot"},
        [
            column("which", "snapshot"),
            column("taken", "taken at", "d", 4),
            column("updated", "last update", "d", 4),
            column("requests", "requests"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("elling2014kstat", "both versions of the command", "Elling 2014"),
    reproduces=["kstat-perl", "kstat-c", "kstat-json", "kstat-precision"],
)
