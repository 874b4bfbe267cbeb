"""Clients that wait for each answer: how much they get from a server, against how many requests they have
under way."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from figures.define.claims import measured
from figures.define.figure import Choice, Figure, Number, Preset, Rows, cite, mark, panel
from figures.kit.pipeline import limit
from figures.kit.rows import one
from figures.kit.streams import streamer
from figures.kit.words import rate as spoken
from figures.kit.words import time
from figures.streaming.experiments.stages import read_stages
from models.catalogue.machines import values as constants
from models.machine import Machine, Nfs, Reads, Stream
from models.machine.order import SERVER_TODAY
from models.units import GB, TB, MiB, ms

DISKS, SLOWER, FASTER = "2009", "25", "100"
PORTS = {SLOWER: 3.125 * GB, FASTER: 12.5 * GB}
SERVERS = {
    DISKS: "eight JBODs, 2009",
    SLOWER: "six NVMe drives, 25 Gbit/s",
    FASTER: "six NVMe drives, 100 Gbit/s",
}
THREADS = (1, 2, 3, 4, 6, 8, 10, 12)
TURNAROUND = constants("server-today")["network.turnaround"]
SIZE, WARM, COUNTED = MiB, 2 * ms, 120
"""Bytes of a request; time before a run is counted, and about how many requests are."""
ALONE = 0.55 * ms
"""About the time of a request to flash alone, which sets how long a run is."""
LOAD = Stream("read", 20, 2, 2, SIZE, direct=True, data=1 * TB)
REQUESTS, SERVER, GOT = "requests over time", "the server's limit", "clients get"
PARTS = ("the server", "the cable", "the client")


class Point(NamedTuple):
    """What clients get with some number of requests in flight."""

    flight: int
    rate: float  # bytes per second
    cable: float  # of the time of a request (s)
    client: float  # and of the client's own
    drives: float = 0.0  # share of the time for which the drives are in use; not counted for 2009


def in_2009(threads: int) -> tuple[Point, float]:
    """Return what twenty clients get from the head of September 2009, and the rate (bytes/s) that the
    server alone would allow."""
    load = replace(LOAD, threads=threads)
    path = read_stages(streamer("ht3", jbods=8, cards=2), load)
    point = Point(load.streams, limit(path).rate, SIZE / load.link, load.own)
    return point, limit(path[2:]).rate


def today(threads: int, port: float, seed: int) -> tuple[Point, float]:
    """Return what one client gets from six NVMe drives in a run of a machine of today, and the rate
    (bytes/s) of the part that would be full first."""
    order = SERVER_TODAY.order(
        pool={"layout": "mirror", "vdevs": 3, "disks": {"kind": "ssd"}},
        network={"port_rate": port},
    )
    load = Nfs(threads=threads, size=SIZE, reads=1.0, blocks=Reads(data=1 * TB))
    seconds = COUNTED * max(SIZE / port, ALONE / threads)
    found = Machine(order, seed).run(load, seconds=seconds, warm=WARM)
    rest = threads * SIZE / found.bytes - found.reads.mean - TURNAROUND
    point = Point(threads, found.bytes, rest, TURNAROUND, found.used["disks"])
    return point, found.bytes / max(found.used.values())


def run(threads: int, server: str, seed: int) -> Iterator[Rows]:
    """Yield rows: point (x: requests in flight, rate in bytes/s, what, own), part (what, start, finish in
    s: of one request at the chosen threads), measured (x, rate, text), and sum."""
    alone = 0.0
    for n in sorted({*THREADS, threads}):
        point, most = in_2009(n) if server == DISKS else today(n, PORTS[server], seed)
        took = point.flight * SIZE / point.rate
        alone = alone or took
        if n == threads:
            ends = (0.0, took - point.cable - point.client, took - point.client, took)
            yield [
                {
                    "row": "part",
                    "one": "one request",
                    "what": what,
                    "start": start,
                    "finish": finish,
                }
                for what, start, finish in zip(PARTS, ends, ends[1:], strict=False)
            ]
            yield [{"row": "sum", **point._asdict(), "took": took, "most": most, "server": server}]
        yield [
            {
                "row": "point",
                "what": what,
                "x": point.flight,
                "rate": rate,
                "own": int(n == threads),
            }
            for what, rate in (
                (GOT, point.rate),
                (REQUESTS, point.flight * SIZE / alone),
                (SERVER, most),
            )
            if rate < 1.3 * most
        ]
    if server == DISKS:
        rate = measured("ht-disk-read-disk")
        yield [{"row": "measured", "x": LOAD.streams, "rate": rate, "text": "measured"}]


def values(rows: Rows) -> dict[str, float]:
    row = one(rows, "sum")
    return {name: row[name] for name in (*Point._fields, "took", "most")} | {
        "server": row["took"] - row["cable"] - row["client"]
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    full = v["rate"] > 0.97 * v["most"]
    return (
        f"With {v['flight']:.0f} requests of 1 MiB under way, each of which takes {time(v['took'])}, the clients get "
        f"{spoken(v['rate'])}. "
        + (
            "The server has no more to give."
            if full
            else f"The server could give {spoken(v['most'])}."
        )
    )


FIGURE = Figure(
    id="requests-in-flight",
    title="Server or clients?",
    caption="Clients read, and each thread asks for 1 MiB only when it has the last one. Above: one request from one answer "
    "to the next. Below: what all clients get, with more threads. Dashed: requests in flight over the time of one alone, and "
    "what the server could give. On disks 20 clients, with flash one.",
    params={
        "threads": Number("Threads a client", 2, 1, 12, whole=True, help="Each has one request."),
        "server": Choice(
            "Server",
            DISKS,
            SERVERS,
            help="The new head of 2009 with eight JBODs, or a server of today with NVMe drives.",
            more=True,
        ),
    },
    presets={
        "two threads": Preset(help="20 clients, as measured in 2009"),
        "ten threads": Preset({"threads": 10}, "the same clients"),
        "flash, 25 Gbit/s": Preset({"server": SLOWER}, "one client of today"),
        "flash, 100 Gbit/s": Preset({"server": FASTER}, "one client of today"),
        "flash, eight threads": Preset({"server": FASTER, "threads": 8}, "100 Gbit/s"),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "barX",
                    {"row": "part"},
                    x1="start",
                    x2="finish",
                    y="one",
                    fill="what",
                    inset=0.5,
                )
            ],
            {
                "x": {"label": "from one answer to the next", "unit": "ms"},
                "y": {"label": None},
                "color": {
                    "domain": list(PARTS),
                    "range": ["var(--wtg-1)", "var(--wtg-mute)", "var(--wtg-3)"],
                    "legend": True,
                },
            },
            height=96,
        ),
        panel(
            [
                *(
                    mark(
                        "line",
                        {"row": "point", "what": what},
                        x="x",
                        y="rate",
                        stroke="what",
                        strokeDasharray="4,3",
                        clip=True,
                    )
                    for what in (REQUESTS, SERVER)
                ),
                mark(
                    "line",
                    {"row": "point", "what": GOT},
                    x="x",
                    y="rate",
                    stroke="what",
                    strokeWidth=2.5,
                ),
                mark(
                    "dot",
                    {"row": "point", "what": GOT},
                    x="x",
                    y="rate",
                    fill="what",
                    r=3,
                    tip=True,
                ),
                mark(
                    "dot",
                    {"row": "point", "what": GOT, "own": 1},
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
                    r=8,
                    stroke="currentColor",
                    strokeWidth=2,
                ),
                mark(
                    "text",
                    {"row": "measured"},
                    x="x",
                    y="rate",
                    text="text",
                    dx=13,
                    dy=6,
                    textAnchor="start",
                    fill="currentColor",
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "requests in flight", "zero": True},
                "y": {"label": "data", "unit": "GiB/s", "grid": True, "ticks": 5, "zero": True},
                "color": {
                    "domain": [GOT, REQUESTS, SERVER],
                    "range": ["var(--wtg-1)", "var(--wtg-3)", "var(--wtg-mute)"],
                    "legend": True,
                },
            },
            height=270,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009update", "max disk read, and its clients", "Gregg 2009"),
)
