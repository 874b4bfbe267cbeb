"""What would a fifth system have in three cells, given what another of the same disks was measured to do?"""

from exercises.kit.form import Number
from models.sizing.demand.spread import Layout, spread_of
from models.units import GB, KiB, ms

KIND = "predict"
READS = {"unit": "reads a second", "low": 1, "high": 1_000_000}
FORM = {
    "cold": Number("Cold: random reads", **READS),
    "again": Number("Again: random reads", **READS),
    "wait": Number("Again: mean wait of a read", unit="ms", low=0.01 * ms, high=100_000 * ms),
}
CLIENTS, RECORD, SECTOR, DISK = 20, 8 * KiB, 512, 500 * GB
LEAST = 0.08
"""By how much a mistake must move a cell, if it does."""


def case(rng):
    """A system that was measured, and one of the same disks that was not."""
    disks = rng.choice([44, 86, 96, 144, 192, 272])
    cold = round(disks * rng.randint(88, 118), -1)
    threads, data = rng.choice([32, 64, 128]), rng.choice([5, 6, 9])
    groups = rng.randint(4, 24)
    return {
        "disks": disks,
        "cold": cold,
        "warm": 10 * round(cold / (100 - rng.randint(18, 45)) * 10),
        "threads": threads,
        "waiting": CLIENTS * threads,
        "data": data,
        "groups": groups,
        "width": data + 1,
        "others": groups * (data + 1),
    }


def right(case):
    """Return the cells: the reads of a disk by the arithmetic of RAID-Z's model, misses, and Little's law."""
    layout = Layout("raidz1", case["width"], 0, 0, DISK, SECTOR)
    each = case["cold"] / case["disks"]
    cold = case["groups"] * each / spread_of(layout, RECORD).most
    return cells(case, cold, cold * case["warm"] / case["cold"])


def cells(case, cold, again):
    return {"cold": cold, "again": again, "wait": case["waiting"] / again}


def mistakes(case):
    """Return the cells of those who make each mistake."""
    each, gain = case["cold"] / case["disks"], case["warm"] / case["cold"]
    all_disks, truth = case["others"] * each, right(case)
    return {
        "one arm": cells(case, all_disks, all_disks * gain),
        "one disk": cells(case, case["groups"] * each, case["groups"] * each * gain),
        "added": cells(case, truth["cold"], truth["cold"] + case["warm"] - case["cold"]),
        "cold wait": {**truth, "wait": case["waiting"] / truth["cold"]},
    }


def sound(case):
    """Whether each mistake can be told from the truth, and all disks of a group have as much to do."""
    truth = right(case)
    moved = [made[cell] / truth[cell] for made in mistakes(case).values() for cell in made]
    alike = case["others"] / case["data"] * case["cold"] / case["disks"]
    return (
        all(by == 1 or abs(by - 1) > LEAST for by in moved)
        and abs(truth["cold"] / alike - 1) < 1e-9
    )
