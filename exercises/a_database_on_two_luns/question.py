"""Which caches may a database's LUNs have, should it flush, and how many Logzillas does it take?"""
from functools import cache

from exercises.form import Number, Switch
from figures.iscsi.parts import SUN
from models.protocols.iscsi_database import GONE, MISSING, UNKNOWN, Database, after_failure
from models.units import ms, s

KIND = "choose"
FORM = {
    "journal": Switch("Write cache of the journal's LUN", start=True),
    "data": Switch("Write cache of the data's LUN", start=True),
    "flushes": Switch("The database flushes the journal before it says “done”, and the data before a checkpoint"),
    "logs": Number("Logzillas", low=0, high=4, whole=True, start=0, help="Log devices of the storage server, for both LUNs."),
}
BESIDES = SUN["turnaround"] + SUN["cpu_write"]
GROUP, CHECKPOINT = 5 * s, 20


@cache
def tried(journal, data, flushes, logs, think, failures, seed):
    """The book's database with these: mean seconds until a user is told, and what each failure leaves: transactions that
    were told and are gone, pages that are gone though a checkpoint vouches for them, and pages that no record speaks of."""
    database = Database(journal_cache=journal, data_cache=data, flushes=flushes, logs=logs, think=think, besides=BESIDES,
                        txg_interval=GROUP, every=CHECKPOINT, seed=seed)
    found = []
    for moment in failures:
        counts = after_failure(database, moment).counts
        found.append((moment, counts[GONE], counts[MISSING], counts[UNKNOWN]))
    waits = [each.told - each.began for each in database.transactions if each.told < failures[-1]]
    return sum(waits) / len(waits), found


def result(answer, case):
    """What came of an answer: see `tried`."""
    return tried(answer["journal"], answer["data"], answer["flushes"], answer["logs"], case["think"], tuple(case["failures"]),
                 case["seed"])


def case(rng):
    return {
        "longest": rng.choice([0.8, 1.5]) * ms, "most": rng.choice([1, 2]), "think": rng.choice([15, 20, 25]) * ms,
        "failures": [rng.uniform(low, low + 0.8) for low in (3.2, 5.8, 8.2)], "seed": rng.randint(1, 10_000),
        "group": GROUP, "checkpoint": CHECKPOINT,
    }
