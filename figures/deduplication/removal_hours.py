"""How long it takes to remove a file system whose blocks are all in the dedup table."""

from collections.abc import Iterator

from figures.deduplication.experiments.group import dedup_vdev
from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Rows,
    Switch,
    cite,
    column,
    mark,
    panel,
    table,
)
from figures.kit.rows import of, one
from figures.kit.words import time
from models.catalogue.machines import values as constants
from models.machine import SUN_7410, Machine
from models.machine.order import Order
from models.sim.loop import Process
from models.units import KiB
from models.zfs.allocator.allocator import Holes

ZFS = constants("zfs-2010")
DISKS, FLASH = "on the disks", "on NVMe drives"
SHARES = {
    "none in memory": 0.0,
    "a quarter in memory": 0.25,
    "half in memory": 0.5,
    "three quarters in memory": 0.75,
    "nine tenths in memory": 0.9,
    "on two NVMe drives": 0.0,
}
NONE, _, HALF, _, _, NVME = SHARES
"""Where the table is, and the share of it (0-1) that is in memory."""
LOOKUPS = {DISKS: 1500, FLASH: 6000}
"""Lookups that are run and wait for a drive; their rate stands for all."""
RECORD = 64 * KiB
"""Bytes of a block. It decides only how far apart on the disks the blocks of the table lie."""
FULL = 0.6
"""Share of the pool that is full."""


def looked_up(order: Order, share: float, waiting: int, seed: int) -> float:
    """Return how many lookups a second a removal makes on a machine. share: of the table that is in memory (0-1).
    waiting: how many of the lookups that are run wait for a drive."""
    bare = Machine(order, seed)
    unique = FULL * bare.pool.capacity
    whole = unique / RECORD * ZFS["ddt_entry"]
    machine = Machine(
        order.order(
            recordsize=RECORD,
            allocator=Holes(128 * KiB, FULL),
            dedup={
                "on": True,
                "unique": unique,
                "removal": waiting / (1 - share),
                "table_memory": max(1.0, share * whole),
                "free_threads": ZFS["ddt_frees"],
            },
        ),
        seed,
    )
    found = machine.table
    assert found

    def removal() -> Process:
        yield from found.group(0, 0, 1.0, lambda duplicate: None)
        machine.loop.stop()

    machine.loop.spawn(removal())
    machine.loop.run()
    return found.looks / machine.loop.now


def run(entries: float, disks: int, flash: bool, seed: int) -> Iterator[Rows]:
    """Yield rows: bar (where, table, hours, text, rate in lookups a second) and sum (entries, disks). Times are in s."""
    on_disks = SUN_7410.order(pool={"layout": "stripe", "vdevs": disks}).bare(
        "queue", "drive queue"
    )
    yield [{"row": "sum", "entries": entries, "disks": disks}]
    for name, share in SHARES.items():
        where, order = (FLASH, dedup_vdev()) if name == NVME else (DISKS, on_disks)
        if name != NVME or flash:
            rate = looked_up(order, share, LOOKUPS[where], seed)
            yield [
                {
                    "row": "bar",
                    "where": where,
                    "table": name,
                    "hours": entries / rate,
                    "text": time(entries / rate),
                    "rate": rate,
                }
            ]


def values(rows: Rows) -> dict[str, float]:
    last = one(rows, "sum")
    found = {row["table"]: row for row in of(rows, "bar")}
    nothing = {"hours": 0.0, "rate": 0.0}
    flash = found.get(NVME, nothing)
    return {
        "millions": last["entries"] / 1e6,
        "disks": last["disks"],
        "hours": found[HALF]["hours"],
        "hours_none": found[NONE]["hours"],
        "rate": found[NONE]["rate"],
        "each": found[NONE]["rate"] / last["disks"],
        "hours_flash": flash["hours"],
        "rate_flash": flash["rate"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    text = (
        f"If memory holds half of the table, {v['disks']:.0f} disks need {time(v['hours'])} to free "
        f"{v['millions']:.0f} million blocks."
    )
    flash = v["hours_flash"]
    return f"{text} Two NVMe drives alone need {time(flash)}." if flash else text


FIGURE = Figure(
    id="removal-hours",
    title="How long a removal takes",
    caption="The time to look up and free all blocks of a file system, and nothing else happens meanwhile. A part of the "
    "lookups was run, and its rate stands for all.",
    params={
        "entries": Number(
            "Blocks to free",
            80e6,
            10e6,
            200e6,
            step=10e6,
            help="Each has an entry in the table.",
        ),
        "disks": Number(
            "Disks", 8, 2, 24, whole=True, help="They hold the table, and all of them read."
        ),
        "flash": Switch(
            "NVMe drives beside them",
            False,
            "Shows also a table that lies on two mirrored NVMe drives of today.",
        ),
    },
    presets={
        "eight disks": Preset(help="as in 2012"),
        "twenty-four disks": Preset({"disks": 24}),
        "beside NVMe drives": Preset({"flash": True}, "the table on two drives of today"),
    },
    run=run,
    panels=[
        panel(
            [
                mark("barX", {"row": "bar"}, x="hours", y="table", fill="where"),
                mark(
                    "text",
                    {"row": "bar"},
                    x="hours",
                    y="table",
                    text="text",
                    textAnchor="start",
                    dx=6,
                    fill="currentColor",
                ),
            ],
            {
                "x": {
                    "label": "until all is free",
                    "unit": "h",
                    "grid": True,
                    "zero": True,
                    "insetRight": 48,
                },
                "y": {"label": None, "domain": drawn},
                "color": {"domain": [DISKS, FLASH], "range": ["var(--wtg-1)", "var(--wtg-4)"]},
            },
            height=50 + 30 * len(drawn),
            when={"flash": len(drawn) == len(SHARES)},
        )
        for drawn in (list(SHARES)[:-1], list(SHARES))
    ],
    table=table(
        {"row": "bar"},
        [
            column("table", "the table"),
            column("rate", "lookups a second"),
            column("hours", "until all is free", "h", 2),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("openzfs2012destroy", "the question"),
)
