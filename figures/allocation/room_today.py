"""Holes that a disk and a flash drive of today fill, in both orders, in pools more and more full."""

from collections.abc import Iterator

from figures.allocation.experiments.holes import groups, slab_with_holes
from figures.allocation.experiments.rules import BEST, BLOCK, FIRST
from figures.allocation.experiments.slab_cycle import full_to
from figures.define.figure import (
    Choice,
    Figure,
    Preset,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
)
from figures.kit.rows import of
from models.catalogue.machines import values as constants
from models.machine.machine import LOOK, Machine
from models.machine.order import SERVER_TODAY
from models.sim.loop import Process
from models.units import GB, MB
from models.zfs.allocator.metaslabs import Run
from models.zfs.pool.pool import Block

TODAY = constants("server-today")
FILLS = (0.3, 0.5, 0.7, 0.9)
DISK, FLASH = "disk", "flash"
UNITS, GROUP = 4096, 1024
"""Blocks of the slab, and of a group."""
POOL, ALL, NOTHING = "pool", "all", "nothing"
KINDS = {
    "nvme-server": "NVMe, for servers",
    "nvme-consumer": "NVMe, for a PC",
    "sata-server": "SATA, for servers",
}
LINES = {
    f"{FLASH}, {FIRST}": "var(--wtg-3)",
    f"{FLASH}, {BEST}": "var(--wtg-4)",
    f"{DISK}, {FIRST}": "var(--wtg-1)",
    f"{DISK}, {BEST}": "var(--wtg-2)",
}


def drive(device: str, kind: str, fill: float, keeps: str, seed: int) -> Machine:
    """Return a busy server of today with one drive."""
    ssd = {"kind": kind, "filled": {POOL: fill, ALL: 1.0, NOTHING: 0.0}[keeps]}
    disks = {"kind": "ssd", "ssd": ssd} if device == FLASH else {}
    pool = {"layout": "stripe", "vdevs": 1, "jbods": 0, "disks": disks}
    busy = {"async_write_min": int(TODAY["queue.async_write_max"])}
    return Machine(SERVER_TODAY.order(pool=pool, recordsize=BLOCK, queue=busy).bare(), seed)


def written(machine: Machine, sent: list[list[Run]]) -> float:
    """Write these groups, one after the other. Return how long it takes until nothing is left in the drive's
    memory (s)."""
    loop, transactions, ended = machine.loop, machine.zfs.groups, list[float]()
    vdev = machine.pool.vdevs[0]

    def all_groups() -> Process:
        for number, runs in enumerate(sent):
            blocks = [Block(vdev, GB + run.start * BLOCK, run.units * BLOCK) for run in runs]
            yield from transactions.send(blocks, number)
        ended.append(machine.disk.drain(loop.now))

    loop.spawn(all_groups())
    while not ended:
        loop.run(until=loop.now + LOOK)
    return ended[0]


def run(kind: str, keeps: str, seed: int) -> Iterator[Rows]:
    """Yield rows: point (fill: share of the pool, used: share of its next slab, line, device, how, rate in bytes/s,
    writes, seconds)."""
    for fill in FILLS:
        used = full_to(fill).least
        for device in (DISK, FLASH):
            for how in (FIRST, BEST):
                machine = drive(device, kind, fill, keeps, seed)
                space = slab_with_holes(used, UNITS, how, seed)
                room = space.slabs[0].free
                sent = [*groups(space, GROUP)]
                seconds = written(machine, sent)
                yield [
                    {
                        "row": "point",
                        "fill": fill,
                        "used": used,
                        "line": f"{device}, {how}",
                        "device": device,
                        "how": how,
                        "rate": room * BLOCK / seconds,
                        "writes": sum(map(len, sent)),
                        "seconds": seconds,
                    }
                ]


def values(rows: Rows) -> dict[str, float]:
    """Return the numbers for the prose: rates in bytes/s, times of a write in s."""
    names = {DISK: "disk", FLASH: "flash"}
    found = {}
    for row in of(rows, "point"):
        name = f"{names[row['device']]}_{row['how'].split()[0]}_{100 * row['fill']:.0f}"
        found[name] = row["rate"]
        found[f"{name}_each"] = row["seconds"] / row["writes"]
    return found | {
        f"{name}_{100 * fill:.0f}_times": found[f"{name}_first_{100 * fill:.0f}"]
        / found[f"{name}_best_{100 * fill:.0f}"]
        for name in names.values()
        for fill in FILLS
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    first, best = (f"{v[f'flash_{rule}_50'] / MB:,.0f}" for rule in ("first", "best"))
    flash = f"{first} by either" if first == best else f"{first} and {best}"
    return (
        f"In a pool that is half full the disk writes {v['disk_first_50'] / MB:.0f} MB/s by first fit and "
        f"{v['disk_best_50'] / MB:.0f} by best fit, and the flash drive {flash}."
    )


FIGURE = Figure(
    id="room-today",
    title="The same holes, today",
    caption="One slab of a pool, when its turn comes, is filled on a disk of today and on a flash drive of today, by either rule. How "
    "full the slab is follows from how full the pool is, as above.",
    params={
        "kind": Choice(
            "Flash drive",
            "nvme-server",
            KINDS,
            help="The product that stands for a kind of flash drive.",
        ),
        "keeps": Choice(
            "The drive has to keep",
            POOL,
            {
                POOL: "what the pool holds",
                ALL: "everything, never trimmed",
                NOTHING: "nothing, it is new",
            },
            help="With autotrim ZFS tells the drive what is free. Otherwise the drive keeps whatever was written.",
        ),
    },
    presets={
        "trimmed": Preset(help="the drive keeps what the pool holds"),
        "never trimmed": Preset({"keeps": ALL}, "the drive keeps everything"),
        "a new drive": Preset({"keeps": NOTHING}, "nothing to copy yet"),
        "SATA": Preset({"kind": "sata-server"}, "a slower cable"),
    },
    run=run,
    panels=[
        panel(
            [
                mark("line", {"row": "point"}, x="fill", y="rate", stroke="line", strokeWidth=2),
                mark(
                    "dot",
                    {"row": "point", "how": FIRST},
                    x="fill",
                    y="rate",
                    fill="line",
                    r=4,
                    tip=True,
                ),
                mark(
                    "dot",
                    {"row": "point", "how": BEST},
                    x="fill",
                    y="rate",
                    stroke="line",
                    r=6,
                    tip=True,
                ),
            ],
            {
                "x": {
                    "label": "pool full",
                    "unit": "%",
                    "domain": [0.28, 0.92],
                    "ticks": [*FILLS],
                },
                "y": {
                    "label": "a drive writes",
                    "unit": "MB/s",
                    "type": "log",
                    "domain": [50 * MB, 8 * GB],
                    "ticks": [100 * MB, 300 * MB, GB, 3 * GB],
                    "grid": True,
                },
                "color": {
                    "label": "drive",
                    "domain": list(LINES),
                    "range": list(LINES.values()),
                    "legend": True,
                },
            },
            height=300,
        ),
    ],
    table=table(
        {"row": "point"},
        [
            column("line", "drive and rule"),
            column("fill", "pool full", "%"),
            column("used", "slab full", "%"),
            column("writes", "writes", digits=0),
            column("rate", "written", "MB/s", 0),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("robinson1996analysis", "slabs that are filled in turn"),
)
