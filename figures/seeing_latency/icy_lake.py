"""The icy lake: latency of one writer on many disks, and what each line in it is."""
from itertools import pairwise
from math import cos, pi, sin

from figures.define import Choice, Figure, Number, Preset, Switch, cite, mark, panel, pick, probe, target
from figures.seeing_latency.lines import crossings, falling, filled, lines, rising
from figures.stops import SIZES
from figures.words import time
from models.catalogue import values as constants
from models.heat_map import HeatMap, linear_edges, log_edges
from models.lone_writer import LAYOUTS, drive_spec, icy_lake
from models.stats import percentile
from models.units import KiB, ms, rpm

SUN = constants("7410")
COLUMNS, BINS, DOTS = 180, 50, 300
DISKS = 288
MINUTE = 60


def disk_name(number, layout):
    """Disks are counted 1, 2, 3 in a stripe, 1a, 1b, 2a in mirrors and RAID-Z."""
    vdev, column = divmod(number - 1, LAYOUTS[layout].disks)
    return f"{vdev + 1}" + ("abcdefghij"[column] if LAYOUTS[layout].disks > 1 else "")


def run(layout, vdevs, spindle, speed, size, turnaround, jitter, error, scattered, seconds, axis, palette, busy, seed):
    """Rows: cell (t1, t2, low, high, n, tag: whose), own (cells of the disk to explain), sight (t, away, x, y), spent
    (what, share), sum; lake stands for cell while a disk is explained."""
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
    heat, own = HeatMap(seconds / COLUMNS, edges), HeatMap(seconds / COLUMNS, edges)
    yield [{"row": "frame", "t1": 0.0, "t2": seconds, "low": edges[0], "high": top, "palette": palette}]
    latencies, decided = [], set()
    for step in range(1, 25):
        writes = lake.writes(seconds * step / 24)
        for start, latency, v, k, _ in writes:
            heat.add(start, latency, v * width + k + 1)
            latencies.append(latency)
            if spindle and v == vdev and k == column:
                own.add(start, latency)
                decided.add(start)
        cells = heat.columns(lake.now) if step < 24 else heat.rest()
        mine = own.columns(lake.now) if step < 24 else own.rest()
        yield [{**row, "row": "lake"} if spindle else row for row in cells] + [{**row, "row": "own"} for row in mine]
    if spindle:
        for start, away in lake.seen[::max(1, len(lake.seen) // DOTS)]:
            r, angle = 0.3 + 0.7 * start / seconds, 2 * pi * away
            yield [{"row": "sight", "t": start, "away": away, "x": round(r * cos(angle), 6),
                    "y": round(r * sin(angle), 6),
                    "who": "this disk decides" if start in decided else "another disk of its vdev is later"}]
    if busy:
        spent = lake.spent()
        yield [{"row": "spent", "what": what, "share": part / lake.now} for what, part in (
            ("client", spent.client), ("server", spent.server), ("drive's electronics", spent.drive),
            ("rotation", spent.rotation), ("transfer", spent.transfer))]
    yield [summary(lake, latencies, layout, spindle, decided)]


def summary(lake, latencies, layout, spindle, decided):
    """The row `sum`: rates and latencies (s) of the whole run; for the disk to explain its drift."""
    width = LAYOUTS[layout].disks
    disk = lake.vdevs[0][0]
    floor = lake.arrive + lake.flush + lake.transfer / lake.count
    seen = lake.seen
    lap = (seen[-1][0] - seen[0][0]) / (len(seen) - 1) if len(seen) > 1 else 0.0
    drifts = sorted((b - a + 0.5) % 1.0 - 0.5 for (_, a), (_, b) in pairwise(seen))
    own = lake.vdevs[(spindle - 1) // width][(spindle - 1) % width] if spindle else disk

    def drift(share):
        return percentile(drifts, share) if drifts else 0.0

    return {
        "row": "sum", "layout": layout, "vdevs": len(lake.vdevs), "disks": len(lake.vdevs) * width,
        "iops": lake.count / lake.now, "median": percentile(latencies, 0.5), "p99": percentile(latencies, 0.99),
        "least": min(latencies), "most": max(latencies), "floor": floor, "turn": 1 / disk.spec.speed,
        "upper": sum(latency > floor + 0.5 / disk.spec.speed for latency in latencies) / len(latencies),
        "writing": (lake.rotation + lake.transfer) / lake.now / len(lake.vdevs),
        "name": disk_name(spindle, layout) if spindle else "", "lap": lap, "drift": drift(0.5), "drift_low": drift(0.1),
        "drift_high": drift(0.9), "slow": own.turn * own.spec.speed - 1,
        "decides": len(decided) / len(seen) if seen else 0.0,
    }


def total(rows):
    return next(row for row in rows if row["row"] == "sum")


def cells(rows):
    return [row for row in rows if row["row"] in ("cell", "lake")]


def a_minute(s, drift):
    """The slope (s a minute) of a line that moves `drift` turns each lap."""
    return s[drift] * s["turn"] / s["lap"] * MINUTE if s["lap"] else 0.0


def values(rows):
    s, found = total(rows), lines(cells(rows))
    return {
        **{name: s[name] for name in ("iops", "median", "p99", "least", "most", "turn", "disks", "vdevs", "upper", "lap",
                                      "decides", "writing")},
        "rising": len(rising(found)), "falling": len(falling(found)), "crossings": crossings(found),
        "steepest": max((abs(line.slope) * MINUTE for line in found), default=0.0),
        "drift": abs(s["drift"]), "slope": a_minute(s, "drift"), "slow": s["slow"],
    }


def pool(s):
    """The pool in words."""
    count, many = s["vdevs"], "s" if s["vdevs"] > 1 else ""
    return {"stripe": f"{count} disk{many}", "mirror": f"{count} mirrored pair{many}",
            "raidz1": f"{count} RAID-Z group{many} of six", "raidz2": f"{count} RAID-Z2 group{many} of ten"}[s["layout"]]


def explain(s):
    """What the line of one disk is."""
    further, slope = s["drift"] > 0, a_minute(s, "drift")
    ends = a_minute(s, "drift_low"), a_minute(s, "drift_high")
    text = (f"Disk {s['name']} turns {abs(s['slow']):.2g} of itself {'slower' if s['slow'] > 0 else 'faster'} than its data "
            f"sheet says" if s["slow"] else f"Disk {s['name']} turns as its data sheet says")
    if abs(s["drift"]) < 1e-7:
        return f"{text}, and so do the others: its line is flat, {time(s['median'])} in the middle of {pool(s)}."
    text = (f"Disk {s['name']}: each time round {pool(s)} ({time(s['lap'])}) its sector is "
            f"{abs(s['drift']):.2%} of a turn {'further away' if further else 'nearer'} when the write arrives, so its "
            f"line {'climbs' if slope > 0 else 'falls'} {abs(slope) / ms:.2g} ms a minute")
    if ends[1] - ends[0] > 1 * ms and s["layout"] != "stripe":
        text += (f" (at times {'climbs' if ends[0] * slope > 0 else 'turns:'} "
                 f"{ends[0] / ms:.2g} to {ends[1] / ms:.2g}, as the vdev before it has one disk or another that is late)")
    if s["layout"] != "stripe":
        text += f". It is the late one in {s['decides']:.0%} of its vdev's writes"
    return text + "."


def describe(rows):
    s = total(rows)
    if s["name"]:
        return explain(s)
    found = lines(cells(rows))
    text = (f"{pool(s)} take {s['iops']:.0f} writes a second, one at a time; half take less than {time(s['median'])}, 99 "
            f"of 100 less than {time(s['p99'])}. ")
    up, down = len(rising(found)), len(falling(found))
    if up + down:
        steep = max(abs(line.slope) for line in found) * MINUTE
        text += f"{up} lines climb and {down} fall, by {time(steep)} a minute at most; they cross {crossings(found)} times."
    else:
        text += f"{len({line.tag for line in found})} lines run level." if found else "There are no lines to be seen."
    return text


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
         mark("rect", {"row": "own"}, x1="t1", x2="t2", y1="low", y2="high", fill="var(--wtg-accent)", inset=0)],
        {"x": TIME, "y": {**LATENCY, **({"type": "log"} if axis == "log" else {})},
         "color": {"label": "writes", "type": "rank" if palette == "false" else "linear", "palette": palette,
                   "legend": True}},
        height=340, when={"axis": axis, "palette": palette},
        probe=probe(noun="writes", where={"row": ["cell", "lake"]}), pick=pick("spindle", "tag"),
    )


WHO = {"domain": ["this disk decides", "another disk of its vdev is later"],
       "range": ["var(--wtg-accent)", "var(--wtg-mute)"], "legend": True}
RING = [{"x": round(cos(2 * pi * k / 72), 6), "y": round(sin(2 * pi * k / 72), 6)} for k in range(73)]

FIGURE = Figure(
    id="icy-lake",
    title="The icy lake",
    caption="One thread writes 8 KiB at a time, each write behind the last, each to the next pair of disks, and waits "
            "until it is safe. Darker cells hold more writes. Click a line to see whose it is: the disk's own writes are "
            "then drawn in colour, and below you see how far its sector was from the head each time.",
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
        "explain one line": Preset({"spindle": 14}, "one side of a mirrored pair"),
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
            [mark("barX", {"row": "spent"}, x="share", fill="what", tip=True), mark("ruleX", data=[0])],
            {"x": {"label": "the thread's time", "unit": "%", "domain": [0, 1], "grid": True},
             "color": {"domain": ["client", "server", "drive's electronics", "rotation", "transfer"],
                       "range": ["var(--wtg-4)", "var(--wtg-5)", "var(--wtg-3)", "var(--wtg-accent)", "var(--wtg-1)"],
                       "legend": True}},
            height=110, when={"busy": True},
        ),
        panel(
            [mark("ruleY", data=[0, 1], stroke="var(--wtg-line)"),
             mark("dot", {"row": "sight"}, x="t", y="away", r=1.8, fill="who")],
            {"x": TIME, "y": {"label": "sector is away by", "unit": "turn", "domain": [0, 1],
                              "ticks": [0, 0.25, 0.5, 0.75, 1], "grid": True}, "color": WHO},
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
             mark("text", data=[{"x": 0.0, "y": -1.1}], x="x", y="y", text=["last"], fill="currentColor")],
            {"x": {"axis": None, "domain": [-1.2, 1.45]}, "y": {"axis": None, "domain": [-1.2, 1.2]}, "color": WHO},
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
