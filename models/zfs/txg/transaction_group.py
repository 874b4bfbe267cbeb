"""Transaction groups: what was written in memory goes to disk together, in large transfers; and who
has to wait for that.

Sources of the throttles: OpenSolaris 2008, txg.c and dsl_pool.c (ticks); illumos 2013, dmu_tx.c
(curve).
"""

from collections import deque
from collections.abc import Callable, Collection, Generator
from typing import Any, NamedTuple

from models.sim.answer import Answer, latest, until
from models.sim.loop import Event, Loop
from models.sim.station import Station
from models.units import KiB, ms
from models.zfs.pool.pool import Block, Pool, uberblock
from models.zfs.txg.rewrites import Rewritten
from models.zfs.txg.txg_spec import TxgSpec


class Group(NamedTuple):
    """A group that takes no more: its number, when it opened, closed, began to go out and was on
    disk (s), its bytes, how many more (`placed`) it only points to, and how many it replaces
    (`freed`)."""

    number: int
    opened: float
    closed: float
    bytes: int
    placed: int = 0
    freed: int = 0
    begun: float = 0.0
    synced: float = 0.0
    anew: Rewritten | None = (
        None  # of its bytes, records that were there before; forgotten once it is on disk
    )


class WriteThrottle:
    """How much may be dirty, and how long a write is held back although there is room.

    dirty: bytes in the open group; syncing: in the one on its way, as far as they count against the
    limit. limit: dirty bytes, of all groups together or, with `each`, of every group. rate: bytes a
    second that went to disk, averaged.
    """

    def __init__(self, loop: Loop, spec: TxgSpec):
        self.loop, self.spec = loop, spec
        self.each, self.smooth = spec.throttle == "tick", spec.throttle == "curve"
        self.limit = min(spec.least, spec.limit) if self.each else spec.limit
        self.dirty = self.syncing = 0
        self.rate = 0.0
        self.turn = 0.0  # when the last write that was held back may go on
        self.space_free = loop.event()

    @property
    def held(self) -> int:
        """Bytes that count against the limit."""
        return self.dirty if self.each else self.dirty + self.syncing

    def delay(self, calls: int, behind: bool) -> float:
        """Seconds for which `calls` writes in a row are held back; `behind`: a group waits for
        another one.

        Ticks are slept by each writer for itself; on the curve all writers stand in one line.
        """
        if self.each:
            return (
                calls * self.spec.tick
                if behind and self.dirty > self.limit * self.spec.tick_from
                else 0.0
            )
        spaced = self.spec.delay(self.held)
        if not spaced:
            return 0.0
        now = self.loop.now
        self.turn = max(now, self.turn) + calls * spaced
        return self.turn - now

    def learn(self, size: int, took: float) -> None:
        """A group of `size` bytes `took` so long (s): what the next ones may hold. Small ones teach
        nothing."""
        if self.each and size > self.spec.least / 8 and took > 1 * ms:
            rate = size / took
            self.rate = 0.75 * self.rate + 0.25 * rate if self.rate else rate
            self.limit = self.spec.of_a_group(self.rate)

    def free(self) -> None:
        """Let those look again who stand still for want of room."""
        free, self.space_free = self.space_free, self.loop.event()
        free.fire()

    def release(self, size: int) -> None:
        """A transfer of `size` bytes is done, and no longer counts."""
        self.syncing -= min(size, self.syncing)
        if self.space_free.waiting:
            self.free()


class TransactionGroups(WriteThrottle):
    """Three groups: the open one, one that waits (only where `throttle` is tick), and the one that
    is being written: its data over all vdevs, so many transfers at a time, then the block that
    makes it count. Passes are left out: a group's own bookkeeping is written with its data, once.

    age: seconds for which the group that is open at time zero has been filling already; what it
    gathered before is taken at the rate seen since. done: called with a group's number when it is
    on disk. history: the groups on disk. rooted: the last group whose uberblock was sent to the
    device, which may still lose it. blocks: of the last two groups, where their data lies. table:
    of deduplication (a `LiveTable`), which says what of a group is there already.
    """

    def __init__(
        self,
        loop: Loop,
        pool: Pool,
        spec: TxgSpec,
        age: float = 0.0,
        done: Callable[[int], None] = lambda txg: None,
        table: Any = None,
    ):
        super().__init__(loop, spec)
        self.pool, self.done, self.table = pool, done, table
        self.thread, self.handing = (
            Station(),
            0.0,
        )  # what hands blocks to their vdevs: seconds for each byte
        self.rooted = 0
        self.blocks: dict[int, list[Block]] = {}
        self.number, self.synced = 1, 0  # of the open group; of the last that is on disk
        self.placed = (
            0  # bytes in the open group that are in their place already (indirect log records)
        )
        self.freed = 0  # bytes that it replaces, beside those of `anew`
        self.anew: Rewritten | None = None
        self.opened = (
            self.began
        ) = -age  # when the open group was opened; when the last one began to go out
        self.waiting: Group | None = None
        self.out: Group | None = None
        self.history: list[Group] = []
        self.full: Event = loop.event()
        self.taken: Event = loop.event()
        loop.spawn(self.timer())
        loop.spawn(self.sync_thread())

    def add(
        self, size: int, placed: bool = False, path: Any = None, calls: int = 1
    ) -> Generator[Any, Any, float]:
        """Take `size` bytes of a write into the open group. Returns the seconds for which it stood
        still.

        placed: the intent log puts them into their place, so that the group writes only what points
        to them. calls: of so many writes in a row this is the sum; each of them is held back.
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
        while (
            held := self.dirty if self.each else self.dirty + self.syncing
        ) and held + size > self.limit:
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

    def rewrite(self, file: int, records: Collection[int], size: int) -> Generator[Any, Any, None]:
        """Take these records of `size` bytes of a file of `file` records that is there into the
        open group: each once."""
        known = self.anew.records if self.anew else ()
        yield from self.add(sum([one not in known for one in dict.fromkeys(records)]) * size)
        if self.anew is None:
            self.anew = Rewritten(file, self.spec.pointers, size)
        self.anew.add(records)

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
        freed = self.freed + (len(self.anew.records) * self.spec.record if self.anew else 0)
        self.waiting = Group(
            self.number, self.opened, now, self.dirty, self.placed, freed, anew=self.anew
        )
        self.number, self.opened, self.anew = self.number + 1, now, None
        self.dirty = self.placed = self.freed = 0

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
            if group.bytes or group.placed or (self.table and self.table.spec.removal):
                yield from self.write_group(group)
            self.learn(group.bytes, loop.now - self.began)
            self.synced = group.number
            self.blocks.pop(group.number - 2, None)
            self.history.append(group._replace(begun=self.began, synced=loop.now, anew=None))
            self.syncing, self.out = 0, None
            self.done(group.number)
            self.free()

    def write_group(self, group: Group) -> Generator[Any, Any, None]:
        """Write what is dirty, wherever the pool has room."""
        spec, pool, anew = self.spec, self.pool, group.anew
        blocks = self.blocks[group.number] = []
        data = len(anew.records) * anew.size if anew else 0
        if anew and pool.files:
            blocks += pool.rewrite(list(anew.records), spec.transfer)
        sizes = list(
            spec.writes(
                group.bytes - data,
                group.placed,
                anew.blocks if anew else 0,
                0 if pool.files else data,
            )
        )
        if self.table:
            sizes = yield from self.look_up(group, sum(sizes), blocks)
        written = len(blocks) if self.table else 0
        blocks += [pool.take(size) for size in sizes]
        yield from self.send(blocks, group.number, written)
        pool.sync()

    def send(self, blocks: list[Block], number: int, written: int = 0) -> Generator[Any, Any, None]:
        """Write the blocks of a group over all vdevs but for the first `written`, which are, flush,
        write the uberblock, flush."""
        loop, spec, pool = self.loop, self.spec, self.pool
        lists: dict[int, list[tuple[Block, float]]] = {}
        for block in blocks[written:]:
            handed = self.thread.serve(loop.now, block.size * self.handing)
            lists.setdefault(id(block.vdev), []).append((block, handed))
        ended = []
        for mine in lists.values():
            end = loop.event()
            ended.append(end)
            loop.spawn(self.write_vdev(mine, end))
        for end in ended:
            yield end
        if spec.flush:
            touched = {id(block.vdev): block.vdev for block in blocks}
            yield until(loop, latest([vdev.flush(loop.now) for vdev in touched.values()]))
        root = uberblock(pool.vdevs[0], number)  # from here on the group counts
        answered = pool.write(root, loop.now, "async write")
        self.rooted = number
        yield until(loop, answered)
        if spec.flush:
            yield until(loop, root.vdev.flush(loop.now))

    def look_up(
        self, group: Group, size: int, blocks: list[Block]
    ) -> Generator[Any, Any, list[int]]:
        """Write the records that the table does not know, with the pointers to all of them, and
        wait for that. Returns the transfers that are left, of table blocks that changed. size:
        bytes of the group, were no record known."""
        loop, spec = self.loop, self.spec
        records = -(-group.bytes // spec.record)
        gathered, out = 0.0 if records else float(size), list[Answer]()

        def put(found: bool) -> None:
            nonlocal gathered
            gathered += (size - found * group.bytes) / records
            while gathered >= spec.transfer:
                gathered -= spec.transfer
                blocks.append(self.pool.take(spec.transfer))
                out.append(self.pool.write(blocks[-1], loop.now, "async write"))

        changed = yield from self.table.group(
            records, group.freed // spec.record, group.closed - group.opened, put
        )
        for answer in out:
            yield until(loop, answer)
            if self.smooth:
                self.release(spec.transfer)
        whole, rest = divmod(-(-int(gathered + changed) // (4 * KiB)) * 4 * KiB, spec.transfer)
        return [spec.transfer] * whole + [rest] * (rest > 0)

    def write_vdev(
        self, blocks: list[tuple[Block, float]], end: Event
    ) -> Generator[Any, Any, None]:
        """Write one vdev's share, each block when it is handed over (s)."""
        loop, spec, smooth, pending = self.loop, self.spec, self.smooth, self.spec.pending
        out: deque[tuple[Answer, int]] = deque()
        for block, handed in blocks:
            if handed > loop.now:
                yield handed - loop.now
            if smooth:
                pending = spec.outstanding(self.dirty + self.syncing)
            while len(out) >= pending:
                answer, size = out.popleft()
                yield until(loop, answer)
                if smooth:
                    self.release(size)
            out.append(
                (
                    block.vdev.write(loop.now, block.offset, block.size, None, "async write"),
                    block.size,
                )
            )
        for answer, _ in out:
            yield until(loop, answer)
        end.fire()
