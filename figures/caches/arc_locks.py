"""Before and after the ARC was rewritten: operations a second against CPUs, and the cache's size under pressure."""
from itertools import pairwise
from math import fsum
from random import Random

from figures.define import Figure, Number, Preset, cite, column, mark, panel, pick, table, target
from figures.words import about, count, time
from models.caches.arc_locks import design, met, operation, pause, simulate, throughput
from models.caches.arc_memory import AFTER, BEFORE, Host, sizes, trapezes
from models.catalogue import values as constants
from models.stats import mean
from models.units import GiB, us

WHEN = {"before": BEFORE, "after": AFTER}
WHAT = {"from memory": True, "with a block given up": False}
CPUS = (1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)
SECONDS, EVERY, RAMP, SAMPLE = 600, 150.0, 10.0, 3000
CPU, MISS = constants("7410")["cpu_read"], 20 * us


def run(cpus, line, work, disk_work, memory, programs, swing, reads, seed):
    """Rows: curve (when, what, cpus, rate: by exact analysis), dot (the same, simulated, for the chosen CPUs), bound (what,
    rate: of one CPU, times CPUs), size (when, t in s, end, cache, free), sum (when, shrinks, step in bytes, moved in bytes,
    free at the least cache growth, pause in s, p99 in s, hits)."""
    random = Random(seed)
    spent = {"from memory": work, "with a block given up": disk_work}
    for what, cached in WHAT.items():
        for when in WHEN:
            new = when == "after"
            rows = []
            for n in sorted({*CPUS, cpus}):
                one = operation(design(new, n), n, spent[what], cached, line)
                rows.append({"row": "curve", "when": when, "what": what, "cpus": n, "rate": throughput(one, n)})
                if n == cpus:
                    rate, _ = simulate(one, n, SAMPLE, random)
                    rows.append({"row": "dot", "when": when, "what": what, "cpus": n, "rate": rate,
                                 "analysis": rows[-1]["rate"], "limit": one.limit})
            yield rows
    host = Host(memory=memory, reads=reads, working_set=4 * memory)
    for when, rule in WHEN.items():
        low, high = (min(much, 0.8 * memory) for much in (programs, programs + swing))
        seconds = sizes(host, rule, trapezes(low, high, EVERY, RAMP), SECONDS)
        yield [{"row": "size", "when": when, "t": one.t, "cache": one.cache, "free": one.free, "programs": one.programs}
               for one in seconds[::2]]
        given = [one.given_up for one in seconds if one.given_up]
        held = [pause(int(much // host.block), design(when == "after", cpus), cpus, line) for much in given]
        moved = fsum(abs(after.cache - before.cache) for before, after in pairwise(seconds))
        growing = [before.free for before, after in pairwise(seconds) if after.cache > before.cache]
        longest = max(held, default=0.0)
        yield [{"row": "sum", "when": when, "shrinks": len(given), "step": max(given, default=0.0), "moved": moved,
                "grown": min(growing, default=min(one.free for one in seconds)) - host.floor * memory, "pause": longest,
                "p99": met(0.99, min(longest, 1.0), 1.0), "hits": mean([second.hits for second in seconds]), "cpus": cpus}]


def rates(rows, kind="dot"):
    """(what, when) -> operations a second of the chosen CPUs."""
    return {(row["what"], row["when"]): row["rate"] for row in rows if row["row"] == kind}


def scales(rows):
    """For reads from memory and for those that make room: the old cache's rate stands still from some number of CPUs on, the
    new one's is twice as high there and lower nowhere, and with one CPU they are alike."""
    curves: dict[tuple[str, str], dict[float, float]] = {}
    for row in rows:
        if row["row"] == "curve":
            curves.setdefault((row["what"], row["when"]), {})[row["cpus"]] = row["rate"]
    for what in WHAT:
        old, new = curves[what, "before"], curves[what, "after"]
        most, half = max(old), max(n for n in old if n <= max(old) / 2)
        if not (old[half] > 0 and old[most] < 1.1 * old[half] and new[most] > 2 * old[most]
                and abs(new[1] / old[1] - 1) < 0.1 and all(new[n] > 0.95 * old[n] for n in old)):
            return False
    return True


def steadier(rows):
    """The new cache's size moves less in all, each step down is smaller, and it stops growing while more is free."""
    old, new = (next(row for row in rows if row["row"] == "sum" and row["when"] == when) for when in WHEN)
    drawn = {}
    for when in WHEN:
        cache = [row["cache"] for row in rows if row["row"] == "size" and row["when"] == when]
        drawn[when] = max(a - b for a, b in pairwise(cache))
    return (old["moved"] > 0 and new["moved"] < old["moved"] and new["step"] < old["step"]
            and drawn["after"] < drawn["before"] and new["grown"] > old["grown"])


def many(rate):
    """A rate as people say it."""
    return f"{rate / 1e6:.3g} million" if rate >= 1e6 else count(float(f"{rate:.3g}"))


def values(rows):
    found = rates(rows)
    sums = {row["when"]: row for row in rows if row["row"] == "sum"}
    limits = {(row["what"], row["when"]): row["limit"] for row in rows if row["row"] == "dot"}
    named = {f"{short}_{when}": found[what, when] for short, what in (("cached", "from memory"),
                                                                      ("uncached", "with a block given up")) for when in WHEN}
    return {**named, **{f"limit_{when}": limits["from memory", when] for when in WHEN},
            "cached_gain": named["cached_after"] / named["cached_before"],
            "uncached_gain": named["uncached_after"] / named["uncached_before"], "cpus": sums["before"]["cpus"],
            **{f"{name}_{when}": sums[when][name] for name in ("shrinks", "step", "pause", "p99", "hits", "moved")
               for when in WHEN}}


def describe(rows):
    v = values(rows)
    text = (f"With {v['cpus']:.0f} CPU{'s' if v['cpus'] > 1 else ''} the old cache answers {many(v['cached_before'])} reads "
            f"a second from memory and the new one {many(v['cached_after'])}; of reads that make room, "
            f"{many(v['uncached_before'])} and {many(v['uncached_after'])}. In ten minutes the old cache shrinks "
            f"{v['shrinks_before']:.0f} times")
    if v["shrinks_before"]:
        text += (f", by {about(v['step_before'])} at most, and holds its list for {time(v['pause_before'])} to do it")
    if not v["shrinks_after"]:
        return f"{text}; the new one does not shrink."
    return (f"{text}; the new one shrinks {v['shrinks_after']:.0f} times, by {about(v['step_after'])} at most, and holds a "
            f"list for {time(v['pause_after'])} at a time.")


COLOURS = {"domain": list(WHEN), "range": ["var(--wtg-2)", "var(--wtg-1)"], "legend": True}


def curves(what, legend):
    """One panel: operations a second against CPUs."""
    return panel(
        [mark("line", {"row": "curve", "what": what}, x="cpus", y="rate", stroke="when", strokeWidth=2),
         mark("dot", {"row": "curve", "what": what}, x="cpus", y="rate", fill="when", r=2.5, tip=True),
         mark("dot", {"row": "dot", "what": what}, x="cpus", y="rate", stroke="when", r=6, strokeWidth=2),
         mark("ruleY", data=[0])],
        {"x": {"label": "CPUs", "domain": [0, 128]},
         "y": {"label": f"reads a second {what}", "grid": True, "zero": True, "tickFormat": "~s", "ticks": 5},
         "color": {**COLOURS, "legend": legend}},
        height=210, pick=pick("cpus", "cpus"))


FIGURE = Figure(
    id="arc-locks",
    title="Locks, and the size of the cache",
    caption="The cache before it was rewritten and after. Above: reads a second of a machine whose CPUs do nothing else, "
            "from memory and with a block to give up for each; lines by exact analysis, rings by simulation. Below: the "
            "cache's size in ten minutes, while programs take memory and give it back.",
    params={
        "cpus": Number("CPUs", 64, 1, 128, whole=True, stops=tuple(float(n) for n in CPUS),
                       help="Each does one read after the other."),
        "swing": Number("Programs' swing", 1 * GiB, 0.0, 16 * GiB, unit="GiB", step=0.5 * GiB,
                        help="How much memory programs take, for half of every 150 s."),
        "reads": Number("Reads a second", 20_000, 0, 100_000, step=5_000,
                        help="Asked of the cache while its size is watched; those it cannot answer make it grow."),
        "line": Number("A line from elsewhere", 100e-9, 20e-9, 400e-9, unit="us", step=10e-9,
                       help="How long a CPU waits for 64 bytes that another one has, or memory."),
        "work": Number("Work of a read from memory", CPU, 1 * us, 50 * us, unit="us", step=1 * us, more=True,
                       help="What a CPU does for it without any of these locks."),
        "disk_work": Number("Work of a read from elsewhere", MISS, 1 * us, 100 * us, unit="us", step=1 * us, more=True,
                            help="The same, for a read that goes to a disk or to flash."),
        "memory": Number("Memory", 64 * GiB, 16 * GiB, 1024 * GiB, unit="GiB", more=True,
                         stops=tuple(n * GiB for n in (16.0, 32, 64, 128, 256, 512, 1024)), help="Of the whole machine."),
        "programs": Number("Programs", 16 * GiB, 0.0, 512 * GiB, unit="GiB", step=4 * GiB, more=True,
                           help="Memory that programs hold all the time, four fifths of all at most."),
    },
    presets={
        "64 CPUs": Preset(help="and programs that swing by 1 GiB"),
        "a 7410 of 16 cores": Preset({"cpus": 16}),
        "programs that swing by 12 GiB": Preset({"swing": 12 * GiB}),
        "a terabyte of memory": Preset({"memory": 1024 * GiB, "swing": 0.0, "reads": 100_000}, "longer pauses"),
        "lines that come at once": Preset({"line": 20e-9}, "one socket: locks cost less"),
    },
    run=run,
    panels=[
        curves("from memory", True),
        curves("with a block given up", False),
        panel(
            [mark("line", {"row": "size"}, x="t", y="cache", stroke="when", strokeWidth=2, curve="step-after")],
            {"x": {"label": "time", "unit": "s"}, "y": {"label": "the cache", "unit": "GiB", "grid": True, "ticks": 5},
             "color": {**COLOURS, "legend": False}},
            height=190,
        ),
    ],
    table=table({"row": "sum"}, [
        column("when", "which"), column("shrinks", "shrinks"), column("step", "by, at most", "GiB", 2),
        column("pause", "holds a list for", "ms", 3), column("moved", "size moved by", "GiB", 1),
        column("hits", "hits", "%", 1),
    ]),
    describe=describe,
    values=values,
    source=cite("bourbonnais2014rearc", "improved scalability, and steadier size"),
    reproduces=["rearc-scalability"],
    targets=[target("rearc-scal-pattern", scales), target("rearc-steady-pattern", steadier)],
)
