"""ZFS, as far as a write sees it: a copy in memory, the intent log, the transaction group."""
from collections.abc import Generator
from random import Random
from typing import Any, NamedTuple

from models.loop import Loop
from models.pool.intent_log import IntentLog, LogSpec
from models.pool.pool import Pool
from models.pool.transaction_group import TransactionGroups, TxgSpec

SYNCS = ("standard", "always", "disabled")


class Told(NamedTuple):
    """A write that its program was told is done: when (s), bytes, its group, whether it asked for safety, and its
    record in the `log`th log, if it has one."""

    time: float
    size: int
    txg: int
    asked: bool
    record: int | None
    log: int


class Zfs:
    """host: seconds in the file system for a synchronous write, a delay that threads do not contend for.

    copy: seconds for each byte copied into memory (asynchronous). random: for the log's wake-up order. sync: standard
    (a program gets what it asks for), always or disabled. `told` and what a replay needs are kept while `recording`.
    """

    def __init__(
        self, loop: Loop, pool: Pool, *, log: LogSpec, txg: TxgSpec, host: float, copy: float, random: Random,
        age: float = 0.0, sync: str = "standard", recording: bool = True,
    ):
        if sync not in SYNCS:
            raise ValueError(f"sync must be one of {', '.join(SYNCS)}, got '{sync}'")
        self.loop, self.pool, self.host, self.copy, self.sync = loop, pool, host, copy, sync
        self.logs: list[IntentLog] = []
        self.groups = TransactionGroups(loop, pool, txg, age, done=self.on_disk)
        self.log = self.dataset(log, random, recording)
        self.recording = recording
        self.told: list[Told] = []
        self.held = -1          # the file's block that a rewrite has read last

    def dataset(self, spec: LogSpec, random: Random, recording: bool = True) -> IntentLog:
        """Another dataset's intent log: a chain of its own in the same pool."""
        log = IntentLog(self.loop, self.pool, spec, random, txg=lambda: self.groups.number,
                        record=self.groups.spec.record, recording=recording)
        self.logs.append(log)
        return log

    def on_disk(self, txg: int) -> None:
        """A group is on disk: its log blocks are free again."""
        self.pool.free_log(txg)
        for log in self.logs:
            log.forget(txg)

    def write(self, offset: int, size: int, sync: bool, *, log: IntentLog | None = None, path: Any = None,
              cached: bool = True) -> Generator[Any, Any, None]:
        """Write `size` bytes: until they are safe (`sync`), or only until they are in memory.

        log: the dataset's; the first's by default. cached: False for a rewrite of a file that memory does not hold: a
        block of which only a part is written is read first.
        """
        log = log or self.log
        asked, sync = sync, self.sync == "always" or (sync and self.sync == "standard")
        cost = self.host if sync else size * self.copy
        if cost:
            yield cost
            if path is not None:
                path.serve("file system", "takes the write", self.loop.now)
        if not cached:
            yield from self.read_first(offset, size)
        yield from self.groups.add(size, sync and log.spec.is_indirect(size), path)
        txg, record = self.groups.number, None
        if sync:
            record = yield from log.commit(size, path)
        if self.recording:
            self.told.append(Told(self.loop.now, size, txg, asked, record, self.logs.index(log)))

    def read_first(self, offset: int, size: int) -> Generator[Any, Any, None]:
        """Read the file's block that a write covers only in part, unless the last rewrite has."""
        whole, loop = self.groups.spec.record, self.loop
        number = offset // whole
        if size % whole and number != self.held:
            self.held = number
            vdev = self.pool.vdevs[number % len(self.pool.vdevs)]
            where = vdev.capacity // 2 + number // len(self.pool.vdevs) * whole
            yield vdev.read(loop.now, where % (vdev.capacity - whole), whole) - loop.now
