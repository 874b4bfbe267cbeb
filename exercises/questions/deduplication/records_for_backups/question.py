"""Which recordsize, how many disks and how much memory for a server that keeps nightly backups with dedup?"""

from functools import cache
from math import ceil

from exercises.kit.form import Choice, Number
from figures.deduplication.experiments.backups import PAGE, expected_ratio, touched_share
from figures.deduplication.experiments.group import measured, sustained
from models.units import TB, GiB, KiB, TiB, hour
from figures.deduplication.experiments.lookups import GroupSpec

KIND = "choose"
FORM = {
    "record": Choice(
        "Recordsize", {f"{kib}": f"{kib} KiB" for kib in (8, 16, 32, 64, 128)}, start="128"
    ),
    "pairs": Number("Pairs of disks", low=1, high=60, whole=True, start=3),
    "memory": Number(
        "Memory for the table", unit="GiB", low=1 * GiB, high=1024 * GiB, start=4 * GiB
    ),
}
PAIR, MEMORY = 600, 30  # dollars for a pair of disks, and for a GiB
ROOM, ENTRY = 0.8, 200  # how full the pool may be; bytes of an entry
RECORDS = tuple(kib * KiB for kib in (8, 16, 32, 64, 128))


def case(rng):
    """A database and its nights; what the server may cost and how long a backup may take leave room around one good way."""
    given = drawn(rng)
    while not apart(given):
        given = drawn(rng)
    kept, pairs, memory = planned(given, 32 * KiB)
    found = simulated(given["base"], given["share"], given["nights"], 32 * KiB, pairs, memory)
    return {
        **given,
        "budget": ceil(1.3 * (pairs * PAIR + memory / GiB * MEMORY) / 500) * 500,
        "window": ceil(1.3 * found["time"] / hour) * hour,
        "table": table(given, 32 * KiB),
        "kept": kept,
        "kept_small": planned(given, 8 * KiB)[0],
        "kept_large": planned(given, 128 * KiB)[0],
        "new": touched_share(given["share"], 4),
        "small": table(given, 8 * KiB),
    }


def drawn(rng):
    """A database that changes by half to a whole of itself while its backups are kept."""
    base, share = rng.choice([1, 1.25, 1.5, 2, 2.5, 2.75]), rng.choice([0.015, 0.02, 0.025, 0.03])
    nights = round(rng.uniform(0.5, 1.0) / share)
    return {"base": base * TiB, "share": share, "unchanged": 1 - share, "nights": nights}


def apart(case):
    """Whether no recordsize needs so nearly a whole number of pairs that rounding would decide, and who takes a TiB for a TB
    buys too few."""
    needed = [planned(case, record)[0] / (ROOM * TB) for record in RECORDS]
    return (
        needed[2] > 5
        and ceil(needed[2]) > ceil(needed[2] * TB / TiB)
        and all(0.012 * pairs < pairs % 1 < 1 - 0.012 * pairs for pairs in needed if pairs < 16)
    )


def planned(case, record):
    """By the chapter's arithmetic: bytes kept, pairs of disks for them, and memory for their table (whole GiB)."""
    kept = case["base"] * case["nights"] / expected_ratio(case["nights"], case["share"], record)
    return kept, ceil(kept / (ROOM * TB)), ceil(1.05 * kept / record * ENTRY / GiB) * GiB


def table(case, record):
    """Bytes of the table for records of this size."""
    return planned(case, record)[0] / record * ENTRY


@cache
def simulated(base, share, nights, record, pairs, memory):
    """Bytes kept, bytes of the table, and seconds of the last backup on this server.

    What is kept is the mean over all ways in which the pages may change, so that a right sum is right; the time comes from
    the book's pool, in which the last backup finds all of it but what is new.
    """
    new = touched_share(share, record // PAGE)
    kept = base * nights / expected_ratio(nights, share, record)
    spec = GroupSpec(
        record=record,
        unique=kept,
        memory=memory,
        ratio=max(1.0, 1 / new),
        overwrites=False,
        pairs=pairs,
    )
    return {
        "kept": kept,
        "table": spec.table,
        "time": base / record / sustained(spec, measured(spec)),
    }


def of_answer(case, answer, memory=None):
    """What the simulator finds for the reader's server, or for one with this memory."""
    return simulated(
        case["base"],
        case["share"],
        case["nights"],
        int(answer["record"]) * KiB,
        answer["pairs"],
        memory or answer["memory"],
    )


def cost(answer):
    """Dollars."""
    return answer["pairs"] * PAIR + answer["memory"] / GiB * MEMORY


def least(case, record):
    """Dollars for just the disks and the memory that records of this size need."""
    return planned(case, record)[1] * PAIR + table(case, record) / GiB * MEMORY
