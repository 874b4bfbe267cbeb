"""How many random reads a second does a pool do, given what one of its disks does?"""

from exercises.kit.form import Number
from models.sizing.pools.build import Build
from models.sizing.pools.drive import Drive
from models.sizing.demand.load import load_of
from models.sizing.demand.use import group_of, uses
from models.sizing.demand.spread import Layout, spread_of
from models.sizing.pools.wants import Asked, Wants
from models.units import TB, KiB

KIND = "predict"
FORM = {
    "rate": Number(
        "Reads",
        unit="reads a second",
        low=1,
        high=1_000_000,
        help="The most that the disks of the pool can do in a second, all together.",
    )
}
SECTOR, DISK = 4 * KiB, Drive("disk", "disk", 22 * TB)
POOLS = [
    ("raidz2", 10, 128),
    ("raidz2", 11, 128),
    ("raidz2", 14, 128),
    ("raidz2", 10, 8),
    ("raidz2", 14, 8),
    ("raidz3", 13, 16),
    ("raidz1", 9, 8),
    ("mirror", 2, 128),
    ("mirror", 3, 128),
]
"""Layout, disks of a vdev, and KiB of a record, such that all disks get as many reads as each other."""
CALLED = {"raidz1": "RAID-Z1", "raidz2": "RAID-Z2", "raidz3": "RAID-Z3"}
MIRRORED = "Each record lies whole on every side of a mirror, and is read from one of them."
CUT = (
    "A sector has 4 KiB. RAID-Z lays the sectors of a record side by side, one on each disk, row by row: first as many of "
    "parity as disks may fail, then data. The next record begins on another disk, so that over many records all "
    "disks of a group hold as much data."
)


def case(rng):
    layout, width, record = rng.one_of(POOLS)
    vdevs, each = rng.randint(2, 6), rng.choice([90, 110, 120, 150, 160])
    parity = 0 if layout == "mirror" else int(layout[-1])
    sectors, data = record * KiB // SECTOR, width - parity if parity else 1
    moved = min(data, sectors) if parity else 1
    return {
        "layout": layout,
        "called": CALLED[layout] + " groups" if parity else "mirrors",
        "group": "group" if parity else "mirror",
        "laid": CUT if parity else MIRRORED,
        "width": width,
        "vdevs": vdevs,
        "disks": vdevs * width,
        "record": record * KiB,
        "sectors": sectors,
        "data": data,
        "moved": moved,
        "arms": "one arm" if moved == 1 else f"{moved} arms",
        "each": each,
        "all": vdevs * width * each,
        "rate": vdevs * width * each / moved,
        "seed": rng.randrange(1000),
    }


def sound(case):
    """Whether the disks of the model get as many reads as the answer counts, all of them alike."""
    layout = Layout(case["layout"], case["width"], 0, 0, DISK.capacity, SECTOR)
    spread = spread_of(layout, case["record"])
    if case["layout"] == "mirror":
        return spread.sides == case["width"] * case["moved"]
    return spread.shares == ((case["moved"] / case["width"], case["width"]),)


def closed_form(case):
    """The most that the closed form lets disks of today do."""
    build = Build(case["layout"], case["vdevs"], case["width"], DISK.name)
    wants = Wants(recordsize=case["record"], asked=Asked(size=case["record"], reads=1.0))
    load = load_of(build, {DISK.name: DISK}, wants)
    return 1 / uses(load, 1.0, group_of(load.vdev, 1.0))["disks"]
