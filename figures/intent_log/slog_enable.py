"""Log devices are switched on while one client writes: what that does to latency, and to the rate."""
from figures.claims import measured
from figures.define import Choice, Figure, Number, Preset, Switch, cite, mark, panel, probe, target
from figures.intent_log.switched import darker, drifting, drops, faintest, fences, in_pairs, shows_faint, stalled
from figures.stops import SIZES, powers
from figures.words import count, time
from models.catalogue import values as constants
from models.heat_map import HeatMap, linear_edges, log_edges
from models.lone_writer import drive_spec, icy_lake
from models.stats import mean, percentile
from models.sun_7410 import Sun7410
from models.units import MB, KiB, ms, rpm, s, us

SUN = constants("7410")
SECONDS, COLUMNS = 90 * s, 120
OTHERS, LOOK = 16, 6 * s
AFTER_IT = 0.6 * s
ROW = 38.1 * us          # the panel's rows end at 229, 267, 305 ... 381 us
EDGES = {"linear": linear_edges(10 * ms, 50), "log": log_edges(50 * us, 50 * ms, 48)}


def run(devices, place, access, rate, mirrored, switch, size, threads, spindle, vdevs, turnaround, interval, axis,
        palette, busy, seed):
    """Rows: cell (t1, t2, low, high, n), rate (t, iops), busy (t1, t2, who, share), use (seconds of a core, a disk, a log
    device), switch (t), sum (part before or after: iops, latencies), stall (t, latency), other (iops: the same before the
    switch, the spindles standing otherwise).

    `threads` threads write an nth as long, about as many writes.
    """
    devices, mirrored = in_pairs(devices, mirrored)
    seconds = SECONDS / threads
    on, width = switch * seconds, seconds / COLUMNS
    settings = dict(vdevs=vdevs, logs=devices, mirrored_logs=mirrored, logs_at=place, speed=spindle, txg_interval=interval,
                    logzilla_access=access, logzilla_rate=rate)
    heat, done = HeatMap(width, EDGES[axis]), []

    def seen(t, latency):
        heat.add(t, latency)
        done.append((t, latency))

    machine = Sun7410(**settings, age=interval - (on + AFTER_IT / threads) % interval, seen=seen, seed=seed)
    machine.use_logs(on)
    machine.clients(1, threads, size=int(size), turnaround=turnaround)
    yield [{"row": "frame", "t1": 0.0, "t2": seconds, "low": EDGES[axis][0], "high": EDGES[axis][-1], "least": 0.0,
            "turn": 1 / spindle, "threads": threads, "palette": palette, "devices": devices},
           {"row": "switch", "t": on, "on": "log devices on" if devices and 0 < switch < 1 else ""}]
    used, begun = machine.used(), 0
    for column in range(COLUMNS):
        t = (column + 1) * width
        machine.loop.run(until=t)
        rows = [*heat.columns(t), {"row": "rate", "t": t - width / 2, "iops": (len(done) - begun) / width}]
        if busy:
            cpu = (machine.used().cpu - used.cpu) * SUN["cores"] - (len(done) - begun) * SUN["cpu_network"]
            rows += shares(t - width, t, threads, cpu, sum(latency for _, latency in done[begun:]), on)
            used = machine.used()
        begun = len(done)
        if t - width <= on < t:
            rows.append({"row": "use", "part": "before", **machine.used()._asdict(), "seconds": t})
        yield rows
    yield heat.rest() + sums(done, on, seconds) + (others(vdevs, spindle, size, turnaround) if threads == 1 else []) + [
        {"row": "use", "part": "all", **machine.used()._asdict(), "seconds": seconds}]


def shares(t1, t2, threads, cpu, waited, on):
    """Where a thread's time goes from `t1` to `t2`: rows t1, t2, who, share."""
    whole = threads * (t2 - t1)
    waited = min(whole, waited)
    cpu = min(waited, cpu)
    storage = "disks" if t2 <= on + (t2 - t1) / 2 else "log devices"
    parts = {"client and network": whole - waited, "processors": cpu, storage: waited - cpu}
    return [{"row": "busy", "t1": t1, "t2": t2, "who": who, "share": part / whole} for who, part in parts.items()]


def sums(done, on, seconds):
    """Rates and latencies before the switch and after it, and the writes that were stalled then."""
    rows = []
    for part, start, end in (("before", 0.0, on), ("after", on, seconds)):
        latencies = sorted([latency for t, latency in done if start < t - latency and t < end])
        if latencies:
            middle = percentile(latencies, 0.5)
            calm = [latency for latency in latencies if latency < 1.5 * middle] if part == "after" else latencies
            rows.append({"row": "sum", "part": part, "seconds": end - start, "writes": len(latencies),
                         "iops": len(latencies) / (end - start), "median": middle, "mean": mean(latencies),
                         **{f"p{q:g}": percentile(calm, q / 100) for q in (1, 5, 99)},
                         "all99": percentile(latencies, 0.99), "top": shown(latencies, end - start)})
            if part == "after":
                rows += [{"row": "stall", "t": t, "latency": latency} for t, latency in done
                         if t > on + latency and latency >= 1.5 * middle][:1000]
    return rows


def shown(latencies, seconds):
    """The upper end of the highest row of the appliance's panel (38 us each) that rounds to at least one write a second."""
    counts: dict = {}
    for latency in latencies:
        counts[int(latency / ROW)] = counts.get(int(latency / ROW), 0) + 1
    return ROW * (1 + max((row for row, n in counts.items() if n >= 0.5 * seconds), default=0))


def others(vdevs, spindle, size, turnaround):
    """The rate before the switch with the spindles at other angles, from the flat model of one writer."""
    rows = []
    for seed in range(1, OTHERS + 1):
        lake = icy_lake("mirror", vdevs, size=int(size), turnaround=turnaround, jitter=0.15 * turnaround,
                        spec=drive_spec(spindle), seed=seed)
        rows.append({"row": "other", "iops": len(lake.writes(LOOK)) / LOOK})
    return rows


def of(rows, kind):
    return [row for row in rows if row["row"] == kind]


def part(rows, name):
    """The row `sum` of one part, or zeros."""
    found = [row for row in of(rows, "sum") if row["part"] == name]
    return found[0] if found else dict.fromkeys(
        ("seconds", "writes", "iops", "median", "mean", "p1", "p5", "p99", "all99", "top"), 0.0)


def fence(rows):
    """The picket fence: how far apart its pickets are (s), the writes of one, their share, and the longest of all (s)."""
    after, stalls = part(rows, "after"), of(rows, "stall")
    pickets = fences([row["t"] for row in stalls])
    if len(pickets) < 2:
        return 0.0, len(stalls), len(stalls) / (after["writes"] or 1), max((r["latency"] for r in stalls), default=0.0)
    apart = (pickets[-1][0] - pickets[0][0]) / (len(pickets) - 1)
    stalled = pickets[-1][1]
    return apart, stalled, stalled / (after["iops"] * apart), max(row["latency"] for row in stalls)


def values(rows):
    before, after, on = part(rows, "before"), part(rows, "after"), of(rows, "switch")[0]["t"]
    apart, held, share, longest = fence(rows)
    other = sorted(row["iops"] for row in of(rows, "other")) or [before["iops"]]
    used = use(rows)
    return {
        "on": on, "before_iops": before["iops"], "before_low": before["p5"], "before_median": before["median"],
        "before_high": before["p99"], "after_iops": after["iops"], "after_low": after["p1"],
        "after_median": after["median"], "after_high": after["p99"], "after_top": after["top"],
        "gain": after["iops"] / before["iops"] if before["iops"] else 0.0,
        "client_share": 1 - after["iops"] * after["mean"] / of(rows, "frame")[0]["threads"],
        "latency_gain": before["median"] / after["median"] if after["median"] else 0.0,
        "fence_interval": apart, "fence_writes": held, "fence_share": share, "fence_longest": longest,
        "rest": 1 - share, "others_low": other[0], "others_high": other[-1], "others_median": percentile(other, 0.5),
        "turn": of(rows, "frame")[0]["turn"], "darker": darker(cells(rows), faintest(cells(rows))),
        "fence_darker": darker(cells(rows), stalled(cells(rows), on, 1 * ms)),
        "disk_use": used["before"]["disk"], "log_use": used["after"]["log"], "cpu_use": used["after"]["cpu"],
    }


def use(rows):
    """The share of time for which a core, a disk and a log device were in use, before the switch and after it."""
    found = {row["part"]: row for row in of(rows, "use")}
    whole, before = found["all"], found.get("before", dict.fromkeys(("cpu", "disk", "log", "seconds"), 0.0))
    rest = whole["seconds"] - before["seconds"]
    return {"before": {name: before[name] / (before["seconds"] or 1) for name in ("cpu", "disk", "log")},
            "after": {name: (whole[name] - before[name]) / (rest or 1) for name in ("cpu", "disk", "log")}}


def describe(rows):
    v = values(rows)
    before = (f"{count(v['before_iops'])} writes a second with the log on the disks, half of them slower than "
              f"{time(v['before_median'])}")
    after = (f"{count(v['after_iops'])} with log devices, nearly all between {time(v['after_low'])} and "
             f"{time(v['after_high'])}")
    if not of(rows, "frame")[0]["devices"]:
        return f"{before}. There are no log devices to switch on."
    if not v["before_iops"] or not v["after_iops"]:
        return (after if v["after_iops"] else before) + "."
    text = f"{before}; {after}: {v['gain']:.3g} times as many."
    if v["fence_interval"]:
        text += (f" Every {time(v['fence_interval'])} a transaction group stalls {v['fence_writes']:.0f} of them, one in "
                 f"{count(1 / v['fence_share'])}, for up to {time(v['fence_longest'])}.")
    return text


def cells(rows):
    return of(rows, "cell")


def steps_up(rows):
    """The rate steps up at the switch and latency steps down."""
    before, after, on = part(rows, "before"), part(rows, "after"), of(rows, "switch")[0]["t"]
    early = [row["iops"] for row in of(rows, "rate") if row["t"] < on - 1]
    late = [row["iops"] for row in of(rows, "rate") if row["t"] > on + 2]
    return bool(early and late and min(late) > 3 * max(early) and 0 < 5 * after["median"] < before["median"])


def icy(rows):
    on = of(rows, "switch")[0]["t"]
    return drifting([row for row in cells(rows) if row["t2"] <= on])


def faint(rows):
    return shows_faint(cells(rows), of(rows, "switch")[0]["t"], 1 * ms)


WHO = {"client and network": "var(--wtg-4)", "processors": "var(--wtg-3)", "disks": "var(--wtg-accent)",
       "log devices": "var(--wtg-1)"}
TIME = {"label": "time", "unit": "s"}
FRAME = mark("rect", {"row": "frame"}, x1="t1", x2="t2", y1="least", y2="least", fill="none")
SWITCH = mark("ruleX", {"row": "switch"}, x="t", stroke="currentColor", strokeDasharray="3,3")


def heat_panel(axis, palette):
    """The map on one kind of axis in one palette."""
    return panel(
        [mark("rect", {"row": "frame"}, x1="t1", x2="t2", y1="low", y2="high", fill="none"),
         mark("rect", {"row": "cell"}, x1="t1", x2="t2", y1="low", y2="high", fill="n", inset=0), SWITCH,
         mark("text", {"row": "switch"}, x="t", text="on", frameAnchor="top", textAnchor="start", dx=6, dy=4,
              fill="currentColor")],
        {"x": TIME, "y": {"label": "NFS latency", "unit": "ms", "grid": True, **({"type": "log"} if axis == "log" else {})},
         "color": {"label": "writes", "type": "rank" if palette == "false" else "linear", "palette": palette,
                   "legend": True}},
        height=300, when={"axis": axis, "palette": palette}, probe=probe(noun="writes"),
    )


FIGURE = Figure(
    id="slog-enable",
    title="Log devices are switched on",
    caption="One client thread writes 8 KiB at a time over NFS and waits until each write is safe, first with the log on "
            "the disks, then with two log devices. Above: how many writes took how long; stronger cells hold more, but not "
            "in proportion (false colour). Beneath: writes a second. The strip at the end is the rate before the switch, "
            "for this machine (large) and for sixteen more whose spindles stand otherwise (small); the ring is the "
            "measured one.",
    params={
        "devices": Number("Log devices", 2, 0, 8, whole=True, help="Used in turn, or in mirrored pairs."),
        "mirrored": Switch("Mirrored log devices", False, "Each record goes to two of them (an odd one is left out)."),
        "place": Choice("They sit", "jbod", {"jbod": "among the disks, on their cable", "head": "in the server"},
                        "Among the disks they share a cable with what the transaction group writes."),
        "access": Number("Log device, time a write", SUN["logzilla_access"], 0.0, 5 * ms, unit="µs",
                         stops=tuple(n * us for n in (0, 5, 10, 15, 30, 63, 100, 200, 500, 1000, 5000)),
                         help="Beside the data's own time."),
        "rate": Number("Log device, rate", SUN["logzilla_rate"], 10 * MB, 5000 * MB, unit="MB/s",
                       stops=tuple(n * MB for n in (10, 50, 110, 250, 500, 1000, 2000, 5000)),
                       help="How fast it takes data."),
        "switch": Number("Switched on after", 0.26, 0.0, 1.0, unit="%", step=0.02,
                         help="In parts of the time shown. 0: they are there from the start. 100: never."),
        "size": Number("Write size", 8 * KiB, 512, 128 * KiB, unit="KiB", stops=SIZES,
                       help="How much the client writes at a time."),
        "threads": Number("Threads of the client", 1, 1, 64, whole=True, stops=powers(1, 64),
                          help="With n of them an nth of the time is shown."),
        "spindle": Number("Spindle", SUN["speed"], 4200 * rpm, 15000 * rpm, unit="rpm", step=100 * rpm,
                          help="How fast the platters turn."),
        "vdevs": Number("Mirrored pairs of disks", 22, 1, 66, whole=True, help="Written to in turn."),
        "turnaround": Number("Client and network", SUN["turnaround"], 50 * us, 10 * ms, unit="ms",
                             stops=(50 * us, 100 * us, 300 * us, 1 * ms, 2 * ms, 5 * ms, 10 * ms),
                             help="From an answer until the server sees the next request."),
        "interval": Number("Transaction group every", SUN["txg_interval"], 1, 60, unit="s", step=1,
                           help="How often ZFS writes what it holds in memory to its place; the first time soon after the "
                                "switch."),
        "axis": Choice("Latency axis", "linear", {"linear": "linear", "log": "logarithmic"},
                       "Logarithmic spreads what is short."),
        "palette": Choice("Colours", "false", {"false": "false colour", "linear": "linear"},
                          "False colour gives each count a step of its own, so that a cell of one write can be seen."),
        "busy": Switch("Where the time goes", False, "Show what a thread waits for, as a share of its time."),
    },
    presets={
        "as measured": Preset(help="one thread, 8 KiB, 22 mirrored pairs, then two Logzillas as separate devices"),
        "one log device": Preset({"devices": 1}),
        "mirrored log devices": Preset({"mirrored": True}),
        "15,000 rpm": Preset({"spindle": 15000 * rpm}, "faster disks"),
        "512 B writes": Preset({"size": 512}),
        "NVMe of today": Preset({"access": 15 * us, "rate": 2000 * MB, "place": "head"}, "15 µs a write and 2 GB/s"),
        "NVRAM card": Preset({"devices": 1, "access": 5 * us, "rate": 500 * MB, "place": "head"},
                             "memory with a battery: 5 µs a write and 500 MB/s (our guess)"),
        "linear shades": Preset({"palette": "linear"}),
        "logarithmic axis": Preset({"axis": "log"}),
        "where the time goes": Preset({"busy": True}),
        "sixteen threads": Preset({"threads": 16}),
    },
    seed=5,
    run=run,
    panels=[
        *(heat_panel(axis, palette) for axis in ("linear", "log") for palette in ("false", "linear")),
        panel(
            [FRAME, mark("areaY", {"row": "rate"}, x="t", y="iops", fill="var(--wtg-1)", fillOpacity=0.8, curve="step"),
             SWITCH, mark("ruleY", data=[0])],
            {"x": TIME, "y": {"label": "writes a second", "grid": True, "zero": True, "ticks": 4}},
            height=120,
        ),
        panel(
            [FRAME, mark("rectY", {"row": "busy"}, x1="t1", x2="t2", y="share", fill="who", order="who", inset=0), SWITCH,
             mark("ruleY", data=[0])],
            {"x": TIME, "y": {"label": "the thread's time", "unit": "%", "domain": [0, 1], "grid": True, "ticks": 5},
             "color": {"domain": list(WHO), "range": list(WHO.values()), "legend": True}},
            height=160, when={"busy": True},
        ),
        panel(
            [mark("dot", {"row": "other"}, x="iops", r=3, fill="var(--wtg-mute)", fillOpacity=0.6),
             mark("dot", {"row": "sum", "part": "before"}, x="iops", r=5, fill="var(--wtg-accent)", tip=True),
             mark("dot", data=[{"iops": measured("slog-before-iops")}], x="iops", r=8, stroke="currentColor",
                  strokeWidth=1.5)],
            {"x": {"label": "writes a second before the switch", "grid": True, "nice": True}},
            height=64, when={"threads": 1},
        ),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009slog", "the heat maps of the full run, before and after"),
    reproduces=["slog-enable-heatmap", "slog-single-thread-run", "slog-before-zoom", "slog-after-zoom"],
    targets=[
        target("slog-enable-time-pattern", lambda rows: drops(cells(rows), of(rows, "switch")[0]["t"])),
        target("slog-before-max-heat", lambda rows: part(rows, "before")["p99"]),
        target("slog-after-below", lambda rows: part(rows, "after")["all99"]),
        target("slog-iops-gain", lambda rows: values(rows)["gain"]),
        target("slog-latency-gain", lambda rows: values(rows)["latency_gain"]),
        target("slog-run-iops-pattern", steps_up),
        target("picket-fence-interval", lambda rows: fence(rows)[0]),
        target("picket-fence-fraction", lambda rows: fence(rows)[2]),
        target("picket-fence-rest", lambda rows: 1 - fence(rows)[2]),
        target("false-colour-pattern", faint),
        target("icy-lake-before-pattern", icy),
        target("slog-before-iops", lambda rows: part(rows, "before")["iops"]),
        target("slog-before-max", lambda rows: part(rows, "before")["p99"]),
        target("slog-before-low", lambda rows: 1 * ms < part(rows, "before")["p5"] < 5 * ms),
        target("slog-after-iops", lambda rows: part(rows, "after")["iops"]),
        target("slog-after-band", lambda rows: part(rows, "after")["median"]),
        target("slog-after-mostly", lambda rows: part(rows, "after")["median"]),
        target("slog-after-zero-above", lambda rows: part(rows, "after")["top"]),
    ],
    misses={
        "slog-after-zero-above": "the writes that a transaction group holds up all take some 4 ms in the model, so a row "
                                 "of the panel shows one a second; without them the highest row ends at 305 us",
    },
)
