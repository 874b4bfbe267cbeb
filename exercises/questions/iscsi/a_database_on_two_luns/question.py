"""Which caches may a database's LUNs have, should it flush, and how many Logzillas does it take?"""

from functools import cache
from typing import NamedTuple

from exercises.kit.form import Number, Switch
from figures.iscsi.experiments.database import GONE, MISSING, UNKNOWN, LunDatabase, after_failure
from models.units import ms, s

KIND = "choose"
FORM = {
    "journal": Switch("Write cache of the journal's LUN"),
    "data": Switch("Write cache of the data's LUN"),
    "flushes": Switch(
        "The database flushes LUNs whose cache is on: the journal before it says “done”, the "
        "data before a checkpoint"
    ),
    "logs": Number(
        "Logzillas",
        low=0,
        high=4,
        whole=True,
        start=0,
        help="Log devices of the storage server, for both LUNs.",
    ),
}
GROUP, CHECKPOINT = 5 * s, 20
NOTHING, SECONDS = 0, 2 * GROUP
"""What a failure may take of all that users were told (s, the last ones)."""


class Broken(NamedTuple):
    """What a failure at `moment` (s) leaves, in transactions: gone, told to the user and no more there; missing, without
    their pages though a checkpoint vouches for them; unknown, with pages that no record speaks of."""

    moment: float
    gone: int
    missing: int
    unknown: int


class Promised(NamedTuple):
    """Mean seconds until a user is told, of a page and of a checkpoint; what each failure leaves."""

    told: float
    page: float
    checkpoint: float
    failures: list[Broken]


@cache
def tried(journal, data, flushes, logs, think, failures, lost, seed):
    """The book's database with these: how fast it is, and what a failure at each of the moments `failures` (s, rising)
    leaves. Transactions that were told in the last `lost` seconds may be gone and do not count."""
    database = LunDatabase(
        journal_cache=journal,
        data_cache=data,
        flushes=flushes,
        log={"devices": logs},
        think=think,
        groups={"interval": GROUP},
        every=CHECKPOINT,
        seed=seed,
    )
    found = []
    for moment in failures:
        fates = after_failure(database, moment).fates
        gone = sum(
            fate == GONE and each.confirmed < moment - lost
            for each, fate in zip(database.transactions, fates, strict=True)
        )
        found.append(Broken(moment, gone, fates.count(MISSING), fates.count(UNKNOWN)))
    waits = [
        each.confirmed - each.began
        for each in database.transactions
        if each.confirmed < failures[-1]
    ]
    told, page, checkpoint = (
        sum(many) / len(many) for many in (waits, database.pages, database.stops)
    )
    return Promised(told, page, checkpoint, found)


def result(answer, case):
    """What came of an answer: see `tried`."""
    return tried(
        answer["journal"],
        answer["data"],
        answer["flushes"],
        answer["logs"],
        case["think"],
        tuple(case["failures"]),
        case["lost"],
        case["seed"],
    )


def case(rng):
    way = rng.choice([0] * 3 + [1] * 4 + [2] * 4)
    longest, page, stop = [
        (
            rng.choice([0.8, 1.5]),
            rng.choice([0.46, 0.49, 0.54]),
            5,
        ),  # pages from memory, and flushed
        (0.8, rng.choice([0.46, 0.49, 0.54]), rng.choice([1, 1.5])),  # all from memory
        (
            rng.choice([0.8, 1.5]),
            rng.choice([0.8, 1.0]),
            rng.choice([1, 1.5]),
        ),  # nothing from memory
    ][way]
    return {
        "longest": longest * ms,
        "page": page * ms,
        "stop": stop * ms,
        "most": rng.choice([2, 3]),
        "think": rng.choice([15, 20, 25]) * ms,
        "lost": SECONDS if way == 1 else NOTHING,
        "gone": f"users lose at most what they were told in the last {SECONDS:.0f} s"
        if way == 1
        else "no transaction is lost of which a user was told",
        "failures": [rng.uniform(low, low + 0.8) for low in (3.2, 5.8, 8.2)],
        "seed": rng.randint(1, 10_000),
        "group": GROUP,
        "checkpoint": CHECKPOINT,
        "way": ("second", "first", "third")[way],
    }
