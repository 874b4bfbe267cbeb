"""Which recordsize, how many disks and how much memory for a server that keeps nightly backups with dedup?"""
from functools import cache
from math import ceil
from random import Random

from exercises.form import Choice, Number
from models.backups import Database, Target, expected_ratio, touched_share
from models.pool.dedup_group import measured, sustained
from models.pool.dedup_spec import DedupSpec
from models.units import TB, GiB, KiB, TiB, hour

KIND = "choose"
FORM = {
    "record": Choice("Recordsize", {f"{kib}": f"{kib} KiB" for kib in (8, 16, 32, 64, 128)}, start="128"),
    "pairs": Number("Pairs of disks", low=1, high=60, whole=True, start=3),
    "memory": Number("Memory for the table", unit="GiB", low=1 * GiB, high=1024 * GiB, start=4 * GiB),
}
PAIR, MEMORY = 600, 30      # dollars for a pair of disks, and for a GiB
ROOM, ENTRY = 0.8, 200      # how full the pool may be; bytes of an entry
PAGES = 1024                # pages of the simulated database


def case(rng):
    """A database and its nights; what the server may cost and how long a backup may take leave room around one good way."""
    base, share, nights = rng.choice([
        (2, 0.02, 30), (2, 0.03, 21), (1, 0.02, 45), (1, 0.03, 40), (2, 0.025, 24), (1, 0.025, 50), (2, 0.015, 40)])
    given = {"base": base * TiB, "share": share, "unchanged": 1 - share, "nights": nights}
    kept, pairs, memory = planned(given, 32 * KiB)
    found = simulated(base * TiB, share, nights, 32 * KiB, pairs, memory)
    return {**given, "budget": ceil(1.3 * (pairs * PAIR + memory / GiB * MEMORY) / 500) * 500,
            "window": ceil(1.3 * found["time"] / hour) * hour, "table": kept / (32 * KiB) * ENTRY, "kept": kept,
            "kept_small": planned(given, 8 * KiB)[0], "kept_large": planned(given, 128 * KiB)[0],
            "new": touched_share(share, 4), "small": kept_small_table(given)}


def planned(case, record):
    """By the chapter's arithmetic: bytes kept, pairs of disks for them, and memory for their table (whole GiB)."""
    kept = case["base"] * case["nights"] / expected_ratio(case["nights"], case["share"], record)
    return kept, ceil(1.03 * kept / (ROOM * TB)), ceil(1.05 * kept / record * ENTRY / GiB) * GiB


def kept_small_table(case):
    """Bytes of the table for records of one page."""
    return planned(case, 8 * KiB)[0] / (8 * KiB) * ENTRY


@cache
def backed_up(share, nights, record):
    """What all backups take, over the size of the database: each is written, and what is equal kept once."""
    database, target, changed = Database(PAGES, Random(1)), Target(record), None
    for _ in range(nights):
        target.back_up(database, changed)
        changed = database.change(share)
    return target.store.kept / database.size


@cache
def simulated(base, share, nights, record, pairs, memory):
    """Bytes kept, bytes of the table, and seconds of the last backup on this server."""
    times = backed_up(share, nights, record)
    new = (times - 1) / (nights - 1)
    spec = DedupSpec(record=record, unique=base * times, memory=memory, ratio=max(1.0, 1 / new), overwrites=False,
                     pairs=pairs)
    return {"kept": base * times, "table": spec.table, "time": base / record / sustained(spec, measured(spec))}


def of_answer(case, answer):
    """What the simulator finds for the reader's server."""
    return simulated(case["base"], case["share"], case["nights"], int(answer["record"]) * KiB, answer["pairs"],
                     answer["memory"])


def cost(answer):
    """Dollars."""
    return answer["pairs"] * PAIR + answer["memory"] / GiB * MEMORY
