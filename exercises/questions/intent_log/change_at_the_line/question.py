"""What was changed while one client wrote?"""

from functools import cache

from exercises.kit.form import Choice, Number
from exercises.kit.picture import picture_of
from figures.define.figure import mark, panel
from figures.intent_log.experiments.switched import column_of
from figures.kit.heat import frame, framed, rects, y_axis
from models.machine import Nfs
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from figures.kit.heat_map import log_edges
from models.sim.stats import percentile
from models.units import KiB, ms, rpm, s, us

KIND = "read"
CHANGES = {
    "logs": "two log devices were switched on",
    "disabled": "the property sync was set to disabled",
    "spindles": "disks of 15,000 turns a minute took the place of the others",
    "crowd": "seven more threads of the client began to write",
    "far": "the client was moved far away: 5 ms on the network for each write",
}
FORM = {
    "ninth": Number(
        "Nine of ten writes after the line take less than", unit="ms", low=1 * us, high=100 * s
    ),
    "change": Choice("What was changed?", CHANGES),
}
WHY = {
    "logs": "The lake is gone, since no write waits for a platter any more. What is left is what the processors and a "
    "Logzilla need together.",
    "disabled": "The lake is gone, and the band lies lower than any Logzilla could make it. The server answers at once and"
    " keeps no log. What was acknowledged since the last transaction group would be lost in a power failure.",
    "spindles": "The lake is still there: the writes wait for platters as before. It reaches up to a turn of the new "
    "disks, which is about half as long.",
    "crowd": "Now a write almost always finds a commit under way, and waits for that one and for its own. So the map "
    "reaches up to about two turns, and quick writes are hardly seen. All together, there are more writes a "
    "second.",
    "far": "The server does what it did: its writes take as long as before, on both sides. The client sends them less "
    "often, since each answer and each request takes longer on its way. A map of the server does not see that; only"
    " the rate does.",
}
SEEN = {
    "logs": "To the right there is one flat band between 0.2 and 0.3 ms, and the writes a second are many times as many.",
    "disabled": "To the right there is one flat band between 0.07 and 0.1 ms, and the writes a second are many times as "
    "many.",
    "spindles": "To the right cells lie from about 1 ms up to between 4 and 5 ms, and the writes a second are "
    "about twice as many.",
    "crowd": "To the right the cells lie between 7 and 24 ms, and the writes a second are a few times as many.",
    "far": "To the right the cells reach up as far as on the left, but there are fewer in each column, and the writes a "
    "second are fewer.",
}
EDGES = {"cell": log_edges(50 * us, 50 * ms, 42)}
TICKS = [tick * ms for tick in (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)]
SECONDS, COLUMN = 2.4, 0.06


@cache
def half(change, pairs, seed):
    """The writes of one side of the line: (t, latency) in s. change: what was changed, '' for the side before it."""
    done = []
    order = SUN_7410.order(
        pool={"layout": "mirror", "vdevs": pairs},
        log={"devices": 2 if change == "logs" else 0},
        sync="disabled" if change == "disabled" else "standard",
        speed=(15_000 if change == "spindles" else 7200) * rpm,
    )
    machine = Machine(order.bare(), seed, seen=lambda t, latency: done.append((t, latency)))
    machine.start(
        Nfs(1, 8 if change == "crowd" else 1, 8 * KiB, 5 * ms if change == "far" else None)
    )
    machine.loop.run(until=SECONDS)
    return done


@cache
def ninth(change, pairs, seed):
    """The latency (s) that nine of ten writes after the line do not exceed."""
    return percentile([latency for _, latency in half(change, pairs, seed)], 0.9)


def case(rng):
    """The server, and what was changed."""
    pairs, seed = rng.randint(12, 26), rng.randint(1, 1000)
    change = rng.choice(["logs", "far", "disabled", "spindles", "crowd"])
    return {
        "pairs": pairs,
        "seed": seed,
        "change": change,
        "what": CHANGES[change],
        "why": WHY[change],
        "ninth": ninth(change, pairs, seed),
    }


def picture(case):
    """The map of both sides, and the rate beneath it."""
    rows = [
        frame("log", 0.0, 2 * SECONDS, EDGES["cell"][0], EDGES["cell"][-1]),
        {"row": "line", "t": SECONDS},
    ]
    for begin, change in ((0.0, ""), (SECONDS, case["change"])):
        writes = half(change, case["pairs"], case["seed"])
        for number in range(round(SECONDS / COLUMN)):
            t1, t2 = number * COLUMN, (number + 1) * COLUMN
            column = sorted(latency for t, latency in writes if t1 <= t < t2)
            rows += column_of(column, begin + t1, begin + t2, EDGES)
            rows.append(
                {"row": "rate", "t1": begin + t1, "t2": begin + t2, "rate": len(column) / COLUMN}
            )
    line = mark("ruleX", {"row": "line"}, x="t", stroke="currentColor", strokeDasharray="3,3")
    time = {"label": "time", "unit": "s"}
    drawings = [
        panel(
            [framed("log"), rects({"row": "cell"}, "n", inset=0), line],
            {
                "x": time,
                "y": {**y_axis("latency at the server", "log"), "ticks": TICKS, "tickFormat": "~g"},
                "color": {"label": "writes", "type": "rank", "palette": "false", "legend": True},
            },
            height=300,
        ),
        panel(
            [
                mark(
                    "rect",
                    {"row": "rate"},
                    x1="t1",
                    x2="t2",
                    y1=0,
                    y2="rate",
                    fill="var(--wtg-1)",
                    fillOpacity=0.8,
                ),
                line,
                mark("ruleY", data=[0]),
            ],
            {"x": time, "y": {"label": "writes a second", "grid": True, "zero": True, "ticks": 4}},
            height=120,
        ),
    ]
    return picture_of(
        drawings,
        rows,
        "A heat map of latency at the server over 4.8 seconds, with a dashed line in the "
        "middle. To the left cells lie anywhere from 1 to 3 ms up to 9 ms. "
        f"{SEEN[case['change']]}",
    )
