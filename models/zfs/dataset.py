"""Writes through ZFS: a copy in memory, the intent log and the transaction group."""

from random import Random
from typing import NamedTuple

from models.check import at_least, one_of
from models.sim.loop import Loop, Steps
from models.sim.path import RequestPath
from models.zfs.block_reads import SPREAD, BlockReads
from models.zfs.dedup.live_table import LiveTable
from models.zfs.io.software import Software
from models.zfs.pool.pool import Pool
from models.zfs.pool.records import block_of, touched
from models.zfs.txg.rewrites import ZFS
from models.zfs.txg.transaction_group import TransactionGroups
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.zil.intent_log import IntentLog
from models.zfs.zil.log_spec import LogSpec

LOGGED = 64
"""Bytes that the log keeps of a creation, in addition to a record's header: the rest of its
lr_create_t, its name and its attributes (OpenSolaris zil.h, 2008)."""
DNODES = int(ZFS["dnode_block"] // ZFS["dnode"])
"""Dnodes in a block."""
SYNCS = ("standard", "always", "disabled")


class Acknowledged(NamedTuple):
    """A write that has been acknowledged to its program."""

    time: float  # s
    size: int  # bytes
    txg: int
    sync_asked: bool  # whether the program asked for a synchronous write
    record: int | None  # number of its log record, if it has one
    log: int  # index of its log


class Zfs:
    """The datasets of a pool. Writes wait in memory for their group. Synchronous writes also wait
    for the log."""

    def __init__(
        self,
        loop: Loop,
        pool: Pool,
        *,
        log: LogSpec,
        txg: TxgSpec,
        # a core's seconds in the file system per synchronous write; None: `software`
        host: float | None,
        copy: float,  # seconds per byte copied into memory (asynchronous)
        random: Random,  # decides in which order the log wakes waiting threads
        age: float = 0.0,  # seconds for which the first group has been open
        sync: str = "standard",  # standard (as the program asks), always or disabled
        recording: bool = True,  # whether to keep `acknowledged` and what a replay needs
        table: LiveTable | None = None,  # of deduplication
        reads: BlockReads | None = None,  # how blocks are read; None: from the pool, no cache
        record: int | None = None,  # block size of files; 0: see `block_of`; None: as in groups
        software: Software | None = None,  # the core time of its own work; None: not charged
    ):
        one_of("sync", sync, SYNCS)
        at_least(0, age=age)
        self.loop, self.pool, self.host, self.copy, self.sync = loop, pool, host, copy, sync
        self.logs: list[IntentLog] = []
        self.software = software
        self.groups = TransactionGroups(
            loop,
            pool,
            txg,
            age,
            self.on_disk,
            table,
            scattered=reads is not None and reads.scattered,
            software=software,
        )
        self.groups.charged = self.unpaid(True)
        self.log = self.dataset(log, random, recording, txg.record if record is None else record)
        self.recording = recording
        self.acknowledged: list[Acknowledged] = []
        self.reads = reads or BlockReads(loop, pool, None, [])
        self.held: dict[int, tuple[int, int]] = {}  # per dataset: last rewritten block, its group

    def dataset(
        self, spec: LogSpec, random: Random, recording: bool = True, record: int | None = None
    ) -> IntentLog:
        """Return the intent log of a new dataset in the same pool. `record` is the block size of
        its files (bytes; default: the first dataset's)."""
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

    def unpaid(self, program: bool) -> bool:
        """Return whether the way of written data to disk is still to be charged."""
        whole = self.software and self.software.costs.whole
        return not whole or (program and self.host is None)

    def on_disk(self, txg: int) -> None:
        """Free what the log holds for group `txg`, which is on disk."""
        self.pool.free_log(txg)
        for log in self.logs:
            log.forget(txg)

    def write(
        self,
        offset: int,
        size: int,
        sync: bool,
        *,
        log: IntentLog | None = None,  # of the dataset (default: the first)
        path: RequestPath | None = None,
        rewrite: str = "",  # '' (new data), memory or disk: source of partly overwritten blocks
        bias: str = "",  # logbias of this write (default: the dataset's)
        block: int = 0,  # block size of this file (default: the dataset's)
        calls: int = 0,  # calls of a program on this machine that this stands for; 0: a server's
    ) -> Steps[None]:
        """Write `size` bytes and wait until they are safe (`sync`) or in memory."""
        log = log or self.log
        sync_asked, sync = sync, self.sync == "always" or (sync and self.sync == "standard")
        if self.host is not None:
            cost = self.host if sync else size * self.copy
            if cost:
                now = self.loop.now
                yield self.software.cpu.serve(now, cost) - now if self.software else cost
                if path is not None:
                    path.wait("processor", "waits for a core", self.loop.now - cost)
                    path.serve("file system", "takes the write", self.loop.now)
        elif calls and self.software:
            records = -(-size // (block or block_of(size, log.record)))  # a transaction each
            yield self.software.call(size, max(calls, records), True, sync, path)
        pointed = sync and log.is_indirect(size, bias)
        unpaid = self.unpaid(bool(calls))
        if rewrite:
            block = block or block_of(size, log.record)
            blocks = yield from self.change(log, offset, size, rewrite == "disk", block, path)
            yield from self.groups.rewrite(
                1, blocks, block, name=id(log), placed=pointed, path=path, unpaid=unpaid
            )
        else:
            yield from self.groups.add(size, pointed, path)
            if unpaid:
                self.groups.unpaid += size
        txg, record = self.groups.number, None
        if sync:
            record = yield from log.commit(size, path, bias=bias, pointed=pointed)
        if self.recording:
            number = self.logs.index(log)
            done = Acknowledged(self.loop.now, size, txg, sync_asked, record, number)
            self.acknowledged.append(done)

    def find_name(
        self, number: int, files: int, directory: int = 0, path: RequestPath | None = None
    ) -> Steps[int]:
        """Read the leaf of a directory of `files` files that has the name of file `number`, unless
        it is in memory. Return the number of the leaf."""
        size, leaves = ZFS["zap_block"], -(-files // ZFS["zap_names"])
        place = number * SPREAD % 2**32
        leaf = int(place * leaves) >> 32
        yield from self.reads.hold(("leaf", directory, leaf), leaf * SPREAD, size, size, path)
        return leaf

    def open(
        self, number: int, files: int, directory: int = 0, path: RequestPath | None = None
    ) -> Steps[None]:
        """Open file `number` in a directory of `files` files: read the leaf that has its name, then
        the block that has its dnode, unless they are in memory."""
        yield from self.find_name(number, files, directory, path)
        block, size = number // DNODES, ZFS["dnode_block"]
        yield from self.reads.hold(("dnodes", block), block * SPREAD, size, size, path)

    def create(
        self,
        number: int,
        files: int,
        sync: bool = True,
        *,
        directory: int = 0,
        log: IntentLog | None = None,  # of the dataset (default: the first)
        path: RequestPath | None = None,
    ) -> Steps[None]:
        """Create file `number` in a directory of `files` files, and wait until that is safe
        (`sync`) or in memory.

        The group writes the block of the file's dnode, which up to 32 files share, and the leaf
        with its name, each once with all blocks above. They are metadata: compressed, in copies,
        and no dirty data. A new block of dnodes is not read. A directory has leaves even if it is small enough for a single block, and
        leaves do not split.
        """
        log = log or self.log
        leaf = yield from self.find_name(number, files, directory, path)
        groups, leaves = self.groups, -(-files // ZFS["zap_names"])
        groups.note(("leaves", id(log), directory), leaves, [leaf], 0)
        groups.note(("dnodes", id(log)), -(-files // DNODES), [number // DNODES], 0)
        if self.sync == "always" or (sync and self.sync == "standard"):
            yield from log.commit(LOGGED, path)

    def change(
        self,
        log: IntentLog,
        offset: int,
        size: int,
        read: bool,
        block: int,
        path: RequestPath | None,
    ) -> Steps[range]:
        """Apply a write to existing blocks of `block` bytes. Return their numbers. With `read`,
        blocks covered only in part are read first, in parallel, except the last block of the
        previous rewrite."""
        number, blocks = id(log), touched(offset, size, block)
        last, _ = self.held.get(number, (-1, -1))
        fresh = [one for one in blocks if one != last] if read else []
        part = [one for one in fresh if one * block < offset or (one + 1) * block > offset + size]
        covered = [one for one in fresh if one not in part]
        yield from self.reads.point(covered, block, path)
        for one in covered:
            self.reads.written(one, block)
        if part:
            yield from self.reads.read_blocks(part, block, path)
        self.held[number] = blocks[-1], self.groups.number
        return blocks
