"""Sequential reads over NFS: the slowest stage on the way from the disks to the clients."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from figures.define.claims import measured
from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    Switch,
    cite,
    mark,
    panel,
    table,
    target,
)
from figures.kit.pipeline import limit
from figures.kit.pipeline_bars import (
    COLUMNS,
    bars,
    carried,
    right,
    runner_up,
    slowest,
    stage_rows,
)
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.streams import HEADS, in_use, ran, streamer
from figures.kit.words import rate as spoken
from figures.streaming.experiments.stages import (
    TimeOfRun,
    disks_read,
    read_stages,
    span_of,
    time_of_run,
)
from models.catalogue.machines import values as constants
from models.devices.hdd import HardDisk
from models.machine import Stream
from models.machine.order.order import Order
from models.sim.path import RequestPath
from models.units import GB, TB, GiB, KiB, MiB, ms
from models.zfs.block_reads import ALIQUOT

SMALL = constants("7310")
NAMES = {
    "7310": "7310, one socket",
    "launch": "7410 as launched",
    "tuned": "7410, software of 2009",
    "ht3": "7410 with HyperTransport 3",
}
FRAMES = {"1500": "1,500 bytes", "9000": "9,000 bytes"}
JBODS, CLIENTS = (1, 2, 3, 4, 5, 6, 8, 10, 12), (1, 2, 4, 6, 8, 10, 15, 20, 30, 40)
OF_7310 = {
    "head": "7310",
    "jbods": 2,
    "clients": 20,
    "size": 1 * MiB,
    "client_ports": 1,
    "ahead": False,
    "hbas": 1,
    "chains": 1,
}
FILEBENCH = {
    "jbods": 2,
    "each": 22,
    "capacity": 500 * GB,
    "data": 400 * GB,
    "clients": 20,
    "threads": 1,
    "ports": 1,
    "frames": "1500",
    "hbas": 1,
    "chains": 2,
}
"""Settings of the test in Bourbonnais 2009, Compared Performance: Filebench with 20 GB of files for
each of 18 to 20 clients."""
OF_HT3 = {"head": "ht3", "jbods": 8, "clients": 20, "cards": 2, "size": 1 * MiB, "ahead": False}

MEASURED = {
    6: ("stream-read-disk-avg", "measured: two cables"),
    2: ("filebench-read", "measured: one cable, small packets"),
}
"""JBODs of a 7410 as launched -> what was measured."""
ONE, MANY = "one file", "many files"
SEEK, TURN, RUN = "the arm moves", "the platter turns", "data is read"
WATCHED = 50 * ms
HIGHEST = 3.5 * GiB


def watched(order: Order, load: Stream, seed: int) -> Iterator[Row]:
    """Yield what a disk does (files, what, start, finish in s): it reads runs of one file, or of many
    files in turn."""
    random, span = Random(seed), int(span_of(order, load)) // ALIQUOT
    for files in (ONE, MANY):
        disk, now, place = HardDisk(order.drive), 0.0, span // 2
        while now < WATCHED:
            place = place + 1 if files == ONE else random.randrange(span)
            path = RequestPath(now)
            done = disk.read(now, place * ALIQUOT, ALIQUOT, path)
            arm = path.accesses[0]
            parts = (
                (SEEK, now, arm.there),
                (TURN, arm.there, arm.reached),
                (RUN, arm.reached, done),
            )
            for what, start, finish in parts:
                if start < min(finish, WATCHED):
                    times = {"start": start, "finish": min(finish, WATCHED)}
                    yield {"row": "arm", "files": files, "what": what, **times}
            now = done


def run(
    head: str,
    source: str,
    jbods: int,
    clients: int,
    threads: int,
    cards: int,
    ports: int,
    size: float,
    frames: str,
    client_ports: int,
    ahead: bool,
    hbas: int,
    chains: int,
    data: float,
    each: int,
    capacity: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: stage (see pipeline_bars), sum (rate: bytes of data per second; ran: that in a
    run of the machine, 0 if the run would take too long; out, both: bytes per second on the wire;
    disk), arm (see `watched`), head (head, rate of each head at this load), point (line, what, x, rate:
    against the number of JBODs or of clients) and measured (x, rate, text)."""

    def order(jbods: int = jbods, head: str = head) -> Order:
        """Return the order of a server with this many JBODs and this head."""
        return streamer(
            head,
            cards=cards,
            ports=ports,
            hbas=hbas,
            chains=chains,
            jbods=jbods,
            each=each,
            capacity=capacity,
            mtu=int(frames),
        )

    load = Stream(
        "read",
        clients,
        threads,
        client_ports,
        int(size),
        int(frames),
        not ahead,
        data,
        source == "memory",
    )
    path = read_stages(order(), load)
    rate, wire_bytes = limit(path).rate, load.seen()
    short_run = ran(order(), load, rate, seed)
    disks = order()
    arm = time_of_run(disks.drive, span=span_of(disks, load))
    yield [
        *stage_rows(path, in_use(short_run)),
        {
            "row": "sum",
            "rate": rate,
            "ran": short_run.bytes if short_run else 0.0,
            "right": right(path),
            "out": rate * wire_bytes.out / wire_bytes.payload,
            "both": rate * wire_bytes.both / wire_bytes.payload,
            "disk": 0.0 if load.cached else rate,
            "source": source,
            "each": 0.0 if load.cached else disks_read(disks, load) / disks.pool.count,
            "media": disks.drive.media_rate,
            "apart": disks_read(disks.order(scattered=True), load) / disks.pool.count,
            **arm._asdict(),
        },
    ]
    if not load.cached:
        yield [*watched(disks, load, seed)]
    if not load.cached and head == "launch":
        yield [
            {"row": "measured", "x": n, "rate": measured(id), "text": text}
            for n, (id, text) in MEASURED.items()
        ]
    for name in HEADS:
        yield [
            {
                "row": "head",
                "head": NAMES[name],
                "rate": limit(read_stages(order(head=name), load)).rate,
                "own": int(name == head),
            }
        ]
    what, own, counts = (
        ("the clients", clients, CLIENTS) if load.cached else ("the disks", jbods, JBODS)
    )
    for n in sorted({*counts, own}):
        here = (
            read_stages(order(), replace(load, clients=n))
            if load.cached
            else read_stages(order(n), load)
        )
        cut = 2 if load.cached else len(here) - 1
        ends = (here[:cut], here[cut:]) if load.cached else (here[cut:], here[:cut])
        yield [
            {"row": "point", "what": line, "x": n, "rate": limit(stages).rate, "own": int(n == own)}
            for line, stages in zip((what, "all else", "clients get"), (*ends, here), strict=True)
        ]


def gain(rows: Rows) -> float:
    """Return the rate of the 7410 with HyperTransport 3, as a multiple of that of the 7410 as
    launched."""
    found: dict[str, float] = {row["head"]: row["rate"] for row in of(rows, "head")}
    return found[NAMES["ht3"]] / found[NAMES["launch"]]


def values(rows: Rows) -> dict[str, float]:
    row = one(rows, "sum")
    return {
        **{name: row[name] for name in ("rate", "ran", "out", "both", "disk")},
        "gain": gain(rows),
        "headers": row["both"] / row["rate"] - 1,
        "next": runner_up(rows)["capacity"],
        "each_disk": row["each"],
        "each_apart": row["apart"],
        "one_file": row["media"],
        **{f"arm_{name}": row[name] for name in TimeOfRun._fields},
        **carried(rows),
    }


def describe(rows: Rows) -> str:
    row = one(rows, "sum")
    return f"The clients get {spoken(row['rate'])} from {row['source']}. The limit: {slowest(rows)['stage']}."


PATH = [
    "clients' requests",
    "clients' ports",
    "server's ports",
    "network cards' slots",
    "cores",
]
DISK = ["disk cards' slots", "disk cables", "disks"]


def curves(what: str, label: str, source: str, height: int) -> dict[str, Any]:
    """Return the panel of the rate that clients get against the number of JBODs or clients, and what was
    measured."""
    return panel(
        [
            mark(
                "line",
                {"row": "point", "what": what},
                x="x",
                y="rate",
                stroke="what",
                strokeDasharray="4,3",
                clip=True,
            ),
            mark(
                "line",
                {"row": "point", "what": "all else"},
                x="x",
                y="rate",
                stroke="what",
                strokeDasharray="4,3",
            ),
            mark(
                "line",
                {"row": "point", "what": "clients get"},
                x="x",
                y="rate",
                stroke="what",
                strokeWidth=2.5,
            ),
            mark(
                "dot",
                {"row": "point", "what": "clients get"},
                x="x",
                y="rate",
                fill="what",
                r=3,
                tip=True,
            ),
            mark(
                "dot",
                {"row": "point", "what": "clients get", "own": 1},
                x="x",
                y="rate",
                fill="what",
                r=6,
            ),
            mark(
                "dot",
                {"row": "measured"},
                x="x",
                y="rate",
                r=7,
                stroke="currentColor",
                strokeWidth=2,
            ),
            *(
                mark(
                    "text",
                    {"row": "measured", "x": n},
                    x="x",
                    y="rate",
                    text="text",
                    dy=dy,
                    textAnchor="start",
                    dx=-6,
                    fill="currentColor",
                )
                for n, dy in ((2, 18), (6, -16))
            ),
            mark("ruleY", data=[0]),
        ],
        {
            "x": {"label": label},
            "y": {
                "label": "data",
                "unit": "GiB/s",
                "grid": True,
                "ticks": 5,
                "domain": [0, HIGHEST],
            },
            "color": {
                "domain": ["clients get", what, "all else"],
                "range": ["var(--wtg-1)", "var(--wtg-3)", "var(--wtg-mute)"],
                "legend": True,
            },
        },
        height=height,
        when={"source": source},
        tab="How many",
    )


FIGURE = Figure(
    id="read-stages",
    title="When do disks stop helping?",
    caption="How many: one disk at work, and what the clients get from more or fewer JBODs, each of 24 in mirrored "
    "pairs. Dashed: what the disks could give, and what all else could carry. Stages: each part that the data passes, and "
    "what it could carry by itself; an arrow: the bar would go on. Four heads: the same load on each.",
    params={
        "jbods": Number(
            "JBODs",
            6,
            1,
            12,
            whole=True,
            help="The number of JBODs, of 24 disks of 7,200 rpm each, in mirrored pairs.",
        ),
        "clients": Number(
            "Clients",
            10,
            1,
            40,
            whole=True,
            help="The number of clients; each reads files of its own.",
        ),
        "threads": Number(
            "Threads a client",
            2,
            1,
            16,
            whole=True,
            help="The number of threads of a client; each reads one file from start to end.",
        ),
        "head": Choice(
            "Head node",
            "launch",
            NAMES,
            "The head's processors, and the links between their sockets.",
            more=True,
        ),
        "source": Choice(
            "Files come from",
            "disk",
            {"disk": "disks", "memory": "memory"},
            "Memory: clients read the same files again, which the server's cache holds.",
            more=True,
        ),
        "cards": Number(
            "Network cards",
            1,
            1,
            4,
            whole=True,
            more=True,
            help="The number of 10 GbE cards, in slots of eight lanes of PCI Express 1.",
        ),
        "ports": Number(
            "Ports in use a card",
            2,
            1,
            2,
            whole=True,
            more=True,
            help="The number of ports in use, of 10 Gbit/s each.",
        ),
        "size": Number(
            "Read size",
            128 * KiB,
            8 * KiB,
            1 * MiB,
            unit="KiB",
            stops=powers(8 * KiB, MiB),
            more=True,
            help="The size of a read, which is one NFS request.",
        ),
        "frames": Choice(
            "Frames",
            "9000",
            FRAMES,
            "The largest packet of the network; 9,000 bytes are jumbo frames.",
            more=True,
        ),
        "client_ports": Number(
            "Ports a client",
            2,
            1,
            4,
            whole=True,
            more=True,
            help="The number of ports of a client, of 1 Gbit/s each.",
        ),
        "ahead": Switch(
            "Clients read ahead",
            True,
            "On: a client's system issues four reads ahead of its program. "
            "Off: mounted with forcedirectio, so that each thread waits for each of its reads.",
            more=True,
        ),
        "hbas": Number(
            "Disk cards",
            3,
            1,
            4,
            whole=True,
            more=True,
            help="The number of cards (HBAs) to which the JBODs are connected.",
        ),
        "chains": Number(
            "Disk cables in use",
            6,
            1,
            8,
            whole=True,
            more=True,
            help="The number of cables to the disks; each carries four lanes of 3 Gbit/s to one chain of JBODs.",
        ),
        "data": Number(
            "Files in all",
            1 * TB,
            10 * GB,
            10 * TB,
            unit="GB",
            more=True,
            stops=tuple(n * GB for n in (10.0, 100, 256, 400, 1000, 2000, 5000, 10_000)),
            help="The size of all files, which decides how far the arms of the disks move.",
        ),
        "each": Number(
            "Disks a JBOD",
            int(SMALL["disks"]),
            4,
            24,
            whole=True,
            more=True,
            help="The number of disks in a JBOD; log devices take up places, too.",
        ),
        "capacity": Number(
            "Disk",
            1000 * GB,
            500 * GB,
            1000 * GB,
            unit="GB",
            stops=(500 * GB, 1000 * GB),
            more=True,
            help="The size of a disk; with half the platters the arm moves twice as far for the same data.",
        ),
    },
    presets={
        "January 2009": Preset(help="a 7410 as launched, 10 clients, 6 JBODs"),
        "two JBODs": Preset(FILEBENCH, "44 disks of 500 GB, 20 clients with one thread each"),
        "one client": Preset({"clients": 1}),
        "HyperTransport 3": Preset(OF_HT3, "September 2009, from disk"),
        "7310 from disk": Preset({**OF_7310, "data": 400 * GB}),
        "7310 from memory": Preset({**OF_7310, "source": "memory"}),
        "HyperTransport 3, ten threads": Preset({**OF_HT3, "threads": 10}, "a client"),
        "8 KiB reads": Preset({"size": 8 * KiB, "source": "memory", "threads": 16}, "from memory"),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "barX",
                    {"row": "arm"},
                    x1="start",
                    x2="finish",
                    y="files",
                    fill="what",
                    inset=0.5,
                ),
            ],
            {
                "x": {"label": "one disk at work", "unit": "ms"},
                "y": {"label": None, "domain": [ONE, MANY]},
                "color": {
                    "domain": [SEEK, TURN, RUN],
                    "range": ["var(--wtg-mute)", "var(--wtg-accent)", "var(--wtg-1)"],
                    "legend": True,
                },
            },
            height=120,
            when={"source": "disk"},
            tab="How many",
        ),
        curves("the disks", "JBODs of 24 disks", "disk", 280),
        curves("the clients", "clients", "memory", 380),
        bars([*PATH, *DISK], {"source": "disk"}, 340, "Stages"),
        bars(PATH, {"source": "memory"}, 340, "Stages"),
        panel(
            [
                mark(
                    "barX",
                    {"row": "head"},
                    x="rate",
                    y="head",
                    fill="var(--wtg-mute)",
                    fillOpacity=0.5,
                    tip=True,
                ),
                mark("barX", {"row": "head", "own": 1}, x="rate", y="head", fill="var(--wtg-1)"),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "the same load on each head", "unit": "GiB/s", "ticks": 5},
                "y": {"label": None, "domain": list(NAMES.values())},
            },
            height=300,
            tab="Four heads",
        ),
    ],
    table=table({"row": "stage"}, COLUMNS),
    describe=describe,
    values=values,
    source=cite(
        "gregg2009stream",
        "streaming read; and the perf limits of the 7310 and the new 7410",
        "Gregg 2009",
    ),
    reproduces=["7310-dram-stream", "7310-disk-read", "ht-max-disk-read"],
    targets=[
        target("7310-dram-net", lambda rows: one(rows, "sum")["both"], "7310 from memory"),
        target("7310-disk-read-disk", lambda rows: one(rows, "sum")["disk"], "7310 from disk"),
        target("7310-disk-read-net", lambda rows: one(rows, "sum")["both"], "7310 from disk"),
        target("ht-disk-read-disk", lambda rows: one(rows, "sum")["disk"], "HyperTransport 3"),
        target("ht-disk-read-net", lambda rows: one(rows, "sum")["both"], "HyperTransport 3"),
        target("ht-disk-read-gain", gain, "HyperTransport 3"),
    ],
)
