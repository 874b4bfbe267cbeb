"""Transaction groups: what was written in memory goes to disk together, in large transfers."""
from collections import deque
from collections.abc import Callable, Generator
from typing import Any

from models.loop import Event, Loop
from models.pool.pool import Pool
from models.pool.txg_spec import TxgSpec
from models.units import KiB

__all__ = ["TransactionGroups", "TxgSpec"]


class TransactionGroups:
    """The open group and the one that is being written.

    age: seconds for which the group that is open at time zero has been filling already; what it gathered before is
    taken at the rate seen since. done: called with a group's number when it is on disk. history: of each group its
    number, when it closed and when it was on disk (s), and its bytes.
    """

    def __init__(self, loop: Loop, pool: Pool, spec: TxgSpec, age: float = 0.0,
                 done: Callable[[int], None] = lambda txg: None):
        self.loop, self.pool, self.spec, self.done = loop, pool, spec, done
        self.number, self.synced = 1, 0     # of the open group; of the last that is on disk
        self.dirty = 0          # in the open group
        self.placed = 0         # in the open group, and in its place already (indirect log records)
        self.syncing = 0        # in the group on its way to disk
        self.opened = -age
        self.history: list[tuple[int, float, float, int]] = []
        self.blocks: dict[int, list[Any]] = {}      # of the last two groups: where their data and uberblock lie
        self.full: Event = loop.event()
        self.space_free: Event = loop.event()
        loop.spawn(self.timer())
        loop.spawn(self.sync_thread())

    def add(self, size: int, placed: bool = False, path: Any = None) -> Generator[Any, Any, None]:
        """Take `size` bytes of a write into the open group, waiting while too much is dirty.

        placed: the intent log puts them into their place, so that the group writes only what points to them.
        """
        spec = self.spec
        if placed:
            self.placed += size
            return
        if spec.tick and self.dirty > spec.limit * spec.tick_from:
            yield spec.tick
        while self.dirty + self.syncing + size > spec.limit and self.dirty + self.syncing:
            if not self.syncing:
                self.wake()
            yield self.space_free
        if path is not None:
            path.wait("transaction group", "too much is dirty", self.loop.now)
        self.dirty += size

    def wake(self) -> None:
        if not self.full.fired:
            self.full.fire()

    def timer(self) -> Generator[Any, Any, None]:
        yield max(0.0, self.spec.interval + self.opened)
        while True:
            self.wake()
            yield self.spec.interval

    def sync_thread(self) -> Generator[Any, Any, None]:
        loop = self.loop
        while True:
            yield self.full
            self.full = loop.event()
            closed = loop.now
            self.syncing, self.dirty = self.dirty, 0
            placed, self.placed = self.placed, 0
            if self.opened < 0 < loop.now:
                gathered = round(self.syncing * (loop.now - self.opened) / loop.now)
                self.syncing = max(self.syncing, min(gathered, self.spec.limit))
            self.opened = loop.now
            txg, self.number = self.number, self.number + 1
            if self.syncing or placed:
                yield from self.write_group(txg, placed)
            self.synced = txg
            self.blocks.pop(txg - 2, None)
            self.history.append((txg, closed, loop.now, self.syncing))
            self.syncing = 0
            self.done(txg)
            free, self.space_free = self.space_free, loop.event()
            free.fire()

    def write_group(self, txg: int, placed: int) -> Generator[Any, Any, None]:
        """Write what is dirty over all vdevs, flush, write the uberblock, flush."""
        loop, spec, pool = self.loop, self.spec, self.pool
        lists: dict[int, list[Any]] = {}
        blocks = self.blocks[txg] = []
        for size in spec.writes(self.syncing, placed):
            block = pool.take(size)
            blocks.append(block)
            lists.setdefault(id(block.vdev), []).append(block)
        ended = []
        for mine in lists.values():
            end = loop.event()
            ended.append((mine[0].vdev, end))
            loop.spawn(self.write_vdev(mine, end))
        for _, end in ended:
            yield end
        touched = [vdev for vdev, _ in ended]
        if spec.flush:
            yield max(vdev.flush(loop.now) for vdev in touched) - loop.now
        label = pool.vdevs[0]
        yield label.write(loop.now, 0, 4 * KiB) - loop.now      # the uberblock, simplified: from here on it counts
        if spec.flush:
            yield label.flush(loop.now) - loop.now

    def write_vdev(self, blocks: list[Any], end: Event) -> Generator[Any, Any, None]:
        """Write one vdev's share, `pending` transfers at a time."""
        loop, pending = self.loop, self.spec.pending
        out: deque[float] = deque()
        for block in blocks:
            if len(out) == pending:
                yield max(0.0, out.popleft() - loop.now)
            out.append(block.vdev.write(loop.now, block.offset, block.size))
        yield max(0.0, out[-1] - loop.now)
        end.fire()
