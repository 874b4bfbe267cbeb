"""Transaction groups: what was written in memory goes to disk together, in large transfers."""
from collections.abc import Callable, Generator
from typing import Any, NamedTuple

from models.loop import Event, Loop
from models.pool.group_writer import GroupWriter
from models.pool.pool import Pool
from models.pool.txg_spec import TxgSpec
from models.units import ms

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


class TransactionGroups(GroupWriter):
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
        self.each = spec.throttle == "tick"         # whether each group has a limit of its own
        self.limit = min(spec.least, spec.limit) if self.each else spec.limit
        self.rate = 0.0         # bytes a second that went to disk, averaged over groups
        self.turn = 0.0         # when the last write that was delayed may go on
        self.full: Event = loop.event()
        self.taken: Event = loop.event()
        self.space_free: Event = loop.event()
        loop.spawn(self.timer())
        loop.spawn(self.sync_thread())

    def add(self, size: int, placed: bool = False, path: Any = None, calls: int = 1) -> Generator[Any, Any, float]:
        """Take `size` bytes of a write into the open group. Returns the seconds for which it stood still.

        placed: the intent log puts them into their place, so that the group writes only what points to them. calls: of
        so many writes in a row this is the sum; each of them is delayed.
        """
        if placed:
            self.placed += size
            return 0.0
        loop = self.loop
        if self.each or self.smooth:
            delay = self.delay(calls)
            if delay:
                yield delay
        came = loop.now
        while True:
            held = self.dirty if self.each else self.dirty + self.syncing
            if not held or held + size <= self.limit:
                break
            if self.each and self.waiting is None:
                self.close()
            if self.out is None:
                self.wake()
            if self.dirty or not self.each:
                yield self.space_free
        if path is not None:
            path.wait("transaction group", "too much is dirty", loop.now)
        self.dirty += size
        if self.smooth and self.dirty > self.spec.kick and self.out is None:
            self.wake()
        return loop.now - came

    def delay(self, calls: int) -> float:
        """Seconds for which `calls` writes are held back though there is room."""
        spec = self.spec
        if self.each:
            return calls * spec.tick if self.waiting is not None and self.dirty > self.limit * spec.tick_from else 0.0
        spaced = spec.delay(self.dirty + self.syncing)
        if not spaced:
            return 0.0
        now = self.loop.now
        self.turn = max(now, self.turn) + calls * spaced
        return self.turn - now

    def wake(self) -> None:
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

    def free(self) -> None:
        """Let those look again who stand still for want of room."""
        free, self.space_free = self.space_free, self.loop.event()
        free.fire()

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
        loop, spec = self.loop, self.spec
        while True:
            if self.waiting is None:
                yield self.full
            if self.waiting is None:
                self.close()
            assert self.waiting is not None
            group, self.waiting = self.waiting, None
            self.out, self.syncing = group, group.bytes
            self.began = loop.now
            self.full = loop.event()
            taken, self.taken = self.taken, loop.event()
            taken.fire()
            if self.each:
                self.free()
            if group.bytes or group.placed:
                yield from self.write_group(group.number, group.placed)
            took = loop.now - self.began
            if self.each and group.bytes > spec.least / 8 and took > 1 * ms:
                rate = group.bytes / took
                self.rate = 0.75 * self.rate + 0.25 * rate if self.rate else rate
                self.limit = spec.of_a_group(self.rate)
            self.synced = group.number
            self.blocks.pop(group.number - 2, None)
            self.history.append(group._replace(begun=self.began, synced=loop.now))
            self.syncing, self.out = 0, None
            self.done(group.number)
            self.free()

    def release(self, size: int) -> None:
        """A transfer of `size` bytes is done: so much less is dirty."""
        self.syncing -= min(size, self.syncing)
        if self.space_free.waiting:
            self.free()
