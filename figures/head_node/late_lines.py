"""One core that works, asks for lines, and stands still until they are there."""

from collections.abc import Iterator
from math import floor, fsum
from typing import Any, NamedTuple

from figures.define.figure import Figure, Number, Preset, Row, Rows, cite, frame, mark, panel
from figures.head_node.experiments.boards import OLD, read
from figures.kit.rows import of, one
from models.catalogue.machines import values as constants
from models.head.head import Head
from models.units import GHz, KiB, ns

OF = constants(OLD)
WINDOW, FRAMES = round(1180 * ns, 12), 60
LANES = (86.0, 68.0, 50.0, 32.0)
CORE, MEMORY = (1.0, 27.0), (73.0, 99.0)
"""Left and right edges of the two boxes, of 100 across."""
WORKS, STILL, BUSY = "works", "stands still", "busy"
COLOURS: dict[str, Any] = {
    "domain": [WORKS, STILL, BUSY],
    "range": ["var(--wtg-3)", "var(--wtg-pale)", "var(--wtg-mute)"],
}
BANDS = {BUSY: (1.3, 1.8), WORKS: (0.0, 0.6), STILL: (0.0, 0.6)}


class Stretch(NamedTuple):
    """A stretch of work, and the lines that the core then waits for. Times are in s."""

    begin: float
    asks: float  # end of the work
    end: float  # when the lines are there
    lines: int
    instructions: float


def stretches(head: Head, wait: float, until: float) -> Iterator[Stretch]:
    """Yield the stretches of a core whose lines take `wait` seconds. It asks for several at a time,
    `overlap` on average."""
    c, cost = head.constants, head.cost(read(head, 8 * KiB))
    begin, number = 0.0, 0
    while begin < until:
        lines = floor((number + 1) * c["overlap"]) - floor(number * c["overlap"])
        instructions = lines * cost.instructions / cost.lines
        asks = begin + instructions * c["base"] / c["clock"]
        yield Stretch(begin, asks, asks + wait, lines, instructions)
        begin, number = asks + wait, number + 1


def scene(run: list[Stretch], now: float, clock: float) -> Iterator[Row]:
    """Yield the rows of one moment: the core's box, what is on its way, and the numbers so far."""
    here = next(each for each in run if each.begin <= now < each.end)
    works = now < here.asks
    done = fsum(each.instructions for each in run if each.end <= now) + here.instructions * min(
        1.0, (now - here.begin) / (here.asks - here.begin)
    )
    yield {"row": "core", "what": WORKS if works else STILL, **box(CORE)}
    yield {"row": "says", "text": WORKS if works else STILL, "x": 14.0, "y": 42.0}
    told = f"{done:,.0f} instructions in {now * clock:,.0f} cycles"
    yield {"row": "says", "text": told, "x": 50.0, "y": 10.0}
    if not works:
        share = (now - here.asks) / (here.end - here.asks)
        back = share > 0.5
        gap = MEMORY[0] - CORE[1]
        x = MEMORY[0] - gap * (2 * share - 1) if back else CORE[1] + gap * 2 * share
        for lane in LANES[: here.lines]:
            yield {"row": "line" if back else "ask", "x": x, "y": lane}


def box(edges: tuple[float, float]) -> Row:
    return {"x1": edges[0], "x2": edges[1], "y1": 20.0, "y2": 98.0}


def bands(run: list[Stretch], now: float) -> Iterator[Row]:
    """Yield the two bands up to this moment: what the system sees, and what the core does."""
    low, high = BANDS[BUSY]
    yield {"row": "band", "x1": 0.0, "x2": now, "y1": low, "y2": high, "what": BUSY}
    low, high = BANDS[WORKS]
    for each in run:
        for what, begin, end in (
            (WORKS, each.begin, each.asks),
            (STILL, each.asks, each.end),
        ):
            if begin < now:
                yield {
                    "row": "band",
                    "x1": begin,
                    "x2": min(end, now),
                    "y1": low,
                    "y2": high,
                    "what": what,
                }


def run(wait: float, clock: float, seed: int) -> Iterator[Rows]:
    """Yield rows: for each frame (s) core (what it does), says (x, y, text), ask and line
    (x, y: what is on its way), band (x1, x2: s, y1, y2, what); and sum (cpi, stalled, gain).
    Nothing depends on chance."""
    head = Head(OLD, clock=clock)
    told = list(stretches(head, wait, 1.1 * WINDOW))
    for k in range(FRAMES):
        now = WINDOW * k / (FRAMES - 1)
        stamp = round(now, 12)
        yield [row | {"frame": stamp} for row in (*scene(told, now, clock), *bands(told, now))]
    slow = per_instruction(Head(OLD), wait)
    fast = per_instruction(head, wait)
    cpi = fast * clock
    yield [
        {
            "row": "sum",
            "wait": wait,
            "cpi": cpi,
            "base": head.constants["base"],
            "stalled": 1 - head.constants["base"] / cpi,
            "gain": slow / fast - 1,
        }
    ]


def per_instruction(head: Head, wait: float) -> float:
    """Return the mean seconds of an instruction, from a long run of the core."""
    long_run = list(stretches(head, wait, 1000 * wait))
    return long_run[-1].end / fsum(each.instructions for each in long_run)


def values(rows: Rows) -> dict[str, float]:
    return {name: value for name, value in one(rows, "sum").items() if name != "row"}


def describe(rows: Rows) -> str:
    row = one(rows, "sum")
    asked = max(
        len(of(rows, "ask", frame=stamp)) for stamp in {r["frame"] for r in of(rows, "ask")}
    )
    return (
        f"The core works, asks for up to {asked} lines at once, and stands still for {row['wait'] / ns:.0f} ns until "
        f"they are there. So an instruction takes {row['cpi']:.1f} cycles, of which {row['base']:.0f} are work. The "
        "operating system sees a core that is busy all the time."
    )


CORNERS: dict[str, Any] = {"x1": "x1", "x2": "x2", "y1": "y1", "y2": "y2"}
PLAIN: dict[str, Any] = {"fill": "currentColor", "stroke": "none"}
FILM = frame("frame", "time", "ns", 10, (320 * ns, 0.0))
STRIP = frame("frame", "time", "ns", 10, (WINDOW,))
WAIT = round(Head(OLD).most(read(Head(OLD), 8 * KiB)).wait, 9)
"""How long a line takes on the board of four sockets at full load."""

FIGURE = Figure(
    id="late-lines",
    title="One core, and lines that come late",
    caption="Above: the core asks for lines (rings), and memory sends them (squares). Below: what the operating system "
    "sees of this, and what the core does.",
    params={
        "wait": Number(
            "A line takes",
            WAIT,
            20 * ns,
            400 * ns,
            unit="ns",
            step=1 * ns,
            help="Time from when the core asks for a line until it has it.",
        ),
        "clock": Number(
            "Clock",
            OF["clock"],
            1.6 * GHz,
            3.4 * GHz,
            unit="GHz",
            step=0.1 * GHz,
            more=True,
            help="The clock of the core. Memory keeps its own.",
        ),
    },
    presets={
        "four sockets": Preset(help="the Sun 7410 of 2009, serving all it can"),
        "one socket": Preset({"wait": OF["memory"]}, "memory of its own, and nobody to ask"),
        "3 GHz": Preset({"clock": 3 * GHz}, "the same memory"),
    },
    run=run,
    chance=False,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    data=[box(CORE)],
                    **CORNERS,
                    fill="var(--wtg-card)",
                    stroke="currentColor",
                    rx=6,
                ),
                mark(
                    "rect",
                    data=[box(MEMORY)],
                    **CORNERS,
                    fill="var(--wtg-card)",
                    stroke="var(--wtg-mute)",
                    rx=6,
                ),
                *(
                    mark(
                        "rect",
                        {"row": "core", "what": what},
                        **CORNERS,
                        fill=hue,
                        fillOpacity=0.85,
                        rx=6,
                    )
                    for what, hue in ((WORKS, "var(--wtg-3)"), (STILL, "var(--wtg-pale)"))
                ),
                mark(
                    "dot",
                    {"row": "ask"},
                    x="x",
                    y="y",
                    r=6,
                    stroke="var(--wtg-accent)",
                    strokeWidth=2.5,
                ),
                mark(
                    "dot",
                    {"row": "line"},
                    x="x",
                    y="y",
                    r=8,
                    symbol="square",
                    fill="var(--wtg-1)",
                ),
                mark(
                    "text",
                    data=[{"x": 14.0, "y": 72.0, "text": "core"}],
                    x="x",
                    y="y",
                    text="text",
                    fontWeight=700,
                    **PLAIN,
                ),
                mark(
                    "text",
                    data=[{"x": 86.0, "y": 59.0, "text": "memory"}],
                    x="x",
                    y="y",
                    text="text",
                    fontWeight=700,
                    **PLAIN,
                ),
                mark("text", {"row": "says"}, x="x", y="y", text="text", **PLAIN),
            ],
            {
                "x": {"axis": None, "label": None, "domain": [0, 100]},
                "y": {"axis": None, "label": None, "domain": [0, 100]},
            },
            height=180,
            frame=FILM,
        ),
        panel(
            [
                mark("rect", {"row": "band"}, **CORNERS, fill="what"),
                mark(
                    "text",
                    data=[
                        {"x": 0.0, "y": 2.03, "text": "The operating system sees: busy"},
                        {"x": 0.0, "y": 0.9, "text": "The core works (green), or stands still"},
                    ],
                    x="x",
                    y="y",
                    text="text",
                    textAnchor="start",
                    **PLAIN,
                ),
            ],
            {
                "x": {"label": "time", "unit": "ns", "domain": [0, WINDOW]},
                "y": {"axis": None, "label": None, "domain": [0, 2.25]},
                "color": COLOURS,
            },
            height=150,
            frame=STRIP,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009update", "HyperTransport 1", "Gregg 2009"),
)
