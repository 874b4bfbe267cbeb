"""The intent log: how ZFS makes a synchronous write safe before its transaction group is.

Waiting records are packed into log blocks, the blocks are written to the next vdev or log device,
the caches of these devices are flushed, and the waiting threads continue; meanwhile the next batch
gathers. Each dataset has one such chain.
"""

from collections import deque
from collections.abc import Callable, Sequence
from random import Random

from models.sim.answer import Answer, latest, then, until
from models.sim.loop import Loop, Steps
from models.sim.path import RequestPath
from models.zfs.pool.pool import Block, Pool
from models.zfs.pool.records import block_of
from models.zfs.pool.vdev import Vdev
from models.zfs.zil.log_spec import Batch, BlocksAhead, ChainBlock, LogRecord, LogSpec

MARKED = 4
"""Asynchronous writes after an fsync of a thread that count as synchronous, as another fsync is likely
(OpenSolaris zfs_vnops.c and zfs_log.c, 2008: zfs_fsync_sync_cnt)."""


class Commit:
    """Records that are logged together."""

    def __init__(self, records: list[LogRecord], start: float, own: int):
        self.records, self.start = records, start
        self.own = own  # index of the writer's record
        self.vdevs: list[Vdev] = []
        self.answers: list[Answer] = []
        self.paths = [record.path for record in records if record.path is not None]  # traced
        self.forks: list[RequestPath] = []
        self.bytes = self.data = 0  # bytes of log blocks, and of data put in place
        self.spilled = False  # whether log blocks went to the main disks
        self.safe: float | None = None  # when everything was safe (s); None until then

    def write(self, block: Block) -> None:
        """Write a block for this commit."""
        path = self.fork("log write") if self.paths else None
        kind = "log write" if block.log else "sync write"
        self.answers.append(block.vdev.write(self.start, block.offset, block.size, path, kind))
        if block.vdev not in self.vdevs:
            self.vdevs.append(block.vdev)

    def fork(self, doing: str) -> RequestPath:
        """Return a path for one of several parallel steps of all records."""
        path = RequestPath(max(self.start, self.paths[0].end), doing)
        self.forks.append(path)
        return path

    def written(self) -> Answer:
        """Return when all blocks are written."""
        for path in self.paths:
            path.wait("intent log", "the commit before is still out", self.start)
        return self.joined(latest(self.answers))

    def flush(self, now: float) -> Answer:
        """Flush the vdevs written to at `now` (s). Return when their caches are empty."""
        if not self.paths:
            return latest([vdev.flush(now) for vdev in self.vdevs])
        return self.joined(latest([vdev.flush(now, self.fork("flush")) for vdev in self.vdevs]))

    def batch(self, released: float) -> Batch:
        """Return this commit as a `Batch`, whose threads continue at `released` (s)."""
        count, safe = len(self.records), self.safe or 0.0
        return Batch(self.start, safe, count, self.bytes, released, self.data, self.spilled)

    def joined(self, answer: Answer) -> Answer:
        """Return `answer`, after which the traced records continue on the slowest fork."""
        if not self.paths:
            return answer
        forks, self.forks = self.forks, []

        def join() -> None:
            for path in self.paths:
                path.take(*forks)

        return then(answer, join)


class IntentLog:
    """A chain of log blocks. `batches` and `chain` are kept while `recording`."""

    def __init__(
        self,
        loop: Loop,
        pool: Pool,
        spec: LogSpec,
        random: Random,  # used only if `spec.wake` is random
        *,
        txg: Callable[[], int] = lambda: 0,  # returns the number of the open group
        record: int = 0,  # file block size, for indirect writes; 0: see `block_of`
        recording: bool = True,
    ):
        self.loop, self.pool, self.spec, self.random = loop, pool, spec, random
        self.trains = spec.rule != "convoy"
        # commits in flight above which only a full train leaves
        self.limit = {"convoy": 1, "train": spec.out, "parallel": 0}[spec.rule]
        self.took = 0.0  # time of the last commit (s)
        self.locked = 0.0  # until when records hold the lock (s)
        self.ahead = (
            BlocksAhead(spec) if spec.sizing == "ahead" and spec.group and not self.trains else None
        )
        self.txg, self.record, self.recording = txg, record, recording
        self.waiting: list[LogRecord] = []
        self.gathered = 0  # bytes of data in the waiting train
        self.out = 0  # commits in flight
        self.busy = self.counted = 0.0  # time with any, up to the last change of their number (s)
        self.in_order: deque[Commit] = deque()  # commits in flight; they end in order of start
        self.last: Vdev | None = None  # vdev that took the last block of this chain
        self.number = 0  # of the next record
        self.asked = self.pointed = 0  # bytes of all records, and those that are only pointers
        # blocks and their bytes so far, by whether they went to a log device
        self.wrote = {True: (0, 0), False: (0, 0)}
        self.batches: list[Batch] = []
        self.chain: list[ChainBlock] = []

    def is_indirect(self, size: int, bias: str = "") -> bool:
        """Return whether a write of `size` bytes would log only a pointer. `bias` is the write's
        own (default: the log's)."""
        return self.spec.is_indirect(
            min(size, block_of(size, self.record)), bias, bool(self.pool.logs)
        )

    def steady(self, size: int) -> int:
        """Return the bytes of the log block of each lone write of `size` bytes; 0 if they can
        change."""
        if self.ahead is not None:
            return self.ahead.steady(size)
        blocks = self.spec.packed((size,))
        return blocks[0][0] if len(blocks) == 1 else 0

    def count(self, more: int) -> None:
        """Change the number of commits in flight."""
        self.busy, self.counted = self.worked(), self.loop.now
        self.out += more

    def note(self, device: bool, size: int) -> None:
        """Count a block of `size` bytes, for a log device or for the main disks."""
        blocks, written = self.wrote[device]
        self.wrote[device] = blocks + 1, written + size

    def worked(self) -> float:
        """Return how long commits have been in flight so far (s)."""
        return self.busy + (self.loop.now - self.counted if self.out else 0.0)

    def commit(
        self,
        size: int,
        path: RequestPath | None = None,
        *,
        bias: str = "",
        pointed: bool | None = None,
        fsync: float = 0,
    ) -> Steps[int]:
        """Wait until `size` bytes of data are safe. Return the record's number. `bias` is the
        record's own, as a client may hint (2012; default: the log's). `pointed` is an earlier
        result of `is_indirect`. fsync: the data is that of so many asynchronous writes, for each fsync
        of the threads that made them. Until 2010 only a commit for its own file took such a write
        (OpenSolaris zil.c: zil_commit_writer), unless it was among the `MARKED` that follow an fsync
        of its thread."""
        loop, issue = self.loop, self.spec.issue
        if issue:
            # the work of a record that finds the lock free is a part of its commit
            self.locked = max(self.locked, loop.now - issue) + issue
            if self.locked > loop.now:
                yield self.locked - loop.now
                if path is not None:
                    path.wait("intent log", "another record has the lock", loop.now)
        number = self.number
        self.number += 1
        if pointed is None:
            pointed = self.is_indirect(size, bias)
        self.asked += size
        self.pointed += pointed
        if self.spec.rule == "parallel":
            others = self.out or bool(self.waiting)
        else:
            others = self.out or self.trains or loop.next <= loop.now
        most = self.spec.slog_limit
        spills = most is not None and size > 2 * most
        if not (others or self.recording or path or pointed or spills):
            yield from self.commit_alone(size)
            return number
        record = LogRecord(
            size,
            loop.event(),
            loop.now,
            self.txg(),
            number,
            path,
            bias or self.spec.bias,
            pointed,
            self.spec.alone and fsync > MARKED,
        )
        train = self.waiting if self.trains else []
        if train and not self.spec.joins(train, self.gathered, record):
            self.depart()
        self.waiting.append(record)
        self.gathered += size
        if self.trains and self.spec.is_full(self.waiting, self.gathered):
            self.depart()
        elif self.spec.rule == "parallel":
            if not self.out:
                self.depart()
            elif len(self.waiting) == 1:
                loop.spawn(self.depart_later(record))
        elif self.out < self.limit:
            self.count(1)
            loop.spawn(self.writer())
        yield record.safe
        return number

    def depart_later(self, record: LogRecord) -> Steps[None]:
        """Start the train that begins with `record` after a while, unless it has left."""
        yield self.spec.patience * self.took
        if self.waiting and self.waiting[0] is record:
            self.depart()

    def look(self) -> Steps[None]:
        """Wait for a turn to write that has nothing to write, as a commit of safe data does."""
        if self.out and self.spec.alone and not self.trains:
            record = LogRecord(0, self.loop.event(), number=self.number, written=True)
            self.waiting.append(record)
            yield record.safe

    def let_go(self) -> None:
        """Let the threads continue whose records are written, if all records before them are. Until
        2010 others wait for their turn (OpenSolaris zil.c: zl_commit_seq in zil_commit)."""
        first = min([one.number for one in self.waiting if not one.written], default=self.number)
        for record in self.waiting:
            if record.written and record.number <= first:
                self.release(record)
        self.waiting = [one for one in self.waiting if not (one.written and one.number <= first)]

    def release(self, record: LogRecord) -> None:
        """Let the thread of a written record continue."""
        if record.path is not None:
            record.path.wait("intent log", "the writer has not looked yet", self.loop.now)
        record.safe.fire()

    def commit_alone(self, size: int) -> Steps[None]:
        """Commit a record that finds the log idle, in its own thread. A test compares this with
        `writer`."""
        loop, pool, spec = self.loop, self.pool, self.spec
        self.count(1)
        now = loop.now
        commit = Commit([], now, 0)  # its record needs no event
        self.in_order.append(commit)
        txg, vdevs, answers = self.txg(), [], []
        for part, _ in self.ahead.fill((size,)) if self.ahead else spec.packed((size,)):
            block = pool.take_log(part, txg, self.last)
            self.last = vdev = block.vdev
            self.note(block.log, part)
            kind = "log write" if block.log else "sync write"
            answers.append(vdev.write(now, block.offset, part, None, kind))
            if vdev not in vdevs:
                vdevs.append(vdev)
        yield until(loop, latest(answers))
        if spec.flush:
            now = loop.now
            yield until(loop, latest([vdev.flush(now) for vdev in vdevs]))
        if spec.hand_over:
            yield spec.hand_over
        self.end(commit)
        if self.waiting and self.out <= self.limit:
            loop.spawn(self.writer())
            yield 0.0  # the next batch is formed before this thread continues
        else:
            self.count(-1)

    def turn(self, count: int) -> int:
        """Return which of `count` waiting threads writes next."""
        own = 0 if self.spec.wake == "first" or not self.spec.group else count - 1
        if own and self.spec.wake == "random" and not self.trains:
            own = int(self.random.random() * count)
        return own

    def next_blocks(
        self, sizes: list[int], own: int = 0, others: Sequence[int] = ()
    ) -> list[tuple[int, int]]:
        """Return the next commit's blocks (bytes, records that end in it) if it may take records of
        `sizes`, and the thread of number `own` writes. `others` are those it may not take."""
        spec, count = self.spec, len(sizes)
        if self.trains or not spec.group:
            return spec.packed(sizes if self.trains else sizes[:1])
        if self.ahead:
            return self.ahead.fill(sizes, own, others)
        blocks, ended = spec.packed(sizes), 0
        for _, more in blocks:
            ended += more
            if ended > own:
                break
        return blocks if ended == count else spec.packed(sizes[:ended])

    def depart(self) -> None:
        """Start the waiting train now, however many commits are in flight."""
        commit = self.next()
        self.count(1)
        self.loop.spawn(self.writer(commit))

    def writer(self, commit: Commit | None = None) -> Steps[None]:
        """Finish a commit, then start and finish others while records wait and may leave."""
        commit = commit or self.next()
        while commit is not None:
            yield from self.finish(commit)
            commit = self.next() if self.out <= self.limit else None
        self.count(-1)

    def next(self) -> Commit | None:
        """Start a commit of the waiting records, or of those that the rule allows, and write its
        blocks. Return the commit, or None if no record waits."""
        spec, pool = self.spec, self.pool
        if spec.alone:
            self.let_go()
        if not self.waiting:
            return None
        own = self.turn(len(self.waiting))
        while self.waiting[own].written:
            self.release(self.waiting.pop(own))
            if self.ahead:
                self.ahead.before = 0  # this was a commit of nothing
            own = self.turn(len(self.waiting))
        records, others = self.waiting, list[LogRecord]()
        if spec.alone:
            others = [one for n, one in enumerate(records) if one.alone and n != own]
            records = [
                one for n, one in enumerate(records) if n == own or not (one.alone or one.written)
            ]
            own = records.index(self.waiting[own])
        sizes = [0 if record.pointed else record.size for record in records]
        blocks = self.next_blocks(sizes, own, [record.size for record in others])
        count = sum([ended for _, ended in blocks])
        batch, self.gathered = records[:count], 0
        taken = {record.number for record in batch}
        self.waiting = [one for one in self.waiting if one.written or one.number not in taken]
        commit = Commit(batch, self.loop.now, own)
        self.in_order.append(commit)
        data = {record.number: self.place(record, commit) for record in batch if record.pointed}
        sizes = [0 if record.pointed else record.size for record in batch]
        off_log = all(record.bias == "throughput" for record in batch)
        limit, txg, first = spec.slog_limit, batch[-1].txg, 0
        if limit is not None and sum(sizes) <= 2 * limit:
            limit = None
        for size, ended in blocks:
            if off_log or (limit is not None and commit.bytes >= limit):
                block = pool.take(size, self.last)
            else:
                block = pool.take_log(size, txg, self.last)
            self.last = block.vdev
            self.note(block.log, size)
            commit.write(block)
            commit.bytes += size
            if not block.log:
                commit.spilled = True
            if self.recording:
                numbers = tuple([record.number for record in batch[first : first + ended]])
                pointed = tuple([data[number] for number in numbers if number in data])
                self.chain.append(ChainBlock(block, numbers, txg, pointed))
                first += ended
        return commit

    def place(self, record: LogRecord, commit: Commit) -> Block:
        """Write the data of an indirect record to its final place, in whole file blocks. Return the
        block."""
        whole = block_of(record.size, self.record)
        block = self.pool.take(-(-record.size // whole) * whole)
        commit.write(block)
        commit.data += block.size
        return block

    def finish(self, commit: Commit) -> Steps[None]:
        """Wait for the blocks, flush their vdevs, and end the commit."""
        loop = self.loop
        yield until(loop, commit.written())
        if self.spec.flush:
            yield until(loop, commit.flush(loop.now))
        if self.spec.hand_over:
            yield self.spec.hand_over
            for path in commit.paths:
                path.serve("intent log", "passes from thread to thread", loop.now)
        self.end(commit)

    def end(self, commit: Commit) -> None:
        """End a commit whose records are safe now. Release those of the earliest commits done."""
        commit.safe = now = self.loop.now
        self.took = now - commit.start
        while self.in_order and (first_out := self.in_order[0]).safe is not None:
            self.in_order.popleft()
            for number, record in enumerate(first_out.records):
                if record.path is not None:
                    record.path.wait("intent log", "commits end in order", now)
                if self.spec.alone and number != first_out.own:
                    self.waiting.append(record._replace(written=True))
                else:
                    record.safe.fire()
            if self.recording:
                self.batches.append(first_out.batch(now))

    def forget(self, txg: int) -> None:
        """Drop the records of groups before `txg`, which is on disk. Its own are kept until the
        next group is on disk: an ignored flush could lose the group."""
        self.chain = [written for written in self.chain if written.txg >= txg]
