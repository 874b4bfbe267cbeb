"""The intent log: how ZFS makes a synchronous write safe before its transaction group is.

Records that wait are packed into log blocks, the blocks are written to the next vdev or log device,
the caches of the devices touched are flushed, and the waiters go on; meanwhile the next batch
gathers. Each dataset has one such chain.
"""

from collections import deque
from collections.abc import Callable, Generator
from random import Random
from typing import Any

from models.sim.answer import Answer, latest, then, until
from models.sim.loop import Loop
from models.sim.path import RequestPath
from models.zfs.pool.pool import Block, Pool
from models.zfs.pool.records import block_of
from models.zfs.pool.vdev import Vdev
from models.zfs.zil.log_spec import Batch, BlocksAhead, ChainBlock, LogSpec, Record


class Commit:
    """Records on their way together: the vdevs that they touch, from when their blocks are written
    (s), bytes of log and of data beside it, whether log blocks went to the main disks, and when all
    was safe (s; None until then). paths: those of the records that are followed."""

    __slots__ = (
        "records",
        "vdevs",
        "start",
        "answers",
        "forks",
        "bytes",
        "data",
        "far",
        "safe",
        "paths",
    )

    def __init__(self, records: list[Record], start: float):
        self.records, self.start = records, start
        self.vdevs: list[Vdev] = []
        self.answers: list[Answer] = []
        self.paths = [record.path for record in records if record.path is not None]
        self.forks: list[RequestPath] = []
        self.bytes = self.data = 0
        self.far = False
        self.safe: float | None = None

    def write(self, block: Block) -> None:
        path = self.fork("log write") if self.paths else None
        kind = "log write" if block.log else "sync write"
        self.answers.append(block.vdev.write(self.start, block.offset, block.size, path, kind))
        if block.vdev not in self.vdevs:
            self.vdevs.append(block.vdev)

    def fork(self, doing: str) -> RequestPath:
        """The way of one of several things that are done for all records at once."""
        path = RequestPath(max(self.start, self.paths[0].end), doing)
        self.forks.append(path)
        return path

    def written(self) -> Answer:
        for path in self.paths:
            path.wait("intent log", "the commit before is still out", self.start)
        return self.joined(latest(self.answers))

    def flush(self, now: float) -> Answer:
        """When the caches of the vdevs that were touched are empty, if they are told `now` (s) to
        empty them."""
        if not self.paths:
            return latest([vdev.flush(now) for vdev in self.vdevs])
        return self.joined(latest([vdev.flush(now, self.fork("flush")) for vdev in self.vdevs]))

    def joined(self, answer: Answer) -> Answer:
        """The same answer, when the records have gone the way of the slowest fork."""
        if not self.paths:
            return answer
        forks, self.forks = self.forks, []

        def join() -> None:
            for path in self.paths:
                path.take(*forks)

        return then(answer, join)


class IntentLog:
    """One chain of log blocks. txg: the number of the open transaction group, to which records
    belong.

    record: bytes of a file's block, which an indirect write puts into its place whole; 0: see
    `block_of`. `random` decides only where `wake` is random. `batches` and `chain` are kept while
    `recording`.
    """

    def __init__(
        self,
        loop: Loop,
        pool: Pool,
        spec: LogSpec,
        random: Random,
        *,
        txg: Callable[[], int] = lambda: 0,
        record: int = 0,
        recording: bool = True,
    ):
        self.loop, self.pool, self.spec, self.random = loop, pool, spec, random
        self.trains = spec.rule == "train"
        self.limit = (
            spec.out if self.trains else 1
        )  # commits on their way, beyond which only a full train leaves
        self.ahead = (
            BlocksAhead(spec) if spec.sizing == "ahead" and spec.group and not self.trains else None
        )
        self.txg, self.record, self.recording = txg, record, recording
        self.waiting: list[Record] = []
        self.gathered = 0  # bytes of data in the train that waits
        self.out = 0  # commits on their way
        self.line: deque[Commit] = deque()  # the same, in the order in which they left and will end
        self.last: Vdev | None = None  # that took a block of this chain
        self.number = 0  # of the next record
        self.batches: list[Batch] = []
        self.chain: list[ChainBlock] = []

    def points(self, size: int, bias: str = "") -> bool:
        """Whether a write of `size` bytes would put only a pointer into the log. bias: its own
        (default: the log's)."""
        return self.spec.is_indirect(
            min(size, block_of(size, self.record)), bias, bool(self.pool.logs)
        )

    def steady(self, size: int) -> int:
        """Bytes of the log block of each write of `size` bytes that comes alone, 0 while that may
        still change."""
        if self.ahead is not None:
            return self.ahead.steady(size)
        blocks = self.spec.packed((size,))
        return blocks[0][0] if len(blocks) == 1 else 0

    def commit(
        self, size: int, path: Any = None, *, bias: str = "", pointed: bool | None = None
    ) -> Generator[Any, Any, int]:
        """Wait until `size` bytes of data are safe. Returns the record's number.

        bias: the record's own, as a client may hint (2012), default the log's. pointed: what
        `points` has said before.
        """
        loop, number = self.loop, self.number
        self.number += 1
        if pointed is None:
            pointed = self.points(size, bias)
        if not (self.out or self.trains or self.recording or path or pointed or loop.due_now()):
            yield from self.commit_alone(size)
            return number
        record = Record(
            size, loop.event(), loop.now, self.txg(), number, path, bias or self.spec.bias, pointed
        )
        if (
            self.trains
            and self.waiting
            and not self.spec.joins(self.waiting, self.gathered, record)
        ):
            self.leave()
        self.waiting.append(record)
        self.gathered += size
        if self.trains and self.spec.is_full(self.waiting, self.gathered):
            self.leave()
        elif self.out < self.limit:
            self.out += 1
            loop.spawn(self.writer())
        yield record.safe
        return number

    def commit_alone(self, size: int) -> Generator[Any, Any, None]:
        """The same for a record that finds the log idle and nobody beside it, done by its own
        thread: no batch is made up and no writer started. A test holds it to the longer way."""
        loop, pool, spec = self.loop, self.pool, self.spec
        self.out += 1
        now = loop.now
        txg, vdevs, answers = self.txg(), [], []
        for part, _ in self.ahead.fill((size,)) if self.ahead else spec.packed((size,)):
            block = pool.take_log(part, txg, self.last)
            self.last = block.vdev
            answers.append(
                block.vdev.write(
                    now, block.offset, part, None, "log write" if block.log else "sync write"
                )
            )
            if block.vdev not in vdevs:
                vdevs.append(block.vdev)
        yield until(loop, latest(answers))
        if spec.flush:
            now = loop.now
            yield until(loop, latest([vdev.flush(now) for vdev in vdevs]))
        if self.waiting:
            loop.spawn(self.writer())
            yield 0.0  # the next batch is made up before this thread goes on
        else:
            self.out -= 1

    def taken(self, sizes: list[int]) -> list[tuple[int, int]]:
        """The blocks (bytes each, and the records that end in it) of the next commit, where records
        of `sizes` wait."""
        spec, count = self.spec, len(sizes)
        if self.trains or not spec.group:
            return spec.packed(sizes if self.trains else sizes[:1])
        own = 0 if spec.wake == "first" or count == 1 else count - 1
        if own and spec.wake == "random":
            own = int(self.random.random() * count)
        if self.ahead:
            return self.ahead.fill(sizes, own)
        blocks, ended = spec.packed(sizes), 0
        for _, more in blocks:
            ended += more
            if ended > own:
                break
        return blocks if ended == count else spec.packed(sizes[:ended])

    def leave(self) -> None:
        """The train that waits leaves now, however many are out."""
        commit = self.next()
        self.out += 1
        self.loop.spawn(self.writer(commit))

    def writer(self, commit: Commit | None = None) -> Generator[Any, Any, None]:
        """See a commit home, then the next, while records wait and they may leave."""
        commit = commit or self.next()
        while commit is not None:
            yield from self.bring_home(commit)
            commit = self.next() if self.out <= self.limit else None
        self.out -= 1

    def next(self) -> Commit | None:
        """Put what waits, or what the rule takes of it, on its way: data into its place, log blocks
        to the next vdevs."""
        if not self.waiting:
            return None
        spec, pool = self.spec, self.pool
        blocks = self.taken([0 if record.pointed else record.size for record in self.waiting])
        count = sum([ended for _, ended in blocks])
        batch, self.waiting, self.gathered = self.waiting[:count], self.waiting[count:], 0
        commit = Commit(batch, self.loop.now)
        self.line.append(commit)
        data = {record.number: self.place(record, commit) for record in batch if record.pointed}
        sizes = [0 if record.pointed else record.size for record in batch]
        away = all(record.bias == "throughput" for record in batch)
        limit, txg, first = spec.slog_limit, batch[-1].txg, 0
        if limit is not None and sum(sizes) <= 2 * limit:
            limit = None
        for size, ended in blocks:
            if away or (limit is not None and commit.bytes >= limit):
                block = pool.take(size, self.last)
            else:
                block = pool.take_log(size, txg, self.last)
            self.last = block.vdev
            commit.write(block)
            commit.bytes += size
            if not block.log:
                commit.far = True
            if self.recording:
                numbers = tuple([record.number for record in batch[first : first + ended]])
                pointed = tuple([data[number] for number in numbers if number in data])
                self.chain.append(ChainBlock(block, numbers, txg, pointed))
                first += ended
        return commit

    def place(self, record: Record, commit: Commit) -> Block:
        """Put the data of an indirect record into its final place, whole file blocks of it."""
        whole = block_of(record.size, self.record)
        block = self.pool.take(-(-record.size // whole) * whole)
        commit.write(block)
        commit.data += block.size
        return block

    def bring_home(self, commit: Commit) -> Generator[Any, Any, None]:
        """Wait for the blocks, flush the caches of the vdevs that were touched, let go all whose
        turn it is."""
        loop = self.loop
        yield until(loop, commit.written())
        if self.spec.flush:
            yield until(loop, commit.flush(loop.now))
        commit.safe = now = loop.now
        while self.line and (home := self.line[0]).safe is not None:
            self.line.popleft()
            for record in home.records:
                if record.path is not None:
                    record.path.wait("intent log", "commits end in order", now)
                record.safe.fire()
            if self.recording:
                self.batches.append(
                    Batch(
                        home.start,
                        home.safe,
                        len(home.records),
                        home.bytes,
                        now,
                        home.data,
                        home.far,
                    )
                )

    def forget(self, txg: int) -> None:
        """The group `txg` is on disk. Its records are kept until the next is: an ignored flush may
        lose the group."""
        self.chain = [written for written in self.chain if written.txg >= txg]
