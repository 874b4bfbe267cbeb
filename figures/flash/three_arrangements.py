"""Three arrangements of storage tiers: memory and disk; flash in between; two kinds of flash beside
the disks."""

from collections.abc import Iterator
from itertools import pairwise

from figures.define.figure import Figure, Number, Preset, Rows, Switch, cite, mark, panel, target
from figures.kit.rows import of
from figures.kit.stops import SIZES
from figures.kit.words import time
from models.catalogue.machines import values as constants
from models.machine import SUN_7410, LogDevice, Machine, Nfs, Reads
from models.machine import reads as some_reads
from models.sim.stats import mean
from models.units import KiB, hour

SUN = constants("7410")
COUNT, PACE = 1000, {"disk": 150, "flash": 1700, "log": 1800}
"""Number of reads and writes; approximate writes per second, by the device that makes them safe."""
PLAIN = SUN_7410.order(groups={"interval": 1 * hour}, log={"place": "head"}).without(
    "queue", "drive queue"
)
FLASH_LOG = LogDevice(
    SUN["cache.flash.access"] + SUN["cache.flash.spread"] / 2,
    SUN["cache.flash.rate"],
    SUN["cache.flash.capacity"],
)
"""Ordinary flash as a log device. It is assumed to write as fast as it reads."""
MEMORY, FLASH, DISK = "memory", "flash", "disk"
ARRANGEMENTS = {
    "old": [("memory", MEMORY, 1.0, 2, 1.5), ("disk", DISK, 1.0, 0, 1.4)],
    "new": [
        ("memory", MEMORY, 4.0, 2, 1.5),
        ("flash", FLASH, 4.0, 1, 1.2),
        ("disk", DISK, 4.0, 0, 1.4),
    ],
    "ZFS": [
        ("memory", MEMORY, 8.0, 2, 1.6),
        ("reads", FLASH, 7.0, 1, 1.7),
        ("writes", FLASH, 9.0, 1, 1.7),
        ("disk", DISK, 8.0, 0, 1.6),
    ],
}
"""The boxes of each arrangement: label, kind, x of the middle, row from below, width."""
NAMES = {"memory": "ARC", "reads": "L2ARC", "writes": "SLOG"}
"""The names that ZFS gives to tiers, shown in the second line of a box."""
LINKS = {
    "old": [("memory", "disk")],
    "new": [("memory", "flash"), ("flash", "disk")],
    "ZFS": [("memory", "reads"), ("memory", "writes"), ("memory", "disk")],
}


def reads(memory: float, flash: float, size: int, seed: int) -> float:
    """Return the mean latency (s) of reads. memory, flash: the shares (0-1) of them that each tier
    answers."""
    machine = Machine(PLAIN.order(held=(memory, flash), flash={"devices": 6}), seed)
    place = Reads(len(machine.pool.vdevs) * SUN["load.read_span"])
    return mean([read.latency for read in some_reads(machine, COUNT, size=size, blocks=place)])


def writes(place: str, size: int, seed: int) -> float:
    """Return the mean latency (s) of synchronous writes. place: the device that makes them safe
    (disk, ordinary flash, or log device)."""
    order = PLAIN.order(
        log={
            "devices": int(place != "disk"),
            "device": FLASH_LOG if place == "flash" else PLAIN.log.device,
        }
    )
    return Machine(order, seed).run(Nfs(size=size), seconds=COUNT / PACE[place]).writes.mean


def safe_on(arrangement: str, log: bool) -> str:
    """Return the device that makes a synchronous write safe: "disk", "flash" (ordinary flash) or
    "log" (a log device)."""
    return "flash" if arrangement == "new" else "log" if arrangement == "ZFS" and log else "disk"


def named(arrangement: str, label: str) -> str:
    """Return the text in a box of this arrangement."""
    return f"{label}\n{NAMES[label]}" if arrangement == "ZFS" and label in NAMES else label


def run(memory: float, flash: float, log: bool, size: float, seed: int) -> Iterator[Rows]:
    """Yield rows: title (label, x, y), link (x1, y1, x2, y2), box (arrangement, label, kind, x1,
    x2, y1, y2, x, y), and bar (what, operation, mean in s)."""
    for arrangement, boxes in ARRANGEMENTS.items():
        boxes = [box for box in boxes if log or box[0] != "writes"]
        places = {label: (x, row + 0.5) for label, _, x, row, _ in boxes}
        yield [{"row": "title", "label": arrangement, "x": boxes[0][2], "y": 3.15}]
        yield [
            {
                "row": "link",
                "arrangement": arrangement,
                "x1": places[a][0],
                "y1": places[a][1],
                "x2": places[b][0],
                "y2": places[b][1],
            }
            for a, b in LINKS[arrangement]
            if a in places and b in places
        ]
        yield [
            {
                "row": "box",
                "arrangement": arrangement,
                "label": named(arrangement, label),
                "kind": kind,
                "x1": x - width / 2,
                "x2": x + width / 2,
                "y1": row + 0.2,
                "y2": row + 0.8,
                "x": x,
                "y": row + 0.5,
            }
            for label, kind, x, row, width in boxes
        ]
    for arrangement in ARRANGEMENTS:
        share = 0.0 if arrangement == "old" else (1 - memory) * flash
        yield [
            {
                "row": "bar",
                "what": f"{arrangement}: reads",
                "operation": "read",
                "arrangement": arrangement,
                "mean": reads(memory, share, int(size), seed),
            },
            {
                "row": "bar",
                "what": f"{arrangement}: safe writes",
                "operation": "write",
                "arrangement": arrangement,
                "mean": writes(safe_on(arrangement, log), int(size), seed),
            },
        ]


def boxes_of(rows: Rows, arrangement: str) -> Rows:
    """Return the boxes of an arrangement, ordered from top to bottom and then from left to
    right."""
    found = of(rows, "box", arrangement=arrangement)
    return sorted(found, key=lambda row: (-row["y"], row["x"]))


def three_stacks(rows: Rows) -> bool:
    """Return whether the boxes show three stacks: memory over disk; memory over flash over disk;
    and memory over two kinds of flash, side by side, over disk."""
    old, new, zfs = (boxes_of(rows, name) for name in ("old", "new", "ZFS"))
    if [[box["kind"] for box in stack] for stack in (old, new, zfs)] != [
        [MEMORY, DISK],
        [MEMORY, FLASH, DISK],
        [MEMORY, FLASH, FLASH, DISK],
    ]:
        return False
    _, reading, writing, _ = zfs
    stacked = all(
        a["y1"] >= b["y2"]
        for stack in (old, new, [zfs[0], reading, zfs[3]])
        for a, b in pairwise(stack)
    )
    beside = reading["y"] == writing["y"] and reading["x2"] < writing["x1"]
    return stacked and beside and "read" in reading["label"] and "write" in writing["label"]


def values(rows: Rows) -> dict[str, float]:
    return {
        f"{row['arrangement'].lower()}_{row['operation']}": row["mean"] for row in of(rows, "bar")
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"A read takes {time(v['old_read'])} on average with memory and disks alone, {time(v['new_read'])} with flash in "
        f"between and {time(v['zfs_read'])} in ZFS; a safe write {time(v['old_write'])}, {time(v['new_write'])} and "
        f"{time(v['zfs_write'])}."
    )


COLOURS = {
    "domain": [MEMORY, FLASH, DISK],
    "range": ["var(--wtg-3)", "var(--wtg-1)", "var(--wtg-2)"],
}
BARS = [f"{name}: {what}" for name in ARRANGEMENTS for what in ("reads", "safe writes")]

FIGURE = Figure(
    id="three-arrangements",
    title="Where storage puts its tiers",
    caption="The old arrangement: memory before disks. The new one: flash in between, for everything. ZFS: flash that is "
    "good at reads, as a cache for what memory has no room for, and flash that is good at writes, for those that "
    "must be safe at once (they reach the disks later, from memory). Bars: what a read and a safe write take on "
    "average, at the server. (Flash of no special kind is taken to write as fast as it reads, "
    "which is kind to it.)",
    params={
        "memory": Number(
            "Answered from memory",
            0.5,
            0.0,
            1.0,
            unit="%",
            step=0.05,
            help="The share of reads that memory answers.",
        ),
        "flash": Number(
            "Of the rest, from flash",
            0.8,
            0.0,
            1.0,
            unit="%",
            step=0.05,
            help="The share of the other reads that flash answers, where there is flash.",
        ),
        "log": Switch(
            "ZFS with a log device", True, "Without one, safe writes go to the disks of the pool."
        ),
        "size": Number(
            "Size",
            512,
            512,
            64 * KiB,
            unit="KiB",
            stops=SIZES[:8],
            more=True,
            help="The size of each read or write.",
        ),
    },
    presets={
        "as drawn": Preset(help="half of the reads from memory, most of the others from flash"),
        "without a log device": Preset({"log": False}),
        "an empty cache": Preset({"flash": 0.0}),
        "hardly any memory": Preset({"memory": 0.05}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "link",
                    {"row": "link"},
                    x1="x1",
                    y1="y1",
                    x2="x2",
                    y2="y2",
                    stroke="currentColor",
                    strokeWidth=1.5,
                ),
                mark(
                    "rect",
                    {"row": "box"},
                    x1="x1",
                    x2="x2",
                    y1="y1",
                    y2="y2",
                    fill="kind",
                    rx=5,
                    inset=0,
                ),
                mark(
                    "text",
                    {"row": "box"},
                    x="x",
                    y="y",
                    text="label",
                    fill="currentColor",
                    fontWeight="bold",
                    lineHeight=1.3,
                    stroke="var(--wtg-card)",
                    strokeWidth=4,
                    paintOrder="stroke",
                ),
                mark(
                    "text",
                    {"row": "title"},
                    x="x",
                    y="y",
                    text="label",
                    fill="currentColor",
                    fontWeight="bold",
                    fontSize=13,
                ),
            ],
            {
                "x": {"axis": None, "domain": [0, 10]},
                "y": {"axis": None, "domain": [0, 3.3]},
                "color": COLOURS,
            },
            height=240,
        ),
        panel(
            [
                mark(
                    "barX",
                    {"row": "bar"},
                    x="mean",
                    y="what",
                    fill="operation",
                    insetTop=2,
                    insetBottom=2,
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "mean latency", "unit": "ms", "grid": True},
                "y": {"label": None, "domain": BARS},
                "color": {"domain": ["read", "write"], "range": ["var(--wtg-1)", "var(--wtg-4)"]},
            },
            height=190,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009hsp", "the three models of storage"),
    reproduces=["hsp-model-diagram"],
    targets=[target("hsp-diagram-pattern", three_stacks)],
)
