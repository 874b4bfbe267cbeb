"""The intent log: how ZFS makes a synchronous write safe before its transaction group is.

Records that wait are packed into log blocks, the blocks are written to the next vdev or log device, the caches of the
devices touched are flushed, and the waiters go on; meanwhile the next batch gathers. Each dataset has one such chain.
"""
from collections import deque
from collections.abc import Callable, Generator
from random import Random
from typing import Any

from models.loop import Loop
from models.pool.log_spec import Batch, LogSpec, Record, Written
from models.pool.pool import Pool

__all__ = ["Batch", "IntentLog", "LogSpec", "Record", "Written"]


class IntentLog:
    """One chain of log blocks. txg: the number of the open transaction group, to which records belong.

    record: bytes of a file's block, which an indirect write puts into its place whole. `random` decides only where
    `wake` is random. `batches` and `chain` are kept while `recording`.
    """

    def __init__(self, loop: Loop, pool: Pool, spec: LogSpec, random: Random, *,
                 txg: Callable[[], int] = lambda: 0, record: int = 0, recording: bool = True):
        self.loop, self.pool, self.spec, self.random = loop, pool, spec, random
        self.limit = spec.out if spec.rule == "train" else 1        # commits on their way at most
        self.txg, self.record, self.recording = txg, record, recording
        self.waiting: list[Record] = []
        self.out = 0                            # commits on their way
        self.line: deque[list[Any]] = deque()   # commits in order, each with whether it is safe
        self.number = 0                         # of the next record
        self.batches: list[Batch] = []
        self.chain: list[Written] = []

    def commit(self, size: int, path: Any = None) -> Generator[Any, Any, int]:
        """Wait until `size` bytes of data are safe. Returns the record's number."""
        loop = self.loop
        number = self.number
        self.number += 1
        if not (self.out or self.limit > 1 or self.recording or path or self.spec.is_indirect(size) or loop.due_now()):
            yield from self.commit_alone(size)
            return number
        record = Record(size, loop.event(), loop.now, self.txg(), number, path)
        self.waiting.append(record)
        if self.out < self.limit:
            self.out += 1
            loop.spawn(self.write_batches())
        yield record.safe
        return number

    def commit_alone(self, size: int) -> Generator[Any, Any, None]:
        """The same for a record that finds the log idle and nobody beside it, done by its own thread: no batch is made
        up and no writer started. A test holds it to the longer way."""
        loop, pool = self.loop, self.pool
        self.out += 1
        now = finish = loop.now
        txg, vdevs = self.txg(), []
        for part, _ in self.spec.packed((size,)):
            block = pool.take_log(part, txg)
            answered = block.vdev.write(now, block.offset, part)
            if answered > finish:
                finish = answered
            if block.vdev not in vdevs:
                vdevs.append(block.vdev)
        yield finish - now
        if self.spec.flush:
            now = loop.now
            yield max([vdev.flush(now) for vdev in vdevs]) - now
        if self.waiting:
            loop.spawn(self.write_batches())
            yield 0.0       # the next batch is made up before this thread goes on
        else:
            self.out -= 1

    def taken(self) -> int:
        """How many of the waiting records, from the oldest on, the next commit takes."""
        spec, waiting = self.spec, self.waiting
        if not spec.group or len(waiting) == 1:
            return 1
        if spec.rule == "train":
            return self.train()
        count = len(waiting)
        if spec.wake == "last":
            return count
        count = 1 if spec.wake == "first" else 1 + int(self.random.random() * count)
        ended = 0
        for _, more in spec.packed([self.logged(record) for record in waiting]):
            ended += more
            if ended >= count:
                break
        return ended

    def train(self) -> int:
        """Records up to a train's length; a single one may be longer than that."""
        spec, total = self.spec, 0
        for count, record in enumerate(self.waiting):
            total += spec.header + record.size
            full = count >= spec.train_ops if spec.bias == "throughput" else total > spec.train_bytes
            if full and count:
                return count
        return len(self.waiting)

    def logged(self, record: Record) -> int:
        """Bytes of data that a record carries in the log itself."""
        return 0 if self.spec.is_indirect(record.size) else record.size

    def write_batches(self) -> Generator[Any, Any, None]:
        """Commit after commit, while records wait."""
        while self.waiting:
            count = self.taken()
            batch, self.waiting = self.waiting[:count], self.waiting[count:]
            yield from self.write_batch(batch)
        self.out -= 1

    def write_batch(self, batch: list[Record]) -> Generator[Any, Any, None]:
        """Write the data that is pointed to and the log blocks, flush, and let go all whose turn it is."""
        loop, spec, pool = self.loop, self.spec, self.pool
        start = finish = loop.now
        turn = [False, batch]
        self.line.append(turn)
        pointed = self.write_data(batch, start)
        txg, written, first = batch[-1].txg, 0, 0
        blocks, sizes = [], [self.logged(record) for record in batch]
        for size, ended in spec.packed(sizes):
            block = pool.take(size) if spec.bias == "throughput" else pool.take_log(size, txg)
            answered = block.vdev.write(start, block.offset, size)
            if answered > finish:
                finish = answered
            written += size
            blocks.append(block)
            if self.recording:
                numbers = tuple(record.number for record in batch[first:first + ended])
                self.chain.append(Written(block, numbers, txg, tuple(pointed)))
            first += ended
        finish = max([finish, *(answered for _, answered in pointed)])
        traced = [record.path for record in batch if record.path is not None]
        for path in traced:
            path.wait("intent log", "the commit before is still out", start)
            path.through("log write", blocks[-1].vdev, finish)
        yield finish - start
        if spec.flush:
            vdevs = {id(block.vdev): block.vdev for block in [*blocks, *(block for block, _ in pointed)]}
            now = loop.now
            flushed = max(vdev.flush(now) for vdev in vdevs.values())
            for path in traced:
                path.through("flush", blocks[-1].vdev, flushed)
            yield flushed - now
        safe = loop.now
        turn[0] = True
        while self.line and self.line[0][0]:
            for record in self.line.popleft()[1]:
                if record.path is not None:
                    record.path.wait("intent log", "commits end in order", loop.now)
                record.safe.fire()
        if self.recording:
            self.batches.append(Batch(start, safe, len(batch), written))

    def write_data(self, batch: list[Record], now: float) -> list[tuple[Any, float]]:
        """Put the data of indirect records into its final place, whole file blocks each."""
        out = []
        for record in batch:
            if self.spec.is_indirect(record.size):
                whole = max(1, self.record)
                block = self.pool.take(-(-record.size // whole) * whole)
                out.append((block, block.vdev.write(now, block.offset, block.size)))
        return out

    def forget(self, txg: int) -> None:
        """The group `txg` is on disk. Its records are kept until the next is: an ignored flush may lose the group."""
        self.chain = [written for written in self.chain if written.txg >= txg]
