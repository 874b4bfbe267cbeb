"""The plan of a board, with sockets, bridges, cards and both directions of each link, and the bars
that go with it."""

from collections.abc import Iterator
from math import sqrt
from typing import Any

from figures.define.figure import Row, mark, move, panel
from models.head.head import Head, HeadState
from models.head.hypertransport import Node

ROOM = 100.0
"""Width and height of the plan."""
PIXELS = 5.0, 4.3
"""Approximate pixels of a unit across and of a unit up, between their values on a phone and on a
desktop."""
SOCKETS = {0: (25.0, 48.0), 1: (75.0, 48.0), 2: (25.0, 11.0), 3: (75.0, 11.0)}
HALF = 15.0, 10.0
BRIDGES = {"MCP55": (25.0, 86.0), "IO55": (75.0, 86.0)}
BRIDGE = 24.3, 13.0
CARD, SEATS = (21.8, 7.4), ((-11.8, 3.2), (11.8, 3.2), (-11.8, -7.2), (11.8, -7.2))
CORE, MOST_CORES = (2.3, 4.6), 8
LANE, START, END = 2.1, (1.4, 1.2), (4.3, 3.4)
"""Distance of a direction's line from the middle of its link, and distances (across, up) from the
boxes at its start and end."""
WIDTH, LEAST = 1.25e-9, 1.6
"""Pixels per byte per second, and pixels of the thinnest line."""


def box(middle: tuple[float, float], half: tuple[float, float], **more: float | str) -> Row:
    """Return a row with the corners of a rectangle. middle: its middle (x, y). half: half its width
    and half its height."""
    (x, y), (across, up) = middle, half
    return {"x1": x - across, "x2": x + across, "y1": y - up, "y2": y + up, **more}


def socket_rows(head: Head, state: HeadState) -> Iterator[Row]:
    """Yield the rows of the sockets, their share of memory and their cores. A core is two boxes:
    one for all of its time, and a filled one for the share in which it works."""
    c = head.constants
    working = state.busy * c["base"] / state.cpi
    for socket, (x, y) in SOCKETS.items():
        there = socket < c["sockets"]
        yield box(
            (x, y), HALF, row="socket", there=int(there), name=f"socket {socket}", x=x, y=y + 7.2
        )
        if not there:
            continue
        yield box(
            (x, y - 6.9),
            (HALF[0] - 1.2, 2.4),
            row="memory",
            x=x,
            y=y - 6.9,
            name=f"memory {100 * head.memory[socket]:.0f} %",
        )
        for core in range(c["cores"]):
            at = x + (core - (c["cores"] - 1) / 2) * (CORE[0] + 1.0)
            frame = box((at, y + 0.6), (CORE[0] / 2, CORE[1] / 2), row="core")
            yield frame
            yield {**frame, "row": "works", "y2": frame["y1"] + working * CORE[1]}


def bridge_rows(cards: dict[str, tuple[str, str]]) -> Iterator[Row]:
    """Yield the rows of the bridges, each with places for four cards, and of the cards on them.
    cards: parameter -> (name, bridge)."""
    cards_on = dict.fromkeys(BRIDGES, 0)
    for bridge, middle in BRIDGES.items():
        yield box(
            middle,
            BRIDGE,
            row="bridge",
            place=bridge,
            name=f"bridge {bridge}",
            x=middle[0],
            y=middle[1] + 10.2,
        )
    for param, (name, bridge) in cards.items():
        (x, y), (dx, dy) = BRIDGES[bridge], SEATS[cards_on[bridge]]
        cards_on[bridge] += 1
        yield box(
            (x + dx, y + dy),
            (CARD[0] / 2, CARD[1] / 2),
            row="card",
            moves=param,
            name=name,
            kind=name.split()[0],
            x=x + dx,
            y=y + dy,
        )


def ends(a: Node, b: Node) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the point (x, y) where a link leaves the box of node `a`, and the point where it
    reaches that of node `b`."""

    def place(node: Node) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the middle of a node's box, and half its width and height."""
        return (SOCKETS[node], HALF) if isinstance(node, int) else (BRIDGES[node], BRIDGE)

    (ax, ay), a_half = place(a)
    (bx, by), b_half = place(b)
    if ay == by:
        way = 1 if bx > ax else -1
        return (ax + way * a_half[0], ay), (bx - way * b_half[0], by)
    way = 1 if by > ay else -1
    side = (
        0 if ax == bx else 1 if bx > ax else -1
    )  # not 0 for a bridge that is not above its socket
    lean, off = 8.0 * side, 1.2 * abs(side)
    return (ax + lean, ay + way * (a_half[1] + off)), (bx - lean, by - way * (b_half[1] + off))


def link_rows(head: Head, state: HeadState) -> Iterator[Row]:
    """Yield the rows of each direction of each link, on the right-hand side as on a road, and of
    its load as text. Where two links join two sockets, each direction has two lines."""
    doubled = (
        {(2, 3), (3, 2)} if head.constants["doubled"] and head.constants["sockets"] == 4 else set()
    )
    for (a, b), rate in state.loads.items():
        (x1, y1), (x2, y2) = ends(a, b)
        across, up = (x2 - x1) * PIXELS[0], (y2 - y1) * PIXELS[1]
        length = sqrt(across * across + up * up)
        ux, uy = across / length, up / length
        lanes = 2 if (a, b) in doubled else 1
        load = rate / head.board.capacity[a, b]
        words = {
            "what": f"{spoken(a)} to {spoken(b)}" + (", two links" if lanes == 2 else ""),
            "load": load,
            "rate": rate,
            "gb": round(rate / 1e9, 3),
            "most": int((a, b) == state.link),
        }
        for lane in range(lanes):
            off = (LANE + 2.9 * lane) * PIXELS[1]
            dx, dy = uy * off / PIXELS[0], -ux * off / PIXELS[1]
            yield {
                "row": "link",
                "x1": x1 + dx + START[0] * ux,
                "y1": y1 + dy + START[1] * uy,
                "x2": x2 + dx - END[0] * ux,
                "y2": y2 + dy - END[1] * uy,
                "width": max(LEAST, WIDTH * rate / lanes),
                "turn": turn(ux, uy),
                **words,
            }
        off = (LANE + 2.9 * (lanes - 1) + 2.6) * PIXELS[1]
        level, position = abs(ux) > abs(uy), 0.5
        if ux and uy:  # beside the socket, where there is space
            position = 0.3 if isinstance(a, int) else 0.7
        yield {
            "row": "said",
            "x": x1 + position * (x2 - x1) + uy * off / PIXELS[0],
            "said": f"{100 * load:.0f} %",
            "y": y1 + position * (y2 - y1) - ux * (off + (5.0 if level else 0.0)) / PIXELS[1],
            "side": "middle" if level else "left" if uy > 0 else "right",
        }


def turn(across: float, up: float) -> float:
    """Return an arrow's direction in degrees, clockwise from upwards.

    Only links from a bridge to a socket that is not straight below it are neither level nor
    upright. Their angle depends on how wide the plan is.
    """
    if across and up:
        return 70.0 if across > 0 else 250.0
    return (90.0 if across > 0 else 270.0) if across else 0.0 if up > 0 else 180.0


def spoken(node: Node) -> str:
    """Return a node in words: socket 2, or MCP55."""
    return f"socket {node}" if isinstance(node, int) else node


YOURS, TUNED = "yours", "as tuned"
WORK, STILL, CARRY = "cores work", "cores stand still", "links and slots"
CORES, SLOTS = "cores", "slots of network cards"
LINKS = [
    f"socket {a} to socket {b}"
    for a, b in ((0, 1), (1, 0), (0, 2), (2, 0), (1, 3), (3, 1), (2, 3), (3, 2))
]
IN_USE = [CORES, SLOTS, *LINKS, *(f"to bridge {bridge}" for bridge in BRIDGES)]
"""All bars, always in this order, so that two settings can be compared by eye."""
KINDS = {WORK: "var(--wtg-3)", STILL: "var(--wtg-pale)", CARRY: "var(--wtg-1)"}
BOX: dict[str, Any] = {"x1": "x1", "x2": "x2", "y1": "y1", "y2": "y2"}
HIDDEN = {"domain": [0, ROOM], "axis": None, "label": None}


def words(where: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the mark of text on the plan. It lacks the pale edge that text on other pictures
    has."""
    return mark(
        "text",
        where,
        x="x",
        y="y",
        **{"text": "name", "fill": "currentColor", "stroke": "none", **more},
    )


def said(side: str, anchor: str) -> dict[str, Any]:
    """Return the mark of the text that says which share of a link's direction is used."""
    return mark(
        "text",
        {"row": "said", "side": side},
        x="x",
        y="y",
        text="said",
        textAnchor=anchor,
        fill="currentColor",
    )


PLAN = panel(
    [
        mark(
            "rect", {"row": "bridge"}, **BOX, fill="var(--wtg-card)", stroke="var(--wtg-mute)", rx=6
        ),
        mark(
            "rect",
            {"row": "socket", "there": 0},
            **BOX,
            fill="none",
            stroke="var(--wtg-mute)",
            strokeDasharray="3 3",
            rx=6,
        ),
        mark(
            "rect",
            {"row": "socket", "there": 1},
            **BOX,
            fill="var(--wtg-card)",
            stroke="currentColor",
            strokeWidth=1.5,
            rx=6,
        ),
        mark("rect", {"row": "memory"}, **BOX, fill="var(--wtg-pale)", rx=3),
        mark("rect", {"row": "core"}, **BOX, fill="var(--wtg-pale)", rx=1),
        mark("rect", {"row": "works"}, **BOX, fill="var(--wtg-3)"),
        mark(
            "link",
            {"row": "link", "most": 1},
            **BOX,
            stroke="var(--wtg-accent)",
            strokeWidth=16,
            strokeOpacity=0.25,
            strokeLinecap="round",
        ),
        mark(
            "link",
            {"row": "link"},
            x1="x1",
            y1="y1",
            x2="x2",
            y2="y2",
            stroke="load",
            strokeWidth="width",
            strokeLinecap="butt",
            channels={"from": "what", "GB/s": "gb"},
            tip=True,
        ),
        mark(
            "vector",
            {"row": "link"},
            x="x2",
            y="y2",
            rotate="turn",
            shape="spike",
            anchor="start",
            length=13,
            r=7,
            fill="load",
            fillOpacity=1,
            stroke="none",
        ),
        *(
            said(side, anchor)
            for side, anchor in (("left", "start"), ("right", "end"), ("middle", "middle"))
        ),
        *(
            mark(
                "rect",
                {"row": "card", "kind": kind},
                **BOX,
                fill="var(--wtg-card)",
                stroke=colour,
                strokeWidth=2,
                rx=4,
                channels={"card": "name"},
                tip=True,
            )
            for kind, colour in (("network", "var(--wtg-1)"), ("disks", "var(--wtg-5)"))
        ),
        words({"row": "card"}),
        words({"row": "bridge"}),
        words({"row": "memory"}),
        words({"row": "socket", "there": 1}, fontWeight=700),
        words({"row": "socket", "there": 0}, fill="var(--wtg-mute)"),
    ],
    {
        "x": HIDDEN,
        "y": HIDDEN,
        "color": {
            "domain": [0, 1],
            "unit": "%",
            "palette": "alarm",
            "label": "a link carries, of what it can",
            "legend": True,
        },
    },
    height=430,
    move=move(),
    tab="Board",
)


def done_panel(field: str, axis: dict[str, Any], load: list[str]) -> dict[str, Any]:
    """Return the panel that compares the head's rate with that of the old head as tuned, for these
    loads."""
    return panel(
        [
            mark("barX", {"row": "done"}, x=field, y="who", fill="who", tip=True),
            mark("ruleX", data=[0]),
        ],
        {
            "x": axis,
            "y": {"label": None, "domain": [YOURS, TUNED]},
            "color": {
                "domain": [YOURS, TUNED],
                "range": ["var(--wtg-1)", "var(--wtg-mute)"],
                "legend": False,
            },
        },
        height=110,
        when={"load": load},
        tab="Rate and use",
    )


DONE = [
    done_panel(
        "reads",
        {
            "label": "reads a second",
            "tickFormat": "~s",
            "grid": True,
            "ticks": 5,
            "domain": [0, 370e3],
        },
        ["8k"],
    ),
    done_panel(
        "bytes",
        {"label": "data", "unit": "GB/s", "grid": True, "ticks": 5, "domain": [0, 3.1e9]},
        ["stream", "disk"],
    ),
]
USE = panel(
    [
        mark("barX", {"row": "use"}, x1="from", x2="to", y="what", fill="kind", inset=0, tip=True),
        mark("tickX", {"row": "use"}, x="tuned", y="what", stroke="var(--wtg-2)", strokeWidth=2.5),
        mark("ruleX", data=[0]),
    ],
    {
        "x": {"label": "in use", "unit": "%", "domain": [0, 1], "grid": True, "ticks": 5},
        "y": {"label": None, "domain": IN_USE},
        "color": {"domain": list(KINDS), "range": list(KINDS.values()), "legend": True},
    },
    height=310,
    tab="Rate and use",
)
