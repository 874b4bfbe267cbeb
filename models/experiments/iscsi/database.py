"""A database on two LUNs, one for its journal and one for its data, and what it finds after a power
failure.

A transaction's record goes to the journal; when that is answered, the user is told; then the page
that it changed goes to the data. Now and then a checkpoint in the journal says that all pages so
far are in their places, so that the records before it may be written over. This rests on an order,
and a disk that answers from memory keeps it only if it is flushed.
"""

from collections import Counter
from typing import Any, NamedTuple

from models.experiments.iscsi.under_load import server
from models.machine.loads.iscsi import Iscsi, Target
from models.machine.machine import Machine
from models.protocols.nfs.server import SPREAD
from models.sim.loop import Process
from models.units import KiB
from models.zfs.dataset import Told
from models.zfs.power_failure import Loss, Plug

KEPT, GONE, MISSING, UNKNOWN, OPEN = (
    "there",
    "told to the user, and gone",
    "its page is gone, and no record of it",
    "its page is there, and no record of it",
    "not told yet",
)
"""What becomes of a transaction. The third and the fourth damage the database: it believes in what is not so."""
DAMAGED = (MISSING, UNKNOWN)
JOURNAL, DATA = 0, 1
"""Its LUNs."""


class Transaction(NamedTuple):
    """When it began, when its user was told (s, inf if never); where the journal's record and the
    page stand among what programs were told (-1: not yet answered)."""

    began: float
    told: float
    record: int
    page: int


class LunDatabase:
    """journal_cache, data_cache: whether each LUN's write cache is enabled. flushes: whether the
    database knows of such a cache, and flushes the journal before it tells the user and the data
    before a checkpoint. every: transactions between checkpoints. think: seconds between
    transactions. Further arguments are the order's.

    pages, stops: how long each page and each checkpoint took (s).
    """

    def __init__(
        self,
        *,
        journal_cache: bool = False,
        data_cache: bool = False,
        flushes: bool = False,
        record: int = 8 * KiB,
        page: int = 8 * KiB,
        every: int = 50,
        think: float = 0.02,
        vdevs: int = 4,
        seed: int = 1,
        **order: Any,
    ):
        self.machine = machine = Machine(
            server(vdevs=vdevs, datasets=2, **order), seed, writes=True
        )
        self.zfs, self.loop = machine.zfs, machine.loop
        self.target = Target(machine, Iscsi(initiators=2, reads=0.0, spread=SPREAD))
        self.journal, self.data = (one.lun for one in self.target.initiators)
        self.journal.cache, self.data.cache = journal_cache, data_cache
        self.flushes, self.record, self.page, self.every, self.think = (
            flushes,
            record,
            page,
            every,
            think,
        )
        self.transactions: list[Transaction] = []
        self.checkpoints: list[
            tuple[int, int]
        ] = []  # transactions that it vouches for, where its record stands
        self.pages: list[float] = []
        self.stops: list[float] = []
        self.loop.spawn(self.run())

    def write(self, lun: int, size: int) -> Process:
        """One write. Returns where it stands among what programs were told."""
        yield from self.target.request("write", lun, 0, size)
        return len(self.zfs.told) - 1

    def journalled(self) -> Process:
        """Write a record to the journal, so that it is there if a disk keeps its word. Returns as
        `write`."""
        place = yield from self.write(JOURNAL, self.record)
        if self.flushes and self.journal.cache:
            yield from self.target.flush(JOURNAL)
        return place

    def run(self) -> Process:
        """One transaction after the other."""
        loop = self.loop
        while True:
            yield self.think * (0.5 + self.machine.random.random())
            number, began = len(self.transactions), loop.now
            self.transactions.append(Transaction(began, float("inf"), -1, -1))
            record = yield from self.journalled()
            told = loop.now
            self.transactions[number] = Transaction(began, told, record, -1)
            page = yield from self.write(DATA, self.page)
            self.pages.append(loop.now - told)
            self.transactions[number] = Transaction(began, told, record, page)
            if (number + 1) % self.every == 0:
                began = loop.now
                yield from self.checkpoint(number + 1)
                self.stops.append(loop.now - began)

    def checkpoint(self, count: int) -> Process:
        """Vouch for the pages of the first `count` transactions."""
        if self.flushes and self.data.cache:
            yield from self.target.flush(DATA)
        record = yield from self.journalled()
        self.checkpoints.append((count, record))


class AfterFailure(NamedTuple):
    """After a failure: what became of each transaction, and of each write (disk, log or lost) in
    the order in which they were told; the checkpoint that the database starts from; what the pool
    says."""

    fates: list[str]
    writes: list[tuple[Told, str]]
    checkpoint: int
    loss: Loss

    @property
    def counts(self) -> Counter[str]:
        """How many transactions came to each end."""
        return Counter(self.fates)


def after_failure(database: LunDatabase, now: float) -> AfterFailure:
    """Run to `now` (s), pull the plug, start the database again."""
    database.loop.run(until=now)
    plug = Plug(database.zfs)
    loss = plug.at(now)
    told = database.zfs.told
    fate = [plug.fate(each) for each in told]

    def there(place: int) -> bool:
        return 0 <= place < len(fate) and fate[place] != "lost"

    start = max((count for count, record in database.checkpoints if there(record)), default=0)
    fates, whole = [], True
    for number, each in enumerate(database.transactions):
        if number < start:
            fates.append(KEPT if there(each.page) else MISSING)
            continue
        whole = whole and there(each.record)  # records are read until one is missing
        if whole:
            fates.append(KEPT)
        elif there(each.page):
            fates.append(UNKNOWN)
        else:
            fates.append(GONE if each.told <= now else OPEN)
    return AfterFailure(fates, list(zip(told, fate, strict=True)), start, loss)
