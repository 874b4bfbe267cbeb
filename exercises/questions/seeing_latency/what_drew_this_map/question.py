"""A heat map without words: what does the server do?"""

from functools import cache
from math import inf

from exercises.kit.form import Choice
from exercises.kit.picture import picture_of
from figures.define.figure import mark, panel
from figures.kit.heat import frame, framed, rects, y_axis
from models.devices.vibration import Shaking
from figures.kit.icy_lake import icy_lake
from models.machine import SUN_7410, Nfs, Reads, served
from figures.kit.heat_map import HeatMap, linear_edges
from models.units import GB, KiB, ms, rpm

KIND = "read"
WHAT = {
    "one": "Synchronous writes to one disk",
    "two": "Synchronous writes to two disks, in turn",
    "pool": "Synchronous writes to a pool of many disks, in turn",
    "memory": "Reads, answered from memory or else from a disk",
    "bad": "Reads, answered from flash, or a few from a bad disk that tries again and again",
}
SEEN = {
    "one": "Nearly all operations lie on one thin level line. A fainter level line runs a little above it, and a few specks "
    "lie near the floor.",
    "two": "Two thin lines, equally steep, one climbing and one falling. They cross; a line that reaches the floor goes "
    "on at the top. Fainter lines run along a little above them.",
    "pool": "Cells everywhere from nearly nothing up to an upper edge, and in them many straight slanting lines, some "
    "climbing, some falling, some nearly level, that cross each other.",
    "memory": "A dense level band on the floor, and above a gap a wide cloud, as thick at the end as at the beginning, with "
    "no line in it.",
    "bad": "A dense level band on the floor. Single cells are scattered above it, fewer the higher one looks.",
}
FORM = {"what": Choice("The map shows", WHAT)}
SECONDS, COLUMNS, BINS, MOST = 90.0, 120, 50, 6000


def case(rng):
    what = rng.choice(["pool", "one", "two", "memory", "bad"])
    speed = rng.choice([5400, 7200, 10_000])
    return {
        "what": what,
        "speed": speed,
        "turn": 60 / speed,
        "disks": rng.randrange(14, 30),
        "apart": rng.uniform(1.3, 2.2),
        "share": rng.uniform(0.4, 0.7),
        "seed": rng.randrange(1000),
        "is": WHAT[what],
        "size": 8 * KiB,
    }


def operations(case):
    """(t, latency) in s of one client's operations."""
    what, seed = case["what"], case["seed"]
    if what in ("memory", "bad"):
        bad = what == "bad"
        order = SUN_7410.order(
            pool={"layout": "stripe", "vdevs": 1},
            flash={"devices": 1},
            held=(0.0, 0.97) if bad else (case["share"], 0.0),
            disks={"speed": case["speed"] * rpm},
        ).without("queue", "drive queue")
        load = Nfs(reads=1.0, blocks=Reads(500 * GB), turnaround=8 * ms)
        return served(order, load, SECONDS, seed, Shaking(0.0, inf, 0.92) if bad else None)[:MOST]
    disks = {"one": 1, "two": 2, "pool": case["disks"]}[what]
    errors = {"one": (0.0,), "two": (0.0, -1e-4 * case["apart"]), "pool": ()}[what]
    lake = icy_lake(
        ("stripe", disks),
        8 * KiB,
        seed=seed,
        speed=case["speed"] * rpm,
        skew=1.2 * ms,
        speed_errors=errors,
    )
    return [(t, latency) for t, latency, *_ in lake.writes(SECONDS)]


@cache
def cells(what, speed, disks, apart, share, seed):
    """The rows of the map: what it spans, and its cells."""
    found = operations(
        {"what": what, "speed": speed, "disks": disks, "apart": apart, "share": share, "seed": seed}
    )
    end, top = found[-1][0], 1.05 * max(latency for _, latency in found)
    heat = HeatMap(end / COLUMNS, linear_edges(top, BINS))
    for t, latency in found:
        heat.add(t, latency)
    return [frame("linear", 0.0, end, 0.0, top), *heat.rest()]


def rows_of(case):
    """The rows of a variant's map."""
    return cells(*(case[name] for name in ("what", "speed", "disks", "apart", "share", "seed")))


def picture(case):
    """The map, in false colour."""
    drawing = panel(
        [framed("linear"), rects({"row": "cell"}, "n", inset=0), mark("ruleY", data=[0])],
        {
            "x": {"label": "time", "unit": "s"},
            "y": y_axis("latency", "linear"),
            "color": {"label": "operations", "type": "rank", "palette": "false", "legend": True},
        },
        height=300,
    )
    rows = rows_of(case)
    top = rows[0]["high"] / ms
    return picture_of(
        [drawing],
        rows,
        f"A heat map of latency over {rows[0]['t2']:.0f} seconds; the axis goes up to "
        f"{top:.0f} ms. {SEEN[case['what']]}",
    )
