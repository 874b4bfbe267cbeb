"""The icy lake: latency of one writer on many disks, and what each line in it is."""
from itertools import pairwise
from math import cos, pi, sin

from figures.define import Choice, Figure, Number, Preset, Switch, cite, mark, panel, pick, probe, target
from figures.seeing_latency.lines import ICE, crossings, falling, filled, lines, rising
from figures.stops import SIZES
from figures.words import time
from models.catalogue import values as constants
from models.heat_map import HeatMap, linear_edges, log_edges
from models.lone_writer import LAYOUTS, drive_spec, icy_lake
from models.stats import percentile
from models.units import KiB, ms, rpm

SUN = constants("7410")
COLUMNS, BINS, DOTS, STEPS = 180, 56, 240, 24
DISKS = 288
MINUTE = 60
WHO = ["this disk is the late one", "another of its group is"]


def disk_name(number, layout):
    """Disks are counted 1, 2, 3 in a stripe, 1a, 1b, 2a in mirrors and RAID-Z."""
    vdev, column = divmod(number - 1, LAYOUTS[layout].disks)
    return f"{vdev + 1}" + ("abcdefghij"[column] if LAYOUTS[layout].disks > 1 else "")


def run(layout, vdevs, spindle, speed, size, turnaround, jitter, error, scattered, seconds, axis, palette, busy, seed):
    """Rows: cell (t1, t2, low, high, n, tag: whose), sum; with busy spent (what, from, to). While a disk is explained
    lake stands for cell, and there are own and mate (its vdev's cells, by who decides) and sight (t, away, x, y)."""
    spec, width = drive_spec(speed), LAYOUTS[layout].disks
    vdevs = min(vdevs, DISKS // width)
    spindle = min(spindle, vdevs * width)
    lake = icy_lake(layout, vdevs, size=int(size), turnaround=turnaround, jitter=jitter, speed_error=error, spec=spec,
                    scattered=scattered, seed=seed)
    vdev, column = divmod(spindle - 1, width)
    if spindle:
        lake.watch(vdev, column)
    top = int((1 / speed + spec.skew) / ms + 1) * ms
    edges = linear_edges(top, BINS) if axis == "linear" else log_edges(0.2 * ms, top, BINS)
    heat, own, mate = (HeatMap(seconds / COLUMNS, edges) for _ in range(3))
    yield [{"row": "frame", "t1": 0.0, "t2": seconds, "low": edges[0], "high": top, "palette": palette}]
    latencies, decided, cells = [], set(), []
    for step in range(1, STEPS + 1):
        for start, latency, v, k, _ in lake.writes(seconds * step / STEPS):
            heat.add(start, latency, v * width + k + 1)
            latencies.append(latency)
            if spindle and v == vdev:
                (own if k == column else mate).add(start, latency)
                if k == column:
                    decided.add(start)
        maps = {"lake" if spindle else "cell": heat, "mate": mate, "own": own}
        drawn = {name: some.columns(lake.now) if step < STEPS else some.rest() for name, some in maps.items()}
        cells += drawn["lake" if spindle else "cell"]
        yield [{**row, "row": name} for name, some in drawn.items() for row in some]
    for start, away in lake.seen[::max(1, len(lake.seen) // DOTS)]:
        r, angle = 0.3 + 0.7 * start / seconds, 2 * pi * away
        yield [{"row": "sight", "t": start, "away": away, "x": round(r * cos(angle), 6), "y": round(r * sin(angle), 6),
                "who": WHO[start not in decided]}]
    if busy:
        yield spent(lake)
    yield [{**summary(lake, latencies), **line_of(lake, layout, spindle, len(decided)), **seen_lines(cells)}]


def spent(lake):
    """Where the thread's time went: a bar from 0 to 1, a row a part."""
    used, begin, rows = lake.spent(), 0.0, []
    for what, part in (("client", used.client), ("server", used.server), ("drive's electronics", used.drive),
                       ("rotation", used.rotation), ("transfer", used.transfer)):
        rows.append({"row": "spent", "what": what, "from": begin, "to": min(1.0, begin + part / lake.now)})
        begin = rows[-1]["to"]
    return rows


def summary(lake, latencies):
    """The whole run: rates, and latencies (s)."""
    floor, turn = lake.arrive + lake.flush + lake.transfer / lake.count, 1 / lake.vdevs[0][0].spec.speed
    return {
        "row": "sum", "vdevs": len(lake.vdevs), "disks": sum(len(vdev) for vdev in lake.vdevs),
        "iops": lake.count / lake.now, "median": percentile(latencies, 0.5), "p99": percentile(latencies, 0.99),
        "least": min(latencies), "most": max(latencies), "turn": turn,
        "upper": sum(latency > floor + turn / 2 for latency in latencies) / len(latencies),
        "track": lake.vdevs[0][0].geometry.zones[0][2] / lake.size * len(lake.vdevs) * lake.now / lake.count,
        "writing": (lake.rotation + lake.transfer) / lake.now / len(lake.vdevs),
    }


def line_of(lake, layout, spindle, decided):
    """What the line of one disk is: its drift a lap (turns), and its slope (s a minute) behind each disk before it."""
    empty = {"layout": layout, "name": "", "lap": 0.0, "drift": 0.0, "decides": 0.0, "behind": "", "slope": 0.0,
             "other": "", "other_slope": 0.0, "slower": 0.0}
    if not spindle or len(lake.seen) < 2:
        return empty
    width = LAYOUTS[layout].disks
    vdev, column = divmod(spindle - 1, width)
    before = (vdev - 1) % len(lake.vdevs)
    own, speed = lake.vdevs[vdev][column], lake.vdevs[vdev][column].spec.speed
    slopes = [((own.turn - disk.turn) * speed * MINUTE, before * width + k + 1)
              for k, disk in enumerate(lake.vdevs[before])]
    drift = percentile([(b - a + 0.5) % 1.0 - 0.5 for (_, a), (_, b) in pairwise(lake.seen)], 0.5)
    lap = (lake.seen[-1][0] - lake.seen[0][0]) / (len(lake.seen) - 1)
    slope = drift / speed / lap * MINUTE
    slopes.sort(key=lambda each: abs(each[0] - slope))
    return {**empty, "name": disk_name(spindle, layout), "lap": lap, "drift": drift, "decides": decided / len(lake.seen),
            "behind": disk_name(slopes[0][1], layout), "slope": slopes[0][0], "other": disk_name(slopes[-1][1], layout),
            "other_slope": slopes[-1][0], "slower": own.turn * speed - 1}


def seen_lines(cells):
    """What an eye finds in the map: lines that climb, that fall, that run level, and how often they cross."""
    found = lines(cells)
    return {"rising": len(rising(found)), "falling": len(falling(found)), "crossings": crossings(found),
            "lines": len({line.tag for line in found}), "steepest": max((abs(line.slope) for line in found), default=0.0)}


def total(rows):
    return next(row for row in rows if row["row"] == "sum")


def cells(rows):
    return [row for row in rows if row["row"] in ("cell", "lake")]


def values(rows):
    s = total(rows)
    return {**{name: float(value) for name, value in s.items() if not isinstance(value, str)},
            "steepest": s["steepest"] * MINUTE, "drift": abs(s["drift"])}


def pool(s):
    """The pool in words."""
    count, many = s["vdevs"], "s" if s["vdevs"] > 1 else ""
    return {"stripe": f"{count} disk{many}", "mirror": f"{count} mirrored pair{many}",
            "raidz1": f"{count} RAID-Z group{many} of six", "raidz2": f"{count} RAID-Z2 group{many} of ten"}[s["layout"]]


def moves(slope):
    """A slope (s a minute) in words."""
    way = "climbs" if slope > 0 else "falls"
    return "runs level" if abs(slope) < 0.05 * ms else f"{way} {abs(slope) / ms:.2g} ms a minute"


def explain(s):
    """What the line of one disk is, in words."""
    text = (f"Disk {s['name']}: each time round {pool(s)} ({time(s['lap'])}) its sector is {abs(s['drift']):.2%} of a turn "
            f"{'further from' if s['drift'] > 0 else 'nearer to'} the head when the write arrives, so its line "
            f"{moves(s['slope'])}")
    if s["vdevs"] == 1:
        return f"{text}. No other disk is written to before it." if s["disks"] == 1 else (
            f"{text}. It is the late one in {s['decides']:.0%} of the writes.")
    if s["layout"] == "stripe":
        return (f"{text}. It turns {abs(s['slope']) / MINUTE:.4%} {'slower' if s['slope'] > 0 else 'faster'} than disk "
                f"{s['behind']}, which is written to just before it.")
    return (f"{text} while disk {s['behind']}, just before it, is the late one of its group (behind {s['other']} it "
            f"{moves(s['other_slope'])}). {s['name']} itself is the late one in {s['decides']:.0%} of its group's writes.")


def describe(rows):
    s = total(rows)
    if s["name"]:
        return explain(s)
    text = (f"{pool(s)} take{'s' if s['vdevs'] == 1 else ''} {s['iops']:.0f} writes a second, one at a time; half take less "
            f"than {time(s['median'])}, 99 of 100 less than {time(s['p99'])}. ")
    if s["rising"] + s["falling"]:
        return text + (f"{s['rising']} stretches of line climb and {s['falling']} fall, by {time(s['steepest'] * MINUTE)} a "
                       f"minute at most; they cross {s['crossings']} times.")
    return text + (f"{s['lines']} lines run level." if 4 * s["lines"] > s["vdevs"] else "There are no lines to be seen.")


def diagonals(rows):
    """Many lines that creep up, and many that creep down."""
    found = lines(cells(rows))
    return len(rising(found)) >= 8 and len(falling(found)) >= 8


def cross(rows):
    """Climbing and falling lines at the same time that form an X."""
    return crossings(lines(cells(rows))) >= 5


def lake(rows):
    """Cracks in ice: many lines up and down that cross, and clear ice between them."""
    return diagonals(rows) and crossings(lines(cells(rows))) >= 20 and filled(cells(rows)) < 0.7


def one_line(rows):
    """One disk draws a single line that creeps, though the map holds the lines of many."""
    own = [{**row, "tag": 1} for row in rows if row["row"] == "own"]
    columns: dict[float, list] = {}
    for row in own:
        columns.setdefault(row["t1"], []).append(row)
    if not own or len(own) > 0.5 * len(cells(rows)):
        return False
    thin = sum(max(r["high"] for r in c) - min(r["low"] for r in c) < 3.5 * (c[0]["high"] - c[0]["low"])
               for c in columns.values())
    found = lines(own)
    return (thin >= 0.9 * len(columns) and len(columns) >= 0.9 * COLUMNS and bool(rising(found)) != bool(falling(found))
            and sum(line.end - line.start for line in found) > 0.7 * max(row["t2"] for row in own))


def weighted(rows):
    """An icy lake whose upper half holds more than three fifths of the writes."""
    return diagonals(rows) and cross(rows) and total(rows)["upper"] > 0.6


STRIPE, ONE = "as measured, stripe of 22", "as measured, one disk of the stripe"
EXPLAINED = list(range(1, DISKS + 1))
LATENCY = {"label": "latency of a write", "unit": "ms", "grid": True}
TIME = {"label": "time", "unit": "s"}


def heat_panel(axis, palette):
    """The map on one kind of axis in one palette."""
    return panel(
        [mark("rect", {"row": "frame"}, x1="t1", x2="t2", y1="low", y2="high", fill="none"),
         mark("rect", {"row": "cell"}, x1="t1", x2="t2", y1="low", y2="high", fill="n", inset=0),
         mark("rect", {"row": "lake"}, x1="t1", x2="t2", y1="low", y2="high", fill="var(--wtg-mute)", fillOpacity=0.28,
              inset=0),
         mark("rect", {"row": "mate"}, x1="t1", x2="t2", y1="low", y2="high", fill="var(--wtg-1)", inset=0),
         mark("rect", {"row": "own"}, x1="t1", x2="t2", y1="low", y2="high", fill="var(--wtg-accent)", inset=0)],
        {"x": TIME, "y": {**LATENCY, **({"type": "log"} if axis == "log" else {})},
         "color": {"label": "writes", "type": "rank" if palette == "false" else "linear", "range": ICE,
                   "legend": True}},
        height=340, when={"axis": axis, "palette": palette},
        probe=probe(noun="writes", where={"row": ["cell", "lake"]}), pick=pick("spindle", "tag"),
    )


SIGHT = {"domain": WHO, "range": ["var(--wtg-accent)", "var(--wtg-1)"]}
RING = [{"x": round(cos(2 * pi * k / 72), 6), "y": round(sin(2 * pi * k / 72), 6)} for k in range(73)]

FIGURE = Figure(
    id="icy-lake",
    title="The icy lake",
    caption="One thread writes 8 KiB at a time, each write behind the last, each to the next pair of disks, and waits "
            "until it is safe. Stronger cells hold more writes. Click a line to see whose it is: writes that the disk "
            "held up are then orange, those that its mirror held up blue. Below you see how far its sector was from the head "
            "each time, over time and on the platter (from the inner ring to the rim; the sector comes round clockwise).",
    params={
        "layout": Choice("Layout", "mirror", {"stripe": "stripe", "mirror": "mirrored pairs", "raidz1": "RAID-Z of six",
                                              "raidz2": "RAID-Z2 of ten"},
                         "Single disks, pairs that hold the same, or groups that share each write and its parity."),
        "vdevs": Number("Disks, pairs or groups", 24, 1, 48, whole=True,
                        help="How many the writes go to in turn (288 disks at most)."),
        "spindle": Number("Explain the line of disk", 0, 0, DISKS, whole=True,
                          help="0: none. Or click a line. In pairs, 1 and 2 are the sides of the first pair, and so on."),
        "speed": Number("Spindle", SUN["speed"], 5400 * rpm, 15000 * rpm, unit="rpm", step=100 * rpm,
                        help="How fast the platters turn."),
        "size": Number("Write size", 8 * KiB, 512, 128 * KiB, unit="KiB", stops=SIZES,
                       help="How much the program writes at a time; the log adds a header and rounds up to 4 KiB."),
        "turnaround": Number("Between writes", SUN["turnaround"], 0.0, 5 * ms, unit="ms", step=0.05 * ms,
                             help="Client and network: from an answer to the next request."),
        "jitter": Number("Give or take", 0.0, 0.0, 5 * ms, unit="ms", step=0.05 * ms,
                         help="How much that time varies (it cannot vary by more than itself)."),
        "error": Number("Speed error", SUN["speed_error"], 0.0, 0.01, unit="%",
                        stops=(0.0, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01),
                        help="How far a spindle's speed may be off, either way."),
        "scattered": Switch("Log at another place on each disk", False,
                            "As in a pool that others have written to: then the disks change tracks at different times."),
        "seconds": Number("Time shown", 180.0, 10.0, 600.0, unit="s", step=10.0, help="How long we look."),
        "axis": Choice("Latency axis", "linear", {"linear": "linear", "log": "logarithmic"},
                       "Logarithmic spreads what is short."),
        "palette": Choice("Colours", "false", {"false": "false colour", "linear": "linear"},
                          "False colour gives each count a step of its own, so that a cell of one write can be seen."),
        "busy": Switch("Where the time goes", False, "Show what the thread spent its time on."),
    },
    presets={
        "as measured": Preset(help="48 disks of 7,200 rpm in 24 mirrored pairs, writes of 8 KiB"),
        STRIPE: Preset({"layout": "stripe", "vdevs": 22}, "no mirrors: each write to one disk"),
        ONE: Preset({"layout": "stripe", "vdevs": 22, "spindle": 7}, "the same, one disk singled out"),
        "explain one line": Preset({"spindle": 29}, "one side of a mirrored pair"),
        "all spindles alike": Preset({"error": 0.0}),
        "four times as unlike": Preset({"error": 4e-4, "seconds": 60.0}),
        "15,000 rpm": Preset({"speed": 15000 * rpm}),
        "an uneven client": Preset({"turnaround": 2 * ms, "jitter": 2 * ms, "seconds": 60.0}, "0 to 4 ms between writes"),
        "used for years": Preset({"scattered": True}, "the log lies at another place on each disk"),
        "RAID-Z2": Preset({"layout": "raidz2", "vdevs": 4}, "the slowest of ten disks decides"),
        "linear shades": Preset({"palette": "linear"}),
        "where the time goes": Preset({"busy": True, "layout": "stripe", "vdevs": 22, "seconds": 60.0}),
    },
    run=run,
    panels=[
        *(heat_panel(axis, palette) for axis in ("linear", "log") for palette in ("false", "linear")),
        panel(
            [mark("barX", {"row": "spent"}, x1="from", x2="to", fill="what"), mark("ruleX", data=[0])],
            {"x": {"label": "the thread's time", "unit": "%", "domain": [0, 1], "grid": True},
             "color": {"domain": ["client", "server", "drive's electronics", "rotation", "transfer"],
                       "range": ["var(--wtg-4)", "var(--wtg-5)", "var(--wtg-3)", "var(--wtg-accent)", "var(--wtg-1)"],
                       "legend": True}},
            height=110, when={"busy": True},
        ),
        panel(
            [mark("ruleX", {"row": "frame"}, x="t1", strokeOpacity=0),
             mark("ruleX", {"row": "frame"}, x="t2", strokeOpacity=0),
             mark("dot", {"row": "sight"}, x="t", y="away", r=1.8, fill="who")],
            {"x": TIME, "y": {"label": "sector is away by", "unit": "turn", "domain": [0, 1],
                              "ticks": [0, 0.5, 1], "grid": True}, "color": {**SIGHT, "legend": True}},
            height=180, when={"spindle": EXPLAINED},
        ),
        panel(
            [mark("line", data=RING, x="x", y="y", stroke="var(--wtg-mute)", strokeWidth=1.5),
             mark("line", data=[{"x": 0.3 * p["x"], "y": 0.3 * p["y"]} for p in RING], x="x", y="y",
                  stroke="var(--wtg-mute)", strokeOpacity=0.5),
             mark("dot", {"row": "sight"}, x="x", y="y", r=2, fill="who"),
             mark("line", data=[{"x": 1.3, "y": 0.0}, {"x": 0.3, "y": 0.0}], x="x", y="y", stroke="currentColor",
                  strokeWidth=2.5),
             mark("text", data=[{"x": 1.3, "y": 0.1}], x="x", y="y", text=["head"], fill="currentColor"),
             mark("text", data=[{"x": 0.0, "y": 0.0}], x="x", y="y", text=["first"], fill="currentColor"),
             mark("text", data=[{"x": 0.0, "y": -1.1}], x="x", y="y", text=["last"], fill="currentColor"),
             mark("text", data=[{"x": -0.95, "y": 0.85}], x="x", y="y", text=["it turns ↻"], fill="currentColor")],
            {"x": {"axis": None, "domain": [-1.2, 1.45]}, "y": {"axis": None, "domain": [-1.2, 1.2]}, "color": SIGHT},
            height=320, aspect=1, when={"spindle": EXPLAINED},
        ),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009art", "the heat map"),
    reproduces=["latency-art-x", "acmq-fig2-striped-sync", "acmq-fig3-single-disk-of-stripe", "acmq-fig6-mirrored-sync"],
    targets=[
        target("art-x-latency-range", lambda rows: total(rows)["most"]),
        target("art-x-diagonals-pattern", diagonals),
        target("art-x-cross-pattern", cross),
        target("art-x-icy-lake-pattern", lake),
        target("acmq6-pattern", weighted),
        target("acmq2-pattern", lambda rows: diagonals(rows) and cross(rows) and total(rows)["upper"] < 0.6, STRIPE),
        target("acmq3-pattern", one_line, ONE),
    ],
)
