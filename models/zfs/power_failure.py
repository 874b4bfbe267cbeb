"""The contents of a pool after a power failure, and the acknowledged writes that are lost."""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from copy import copy
from itertools import chain
from typing import NamedTuple

from models.zfs.dataset import Acknowledged, Zfs
from models.zfs.pool.pool import Block, uberblock
from models.zfs.pool.vdev import Vdev
from models.zfs.zil.intent_log import IntentLog
from models.zfs.zil.log_spec import ChainBlock


class Loss(NamedTuple):
    """Bytes that were acknowledged before the failure, by their state after it.

    `lost_async` includes what an NFS client wrote UNSTABLE: the server promises nothing before a
    COMMIT, and the client keeps the data until then and sends it again. (It is included after a
    COMMIT too, because the record of a COMMIT is not tracked here.)
    """

    acknowledged: int  # all of them
    on_disk: int  # in the last group on disk
    replayed: int  # from the log
    lost: int  # the rest
    lost_sync: int  # lost, although the program asked for a synchronous write
    writes: int  # number of lost writes
    txg: int  # the last group on disk
    # a newer group's root is on the platter, but not all that it points to, so the pool goes back
    # one group
    damaged: bool = False
    pool_lost: bool = False  # a vdev has lost more devices than it can spare, and with it the pool

    @property
    def lost_async(self) -> int:
        """Return the lost bytes that were not requested to be safe (no sync, no COMMIT)."""
        return self.lost - self.lost_sync


class ChainReplay:
    """The replay of one log: it reads blocks from the first until one is missing."""

    def __init__(self, log: IntentLog):
        self.log, self.blocks = log, log.chain
        self.good: ChainBlock | None = None  # the last block that was read
        self.read = self.limit = 0  # blocks read; number of the first record not found
        self.open: deque[Acknowledged] = deque()  # acknowledged, not found yet

    def follow(self, survives: Callable[[Block], bool], txg: int) -> None:
        """Read on until a block is missing. `survives` tests a block; groups up to `txg` are not
        needed."""
        if self.blocks is not self.log.chain:  # the log has dropped a group that is on disk
            self.blocks = self.log.chain
            self.read = next(
                (n + 1 for n, block in enumerate(self.blocks) if block is self.good), 0
            )
        while self.read < len(self.blocks):
            written = self.blocks[self.read]
            blocks = (written.block, *written.pointed)
            if written.txg > txg and not all(survives(block) for block in blocks):
                break
            self.read += 1
            self.good = written
            if written.numbers:
                self.limit = written.numbers[-1] + 1


class PowerFailure:
    """The results of a power failure at successive moments. `failed` has the devices that fail
    together with the power, each as (vdev, number in the vdev).

    A call of `at` costs only the work for what is new since the previous call. A write that was
    once found to be safe stays safe, because no block is overwritten before the group that frees it
    is on disk.
    """

    def __init__(self, zfs: Zfs, failed: Iterable[tuple[Vdev, int]] = ()):
        self.zfs = zfs
        self.vdevs: dict[int, Vdev] = {}  # copies with failed devices, for the vdevs concerned
        for vdev, device in failed:
            twin = self.vdevs.setdefault(id(vdev), copy(vdev))
            twin.failed = {*twin.failed, device}
        self.chains: list[ChainReplay] = []
        self.taken = 0  # acknowledged writes counted so far
        self.txg = 0  # the last complete group
        self.sums: Counter[tuple[int, bool, bool]] = Counter()  # bytes by (group, sync, logged)
        self.writes: Counter[tuple[int, bool, bool]] = Counter()
        self.pool_lost = False

    def survives(self, block: Block, now: float) -> bool:
        """Return whether a block can be read after a failure at `now` (s)."""
        return self.vdevs.get(id(block.vdev), block.vdev).stable(now, block.offset, block.size)

    def committed(self, now: float) -> bool:
        """Find the last group whose root and blocks are all on disk. Return whether a newer root is
        damaged."""
        groups, damaged = self.zfs.groups, False
        for txg in range(groups.rooted, self.txg, -1):
            if not self.survives(uberblock(self.zfs.pool.vdevs[0], txg), now):
                continue  # this root is not on the platter
            chains = chain.from_iterable(log.chain for log in self.zfs.logs)
            pointed = chain.from_iterable(one.pointed for one in chains if one.txg == txg)
            if all(
                self.survives(block, now) for block in chain(groups.blocks.get(txg, ()), pointed)
            ):
                self.txg = txg
                break
            damaged = True
        return damaged

    def count(self, write: Acknowledged, found: bool, sign: int = 1) -> None:
        """Add a write to the sums, or with `sign` -1 subtract it."""
        key = write.txg, write.sync_asked, found
        self.sums[key] += sign * write.size
        self.writes[key] += sign

    def at(self, now: float) -> Loss:
        """Return the result of a failure at `now` (s), up to which the loop has run; `now` never
        falls."""
        zfs = self.zfs
        damaged = self.committed(now)
        self.chains += [ChainReplay(log) for log in zfs.logs[len(self.chains) :]]
        self.pool_lost = any(self.vdevs.get(id(vdev), vdev).lost for vdev in zfs.pool.vdevs)
        for replay in self.chains:
            replay.follow(lambda block: self.survives(block, now), self.txg)
        for acknowledged in zfs.acknowledged[self.taken :]:
            self.count(acknowledged, False)
            if acknowledged.record is not None:
                self.chains[acknowledged.log].open.append(acknowledged)
        self.taken = len(zfs.acknowledged)
        for replay in self.chains:
            waiting, limit = replay.open, replay.limit
            while waiting and waiting[0].record < limit:  # type: ignore[operator]
                self.count(waiting[0], False, -1)
                self.count(waiting.popleft(), True)
        return self.loss(damaged)

    def loss(self, damaged: bool) -> Loss:
        """Return the sums as a `Loss`."""
        disk = log = lost = lost_sync = writes = 0
        for (txg, wanted, found), size in self.sums.items():
            if txg <= self.txg and not self.pool_lost:
                disk += size
            elif found and not self.pool_lost:
                log += size
            else:
                lost += size
                lost_sync += size * wanted
                writes += self.writes[txg, wanted, found]
        total, txg = disk + log + lost, 0 if self.pool_lost else self.txg
        return Loss(total, disk, log, lost, lost_sync, writes, txg, damaged, self.pool_lost)

    def stranded(self, now: float) -> list[Acknowledged]:
        """Return acknowledged writes that are stored at `now` (s), the last moment passed to `at`,
        but not found because an earlier block of the chain is missing."""
        found = []
        for replay in self.chains:
            lost = {write.record: write for write in replay.open if self.fate(write) == "lost"}
            for written in replay.blocks[replay.read + 1 :]:
                if all(self.survives(block, now) for block in (written.block, *written.pointed)):
                    found += [lost[number] for number in written.numbers if number in lost]
        return found

    def fate(self, acknowledged: Acknowledged) -> str:
        """Return where a write is after the failure passed to `at` last: disk, log or lost."""
        if self.pool_lost:
            return "lost"
        if acknowledged.txg <= self.txg:
            return "disk"
        record, chain = acknowledged.record, self.chains[acknowledged.log]
        return "log" if record is not None and record < chain.limit else "lost"
