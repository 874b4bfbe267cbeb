"""Two workers of the daemon at one lock, in motion: while one is being woken, nobody works."""

from collections.abc import Iterator

from figures.define.figure import Figure, Number, Preset, Rows, cite, frame, mark, panel
from figures.iscsi.experiments.machines import OWN
from figures.iscsi.experiments.two_workers import (
    GO,
    MOVE,
    PUTS,
    TAKES,
    Journey,
    Watched,
    lock,
    passed,
    state,
    watch,
)
from figures.iscsi.experiments.under_load import UnderLoad, from_memory
from figures.kit.moves import along, eased, moments
from figures.kit.rows import one
from figures.kit.words import time
from models.protocols.iscsi.daemon import COSTS, HOLDS, LINES, SLEEPS, WAKES, DaemonCosts
from models.units import KiB, us

INITIATORS = THREADS = 10
SIZE, SPAN, FRAMES = 8 * KiB, 36 * us, 60
WORKS, WAKING, ASLEEP = "works", "wakes up", "sleeps"
SAYS = {HOLDS: WORKS, WAKES: WAKING, SLEEPS: ASLEEP, LINES: LINES}
COPIES = "copies data"
NAMES, WHOLE = ("puts in", "takes out"), "one read"
DESKS, HALF, LOW, HIGH = (4.2, 7.6), 0.95, 1.55, 2.65
"""Middles of the two desks, half their width, and their lower and upper edges."""
ROW, RAIL, BACK = (LOW + HIGH) / 2, 3.45, 0.3
"""Heights of the line of messages, of the lock, and of the way back into the line."""
FRONT, APART, BETWEEN = DESKS[PUTS] - HALF - 0.3, 0.37, (DESKS[PUTS] + DESKS[TAKES]) / 2 + 0.3
REST = "color-mix(in srgb, var(--wtg-mute) 25%, var(--wtg-card))"
LEFT, RIGHT = -0.4, 10.6
OUT = ((DESKS[TAKES], ROW), (RIGHT + 0.6, ROW))
AGAIN = ((DESKS[TAKES], ROW), (DESKS[TAKES], BACK), (LEFT - 0.6, BACK))


def place(each: Journey, t: float, seen: Watched) -> tuple[float, float]:
    """Return where a message is at `t`."""
    if t >= each.done:
        return along(OUT if each.leaves else AGAIN, min(1.0, (t - each.done) / GO))
    if t < each.taken:
        return FRONT - (each.rank - passed(t, seen.holds[: each.rank])) * APART, ROW
    x = FRONT + eased(t, each.taken, MOVE) * (DESKS[PUTS] - FRONT)
    x += eased(t, each.put, MOVE) * (BETWEEN - DESKS[PUTS])
    return x + eased(t, each.fetched, MOVE) * (DESKS[TAKES] - BETWEEN), ROW


def under_way(costs: DaemonCosts, seed: int) -> UnderLoad:
    """Return the daemon under a load of small reads, once each client has had an answer."""
    load = from_memory(
        "daemon", INITIATORS, THREADS, SIZE, seed=seed, own=OWN, costs=costs, recording=True
    )
    load.until([1] * len(load.done))
    return load


def run(wake: float, hold: float, seed: int) -> Iterator[Rows]:
    """Yield rows: spell (worker, start, finish, what), whole (start, finish, text), sum, and line (text);
    and for each frame read (x, y), desk (x1, x2, what), says (x, text), lock (x) and now (t). Times are in s."""
    costs = COSTS._replace(wake=wake, hold=hold)
    seen = watch(under_way(costs, seed), SPAN)
    spells = seen.spells
    yield [
        {
            "row": "spell",
            "worker": NAMES[each.thread],
            "start": each.start,
            "finish": each.finish,
            "what": SAYS[each.what],
        }
        for each in spells
    ]
    yield [
        {
            "row": "whole",
            "worker": WHOLE,
            "start": 0.0,
            "finish": min(each := costs.serial([SIZE]), SPAN),
            "text": time(each) + " →" * (each > SPAN),
        },
        {"row": "line", "x": (LEFT + FRONT) / 2, "text": f"{seen.waiting} reads wait"},
        {
            "row": "sum",
            "works": sum(each.what == HOLDS for each in spells),
            "passed": sum(each.done <= SPAN for each in seen.journeys),
            "waiting": seen.waiting,
            "hold": hold,
            "wake": wake,
            "copy": SIZE * costs.copy,
            "each": each,
        },
    ]
    for t in moments(SPAN, FRAMES):
        rows: Rows = []
        places = (place(each, t, seen) for each in seen.journeys)
        rows += [
            {"row": "read", "frame": t, "x": round(x, 2), "y": round(y, 2)}
            for x, y in places
            if LEFT - 0.2 <= x <= RIGHT + 0.2
        ]
        for worker, x in enumerate(DESKS):
            spell = state(spells, worker, t)
            what = SAYS[spell.what]
            copies = (
                worker == TAKES and spell.what == HOLDS and spell.finish - spell.start > 1.5 * hold
            )
            rows += [
                {"row": "desk", "frame": t, "x1": x - HALF, "x2": x + HALF, "what": what},
                {"row": "says", "frame": t, "x": x, "text": COPIES if copies else what},
            ]
        at = DESKS[PUTS] + lock(spells, t) * (DESKS[TAKES] - DESKS[PUTS])
        yield [
            *rows,
            {"row": "lock", "frame": t, "x": round(at, 2), "text": "lock"},
            {"row": "now", "frame": t, "t": t},
        ]


def values(rows: Rows) -> dict[str, float]:
    total = one(rows, "sum")
    return {name: value for name, value in total.items() if name != "row"}


def describe(rows: Rows) -> str:
    v = values(rows)
    each = f"nobody works for {time(v['wake'])}" if v["wake"] else "no time passes"
    return (
        f"In {time(SPAN)} the lock changes hands {v['works'] - 1:.0f} times, and each time {each}. The two workers never "
        f"work at the same time."
    )


STATES = {
    "domain": [WORKS, WAKING, ASLEEP, LINES],
    "range": ["var(--wtg-1)", "var(--wtg-accent)", REST, "var(--wtg-mute)"],
    "legend": False,
}
FIGURE = Figure(
    id="one-lock",
    title="Two workers, one lock",
    caption="Dots are reads. The left worker puts each into the queue, the right one takes it out, and most go round again. The "
    "ring is the lock; only who has it may work. Below: what both do over time, and what one read takes of it.",
    params={
        "wake": Number(
            "Until a worker is awake",
            COSTS.wake,
            0.0,
            8 * us,
            unit="µs",
            step=0.5 * us,
            help="The time from the call until the worker who slept can work.",
        ),
        "hold": Number(
            "The lock is held for",
            COSTS.hold,
            0.5 * us,
            5 * us,
            unit="µs",
            step=0.05 * us,
            more=True,
            help="The time for which the lock is held to put a message in, and again to take it out.",
        ),
    },
    presets={
        "as in 2009": Preset(help="a worker is awake after two microseconds"),
        "awake at once": Preset({"wake": 0.0}),
        "slow to wake": Preset({"wake": 8 * us}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "link",
                    data=[{"x1": DESKS[PUTS], "x2": DESKS[TAKES]}],
                    x1="x1",
                    x2="x2",
                    y1=RAIL,
                    y2=RAIL,
                    stroke=REST,
                    strokeWidth=3,
                ),
                mark(
                    "line",
                    data=[{"x": x, "y": y} for x, y in AGAIN[:2]] + [{"x": LEFT, "y": BACK}],
                    x="x",
                    y="y",
                    stroke=REST,
                    strokeWidth=3,
                ),
                mark(
                    "line",
                    data=[{"x": DESKS[TAKES], "y": ROW}, {"x": RIGHT, "y": ROW}],
                    x="x",
                    y="y",
                    stroke=REST,
                    strokeWidth=3,
                ),
                mark(
                    "rect",
                    {"row": "desk"},
                    x1="x1",
                    x2="x2",
                    y1=LOW,
                    y2=HIGH,
                    fill="what",
                    stroke="var(--wtg-mute)",
                    rx=6,
                ),
                mark(
                    "dot",
                    {"row": "read"},
                    x="x",
                    y="y",
                    r=5,
                    fill="currentColor",
                    stroke="var(--wtg-card)",
                ),
                mark(
                    "dot", {"row": "lock"}, x="x", y=RAIL, r=9, stroke="currentColor", strokeWidth=4
                ),
                mark(
                    "text", {"row": "lock"}, x="x", y=RAIL, dy=-20, text="text", fill="currentColor"
                ),
                mark(
                    "text",
                    {"row": "says"},
                    x="x",
                    y=LOW,
                    dy=14,
                    text="text",
                    fill="currentColor",
                    fontSize=13,
                ),
                mark(
                    "text",
                    data=[
                        {"x": x, "y": HIGH, "text": text}
                        for x, text in zip(DESKS, NAMES, strict=True)
                    ],
                    x="x",
                    y="y",
                    dy=-9,
                    text="text",
                    fill="var(--wtg-mute)",
                    fontSize=12,
                ),
                mark(
                    "text",
                    {"row": "line"},
                    x="x",
                    y=ROW,
                    dy=-20,
                    text="text",
                    fill="currentColor",
                    fontSize=12,
                ),
                mark(
                    "text",
                    data=[
                        {"x": 2.4, "y": BACK, "text": "round again"},
                        {"x": 9.7, "y": ROW, "text": "answered"},
                    ],
                    x="x",
                    y="y",
                    dy=-14,
                    text="text",
                    fill="var(--wtg-mute)",
                    fontSize=12,
                ),
            ],
            {
                "x": {"axis": None, "domain": [LEFT, RIGHT]},
                "y": {"axis": None, "domain": [0.0, 4.2]},
                "color": STATES,
            },
            height=250,
            frame=frame("frame", "time", "µs", 8, (2.4 * us, 0.0)),
        ),
        panel(
            [
                mark(
                    "barX",
                    {"row": "spell"},
                    x1="start",
                    x2="finish",
                    y="worker",
                    fill="what",
                    inset=1,
                ),
                mark(
                    "barX",
                    {"row": "whole"},
                    x1="start",
                    x2="finish",
                    y="worker",
                    stroke="currentColor",
                    fill="none",
                    inset=4,
                ),
                mark(
                    "text",
                    {"row": "whole"},
                    x="start",
                    y="worker",
                    text="text",
                    dx=8,
                    textAnchor="start",
                    fill="currentColor",
                ),
                mark("ruleX", {"row": "now"}, x="t", stroke="currentColor", strokeWidth=1.5),
            ],
            {
                "x": {"label": "time", "unit": "µs", "domain": [0, SPAN]},
                "y": {"label": None, "domain": [*NAMES, WHOLE]},
                "color": STATES | {"legend": True},
            },
            height=150,
            frame=frame("frame", "time", "µs", 8, (0.0,)),
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2009iscsi", "the old target daemon"),
)
