"""Two rules for the intent log: one commit at a time that takes all waiting records, or trains that
leave when they are full."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from figures.crowds.convoys_and_trains_results import (
    LOOK,
    NAMES,
    NEW,
    OLD,
    WARM,
    add,
    bursts,
    describe,
    evenly,
    grows,
    sums,
    values,
)
from figures.crowds.experiments.facets import over_facets
from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
    target,
)
from figures.kit.heat_map import HeatMap, log_edges
from figures.kit.log_controls import write_size
from figures.kit.stops import powers
from figures.kit.writer import writer
from models.machine import Nfs
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.sim.loop import Process
from models.units import KiB, MiB, ms, s, us

COLUMNS, EDGES = 60, log_edges(50 * us, 100 * ms, 44)
TURNS = ("a commit", "the next one")
STALL = "the first device stalls"


class Busy(NamedTuple):
    """A log device (from 0) that served one command from `start` to `finish` (s)."""

    device: int
    start: float
    finish: float


class LogPressure:
    """A load on the intent log of a 7410.

    rules: changed fields of LogSpec. threads: number of threads that write, wait, and write again
    after the machine's turnaround. rate: if not 0, writes a second that arrive at random times
    instead. devices: log devices, each in a JBOD of its own. stall: seconds for which the first log
    device is busy with work of its own (such as flash that erases blocks), from time `at` (s) on.
    seen(t, latency): called for every write. stalled: start and end of the stall (s).
    """

    def __init__(
        self,
        rules: Mapping[str, Any],
        *,
        threads: int = 0,
        rate: float = 0.0,
        size: int = 8 * KiB,
        devices: int = 4,
        stall: float = 0.0,
        at: float = 0.0,
        seen: Callable[[float, float], None] = lambda t, latency: None,
        seed: int = 1,
    ) -> None:
        order = SUN_7410.order(log={"devices": devices, **rules}, jbods=max(2, devices), nfsd=None)
        self.machine = machine = Machine(order.bare(), seed, seen=seen, writes=True)
        self.loop, self.log = machine.loop, machine.log
        for logzilla in machine.boxes.log_drives:
            logzilla.recording = True
        self.reported = [0] * devices  # requests of each device that `busy` has yielded
        self.free = [0.0] * devices  # when each device finished its last request
        self.stalled = (0.0, 0.0)
        machine.start(Nfs(1, threads or 1, size, rate=rate))
        if stall:
            self.loop.spawn(self.stall(stall), at=at)

    def stall(self, length: float) -> Process:
        end = self.machine.boxes.log_drives[0].station.serve(self.loop.now, length)
        self.stalled = end - length, end
        yield 0.0

    def busy(self) -> Iterator[Busy]:
        """Yield the commands that log devices served since the last call, without the stall."""
        for device, logzilla in enumerate(self.machine.boxes.log_drives):
            stall = 0.0 if device else self.stalled[1]
            for request in logzilla.trace[self.reported[device] :]:
                if request.finish > stall > self.free[device] >= self.stalled[0]:
                    self.free[device] = stall
                if request.size:
                    yield Busy(device, max(request.issued, self.free[device]), request.finish)
                self.free[device] = max(request.finish, self.free[device])
            self.reported[device] = len(logzilla.trace)


def run(
    rule: str,
    arrivals: str,
    threads: int,
    rate: float,
    devices: int,
    size: float,
    train_bytes: float,
    train_ops: int,
    out: int,
    bias: str,
    limit: str,
    wake: str,
    stall: float,
    at: float,
    span: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: busy (rule, device, start, finish, turn), commit (rule, start, told, took,
    records, far: data written to the disks, turn), cell (rule, t1, t2, low, high, n), sum (rule:
    rate, latencies, herd and so on), stall (t1, t2). Times are in s from the end of the warm-up."""
    at = min(at, span)
    stalls = (
        [{"row": "stall", "t1": at, "t2": min(at + stall, span), "turn": STALL}] if stall else []
    )
    for name in NAMES if rule == "both" else [rule]:
        rules = {
            "rule": name,
            "out": out,
            "wake": wake,
            "train_bytes": int(train_bytes),
            "train_ops": train_ops,
            "bias": bias,
            "slog_limit": MiB if limit == "1" else None,
        }
        heat, latencies = HeatMap(span / COLUMNS, EDGES), list[float]()

        def seen(
            t: float, latency: float, heat: HeatMap = heat, latencies: list[float] = latencies
        ) -> None:
            if WARM <= t < WARM + span:
                heat.add(t - WARM, latency)
                latencies.append(latency)

        load = LogPressure(
            rules,
            threads=threads if arrivals == "closed" else 0,
            rate=rate if arrivals == "open" else 0.0,
            size=int(size),
            devices=devices,
            stall=stall,
            at=WARM + at,
            seen=seen,
            seed=seed,
        )
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
                if batch.released >= WARM:
                    rows.append(
                        {
                            "row": "commit",
                            **label,
                            "start": max(0.0, batch.start - WARM),
                            "told": batch.released - WARM,
                            "took": batch.released - batch.start,
                            "records": batch.records,
                            "far": float(batch.spilled),
                            "turn": TURNS[first % 2],
                        }
                    )
                    herds[batch.released] = herds.get(batch.released, 0) + batch.records
                first += 1
            ends = [batch.released for batch in batches]
            for device, start, finish in load.busy():
                if finish > WARM and start < WARM + span:
                    served += 1
                    turn = served if name == "train" else bisect_right(ends, start)
                    rows.append(
                        {
                            "row": "busy",
                            **label,
                            "device": f"L{device + 1}",
                            "start": max(0.0, start - WARM),
                            "finish": min(span, finish - WARM),
                            "turn": TURNS[turn % 2],
                        }
                    )
                    add(shares[device], max(0.0, start - WARM), min(span, finish - WARM))
            yield rows
        yield [{"row": "sum", **label, **sums(latencies, batches, herds, shares, span)}]


SPIRAL = "the spiral"
TIME = {"label": "time", "unit": "ms"}
TWO = {"domain": [OLD, NEW], "axis": None, "label": "the log", "padding": 0.2}
NAME = over_facets("rule", [{"rule": OLD}, {"rule": NEW}])
BAND = mark("rect", {"row": "stall"}, x1="t1", x2="t2", fill="turn")
COLOURS = {
    "domain": [*TURNS, STALL],
    "legend": True,
    "range": [
        "var(--wtg-1)",
        "var(--wtg-3)",
        "color-mix(in srgb, var(--wtg-accent) 15%, var(--wtg-card))",
    ],
}

FIGURE = Figure(
    id="convoys-and-trains",
    title="Convoys and trains",
    caption="Many threads commit to one intent log on several log devices. Devices: when each is busy; the colours tell one "
    "commit from the next. Commits: each is as long as its writes wait and as tall as they are many. Latency: that "
    "of all writes. The red stretch is a moment in which the first device is busy with itself.",
    params={
        "threads": Number(
            "Threads",
            32,
            10,
            1000,
            whole=True,
            stops=(10, 16, 32, 64, 100, 200, 500, 1000),
            help="Number of threads; each writes, waits for the answer, and writes again.",
        ),
        "devices": Number(
            "Log devices",
            4,
            1,
            8,
            whole=True,
            help="Number of Logzillas, used in turn and not mirrored.",
        ),
        "stall": Number(
            "The first device stalls for",
            4 * ms,
            0.0,
            50 * ms,
            unit="ms",
            step=1 * ms,
            help="Length of the stall, which happens once, even if requests are waiting.",
        ),
        "rule": Choice(
            "The log",
            "both",
            {"both": "old and new", "convoy": "one commit at a time", "train": "trains"},
            "Until about 2010 one commit was being written at a time.",
            more=True,
        ),
        "arrivals": Choice(
            "Writes come from",
            "closed",
            {"closed": "threads that wait", "open": "outside, unasked"},
            "A thread that waits sends nothing; the world outside does not wait.",
            more=True,
        ),
        "rate": Number(
            "Writes a second",
            26_000,
            1000,
            60_000,
            unit="1/s",
            step=1000,
            more=True,
            help="Rate of the writes from outside.",
        ),
        "size": write_size(help="Size of each write.", more=True),
        "train_bytes": Number(
            "A train holds",
            32 * KiB,
            8 * KiB,
            1024 * KiB,
            unit="KiB",
            more=True,
            stops=powers(8 * KiB, 1024 * KiB),
            help="Bytes of data in a full train; a larger write goes alone.",
        ),
        "out": Number(
            "Trains that may leave unfilled",
            4,
            1,
            16,
            whole=True,
            more=True,
            help="A train that is not full leaves only while fewer than this many are being written.",
        ),
        "bias": Choice(
            "Logbias",
            "latency",
            {"latency": "latency", "throughput": "throughput"},
            more=True,
            help="Throughput: data goes straight to the disks, and a train is full after some number of operations.",
        ),
        "train_ops": Number(
            "A train holds, logbias throughput",
            40,
            10,
            400,
            whole=True,
            step=10,
            more=True,
            help="Operations in a full train with logbias throughput.",
        ),
        "limit": Choice(
            "A large commit",
            "none",
            {"none": "goes to the log devices whole", "1": "only its first 1 MiB"},
            more=True,
            help="ZFS of 2010 sent all but the first 1 MiB of a commit of 2 MiB or more to the disks.",
        ),
        "wake": writer(),
        "at": Number(
            "The stall begins",
            24 * ms,
            0.0,
            200 * ms,
            unit="ms",
            step=1 * ms,
            help="When the stall begins, after the warm-up.",
            more=True,
        ),
        "span": Number(
            "Watched for",
            40 * ms,
            20 * ms,
            0.3 * s,
            unit="ms",
            step=20 * ms,
            help="How much time the picture covers, after a warm-up.",
            more=True,
        ),
    },
    presets={
        "32 threads": Preset(help="four log devices, 8 KiB; one of them stalls once"),
        "200 threads": Preset(
            {"threads": 200, "span": 80 * ms}, "a hundred threads are answered together"
        ),
        SPIRAL: Preset(
            {
                "arrivals": "open",
                "rate": 36_000,
                "limit": "1",
                "wake": "last",
                "stall": 7 * ms,
                "at": 30 * ms,
                "span": 120 * ms,
            },
            "each commit takes all who wait; large ones go to the disks, are slow, and so the next is large",
        ),
        "from outside, no limit": Preset({"arrivals": "open", "rate": 26_000, "stall": 8 * ms}),
        "one device, 200 threads": Preset(
            {"devices": 1, "threads": 200, "span": 120 * ms},
            "one Logzilla, and a crowd that never lets it rest",
        ),
        "logbias throughput": Preset(
            {"bias": "throughput", "threads": 200, "stall": 0.0, "span": 200 * ms}
        ),
    },
    run=run,
    panels=[
        panel(
            [
                BAND,
                mark(
                    "barX",
                    {"row": "busy"},
                    x1="start",
                    x2="finish",
                    y="device",
                    fy="rule",
                    fill="turn",
                    tip=True,
                ),
                NAME,
            ],
            {"x": TIME, "y": {"label": "log device"}, "fy": TWO, "color": COLOURS},
            height=380,
            when={"bias": "latency"},
            tab="Devices",
        ),
        panel(
            [
                BAND,
                mark(
                    "rect",
                    {"row": "commit"},
                    x1="start",
                    x2="told",
                    y1=0.5,
                    y2="records",
                    fy="rule",
                    fill="turn",
                    fillOpacity=0.7,
                    tip=True,
                ),
                NAME,
            ],
            {
                "x": TIME,
                "y": {
                    "label": "writes in a commit",
                    "type": "log",
                    "domain": [0.5, 1000],
                    "grid": True,
                    "ticks": [1, 10, 100, 1000],
                    "tickFormat": "d",
                },
                "fy": TWO,
                "color": COLOURS,
            },
            height=380,
            tab="Commits",
        ),
        panel(
            [
                mark(
                    "rect",
                    {"row": "cell"},
                    x1="t1",
                    x2="t2",
                    y1="low",
                    y2="high",
                    fy="rule",
                    fill="n",
                    inset=0,
                ),
                NAME,
            ],
            {
                "x": TIME,
                "y": {
                    "label": "latency",
                    "unit": "ms",
                    "type": "log",
                    "domain": [EDGES[0], EDGES[-1]],
                    "ticks": [100 * us, 1 * ms, 10 * ms, 100 * ms],
                    "tickFormat": "~g",
                    "grid": True,
                },
                "fy": TWO,
                "color": {"type": "log", "label": "writes"},
            },
            height=380,
            tab="Latency",
        ),
    ],
    table=table(
        {"row": "sum"},
        [
            column("rule", "log"),
            column("rate", "writes", "1/s"),
            column("median", "median", "ms", 2),
            column("p99", "99 of 100 within", "ms", 2),
            column("busy", "devices busy", "%"),
            column("commit", "writes a commit", "", 1),
            column("largest", "in the largest"),
            column("herd", "threads answered together, at most"),
        ],
    ),
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
