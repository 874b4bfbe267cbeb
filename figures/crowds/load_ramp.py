"""A load that grows to two hundred threads, a few more every minute, with log devices and without."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from statistics import fmean
from typing import Any

from figures.define.claims import claim, measured
from figures.define.figure import Choice, Figure, Number, Preset, Rows, cite, mark, panel, target
from figures.kit.heat import AXIS, KINDS, PALETTE, Maps, heat_panels
from figures.kit.heat_map import linear_edges, log_edges
from figures.kit.log_controls import in_pairs, mirrored, spindle, turnaround
from figures.kit.rows import of
from figures.kit.stops import powers
from figures.kit.words import count, time
from figures.kit.writer import writer
from models.catalogue.machines import values as constants
from models.machine import Nfs
from models.machine.machine import Machine
from models.machine.order import SERVER_TODAY, SUN_7410
from models.sim.stats import percentile
from models.units import KiB, minute, ms, rpm, us

SUN, TODAY = constants("7410"), constants("server-today")
OF_TODAY = {
    "server": "server-today",
    "turnaround": TODAY["network.turnaround"],
    "sizing": TODAY["log.sizing"],
}
WRITES, SETTLE = 9, 3  # writes of each thread in a step; those of them before counting starts
COLUMNS, BINS, LOG_BINS = 3, 160, 60  # columns of the map in each step; bins of each axis
STEPS = 20  # greatest number of steps; a longer ramp has several minutes in one step
FAST = float(claim("load8-fast-threshold").written[0]) * ms
WORK = ("cpu_write", "cpu_byte", "cpu_network")
SLICE = 0.2 * ms


def run(
    server: str,
    devices: int,
    mirrored: bool,
    datasets: int,
    clients: int,
    threads: int,
    size: float,
    vdevs: int,
    spindle: float,
    besides: float,
    speed: float,
    turnaround: float,
    wake: str,
    sizing: str,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows for each step of the ramp: cell and log cell (t1, t2, low, high, n a second: for
    the linear and the logarithmic axis), step (t1, t2, threads, ops, median, p90, fast: share
    within 1.21 ms; cpu, log: shares of the time in use). Times are in s.

    A step is shortened to nine writes of each thread.
    """
    devices, mirrored = in_pairs(devices, mirrored)
    minutes = -(-int(threads) // STEPS)
    low, top = (
        (10 * us, 1 * ms)
        if devices and server == "server-today"
        else (100 * us, 10 * ms if devices else 100 * ms)
    )
    heat = Maps(
        minutes * minute / COLUMNS,
        {"linear": linear_edges(top, BINS), "log": log_edges(low, top, LOG_BINS)},
        KINDS,
    )
    done = []
    order = (
        SERVER_TODAY
        if server == "server-today"
        else SUN_7410.order(pool={"layout": "mirror", "vdevs": vdevs, "jbods": 6})
    )
    order = order.order(
        log={"devices": devices, "mirrored": mirrored, "wake": wake, "sizing": sizing},
        datasets=datasets,
        disks={"speed": spindle, "flush": order.drive.flush + besides},
        head={name: getattr(order.head, name) / speed for name in WORK},
    )
    machine = Machine(order.bare("head"), seed, seen=lambda t, latency: done.append((t, latency)))
    for begin in range(0, int(threads), minutes):
        end = min(int(threads), begin + minutes)
        machine.start(Nfs(int(clients), end - begin, int(size), turnaround, at=machine.loop.now))
        begun, now, writers = len(done), machine.loop.now, int(clients) * end
        settled, start, used = 0, now, machine.used()
        while len(done) - begun < WRITES * writers:
            now += max(SLICE, (now - start) / 20)
            machine.loop.run(until=now)
            if not settled and len(done) - begun >= SETTLE * writers:
                settled, start, used = len(done), now, machine.used()
        length, counted, spent = now - start, done[settled:], machine.used()
        for t, latency in counted:
            heat.add((begin + min(0.999, (t - start) / length) * (end - begin)) * minute, latency)
        latencies = [latency for _, latency in counted]
        yield [
            {**cell, "n": cell["n"] * COLUMNS / length} for cell in heat.columns(end * minute)
        ] + [
            {
                "row": "step",
                "t1": begin * minute,
                "t2": end * minute,
                "threads": writers,
                "devices": devices,
                "ops": pace([t for t, _ in counted]),
                "median": percentile(latencies, 0.5),
                "p90": percentile(latencies, 0.9),
                "fast": sum(latency < FAST for latency in latencies) / len(latencies),
                "cpu": min(1.0, (spent.cpu - used.cpu) / length),
                "log": min(1.0, (spent.log - used.log) / length),
                "disk": (spent.disk - used.disk) / length,
                "turn": 1 / spindle,
            }
        ]


def pace(times: list[float]) -> float:
    """Return the operations a second from the first commit to the last. Those answered by the first
    do not count. times: when each was answered (s), ascending."""
    return sum(t > times[0] for t in times) / (times[-1] - times[0])


def steps(rows: Rows) -> Rows:
    return of(rows, "step")


def last(field: str) -> Callable[[Rows], float]:
    """Return a function that takes rows and returns a field of the last step, for targets."""
    return lambda rows: steps(rows)[-1][field]


def values(rows: Rows) -> dict[str, float]:
    end = steps(rows)[-1]
    return {
        **{name: value for name, value in end.items() if name not in ("row", "t1", "t2")},
        "fast_ops": end["ops"] * end["fast"],
        "one_each": steps(rows)[0]["ops"],
        "half": steps(rows)[len(steps(rows)) // 2]["ops"],
        "most": max(row["ops"] for row in steps(rows)),
        "published": measured("load8-ops"),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    many = v["devices"] if v["devices"] != 1 else "one"
    where = (
        f"{many} log device{'s' if v['devices'] > 1 else ''}"
        if v["devices"]
        else "the log on the disks"
    )
    text = (
        f"{v['threads']:.0f} threads with {where} make {count(v['ops'])} writes a second. At the server half of them "
        f"take less than {time(v['median'])}. The processors are in use {v['cpu']:.0%} of the time"
    )
    return text + (
        f", each log device {v['log']:.0%}." if v["devices"] else f", each disk {v['disk']:.1%}."
    )


def cpu_near_limit(rows: Rows) -> bool:
    """Return whether the use of the processors grows from quarter to quarter of the ramp, from
    below 20 % to at least 80 %."""
    shares = [row["cpu"] for row in steps(rows)]
    quarters = [fmean(shares[k * len(shares) // 4 : (k + 1) * len(shares) // 4]) for k in range(4)]
    return shares[-1] >= 0.8 and all(b > a for a, b in pairwise(quarters)) and shares[0] < 0.2


EIGHT, NONE, FIFTEEN = (
    "as measured, 8 Logzillas",
    "as measured, no Logzillas",
    "no Logzillas, 15,000 rpm",
)
LARGE = "writes of 8 KiB"
TIME = {"label": "time of the test, shortened", "unit": "min"}


def published(devices: bool) -> list[dict[str, Any]]:
    """Return the published rate, with log devices or without."""
    rate = measured("load8-ops" if devices else "load0-ops")
    return [{"ops": rate, "what": f"measured: {rate:,.0f}"}]


def busy(who: str, colour: str) -> dict[str, Any]:
    """Return a mark with a bar for each step: the share of the time for which `who` was in use."""
    return mark(
        "rectY", {"row": "step"}, x1="t1", x2="t2", y=who, fill=colour, fillOpacity=0.8, inset=0.5
    )


FIGURE = Figure(
    id="load-ramp",
    title="Two hundred threads",
    caption="Ten clients, each with one thread more every minute, up to twenty; each thread writes 512 bytes and waits until "
    "they are safe. Writes a second: the line is the published rate. Latency: how many of them took how long. "
    "Who is busy: for how much of the time. Each minute is shortened to nine writes of every thread.",
    params={
        "devices": Number(
            "Log devices",
            8,
            0,
            16,
            whole=True,
            help="Number of devices that hold only the intent log. At 0 the log is on the disks.",
        ),
        "datasets": Number(
            "Datasets",
            1,
            1,
            10,
            whole=True,
            help="File systems in the pool. Each has a log of its own; clients are spread over them.",
        ),
        "speed": Number(
            "Processors, times as fast",
            1.0,
            0.25,
            8.0,
            stops=(0.25, 0.5, 1.0, 2.0, 4.0, 8.0),
            help="Speed of the processors, relative to 16 cores of 2.3 GHz.",
        ),
        "threads": Number(
            "Threads a client, at the end",
            20,
            1,
            40,
            whole=True,
            more=True,
            help="One thread is added every minute; with more than 20, two at a time.",
        ),
        "spindle": spindle(5400 * rpm, more=True),
        "mirrored": mirrored(True, more=True),
        "clients": Number(
            "Clients",
            10,
            1,
            20,
            whole=True,
            help="Number of clients; each adds a thread every minute.",
            more=True,
        ),
        "size": Number(
            "Write size",
            512,
            512,
            32 * KiB,
            unit="KiB",
            stops=powers(512, 32 * KiB),
            help="How much each thread writes at a time.",
            more=True,
        ),
        "vdevs": Number(
            "Mirrored pairs of disks",
            66,
            1,
            140,
            whole=True,
            help="Number of pairs, in six JBODs (boxes of disks).",
            more=True,
        ),
        "besides": Number(
            "A disk's flush costs besides",
            0.0,
            0.0,
            20 * ms,
            unit="ms",
            step=0.5 * ms,
            help="Extra time that the drive takes for each flush, apart from waiting for the platter.",
            more=True,
        ),
        "turnaround": turnaround(
            SUN["client.turnaround_blade"], TODAY["network.turnaround"], more=True
        ),
        "wake": writer(),
        "server": Choice(
            "Server",
            "7410",
            {"7410": "Sun 7410 of 2009", "server-today": "of today"},
            "Of today: OpenZFS 2.3, 32 cores, 20 disks in RAID-Z2, NVMe log devices in the server.",
            more=True,
        ),
        "sizing": Choice(
            "A log block's size",
            SUN["log.sizing"],
            {"ahead": "chosen before it is filled (2009)", "fit": "what it needs"},
            "ZFS of 2009 allocated each block when it wrote the one before.",
            more=True,
        ),
        "axis": AXIS,
        "palette": PALETTE,
    },
    presets={
        EIGHT: Preset(help="eight Logzillas in four mirrored pairs"),
        NONE: Preset({"devices": 0}, "the same load on 132 disks alone"),
        "processors twice as fast": Preset({"speed": 2.0}),
        "one Logzilla": Preset({"devices": 1}),
        LARGE: Preset(
            {"size": 8 * KiB}, "a commit fills several log blocks, and these go to several pairs"
        ),
        f"{LARGE}, one Logzilla": Preset({"size": 8 * KiB, "devices": 1}),
        "ten datasets": Preset({"datasets": 10}, "ten logs on the same eight devices"),
        "ten datasets, processors twice as fast": Preset({"datasets": 10, "speed": 2.0}),
        FIFTEEN: Preset({"devices": 0, "spindle": 15000 * rpm}, "what faster disks would give"),
        "no Logzillas, blocks that fit": Preset(
            {"devices": 0, "sizing": "fit"}, "each crowd gets the block that it needs"
        ),
        "no Logzillas, 13 threads a client": Preset(
            {"devices": 0, "threads": 13}, "130 threads instead of 200"
        ),
        "no Logzillas, half a turn more": Preset(
            {"devices": 0, "besides": 4 * ms}, "if each flush took 4 ms longer"
        ),
        "server of today": Preset(
            {**OF_TODAY, "devices": 2},
            "one mirrored pair of NVMe drives; the log's lock is the limit",
        ),
        "server of today, 13 threads a client": Preset(
            {**OF_TODAY, "devices": 0, "threads": 13},
            "130 threads, the log on twenty disks of 22 TB",
        ),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "rectY",
                    {"row": "step"},
                    x1="t1",
                    x2="t2",
                    y="ops",
                    fill="var(--wtg-1)",
                    fillOpacity=0.8,
                    inset=0.5,
                ),
                mark(
                    "ruleY",
                    data=published(devices),
                    y="ops",
                    stroke="currentColor",
                    strokeDasharray="3,4",
                ),
                mark(
                    "text",
                    data=published(devices),
                    y="ops",
                    text="what",
                    frameAnchor="left",
                    dx=6,
                    dy=9,
                    fill="currentColor",
                    stroke="var(--wtg-card)",
                    strokeWidth=3,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": TIME,
                "y": {"label": "writes a second", "grid": True, "zero": True, "ticks": 5},
            },
            height=380,
            when={"devices": list(range(1, 17)) if devices else 0},
            tab="Writes a second",
        )
        for devices in (True, False)
    ]
    + [
        *heat_panels(
            KINDS,
            TIME,
            "NFS latency",
            "writes a second",
            one="write a second",
            each={"linear": {"zero": True}},
            height=380,
            tab="Latency",
            under=[],
        ),
        panel(
            [busy("cpu", "var(--wtg-3)"), mark("ruleY", data=[0])],
            {
                "x": TIME,
                "y": {
                    "label": "processors in use",
                    "unit": "%",
                    "domain": [0, 1],
                    "grid": True,
                    "ticks": 4,
                },
            },
            height=200,
            tab="Who is busy",
        ),
        panel(
            [busy("log", "var(--wtg-accent)"), mark("ruleY", data=[0])],
            {
                "x": TIME,
                "y": {
                    "label": "log devices in use",
                    "unit": "%",
                    "domain": [0, 1],
                    "grid": True,
                    "ticks": 4,
                },
            },
            height=200,
            when={"devices": list(range(1, 17))},
            tab="Who is busy",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009slog", "Stepping up the workload"),
    reproduces=["slog-load-8-logzillas", "slog-load-no-logzillas", "slog-15k-estimate"],
    targets=[
        target("load8-ops", last("ops")),
        target("load8-latency-mostly", last("median")),
        target("load8-panel-total", last("ops")),
        target("load8-panel-fast", lambda rows: values(rows)["fast_ops"]),
        target("load8-fast-share", last("fast")),
        target("load8-cpu-pattern", cpu_near_limit),
        target("load8-logzilla-util", last("log")),
        target("load0-ops", last("ops"), NONE),
        target("load0-latency", last("median"), NONE),
        target(
            "est15k-rotation", lambda rows: last("turn")(rows) * SUN["pool.disks.speed"], FIFTEEN
        ),
        target("est15k-ops", last("ops"), FIFTEEN),
    ],
    misses={
        "load0-ops": "in the model a commit costs two thirds of a turn on average, as one thread alone confirms, and carries "
        "two fifths of the 200 threads. The text does not decide why there were fewer",
        "est15k-ops": "the guess starts from the 7,000 measured at 7,200 rpm; the model makes twice as many there",
        "load8-panel-total": "the text has two rates for the end of one ramp, 114,000 and this, of one moment; "
        "the processors of the model are at their limit near the first",
    },
)
