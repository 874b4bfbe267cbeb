"""A core asks for a line: the home sends probes to all other sockets, and the last answer lets it go on."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    column,
    frame,
    mark,
    panel,
    table,
)
from figures.head_node.experiments.boards import OLD, read
from figures.kit.rows import of, one
from models.head.head import Head
from models.head.hypertransport import SQUARE, TRIANGLE, Link
from models.head.memory_wait import queues
from models.units import KiB, ns

WINDOW, FRAMES = round(400 * ns, 12), 51
SEATS = {0: (22.0, 76.0), 1: (78.0, 76.0), 2: (22.0, 24.0), 3: (78.0, 24.0)}
HALF = (13.0, 15.0)
READER = 0
ASKS, PROBE, ANSWER, LINE = "asks", "have you got it?", "no", "the line"
COLOURS: dict[str, Any] = {
    "domain": [ASKS, PROBE, ANSWER, LINE],
    "range": ["var(--wtg-accent)", "var(--wtg-4)", "var(--wtg-mute)", "var(--wtg-1)"],
    "legend": True,
}
WAITS, HAS, WORKS = "waits", "has it, waits", "works on"


class Leg(NamedTuple):
    """A packet that stands in the queue of a link from `begin`, sets out at `out`, and is there at
    `there` (s)."""

    what: str
    link: tuple[int, int]
    begin: float
    out: float
    there: float


def legs(head: Head, home: int, queue: Mapping[Link, float]) -> dict[str, list[Leg]]:
    """Return what is sent until the reader has the line and each answer: name -> legs in order."""
    times, packets, paths = head.times, head.packets, head.board.paths

    def send(what: str, a: int, b: int, size: int, now: float) -> tuple[list[Leg], float]:
        found = []
        for link in paths[a, b]:
            out = now + queue[link]
            there = out + times.hop + (size + packets.crc) / head.board.capacity[link]
            found.append(Leg(what, link, now, out, there))
            now = there
        return found, now

    asked, at_home = send(ASKS, READER, home, packets.request, 0.0)
    come, _ = send(LINE, home, READER, packets.data, at_home + times.memory)
    told = {"line": asked + come}
    for other in range(head.board.sockets):
        if other not in (READER, home):
            probe, there = send(PROBE, home, other, packets.probe, at_home)
            back, _ = send(ANSWER, other, READER, packets.answer, there + times.look)
            told[f"socket {other}"] = asked + probe + back
    return told


def ends(head: Head, home: int, queue: Mapping[Link, float]) -> dict[str, float]:
    """Return when each answer is there (s): name -> time. At home nothing is sent for the line."""
    told = legs(head, home, queue)
    return {name: parts[-1].there if parts else head.times.memory for name, parts in told.items()}


def place(leg: Leg, now: float) -> tuple[float, float]:
    """Return where a packet is: at the edge of its socket while it waits, then on the link. Those
    of the two directions keep apart."""
    (ax, ay), (bx, by) = SEATS[leg.link[0]], SEATS[leg.link[1]]
    share = max(0.0, min(1.0, (now - leg.out) / (leg.there - leg.out)))
    across, up = bx - ax, by - ay
    start = HALF[0] / abs(across) if across else HALF[1] / abs(up)
    along = start + share * (1 - 2 * start)
    side = (0.0, 3.2 if across > 0 else -3.2) if across else (2.2 if up < 0 else -2.2, 0.0)
    return ax + across * along + side[0], ay + up * along + side[1]


def moment(
    told: dict[str, list[Leg]], done: dict[str, float], now: float, home: int
) -> Iterator[Row]:
    """Yield the rows of one moment: packets, what sockets do, and the bars so far."""
    seen = set()
    for parts in told.values():
        for leg in parts:
            if leg.begin <= now < leg.there and leg not in seen:
                seen.add(leg)
                x, y = place(leg, now)
                yield {"row": "packet", "what": leg.what, "x": x, "y": y}
    last = max(done.values())
    x, y = SEATS[READER]
    here = home == READER and now >= done["line"]
    says = WORKS if now >= last else HAS if here else WAITS
    yield {"row": "says", "x": x, "y": y - 5, "text": says}
    yield {"row": "reader", "what": WAITS if now < last else WORKS, **box(READER)}
    for name, end in done.items():
        yield {"row": "bar", "name": label(name, home), "x1": 0.0, "x2": min(now, end)}


def label(name: str, home: int) -> str:
    """Return what a bar waits for, in words."""
    if name != "line":
        return f"{name}: no"
    return f"memory of socket {home}"


def box(socket: int) -> Row:
    x, y = SEATS[socket]
    return {"x1": x - HALF[0], "x2": x + HALF[0], "y1": y - HALF[1], "y2": y + HALF[1]}


def run(sockets: int, home: str, load: str, seed: int) -> Iterator[Rows]:
    """Yield rows: socket (x1, x2, y1, y2, x, y, name) and wire (x1, y1, x2, y2); for each frame (s)
    packet (what, x, y), says, reader (what) and bar (name, x2: s); end (name, at: s); and sum (last,
    mean in s). Nothing depends on chance."""
    head = Head(OLD, sockets=sockets)
    state = head.most(read(head, 8 * KiB))
    loads = state.loads if load == "full" else dict.fromkeys(head.board.capacity, 0.0)
    queue = queues(head.board, loads, head.times.burst)
    at = min(int(home), sockets - 1)
    told, done = legs(head, at, queue), ends(head, at, queue)
    pairs = TRIANGLE if sockets == 3 else [pair for pair in SQUARE if max(pair) < sockets]
    still: Rows = [
        *(
            {
                "row": "wire",
                **dict(zip(("x1", "y1"), SEATS[a], strict=True)),
                **dict(zip(("x2", "y2"), SEATS[b], strict=True)),
            }
            for a, b in pairs
        ),
        *(
            {
                "row": "socket",
                **box(n),
                "x": SEATS[n][0],
                "y": SEATS[n][1] + 5,
                "name": f"socket {n}",
                "role": "home" if n == at and n != READER else "",
                "below": SEATS[n][1] - 5,
            }
            for n in range(sockets)
        ),
    ]
    yield still
    for k in range(FRAMES):
        now = WINDOW * k / (FRAMES - 1)
        yield [row | {"frame": round(now, 12)} for row in moment(told, done, now, at)]
    yield [{"row": "end", "name": label(name, at), "at": end} for name, end in done.items()]
    yield [
        {
            "row": "sum",
            "last": max(done.values()),
            "line": done["line"],
            "mean": head.times.mean(head.shares, loads),
            "home": at,
            "asked": len(done) - 1,
        }
    ]


def values(rows: Rows) -> dict[str, float]:
    return {name: value for name, value in one(rows, "sum").items() if name != "row"}


def describe(rows: Rows) -> str:
    row = one(rows, "sum")
    late = max(of(rows, "end"), key=lambda end: end["at"])["name"]
    where = f"socket {row['home']}'s memory" if row["home"] != READER else "its own memory"
    last = "and nothing else is waited for"
    if late != label("line", row["home"]):
        last = f"the last answer, of {late.partition(':')[0]}, after {row['last'] / ns:.0f}"
    return (
        f"A core of socket 0 asks for a line of {where}. The line is there after {row['line'] / ns:.0f} ns, {last}. "
        f"Over all lines the mean is {row['mean'] / ns:.0f} ns."
    )


CORNERS: dict[str, Any] = {"x1": "x1", "x2": "x2", "y1": "y1", "y2": "y2"}
PLAIN: dict[str, Any] = {"fill": "currentColor", "stroke": "none"}
FILM = frame("frame", "time", "ns", 8, (104 * ns, 0.0))
STRIP = frame("frame", "time", "ns", 8, (WINDOW,))

FIGURE = Figure(
    id="last-answer",
    title="The last answer in",
    caption="Above: a core of socket 0 wants a line, and all other sockets are asked whether they have it. A packet first waits at "
    "its link, then travels. Below: how long the line takes, and each answer.",
    params={
        "sockets": Number(
            "Sockets",
            4,
            1,
            4,
            whole=True,
            help="The number of sockets, each with a processor and its own memory.",
        ),
        "home": Choice(
            "Home of the line",
            "0",
            {str(n): f"socket {n}" for n in SEATS},
            "The socket whose memory holds the line; the last socket, if there are fewer.",
            more=True,
        ),
        "load": Choice(
            "Load",
            "full",
            {"full": "as many reads as the head can do", "none": "nothing else goes on"},
            "At full load packets wait at the links.",
            more=True,
        ),
    },
    presets={
        "four sockets": Preset(help="the Sun 7410, serving all it can"),
        "one socket": Preset({"sockets": 1}, "a Sun 7310"),
        "two sockets": Preset({"sockets": 2}),
        "nothing else goes on": Preset({"load": "none"}, "four sockets at rest"),
        "a neighbour's line": Preset({"home": "1"}),
        "the opposite corner": Preset({"home": "3"}, "two links away"),
    },
    run=run,
    chance=False,
    panels=[
        panel(
            [
                mark("link", {"row": "wire"}, **CORNERS, stroke="var(--wtg-pale)", strokeWidth=26),
                mark(
                    "rect",
                    {"row": "socket"},
                    **CORNERS,
                    fill="var(--wtg-card)",
                    stroke="currentColor",
                    rx=6,
                ),
                *(
                    mark("rect", {"row": "reader", "what": what}, **CORNERS, fill=hue, rx=6)
                    for what, hue in ((WAITS, "var(--wtg-pale)"), (WORKS, "var(--wtg-3)"))
                ),
                mark("dot", {"row": "packet"}, x="x", y="y", r=7, symbol="square", fill="what"),
                mark("text", {"row": "socket"}, x="x", y="y", text="name", fontWeight=700, **PLAIN),
                mark("text", {"row": "socket"}, x="x", y="below", text="role", **PLAIN),
                mark("text", {"row": "says"}, x="x", y="y", text="text", **PLAIN),
            ],
            {
                "x": {"axis": None, "label": None, "domain": [0, 100]},
                "y": {"axis": None, "label": None, "domain": [0, 100]},
                "color": COLOURS,
            },
            height=260,
            frame=FILM,
        ),
        panel(
            [
                mark(
                    "barX",
                    {"row": "bar"},
                    x1="x1",
                    x2="x2",
                    y="name",
                    fill="var(--wtg-mute)",
                    fillOpacity=0.6,
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "time", "unit": "ns", "domain": [0, WINDOW]},
                "y": {"label": None},
            },
            height=150,
            frame=STRIP,
        ),
    ],
    table=table({"row": "end"}, [column("name", "waits for"), column("at", "there after", "ns")]),
    describe=describe,
    values=values,
    source=cite("conway2007opteron", "coherent memory transactions", "Conway and Hughes 2007"),
)
