"""How the board and what it does are drawn."""
from typing import Any

from figures.define.figure import mark, move, panel
from figures.head_node.plan import BRIDGES, ROOM

YOURS, TUNED = "yours", "as tuned"
WORK, STILL, CARRY = "cores work", "cores stand still", "links and slots"
CORES, SLOTS = "cores", "slots of network cards"
LINKS = [f"socket {a} to socket {b}" for a, b in ((0, 1), (1, 0), (0, 2), (2, 0), (1, 3), (3, 1), (2, 3), (3, 2))]
IN_USE = [CORES, SLOTS, *LINKS, *(f"to bridge {bridge}" for bridge in BRIDGES)]
"""Always in this order and all of them, so that two settings can be compared by eye."""
KINDS = {WORK: "var(--wtg-3)", STILL: "var(--wtg-pale)", CARRY: "var(--wtg-1)"}
BOX: dict[str, Any] = {"x1": "x1", "x2": "x2", "y1": "y1", "y2": "y2"}
HIDDEN = {"domain": [0, ROOM], "axis": None, "label": None}


def words(where, **more):
    """Words of the plan, without the pale edge that words on a picture have."""
    return mark("text", where, x="x", y="y", **{"text": "name", "fill": "currentColor", "stroke": "none", **more})


def said(side, anchor):
    """The share of a link's direction in use."""
    return mark("text", {"row": "said", "side": side}, x="x", y="y", text="said", textAnchor=anchor, fill="currentColor")


PLAN = panel(
    [mark("rect", {"row": "bridge"}, **BOX, fill="var(--wtg-card)", stroke="var(--wtg-mute)", rx=6),
     mark("rect", {"row": "socket", "there": 0}, **BOX, fill="none", stroke="var(--wtg-mute)", strokeDasharray="3 3", rx=6),
     mark("rect", {"row": "socket", "there": 1}, **BOX, fill="var(--wtg-card)", stroke="currentColor", strokeWidth=1.5, rx=6),
     mark("rect", {"row": "memory"}, **BOX, fill="var(--wtg-pale)", rx=3),
     mark("rect", {"row": "core"}, **BOX, fill="var(--wtg-pale)", rx=1),
     mark("rect", {"row": "works"}, **BOX, fill="var(--wtg-3)"),
     mark("link", {"row": "link", "most": 1}, **BOX, stroke="var(--wtg-accent)", strokeWidth=16, strokeOpacity=0.25,
          strokeLinecap="round"),
     mark("link", {"row": "link"}, x1="x1", y1="y1", x2="x2", y2="y2", stroke="load", strokeWidth="width",
          strokeLinecap="butt", channels={"from": "what", "GB/s": "gb"}, tip=True),
     mark("vector", {"row": "link"}, x="x2", y="y2", rotate="turn", shape="spike", anchor="start", length=13, r=7,
          fill="load", fillOpacity=1, stroke="none"),
     *(said(side, anchor) for side, anchor in (("left", "start"), ("right", "end"), ("middle", "middle"))),
     *(mark("rect", {"row": "card", "kind": kind}, **BOX, fill="var(--wtg-card)", stroke=colour, strokeWidth=2, rx=4,
            channels={"card": "name"}, tip=True)
       for kind, colour in (("network", "var(--wtg-1)"), ("disks", "var(--wtg-5)"))),
     words({"row": "card"}), words({"row": "bridge"}), words({"row": "memory"}),
     words({"row": "socket", "there": 1}, fontWeight=700), words({"row": "socket", "there": 0}, fill="var(--wtg-mute)")],
    {"x": HIDDEN, "y": HIDDEN,
     "color": {"domain": [0, 1], "unit": "%", "palette": "alarm", "label": "a link carries, of what it can", "legend": True}},
    height=470, move=move())


def done_panel(field, axis, load):
    """What the head does, beside the old head tuned."""
    return panel([mark("barX", {"row": "done"}, x=field, y="who", fill="who", tip=True), mark("ruleX", data=[0])],
                 {"x": axis, "y": {"label": None, "domain": [YOURS, TUNED]},
                  "color": {"domain": [YOURS, TUNED], "range": ["var(--wtg-1)", "var(--wtg-mute)"], "legend": False}},
                 height=95, when={"load": load})


DONE = [done_panel("reads", {"label": "reads a second", "tickFormat": "~s", "grid": True, "ticks": 5, "domain": [0, 370e3]},
                   ["8k"]),
        done_panel("bytes", {"label": "data", "unit": "GB/s", "grid": True, "ticks": 5, "domain": [0, 3.1e9]},
                   ["stream", "disk"])]
USE = panel(
    [mark("barX", {"row": "use"}, x1="from", x2="to", y="what", fill="kind", inset=0, tip=True),
     mark("tickX", {"row": "use"}, x="tuned", y="what", stroke="var(--wtg-2)", strokeWidth=2.5), mark("ruleX", data=[0])],
    {"x": {"label": "in use", "unit": "%", "domain": [0, 1], "grid": True, "ticks": 5},
     "y": {"label": None, "domain": IN_USE},
     "color": {"domain": list(KINDS), "range": list(KINDS.values()), "legend": True}}, height=270)
