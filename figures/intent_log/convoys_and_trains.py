"""One commit at a time, which takes all who wait; or trains that leave when they have their length."""
from bisect import bisect_right
from itertools import pairwise
from math import fsum, sqrt

from figures.define import Choice, Figure, Number, Preset, cite, column, mark, panel, table, target
from figures.stops import SIZES, powers
from figures.words import count, time
from models.heat_map import HeatMap, log_edges
from models.log_pressure import LogPressure
from models.pool.log_spec import LogSpec
from models.stats import mean, percentile
from models.units import KiB, MiB, ms, s, us

WARM = 20 * ms
COLUMNS, EDGES = 60, log_edges(50 * us, 100 * ms, 44)
LOOK = 1 * ms
NAMES = {"convoy": "one commit at a time", "train": "trains"}
OLD, NEW = NAMES.values()
TURNS = ("a commit", "the next one")


def run(rule, arrivals, threads, rate, devices, size, train_bytes, train_ops, out, bias, limit, stall, at, span, seed):
    """Rows: busy (rule, device, start, finish, turn), commit (rule, start, told, records, data in bytes, far, turn), cell
    (rule, t1, t2, low, high, n), sum (rule: rate, latencies, herd and so on), stall (t1, t2). Times in s from the end of
    the warming up.
    """
    at = min(at, span)
    stalls = [{"row": "stall", "t1": at, "t2": min(at + stall, span)}] if stall else []
    for name in NAMES if rule == "both" else [rule]:
        spec = LogSpec(rule=name, out=out, train_bytes=int(train_bytes), train_ops=train_ops, bias=bias,
                       slog_limit=MiB if limit == "1" else None)
        heat, latencies = HeatMap(span / COLUMNS, EDGES), list[float]()

        def seen(t, latency, heat=heat, latencies=latencies):
            if WARM <= t < WARM + span:
                heat.add(t - WARM, latency)
                latencies.append(latency)

        load = LogPressure(spec, threads=threads if arrivals == "closed" else 0, rate=rate if arrivals == "open" else 0.0,
                           size=int(size), devices=devices, stall=stall, at=WARM + at, seen=seen, seed=seed)
        label = {"rule": NAMES[name]}
        herds: dict[float, int] = {}
        batches, first, served = load.log.batches, 0, 0
        shares = [[0.0] * round(span / LOOK) for _ in range(devices)]
        yield stalls
        stalls = []
        for part in range(1, 7):
            load.loop.run(until=WARM + part * span / 6)
            rows = [{**label, **cell} for cell in heat.columns(part * span / 6)]
            for batch in batches[first:]:
                if batch.told >= WARM:
                    rows.append({"row": "commit", **label, "start": max(0.0, batch.start - WARM), "told": batch.told - WARM,
                                 "took": batch.told - batch.start, "records": batch.records, "far": float(batch.far),
                                 "turn": TURNS[first % 2]})
                    herds[batch.told] = herds.get(batch.told, 0) + batch.records
                first += 1
            ends = [batch.told for batch in batches]
            for device, start, finish in load.busy():
                if finish > WARM and start < WARM + span:
                    served += 1
                    turn = served if name == "train" else bisect_right(ends, start)
                    rows.append({"row": "busy", **label, "device": f"L{device + 1}", "start": max(0.0, start - WARM),
                                 "finish": min(span, finish - WARM), "turn": TURNS[turn % 2]})
                    add(shares[device], max(0.0, start - WARM), min(span, finish - WARM))
            yield rows
        yield [{"row": "sum", **label, **sums(latencies, batches, herds, shares, span)}]


def add(shares, start, finish):
    """Count a busy stretch into the stretches of `LOOK` that it touches."""
    for k in range(int(start / LOOK), min(len(shares), int(finish / LOOK) + 1)):
        shares[k] += max(0.0, min(finish, (k + 1) * LOOK) - max(start, k * LOOK)) / LOOK


def sums(latencies, batches, herds, shares, span):
    """What a run comes to: how fast, how long, how busy the devices are and how evenly, how many go on at once."""
    flat = [share for device in shares for share in device]
    busy = mean(flat)
    spread = sqrt(fsum((share - busy) ** 2 for share in flat) / len(flat))
    told = [batch for batch in batches if batch.told >= WARM]
    of = len(latencies) or 1
    return {"rate": len(latencies) / span, "median": percentile(latencies, 0.5) if latencies else 0.0,
            "p99": percentile(latencies, 0.99) if latencies else 0.0, "busy": busy,
            "unevenness": spread / busy if busy else 0.0, "idle": sum(share < 0.05 for share in flat) / len(flat),
            "commit": of / (len(told) or 1), "largest": max((b.records for b in told), default=0),
            "data": max((b.data + b.bytes for b in told), default=0), "herd": max(herds.values(), default=0)}


def of(rows, kind, rule=None):
    return [row for row in rows if row["row"] == kind and rule in (None, row.get("rule"))]


FIELDS = ("rate", "median", "p99", "busy", "unevenness", "idle", "commit", "largest", "herd")


def values(rows):
    v = {}
    for short, rule in NAMES.items():
        found = of(rows, "sum", rule)
        v.update({f"{short}_{field}": found[0][field] if found else 0.0 for field in FIELDS})
    slow = slowest(rows, OLD)
    v["gain"] = v["train_rate"] / v["convoy_rate"] if v["convoy_rate"] else 0.0
    v["slow_time"], v["slow_records"] = (slow[0]["took"], slow[0]["records"]) if slow else (0.0, 0)
    v["next_records"] = slow[1]["records"] if len(slow) > 1 else 0
    v["later_records"] = max((row["records"] for row in slow[1:6]), default=0)
    v["later_time"] = max((row["took"] for row in slow[1:6]), default=0.0)
    v["calm_records"], v["calm_time"] = calm(rows, OLD)
    v["end_time"] = slow[-1]["took"] if len(slow) > 1 else 0.0
    return v


def stalled(rows):
    """When the stall begins (s); the end of all where there is none."""
    return next((row["t1"] for row in of(rows, "stall")), 1e9)


def calm(rows, rule):
    """The largest and the longest (s) commit before the stall."""
    before = [row for row in of(rows, "commit", rule) if row["told"] <= stalled(rows)]
    return max((row["records"] for row in before), default=0), max((row["took"] for row in before), default=0.0)


def slowest(rows, rule):
    """The commit that the stall held up, and those after it."""
    behind = [row for row in of(rows, "commit", rule) if row["told"] > stalled(rows)]
    late = next((n for n, row in enumerate(behind) if row["took"] > 2 * calm(rows, rule)[1]), None)
    return [] if late is None else behind[late:]


def describe(rows):
    v = values(rows)
    parts = []
    for short, name in (("convoy", "One commit at a time"), ("train", "Trains")):
        if of(rows, "sum", NAMES[short]):
            parts.append(f"{name}: {count(v[f'{short}_rate'])} writes a second, half of them within "
                         f"{time(v[f'{short}_median'])}, {v[f'{short}_commit']:.3g} in a commit on average and "
                         f"{v[f'{short}_largest']:.0f} at most, log devices {v[f'{short}_busy']:.0%} busy.")
    if v["slow_records"] and v["later_records"] > v["calm_records"]:
        parts.append(f"One commit of {v['slow_records']:.0f} is held up for {time(v['slow_time'])}; the next takes "
                     f"{v['next_records']:.0f}, later ones up to {v['later_records']:.0f} and {time(v['later_time'])}.")
    return " ".join(parts)


def bursts(rows):
    """The log devices are the bottleneck, yet mostly idle, and each is now fully busy, now not at all."""
    found = of(rows, "sum", OLD)
    if not found:
        return False
    v, lone = found[0], 63 * us + 12 * KiB / 110e6
    return v["median"] > 4 * lone and 0.05 < v["busy"] < 0.5 and v["idle"] > 0.25 and v["unevenness"] > 0.8


def grows(rows):
    """The commit after the one that is held up is larger and takes longer, the next one is larger again; these and the
    three behind them are twice as large and as long as any before the trouble."""
    slow, (records, length) = slowest(rows, OLD)[:6], calm(rows, OLD)
    if len(slow) < 6 or slow[1]["took"] <= slow[0]["took"]:
        return False
    rising = all(a["records"] < b["records"] for a, b in pairwise(slow[:3]))
    return rising and all(row["records"] > 2 * records and row["took"] > 2 * length for row in slow[1:])


def evenly(rows):
    """Under trains the commits are smaller, and the log devices busier and more evenly so."""
    old, new = of(rows, "sum", OLD), of(rows, "sum", NEW)
    return bool(old and new) and new[0]["commit"] < 0.5 * old[0]["commit"] and new[0]["busy"] > 1.2 * old[0]["busy"] and (
        new[0]["unevenness"] < 0.5 * old[0]["unevenness"])


SPIRAL = "the spiral"
TIME = {"label": "time", "unit": "ms"}
TWO = {"domain": [OLD, NEW], "axis": None}
NAME = mark("text", data=[{"rule": OLD}, {"rule": NEW}], fy="rule", text="rule", frameAnchor="top-right", dy=2, dx=-2,
            fill="currentColor", stroke="var(--wtg-card)", strokeWidth=4)
COLOURS = {"domain": list(TURNS), "range": ["var(--wtg-1)", "var(--wtg-3)"], "legend": True}

FIGURE = Figure(
    id="convoys-and-trains",
    title="Convoys and trains",
    caption="Many threads commit to one intent log on several log devices. Above: when each device is busy; the colours "
            "tell one commit from the next. Middle: the commits, each as long as its records wait and as tall as they are "
            "many. Below: the latency of all writes. The red stretch is a moment in which the first device is busy with "
            "itself.",
    params={
        "rule": Choice("The log", "both", {"both": "old and new", "convoy": "one commit at a time", "train": "trains"},
                       "Until about 2010 one commit was out at a time, and the next took all who had come meanwhile."),
        "arrivals": Choice("Writes come from", "closed", {"closed": "threads that wait", "open": "outside, unasked"},
                           "A thread that waits sends nothing; the world outside does not wait."),
        "threads": Number("Threads", 32, 10, 1000, whole=True, stops=(10, 16, 32, 64, 100, 200, 500, 1000),
                          help="Each writes, waits for the answer, and writes again."),
        "rate": Number("Writes a second", 26_000, 1000, 60_000, unit="1/s", step=1000,
                       help="How many come from outside, if they do."),
        "devices": Number("Log devices", 4, 1, 8, whole=True, help="Logzillas, each alone, in turn."),
        "size": Number("Write size", 8 * KiB, 512, 128 * KiB, unit="KiB", stops=SIZES, help="Of each write."),
        "train_bytes": Number("A train holds", 32 * KiB, 8 * KiB, 1024 * KiB, unit="KiB",
                              stops=powers(8 * KiB, 1024 * KiB), help="Bytes of data; a larger write travels alone."),
        "out": Number("Trains that may leave unfilled", 4, 1, 16, whole=True,
                      help="A train that is not full leaves only while fewer than this are on their way."),
        "bias": Choice("Logbias", "latency", {"latency": "latency", "throughput": "throughput"},
                       "Throughput: data goes straight to the disks, and trains are cut by operations."),
        "train_ops": Number("A train holds, logbias throughput", 40, 10, 400, whole=True, step=10,
                            help="Operations in a train where logbias is throughput."),
        "limit": Choice("A large commit", "none", {"none": "goes to the log devices whole",
                                                   "1": "only its first 1 MiB"},
                        "ZFS of 2010 sent what lay behind the first 1 MiB of a commit of 2 MiB or more to the disks."),
        "stall": Number("The first device stalls for", 4 * ms, 0.0, 50 * ms, unit="ms", step=1 * ms,
                        help="Once, whatever is waiting for it."),
        "at": Number("The stall begins", 24 * ms, 0.0, 200 * ms, unit="ms", step=1 * ms, help="When it does."),
        "span": Number("Watched for", 60 * ms, 20 * ms, 0.3 * s, unit="ms", step=20 * ms, help="After a warming up."),
    },
    presets={
        "32 threads": Preset(help="four log devices, 8 KiB; one of them stalls once"),
        "200 threads": Preset({"threads": 200, "span": 80 * ms}, "a hundred go on at once"),
        SPIRAL: Preset({"arrivals": "open", "rate": 36_000, "limit": "1", "stall": 7 * ms, "at": 30 * ms,
                        "span": 120 * ms}, "large commits go to the disks, are slow, and so the next is large"),
        "from outside, no limit": Preset({"arrivals": "open", "rate": 26_000, "stall": 8 * ms}),
        "one device, 200 threads": Preset({"devices": 1, "threads": 200, "span": 120 * ms},
                                          "small commits cost more commands, and no other device is idle"),
        "10 threads": Preset({"threads": 10}),
        "logbias throughput": Preset({"bias": "throughput", "threads": 200, "stall": 0.0, "span": 200 * ms}),
        "1000 threads, eight devices": Preset({"threads": 1000, "devices": 8}),
    },
    run=run,
    panels=[
        panel(
            [mark("rect", {"row": "stall"}, x1="t1", x2="t2", fill="var(--wtg-accent)", fillOpacity=0.15),
             mark("barX", {"row": "busy"}, x1="start", x2="finish", y="device", fy="rule", fill="turn", tip=True), NAME],
            {"x": TIME, "y": {"label": "log device"}, "fy": TWO, "color": COLOURS}, height=220, when={"bias": "latency"},
        ),
        panel(
            [mark("rect", {"row": "stall"}, x1="t1", x2="t2", fill="var(--wtg-accent)", fillOpacity=0.15),
             mark("rect", {"row": "commit"}, x1="start", x2="told", y1=0.5, y2="records", fy="rule", fill="turn",
                  fillOpacity=0.7, tip=True), NAME],
            {"x": TIME, "y": {"label": "records in a commit", "type": "log", "domain": [0.5, 1000], "grid": True,
                              "ticks": [1, 10, 100, 1000], "tickFormat": "d"}, "fy": TWO, "color": COLOURS},
            height=220,
        ),
        panel(
            [mark("rect", {"row": "cell"}, x1="t1", x2="t2", y1="low", y2="high", fy="rule", fill="n", inset=0), NAME],
            {"x": TIME, "y": {"label": "latency", "unit": "ms", "type": "log", "domain": [EDGES[0], EDGES[-1]],
                           "ticks": [100 * us, 1 * ms, 10 * ms, 100 * ms], "tickFormat": "~g", "grid": True}, "fy": TWO,
             "color": {"type": "log", "label": "writes"}}, height=260,
        ),
    ],
    table=table({"row": "sum"}, [
        column("rule", "log"), column("rate", "writes", "1/s"), column("median", "median", "ms", 2),
        column("p99", "99 %", "ms", 2), column("busy", "devices busy", "%"), column("commit", "records a commit", "", 1),
        column("largest", "largest"), column("herd", "go on at once"),
    ]),
    describe=describe,
    values=values,
    source=cite("bourbonnais2015zil", "ZIL pipelining"),
    reproduces=["zil-convoy"],
    targets=[
        target("zil-convoy-burst-pattern", bursts),
        target("zil-train-devices-pattern", evenly),
        target("zil-convoy-growth-pattern", grows, SPIRAL),
    ],
)
