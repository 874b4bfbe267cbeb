"""What a pool does for random requests: disks times I/Os, the closed form, and the machine."""

from collections.abc import Iterator

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
from figures.kit.rows import one
from figures.kit.words import count, time
from models.machine.order import SERVER_TODAY
from models.sizing.demand.load import Load, layout_of, load_of
from models.sizing.demand.spread import vdev_of
from models.sizing.pools.build import Build
from models.sizing.pools.drive import Drive
from models.sizing.pools.wants import Asked, Wants
from models.sizing.speed.by_machine import Candidate, sought
from models.sizing.speed.speed import most
from models.units import KiB, ms
from models.zfs.pool.vdev import Mirror

DISK = Drive("disk", "disk", SERVER_TODAY.drive.capacity)
DRIVES = {DISK.name: DISK}
POOLS = {
    "6 mirrors of 2": (Build("mirror", 6, 2, DISK.name), 2),
    "4 mirrors of 3": (Build("mirror", 4, 3, DISK.name), 3),
    "2 RAID-Z2 of 6": (Build("raidz2", 2, 6, DISK.name), 6),
    "1 RAID-Z2 of 12": (Build("raidz2", 1, 12, DISK.name), 6),
    "dRAID2 of 12": (Build("draid2", 1, 12, DISK.name, 4, 1), 6),
}
"""Pools of the same disks, each with the I/Os that calculators count for a small write."""
DISKS = 12
WHO = {
    "disks x I/Os": "var(--wtg-mute)",
    "closed form": "var(--wtg-1)",
    "machine": "var(--wtg-accent)",
}
CALCULATOR, CLOSED, MACHINE = WHO
IN_TIME = 100 * ms
REQUESTS = 800
"""Requests that the machine is run for, of each pool."""
SPINS = SERVER_TODAY.drive
A_DISK = 1 / (SPINS.seek_average + 0.5 / SPINS.speed)
"""I/Os a second of a disk, as calculators have it: an average seek and half a turn each."""


READ, IDLE = "moves its arm", "is left alone"
ARMS = {READ: "var(--wtg-accent)", IDLE: "var(--wtg-grid)"}


def arms(load: Load, build: Build) -> list[str]:
    """Return what each disk does while one record is read from the first vdev."""
    layout = layout_of(build.layout, build.width, build.data, build.spares, DISK, load.wants.ashift)
    vdev = vdev_of(layout)
    data = [one for one in vdev.columns(0, load.vdev.kind.stored) if not one.parity]
    if isinstance(vdev, Mirror):
        data = data[:1]
    moving = {one.device for one in data}
    return [READ if disk in moving else IDLE for disk in range(DISKS)]


def calculator(reads: float, penalty: int) -> float:
    """Return the requests a second that a calculator promises: those of all disks, shared by reads and by
    writes that count several times."""
    return DISKS * A_DISK / (reads + (1 - reads) * penalty)


def run(reads: float, record: float, resilver: bool, seed: int) -> Iterator[Rows]:
    """Yield rows: arm (pool, disk from 1, what it does for one read), rate (pool, who, rate in requests a second) and pool (its name, what the calculator, the
    closed form and the machine say, the limit, and the calculator over the machine)."""
    size_ = int(record)
    asked = Asked(size=size_, reads=reads, p99=IN_TIME)
    wants = Wants(recordsize=size_, asked=asked)
    found = {}
    for name, (build, penalty) in POOLS.items():
        load = load_of(build, DRIVES, wants, resilvering=resilver)
        rate, limit = most(load)
        found[name] = build, load, calculator(reads, penalty), rate, limit
        yield [
            {"row": "arm", "pool": name, "disk": disk + 1, "what": what}
            for disk, what in enumerate(arms(load, build))
        ]
        yield [
            {"row": "rate", "pool": name, "who": CALCULATOR, "rate": found[name][2]},
            {"row": "rate", "pool": name, "who": CLOSED, "rate": rate},
        ]
    for name, (build, load, promised, rate, limit) in found.items():
        ran = sought(Candidate(build, DRIVES, wants, {}, load, seed, REQUESTS), 1)
        yield [
            {"row": "rate", "pool": name, "who": MACHINE, "rate": ran},
            {
                "row": "pool",
                "pool": name,
                "calculator": promised,
                "closed": rate,
                "machine": ran,
                "limit": limit,
                "times": promised / ran if ran else 0.0,
            },
        ]


def values(rows: Rows) -> dict[str, float]:
    """Return the numbers for the prose."""
    mirrors, wide = (
        one(rows, "pool", pool="6 mirrors of 2"),
        one(rows, "pool", pool="1 RAID-Z2 of 12"),
    )
    narrow = one(rows, "pool", pool="2 RAID-Z2 of 6")
    return {
        "calculator": mirrors["calculator"],
        "mirrors": mirrors["machine"],
        "closed": mirrors["closed"],
        "promised": wide["calculator"],
        "wide": wide["machine"],
        "narrow": narrow["machine"],
        "times": wide["times"],
        "better": mirrors["machine"] / wide["machine"] if wide["machine"] else 0.0,
        "disk": A_DISK,
    }


def describe(rows: Rows) -> str:
    mirrors, wide = (one(rows, "pool", pool=name) for name in ("6 mirrors of 2", "1 RAID-Z2 of 12"))
    said = (
        f"{name} are good for {count(row['machine'])} requests a second, where disks times I/Os say {count(row['calculator'])}"
        for name, row in (("Six mirrors", mirrors), ("the same disks as one RAID-Z2", wide))
    )
    return f"{'; '.join(said)}."


COLOUR = {"domain": list(WHO), "range": list(WHO.values()), "legend": True}

FIGURE = Figure(
    id="spindles",
    title="Disks times I/Os",
    caption=f"What pools of the same {DISKS} disks do a second so that 99 % are answered within {time(IN_TIME)}: as "
    "calculators have it (all disks, each with an average seek and half a turn; a write counts 2 or 3 times on mirrors and 6 on "
    "RAID-Z2), by the closed form, and by the machine.",
    params={
        "reads": Number(
            "Reads", 1.0, 0.0, 1.0, unit="%", step=0.1, help="Share of the requests that read."
        ),
        "record": Number(
            "Record",
            128 * KiB,
            8 * KiB,
            128 * KiB,
            unit="KiB",
            stops=(8 * KiB, 32 * KiB, 128 * KiB),
            help="Size of a record, and of a request, which reads or overwrites one.",
        ),
        "resilver": Switch(
            "Resilver", False, help="Whether one vdev is resilvering after a disk was replaced."
        ),
    },
    presets={
        "all read": Preset(help="records of 128 KiB from random places"),
        "seven of ten read": Preset({"reads": 0.7}, "the others overwrite, and need not be safe"),
        "small records": Preset({"record": 8 * KiB}, "8 KiB, as of a database"),
        "resilver": Preset({"resilver": True}, "a disk was replaced"),
    },
    run=run,
    panels=[
        panel(
            [mark("dot", {"row": "arm"}, x="disk", y="pool", fill="what", r=7)],
            {
                "x": {
                    "label": "disks, and those that one read moves",
                    "domain": [0.5, DISKS + 0.5],
                    "ticks": 0,
                },
                "y": {"label": None, "domain": list(POOLS), "type": "point"},
                "color": {"domain": list(ARMS), "range": list(ARMS.values()), "legend": True},
            },
            height=200,
        ),
        panel(
            [
                mark("ruleX", data=[0], stroke="currentColor"),
                mark("ruleY", {"row": "rate"}, y="pool", stroke="var(--wtg-grid)"),
                mark(
                    "dot",
                    {"row": "rate"},
                    x="rate",
                    y="pool",
                    fill="who",
                    r=5,
                ),
            ],
            {
                "x": {"label": "requests a second", "grid": True},
                "y": {"label": None, "domain": list(POOLS), "type": "point"},
                "color": COLOUR,
            },
            height=200,
        ),
    ],
    table=table(
        {"row": "pool"},
        [
            column("pool", "pool"),
            column("calculator", "disks x I/Os", "1/s"),
            column("closed", "closed form", "1/s"),
            column("machine", "machine", "1/s"),
            column("limit", "limit"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bonwick2006mirrors", "random reads", "Bonwick 2006"),
)
