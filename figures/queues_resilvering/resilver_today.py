"""A resilver of today: a terabyte on a disk and on flash, walked and swept, beside programs that read."""

from collections.abc import Iterator

from figures.define.figure import (
    Choice,
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
from figures.kit.rows import of, one
from figures.kit.words import time
from figures.queues_resilvering.experiments.resilver_words import days
from figures.queues_resilvering.experiments.today import FLASH, alone, beside
from models.catalogue.machines import values as constants
from models.units import KiB, hour, minute, ms, us

DEVICES = {"disk": "disk", "ssd": "flash"}
WAYS = {"metadata": "walked", "disk": "swept", "rebuild": "rebuilt"}
RULES = {"with credit": "OpenZFS today: one at a time", "per class": "OpenZFS of 2013: two"}
HUES = {"disk": "var(--wtg-2)", "flash": "var(--wtg-1)"}
LINES = [f"{device}, {way}" for device in DEVICES.values() for way in WAYS.values()]
READS = constants("zfs-resilver")["reads"]


def run(rule: str, block: float, reads: float, seed: int) -> Iterator[Rows]:
    """Yield rows: sum (line, device, way, seconds for a terabyte and in words, read and
    alone: mean latency of a read in s, and in words)."""
    for kind, device in DEVICES.items():
        rate = reads * (FLASH if kind == "ssd" else 1)
        quiet = alone(kind, rule, rate, int(block), seed)
        for way, name in WAYS.items():
            found = beside(kind, way, rule, rate, int(block), seed)
            yield [
                {
                    "row": "sum",
                    "line": f"{device}, {name}",
                    "device": device,
                    "way": name,
                    "seconds": found.seconds,
                    "takes": days(found.seconds),
                    "read": found.read,
                    "told": time(found.read),
                    "alone": quiet,
                }
            ]


def row_of(rows: Rows, device: str, way: str) -> Row:
    return one(rows, "sum", device=device, way=way)


def values(rows: Rows) -> dict[str, float]:
    found: dict[str, float] = {}
    for device in DEVICES.values():
        for way in WAYS.values():
            row = row_of(rows, device, way)
            found |= {f"{device}_{way}_{name}": row[name] for name in ("seconds", "read")}
            found[f"{device}_alone"] = row["alone"]
        walk, sweep = (found[f"{device}_{way}_seconds"] for way in ("walked", "swept"))
        found[f"{device}_gain"] = walk / sweep
    return found


def describe(rows: Rows) -> str:
    parts = [
        f"on {'a ' if device == 'disk' else ''}{device} {row_of(rows, device, 'walked')['takes']} walked and "
        f"{row_of(rows, device, 'swept')['takes']} swept"
        for device in DEVICES.values()
    ]
    text = f"A terabyte takes {'; '.join(parts)}."
    if not all(row["read"] for row in of(rows, "sum")):
        return text
    found = values(rows)
    reads = [
        f"{time(found[f'{device}_swept_read'])} beside the resilver of {'a ' if device == 'disk' else ''}{device}, and "
        f"{time(found[f'{device}_alone'])} without it"
        for device in DEVICES.values()
    ]
    return f"{text} A read takes {'; '.join(reads)}."


def dots(at: str, words: str, more: list) -> list:  # type: ignore[type-arg]
    """Return a dot for each line at the column `at`, with the `words` of another column beside it."""
    return [
        *more,
        mark("dot", {"row": "sum"}, x=at, y="line", fill="device", r=6, tip=True),
        mark(
            "text",
            {"row": "sum"},
            x=at,
            y="line",
            text=words,
            dx=10,
            textAnchor="start",
            fill="currentColor",
        ),
    ]


COLOUR = {"domain": list(HUES), "range": list(HUES.values())}
LINED = {"label": None, "domain": LINES}
FIGURE = Figure(
    id="resilver-today",
    title="A terabyte today",
    caption="A mirror of two disks of 22 TB, and one of two flash drives of 7.68 TB, under OpenZFS. Both are half full of "
    f"blocks that lie anywhere, and programs read: {READS:.0f} times a second from the disk, and {FLASH} times as often "
    "from flash. Above: how long a terabyte takes; rebuilt is `zpool replace -s`, which copies all that is in use, and needs "
    "a scrub afterwards. Below: how long a read takes meanwhile; the hollow dot is a read without a resilver.",
    params={
        "block": Number(
            "Block",
            8 * KiB,
            8 * KiB,
            128 * KiB,
            unit="KiB",
            stops=(8 * KiB, 16 * KiB, 32 * KiB, 64 * KiB, 128 * KiB),
            help="The size of a block.",
        ),
        "rule": Choice(
            "Beside a read",
            "with credit",
            RULES,
            help="How many reads of the resilver a drive has while a program waits for it.",
        ),
        "reads": Number(
            "Reads of the disk",
            READS,
            0,
            60,
            unit="1/s",
            step=10,
            more=True,
            help=f"Random 8 KiB reads a second of the disk that is left; the flash drive gets {FLASH} times as many.",
        ),
    },
    presets={
        "8 KiB": Preset(help="OpenZFS today"),
        "128 KiB": Preset({"block": 128 * KiB}, "blocks of large files"),
        "the queue of 2013": Preset({"rule": "per class"}, "two of the resilver beside a read"),
        "nobody reads": Preset({"reads": 0}, "up to three commands at a time"),
    },
    run=run,
    panels=[
        panel(
            dots("seconds", "takes", []),
            {
                "x": {
                    "label": "a terabyte takes",
                    "unit": "h",
                    "type": "log",
                    "domain": [1 * minute, 9000 * hour],
                    "grid": True,
                    "tickFormat": "~g",
                },
                "y": LINED,
                "color": COLOUR,
            },
            height=212,
        ),
        panel(
            dots(
                "read",
                "told",
                [
                    mark(
                        "dot",
                        {"row": "sum"},
                        x="alone",
                        y="line",
                        stroke="device",
                        r=6,
                        strokeWidth=1.5,
                    )
                ],
            ),
            {
                "x": {
                    "label": "a read takes",
                    "unit": "ms",
                    "type": "log",
                    "domain": [30 * us, 1000 * ms],
                    "grid": True,
                    "tickFormat": "~g",
                },
                "y": LINED,
                "color": COLOUR,
            },
            height=212,
        ),
    ],
    table=table(
        {"row": "sum"},
        [
            column("line", "drive and order"),
            column("seconds", "1 TB", "h", 2),
            column("read", "a read", "ms", 3),
            column("alone", "without a resilver", "ms", 3),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("motin2020latency", "the queue's limits"),
)
