"""ZFS, as far as a write sees it: a copy in memory, the intent log, the transaction group."""

from collections.abc import Generator
from random import Random
from typing import Any, NamedTuple

from models.check import at_least, one_of
from models.sim.loop import Loop
from models.zfs.block_reads import BlockReads
from models.zfs.dedup.live_table import LiveTable
from models.zfs.pool.pool import Pool
from models.zfs.pool.records import block_of, touched
from models.zfs.txg.transaction_group import TransactionGroups
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.zil.intent_log import IntentLog
from models.zfs.zil.log_spec import LogSpec

SYNCS = ("standard", "always", "disabled")


class Told(NamedTuple):
    """A write that its program was told is done: when (s), bytes, its group, whether it asked for
    safety, and its record in the `log`th log, if it has one."""

    time: float
    size: int
    txg: int
    asked: bool
    record: int | None
    log: int


class Zfs:
    """A pool's datasets: what is written waits in memory for its transaction group and, if
    synchronous, for its log."""

    def __init__(
        self,
        loop: Loop,
        pool: Pool,
        *,
        log: LogSpec,
        txg: TxgSpec,
        host: float,  # s in the file system of a synchronous write, a delay that threads do not contend for
        copy: float,  # s for each byte copied into memory (asynchronous)
        random: Random,  # for the order in which the log wakes who waits
        age: float = 0.0,  # s for which the first group has been open
        sync: str = "standard",  # a program gets what it asks for; or always, or disabled
        recording: bool = True,  # keeps `told` and what a replay needs
        table: LiveTable | None = None,  # of deduplication
        reads: BlockReads
        | None = None,  # how blocks are read; None: from the pool, without a cache
        record: int
        | None = None,  # bytes of a block of its files, 0: see `block_of`; None: as its groups have it
    ):
        one_of("sync", sync, SYNCS)
        at_least(0, age=age)
        self.loop, self.pool, self.host, self.copy, self.sync = loop, pool, host, copy, sync
        self.logs: list[IntentLog] = []
        self.groups = TransactionGroups(loop, pool, txg, age, self.on_disk, table)
        self.log = self.dataset(log, random, recording, txg.record if record is None else record)
        self.recording = recording
        self.told: list[Told] = []
        self.reads = reads or BlockReads(loop, pool, None, [])
        self.held: dict[
            int, tuple[int, int]
        ] = {}  # of each dataset: the block rewritten last, and in which group

    def dataset(
        self, spec: LogSpec, random: Random, recording: bool = True, record: int | None = None
    ) -> IntentLog:
        """Another dataset's intent log: a chain of its own in the same pool. record: bytes of a
        block of its files, by default the first's."""
        log = IntentLog(
            self.loop,
            self.pool,
            spec,
            random,
            txg=lambda: self.groups.number,
            record=self.log.record if record is None else record,
            recording=recording,
        )
        self.logs.append(log)
        return log

    def on_disk(self, txg: int) -> None:
        self.pool.free_log(txg)
        for log in self.logs:
            log.forget(txg)

    def write(
        self,
        offset: int,
        size: int,
        sync: bool,
        *,
        log: IntentLog | None = None,
        path: Any = None,
        rewrite: str = "",
        bias: str = "",
        block: int = 0,
    ) -> Generator[Any, Any, None]:
        """Write `size` bytes: until they are safe (`sync`), or only until they are in memory.

        log: the dataset's; the first's by default. rewrite: of bytes that were there before, where
        the file's block is in `memory` or, if only a part of it is written, must be read from
        `disk` first; '' for new ones. bias: how this write alone is to be logged, and block: bytes
        of a block of this file, by default as its dataset says.
        """
        log = log or self.log
        asked, sync = sync, self.sync == "always" or (sync and self.sync == "standard")
        cost = self.host if sync else size * self.copy
        if cost:
            yield cost
            if path is not None:
                path.serve("file system", "takes the write", self.loop.now)
        pointed = sync and log.points(size, bias)
        dirty = size
        if rewrite:
            dirty = yield from self.change(
                log, offset, size, rewrite == "disk", block or block_of(size, log.record), path
            )
        yield from self.groups.add(dirty, pointed, path)
        if rewrite:
            self.groups.freed += dirty
        txg, record = self.groups.number, None
        if sync:
            record = yield from log.commit(size, path, bias=bias, pointed=pointed)
        if self.recording:
            self.told.append(Told(self.loop.now, size, txg, asked, record, self.logs.index(log)))

    def change(
        self, log: IntentLog, offset: int, size: int, read: bool, whole: int, path: Any
    ) -> Generator[Any, Any, int]:
        """Take a write into blocks of `whole` bytes that are there: those that it covers only in
        part are read (`read`), at once, unless the last rewrite had them. Returns the bytes that
        its group has to write for it: each block once."""
        number, blocks = id(log), touched(offset, size, whole)
        block, txg = self.held.get(number, (-1, -1))
        fresh = [one for one in blocks if one != block] if read else []
        part = [one for one in fresh if one * whole < offset or (one + 1) * whole > offset + size]
        for one in [one for one in fresh if one not in part]:
            self.reads.written(one, whole)
        if part:
            yield from self.reads.touch(part, whole, path)
        again = blocks[0] == block and txg == self.groups.number
        self.held[number] = blocks[-1], self.groups.number
        return (len(blocks) - again) * whole
