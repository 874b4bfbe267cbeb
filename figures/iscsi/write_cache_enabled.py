"""A LUN's write cache: the time it saves, and what a database finds after a power failure."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Rows,
    Switch,
    cite,
    column,
    handle,
    mark,
    panel,
    table,
    target,
)
from figures.iscsi.experiments.database import (
    DAMAGED,
    GONE,
    KEPT,
    MISSING,
    OPEN,
    UNKNOWN,
    AfterFailure,
    LunDatabase,
    after_failure,
)
from figures.iscsi.experiments.machines import SUN
from figures.iscsi.experiments.under_load import UnderLoad, server
from figures.kit.rows import of
from figures.kit.words import count
from models.machine import Iscsi
from models.protocols.nfs.server import SPREAD
from models.units import KiB, ms, s

END, SLICES, LAST = 60 * s, 60, 24
DISKS, FLASH, MEMORY = "cache off, on disks", "cache off, two Logzillas", "cache on"
WAYS = {
    DISKS: (False, 0, 180),
    FLASH: (False, 2, 180),
    MEMORY: (True, 0, 120),
}  # whether the cache is on, number of Logzillas, number of writes
SETTINGS = {
    "both off": (False, False),
    "only the journal's on": (True, False),
    "only the data's on": (False, True),
    "both on": (True, True),
}
"""The write caches of the database's LUNs: of its journal, and of its data."""
JOURNAL, DATA = "journal", "data"
AGAIN = "again"
FATES = {
    "disk": "on disk with its group",
    "log": "found in the log",
    AGAIN: "lost, and made again from its record",
    "lost": "lost",
}


def run(
    plug: float,
    journal_cache: bool,
    data_cache: bool,
    flushes: bool,
    logs: int,
    think: float,
    every: int,
    interval: float,
    size: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: way (way, commit: how long a write takes inside the target, latency, rate), slice
    (t1, t2, fate, n: number of transactions that began in it), write (number, lun, fate; writes
    around the first lost one), four (setting, fate, n: with other caches on), found (fate, n, share), and sum. Times are in s."""
    yield [{"row": "way", "way": way, **lone(way, int(size), seed)} for way in WAYS]

    def failed(journal: bool, data: bool) -> tuple[LunDatabase, AfterFailure]:
        """Return a database with these write caches on, and what the failure left."""
        base = LunDatabase(
            journal_cache=journal,
            data_cache=data,
            flushes=flushes,
            log={"devices": int(logs)},
            every=int(every),
            think=think,
            record=int(size),
            page=int(size),
            groups={"interval": interval},
            seed=seed,
        )
        return base, after_failure(base, plug)

    base, found = failed(journal_cache, data_cache)
    slices = Counter(
        (int(each.began / END * SLICES), fate)
        for each, fate in zip(base.transactions, found.fates, strict=True)
    )
    slice_length = END / SLICES
    yield [
        {
            "row": "slice",
            "t1": number * slice_length,
            "t2": (number + 1) * slice_length,
            "fate": fate,
            "n": n,
        }
        for (number, fate), n in sorted(slices.items())
    ]
    first_lost = next(
        (n for n, (_, fate) in enumerate(found.writes) if fate == "lost"), len(found.writes)
    )
    first = max(0, min(first_lost - LAST // 3, len(found.writes) - LAST))
    luns = {base.journal.number: JOURNAL, base.data.number: DATA}
    redone = {
        each.page for each, fate in zip(base.transactions, found.fates, strict=True) if fate == KEPT
    }
    yield [
        {
            "row": "write",
            "number": place - first + 1,
            "lun": luns[write.log],
            "fate": FATES[AGAIN if fate == "lost" and place in redone else fate],
        }
        for place, (write, fate) in enumerate(found.writes)
        if first <= place < first + LAST
    ]
    total, counts = max(1, len(found.fates)), found.counts
    yield [
        {"row": "found", "fate": fate, "n": counts[fate], "share": counts[fate] / total}
        for fate in (KEPT, GONE, MISSING, UNKNOWN)
    ]
    yield [
        {
            "row": "sum",
            "plug": plug,
            "transactions": len(found.fates),
            "told": len(found.fates) - counts[OPEN],
            "gone": counts[GONE],
            "damaged": sum(counts[fate] for fate in DAMAGED),
            "lost": found.loss.lost,
            "holes": holes([fate for _, fate in found.writes]),
            "rate": len(found.fates) / plug if plug else 0.0,
            "group": found.loss.txg,
        }
    ]
    for setting, (journal, data) in SETTINGS.items():
        same = (journal, data) == (journal_cache, data_cache)
        after = found if same else failed(journal, data)[1]
        yield [
            {"row": "four", "setting": setting, "fate": fate, "n": after.counts[fate]}
            for fate in (KEPT, GONE, MISSING, UNKNOWN)
        ]


@cache
def lone(way: str, size: int, seed: int) -> dict[str, float]:
    """Return how long a write of a lone thread takes, in the target and for the thread (s), and its rate."""
    on, devices, writes = WAYS[way]
    load = Iscsi(1, 1, size, 0.0, cache=on, spread=SPREAD)
    result = UnderLoad(server(log={"devices": devices}, vdevs=22), load, seed).writes(writes)
    return {
        "commit": result.commit,
        "latency": result.latency,
        "rate": result.rate / size,
    }


def holes(fates: list[str]) -> int:
    """Return how many writes are lost although a later one is not. fates: the fate of each write,
    in order of time."""
    last = max((number for number, fate in enumerate(fates) if fate != "lost"), default=-1)
    return sum(fate == "lost" for fate in fates[:last])


def values(rows: Rows) -> dict[str, float]:
    ways = {
        short: of(rows, "way", way=way)[0]
        for short, way in (("disk", DISKS), ("flash", FLASH), ("memory", MEMORY))
    }
    return {
        **{
            f"{name}_{short}": row[name]
            for short, row in ways.items()
            for name in ("commit", "latency", "rate")
        },
        "flash_gain": ways["flash"]["rate"] / ways["disk"]["rate"],
        "memory_gain": ways["memory"]["rate"] / ways["disk"]["rate"],
        **{name: value for name, value in of(rows, "sum")[0].items() if name != "row"},
        "damaging": sum(
            any(row["n"] for row in of(rows, "four", setting=setting) if row["fate"] in DAMAGED)
            for setting in SETTINGS
        ),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    said = f"{count(v['told'])} transaction{'s' if v['told'] != 1 else ''} had been answered"
    text = f"The power fails at {v['plug']:.3g} s, when {said}"
    if not v["gone"] and not v["damaged"]:
        return f"{text}, and nothing is lost of them."
    parts = [
        f"{count(v[name])} {says}"
        for name, says in (("gone", "gone"), ("damaged", "damaged"))
        if v[name]
    ]
    held = f"; {count(v['holes'])} lost writes are older than one that is not" if v["holes"] else ""
    return f"{text}: {' and '.join(parts)}{held}."


COLOURS = {
    KEPT: "var(--wtg-1)",
    GONE: "var(--wtg-4)",
    MISSING: "var(--wtg-accent)",
    UNKNOWN: "var(--wtg-5)",
}
FIGURE = Figure(
    id="write-cache-enabled",
    title="A LUN's write cache",
    caption="Power failure: a database with its journal on one LUN and its data on another; the line, which can be dragged, "
    "is the moment at which the power fails. What becomes of its transactions, second by second; and writes around "
    "the first that is lost, in the order in which they were answered. One write: how long it takes a lone thread, "
    "from the target's disks, through log devices, and with the LUN's write cache on.",
    params={
        "plug": Number(
            "The power fails at",
            54 * s,
            0.0,
            END,
            unit="s",
            step=0.25 * s,
            help="The time at which the power fails. You can also drag the line in the picture.",
        ),
        "journal_cache": Switch(
            "Journal LUN's cache", True, "Whether writes of the journal are answered from memory."
        ),
        "data_cache": Switch(
            "Data LUN's cache", True, "Whether writes of data are answered from memory."
        ),
        "flushes": Switch(
            "The database flushes",
            False,
            "On: it flushes the journal before it answers its user, and the data before a checkpoint, as ZFS on LUNs does.",
            more=True,
        ),
        "logs": Number(
            "Logzillas",
            0,
            0,
            2,
            whole=True,
            stops=(0, 2),
            more=True,
            help="The number of log devices of the server.",
        ),
        "think": Number(
            "Between transactions",
            50 * ms,
            40 * ms,
            200 * ms,
            unit="ms",
            step=5 * ms,
            more=True,
            help="The mean time between transactions; each writes a record and then a page.",
        ),
        "every": Number(
            "Transactions between checkpoints",
            50,
            5,
            500,
            whole=True,
            stops=(5, 10, 20, 50, 100, 200, 500),
            help="The number of transactions between checkpoints. A checkpoint declares that all earlier pages are written.",
            more=True,
        ),
        "interval": Number(
            "Transaction group every",
            SUN["groups.interval"],
            5 * s,
            30 * s,
            unit="s",
            step=5 * s,
            more=True,
            help="The time between transaction groups, in which the server writes to disk what it holds in memory.",
        ),
        "size": Number(
            "Write size",
            8 * KiB,
            1 * KiB,
            64 * KiB,
            unit="KiB",
            more=True,
            stops=tuple(n * KiB for n in (1, 2, 4, 8, 16, 32, 64)),
            help="The size of every write.",
        ),
    },
    presets={
        "both caches on, never flushed": Preset(
            help="a database that takes the LUNs for safe disks"
        ),
        "only the data's cache on": Preset(
            {"journal_cache": False, "logs": 2}, "and two Logzillas, for the journal"
        ),
        "both on, and flushed": Preset({"flushes": True}, "as ZFS does on top of LUNs"),
        "only the journal's cache on": Preset(
            {"data_cache": False, "logs": 2}, "and two Logzillas, for the data"
        ),
        "caches off": Preset(
            {"journal_cache": False, "data_cache": False}, "as the LUN is delivered"
        ),
        "off, with two Logzillas": Preset({"journal_cache": False, "data_cache": False, "logs": 2}),
        "groups every 5 s": Preset({"interval": 5 * s}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "barX",
                    {"row": "four"},
                    x="n",
                    y="setting",
                    fill="fate",
                    inset=1,
                    tip=True,
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "transactions", "zero": True, "grid": True},
                "y": {"label": None, "domain": list(SETTINGS)},
                "color": {"domain": list(COLOURS), "range": list(COLOURS.values()), "legend": True},
            },
            height=230,
            tab="Four settings",
        ),
        panel(
            [
                mark(
                    "rectY",
                    {"row": "slice"},
                    x1="t1",
                    x2="t2",
                    y="n",
                    fill="fate",
                    inset=0.5,
                    tip=True,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "when it began", "unit": "s", "domain": [0, END]},
                "y": {"label": "transactions in a second", "zero": True, "grid": True, "ticks": 4},
                "color": {"domain": list(COLOURS), "range": list(COLOURS.values()), "legend": True},
            },
            height=270,
            tab="Power failure",
            handle=handle("plug"),
        ),
        panel(
            [mark("dot", {"row": "write"}, x="number", y="lun", fill="fate", r=6, tip=True)],
            {
                "x": {
                    "label": "writes in the order in which they were answered",
                    "domain": [0, LAST + 1],
                },
                "y": {"label": None, "domain": [JOURNAL, DATA]},
                "color": {
                    "domain": list(FATES.values()),
                    "legend": True,
                    "range": [
                        "var(--wtg-1)",
                        "var(--wtg-3)",
                        "var(--wtg-mute)",
                        "var(--wtg-accent)",
                    ],
                },
            },
            height=150,
            tab="Power failure",
        ),
        panel(
            [
                mark("barX", {"row": "way"}, y="way", x="latency", fill="way", tip=True),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {
                    "label": "a write, as its thread sees it",
                    "unit": "ms",
                    "zero": True,
                    "grid": True,
                },
                "y": {"label": None, "domain": list(WAYS)},
                "color": {
                    "domain": list(WAYS),
                    "range": ["var(--wtg-mute)", "var(--wtg-1)", "var(--wtg-accent)"],
                    "legend": False,
                },
            },
            height=280,
            tab="One write",
        ),
    ],
    table=table(
        {"row": "found"},
        [
            column("fate", "After the failure a transaction is"),
            column("n", "transactions"),
            column("share", "share", "%", 1),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2009iscsi", "WCE settings"),
    reproduces=["iscsi-wce", "iscsi-write-cache-setting"],
    targets=[
        target("wce-disk-commit", lambda rows: values(rows)["commit_disk"]),
        target("wce-ssd-gain", lambda rows: values(rows)["flash_gain"]),
    ],
)
