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
    "flushes": Switch("The database flushes LUNs whose cache is on: the journal before it says “done”, the "
                      "data before a checkpoint"),
    "logs": Number("Logzillas", low=0, high=4, whole=True, start=0, help="Log devices of the storage server, for both LUNs."),
}
BESIDES = SUN["turnaround"] + SUN["cpu_write"]
GROUP, CHECKPOINT = 5 * s, 20


class Timed(Database):
    """The book's database, and how long each page takes."""

    def __init__(self, **given):
        self.pages = []
        super().__init__(**given)

    def write(self, lun, size):
        """One write; the seconds of those to the data are kept."""
        began = self.loop.now
        place = yield from super().write(lun, size)
        if lun is self.data:
            self.pages.append(self.loop.now - began)
        return place


@cache
def tried(journal, data, flushes, logs, think, failures, seed):
    """The book's database with these: mean seconds until a user is told, and of a page; and what each failure leaves:
    transactions that were told and are gone, pages that are gone though a checkpoint vouches for them, and pages that no
    record speaks of."""
    database = Timed(journal_cache=journal, data_cache=data, flushes=flushes, logs=logs, think=think, besides=BESIDES,
                     txg_interval=GROUP, every=CHECKPOINT, seed=seed)
    found = []
    for moment in failures:
        counts = after_failure(database, moment).counts
        found.append((moment, counts[GONE], counts[MISSING], counts[UNKNOWN]))
    waits = [each.told - each.began for each in database.transactions if each.told < failures[-1]]
    return sum(waits) / len(waits), sum(database.pages) / len(database.pages), found


def result(answer, case):
    """What came of an answer: see `tried`."""
    return tried(answer["journal"], answer["data"], answer["flushes"], answer["logs"], case["think"], tuple(case["failures"]),
                 case["seed"])


def case(rng):
    return {
        "longest": rng.choice([0.8, 1.5]) * ms, "page": rng.choice([0.42, 0.45, 0.5]) * ms, "most": rng.choice([2, 3]),
        "think": rng.choice([15, 20, 25]) * ms,
        "failures": [rng.uniform(low, low + 0.8) for low in (3.2, 5.8, 8.2)], "seed": rng.randint(1, 10_000),
        "group": GROUP, "checkpoint": CHECKPOINT,
    }
