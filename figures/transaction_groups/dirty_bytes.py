"""The places where the bytes of a write lie until its group is on disk, together with those of all
other writes."""

from collections.abc import Iterator

from figures.define.figure import Figure, Number, Preset, Row, Rows, cite, mark, panel
from figures.kit.rows import of, one
from figures.kit.words import time
from figures.transaction_groups.experiments.ageing import DirtyBytes
from models.units import MiB, ms

PLACES = {
    "log": "log device: its entry",
    "open": "memory: the open group",
    "going": "memory: group on its way",
    "cache": "the drive's cache",
    "platter": "platter: no root leads there yet",
    "old": "platter: the old copy",
}
ROW = {place: number for number, place in enumerate(PLACES)}
STEP = 20 * ms
AFTER = 0.16
"""Extra time in the picture, as a share of the time until the group counts."""
FLOOR, HIGH = 0.96, 0.62
"""The base line of the bytes in a row, and the height of the largest amount, both as shares of the
row's height."""
LOST, SAFE = "ordinary: told, but a power failure takes it", "safe: the log has it, or the tree"
AT = {False: 0.62, True: 0.8}
KIND = {False: "ordinary", True: "synchronous"}


def run(after: float, rate: float, interval: float, seed: int) -> Iterator[Rows]:
    """Yield rows: level (place, t, bytes, y1, y2), stay (write, place, t1, t2), life (line, state,
    t, y), start and end (t, y, text), and name and time (the same fields). Times are in s since
    the write came."""
    arrived = interval + min(after, interval - STEP)
    machine = DirtyBytes(arrived, rate, interval, seed)
    groups, now, states = machine.zfs.groups, interval - STEP, []
    while len(machine.writes) < 2 or groups.synced < machine.writes[True].txg:
        now += STEP
        states.append(machine.look(now))
    ways = {safe: machine.way(write) for safe, write in machine.writes.items()}
    end = ways[True].synced
    while now < end + AFTER * (end - interval):
        now += STEP
        states.append(machine.look(now))
    rows, most = [], max(max(state[1:]) for state in states)
    for state in states:
        rows += [
            {
                "row": "level",
                "place": place,
                "t": state.t - arrived,
                "bytes": getattr(state, place),
                "y1": ROW[place] + FLOOR,
                "y2": ROW[place] + FLOOR - HIGH * getattr(state, place) / most,
            }
            for place in PLACES
        ]
    for safe, way in ways.items():
        rows += life(
            safe,
            machine.writes[safe].acknowledged - arrived,
            [0.0, *(t - arrived for t in way)],
            now - arrived,
        )
    rows += [
        {"row": row, "t": t - arrived, "y": y, "text": text}
        for row, t, y, text in (
            ("end", arrived, -0.2, "written"),
            ("start", ways[True].closed, -0.2, "group closes"),
            ("end", end, -0.54, "group counts"),
        )
    ]
    left = states[0].t - arrived
    yield rows + [
        {"row": "name", "t": left, "y": ROW[place] + 0.16, "text": name}
        for place, name in PLACES.items()
    ]


def life(safe: bool, acknowledged: float, ends: list[float], last: float) -> Iterator[Row]:
    """Yield the rows of a write's stays and of the line through them. ends: the times (s) at which
    the write came and at which it left each place. last: the end of the picture (s)."""
    names, end, y = ("open", "going", "cache", "platter"), ends[-1], AT[safe]
    stays = [
        *zip(names, ends, ends[1:], strict=False),
        ("old", 0.0, end),
        *[("log", acknowledged, end)] * safe,
    ]
    yield from (
        {"row": "stay", "write": KIND[safe], "place": place, "t1": t1, "t2": t2}
        for place, t1, t2 in stays
    )
    way = [(t, ROW[place] + y) for place, t1, t2 in stays[:4] for t in (t1, t2)]
    yield from line(f"way {safe}", SAFE if safe else LOST, way)
    yield from line(f"after {safe}", SAFE, [way[-1], (last, way[-1][1])])
    if safe:
        yield from line(
            "record", SAFE, [(0.0, ROW["open"] + y), (0.0, ROW["log"] + y), (end, ROW["log"] + y)]
        )
        yield from (
            {"row": "time", "t": t2, "y": ROW[place] + 0.36, "text": time(t2 - t1)}
            for place, t1, t2 in stays
        )


def line(name: str, state: str, points: list[tuple[float, float]]) -> Rows:
    return [{"row": "life", "line": name, "state": state, "t": t, "y": y} for t, y in points]


def values(rows: Rows) -> dict[str, float]:
    stays = {row["place"]: row["t2"] - row["t1"] for row in of(rows, "stay", write="synchronous")}
    levels = of(rows, "level")
    return {
        **stays,
        "out": stays["going"] + stays["cache"] + stays["platter"],
        "risk": one(rows, "stay", write="ordinary", place="platter")["t2"],
        **{
            f"most_{place}": max(row["bytes"] for row in levels if row["place"] == place)
            for place in PLACES
        },
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"The write is in the open group for {time(v['open'])}, on its way for {time(v['going'])}, in the "
        f"drive's cache for {time(v['cache'])}, and on the platter for {time(v['platter'])} before a root leads there. "
        f"For {time(v['risk'])} a power failure takes the ordinary write. The synchronous one has its entry in the log "
        "until then."
    )


FIGURE = Figure(
    id="dirty-bytes",
    title="One write ages",
    caption="Two writes of 8 KiB come at the same moment, one ordinary, one synchronous, and other programs go on writing. "
    "Lines: where the two lie as they grow old, and when a power failure would take them. Pale: how many bytes of "
    "all programs lie in each place at each time, all to the same scale. Everything is written over what was "
    "there; the old copies are in use until the group counts. A quarter of the other writes are synchronous.",
    params={
        "after": Number(
            "It comes after",
            1.5,
            0.0,
            8.0,
            unit="s",
            step=0.1,
            help="How long the group has been open when the write comes. A time after its end counts as its end.",
        ),
        "rate": Number(
            "Others write",
            40 * MiB,
            5 * MiB,
            40 * MiB,
            unit="MiB/s",
            step=5 * MiB,
            help="The rate at which other programs write, 128 KiB at a time.",
        ),
        "interval": Number(
            "A group every",
            5.0,
            2.0,
            8.0,
            unit="s",
            step=1.0,
            help="The time for which a group stays open.",
        ),
    },
    presets={
        "an early write": Preset(help="it comes soon after its group has opened"),
        "a late write": Preset({"after": 4.6}, "its group is about to close"),
        "few others write": Preset({"rate": 5 * MiB}, "a small group goes out in a moment"),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "areaY",
                    {"row": "level"},
                    x="t",
                    y1="y1",
                    y2="y2",
                    z="place",
                    fill="var(--wtg-1)",
                    fillOpacity=0.28,
                ),
                mark("ruleY", data=[n + FLOOR for n in ROW.values()], stroke="var(--wtg-line)"),
                *(
                    mark(
                        "ruleX",
                        {"row": row},
                        x="t",
                        stroke="var(--wtg-mute)",
                        strokeDasharray="3 3",
                    )
                    for row in ("start", "end")
                ),
                mark(
                    "line",
                    {"row": "life"},
                    x="t",
                    y="y",
                    z="line",
                    stroke="state",
                    strokeWidth=3.5,
                    strokeLinejoin="round",
                ),
                *(
                    mark(
                        "text",
                        {"row": row},
                        x="t",
                        y="y",
                        text="text",
                        textAnchor=anchor,
                        dx=dx,
                        fill=fill,
                        stroke="var(--wtg-card)",
                        strokeWidth=4,
                    )
                    for row, anchor, dx, fill in (
                        ("name", "start", 0, "currentColor"),
                        ("time", "start", 5, "var(--wtg-mute)"),
                        ("start", "start", 3, "var(--wtg-mute)"),
                        ("end", "end", -3, "var(--wtg-mute)"),
                    )
                ),
            ],
            {
                "x": {"label": "since the write came", "unit": "s"},
                "y": {"axis": None, "label": None, "reverse": True},
                "color": {
                    "domain": [LOST, SAFE],
                    "range": ["var(--wtg-2)", "var(--wtg-ok)"],
                    "legend": True,
                },
            },
            height=425,
        )
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2015zil", "the log between transaction groups"),
)
