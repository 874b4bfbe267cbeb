"""Transaction groups: data is gathered in memory and written to disk together, and writers may have
to wait. Sources of the throttles: OpenSolaris 2008, txg.c and dsl_pool.c (ticks); illumos 2013,
dmu_tx.c (curve)."""

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from typing import NamedTuple

from models.sim.answer import Answer, latest, until
from models.sim.loop import Event, Loop, Steps
from models.sim.path import RequestPath
from models.units import KiB, ms
from models.zfs.dedup.live_table import LiveTable
from models.zfs.io.software import Software
from models.zfs.pool.pool import Block, Pool, uberblock
from models.zfs.txg.rewrites import MAPS, RewrittenRecords, map_bytes
from models.zfs.txg.txg_spec import TxgSpec


class ClosedGroup(NamedTuple):
    """A group that takes no more data. Times in seconds, sizes in bytes."""

    number: int
    opened: float
    closed: float  # when it stopped accepting data
    bytes: int
    placed: int = 0  # further data, which is in place already; the group only points to it
    freed: int = 0  # bytes of data that it replaces
    begun: float = 0.0  # when ZFS began to write it
    synced: float = 0.0  # when it was on disk
    rewritten: Sequence[RewrittenRecords] = ()  # records it rewrites, by file; none once on disk
    unpaid: int = 0  # bytes whose way to disk no request's price includes


class WriteThrottle:
    """The limit on dirty data, and the delays of writes below it. `dirty` is the bytes of the open
    group, `syncing` those of the group being written that still count. `limit` is for all groups
    together or, if `per_group`, for each; then it is the largest one until a group is on disk, as in a
    pool that has long been written to. `rate` is the mean bytes per second written to disk."""

    def __init__(self, loop: Loop, spec: TxgSpec):
        self.loop, self.spec = loop, spec
        self.per_group, self.curved = spec.throttle == "tick", spec.throttle == "curve"
        self.limit = spec.limit
        self.dirty = self.syncing = 0
        self.rate = 0.0
        self.next_write = 0.0  # when the last delayed write may continue (s)
        self.queue: deque[tuple[int, Event]] = deque()  # bytes of waiting writes, first come first

    @property
    def held(self) -> int:
        """Return the bytes that count against the limit."""
        return self.dirty if self.per_group else self.dirty + self.syncing

    def delay(self, calls: int, behind: bool) -> float:
        """Return how long `calls` consecutive writes are delayed (s). `behind` says whether a group
        waits for another. With ticks each writer sleeps on its own; on the curve all writers share
        one queue."""
        if self.per_group:
            sleeps = behind and self.dirty > self.limit * self.spec.tick_from
            return calls * self.spec.tick if sleeps else 0.0
        spaced = self.spec.delay(self.held)
        if not spaced:
            return 0.0
        now = self.loop.now
        self.next_write = max(now, self.next_write) + calls * spaced
        return self.next_write - now

    def learn(self, size: int, took: float) -> None:
        """Adjust the limit after a group of `size` bytes that took `took` seconds, unless it was
        small."""
        if self.per_group and size > self.spec.least / 8 and took > 1 * ms:
            rate = size / took
            self.rate = 0.75 * self.rate + 0.25 * rate if self.rate else rate
            self.limit = self.spec.group_limit(self.rate)

    def fits(self, size: int) -> bool:
        """Return whether `size` more bytes are within the limit. Any size fits if none are held."""
        held = self.dirty if self.per_group else self.dirty + self.syncing
        return not held or held + size <= self.limit

    def free(self) -> None:
        """Admit waiting writes in order of arrival, as long as they fit."""
        while self.queue and self.fits(self.queue[0][0]):
            size, turn = self.queue.popleft()
            self.dirty += size
            turn.fire()

    def release(self, size: int) -> None:
        """Stop counting a transfer of `size` bytes that is done."""
        self.syncing -= min(size, self.syncing)
        self.free()


class TransactionGroups(WriteThrottle):
    """Three groups: the open one, one that waits (only with the tick throttle), and the one being
    written.

    A group's data is written over all vdevs, a limited number of transfers at a time, then the
    block that commits it. Passes are not modelled: a group's own metadata is written once, with its
    data.

    `history` has the groups on disk, `rooted` is the last group whose uberblock was sent to the
    device (which may still lose it), and `blocks` has the data blocks of the last two groups.
    """

    def __init__(
        self,
        loop: Loop,
        pool: Pool,
        spec: TxgSpec,
        age: float = 0.0,  # age of the first group at time zero (s); its data is extrapolated
        done: Callable[[int], None] = lambda txg: None,  # called with a group's number once on disk
        table: LiveTable | None = None,  # with deduplication
        *,
        scattered: bool = False,  # whether the records of a file lie all over the pool
        software: Software | None = None,  # the core time of blocks; None: not charged
    ):
        super().__init__(loop, spec)
        self.pool, self.done, self.table, self.software = pool, done, table, software
        self.scattered = scattered
        self.issue_time = 0.0  # seconds per byte of the thread that issues blocks
        self.rooted = 0
        self.blocks: dict[int, list[Block]] = {}
        self.number, self.synced = 1, 0  # number of the open group, and of the last on disk
        self.placed = 0  # bytes of the open group that are in place already (indirect log records)
        self.unpaid = 0  # bytes of the open group whose way to disk no request's price includes
        self.charged = True  # whether those of `rewrite` are among them
        self.rewritten: dict[Hashable, RewrittenRecords] = {}  # by file
        self.places: dict[Hashable, int] = {}  # records of each file, as far as they are known
        self.opened = self.began = -age  # opening of this group, start of the last write (s)
        self.waiting: ClosedGroup | None = None
        self.out: ClosedGroup | None = None
        self.history: list[ClosedGroup] = []
        self.full: Event = loop.event()
        self.taken: Event = loop.event()
        loop.spawn(self.timer())
        loop.spawn(self.sync_thread())

    def add(
        self, size: int, placed: bool = False, path: RequestPath | None = None, calls: int = 1
    ) -> Steps[float]:
        """Add `size` bytes of a write to the open group. Return how long it waited for space (s).

        With `placed` the intent log puts the data in place, so that the group only writes pointers
        to it. `calls` is the number of consecutive writes that this stands for; each of them is
        delayed.
        """
        if placed:
            self.placed += size
            return 0.0
        loop = self.loop
        if self.per_group or self.curved:
            delay = self.delay(calls, self.waiting is not None)
            if delay:
                yield delay
        begun = loop.now
        if not self.queue and self.fits(size):
            self.dirty += size
        else:
            turn = loop.event()
            self.queue.append((size, turn))
            self.press()
            yield turn
        if path is not None:
            path.wait("transaction group", "too much is dirty", loop.now)
        if self.curved and self.out is None and self.dirty > self.spec.kick:
            self.wake()
        return loop.now - begun

    def rewrite(
        self,
        file: int,
        records: Collection[int],
        size: int,
        *,
        name: Hashable = None,
        placed: bool = False,
        path: RequestPath | None = None,
        unpaid: bool | None = None,
    ) -> Steps[None]:
        """Add existing records of `size` bytes, of a file of `file` records, to the open group,
        each once. `name` is that of the file; if it has records beyond `file`, it is as long as
        they show. `placed` is as for `add`. unpaid: whether no price includes its way to disk
        (default: `charged`)."""
        named = name, size
        known = self.rewritten[named].records if named in self.rewritten else ()
        if not placed:
            fresh = sum([one not in known for one in dict.fromkeys(records)])
            yield from self.add(fresh * size, path=path)
            self.unpaid += fresh * size * (self.charged if unpaid is None else unpaid)
        self.note(named, file, records, size, placed)

    def note(
        self, name: Hashable, file: int, records: Collection[int], size: int, placed: bool = False
    ) -> None:
        """Note records that the open group rewrites, as `rewrite` does, without waiting."""
        group = self.rewritten.get(name)
        if group is None:
            places = max(file, self.places.get(name, 1))
            group = self.rewritten[name] = RewrittenRecords(places, self.spec.pointers, size)
        group.add(records, placed)
        self.places[name] = group.places

    @property
    def freed(self) -> int:
        """Return the bytes of data that the open group replaces."""
        return sum([one.freed * one.size for one in self.rewritten.values()])

    @property
    def above(self) -> int:
        """Return the number of blocks above the records that the open group rewrites."""
        return sum([one.blocks for one in self.rewritten.values()])

    def press(self) -> None:
        """Admit waiting writes. For those left, close the open group if each group has its own
        limit, and start writing."""
        self.free()
        while self.queue and self.per_group and self.waiting is None:
            self.close()
            self.wake()
            self.free()
        if self.queue and self.out is None:
            self.wake()

    def wake(self) -> None:
        """Start writing a group as soon as none is being written."""
        if not self.full.fired:
            self.full.fire()

    def close(self) -> None:
        """Close the open group and open another."""
        now = self.loop.now
        if self.opened < 0 < now:
            gathered = round(self.dirty * (now - self.opened) / now)
            self.dirty = max(self.dirty, min(gathered, self.spec.limit))
        rewritten = list(self.rewritten.values())
        self.waiting = ClosedGroup(
            self.number,
            self.opened,
            now,
            self.dirty,
            self.placed,
            self.freed,
            rewritten=rewritten,
            unpaid=min(self.unpaid, self.dirty),
        )
        self.number, self.opened, self.rewritten = self.number + 1, now, {}
        self.dirty = self.placed = self.unpaid = 0

    def timer(self) -> Steps[None]:
        """Start a group `interval` after the last one started, or when that one is on disk."""
        while True:
            left = self.spec.interval - (self.loop.now - self.began)
            if left > 1e-9:
                yield left
            else:
                self.wake()
                yield self.taken

    def sync_thread(self) -> Steps[None]:
        """Write one group after another."""
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
            if self.per_group:
                self.press()
            if (
                group.bytes
                or group.placed
                or group.rewritten
                or (self.table and self.table.spec.removal)
            ):
                yield from self.write_group(group)
            self.learn(group.bytes, loop.now - self.began)
            self.synced = group.number
            self.blocks.pop(group.number - 2, None)
            self.history.append(group._replace(begun=self.began, synced=loop.now, rewritten=()))
            self.syncing, self.out = 0, None
            self.done(group.number)
            self.press()

    def write_group(self, group: ClosedGroup) -> Steps[None]:
        """Write the dirty data of a group."""
        spec, pool = self.spec, self.pool
        blocks = self.blocks[group.number] = []
        data = sum([one.data for one in group.rewritten])
        if pool.files:
            for one in group.rewritten:
                blocks += pool.rewrite(list(one.records), spec.transfer)
        above, moved = sum([one.blocks for one in group.rewritten]), 0 if pool.files else data
        ratio = self.software.costs.ratio if self.software else 1.0
        sizes = list(spec.data_writes((group.bytes - data + moved) / ratio))
        metadata = list(spec.metadata_writes(group.bytes - data + group.placed, above))
        maps = sum([self.maps(one) for one in group.rewritten])
        metadata += [min(spec.transfer, maps - at) for at in range(0, maps, spec.transfer)]
        if self.table:
            total = sum(sizes) + sum(metadata)
            sizes, metadata = (yield from self.look_up(self.table, group, total, blocks)), []
        written = len(blocks) if self.table else 0
        take = pool.take_metadata if spec.record <= pool.small else pool.take
        blocks += [take(size) for size in sizes]
        blocks += [pool.take_metadata(size) for size in metadata]
        share = group.unpaid / max(1, group.bytes)
        yield from self.send(
            blocks, group.number, written, share, group.bytes // spec.record + above
        )
        pool.sync()

    def maps(self, file: RewrittenRecords) -> int:
        """Return the bytes of space maps for what the group frees in a file, which lies in a row
        unless blocks are scattered."""
        vdevs = self.pool.vdevs
        slabs = len(vdevs) * int(MAPS["slabs"])
        space = file.places * vdevs[0].allocated(file.size)
        taken = slabs if self.scattered else -(-space * slabs // self.pool.capacity)
        return map_bytes(self.spec, file.freed if file.size else 0, min(slabs, taken), slabs)

    def send(
        self,
        blocks: list[Block],
        number: int,
        written: int = 0,
        share: float = 0.0,
        count: int = 0,
    ) -> Steps[None]:
        """Write the blocks of a group to all vdevs, except the first `written`, which are done;
        flush, write the uberblock, and flush. Cores prepare a `share` of the data. One thread
        issues it, `count` records and blocks above them."""
        loop, spec, pool = self.loop, self.spec, self.pool
        paid = share if self.software else 0.0
        dense = count / max(1, sum([one.size for one in blocks[written:]]))
        thread = IssuingThread(self, [one.size for one in blocks[written:]], paid * dense)
        lists: dict[int, list[tuple[Block, int]]] = {}
        for turn, block in enumerate(blocks[written:]):
            lists.setdefault(id(block.vdev), []).append((block, turn))
        ended = []
        for own in lists.values():
            end = loop.event()
            ended.append(end)
            loop.spawn(self.write_vdev(own, end, thread, paid, dense))
        for end in ended:
            yield end
        if spec.flush:
            touched = {id(block.vdev): block.vdev for block in blocks}
            yield until(loop, latest([vdev.flush(loop.now) for vdev in touched.values()]))
        root = uberblock(pool.vdevs[0], number)  # commits the group
        answered = pool.write(root, loop.now, "async write")
        self.rooted = number
        yield until(loop, answered)
        if spec.flush:
            yield until(loop, root.vdev.flush(loop.now))

    def look_up(
        self, table: LiveTable, group: ClosedGroup, size: int, blocks: list[Block]
    ) -> Steps[list[int]]:
        """Write the records that the table does not know, with the pointers to all records, and
        wait for that. Return the bytes of the remaining transfers, for table blocks that changed.
        `size` is the bytes of the group if no record were known."""
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

        freed, seconds = group.freed // spec.record, group.closed - group.opened
        changed = yield from table.group(records, freed, seconds, put)
        for answer in out:
            yield until(loop, answer)
            if self.curved:
                self.release(spec.transfer)
        whole, rest = divmod(-(-int(gathered + changed) // (4 * KiB)) * 4 * KiB, spec.transfer)
        return [spec.transfer] * whole + [rest] * (rest > 0)

    def write_vdev(
        self,
        blocks: list[tuple[Block, int]],
        end: Event,
        thread: "IssuingThread",
        share: float,
        dense: float,
    ) -> Steps[None]:
        """Write a vdev's blocks, each with its place among those that `thread` issues, and fire `end`.
        Cores prepare a `share` of the data, as many blocks ahead as may be in flight. dense: records
        and blocks above them in a byte."""
        loop, spec, curved, pending = self.loop, self.spec, self.curved, self.spec.pending
        out: deque[tuple[Answer, int]] = deque()
        sizes = [block.size for block, _ in blocks]
        prepared = self.prepared(sizes, share, dense) if share else None
        for block, turn in blocks:
            if prepared and (ready := next(prepared)) > loop.now:
                yield ready - loop.now
            if (issued := thread.issued(turn)) > loop.now:
                yield issued - loop.now
            if curved:
                pending = spec.outstanding(self.dirty + self.syncing)
            while len(out) >= pending:
                answer, size = out.popleft()
                yield until(loop, answer)
                if curved:
                    self.release(size)
            answer = block.vdev.write(loop.now, block.offset, block.size, None, "async write")
            out.append((answer, block.size))
        for answer, _ in out:
            yield until(loop, answer)
        end.fire()

    def prepared(self, sizes: list[int], share: float, dense: float) -> Iterator[float]:
        """Yield when each of the blocks of `sizes` is ready for its vdev (s). Cores begin with each
        when the one that many places before it is wanted; the first ones are ready."""
        software = self.software
        assert software
        ahead = max(self.spec.pending, software.threads // len(self.pool.vdevs))
        ready: deque[float] = deque()
        for n in range(len(sizes)):
            for size in sizes[:ahead] if n == 0 else sizes[n + ahead - 1 : n + ahead]:
                rest = software.group(size, size * dense, share)
                ready.append(self.loop.now + software.work(rest, "prepares a block"))
            done = ready.popleft()
            yield done if n >= ahead else 0.0


class IssuingThread:
    """The thread that issues the blocks of a group one after another, each at the speed that it has at
    that moment. sizes: bytes of each block; records: those that it prepares itself, in a byte."""

    def __init__(self, groups: TransactionGroups, sizes: list[int], records: float):
        self.groups, self.sizes, self.records = groups, sizes, records
        self.at, self.times = groups.loop.now, list[float]()

    def issued(self, turn: int) -> float:
        """Return when it has issued the block of number `turn` (s)."""
        groups, times, each = self.groups, self.times, 0.0
        if turn >= len(times):
            each = groups.issue_time
            if self.records and (software := groups.software):
                each += software.slowed(software.costs.sync_block) * self.records
        while turn >= len(times):
            self.at += self.sizes[len(times)] * each
            times.append(self.at)
        return times[turn]
