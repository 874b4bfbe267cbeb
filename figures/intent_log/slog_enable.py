"""Log devices are switched on while one client writes: the effect on latency and on the rate."""

from collections.abc import Iterator

from figures.define.claims import measured
from figures.define.figure import Choice, Figure, Number, Preset, Rows, cite, mark, panel
from figures.intent_log.experiments.switched import column_of
from figures.intent_log.experiments.trial import span
from figures.intent_log.experiments.waits import WHO, waits
from figures.intent_log.slog_enable_results import (
    MOST_STALLS,
    STALL,
    TARGETS,
    describe,
    sums,
    values,
)
from figures.kit.heat import AXIS, KINDS, PALETTE, busy_panel, heat_panels, shown_openly
from figures.kit.heat_map import linear_edges, log_edges
from figures.kit.icy_lake import icy_lake
from figures.kit.log_controls import (
    access,
    in_pairs,
    interval,
    mirrored,
    rate,
    spindle,
    turnaround,
    write_size,
)
from figures.kit.stops import powers
from models.catalogue.machines import values as constants
from models.machine import Nfs
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.machine.order.log_device import NVME, NVRAM
from models.protocols.nfs.server import SPREAD
from models.units import ms, rpm, s, us

SUN = constants("7410")
SECONDS, COLUMNS = 44 * s, 100
WORK = 260_000  # greatest number of 4 KiB writes of one thread in a run
OTHERS, LOOK = 16, 2 * s
EDGES = {"cell": linear_edges(10 * ms, 50), "log cell": log_edges(50 * us, 50 * ms, 48)}
ENDS = {axis: {"domain": [EDGES[kind][0], EDGES[kind][-1]]} for axis, kind in KINDS.items()}


def run(
    devices: int,
    place: str,
    access: float,
    rate: float,
    mirrored: bool,
    switch: float,
    size: float,
    threads: int,
    spindle: float,
    vdevs: int,
    turnaround: float,
    interval: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: cell and log cell (t1, t2, low, high, n), rate (t, iops), busy (t1, t2, who,
    share), use (how long a core, a disk and a log device were busy), switch (t), sum (part: before
    or after, iops, latencies), stall (t, latency), other (iops before the switch, with the spindles
    at other angles). Times are in s.

    A heavier load is watched for a shorter time.
    """
    devices, mirrored = in_pairs(devices, mirrored)
    order = SUN_7410.order(
        pool={"layout": "mirror", "vdevs": vdevs},
        log={
            "devices": devices,
            "mirrored": mirrored,
            "place": place,
            "device.access": access,
            "device.rate": rate,
        },
        speed=spindle,
        groups={"interval": interval},
    ).bare()
    load = Nfs(1, threads, int(size), turnaround)
    seconds = span(SECONDS, WORK, order, load, seed)
    width, first = seconds / COLUMNS, round(switch * COLUMNS)
    on = first * width  # log devices are used from column `first` on
    # a transaction group is written soon after the switch
    age = interval - (on + seconds / 80) % interval if seconds == SECONDS else 0.0
    times, latencies = [], []

    def seen(t: float, latency: float) -> None:
        times.append(t)
        latencies.append(latency)

    machine = Machine(order.order(groups={"age": age}), seed, seen=seen)
    machine.use_logs(on)
    machine.start(load)
    yield [
        {
            "row": "frame",
            "t1": 0.0,
            "t2": seconds,
            "low": 0.0,
            "high": 10 * ms,
            "least": 0.0,
            "turn": 1 / spindle,
            "threads": threads,
            "devices": devices,
        },
        {"row": "switch", "t": on, "on": "log devices on" if devices and 0 < switch < 1 else ""},
    ]
    used, begun, parts = machine.used(), 0, {"before": list[float](), "after": list[float]()}
    before = used
    for column in range(COLUMNS):
        t1, t2 = column * width, (column + 1) * width
        machine.loop.run(until=t2)
        fresh = sorted(latencies[begun:])
        earlier, used = used, machine.used()
        yield [
            *column_of(fresh, t1, t2, EDGES),
            {"row": "rate", "t": (t1 + t2) / 2, "iops": len(fresh) / width},
            *waits(
                t1, t2, threads, fresh, earlier, used, "disks" if column < first else "log devices"
            ),
        ]
        if column == first:  # writes in progress at the switch count on neither side
            fresh = sorted(
                latencies[n] for n in range(begun, len(times)) if times[n] - latencies[n] > on
            )
        parts["before" if column < first else "after"] += fresh
        begun = len(times)
        if column == first - 1:
            before = used
    after = sums("after", sorted(parts["after"]), seconds - on)
    slow = STALL * after[0]["median"] if after else 0.0
    yield [
        *sums("before", sorted(parts["before"]), on),
        *after,
        *[
            {"row": "stall", "t": t, "latency": latency}
            for t, latency in zip(times, latencies, strict=True)
            if latency >= slow > 0 and t - latency > on
        ][:MOST_STALLS],
        {"row": "use", "part": "before", **before._asdict(), "seconds": on},
        {"row": "use", "part": "all", **used._asdict(), "seconds": seconds},
    ]
    if threads == 1:
        yield others(vdevs, spindle, load.size, turnaround)


def others(vdevs: int, spindle: float, size: int, turnaround: float) -> Rows:
    """Return rows with the rate before the switch for the spindles at other angles, from the flat
    loop of one writer."""
    rows = []
    for seed in range(1, OTHERS + 1):
        lake = icy_lake(
            ("mirror", vdevs), size, turnaround=turnaround, spread=SPREAD, seed=seed, speed=spindle
        )
        rows.append({"row": "other", "iops": len(lake.writes(LOOK)) / lake.time})
    return rows


TIME = {"label": "time", "unit": "s"}
FRAME = mark("rect", {"row": "frame"}, x1="t1", x2="t2", fill="none")
SWITCH = mark("ruleX", {"row": "switch"}, x="t", stroke="currentColor", strokeDasharray="3,3")


FIGURE = Figure(
    id="slog-enable",
    title="Log devices are switched on",
    caption="One client thread writes 8 KiB at a time over NFS and waits until each write is safe, first with the log on "
    "the disks, then with two log devices. Latency: how many writes took how long; stronger cells hold more, but not "
    "in proportion (false colour). Writes a second: the dots are the rate before the switch, for this machine "
    "(large) and for sixteen more whose spindles stand otherwise (small); the ring is the measured one.",
    params={
        "devices": Number(
            "Log devices",
            2,
            0,
            8,
            whole=True,
            help="Number of devices that hold only the intent log, used in turn or in mirrored pairs.",
        ),
        "place": Choice(
            "They sit",
            "jbod",
            {"jbod": "among the disks, on their cable", "head": "in the server"},
            "Among the disks, they share a cable with the writes of transaction groups.",
        ),
        "palette": shown_openly(PALETTE),
        "axis": AXIS,
        "size": write_size(
            help="How much the client writes at a time. Larger writes are watched for a shorter time.",
            more=True,
        ),
        "spindle": spindle(more=True),
        "mirrored": mirrored(more=True),
        "access": access(more=True),
        "rate": rate(more=True),
        "switch": Number(
            "Switched on after",
            0.26,
            0.0,
            1.0,
            unit="%",
            step=0.02,
            help="Share of the time shown after which log devices are used: at 0 from the start, at 100 never.",
            more=True,
        ),
        "threads": Number(
            "Threads of the client",
            1,
            1,
            64,
            whole=True,
            stops=powers(1, 64),
            help="Number of threads; each waits for its own writes. More threads are watched for a shorter time.",
            more=True,
        ),
        "vdevs": Number(
            "Mirrored pairs of disks",
            22,
            1,
            66,
            whole=True,
            help="Number of pairs, written to in turn.",
            more=True,
        ),
        "turnaround": turnaround(more=True),
        "interval": interval(more=True),
    },
    presets={
        "as measured": Preset(
            help="one thread, 8 KiB, 22 mirrored pairs, then two Logzillas as separate devices"
        ),
        "NVMe of today": Preset(
            {"access": NVME.access, "rate": NVME.rate, "place": "head"},
            "14 µs a write and 5.6 GB/s",
        ),
        "mirrored log devices": Preset({"mirrored": True}),
        "one log device": Preset({"devices": 1}),
        "15,000 rpm": Preset({"spindle": 15000 * rpm}, "faster disks"),
        "512 B writes": Preset({"size": 512}),
        "NVRAM card": Preset(
            {"devices": 1, "access": NVRAM.access, "rate": NVRAM.rate, "place": "head"},
            "memory with a battery: 20 µs a write and 2.5 GB/s (our guess)",
        ),
        "a transaction group every 5 s": Preset({"interval": 5}, "as later versions of ZFS do"),
        "sixteen threads": Preset({"threads": 16}),
    },
    seed=5,
    run=run,
    panels=[
        *heat_panels(
            KINDS,
            TIME,
            "NFS latency",
            "writes",
            each={**ENDS, "log": {**ENDS["log"], "tickFormat": "~g"}},
            height=380,
            tab="Latency",
            under=[FRAME],
            over=[
                SWITCH,
                mark(
                    "text",
                    {"row": "switch"},
                    x="t",
                    text="on",
                    frameAnchor="top",
                    textAnchor="start",
                    dx=6,
                    dy=4,
                    fill="currentColor",
                ),
            ],
        ),
        panel(
            [
                FRAME,
                mark(
                    "areaY",
                    {"row": "rate"},
                    x="t",
                    y="iops",
                    fill="var(--wtg-1)",
                    fillOpacity=0.8,
                    curve="step",
                ),
                SWITCH,
                mark("ruleY", data=[0]),
            ],
            {"x": TIME, "y": {"label": "writes a second", "grid": True, "zero": True, "ticks": 4}},
            height=280,
            tab="Writes a second",
        ),
        panel(
            [
                mark(
                    "dot", {"row": "other"}, x="iops", r=3, fill="var(--wtg-mute)", fillOpacity=0.6
                ),
                mark(
                    "dot",
                    {"row": "sum", "part": "before"},
                    x="iops",
                    r=5,
                    fill="var(--wtg-accent)",
                    tip=True,
                ),
                mark(
                    "dot",
                    data=[{"iops": measured("slog-before-iops")}],
                    x="iops",
                    r=8,
                    stroke="currentColor",
                    strokeWidth=1.5,
                ),
            ],
            {"x": {"label": "writes a second before the switch", "grid": True, "nice": True}},
            height=110,
            when={"threads": 1},
            tab="Writes a second",
        ),
        busy_panel(TIME, "the thread's time", WHO, under=[FRAME], over=[SWITCH]),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009slog", "the heat maps of the full run, before and after"),
    reproduces=[
        "slog-enable-heatmap",
        "slog-single-thread-run",
        "slog-before-zoom",
        "slog-after-zoom",
    ],
    targets=TARGETS,
    misses={
        "picket-fence-fraction": "a group's transfers have the cable in turn with those to the Logzilla. That holds up two "
        "fifths more writes than were seen; nothing is fitted to it",
        "slog-after-zero-above": "the panel counts writes a second in narrow ranges of latency, rounded. The few that a "
        "transaction group holds up all take some 2.7 ms in the model, so that one range up there "
        "shows 1 instead of 0; without them the highest range with any ends at 305 us",
    },
)
