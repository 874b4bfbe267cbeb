"""One read answered from memory, from flash and from a disk, with the steps of each to scale."""

from collections.abc import Iterator
from math import fsum
from random import Random
from typing import Any

from figures.define.figure import Choice, Figure, Number, Preset, Row, Rows, cite, mark, panel
from figures.kit.followed import machine_rows, request_rows
from figures.kit.rows import of
from figures.kit.words import time
from models.catalogue.machines import values as constants
from models.machine import SUN_7410, Machine
from models.machine.order import SERVER_TODAY, Order
from models.sim.path import RequestPath
from models.units import KiB

SIZE, READS, FIRST = 8 * KiB, 101, 200
"""Bytes of a read; reads that are compared; reads before them, which bring the arms over the data."""
SUN = constants("7410")
ORDERS: dict[str, Order] = {
    "7410": SUN_7410.order(flash={"devices": 6}).without("queue", "drive queue"),
    "today": SERVER_TODAY.order(flash={"devices": 1}),
}
HELD = {"memory": (1.0, 0.0), "flash": (0.0, 1.0), "disk": (0.0, 0.0)}
"""Tier -> the shares of reads that memory and flash answer."""
PARTS = {
    "NFS and ZFS": "processor",
    "checks the block": "processor",
    "its threads wake up": "processor",
    "finds it": "flash chip",
    "moves the arm": "arm moves",
    "the sector comes round": "sector comes round",
    "command and cable": "data and cable",
    "data passes the head": "data and cable",
    "crosses the cable": "data and cable",
}
"""Step of a read at the server -> its name in the picture. Network and client are left out."""
COLOURS = {
    "processor": "var(--wtg-3)",
    "flash chip": "var(--wtg-1)",
    "arm moves": "var(--wtg-2)",
    "sector comes round": "color-mix(in srgb, var(--wtg-2) 45%, var(--wtg-card))",
    "data and cable": "var(--wtg-4)",
}


def steps(path: RequestPath) -> list[tuple[str, float]]:
    """Return the steps of a read at the server, in order: (name, length in s)."""
    return [(PARTS[step.what], step.length) for step in path.steps if step.what in PARTS]


def median_read(order: Order, tier: str, seed: int) -> RequestPath:
    """Return the path of the median read that this tier answers, each on an idle machine."""
    machine, random = Machine(order.order(held=HELD[tier]), seed), Random(seed)
    blocks = int(len(machine.pool.vdevs) * SUN["load.read_span"] / SIZE)
    found = []
    for _ in range(FIRST + READS):
        machine.loop.run(until=machine.loop.now + random.random())
        found.append(machine.trace("read", SIZE, random.randrange(blocks)))
    return sorted(found[FIRST:], key=lambda path: total(steps(path)))[READS // 2]


def total(read: list[tuple[str, float]]) -> float:
    """Return the time of a read at the server (s)."""
    return fsum(length for _, length in read)


def run(zoom: float, machine: str, seed: int) -> Iterator[Rows]:
    """Yield rows: bar (tier, what, begin, end), word (tier, x, text) and edge (x), cut off at the end of the
    picture, read (tier, total), and those of an account of each, network and client too. Times are in s."""
    paths = {tier: median_read(ORDERS[machine], tier, seed) for tier in HELD}
    reads = {tier: steps(path) for tier, path in paths.items()}
    for tier, path in paths.items():
        yield machine_rows(tier, f"from {tier}", path.total(), logdevice="", cache="flash")
        yield request_rows(tier, 1, "a read", path, op="read")
    window = 1.35 * max(map(total, reads.values())) / zoom
    yield [{"row": "edge", "x": window}]
    for tier, read in reads.items():
        at, rows = 0.0, list[Row]()
        for what, length in read:
            if at < window:
                end = min(window, at + length)
                rows.append({"row": "bar", "tier": tier, "what": what, "begin": at, "end": end})
            at += length
        words = f"goes on: {time(at)} →" if at > window else time(at)
        place = {"x": min(window, at), "side": "end" if at > 0.85 * window else "start"}
        yield [
            *rows,
            {"row": "word", "tier": tier, "text": words, **place},
            {"row": "read", "tier": tier, "total": at},
        ]


def values(rows: Rows) -> dict[str, float]:
    found = {row["tier"]: row["total"] for row in of(rows, "read")}
    whole = {row["place"]: row["until"] for row in of(rows, "machine")}
    return found | {
        **{f"whole_{tier}": length for tier, length in whole.items()},  # from the client and back
        "stretched": found["disk"] / found["memory"],  # s, if a read from memory took a second
        "flash_stretched": found["flash"] / found["memory"],
        "times_disk": found["disk"] / found["flash"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"The server answers a read of 8 KiB in {time(v['memory'])} from memory, {time(v['flash'])} from flash, and "
        f"{time(v['disk'])} from a disk."
    )


def words(side: str, **options: Any) -> dict[str, Any]:
    """Return the mark of the words that stand behind a bar, or at the end of a long one."""
    return mark(
        "text",
        {"row": "word", "side": side},
        x="x",
        y="tier",
        text="text",
        textAnchor=side,
        **options,
    )


FIGURE = Figure(
    id="one-read",
    title="One read from each",
    caption="What a server does for one read of 8 KiB: the median of 101, each on an idle machine. All three bars have the "
    "same axis. Network and client are left out.",
    params={
        "zoom": Number(
            "Magnify",
            1,
            1,
            1000,
            whole=True,
            stops=(1, 3, 10, 30, 100, 300, 1000),
            help="How much of the time axis is shown: all of it, or the first tenth, hundredth, thousandth.",
        ),
        "machine": Choice(
            "Machine",
            "7410",
            {"7410": "a 7410 of 2009", "today": "a server of today"},
            help="Disks and flash of 2009, or a disk of 22 TB and an NVMe drive.",
            more=True,
        ),
    },
    presets={
        "to scale": Preset(),
        "thirty times": Preset({"zoom": 30}),
        "a server of today": Preset(
            {"machine": "today", "zoom": 30},
            "an NVMe drive, and a disk of 22 TB, thirty times magnified",
        ),
    },
    run=run,
    panels=[
        panel(
            [
                mark("ruleX", {"row": "edge"}, x="x", strokeOpacity=0),
                mark(
                    "barX",
                    {"row": "bar"},
                    x1="begin",
                    x2="end",
                    y="tier",
                    fill="what",
                    insetTop=7,
                    insetBottom=7,
                ),
                words("start", dx=6, fill="currentColor"),
                words(
                    "end",
                    dx=-6,
                    fill="currentColor",
                    stroke="var(--wtg-card)",
                    strokeWidth=4,
                    paintOrder="stroke",
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "time", "unit": "µs", "grid": True, "ticks": 6},
                "y": {"label": None, "domain": list(HELD)},
                "color": {"domain": list(COLOURS), "range": list(COLOURS.values()), "legend": True},
            },
            height=210,
        )
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009hsp", "latencies of the tiers"),
)
