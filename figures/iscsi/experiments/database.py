"""A database on two LUNs, one for its journal and one for its data, and its state after a power
failure.

The record of a transaction goes to the journal; when that is answered, the transaction is confirmed
to the user; then the changed page goes to the data. Now and then a checkpoint in the journal says
that all pages so far are in place, so that earlier records can be overwritten. This relies on an
order of writes, and a disk that answers from memory keeps that order only if it is flushed.
"""

from collections import Counter
from typing import Any, NamedTuple

from figures.iscsi.experiments.under_load import server
from models.machine.loads.iscsi import Iscsi, IscsiTarget
from models.machine.machine import Machine
from models.protocols.nfs.server import SPREAD
from models.sim.loop import Process
from models.units import KiB
from models.zfs.dataset import Acknowledged
from models.zfs.power_failure import Loss, PowerFailure

KEPT, GONE, MISSING = "there", "told to the user, and gone", "its page is gone, and no record of it"
UNKNOWN, OPEN = "its page is there, and no record of it", "not told yet"
"""Fates of a transaction. The third and the fourth damage the database: its state is
inconsistent."""
DAMAGED = (MISSING, UNKNOWN)
JOURNAL, DATA = 0, 1
"""Indices of the database's two LUNs."""


class Transaction(NamedTuple):
    """A transaction. Times in seconds."""

    began: float
    confirmed: float  # to its user; inf if never
    record: int  # index of the journal write in `zfs.acknowledged`; -1: not yet answered
    page: int  # index of the page write, likewise


class LunDatabase:
    """A database that runs one transaction after another. Further arguments are those of the
    order."""

    def __init__(
        self,
        *,
        journal_cache: bool = False,  # whether the journal's LUN has its write cache enabled
        data_cache: bool = False,  # whether the data's LUN has it enabled
        flushes: bool = False,  # whether it flushes the journal to confirm, the data to checkpoint
        record: int = 8 * KiB,
        page: int = 8 * KiB,
        every: int = 50,  # transactions per checkpoint
        think: float = 0.02,  # mean seconds between transactions
        vdevs: int = 4,
        seed: int = 1,
        **order: Any,
    ):
        self.machine = machine = Machine(
            server(vdevs=vdevs, datasets=2, **order), seed, writes=True
        )
        self.zfs, self.loop = machine.zfs, machine.loop
        self.target = IscsiTarget(machine, Iscsi(initiators=2, reads=0.0, spread=SPREAD))
        self.journal, self.data = (one.lun for one in self.target.initiators)
        self.journal.cache, self.data.cache = journal_cache, data_cache
        self.flushes, self.record = flushes, record
        self.page, self.every, self.think = page, every, think
        self.transactions: list[Transaction] = []
        self.checkpoints: list[tuple[int, int]] = []  # (transactions covered, index of its record)
        self.pages: list[float] = []  # seconds per page
        self.stops: list[float] = []  # seconds per checkpoint
        self.loop.spawn(self.run())

    def write(self, lun: int, size: int) -> Process:
        """Write `size` bytes. Return the index of the write in `zfs.acknowledged`."""
        yield from self.target.request("write", lun, 0, size)
        return len(self.zfs.acknowledged) - 1

    def journalled(self) -> Process:
        """Write a record to the journal, and flush it if configured. Return the index of the
        write."""
        place = yield from self.write(JOURNAL, self.record)
        if self.flushes and self.journal.cache:
            yield from self.target.flush(JOURNAL)
        return place

    def run(self) -> Process:
        """Run one transaction after another."""
        loop = self.loop
        while True:
            yield self.think * (0.5 + self.machine.random.random())
            number, began = len(self.transactions), loop.now
            self.transactions.append(Transaction(began, float("inf"), -1, -1))
            record = yield from self.journalled()
            confirmed = loop.now
            self.transactions[number] = Transaction(began, confirmed, record, -1)
            page = yield from self.write(DATA, self.page)
            self.pages.append(loop.now - confirmed)
            self.transactions[number] = Transaction(began, confirmed, record, page)
            if (number + 1) % self.every == 0:
                began = loop.now
                yield from self.checkpoint(number + 1)
                self.stops.append(loop.now - began)

    def checkpoint(self, count: int) -> Process:
        """Write a checkpoint for the first `count` transactions."""
        if self.flushes and self.data.cache:
            yield from self.target.flush(DATA)
        record = yield from self.journalled()
        self.checkpoints.append((count, record))


class AfterFailure(NamedTuple):
    """The state after a failure."""

    fates: list[str]  # of each transaction
    writes: list[tuple[Acknowledged, str]]  # acknowledged writes, and disk, log or lost
    checkpoint: int  # transactions covered by the checkpoint that recovery starts from
    loss: Loss  # of the pool

    @property
    def counts(self) -> Counter[str]:
        """Return the number of transactions by fate."""
        return Counter(self.fates)


def after_failure(database: LunDatabase, now: float) -> AfterFailure:
    """Run to `now` (s), cut the power, and recover the database. Return its state."""
    database.loop.run(until=now)
    failure = PowerFailure(database.zfs)
    loss = failure.at(now)
    writes = database.zfs.acknowledged
    fate = [failure.fate(write) for write in writes]

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
            fates.append(GONE if each.confirmed <= now else OPEN)
    return AfterFailure(fates, list(zip(writes, fate, strict=True)), start, loss)
