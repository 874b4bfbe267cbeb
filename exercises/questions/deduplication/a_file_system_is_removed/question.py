"""How long does it take to remove a file system whose blocks are in a dedup table that memory does not hold?"""

from math import log

from exercises.kit.form import Number
from models.units import MB, GiB, KiB, TiB, hour
from figures.deduplication.experiments.lookups import lookups
from figures.deduplication.experiments.lookups import GroupSpec

KIND = "predict"
FORM = {
    "lookups": Number(
        "Lookups in the table",
        unit="million",
        low=0.01,
        high=1e12,
        help="How many million, for the whole file system.",
    ),
    "time": Number(
        "Time until it is removed",
        unit="h",
        low=1 * hour / 1000,
        high=1e6 * hour,
        help="In hours with a decimal, such as 2.5.",
    ),
}
STREAM = (
    100 * MB
)  # bytes a second that a disk reads of what lies in a row: for the comparison in the explanation


def case(rng):
    """A pool in trouble. Variant after variant the table is 1.5 to 6 times as large as the memory for it."""
    record, entries, size = rng.choice(
        [
            (128, 80, 4),
            (128, 60, 3),
            (128, 100, 5),
            (64, 90, 2),
            (64, 120, 3),
            (32, 140, 2),
            (32, 110, 1),
            (16, 150, 1),
        ]
    )
    given = {
        "record": record * KiB,
        "entries": entries,
        "size": size * TiB,
        "memory": rng.choice([3, 4, 6, 8]) * GiB,
        "disks": rng.choice([6, 8, 10, 12]),
        "rate": rng.choice([80, 100, 120]),
    }
    while (
        0.44 < given["memory"] / (given["entries"] * 1e6 * 200) < 0.56
    ):  # half there, half not: a slip would be right
        given["memory"] = rng.choice([3, 4, 6, 8]) * GiB
    given["lookups"] = given["size"] / given["record"] / 1e6
    given["table"] = given["entries"] * 1e6 * 200
    given["missed"] = 1 - given["memory"] / given["table"]
    given["copy"] = given["size"] / (given["disks"] * STREAM)
    return given


def reads(case):
    """Table blocks that the disks must read while all blocks of the file system are freed, by the book's model."""
    spec = GroupSpec(
        record=case["record"], unique=case["entries"] * 1e6 * case["record"], memory=case["memory"]
    )
    frees, group = case["size"] / case["record"], 50_000.0
    return frees / group * lookups(spec, 0.0, group).disk


def as_it_shrinks(case):
    """Reads that the disks must do if memory stays as large as it is while the table loses its entries."""
    frees, entries, held = (
        case["size"] / case["record"],
        case["entries"] * 1e6,
        case["memory"] / 200,
    )
    last = min(frees, entries - held)  # from then on memory holds all that is left
    return last - held * log(entries / (entries - last))
