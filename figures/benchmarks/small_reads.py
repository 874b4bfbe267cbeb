"""The 7310's smallest reads from memory: a thread more in every client each minute, and the limits of
two heads."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

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
from figures.head_node.experiments.read_limits import BLOCKS, most
from figures.head_node.head_limits import ordered
from figures.kit.pipeline import limit
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.streams import streamer
from figures.kit.words import count
from figures.kit.words import size as spoken
from figures.streaming.experiments.stages import read_stages, write_stages
from models.catalogue.machines import values as constants
from models.machine import Machine, Nfs, Reads, Stream
from models.machine.order import Order
from models.protocols.nfs.wire import LARGEST_TRANSFER, on_the_wire
from models.units import GB, KiB, MiB, minute, ms
from models.zfs.pool.records import block_of, touched

CORES, HEADS = 4, {"7310": "head-7310", "7410": "head-7410"}
BLADE = constants("7410")["client.turnaround_blade"]
"""What a client of this kind needs for itself between two requests (s)."""
ROUNDS, FIRST, LEAST = 8, 5 * ms, 2 * ms
"""Requests of each thread in a step, before and while they are counted; how long the first step is, and
any at least (s)."""
LIMITS = (
    "streams from memory",
    "streams from disk",
    "streams to disk",
    "one-byte reads",
    "4 KiB reads",
)


def run(
    size: int, threads: int, sockets: str, head: str, clients: int, seed: int
) -> Iterator[Rows]:
    """Yield rows: step (t1, t2: s; threads of a client, rate: reads a second, cpu: share of the time
    for which a core is in use, net: bytes a second on the wire), and limit (what, head, rate, share: of
    the 7410's) for five limits of both heads in closed form."""
    order = ordered(HEADS[head], 2 if head == "7410" else 1, sockets=int(sockets))
    seen = on_the_wire("READ", size, transfer=LARGEST_TRANSFER, mtu=order.network.mtu)
    machine, block = Machine(order, seed), block_of(size)
    for number in touched(0, BLOCKS * size, block):
        machine.reads.written(number, block)
    step = FIRST
    for n in range(1, threads + 1):
        machine.start(
            Nfs(
                clients, 1, size, BLADE, at=machine.loop.now, reads=1.0, blocks=Reads(BLOCKS * size)
            )
        )
        machine.pass_time(step)
        ran = machine.run(seconds=max(LEAST, step))
        step = ROUNDS * clients * n / max(ran.rate, 1.0) / 2
        yield [
            {
                "row": "step",
                "t1": (n - 1) * minute,
                "t2": n * minute,
                "threads": n,
                "size": size,
                "head": head,
                "rate": ran.rate,
                "cpu": ran.used["cores"],
                "net": ran.rate * seen.both,
            }
        ]
    found = {name: limits(name) for name in HEADS}
    yield [
        {
            "row": "limit",
            "what": what,
            "head": name,
            "rate": found[name][what],
            "share": found[name][what] / found["7410"][what],
        }
        for what in LIMITS
        for name in HEADS
    ]


def limits(head: str) -> dict[str, float]:
    """Return the five limits of a head: bytes a second on the wire, and reads a second."""
    small = head == "7310"
    order = (
        streamer("7310", jbods=2, hbas=1, chains=1, cards=1)
        if small
        else streamer(cards=2, jbods=6)
    )
    memory, disk, to_disk = (
        on_wire(order, load)
        for load in (
            Stream("read", 20, 2, 1, MiB, cached=True),
            Stream("read", 20, 2, 1, MiB, data=400 * GB),
            Stream("write", 20, 5 if small else 2, 1, 32 * KiB),
        )
    )
    board = ordered(HEADS[head], 1 if small else 2)
    return dict(
        zip(
            LIMITS,
            (memory, disk, to_disk, most(board, 1).rate, most(board, 4 * KiB).rate),
            strict=True,
        )
    )


def on_wire(order: Order, load: Stream) -> float:
    """Return the bytes a second on the wire of streams, by the slowest stage."""
    stages = (read_stages if load.op == "read" else write_stages)(order, load)
    return limit(stages).rate * load.seen().both / load.size


def last(rows: Rows, field: str = "rate") -> float:
    """Return a field of the last step."""
    found: float = of(rows, "step")[-1][field]
    return found


def climbs(rows: Rows) -> bool:
    """Return whether the use of the cores rises with the threads, from below a half to above 80 %,
    and some of it is left at the end."""
    shares: list[float] = [row["cpu"] for row in of(rows, "step")]
    rises = sum(b >= a - 0.02 for a, b in pairwise(shares))
    return shares[0] < 0.5 and 0.8 < shares[-1] < 0.999 and rises == len(shares) - 1


def beside(rows: Rows) -> bool:
    """Return whether the 7310 has more than a third and less than the whole of each of the 7410's
    limits."""
    shares = [row["share"] for row in of(rows, "limit") if row["head"] == "7310"]
    return len(shares) == len(LIMITS) and all(1 / 3 < share < 1 for share in shares)


def values(rows: Rows) -> dict[str, float]:
    return {
        **{field: last(rows, field) for field in ("rate", "cpu", "net", "threads", "size")},
        "payload": last(rows) * last(rows, "size"),
        "one_each": of(rows, "step")[0]["rate"],
        "core_one": CORES / one(rows, "limit", what="one-byte reads", head="7310")["rate"],
        "core_4k": CORES / one(rows, "limit", what="4 KiB reads", head="7310")["rate"],
    }


def describe(rows: Rows) -> str:
    end = of(rows, "step")[-1]
    return (
        f"With {end['threads']} threads in each client the {end['head']} makes {count(end['rate'])} reads of "
        f"{spoken(end['size'])} a second from memory; its cores are in use {end['cpu']:.0%} of the time. One thread in "
        f"each client makes {count(of(rows, 'step')[0]['rate'])}."
    )


TIME = {"label": "time of the test, shortened", "unit": "min"}


def staircase(field: str, colour: str, y: dict[str, Any], height: int) -> dict[str, Any]:
    """Return a panel with a bar for each minute."""
    return panel(
        [
            mark(
                "rectY",
                {"row": "step"},
                x1="t1",
                x2="t2",
                y=field,
                fill=colour,
                fillOpacity=0.8,
                inset=0.5,
                tip=True,
            ),
            mark("ruleY", data=[0]),
        ],
        {"x": TIME, "y": {"grid": True, "ticks": 4, **y}},
        height=height,
        tab="A thread more each minute",
    )


FIGURE = Figure(
    id="small-reads",
    title="The smallest reads of a small head",
    caption="Twenty clients read from the server's memory, each with one thread more every minute. Reads a second, how busy "
    "the cores are, and bytes on the network. Five limits: the same head beside the large one, as a share of the large "
    "one's. A minute is shortened to some requests of each thread.",
    params={
        "size": Number(
            "Bytes of a read",
            4 * KiB,
            1,
            64 * KiB,
            unit="KiB",
            stops=powers(1, 64 * KiB),
            whole=True,
            help="How many bytes each read asks for.",
        ),
        "threads": Number(
            "Threads a client, at the end",
            10,
            1,
            20,
            whole=True,
            help="One thread is added to each client every minute.",
        ),
        "sockets": Choice(
            "Sockets of the head", "1", {"1": "1", "2": "2"}, "Four cores and their memory each."
        ),
        "head": Choice(
            "Board",
            "7310",
            {"7310": "7310", "7410": "7410, its sockets as chosen"},
            "The board of the head, with its links and network cards.",
            more=True,
        ),
        "clients": Number(
            "Clients", 20, 1, 40, whole=True, help="The number of clients.", more=True
        ),
    },
    presets={
        "4 KiB, as measured": Preset(help="from one to ten threads in each of twenty clients"),
        "one byte": Preset({"size": 1}, "the most that the head can answer"),
        "two sockets": Preset({"sockets": "2"}, "the 7310 could be had with two"),
        "twenty threads": Preset({"threads": 20}, "twice as many as were tried"),
    },
    run=run,
    panels=[
        staircase("rate", "var(--wtg-1)", {"label": "reads a second", "tickFormat": ","}, 200),
        staircase(
            "cpu",
            "var(--wtg-3)",
            {"label": "cores in use", "unit": "%", "domain": [0, 1]},
            120,
        ),
        staircase("net", "var(--wtg-2)", {"label": "on the wire", "unit": "MiB/s"}, 110),
        panel(
            [
                mark(
                    "barX",
                    {"row": "limit", "head": "7310"},
                    x="share",
                    y="what",
                    fill="var(--wtg-1)",
                    fillOpacity=0.8,
                    tip=True,
                ),
                mark("ruleX", data=[1], strokeDasharray="3,4"),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {
                    "label": "the 7310, as a share of the 7410",
                    "unit": "%",
                    "grid": True,
                    "ticks": 5,
                    "domain": [0, 1],
                },
                "y": {"label": None, "domain": list(LIMITS)},
            },
            height=230,
            tab="Five limits",
        ),
    ],
    table=table(
        {"row": "step"},
        [
            column("threads", "threads a client"),
            column("rate", "reads a second"),
            column("cpu", "cores in use", "%"),
            column("net", "on the wire", "MiB/s"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("gregg2009limits7310", "max read IOPS, and 4 Kbyte reads", "Gregg 2009"),
    reproduces=["7310-max-read-iops", "7310-4k-iops", "7310-limits-summary", "7310-config"],
    targets=[
        target("7310-1byte-peak", last, "one byte"),
        target("7310-1byte-average", last, "one byte"),
        target("7310-4k-iops", last),
        target("7310-4k-payload", lambda rows: last(rows) * 4 * KiB),
        target("7310-4k-cpu-pattern", climbs),
        target("7310-summary-pattern", beside),
    ],
    misses={
        "7310-4k-cpu-pattern": "Four threads in each client fill the model's cores, and six more add nothing. The real "
        "head had some room left with ten, so that something else held its requests up as well.",
    },
)
