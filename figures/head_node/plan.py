"""The plan of a board: where sockets, bridges, cards and the two directions of each link are drawn."""
from math import sqrt

ROOM = 100.0
"""The plan is as wide and as high as this."""
PIXELS = 5.0, 4.3
"""Of a unit across and up, about: between a phone and a desk."""
SOCKETS = {0: (25.0, 48.0), 1: (75.0, 48.0), 2: (25.0, 11.0), 3: (75.0, 11.0)}
HALF = 15.0, 10.0
BRIDGES = {"MCP55": (25.0, 86.0), "IO55": (75.0, 86.0)}
BRIDGE = 24.3, 13.0
CARD, SEATS = (21.8, 7.4), ((-11.8, 3.2), (11.8, 3.2), (-11.8, -7.2), (11.8, -7.2))
CORE, MOST_CORES = (2.3, 4.6), 8
LANE, START, END = 2.1, (1.4, 1.2), (4.3, 3.4)
"""How far a direction is from the middle of its link, and (across, up) from the boxes at its ends."""
WIDTH, LEAST = 1.25e-9, 1.6
"""Pixels of a byte a second, and of the thinnest line."""


def box(middle, half, **more):
    """A rectangle's corners."""
    (x, y), (across, up) = middle, half
    return {"x1": x - across, "x2": x + across, "y1": y - up, "y2": y + up, **more}


def socket_rows(head, state):
    """Sockets with their share of memory; each core as two boxes, of which the filled one is the time in which it works."""
    c = head.constants
    working = state.busy * c["base"] / state.cpi
    for socket, (x, y) in SOCKETS.items():
        there = socket < c["sockets"]
        yield box((x, y), HALF, row="socket", there=int(there), name=f"socket {socket}", x=x, y=y + 7.2)
        if not there:
            continue
        yield box((x, y - 6.9), (HALF[0] - 1.2, 2.4), row="memory", x=x, y=y - 6.9,
                  name=f"memory {100 * head.memory[socket]:.0f} %")
        for core in range(c["cores"]):
            at = x + (core - (c["cores"] - 1) / 2) * (CORE[0] + 1.0)
            frame = box((at, y + 0.6), (CORE[0] / 2, CORE[1] / 2), row="core")
            yield frame
            yield {**frame, "row": "works", "y2": frame["y1"] + working * CORE[1]}


def bridge_rows(cards):
    """Bridges, each one place with room for four cards, and the cards on them; cards: parameter -> (name, bridge)."""
    taken = dict.fromkeys(BRIDGES, 0)
    for bridge, middle in BRIDGES.items():
        yield box(middle, BRIDGE, row="bridge", place=bridge, name=f"bridge {bridge}", x=middle[0], y=middle[1] + 10.2)
    for param, (name, bridge) in cards.items():
        (x, y), (dx, dy) = BRIDGES[bridge], SEATS[taken[bridge]]
        taken[bridge] += 1
        yield box((x + dx, y + dy), (CARD[0] / 2, CARD[1] / 2), row="card", moves=param, name=name, kind=name.split()[0],
                  x=x + dx, y=y + dy)


def ends(a, b):
    """Where a link leaves the box of one node and reaches that of another."""
    def place(node):
        return (SOCKETS[node], HALF) if isinstance(node, int) else (BRIDGES[node], BRIDGE)

    (ax, ay), a_half = place(a)
    (bx, by), b_half = place(b)
    if ay == by:
        way = 1 if bx > ax else -1
        return (ax + way * a_half[0], ay), (bx - way * b_half[0], by)
    way = 1 if by > ay else -1
    side = 0 if ax == bx else 1 if bx > ax else -1         # a bridge at a socket that is not below it
    lean, off = 8.0 * side, 1.2 * abs(side)
    return (ax + lean, ay + way * (a_half[1] + off)), (bx - lean, by - way * (b_half[1] + off))


def link_rows(head, state):
    """A line for each direction of each link (two where there are two links), on the right-hand side as on a road."""
    doubled = {(2, 3), (3, 2)} if head.constants["doubled"] and head.constants["sockets"] == 4 else set()
    for (a, b), rate in state.loads.items():
        (x1, y1), (x2, y2) = ends(a, b)
        across, up = (x2 - x1) * PIXELS[0], (y2 - y1) * PIXELS[1]
        long = sqrt(across * across + up * up)
        ux, uy = across / long, up / long
        lanes = 2 if (a, b) in doubled else 1
        load = rate / head.board.capacity[a, b]
        words = {"what": f"{spoken(a)} to {spoken(b)}" + (", two links" if lanes == 2 else ""), "load": load, "rate": rate,
                 "gb": round(rate / 1e9, 3), "most": int((a, b) == state.link)}
        for lane in range(lanes):
            off = (LANE + 2.9 * lane) * PIXELS[1]
            dx, dy = uy * off / PIXELS[0], -ux * off / PIXELS[1]
            yield {"row": "link", "x1": x1 + dx + START[0] * ux, "y1": y1 + dy + START[1] * uy, "x2": x2 + dx - END[0] * ux,
                   "y2": y2 + dy - END[1] * uy, "width": max(LEAST, WIDTH * rate / lanes), "turn": turn(ux, uy), **words}
        off = (LANE + 2.9 * (lanes - 1) + 2.6) * PIXELS[1]
        level, way = abs(ux) > abs(uy), 0.5
        if ux and uy:                                        # beside the socket, where there is room
            way = 0.3 if isinstance(a, int) else 0.7
        yield {"row": "said", "x": x1 + way * (x2 - x1) + uy * off / PIXELS[0], "said": f"{100 * load:.0f} %",
               "y": y1 + way * (y2 - y1) - ux * (off + (5.0 if level else 0.0)) / PIXELS[1],
               "side": "middle" if level else "left" if uy > 0 else "right"}


def turn(across, up):
    """Degrees, clockwise from upwards. Only the link of a bridge to a socket that is not below it is neither level nor
    upright, and its angle depends on how wide the plan is."""
    if across and up:
        return 70.0 if across > 0 else 250.0
    return (90.0 if across > 0 else 270.0) if across else 0.0 if up > 0 else 180.0


def spoken(node):
    """A node in words."""
    return f"socket {node}" if isinstance(node, int) else node
