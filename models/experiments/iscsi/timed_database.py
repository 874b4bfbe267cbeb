"""A database on two LUNs with a clock beside it, and which of its promises a failure at this or that moment breaks."""
from collections.abc import Sequence
from typing import Any, NamedTuple

from models.experiments.iscsi.database import GONE, MISSING, UNKNOWN, LunDatabase, after_failure
from models.protocols.iscsi.lun import Lun
from models.sim.loop import Process


class TimedDatabase(LunDatabase):
    """pages, stops: how long each page and each checkpoint took (s)."""

    def __init__(self, **given: Any):
        self.pages: list[float] = []
        self.stops: list[float] = []
        super().__init__(**given)

    def write(self, lun: Lun, size: int) -> Process:
        """One write; the seconds of those to the data are kept."""
        began = self.loop.now
        place = yield from super().write(lun, size)
        if lun is self.data:
            self.pages.append(self.loop.now - began)
        return place

    def checkpoint(self, count: int) -> Process:
        """One checkpoint; its seconds are kept."""
        began = self.loop.now
        yield from super().checkpoint(count)
        self.stops.append(self.loop.now - began)


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


def broken(database: LunDatabase, moment: float, lost: float) -> Broken:
    """What a failure at `moment` (s) leaves. Transactions that were told in the last `lost` seconds may be gone and do not
    count."""
    fates = after_failure(database, moment).fates
    gone = sum(fate == GONE and each.told < moment - lost
               for each, fate in zip(database.transactions, fates, strict=True))
    return Broken(moment, gone, fates.count(MISSING), fates.count(UNKNOWN))


def promised(failures: Sequence[float], lost: float, **settings: Any) -> Promised:
    """A database of these `settings` (as for LunDatabase), how fast it is, and what a failure would leave at each of these
    moments (s, rising)."""
    database = TimedDatabase(**settings)
    found = [broken(database, moment, lost) for moment in failures]
    waits = [each.told - each.began for each in database.transactions if each.told < failures[-1]]
    told, page, checkpoint = (sum(many) / len(many) for many in (waits, database.pages, database.stops))
    return Promised(told, page, checkpoint, found)
