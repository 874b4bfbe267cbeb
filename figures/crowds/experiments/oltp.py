"""A database's load on its storage: users who wait for the redo log, and writers of data files, for
which no user waits.

A transaction reads blocks, changes some in memory, and is committed when its redo record is safe;
one log writer writes the records of all waiting users at once. Changed blocks are written later,
many at a time, and each must be safe before its buffer is used again. Source: Bourbonnais 2009,
Synchronous write bias.
"""

from collections.abc import Generator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

from models.catalogue.machines import values
from models.machine.machine import Machine
from models.protocols.nfs.server import FILE_SYNC
from models.sim.loop import Event, Process
from models.units import GiB, KiB, ms
from models.zfs.zil.intent_log import IntentLog
from models.zfs.zil.log_spec import LogSpec

SUN = values("7410")


class Share(NamedTuple):
    """The dataset of one kind of file: its log, the files' own bias ('' for the dataset's), and how
    records are rewritten."""

    log: IntentLog
    bias: str = ""
    rewrite: str = "memory"


class Shares(NamedTuple):
    """The datasets of all kinds of files."""

    redo: Share
    data: Share
    entries: Share

    def logs(self) -> list[IntentLog]:
        """Return the logs, each once."""
        return list({id(share.log): share.log for share in self}.values())


def shares(
    machine: Machine,
    spec: LogSpec,
    *,
    apart: bool = True,
    data: str = "throughput",
    redo: str = "latency",
    block: int = 8 * KiB,
    redo_record: int = 128 * KiB,
    redo_held: bool = True,
    seed: int = 1,
) -> Shares:
    """Return datasets for a database on `machine`, with logs as in `spec`.

    data, redo: the logbias of data files and of redo logs; that of index files is latency. apart:
    each kind of file has a dataset of its own, with its logbias; data files have records of `block`
    bytes. Otherwise all files share one dataset with records of `block` bytes, and each write
    carries its own bias (as clients have been able to ask for since 2012). redo_record: record size
    of the redo logs' own dataset (bytes). redo_held: whether the blocks of the redo logs are in the
    server's memory.
    """

    def dataset(bias: str, record: int) -> IntentLog:
        return machine.zfs.dataset(replace(spec, bias=bias), Random(seed), record=record)

    rewrite = "memory" if redo_held else "disk"
    if not apart:
        log = dataset("latency", block)
        return Shares(
            Share(log, redo, rewrite), Share(log, data, "disk"), Share(log, "latency", "disk")
        )
    return Shares(
        Share(dataset(redo, redo_record), "", rewrite),
        Share(dataset(data, block), "", "disk"),
        Share(dataset("latency", block), "", "disk"),
    )


@dataclass(frozen=True)
class OltpSpec:
    """Users who never pause, and what each transaction does."""

    users: int = SUN["oltp.users"]
    work: float = SUN["oltp.work"]  # mean of the database's own time (s), uniform within +-50 %
    reads: int = SUN["oltp.reads"]  # blocks read from the server's memory
    misses: int = 0  # blocks read from disk
    changes: int = SUN["oltp.changes"]  # data blocks changed
    entries: int = SUN["oltp.entries"]  # index blocks changed
    redo: int = SUN["oltp.redo"]  # bytes of its redo record
    block: int = SUN["oltp.block"]  # bytes of a block
    burst: int = SUN["oltp.burst"]  # blocks that the database writers write at a time
    buffers: int = 1000  # changed blocks that memory holds; users wait for room

    def __post_init__(self) -> None:
        if self.buffers < self.burst:
            raise ValueError(
                f"buffers must be at least burst, {self.burst} blocks, got {self.buffers}"
            )


class Committed(NamedTuple):
    """A transaction: when it was committed (s), and how long it waited for that (s)."""

    time: float
    wait: float


class TransactionWrite(NamedTuple):
    """A write that the server answered: when it did (s), the latency there (s), and the number of
    transactions in the write."""

    time: float
    latency: float
    carried: int = 1


class OltpDatabase:
    """A database that runs on the machine's loop from its creation on. While `running` is true, new
    transactions begin."""

    def __init__(
        self,
        machine: Machine,
        spec: OltpSpec,
        files: Shares,
        *,
        file: int = 64 * GiB,
        seed: int = 1,
    ) -> None:
        self.machine, self.spec, self.loop = machine, spec, machine.loop
        self.files, self.file, self.random = files, file, Random(seed)
        self.client = machine.client()
        self.committed: list[Committed] = []
        self.redone: list[TransactionWrite] = []  # writes of the redo log
        self.stored: list[TransactionWrite] = []  # writes of data and index files
        self.bursts: list[tuple[float, float]] = []  # start and end of each burst of data (s)
        self.starved = 0.0  # time that users waited for buffers, added up over all (s)
        self.running = True
        self.dirty = 0  # changed blocks in memory
        self.queue: list[Event] = []  # users that wait for the log writer
        # events: a user waits; a burst is complete; buffers are free
        self.waiting, self.ripe, self.clean = (self.loop.event() for _ in range(3))
        for number in range(spec.reads):
            machine.reads.written(file // spec.block + number, spec.block)
        for _ in range(spec.users):
            self.loop.spawn(self.user(), at=self.random.random() * (spec.work + 1 * ms))
        self.loop.spawn(self.log_writer())
        self.loop.spawn(self.database_writer())

    def user(self) -> Process:
        """Run one transaction after another."""
        spec, loop, random, client, server = (
            self.spec,
            self.loop,
            self.random,
            self.client,
            self.machine.server,
        )
        blocks = self.file // spec.block
        while self.running:
            yield spec.work * (0.5 + random.random())
            for number in range(blocks, blocks + spec.reads):  # blocks that memory holds
                yield client.pause()
                yield from server.read(number * spec.block, spec.block, block=spec.block)
            for _ in range(spec.misses):
                yield client.pause()
                yield from server.read(
                    int(random.random() * blocks) * spec.block, spec.block, block=spec.block
                )
            begun = loop.now
            while self.dirty >= spec.buffers:
                yield self.clean
            self.starved += loop.now - begun
            self.dirty += spec.changes + spec.entries
            if self.dirty >= spec.burst and not self.ripe.fired:
                self.ripe.fire()
            safe, begun = loop.event(), loop.now
            self.queue.append(safe)
            if not self.waiting.fired:
                self.waiting.fire()
            yield safe
            self.committed.append(Committed(loop.now, loop.now - begun))

    def log_writer(self) -> Process:
        """Write the redo records of all waiting users, then release the users."""
        offset = 0
        while True:
            if not self.queue:
                self.waiting = self.loop.event()
                yield self.waiting
            users, self.queue = self.queue, []
            size = -(-len(users) * self.spec.redo // 512) * 512
            yield from self.write(self.files.redo, offset, size, self.redone, len(users))
            offset += size
            for safe in users:
                safe.fire()

    def database_writer(self) -> Process:
        """Write bursts of changed blocks, each after the one before it is safe and when enough have
        gathered."""
        spec, loop, random = self.spec, self.loop, self.random
        blocks = spec.changes + spec.entries
        while True:
            if self.dirty < spec.burst:
                self.ripe = loop.event()
                yield self.ripe
            left, done, begun = [spec.burst], loop.event(), loop.now
            for k in range(spec.burst):
                share = self.files.data if k % blocks < spec.changes else self.files.entries
                loop.spawn(
                    self.store(share, int(random.random() * (self.file // spec.block)), left, done)
                )
            yield done
            self.bursts.append((begun, loop.now))
            self.dirty -= spec.burst
            clean, self.clean = self.clean, loop.event()
            clean.fire()

    def store(self, share: Share, number: int, left: list[int], done: Event) -> Process:
        """Write one block; the last of a burst fires `done`."""
        yield from self.write(share, number * self.spec.block, self.spec.block, self.stored)
        left[0] -= 1
        if not left[0]:
            done.fire()

    def write(
        self, share: Share, offset: int, size: int, seen: list[TransactionWrite], carried: int = 1
    ) -> Generator[Any, Any, None]:
        """Write over NFS and record the latency at the server."""
        yield self.client.pause()
        took = yield from self.machine.server.write(
            size, FILE_SYNC, offset=offset, log=share.log, rewrite=share.rewrite, bias=share.bias
        )
        seen.append(TransactionWrite(self.loop.now, took, carried))


class Moved(NamedTuple):
    """Bytes and I/Os to log devices and to the pool (a mirrored pair counts once), for all that was
    committed since the last transaction group, and for the next group."""

    log_bytes: int
    log_ios: int
    pool_bytes: int
    pool_ios: int
    group_bytes: int
    group_ios: int


def moved(machine: Machine, files: Shares) -> Moved:
    """Return what has been written at commit since the last transaction group, and what the open
    group writes. The loop runs until that group is on disk."""
    chain = [written for log in files.logs() for written in log.chain]
    blocks = [written.block for written in chain]
    to_log = [block for block in blocks if block.log]
    to_pool = [block for block in blocks if not block.log]
    to_pool += [block for written in chain for block in written.pointed]
    groups, loop = machine.zfs.groups, machine.loop
    number = groups.number
    groups.wake()
    while groups.synced < number:
        loop.run(until=loop.now + 0.1)
    group = groups.blocks.get(number, [])
    return Moved(
        sum(block.size for block in to_log),
        len(to_log),
        sum(block.size for block in to_pool),
        len(to_pool),
        sum(block.size for block in group),
        len(group),
    )
