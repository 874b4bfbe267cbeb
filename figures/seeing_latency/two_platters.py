"""Two disks that turn at slightly different speeds and are written to in turn: how far each disk's next
sector is from the head when its write comes, round after round."""

from bisect import bisect_left
from collections.abc import Iterator
from math import cos, fsum, pi, sin

from figures.define.figure import Figure, Number, Preset, Rows, cite, frame, mark, panel
from figures.kit.icy_lake import icy_lake
from figures.kit.rows import of, one
from figures.kit.words import time
from models.catalogue.machines import values as constants
from models.units import KiB, ms, rpm

SUN = constants("7410")
FRAMES = 60
APART = 2.7
"""Distance between the middles of the two platters, in radii."""
DISKS = ("disk 1", "disk 2")
REST = "client, server, data"
PARTS = {
    DISKS[0]: "var(--wtg-1)",
    DISKS[1]: "var(--wtg-accent)",
    REST: "var(--wtg-mute)",
}
START, TURN = -1.05, 2.25
"""Where the bar below the platters begins, and how long a turn is on it, in radii."""
SECTOR = 0.035
"""How long the next sector is drawn, in turns; it is shorter."""


Round = tuple[float, tuple[float, ...], float]
"""When a round begins, how long the sector of each disk is waited for, and how long the round lasts (s)."""


def arc(disk: int, begin: float, length: float) -> Iterator[dict[str, float]]:
    """Yield points (x, y) on the platter of `disk` (0 or 1) from angle `begin` over `length`, in turns."""
    points = max(2, round(36 * length))
    for k in range(points + 1):
        turned = 2 * pi * (begin + length * k / points)
        yield {
            "x": round(APART * disk + cos(turned), 3),
            "y": round(sin(turned), 3),
        }


def usual(rounds: list[Round], t: float) -> Round:
    """Return of the three rounds from `t` (s) the one whose first wait is the middle one, so that a write which
    has to go on to the next track does not stand for all."""
    n = min(bisect_left(rounds, (t,)), len(rounds) - 3)
    return sorted(rounds[n : n + 3], key=lambda each: each[1])[1]


def run(
    apart: float, turnaround: float, speed: float, size: float, seconds: float, seed: int
) -> Iterator[Rows]:
    """Yield rows: seen (t, wait, who) and, for each frame (s): away and sector (x, y, who), says (x, y,
    text), part (from, to: places on the bar, who), now (t); then sum. Times are in s."""
    lake = icy_lake(
        ("stripe", 2),
        int(size),
        turnaround=turnaround,
        speed_errors=(0.0, -apart),
        seed=seed,
        speed=speed,
    )
    turn = lake.vdevs[0][0].turn
    begun = lake.now
    writes = [write for write in lake.writes(begun + seconds + 4 * turn) if write[0] >= begun]
    first = next(n for n, write in enumerate(writes) if write[2] == 0)
    pairs = list(zip(writes[first::2], writes[first + 1 :: 2], strict=False))
    ends = [start for (start, *_), _ in pairs[1:]]
    rounds: list[Round] = [
        (ours[0] - begun, (ours[4] * turn, theirs[4] * turn), end - ours[0])
        for (ours, theirs), end in zip(pairs, ends, strict=False)
    ]
    shown = [usual(rounds, seconds * k / FRAMES) for k in range(FRAMES + 1)]
    for k, (_, waits, lasts) in enumerate(shown):
        stamp = round(seconds * k / FRAMES, 6)
        rows: Rows = [{"row": "now", "frame": stamp, "t": stamp}]
        begin = 0.0
        for n, wait in enumerate(waits):
            rows.append({"row": "seen", "t": stamp, "wait": wait, "who": DISKS[n]})
            away = wait / turn
            rows += [
                {"row": kind, "frame": stamp, "who": DISKS[n], **point}
                for kind, at, length in (("away", 0.0, away), ("sector", away, SECTOR))
                for point in arc(n, at, length)
            ]
            rows.append(
                {
                    "row": "says",
                    "frame": stamp,
                    "x": APART * n,
                    "y": 0.0,
                    "text": f"{wait / ms:.1f} ms",
                }
            )
            rest = (lasts - fsum(waits)) / 2
            for who, length in ((DISKS[n], wait), (REST, rest)):
                rows.append(
                    {
                        "row": "part",
                        "frame": stamp,
                        "from": round(START + TURN * begin / turn, 4),
                        "to": round(START + TURN * (begin + length) / turn, 4),
                        "who": who,
                    }
                )
                begin += length
        yield rows
    turns = [round(lasts / turn) for _, _, lasts in rounds]
    yield [
        {
            "row": "sum",
            "turn": turn,
            "apart": lake.vdevs[1][0].turn / turn - 1,
            "one": sum(n == 1 for n in turns) / len(turns),
            "rest": fsum(lasts - fsum(waits) for _, waits, lasts in rounds) / len(rounds),
        }
    ]


def values(rows: Rows) -> dict[str, float]:
    s = one(rows, "sum")
    return {name: s[name] for name in ("turn", "apart", "one", "rest")}


def describe(rows: Rows) -> str:
    s = one(rows, "sum")
    seen = of(rows, "seen")
    first, last = ([row["wait"] for row in seen if row["t"] == t] for t in (0, seen[-1]["t"]))
    if not s["apart"]:
        return (
            f"Both disks turn alike, and nothing creeps: in every round disk 1 makes its write wait {time(first[0])} for "
            f"the sector, and disk 2 {time(first[1])}."
        )
    return (
        f"At first disk 1 makes its write wait {time(first[0])} for the sector, and disk 2 {time(first[1])}; at the end "
        f"{time(last[0])} and {time(last[1])}. In between both waits creep, one up and one down."
    )


RINGS = [{**point, "z": n} for n in range(2) for point in arc(n, 0.0, 1.0)]
HEADS = [{"x": APART * n + x, "y": 0.0, "z": n} for n in range(2) for x in (1.0, 1.26)]
COLOURS = {"domain": list(PARTS), "range": list(PARTS.values())}

FIGURE = Figure(
    id="two-platters",
    title="Two platters, round after round",
    caption="Each frame is one round, at the moments when the writes come. The platters turn clockwise, and the heads "
    "stay on the right. The coloured arc is the way that the next sector still has to go. Below: how the round's time is spent, and "
    "the waits of all rounds.",
    params={
        "apart": Number(
            "Second disk slower by",
            1.5e-4,
            0.0,
            0.001,
            unit="%",
            stops=(0.0, 1e-5, 2e-5, 5e-5, 1e-4, 1.5e-4, 2e-4, 5e-4, 1e-3),
            help="How much longer the second disk takes for a turn.",
        ),
        "turnaround": Number(
            "Between writes",
            SUN["network.turnaround"],
            0.0,
            5 * ms,
            unit="ms",
            step=0.05 * ms,
            more=True,
            help="How long the client and the network take from an answer to the next request.",
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
            stops=(512, 4 * KiB, 8 * KiB, 32 * KiB, 128 * KiB),
            more=True,
            help="How much the program writes at a time.",
        ),
        "seconds": Number(
            "Time shown",
            60.0,
            10.0,
            240.0,
            unit="s",
            step=10.0,
            more=True,
            help="How much time the film covers.",
        ),
    },
    presets={
        "almost alike": Preset(help="the second disk takes a trifle longer for a turn"),
        "alike": Preset({"apart": 0.0}),
        "three times as unlike": Preset({"apart": 5e-4, "seconds": 20.0}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "line",
                    data=RINGS,
                    x="x",
                    y="y",
                    z="z",
                    stroke="var(--wtg-mute)",
                    strokeWidth=16,
                    strokeOpacity=0.2,
                ),
                mark(
                    "line",
                    {"row": "away"},
                    x="x",
                    y="y",
                    z="who",
                    stroke="who",
                    strokeWidth=16,
                    strokeOpacity=0.45,
                    strokeLinecap="butt",
                ),
                mark(
                    "line",
                    {"row": "sector"},
                    x="x",
                    y="y",
                    z="who",
                    stroke="who",
                    strokeWidth=22,
                    strokeLinecap="butt",
                ),
                mark("line", data=HEADS, x="x", y="y", z="z", stroke="currentColor", strokeWidth=4),
                mark("rect", {"row": "part"}, x1="from", x2="to", y1=-1.62, y2=-1.36, fill="who"),
                mark(
                    "line",
                    data=[
                        {"x": START + TURN * n, "y": y, "z": n}
                        for n in (1, 2)
                        for y in (-1.28, -1.7)
                    ],
                    x="x",
                    y="y",
                    z="z",
                    stroke="currentColor",
                    strokeWidth=1.5,
                    strokeDasharray="3,3",
                ),
                mark(
                    "text",
                    data=[{"x": START + TURN * n, "y": -1.86} for n in (1, 2)],
                    x="x",
                    y="y",
                    text=["one turn", "two turns"],
                    fill="currentColor",
                ),
                mark(
                    "text",
                    data=[{"x": START, "y": -1.86}],
                    x="x",
                    y="y",
                    text=["the round"],
                    textAnchor="start",
                    fill="currentColor",
                ),
                mark(
                    "text",
                    data=[{"x": APART * n, "y": 1.32} for n in range(2)],
                    x="x",
                    y="y",
                    text=list(DISKS),
                    fill="currentColor",
                    fontSize=14,
                    fontWeight="bold",
                ),
                mark(
                    "text",
                    data=[{"x": APART * n + 1.24, "y": -0.17} for n in range(2)],
                    x="x",
                    y="y",
                    text=["head", "head"],
                    fill="currentColor",
                ),
                mark(
                    "text",
                    data=[{"x": APART * n, "y": -0.3} for n in range(2)],
                    x="x",
                    y="y",
                    text=["turns ↻", "turns ↻"],
                    fill="var(--wtg-mute)",
                ),
                mark(
                    "text",
                    {"row": "says"},
                    x="x",
                    y="y",
                    text="text",
                    fill="currentColor",
                    fontSize=14,
                ),
            ],
            {
                "x": {"axis": None, "domain": [-1.25, APART + 1.35]},
                "y": {"axis": None, "domain": [-1.95, 1.45]},
                "color": {**COLOURS, "legend": True},
            },
            height=300,
            frame=frame("frame", "time", "s", 10, (0.0,)),
            aspect=1,
        ),
        panel(
            [
                mark("dot", {"row": "seen"}, x="t", y="wait", fill="who", r=2.5),
                mark("ruleX", {"row": "now"}, x="t", stroke="currentColor", strokeWidth=1.5),
            ],
            {
                "x": {"label": "time", "unit": "s"},
                "y": {"label": "wait", "unit": "ms", "grid": True, "ticks": 4},
                "color": COLOURS,
            },
            height=130,
            frame=frame("frame", "time", "s", 10, (0.0,)),
        ),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2010visualizing", "figure 5"),
)
