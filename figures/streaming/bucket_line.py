"""A bucket line: reads on their way from the disks to the clients, past one part of a server after the
other."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from figures.define.figure import Choice, Figure, Preset, Row, Rows, cite, frame, mark, panel
from figures.kit.pipeline import Stage, limit
from figures.kit.pipeline_bars import COLOURS, carried, runner_up, slowest, stage_rows
from figures.kit.rows import one
from figures.kit.streams import streamer
from figures.kit.words import rate as spoken
from figures.streaming.experiments.stages import read_stages
from models.machine import Stream
from models.sim.loop import Loop, Process
from models.sim.station import Station
from models.units import TB, GiB, KiB, ms

BOUGHT: dict[str, dict[str, Any]] = {
    "nothing": {"ports": 1},
    "cable": {},
    "box": {"jbods": 7},
    "head": {"jbods": 7, "head": "ht3"},
    "card": {"jbods": 7, "head": "ht3", "cards": 2},
}
"""What was bought last, with all before it -> settings of the server."""
LINE = {
    "disks": "disks",
    "disk cables": "disk\ncables",
    "cores": "cores",
    "network cards' slots": "card\nslot",
    "server's ports": "network\ncable",
    "clients' ports": "clients",
}
"""Stage -> its name in the picture, in the order of the line."""
LOAD = Stream("read", 10, 2, 2, 128 * KiB, direct=False, data=1 * TB)
BUCKETS, FRAMES, SHOWN = 20, 60, 8 * ms
HIGHEST = 3.3
"""The longest bar (GiB/s)."""
WAITS, BEGINS, ENDS = 0.3, 0.44, 0.97
"""Of the width of a stage: where the first bucket waits, and where the bar begins and ends."""
HEAP, STEP, FLOOR, BACK = 0.16, 0.18, 0.12, -0.7
"""Between waiting buckets, sideways (of a stage's width) and upwards; the line, and the way back (GiB/s)."""


class Stop(NamedTuple):
    """A bucket at a stage, from the end of the stage before (s)."""

    stage: int
    left: float
    came: float
    began: float
    ended: float


def stops(line: list[Stage], until: float) -> list[Stop]:
    """Return where the buckets are in a run of `until` seconds.

    A bucket is a share of all requests that the clients have under way. A stage takes one at a time. A
    client and its port take some time for a request; here it passes between the stages, and a third of it
    before the first."""
    size = LOAD.clients * LOAD.in_flight * LOAD.size / BUCKETS
    away = LOAD.own + LOAD.size / LOAD.link
    loop, stations, found = Loop(), [Station() for _ in line], list[Stop]()

    def bucket() -> Process:
        while True:
            left = loop.now
            yield away / 3
            for number, (stage, station) in enumerate(zip(line, stations, strict=True)):
                yield away * 2 / 3 / len(line)
                came, took = loop.now, size / stage.capacity
                ended = station.serve(came, took)
                found.append(Stop(number, left, came, ended - took, ended))
                yield ended - came
                left = ended

    for n in range(BUCKETS):
        loop.spawn(bucket(), at=SHOWN / 2 * n / BUCKETS)
    loop.run(until=until)
    return found


def picture(found: list[Stop], now: float) -> Iterator[Row]:
    """Yield a row for each bucket at `now` (s): full or empty, x, y. Those that wait before a stage lie
    in a heap, two side by side."""

    def heap(stop: Stop, at: float) -> tuple[float, float]:
        """Return where a bucket that is not yet begun lies at the time `at`."""
        place = sum(
            other.stage == stop.stage and other.came <= at < other.began < stop.began
            for other in found
        )
        return stop.stage + WAITS - HEAP * (place % 2), FLOOR + STEP * (place // 2)

    for stop in found:
        if not stop.left <= now < stop.ended:
            continue
        kind, before = "full", stop.stage - 1 + ENDS
        way = (now - stop.left) / (stop.came - stop.left)
        x, y = heap(stop, max(now, stop.came))
        if now >= stop.began:
            x += (stop.stage + ENDS - x) * (now - stop.began) / (stop.ended - stop.began)
        elif now < stop.came and stop.stage:
            x, y = before + (x - before) * way, FLOOR + (y - FLOOR) * way
        elif now < stop.came:
            kind, x, y = "empty", len(LINE) * (1 - way), BACK
        yield {"row": kind, "x": round(x, 3), "y": round(y, 3)}


def run(bought: str, seed: int) -> Iterator[Rows]:
    """Yield rows: stage (see pipeline_bars; also x1, x2, middle, top, name, says), sum (rate in bytes/s) and,
    for each frame (s), full and empty (x, y) and out (says)."""
    path = {
        stage.name: stage
        for stage in read_stages(streamer(**{"head": "launch"} | BOUGHT[bought]), LOAD)
    }
    line = [path[name] for name in LINE]
    rate = limit(line).rate
    yield [
        row
        | {
            "x1": place + BEGINS,
            "x2": place + ENDS,
            "middle": place + (BEGINS + ENDS) / 2,
            "top": min(row["capacity"] / GiB, HIGHEST),
            "name": LINE[row["stage"]],
            "says": f"{row['capacity'] / GiB:.1f}{'↑' if row['capacity'] > HIGHEST * GiB else ''}",
        }
        for place, row in enumerate(stage_rows(line))
    ]
    yield [
        {
            "row": "sum",
            "rate": rate,
            "level": rate / GiB,
            "x1": 0.0,
            "x2": float(len(LINE)),
            "back": BACK,
            "asks": "clients ask for more",
        }
    ]
    found = stops(line, 2 * SHOWN)
    size = LOAD.clients * LOAD.in_flight * LOAD.size / BUCKETS
    for k in range(FRAMES):
        now = round(SHOWN * k / (FRAMES - 1), 6)
        out = size * sum(stop.ended <= now for stop in found if stop.stage == len(line) - 1)
        yield [
            {"frame": now} | row
            for row in (
                *picture(found, now),
                {"row": "out", "says": f"{out / 2**20:.1f} MiB have come"},
            )
        ]


def values(rows: Rows) -> dict[str, float]:
    return {
        "rate": one(rows, "sum")["rate"],
        "next": runner_up(rows)["capacity"],
        **carried(rows),
    }


def spelt(row: Row) -> str:
    """Return the name of a stage on one line."""
    return LINE[row["stage"]].replace("\n", " ")


def describe(rows: Rows) -> str:
    slow, after = slowest(rows), runner_up(rows)
    return (
        f"The clients get {spoken(one(rows, 'sum')['rate'])}. The shortest bar is that of the {spelt(slow)}. The next is "
        f"that of the {spelt(after)}, {spoken(after['capacity'])}."
    )


FIGURE = Figure(
    id="bucket-line",
    title="A bucket line",
    caption="A server passes data from its disks to ten clients. A bar: what a part could carry by itself, in GiB/s, for all "
    "of its kind together; an arrow: more than is drawn. Dots: data on its way, and how it piles up; rings: clients "
    "ask for more. Dashed: what all of the line carries. Eight thousandths of a second are shown.",
    params={
        "bought": Choice(
            "Bought",
            "nothing",
            {
                "nothing": "nothing",
                "cable": "a second cable",
                "box": "and 24 disks",
                "head": "and the newest head",
                "card": "and a second card",
            },
            help="What the studio has bought, one thing after the other.",
        ),
    },
    presets={
        "as it was": Preset(help="one cable, six JBODs"),
        "a second cable": Preset({"bought": "cable"}),
        "24 more disks": Preset({"bought": "box"}, "and the second cable"),
        "the newest head": Preset({"bought": "head"}, "with the cable and the disks"),
        "a second card": Preset({"bought": "card"}, "with all before it"),
    },
    run=run,
    chance=False,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    {"row": "stage"},
                    x1="x1",
                    x2="x2",
                    y1=0,
                    y2="top",
                    fill="what",
                    fillOpacity=0.45,
                ),
                mark(
                    "text",
                    {"row": "stage"},
                    x="middle",
                    y="top",
                    text="says",
                    dy=-8,
                    fill="currentColor",
                ),
                mark(
                    "text",
                    {"row": "stage"},
                    x="middle",
                    y=0,
                    text="name",
                    dy=5,
                    lineAnchor="top",
                    fill="currentColor",
                    fontSize=10.5,
                ),
                mark(
                    "arrow",
                    {"row": "sum"},
                    x1="x2",
                    x2="x1",
                    y1="back",
                    y2="back",
                    stroke="var(--wtg-mute)",
                    strokeOpacity=0.6,
                    headLength=7,
                ),
                mark(
                    "text",
                    {"row": "sum"},
                    x="x2",
                    y="back",
                    dy=14,
                    text="asks",
                    textAnchor="end",
                    fill="currentColor",
                ),
                mark(
                    "ruleY",
                    {"row": "sum"},
                    y="level",
                    x1="x1",
                    x2="x2",
                    stroke="var(--wtg-2)",
                    strokeDasharray="4,3",
                    strokeWidth=1.5,
                ),
                mark("dot", {"row": "full"}, x="x", y="y", r=4.5, fill="currentColor"),
                mark(
                    "dot",
                    {"row": "empty"},
                    x="x",
                    y="y",
                    r=4,
                    stroke="currentColor",
                    fill="var(--wtg-card)",
                ),
                mark(
                    "text",
                    {"row": "out"},
                    x=len(LINE),
                    y=HIGHEST + 0.45,
                    text="says",
                    textAnchor="end",
                    fill="currentColor",
                    fontSize=13,
                ),
            ],
            {
                "x": {"axis": None, "label": None, "domain": [0, len(LINE) + 0.05]},
                "y": {"axis": None, "label": None, "domain": [-1.05, HIGHEST + 0.55]},
                "color": COLOURS,
            },
            height=370,
            frame=frame("frame", "time", "ms", 12, (SHOWN,)),
        )
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009stream", "the server, its clients and its network", "Gregg 2009"),
)
