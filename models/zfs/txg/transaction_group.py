"""Transaction groups: what was written in memory goes to disk together, in large transfers."""
from collections.abc import Callable, Generator
from typing import Any, NamedTuple

from models.sim.loop import Event, Loop
from models.zfs.pool.pool import Pool
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.txg.write_throttle import WriteThrottle

__all__ = ["Group", "TransactionGroups", "TxgSpec"]


class Group(NamedTuple):
    """A group that takes no more: its number, when it opened, closed, began to go out and was on disk (s), its bytes,
    and how many more (`placed`) it only points to."""

    number: int
    opened: float
    closed: float
    bytes: int
    placed: int = 0
    begun: float = 0.0
    synced: float = 0.0


class TransactionGroups(WriteThrottle):
    """Three groups: the open one, one that waits (only where `throttle` is tick), and the one that is being written.

    age: seconds for which the group that is open at time zero has been filling already; what it gathered before is taken
    at the rate seen since. done: called with a group's number when it is on disk. history: the groups on disk.
    """

    def __init__(self, loop: Loop, pool: Pool, spec: TxgSpec, age: float = 0.0,
                 done: Callable[[int], None] = lambda txg: None):
        super().__init__(loop, pool, spec)
        self.done = done
        self.number, self.synced = 1, 0     # of the open group; of the last that is on disk
        self.placed = 0         # bytes in the open group that are in their place already (indirect log records)
        self.opened = self.began = -age     # when the open group was opened; when the last one began to go out
        self.waiting: Group | None = None
        self.out: Group | None = None
        self.history: list[Group] = []
        self.full: Event = loop.event()
        self.taken: Event = loop.event()
        loop.spawn(self.timer())
        loop.spawn(self.sync_thread())

    def add(self, size: int, placed: bool = False, path: Any = None, calls: int = 1) -> Generator[Any, Any, float]:
        """Take `size` bytes of a write into the open group. Returns the seconds for which it stood still.

        placed: the intent log puts them into their place, so that the group writes only what points to them. calls: of
        so many writes in a row this is the sum; each of them is held back.
        """
        if placed:
            self.placed += size
            return 0.0
        loop = self.loop
        if self.each or self.smooth:
            delay = self.delay(calls, self.waiting is not None)
            if delay:
                yield delay
        came = loop.now
        while (held := self.dirty if self.each else self.dirty + self.syncing) and held + size > self.limit:
            if self.each and self.waiting is None:
                self.close()
                self.wake()
            else:
                if self.out is None:
                    self.wake()
                yield self.space_free
        if path is not None:
            path.wait("transaction group", "too much is dirty", loop.now)
        self.dirty += size
        if self.smooth and self.out is None and self.dirty > self.spec.kick:
            self.wake()
        return loop.now - came

    def wake(self) -> None:
        """Let a group go out as soon as none is."""
        if not self.full.fired:
            self.full.fire()

    def close(self) -> None:
        """The open group takes no more, and another is open."""
        now = self.loop.now
        if self.opened < 0 < now:
            gathered = round(self.dirty * (now - self.opened) / now)
            self.dirty = max(self.dirty, min(gathered, self.spec.limit))
        self.waiting = Group(self.number, self.opened, now, self.dirty, self.placed)
        self.number, self.opened = self.number + 1, now
        self.dirty = self.placed = 0

    def timer(self) -> Generator[Any, Any, None]:
        """A group goes out `interval` after the last one began to, or when that one is on disk."""
        while True:
            left = self.spec.interval - (self.loop.now - self.began)
            if left > 1e-9:
                yield left
            else:
                self.wake()
                yield self.taken

    def sync_thread(self) -> Generator[Any, Any, None]:
        """One group after the other."""
        loop = self.loop
        while True:
            if self.waiting is None:
                yield self.full
                if self.waiting is None:
                    self.close()
            assert self.waiting is not None
            self.out, self.waiting = self.waiting, None
            group, self.syncing, self.began = self.out, self.out.bytes, loop.now
            self.full = loop.event()
            taken, self.taken = self.taken, loop.event()
            taken.fire()
            if self.each:
                self.free()
            if group.bytes or group.placed:
                yield from self.write_group(group.number, group.placed)
            self.learn(group.bytes, loop.now - self.began)
            self.synced = group.number
            self.blocks.pop(group.number - 2, None)
            self.history.append(group._replace(begun=self.began, synced=loop.now))
            self.syncing, self.out = 0, None
            self.done(group.number)
            self.free()
