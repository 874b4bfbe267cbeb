"""Transaction groups: what was written in memory goes to disk together, in large transfers."""
from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

from models.check import positive
from models.devices.hdd import HardDisk
from models.loop import Event, Loop
from models.pool.allocator import NextFit
from models.units import KiB, MiB


@dataclass(frozen=True)
class TxgSpec:
    """interval: seconds between groups; limit: dirty bytes that start one at once and hold writers back.

    The limit counts all that is not on disk. (ZFS of 2010 limited each group by itself and adapted the limit to the
    disk; then writers would not pause as the measured ones did.) flush: whether the disk's cache is emptied at the end.

    record: bytes of a file's block; transfer: neighbours are written together up to this; pending: transfers that
    the pool has out at a time. pointers: block pointers in an indirect block; indirect: bytes of one on disk.
    """

    interval: float = 15.0
    limit: int = 435 * MiB
    record: int = 128 * KiB
    transfer: int = 128 * KiB
    pending: int = 10
    pointers: int = 128
    indirect: int = 4 * KiB
    copies: int = 2
    flush: bool = True

    def __post_init__(self) -> None:
        positive(self, "interval", "limit", "record", "transfer", "pending", "pointers", "indirect", "copies")

    def writes(self, dirty: int) -> Iterator[int]:
        """Transfers (bytes) for `dirty` bytes of data and the indirect blocks above them, `copies` times."""
        whole, rest = divmod(dirty, self.transfer)
        yield from [self.transfer] * whole
        if rest:
            yield -(-rest // (4 * KiB)) * 4 * KiB
        records = -(-dirty // self.record)
        for _ in range(self.copies):
            metadata = (-(-records // self.pointers) + 2) * self.indirect      # and two blocks above them
            while metadata > 0:
                yield min(metadata, self.transfer)
                metadata -= self.transfer


class TransactionGroups:
    """The open group and the one that is being written.

    age: seconds for which the group that is open at time zero has been filling already; what it gathered before is
    taken at the rate seen since.
    """

    def __init__(self, loop: Loop, disk: HardDisk, space: NextFit, spec: TxgSpec, age: float = 0.0):
        self.loop, self.disk, self.space, self.spec = loop, disk, space, spec
        self.dirty = 0          # in the open group
        self.syncing = 0        # in the group on its way to disk
        self.opened = -age
        self.full: Event = loop.event()
        self.space_free: Event = loop.event()
        loop.spawn(self.timer())
        loop.spawn(self.sync_thread())

    def add(self, size: int) -> Generator[Any, Any, None]:
        """Take `size` bytes of a write into the open group, waiting while too much is dirty."""
        while self.dirty + self.syncing + size > self.spec.limit and self.dirty + self.syncing:
            if not self.syncing:
                self.wake()
            yield self.space_free
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
        loop, disk = self.loop, self.disk
        while True:
            yield self.full
            self.full = loop.event()
            self.syncing, self.dirty = self.dirty, 0
            if self.opened < 0 < loop.now:
                gathered = round(self.syncing * (loop.now - self.opened) / loop.now)
                self.syncing = max(self.syncing, min(gathered, self.spec.limit))
            self.opened = loop.now
            out: deque[float] = deque()
            for size in self.spec.writes(self.syncing) if self.syncing else ():
                if len(out) == self.spec.pending:
                    yield max(0.0, out.popleft() - loop.now)
                out.append(disk.write(loop.now, self.space.take(size), size))
            if out:
                yield max(0.0, out[-1] - loop.now)
                if self.spec.flush:
                    yield disk.flush(loop.now) - loop.now
                yield disk.write(loop.now, 0, 4 * KiB) - loop.now      # the uberblock, simplified: from here on it counts
                if self.spec.flush:
                    yield disk.flush(loop.now) - loop.now
            self.syncing = 0
            free, self.space_free = self.space_free, loop.event()
            free.fire()
