"""The movement of a disk's arm under reads, transaction groups and synchronous writes, with the log
in the pool and on a device of its own."""

from collections.abc import Iterator
from itertools import pairwise
from math import fsum
from typing import Any

from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
)
from figures.kit.rows import of
from figures.kit.words import count, time
from models.devices.drive_spec import DriveSpec
from models.devices.hdd import HardDisk
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.machine.order.log_device import LOGZILLA
from models.sim.loop import Process
from models.sim.path import Access, RequestPath
from models.sim.stats import mean
from models.units import GiB, KiB, MiB, s

PLACES = {"pool": "log in the pool", "apart": "log apart"}
INTERVAL = 5 * s  # time between transaction groups
BEFORE, BEHIND = 0.3 * s, 0.8 * s  # time drawn before and after a group begins
BLOCK, LUMP = 8 * KiB, 128 * KiB  # bytes of a read or a safe write, and of an asynchronous write
LITTLE = 0.01  # strokes a second that count as no movement
READ, LOG, GROUP = "reads", "log blocks", "a group's writes"
KINDS = {"sync write": LOG, "async write": GROUP}


class Followed(HardDisk):
    """A disk that records each access of its arm, with the kind of request."""

    def __init__(self, spec: DriveSpec, **given: Any) -> None:
        super().__init__(spec, **given)
        self.kinds: dict[int, str] = {}
        self.journeys: list[tuple[str, Access]] = []

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> float:
        """Record the kind of a write, and write."""
        self.kinds[offset] = KINDS[kind]
        return super().write(now, offset, size, path, kind)

    def access(self, now: float, offset: int, size: int, write: bool, place: Any = None) -> float:
        """Access the platter, and record the access."""
        finish = super().access(now, offset, size, write, place)
        self.journeys.append((self.kinds[offset] if write else READ, self.last_access()))
        return finish


def machine_of(
    log: bool, place: float, reads: int, safe: int, stream: float, extent: int, seed: int
) -> tuple[Machine, list[float]]:
    """Return the FreeBSD box with one disk and running programs, and the list of read latencies
    (s), which grows as they run.

    place: where the file that is read begins, as a share of the disk. extent: the file's size in
    bytes. reads, safe: reads and safe writes a second. stream: bytes a second of asynchronous
    writes.
    """
    order = FREEBSD_BOX.order(
        log={"devices": int(log), "device": LOGZILLA}, begin=place, groups={"interval": INTERVAL}
    )
    machine = Machine(order.bare(), seed, in_order=Followed)
    loop, zfs, random = machine.loop, machine.zfs, machine.random
    taken: list[float] = []

    def read() -> Process:
        began = loop.now
        yield from zfs.reads.read(int(random.random() * (extent // BLOCK)), BLOCK)
        taken.append(loop.now - began)

    def reader() -> Process:
        while True:
            yield 2 / reads * random.random()
            loop.spawn(read())

    def writer(size: int, rate: float, sync: bool) -> Process:
        due = random.random() / rate
        while True:
            yield max(0.0, due - loop.now)
            yield from zfs.write(0, size, sync)
            due += 1 / rate

    for program in (
        ([reader()] if reads else [])
        + ([writer(BLOCK, safe, True)] if safe else [])
        + ([writer(LUMP, stream / LUMP, False)] if stream else [])
    ):
        loop.spawn(program)
    return machine, taken


def run(
    place: float, reads: int, safe: int, stream: float, extent: float, seed: int
) -> Iterator[Rows]:
    """Yield rows: arm (log, t, at: share of the way from the rim to the hub), visit (log, t, at,
    what), group (log, t1, t2), word (log, of: file or free, at, says), sum (log; a second: travel
    in strokes, crossings, transfers, reads; seeking: share of the time; read: mean latency). Times
    are in s."""
    zero, end = INTERVAL - BEFORE, INTERVAL + BEHIND
    for name in PLACES:
        machine, taken = machine_of(name == "apart", place, reads, safe, stream, int(extent), seed)
        machine.loop.run(until=BEHIND)
        before = len(taken)
        machine.loop.run(until=end)
        disk = machine.disk
        disk.advance(end)
        journeys = [
            each for each in disk.journeys if BEHIND <= each[1].start < end
        ]  # of a whole interval
        ways = list(pairwise(journeys))
        kinds = [kind == READ for kind, _ in journeys]
        strokes = fsum(abs(b.radius - a.radius) for (_, a), (_, b) in ways) / INTERVAL
        share = fsum(access.there - access.start for _, access in journeys) / INTERVAL
        yield [
            {
                "row": "sum",
                "log": name,
                "place": PLACES[name],
                "travel": strokes,
                "title": f"{PLACES[name]}: moves {100 * share:.0f} %",
                "crossings": sum(a != b for a, b in pairwise(kinds)) / INTERVAL,
                "transfers": len(journeys) / INTERVAL,
                "seeking": share,
                "reads": (len(taken) - before) / INTERVAL,
                "read": mean(taken[before:]) if taken[before:] else 0.0,
            }
        ]
        before_it, rows = 0.0, []
        for kind, access in disk.journeys:
            if zero <= access.start < end:
                rows += [
                    {"row": "arm", "log": name, "t": t - zero, "at": at}
                    for t, at in (
                        (access.start, before_it),
                        (access.there, access.radius),
                        (access.finish, access.radius),
                    )
                ]
                rows.append(
                    {
                        "row": "visit",
                        "log": name,
                        "t": access.reached - zero,
                        "at": access.radius,
                        "what": kind,
                    }
                )
            before_it = access.radius
        rows += [
            {
                "row": "group",
                "log": name,
                "t1": group.begun - zero,
                "t2": group.synced - zero,
                "says": "a group goes out",
            }
            for group in machine.zfs.groups.history
            if zero < group.begun < end and group.bytes
        ]
        words = [
            (
                "free",
                0.0,
                "free room: log blocks and groups" if name == "pool" else "free room: groups",
            )
        ]
        if reads:
            words.append(("file", middle(disk, place, int(extent)), "the file that is read"))
        yield [
            *rows,
            *(
                {"row": "word", "log": name, "of": what, "at": at, "says": says}
                for what, at, says in words
            ),
        ]


def middle(disk: Followed, place: float, extent: int) -> float:
    """Return where the file's middle lies, as a share of the way from the rim to the hub."""
    return (
        disk.geometry.place(int(disk.capacity * place) + extent // 2).cylinder
        / disk.geometry.cylinders
    )


def sums(rows: Rows) -> dict[str, Row]:
    return {row["log"]: row for row in of(rows, "sum")}


def values(rows: Rows) -> dict[str, float]:
    found = sums(rows)
    out = {
        f"{name}_{log}": found[log][name]
        for log in PLACES
        for name in ("travel", "crossings", "transfers", "seeking", "read", "reads")
    }
    return {
        **out,
        "ratio": out["travel_pool"] / out["travel_apart"] if out["travel_apart"] else 0.0,
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    if v["travel_pool"] < LITTLE:
        return (
            f"The arm hardly moves, with the log in the pool ({count(v['transfers_pool'])} transfers a second) or apart "
            f"({count(v['transfers_apart'])}): all that is written goes to one place."
        )
    return " ".join(
        f"With the {place} the arm moves for {v[f'seeking_{log}']:.0%} of the time"
        f"{', and a read takes ' + time(v[f'read_{log}']) if v[f'read_{log}'] else ''}."
        for log, place in PLACES.items()
    )


WHATS = {"domain": [READ, LOG, GROUP], "range": ["var(--wtg-4)", "var(--wtg-3)", "var(--wtg-1)"]}


def travel(name: str) -> dict[str, Any]:
    """Return the panel of the arm's position, with the log in one of PLACES."""
    here = {"log": name}
    return panel(
        [
            mark(
                "rect",
                {"row": "group", **here},
                x1="t1",
                x2="t2",
                fill="var(--wtg-1)",
                fillOpacity=0.13,
                stroke="none",
            ),
            mark(
                "line",
                {"row": "arm", **here},
                x="t",
                y="at",
                stroke="var(--wtg-mute)",
                strokeWidth=1.2,
            ),
            mark("dot", {"row": "visit", **here}, x="t", y="at", fill="what", r=3, tip=True),
            mark(
                "text",
                {"row": "group", **here},
                x="t1",
                text="says",
                frameAnchor="bottom",
                textAnchor="start",
                dx=4,
                dy=-4,
                fill="currentColor",
            ),
            *(
                mark(
                    "text",
                    {"row": "word", "of": what, **here},
                    y="at",
                    text="says",
                    frameAnchor="right",
                    dx=-4,
                    dy=dy,
                    fill="currentColor",
                )
                for what, dy in (("free", -12), ("file", 14))
            ),
            mark(
                "text",
                {"row": "sum", **here},
                text="title",
                frameAnchor="top-right",
                dy=-16,
                fontWeight="bold",
                fill="currentColor",
            ),
        ],
        {
            "x": {"label": "time", "unit": "s", "domain": [0, BEFORE + BEHIND]},
            "y": {
                "label": "arm, rim to hub",
                "unit": "%",
                "domain": [-0.2, 1],
                "ticks": [0, 0.5, 1],
                "reverse": True,
            },
            "color": {**WHATS, "legend": name == "pool"},
        },
        height=210,
        tab="The arm",
    )


FIGURE = Figure(
    id="head-travel",
    title="Two loads, one arm",
    caption="Where the arm of a disk goes, from the rim (0 %) to the hub: a file is read at random, a program wants its "
    "writes safe, and a group goes out. Once with the log in the pool, once with the log on a flash device; the "
    "load is the same, and above each picture is the share of the time in which the arm moves. In the table a stroke is "
    "the way from the rim to the hub.",
    params={
        "place": Number(
            "The file begins at byte",
            0.5,
            0.02,
            0.9,
            unit="%",
            step=0.02,
            help="Share of the disk before the file. The log and the groups begin at the rim.",
        ),
        "reads": Number(
            "Reads a second",
            30,
            0,
            60,
            whole=True,
            step=5,
            help="Random reads from that file.",
        ),
        "safe": Number(
            "Safe writes a second",
            30,
            0,
            60,
            whole=True,
            step=5,
            help="Writes of 8 KiB by a program that waits until each is safe.",
        ),
        "stream": Number(
            "Other writes",
            2 * MiB,
            0,
            8 * MiB,
            unit="MiB/s",
            step=0.5 * MiB,
            more=True,
            help="Asynchronous writes, which fill the groups.",
        ),
        "extent": Number(
            "Size of the file",
            8 * GiB,
            1 * GiB,
            16 * GiB,
            unit="GiB",
            step=1 * GiB,
            more=True,
            help="Size of the file within which the arm moves.",
        ),
    },
    presets={
        "both loads": Preset(help="a program that makes safe writes, and a file that is read"),
        "no reads": Preset({"reads": 0}, "ZFS puts log blocks and groups side by side"),
        "a file near the rim": Preset({"place": 0.04}),
        "a file near the hub": Preset({"place": 0.86}),
    },
    run=run,
    panels=[travel(name) for name in PLACES],
    table=table(
        {"row": "sum"},
        [
            column("place", "where the log is"),
            column("travel", "strokes a second", "", 2),
            column("crossings", "crossings a second", "", 1),
            column("transfers", "transfers a second", "", 1),
            column("seeking", "arm on its way", "%", 1),
            column("read", "a read takes", "ms", 1),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("gregg2009slog", "Separate intent log"),
)
