"""One read from a volume, then and now: where its time goes; and how many cores it takes to fill the
link."""

from collections.abc import Iterator
from functools import cache
from math import fsum

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
)
from figures.iscsi.experiments.under_load import UnderLoad
from figures.kit.rows import of, one
from figures.kit.words import time
from models.head.nic import ETHERNET, GIGABIT, IP_TCP
from models.machine import SERVER_TODAY, SUN_7410, Iscsi, Machine, Order, Reads
from models.sim.path import RequestPath
from models.units import GiB, KiB, MiB, ms

DRIVE, WAKING, CORES, CABLE, CLIENT = (
    "the drive",
    "threads wake up",
    "the server's cores work",
    "the cable",
    "the host and the network",
)
PARTS = {"read from disk": DRIVE, "processor": CORES, "network": CABLE, "client": CLIENT}
WOKEN = "its threads wake up"
HUES = {
    DRIVE: "var(--wtg-1)",
    WAKING: "var(--wtg-accent)",
    CORES: "var(--wtg-4)",
    CABLE: "var(--wtg-3)",
    CLIENT: "color-mix(in srgb, var(--wtg-mute) 35%, var(--wtg-card))",
}
DISK, MEMORY, FLASH, CACHED = (
    "a disk, 2009",
    "memory, 2009",
    "flash, today",
    "memory, today",
)
SHORT = {DRIVE: "drive", WAKING: "wakes", CORES: "cores", CABLE: "cable", CLIENT: "client"}
STEPS = (1, 2, 4, 8, 16, 32)
READERS, THREADS = 8, 16
"""Hosts that read and threads on each, where the rate is counted."""
WARM, READ, COUNTED = 2 * ms, 40, 600
"""Time between two looks, and the reads of the lone thread and of all hosts, at least."""
POOLED, SMALL = 64 * GiB, 8 * MiB
"""Sizes of the volume that does not fit into memory, and of the one that does (for one host)."""


def today(rate: float, cores: int = 32) -> Order:
    """Return the order of a server of today: four mirrored pairs of NVMe drives, and one port of `rate`
    bytes a second."""
    return SERVER_TODAY.order(
        pool={"layout": "mirror", "vdevs": 4, "jbods": 0, "disks": {"kind": "ssd"}},
        network={"port_rate": rate},
        cache={"pointers_held": True},
        head={"cores": cores},
    )


def once(order: Order, size: int, held: bool, seed: int) -> dict[str, float]:
    """Return the mean seconds that some reads of a lone thread spend in each part. held: whether memory has
    the data."""
    machine, paths = Machine(order, seed), list[RequestPath | None]()
    load = Iscsi(
        1,
        1,
        size,
        held=held,
        blocks=Reads(SMALL if held else POOLED),
        trace=lambda: RequestPath(machine.loop.now),
        seen=lambda size, latency, path: paths.append(path),
    )
    machine.start(load)
    while len(paths) < READ:
        machine.loop.run(until=machine.loop.now + WARM)
    return {
        part: fsum(
            step.length
            for path in paths
            if path
            for step in path.steps
            if part == (WAKING if step.what == WOKEN else PARTS[step.component])
        )
        / len(paths)
        for part in HUES
    }


@cache
def then(size: int, held: bool, seed: int) -> dict[str, float]:
    """Return `once` for the server of 2009."""
    order = SUN_7410.order(pool={"vdevs": 22}, cache={"pointers_held": True})
    return once(order, size, held, seed)


def rate(order: Order, size: int, seed: int) -> float:
    """Return how many reads a second many hosts get from memory."""
    load = Iscsi(READERS, THREADS, size, held=True, blocks=Reads(SMALL))
    return UnderLoad(order, load, seed).reads(COUNTED).rate


def run(port: str, request: float, seed: int) -> Iterator[Rows]:
    """Yield rows: part (read, part, from and to as shares of the read), read (read, total in s, text) and rate
    (cores, rate and link: 1/s)."""
    size, speed = int(request), int(port) * GIGABIT
    for name, found in (
        (DISK, then(size, False, seed)),
        (FLASH, once(today(speed), size, False, seed)),
        (MEMORY, then(size, True, seed)),
        (CACHED, once(today(speed), size, True, seed)),
    ):
        total, begin = fsum(found.values()), 0.0
        rows: Rows = [{"row": "read", "read": name, "total": total, "text": time(total)}]
        for part, seconds in found.items():
            end = begin + seconds / total
            rows.append(
                {
                    "row": "part",
                    "read": name,
                    "part": part,
                    "from": begin,
                    "to": end,
                    "seconds": seconds,
                    "text": time(seconds),
                }
            )
            begin = end
        yield rows
    link = speed / (size + (size / (SERVER_TODAY.network.mtu - IP_TCP)) * (ETHERNET + IP_TCP))
    for cores in STEPS:
        reads = rate(today(speed, cores), size, seed)
        yield [{"row": "rate", "cores": cores, "rate": reads, "link": link}]


def values(rows: Rows) -> dict[str, float]:
    shorts = {DISK: "disk", FLASH: "flash", MEMORY: "memory_then", CACHED: "memory"}
    found = {
        f"read_{short}": one(rows, "read", read=name)["total"] for name, short in shorts.items()
    }
    parts = {row["part"]: row["seconds"] for row in of(rows, "part", read=FLASH)}
    rates = {row["cores"]: row["rate"] for row in of(rows, "rate")}
    most = max(rates.values())
    return {
        **found,
        **{f"flash_{short}": parts[part] for part, short in SHORT.items()},
        "one": rates[STEPS[0]],
        "one_rounded": round(rates[STEPS[0]], -4),
        "all": most,
        "link": rows[-1]["link"],
        "gain": most / rates[STEPS[0]],
        "enough": min(cores for cores, each in rates.items() if each > 0.95 * most),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return f"A read takes {time(v['read_disk'])} from a disk of 2009, and {time(v['read_flash'])} from flash of today."


FIGURE = Figure(
    id="read-today",
    title="One read, then and now",
    caption="One read: where the time of a lone read of a volume goes, in a server of 2009 and in one of today, from its "
    "drives and from its memory; each bar is a whole read, whatever that takes. Many reads: how many a second "
    "come from memory if so many cores serve the volume's connections; the line is what the cable can carry.",
    params={
        "port": Choice(
            "The cable of today",
            "25",
            {"10": "10 GbE", "25": "25 GbE", "100": "100 GbE"},
            "The data rate of the port, of the server and of each host.",
        ),
        "request": Number(
            "Read size",
            8 * KiB,
            512,
            128 * KiB,
            unit="KiB",
            stops=tuple(n * KiB for n in (0.5, 4, 8, 16, 32, 64, 128)),
            help="The size of a read.",
            more=True,
        ),
    },
    presets={
        "25 GbE": Preset(),
        "100 GbE": Preset({"port": "100"}),
        "128 KiB": Preset({"request": 128 * KiB}, "large reads, which fill the cable soon"),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "barX",
                    {"row": "part"},
                    x1="from",
                    x2="to",
                    y="read",
                    fill="part",
                    inset=1,
                    channels={"takes": "text"},
                    tip=True,
                ),
                mark(
                    "text",
                    {"row": "read"},
                    x=1,
                    y="read",
                    text="text",
                    textAnchor="start",
                    dx=6,
                    fill="currentColor",
                    fontWeight="bold",
                ),
            ],
            {
                "x": {"axis": None, "label": None, "domain": [0, 1.26]},
                "y": {"label": None, "domain": [DISK, FLASH, MEMORY, CACHED]},
                "color": {"domain": list(HUES), "range": list(HUES.values()), "legend": True},
            },
            height=230,
            tab="One read",
        ),
        panel(
            [
                mark("line", {"row": "rate"}, x="cores", y="link", stroke="var(--wtg-3)"),
                mark(
                    "line",
                    {"row": "rate"},
                    x="cores",
                    y="rate",
                    stroke="var(--wtg-1)",
                    strokeWidth=2,
                ),
                mark(
                    "dot", {"row": "rate"}, x="cores", y="rate", fill="var(--wtg-1)", r=4, tip=True
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {
                    "label": "cores that serve the volume",
                    "type": "log",
                    "base": 2,
                    "ticks": 6,
                },
                "y": {
                    "label": "reads a second, from memory",
                    "zero": True,
                    "grid": True,
                    "tickFormat": "~s",
                    "ticks": 5,
                },
            },
            height=270,
            tab="Many reads",
        ),
    ],
    table=table(
        {"row": "part"},
        [
            column("read", "read from"),
            column("part", "part"),
            column("seconds", "takes", "µs", 1),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2009iscsi", "the kernel target; today's server is ours"),
)
