"""Flash after a restart: read back within minutes, or fed anew for days."""

from collections.abc import Iterator
from math import inf
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
    target,
)
from figures.flash.experiments.after_restart import LOOKS, AfterRestart, restart_pace
from figures.flash.experiments.flash_words import decimal
from figures.flash.experiments.read_back import Notes
from figures.kit.rows import of
from figures.kit.sampling import caches
from figures.kit.stops import powers
from figures.kit.words import time
from models.catalogue.machines import values as constants
from models.units import GB, MB, TB, B, KiB, MiB, day, minute
from models.zfs.l2arc.feed_spec import FeedSpec

SUN, NEW = constants("7410"), constants("zfs-2015")
KEPT, LOST = "read back (2015)", "lost, fed anew (before)"
FEEDERS = {KEPT: "2015", LOST: "2008"}
DATA = 2.0
END = 10 * day
MOMENTS = [*(time for time in LOOKS if time < END), END]
MANY = 2 * TB


def run(
    devices: int,
    capacity: float,
    block: float,
    threads: int,
    segment: float,
    entry: float,
    read_rate: float,
    memory: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: note (blocks, bytes: notes of a segment), pace (threads, chosen, found: bytes of
    data found again per second and device, others: mean time of other reads), state (t, system,
    tracked, memory, flash, without: share of the reads that need no disk, latency, rate), and end
    (system, t, bytes read and found). Times are in s."""
    devices, block = int(devices), int(block)
    notes = Notes(int(segment), entry, block)
    yield [{"row": "note", "blocks": notes.blocks, "bytes": notes.size, "segment": segment}]
    spec: dict[str, Any] = {"devices": devices, "capacity": capacity}
    machine = caches(memory, FeedSpec("2015", **spec), block).order(flash={"rate": read_rate})
    for n in sorted({1, 2, 4, 8, 16, threads}):
        pace = restart_pace(machine, notes, n, 1500.0, 300, seed)
        yield [
            {
                "row": "pace",
                "threads": n,
                "chosen": int(n == threads),
                "found": pace.segments * segment,
                "others": pace.others,
            }
        ]
    for system, feeder in FEEDERS.items():
        server = AfterRestart(
            memory=memory,
            data=DATA * devices * capacity,
            spec=FeedSpec(feeder, **spec),
            notes=notes,
            threads=threads,
            rate=read_rate,
            seed=seed,
        )
        for moment in server.moments(MOMENTS):
            yield [
                {
                    "row": "state",
                    "t": moment.now,
                    "system": system,
                    "tracked": moment.tracked,
                    "memory": moment.memory,
                    "flash": moment.flash,
                    "without": moment.memory + moment.flash,
                    "latency": moment.latency,
                    "rate": moment.rate,
                }
            ]
        yield [
            {
                "row": "end",
                "system": system,
                "t": server.imported or 0.0,
                "read": server.read,
                "found": server.done * segment * devices,
            }
        ]


def when(rows: Rows, system: str, bytes: float) -> float:
    """Return the time (s) at which a system first tracks so many bytes, interpolated between two
    measurements, or infinity if it never does."""
    before: Row = {"t": 0.0, "tracked": 0.0}
    for row in of(rows, "state", system=system):
        if row["tracked"] >= bytes > 0:
            t: float = before["t"] + (row["t"] - before["t"]) * (bytes - before["tracked"]) / (
                row["tracked"] - before["tracked"]
            )
            return t
        before = row
    return inf


def rediscovered(rows: Rows) -> float:
    """Return the bytes of notes read for each 8 MiB of data found again; 0 if none is found."""
    done = of(rows, "end", system=KEPT)[0]
    return done["read"] / done["found"] * 8 * MiB if done["found"] else 0.0


def minutes(rows: Rows) -> bool:
    """Return whether flash is read back within minutes, while feeding it anew takes days.

    `MANY` bytes must be tracked within ten minutes. Hits must begin before the import ends and grow
    with it. Afterwards a read must take at most 0.6 of the time that it takes when flash begins
    empty.
    """
    ends, kept, lost = (
        of(rows, "end", system=KEPT),
        of(rows, "state", system=KEPT),
        of(rows, "state", system=LOST),
    )
    if not (
        ends
        and kept
        and [row["t"] for row in kept]
        == [row["t"] for row in lost]
        == sorted({row["t"] for row in kept})
    ):
        return False
    for row in (*kept, *lost):
        if not (
            0 <= row["memory"] <= row["without"] <= 1
            and abs(row["memory"] + row["flash"] - row["without"]) < 1e-9
        ):
            return False
    done, first = ends[0]["t"], kept[0]
    during = [row for row in kept if row["t"] < done]
    after = [(a, b) for a, b in zip(kept, lost, strict=True) if done <= a["t"] < day]
    if not (during and after and during[-1]["flash"] > 0):
        return False
    full = after[0][0]
    most = full["tracked"]
    return (
        0 < when(rows, KEPT, MANY) <= 10 * minute
        and when(rows, LOST, MANY) > day
        and all(
            abs(row["tracked"] / most - row["t"] / done) < 0.15 for row in during
        )  # tracked data grows evenly
        and all(
            abs(row["flash"] / full["flash"] - row["tracked"] / most) < 0.2 for row in during
        )  # and hits grow with it
        and sum(0 < row["flash"] < 0.75 * full["flash"] for row in during) >= 3
        and all(a["latency"] < 0.6 * b["latency"] for a, b in after[:3])
        and full["latency"] < 0.6 * first["latency"]
        and first["latency"] > 0
    )


def values(rows: Rows) -> dict[str, float]:
    done = of(rows, "end", system=KEPT)[0]
    pace = {row["threads"]: row for row in of(rows, "pace")}
    own = next(row for row in pace.values() if row["chosen"])
    kept, lost = (of(rows, "state", system=system) for system in (KEPT, LOST))
    most = max(row["tracked"] for row in kept)
    hour = next(row for row in lost if row["t"] >= 3600)
    after = next((row for row in kept if row["t"] >= done["t"] > 0), kept[-1])
    note = of(rows, "note")[0]
    return {
        "blocks": note["blocks"],
        "notes": note["bytes"],
        "read": done["read"],
        "found": done["found"],
        "imported": done["t"],
        "most": most,
        "first_hits": next((r["t"] for r in kept if r["flash"] > 0), END),
        "anew": min(END, when(rows, LOST, 0.5 * most)),
        "lost_after_hour": hour["tracked"],
        "flash": after["flash"],
        "latency": after["latency"],
        "latency_lost": next(row["latency"] for row in lost if row["t"] >= after["t"]),
        "threads": own["threads"],
        "pace": own["found"],
        "others": own["others"],
        "one": pace[1]["found"],
        "others_one": pace[1]["others"],
        "sixteen": pace[16]["found"],
        "others_sixteen": pace[16]["others"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    anew = f"takes {time(v['anew'])}" if v["anew"] < END else f"takes more than {time(END)}"
    return (
        f"{decimal(v['read'])} are read to find {decimal(v['found'])} again, {v['notes']:,.0f} bytes for each segment; "
        f"after {time(v['imported'])} all is known. By then flash answers {v['flash']:.0%} of the reads, which take "
        f"{time(v['latency'])} on average, and {time(v['latency_lost'])} where the flash was lost. To feed half as much "
        f"anew {anew}."
    )


T = {"type": "log", "domain": [1, END], "ticks": [], "label": "time since the restart"}
MARKS = [
    {"t": 1, "text": "1 s"},
    {"t": 10, "text": "10 s"},
    {"t": 60, "text": "1 min"},
    {"t": 600, "text": "10 min"},
    {"t": 3600, "text": "1 h"},
    {"t": day, "text": "1 d"},
    {"t": END, "text": "10 d"},
]
SYSTEMS = {"domain": list(FEEDERS), "range": ["var(--wtg-1)", "var(--wtg-2)"]}


def timeline(
    y: str, axis: dict[str, Any], height: int, tab: str, **colours: bool
) -> dict[str, Any]:
    """Return a panel with a line for each system against time on a logarithmic axis."""
    lines = [mark("line", {"row": "state"}, x="t", y=y, stroke="system", strokeWidth=2.5)]
    times = [
        mark("ruleX", data=MARKS[1:], x="t", strokeOpacity=0.12),
        mark(
            "text", data=MARKS, x="t", text="text", frameAnchor="bottom", dy=14, fill="currentColor"
        ),
    ]
    end = mark(
        "ruleX", {"row": "end", "system": KEPT}, x="t", stroke="var(--wtg-1)", strokeDasharray="2,3"
    )
    return panel(
        [*times, end, *lines],
        {
            "x": T,
            "y": {"grid": True, "ticks": 4, "zero": True, **axis},
            "color": {**SYSTEMS, **colours},
        },
        height,
        tab=tab,
    )


FIGURE = Figure(
    id="flash-restart",
    title="Flash after a restart",
    caption="A server has restarted; its memory is empty. On flash there are notes on each segment, which are read back "
    "(dashed rule: all of them), or else the flash is fed anew. Data and hits: data on flash that can be hit, and "
    "reads that need no disk. Latency: on average. The time is logarithmic; some "
    "thousands of blocks stand for all. The table under Data: one device's notes, read by more and more threads, "
    "and how long others' reads of it take meanwhile.",
    params={
        "devices": Number(
            "Flash devices",
            6,
            1,
            12,
            whole=True,
            help="The number of flash devices; all are read back at the same time.",
        ),
        "threads": Number(
            "Threads a device",
            4,
            1,
            16,
            whole=True,
            help="Threads for each device. Each reads the notes of one segment after another.",
        ),
        "block": Number(
            "Block",
            8 * KiB,
            512,
            32 * KiB,
            unit="KiB",
            stops=powers(512, 32 * KiB),
            help="The size of a block on flash.",
        ),
        "segment": Number(
            "Segment",
            NEW["l2_segment"],
            1 * MiB,
            64 * MiB,
            unit="MiB",
            stops=powers(MiB, 64 * MiB),
            more=True,
            help="The size of a segment, the unit in which flash is filled.",
        ),
        "read_rate": Number(
            "A device's cable",
            SUN["cache.flash.rate"],
            100 * MB,
            3000 * MB,
            unit="MB/s",
            more=True,
            stops=tuple(n * MB for n in (100.0, 150, 300, 600, 1000, 3000)),
            help="The rate of a device's cable; SATA of 2008 carried 300 MB/s.",
        ),
        "capacity": Number(
            "Bytes of a device",
            1.6 * TB,
            100 * GB,
            10 * TB,
            unit="GB",
            more=True,
            stops=tuple(n * GB for n in (100.0, 200, 400, 800, 1600, 3200, 10000)),
            help="The size of a flash device. The data is twice as large as all devices together.",
        ),
        "entry": Number(
            "Notes for a block",
            NEW["l2_entry"],
            20 * B,
            100 * B,
            unit="B",
            step=5,
            more=True,
            help="The size of the note on flash for each block.",
        ),
        "memory": Number(
            "Cache in memory",
            512 * GB,
            16 * GB,
            2 * TB,
            unit="GB",
            more=True,
            stops=tuple(n * GB for n in (16.0, 32, 64, 128, 256, 512, 1000, 2000)),
            help="The size of the cache in memory. Headers may take 30 % of it.",
        ),
    },
    presets={
        "six devices of 1.6 TB": Preset(
            help="8 KiB blocks, segments of 8 MiB, four threads a device"
        ),
        "10 TB on one device": Preset({"devices": 1, "capacity": 10.0 * TB}),
        "600 GB, as in 2008": Preset(
            {"capacity": 100.0 * GB, "memory": 128.0 * GB}, "the six flash devices of a 7410"
        ),
        "one thread a device": Preset({"threads": 1}),
        "32 KiB blocks": Preset({"block": 32.0 * KiB}),
        "512-byte blocks": Preset({"block": 512.0}, "memory has headers for a tenth of the flash"),
        "small segments": Preset({"segment": 1.0 * MiB}, "each read finds an eighth as much"),
    },
    run=run,
    panels=[
        timeline(
            "tracked",
            {"label": "data on flash that can be hit", "unit": "TB"},
            220,
            "Data and hits",
            legend=True,
        ),
        timeline(
            "without",
            {"label": "reads that need no disk", "unit": "%", "domain": [0, 1]},
            210,
            "Data and hits",
        ),
        timeline("latency", {"label": "mean latency", "unit": "ms"}, 330, "Latency", legend=True),
    ],
    table=table(
        {"row": "pace"},
        [
            column("threads", "threads"),
            column("found", "data found again", "GB/s", 1),
            column("others", "a read of others takes", "µs"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2015l2arc", "Persistent Across Reboot", "Bourbonnais 2015"),
    reproduces=["l2arc-persistence"],
    targets=[
        target("l2arc-segment-blocks", lambda rows: of(rows, "note")[0]["blocks"]),
        target("l2arc-segment-metadata", lambda rows: of(rows, "note")[0]["bytes"]),
        target("l2arc-rebuild-ratio", rediscovered),
        target("l2arc-rebuild-time", minutes),
    ],
)
