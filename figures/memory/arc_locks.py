"""The ARC before and after its rewrite: operations per second against CPUs, and the cache's size
under pressure."""

from collections.abc import Iterator
from itertools import pairwise
from math import fsum
from typing import Any

from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Rows,
    cite,
    column,
    mark,
    panel,
    pick,
    table,
    target,
)
from figures.kit.rows import of
from figures.kit.words import count
from figures.memory.experiments.arc_locks import (
    design,
    operation,
    pause,
    simulate,
    throughput,
    wait_percentile,
)
from figures.memory.experiments.arc_memory import (
    AFTER,
    BEFORE,
    ArcHost,
    ArcSecond,
    sizes,
    trapezoids,
)
from models.catalogue.machines import values as constants
from models.machine import SUN_7410, Machine
from models.sim.stats import mean
from models.units import GiB, us

WHEN = {"before": BEFORE, "after": AFTER}
WHAT = {"from memory": True, "with a block given up": False}
CPUS = (1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)
SECONDS, EVERY, RAMP, SAMPLE, THIN = 600, 150.0, 10.0, 3000, 4
CPU, MISS = constants("7410")["head.cpu_read"], 20 * us


def run(
    cpus: int,
    line: float,
    work: float,
    disk_work: float,
    memory: float,
    programs: float,
    swing: float,
    reads: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: curve (when, what, cpus, operations per second by exact analysis), dot (the same
    by simulation, for the chosen CPUs), left (t in s, bytes that programs leave), size (when, t in
    s, cache in bytes), gave (when, t in s, bytes that the cache gives back in one step), and sum
    (when, shrinks: number of these steps, step: bytes of the largest, given: bytes of all, moved:
    bytes by which the size changed in all, pause in s, p99 in s, hits)."""
    order = SUN_7410.bare().order(
        pool={"layout": "stripe", "vdevs": 1, "jbods": 0}, cores=cpus, memory=memory
    )
    spent = {"from memory": work, "with a block given up": disk_work}
    for what, cached in WHAT.items():
        for when in WHEN:
            new = when == "after"
            rows = []
            for n in sorted({*CPUS, cpus}):
                network = operation(design(new, n), n, spent[what], cached, line)
                rows.append(
                    {
                        "row": "curve",
                        "when": when,
                        "what": what,
                        "cpus": n,
                        "rate": throughput(network, n),
                    }
                )
                if n == cpus:
                    rate, _ = simulate(network, Machine(order, seed), SAMPLE)
                    rows.append(
                        {
                            "row": "dot",
                            "when": when,
                            "what": what,
                            "cpus": n,
                            "rate": rate,
                            "analysis": rows[-1]["rate"],
                            "limit": network.limit,
                        }
                    )
            yield rows
    host = ArcHost(memory=order.head.memory, reads=reads, working_set=4 * memory)
    low, high = (min(amount, 0.8 * memory) for amount in (programs, programs + swing))
    taken = trapezoids(low, high, EVERY, RAMP)
    yield [
        {"row": "left", "t": t, "bytes": memory * (1 - host.floor) - taken(t)}
        for t in range(0, SECONDS + 1, 5)
    ]
    for when, rule in WHEN.items():
        seconds = sizes(host, rule, taken, SECONDS)
        yield [{"row": "size", "when": when, "t": t, "cache": cache} for t, cache in drawn(seconds)]
        steps = [(t, amount) for second in seconds for t, amount, _ in second.steps]
        yield [{"row": "gave", "when": when, "t": t, "bytes": amount} for t, amount in steps]
        pauses = [
            pause(int(amount // host.block), design(when == "after", cpus), cpus, line)
            for _, amount in steps
        ]
        moved = fsum(abs(after.cache - before.cache) for before, after in pairwise(seconds))
        longest = max(pauses, default=0.0)
        yield [
            {
                "row": "sum",
                "when": when,
                "shrinks": len(steps),
                "step": max((amount for _, amount in steps), default=0.0),
                "given": fsum(amount for _, amount in steps),
                "moved": moved,
                "pause": longest,
                "p99": wait_percentile(0.99, min(longest, 1.0), 1.0),
                "hits": mean([second.hits for second in seconds]),
                "cpus": cpus,
            }
        ]


def drawn(seconds: list[ArcSecond]) -> Iterator[tuple[float, float]]:
    """Yield the points (t in s, bytes) of the line that shows the cache's size: one every few
    seconds, and two for each step down, before and after it."""
    yield 0.0, seconds[0].cache
    for second in seconds:
        for t, amount, left in second.steps:
            yield t, left + amount
            yield t, left
        if second.t % THIN == THIN - 1:
            yield second.t + 1, second.cache


def rates(rows: Rows) -> dict[tuple[str, str], float]:
    """Return the operations per second of the chosen number of CPUs by exact analysis: (what, when)
    -> rate."""
    return {(row["what"], row["when"]): row["analysis"] for row in of(rows, "dot")}


def scales(rows: Rows) -> bool:
    """Return whether the new cache scales with CPUs and the old one does not.

    This must hold both for reads from memory and for reads that evict a block. The old rate must
    stop growing at some number of CPUs. The new rate must be more than twice as high there, lower
    at no number, and about equal with one CPU. Reads that evict a block must be slower, and
    simulation must agree with analysis.
    """
    curves: dict[tuple[str, str], dict[float, float]] = {}
    for row in of(rows, "curve"):
        curves.setdefault((row["what"], row["when"]), {})[row["cpus"]] = row["rate"]
    dots = {(row["what"], row["when"]): row for row in of(rows, "dot")}
    if not set(curves) == set(dots) == {(what, when) for what in WHAT for when in WHEN}:
        return False
    quick, slow = WHAT
    if any(
        set(curves[each]) != set(curves[quick, "before"])
        or dots[each]["cpus"] not in curves[each]
        or min(curves[each]) != 1
        for each in curves
    ):
        return False
    if not all(
        0 < curves[slow, when][n] < rate for when in WHEN for n, rate in curves[quick, when].items()
    ):
        return False
    if not all(0.9 < row["rate"] / curves[each][row["cpus"]] < 1.25 for each, row in dots.items()):
        return False
    for what in WHAT:
        old, new = curves[what, "before"], curves[what, "after"]
        most, half = max(old), max(n for n in old if n <= max(old) / 2)
        if not (
            old[most] < 1.1 * old[half]
            and new[most] > 2 * old[most]
            and abs(new[1] / old[1] - 1) < 0.1
            and all(new[n] > 0.95 * old[n] for n in old)
        ):
            return False
    return True


def lines(
    rows: Rows,
) -> tuple[list[tuple[int, float]], list[tuple[float, float]], list[tuple[float, float]]]:
    """Return the three drawn lines, each a list of (t in s, bytes): the memory that programs leave,
    the size of the old cache, and that of the new one."""
    left = [(row["t"], row["bytes"]) for row in of(rows, "left")]
    old, new = ([(row["t"], row["cache"]) for row in of(rows, "size", when=when)] for when in WHEN)
    return left, old, new


def steadier(rows: Rows) -> bool:
    """Return whether the size of the new cache is steadier.

    It must change less in all, stay below the largest size of the old one, and fall only while
    programs take more memory, by no more than they take. Its largest step down must be less than
    half that of the old cache, which must also fall while programs take nothing. Dots and table
    must agree with the lines.
    """
    left, old, new = lines(rows)
    if not all(
        line
        and [t for t, _ in line] == sorted(t for t, _ in line)
        and line[0][0] == 0
        and line[-1][0] == SECONDS
        for line in (left, old, new)
    ):
        return False
    taking = [(a[0], b[0]) for a, b in pairwise(left) if b[1] < a[1]]
    falls = {
        name: [(b[0], a[1] - b[1]) for a, b in pairwise(line) if b[1] < a[1]]
        for name, line in (("old", old), ("new", new))
    }
    idle = {
        name: [amount for t, amount in falls[name] if not any(a <= t <= b + 1 for a, b in taking)]
        for name in falls
    }
    for when, name in (
        ("before", "old"),
        ("after", "new"),
    ):  # the dots must be the steps of the line
        gave = [(row["t"], row["bytes"]) for row in of(rows, "gave", when=when)]
        if len(gave) != len(falls[name]) or any(
            a[0] != b[0] or abs(a[1] - b[1]) > 1 for a, b in zip(gave, falls[name], strict=True)
        ):
            return False
    sums = {row["when"]: row for row in of(rows, "sum")}
    biggest = {
        name: max((amount for _, amount in found), default=0.0) for name, found in falls.items()
    }
    moved = {
        name: fsum(abs(b[1] - a[1]) for a, b in pairwise(line))
        for name, line in (("old", old), ("new", new))
    }
    taken = fsum(a[1] - b[1] for a, b in pairwise(left) if b[1] < a[1])
    for when, name in (
        ("before", "old"),
        ("after", "new"),
    ):  # and the table must agree with the line
        drops, said = [amount for _, amount in falls[name]], sums.get(when)
        if (
            not said
            or said["shrinks"] != len(drops)
            or abs(said["step"] - biggest[name]) > 1
            or (abs(said["given"] - fsum(drops)) > 1)
            or abs(said["moved"] - moved[name]) > 0.03 * moved[name] + 1
        ):
            return False
    top, most, highest = (max(amount for _, amount in line) for line in (new, old, left))
    return (
        0 < top < most < 1.001 * highest < 1.1 * most
        and biggest["new"] < 0.5 * biggest["old"]
        and not idle["new"]
        and len(idle["old"]) > 0
        and fsum(amount for _, amount in falls["new"]) <= 1.05 * taken
        and moved["new"] < moved["old"]
    )


def in_words(rate: float) -> str:
    """Return a rate as text, in millions from one million on."""
    return f"{rate / 1e6:.3g} million" if rate >= 1e6 else count(float(f"{rate:.3g}"))


def values(rows: Rows) -> dict[str, float]:
    found = rates(rows)
    sums = {row["when"]: row for row in of(rows, "sum")}
    limits = {(row["what"], row["when"]): row["limit"] for row in of(rows, "dot")}
    named = {
        f"{short}_{when}": found[what, when]
        for short, what in (("cached", "from memory"), ("uncached", "with a block given up"))
        for when in WHEN
    }
    return {
        **named,
        **{f"limit_{when}": limits["from memory", when] for when in WHEN},
        "cached_gain": named["cached_after"] / named["cached_before"],
        "uncached_gain": named["uncached_after"] / named["uncached_before"],
        "cpus": sums["before"]["cpus"],
        **{
            f"{name}_{when}": sums[when][name]
            for name in ("shrinks", "step", "given", "pause", "p99", "hits", "moved")
            for when in WHEN
        },
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"With {v['cpus']:.0f} CPU{'s' if v['cpus'] > 1 else ''} the old cache answers {in_words(v['cached_before'])} reads "
        f"a second from memory and the new one {in_words(v['cached_after'])}; of reads that make room, "
        f"{in_words(v['uncached_before'])} and {in_words(v['uncached_after'])}."
    )


COLOURS = {"domain": list(WHEN), "range": ["var(--wtg-2)", "var(--wtg-1)"], "legend": True}


def curves(what: str, tab: str) -> dict[str, Any]:
    """Return a panel of operations per second against CPUs. what: the kind of read. tab: where it
    stands."""
    return panel(
        [
            mark(
                "line",
                {"row": "curve", "what": what},
                x="cpus",
                y="rate",
                stroke="when",
                strokeWidth=2,
            ),
            mark(
                "dot",
                {"row": "curve", "what": what},
                x="cpus",
                y="rate",
                fill="when",
                r=2.5,
                tip=True,
            ),
            mark(
                "dot",
                {"row": "dot", "what": what},
                x="cpus",
                y="rate",
                stroke="when",
                r=6,
                strokeWidth=2,
            ),
            mark("ruleY", data=[0]),
        ],
        {
            "x": {"label": "CPUs", "domain": [0, 128]},
            "y": {
                "label": f"reads a second {what}",
                "grid": True,
                "zero": True,
                "tickFormat": "~s",
                "ticks": 5,
            },
            "color": COLOURS,
        },
        height=330,
        pick=pick("cpus", "cpus"),
        tab=tab,
    )


FIGURE = Figure(
    id="arc-locks",
    title="Locks, and the size of the cache",
    caption="The cache before it was rewritten and after. Reads a second: of a machine whose CPUs do nothing else. Reads "
    "that make room: each gives up a block. Lines by exact analysis, rings by simulation. Size of the cache: "
    "in ten minutes, while programs take memory and give it back (dashed: what they leave), and each time it gave "
    "up a part of itself.",
    params={
        "cpus": Number(
            "CPUs",
            64,
            1,
            128,
            whole=True,
            stops=tuple(float(n) for n in CPUS),
            help="The number of CPUs; each does one read after another.",
        ),
        "swing": Number(
            "Programs' swing",
            1 * GiB,
            0.0,
            16 * GiB,
            unit="GiB",
            step=0.5 * GiB,
            more=True,
            help="The extra memory that programs take during half of every 150 s.",
        ),
        "line": Number(
            "A line from elsewhere",
            100e-9,
            20e-9,
            400e-9,
            unit="µs",
            step=10e-9,
            more=True,
            help="How long a CPU waits for a cache line.",
        ),
        "reads": Number(
            "Reads a second",
            20_000,
            0,
            100_000,
            step=5_000,
            more=True,
            help="Reads per second while the cache's size is measured.",
        ),
        "work": Number(
            "Work of a read from memory",
            CPU,
            1 * us,
            50 * us,
            unit="µs",
            step=1 * us,
            more=True,
            help="A CPU's time for a read from memory, not counting the locks of the cache.",
        ),
        "disk_work": Number(
            "Work of a read from elsewhere",
            MISS,
            1 * us,
            100 * us,
            unit="µs",
            step=1 * us,
            more=True,
            help="A CPU's time for a read from disk or flash, without the cache's locks.",
        ),
        "memory": Number(
            "Memory",
            64 * GiB,
            16 * GiB,
            1024 * GiB,
            unit="GiB",
            more=True,
            stops=tuple(n * GiB for n in (16.0, 32, 64, 128, 256, 512, 1024)),
            help="The memory of the machine.",
        ),
        "programs": Number(
            "Programs",
            16 * GiB,
            0.0,
            512 * GiB,
            unit="GiB",
            step=4 * GiB,
            more=True,
            help="Memory that programs hold all the time, at most four fifths of the machine's.",
        ),
    },
    presets={
        "64 CPUs": Preset(help="and programs that swing by 1 GiB"),
        "a terabyte of memory": Preset(
            {"memory": 1024 * GiB, "swing": 0.0, "reads": 100_000}, "longer pauses"
        ),
        "programs that swing by 12 GiB": Preset({"swing": 12 * GiB}),
        "a 7410 of 16 cores": Preset({"cpus": 16}),
        "a line in 20 ns": Preset({"line": 20e-9}, "all processors on one chip: locks cost less"),
    },
    run=run,
    panels=[
        curves("from memory", "Reads a second"),
        curves("with a block given up", "Reads that make room"),
        panel(
            [
                mark(
                    "line",
                    {"row": "left"},
                    x="t",
                    y="bytes",
                    stroke="var(--wtg-mute)",
                    strokeDasharray="3,3",
                ),
                mark("line", {"row": "size"}, x="t", y="cache", stroke="when", strokeWidth=2),
            ],
            {
                "x": {"label": "time", "unit": "s"},
                "y": {"label": "the cache", "unit": "GiB", "grid": True, "ticks": 5},
                "color": COLOURS,
            },
            height=230,
            tab="Size of the cache",
        ),
        panel(
            [
                mark("dot", {"row": "gave"}, x="t", y="bytes", stroke="when", r=3, tip=True),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "time", "unit": "s", "domain": [0, SECONDS]},
                "y": {
                    "label": "given up at a time",
                    "unit": "GiB",
                    "grid": True,
                    "ticks": 4,
                    "zero": True,
                    "nice": True,
                },
                "color": {**COLOURS, "legend": False},
            },
            height=190,
            tab="Size of the cache",
        ),
    ],
    table=table(
        {"row": "sum"},
        [
            column("when", "which"),
            column("shrinks", "shrinks"),
            column("step", "by, at most", "GiB", 2),
            column("given", "in all", "GiB", 1),
            column("pause", "holds a list for", "ms", 3),
            column("moved", "size moved by", "GiB", 1),
            column("hits", "hits", "%", 1),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2014rearc", "improved scalability, and steadier size"),
    reproduces=["rearc-scalability"],
    targets=[target("rearc-scal-pattern", scales), target("rearc-steady-pattern", steadier)],
)
