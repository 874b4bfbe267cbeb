"""Unpacking an archive of small files over NFS, with log devices and without."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from figures.define.claims import measured
from figures.define.figure import Choice, Figure, Number, Preset, Rows, cite, mark, panel, target
from figures.intent_log.experiments.ladder import NEAR, WAY, Overheard, ladder_panel, ladder_rows
from figures.intent_log.experiments.waits import WHO, waits
from figures.kit.heat import AXIS, LOG_KINDS, PALETTE, Maps, busy_panel, heat_panels
from figures.kit.heat_map import linear_edges, log_edges
from figures.kit.log_controls import spindle, turnaround
from figures.kit.rows import of
from figures.kit.words import count, time
from models.catalogue.machines import values as constants
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.protocols.nfs.server import Unpack
from models.sim.stats import percentile
from models.units import KiB, ms, rpm, s, us

SUN = constants("7410")
RUNS = {
    "without": ("without log devices", 0.0, 7.5 * s),
    "with": ("with log devices", 8 * s, 2.25 * s),
}
TITLES = [title for title, _, _ in RUNS.values()]
WIDTH = 0.15 * s
EDGES = {"log": log_edges(50 * us, 50 * ms, 36), "linear": linear_edges(15 * ms, 50)}
ENDS = {axis: {"domain": [edges[0], edges[-1]]} for axis, edges in EDGES.items()}


def run(
    files: int,
    devices: int,
    changes: int,
    asks: int,
    size: float,
    work: float,
    turnaround: float,
    spindle: float,
    sync: str,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: cell and linear (t1, t2, low, high, n: for the logarithmic and the linear axis),
    rate (run, t1, t2, ops), busy (t1, t2, who, share), files (run, rate: files a second, seconds:
    for all files), told (run; of the file drawn: file: its time, waits: share of it spent on the
    log, messages, meanwhile: files unpacked in the time of one without log devices); and those of
    the ladders. Times are in s.

    Each run is shown for its first seconds. The time for all files follows from the rate in these.
    """
    each, span = Unpack(int(size), int(changes), int(asks), work), 0.0
    for name, (title, begin, length) in RUNS.items():
        heat = Maps(WIDTH, EDGES, LOG_KINDS)
        latencies: list[float] = []
        done: list[float] = []

        def seen(
            t: float, latency: float, heat: Maps = heat, latencies: list[float] = latencies
        ) -> None:
            heat.add(t, latency)
            latencies.append(latency)

        order = SUN_7410.order(
            log={"devices": devices if name == "with" else 0}, speed=spindle, sync=sync
        ).bare()
        machine = Machine(order, seed, seen=seen)
        client: Any = machine.client(turnaround)
        client.server = overheard = Overheard(client.server, span)

        def finished(
            now: float, done: list[float] = done, overheard: Overheard = overheard
        ) -> None:
            done.append(now)
            overheard.done()

        machine.loop.spawn(client.unpack(files, each, finished))
        before, t, used, storage = (
            0,
            0.0,
            machine.used(),
            "log devices" if devices and name == "with" else "disks",
        )
        while t < length - WIDTH / 2 and len(done) < files:
            t += WIDTH
            machine.loop.run(until=t)
            cells = heat.columns(t)
            yield [
                *({**row, "t1": row["t1"] + begin, "t2": row["t2"] + begin} for row in cells),
                {
                    "row": "rate",
                    "run": title,
                    "t1": begin + t - WIDTH,
                    "t2": begin + t,
                    "ops": (len(latencies) - before) / WIDTH,
                },
                *waits(
                    begin + t - WIDTH,
                    begin + t,
                    1,
                    latencies[before:],
                    used,
                    machine.used(),
                    storage,
                ),
            ]
            before, used = len(latencies), machine.used()
        rate = len(done) / (done[-1] if done else t)
        yield [
            {
                "row": "files",
                "run": title,
                "rate": rate,
                "seconds": files / rate if rate else 0.0,
                "ops": len(latencies) / t,
                "median": percentile(latencies, 0.5),
                "begin": begin,
                "files": files,
                "p90": percentile(latencies, 0.9),
                "each": len(latencies) / max(1, len(done)),
            }
        ]
        if file := overheard.usual():
            span = span or file.seconds
            ladders = (
                {TITLES[0]: [file]}
                if name == "without"
                else {TITLES[1]: overheard.files, NEAR: [file]}
            )
            for run, heard in ladders.items():
                until = (file.seconds if run == NEAR else span) + WAY * turnaround
                yield ladder_rows(run, heard, until, turnaround, run != TITLES[1])
            yield [
                {
                    "row": "told",
                    "run": title,
                    "file": file.seconds,
                    "waits": file.waits / file.seconds,
                    "messages": len(file.messages),
                    "meanwhile": span / file.seconds,
                }
            ]


def runs(rows: Rows) -> Rows:
    """Return the rows `files` of both runs."""
    found = {row["run"]: row for row in of(rows, "files")}
    return [found[title] for title, _, _ in RUNS.values()]


def values(rows: Rows) -> dict[str, float]:
    without, with_logs = runs(rows)
    return {
        **{
            f"without_{name}": without[name] for name in ("seconds", "rate", "ops", "median", "p90")
        },
        **{f"with_{name}": with_logs[name] for name in ("seconds", "rate", "ops", "median", "p90")},
        **{
            f"{name}_{what}": row[what]
            for name, title in zip(RUNS, TITLES, strict=True)
            for row in of(rows, "told", run=title)
            for what in ("waits", "file", "messages", "meanwhile")
        },
        "gain": without["seconds"] / with_logs["seconds"],
        "files": without["files"],
        "operations": without["each"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    faster = f"{v['gain']:.3g} times as fast" if not 0.95 < v["gain"] < 1.05 else "no faster"
    return (
        f"{v['files']:,.0f} files take {v['without_seconds'] / 60:.1f} min without log devices, "
        f"{v['with_seconds'] / 60:.1f} min with them: {faster}. Without, the server does {count(v['without_ops'])} NFS "
        f"operations a second, nine of ten within {time(v['without_p90'])}; with them {count(v['with_ops'])}, within "
        f"{time(v['with_p90'])}."
    )


def upper_end(rows: Rows, run: str) -> float:
    """Return the lower edge (s) of the cell with the 90th percentile of a run's operations in the
    heat map; 0 if there are none."""
    spans = [(row["t1"], row["t2"]) for row in of(rows, "rate", run=run)]
    begin, end = min((t for t, _ in spans), default=0.0), max((t for _, t in spans), default=0.0)
    found = sorted(
        (row["low"], row["n"])
        for row in of(rows, "cell")
        if begin <= (row["t1"] + row["t2"]) / 2 < end
    )
    seen, total, edge = 0, sum(n for _, n in found), 0.0
    for low, n in found:
        seen += n
        if seen >= 0.9 * total:
            edge = low
            break
    return edge


def long_and_low(rows: Rows) -> bool:
    """Return whether the first run has few operations a second and high latencies in the heat map,
    and the second has many operations and low latencies."""
    without, with_logs = runs(rows)
    few, many = (
        [row["ops"] for row in of(rows, "rate", run=run["run"])] for run in (without, with_logs)
    )
    high, low = upper_end(rows, without["run"]), upper_end(rows, with_logs["run"])
    return (
        min(many, default=0) > 3 * max(few, default=0) > 0
        and 0 < 3 * low < high
        and high > 1 * ms
        and with_logs["seconds"] < without["seconds"]
    )


COLOURS = {"domain": TITLES, "range": ["var(--wtg-accent)", "var(--wtg-1)"]}
MEASURED = [
    {"run": TITLES[0], "seconds": measured("slog-tar-without")},
    {"run": TITLES[1], "seconds": measured("slog-tar-with")},
]
TIME = {"label": "time, each run's first seconds", "unit": "s", "domain": [0, 10.25]}

FIGURE = Figure(
    id="tar-unpack",
    title="Unpacking an archive over NFS",
    caption="One client unpacks an archive of small files. All files: how long they take; the ticks are the measured times. "
    "Then NFS operations a second, and Latency: how long these take, for the first seconds of each run. As a "
    "ladder: what client and server say to each other, time downwards (of the pause between an answer and the "
    "next request, a third is drawn each way). The time for all files follows from the number of files finished "
    "in these seconds.",
    params={
        "devices": Number(
            "Log devices",
            2,
            0,
            8,
            whole=True,
            help="Number of devices in the second run, which hold only the intent log.",
        ),
        "turnaround": turnaround(),
        "sync": Choice(
            "Property sync",
            "standard",
            {"standard": "standard", "disabled": "disabled"},
            "Disabled: the server says 'safe' at once, although the data is not.",
        ),
        "size": Number(
            "Size of a file",
            6 * KiB,
            0,
            128 * KiB,
            unit="KiB",
            stops=tuple(n * KiB for n in (0, 1, 2, 4, 6, 8, 16, 32, 64, 128)),
            help="Size of each file. Its data is written to memory and made safe once, when the file is closed.",
            more=True,
        ),
        "files": Number(
            "Files in the archive",
            43_000,
            1000,
            100_000,
            whole=True,
            help="Number of files, all of the same size.",
            more=True,
        ),
        "changes": Number(
            "Safe operations a file, besides",
            SUN["tar.changes"],
            1,
            7,
            whole=True,
            more=True,
            help="Creating the file and setting its attributes, not counting the commit at its end.",
        ),
        "asks": Number(
            "Other operations a file, besides",
            SUN["tar.asks"],
            0,
            8,
            whole=True,
            more=True,
            help="Lookups and similar operations, which need no disk, not counting the write itself.",
        ),
        "work": Number(
            "Client's own time a file",
            0.0,
            0.0,
            20 * ms,
            unit="ms",
            stops=tuple(n * ms for n in (0, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20)),
            help="Time that the client spends on each file, such as for reading the archive.",
            more=True,
        ),
        "spindle": spindle(more=True),
        "ladder": Choice(
            "The ladder",
            "both",
            {"both": "both, one scale", "near": "with log devices, near"},
            "Both: the messages for one file without log devices, and for the files unpacked with them in that time.",
            more=True,
            view=True,
        ),
        "axis": replace(AXIS, default="log"),
        "palette": PALETTE,
    },
    presets={
        "as measured": Preset(help="43,000 small files, one client, two Logzillas"),
        "sync=disabled": Preset(
            {"sync": "disabled"}, "as fast as one can be without keeping a promise"
        ),
        "a far client": Preset({"turnaround": 5 * ms}, "5 ms away"),
        "a client that fetches attributes": Preset({"asks": 4}),
        "a client that sets nothing": Preset({"changes": 1}, "only create and commit"),
        "128 KiB files": Preset({"size": 128 * KiB}),
        "15,000 rpm": Preset({"spindle": 15000 * rpm}),
    },
    seed=5,
    run=run,
    panels=[
        panel(
            [
                mark("barX", {"row": "files"}, x="seconds", y="run", fill="run"),
                mark(
                    "tickX",
                    data=MEASURED,
                    x="seconds",
                    y="run",
                    stroke="currentColor",
                    strokeWidth=2,
                ),
            ],
            {
                "x": {"label": "all files", "unit": "min", "grid": True, "zero": True},
                "y": {"label": None, "domain": TITLES},
                "color": COLOURS,
            },
            height=140,
            tab="All files",
        ),
        panel(
            [
                mark("rectY", {"row": "rate"}, x1="t1", x2="t2", y="ops", fill="run", inset=0),
                mark("ruleY", data=[0]),
            ],
            {
                "x": TIME,
                "y": {"label": "NFS operations a second", "grid": True, "zero": True, "ticks": 4},
                "color": COLOURS,
            },
            height=270,
            tab="All files",
        ),
        *heat_panels(
            LOG_KINDS,
            TIME,
            "NFS latency",
            "operations",
            each=ENDS,
            height=380,
            tab="Latency",
            under=[],
            over=[
                mark(
                    "text",
                    {"row": "files"},
                    x="begin",
                    text="run",
                    frameAnchor="top",
                    textAnchor="start",
                    dx=4,
                    dy=4,
                    fill="currentColor",
                )
            ],
        ),
        busy_panel(TIME, "the client's time", WHO),
        ladder_panel(
            TITLES, TITLES[0], {"ladder": "both"}, "while one file is unpacked without log devices"
        ),
        ladder_panel([NEAR], NEAR, {"ladder": "near"}, "for one file with log devices"),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009slog", "Examples of synchronous writes"),
    reproduces=["slog-tar-unpack"],
    targets=[
        target("slog-tar-without", lambda rows: runs(rows)[0]["seconds"]),
        target("slog-tar-with", lambda rows: runs(rows)[1]["seconds"]),
        target("slog-tar-gain", lambda rows: values(rows)["gain"]),
        target("slog-tar-pattern", long_and_low),
    ],
)
