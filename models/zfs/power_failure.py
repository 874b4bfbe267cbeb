"""Pull the plug: what the pool holds when the power comes back, and what was acknowledged and is
gone."""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from copy import copy
from typing import NamedTuple

from models.zfs.dataset import Told, Zfs
from models.zfs.pool.pool import Block, uberblock
from models.zfs.pool.vdev import Vdev
from models.zfs.zil.intent_log import IntentLog
from models.zfs.zil.log_spec import ChainBlock


class Loss(NamedTuple):
    """Bytes that were acknowledged before the failure (`told`): in the last group on disk, replayed
    from the log, lost.

    `asked` are those of the lost that a program had asked to be safe, `unasked` the others. What an
    NFS client wrote UNSTABLE is among these: the server has promised nothing before a COMMIT, and
    the client keeps the data until then and sends it again. (It stays among them behind a COMMIT
    too, whose own record is not followed here.)

    writes: how many writes were lost. txg: the last group on disk. damaged: a newer group's root is
    on the platter, and some of what it points to is not, so that the pool has to go back to the
    group before. gone: a vdev has lost more devices than it can spare, and the pool with it.
    """

    told: int
    on_disk: int
    replayed: int
    lost: int
    asked: int
    writes: int
    txg: int
    damaged: bool = False
    gone: bool = False

    @property
    def unasked(self) -> int:
        """Bytes of the lost that nobody had asked to be safe: programs that did not sync, NFS
        clients without a COMMIT."""
        return self.lost - self.asked


class Chain:
    """How far a replay comes in one log, which reads its blocks from the first on until one is
    missing. limit: the number of the first record that it does not find."""

    def __init__(self, log: IntentLog):
        self.log, self.blocks = log, log.chain
        self.good: ChainBlock | None = None  # the last block that was found whole
        self.read = self.limit = 0
        self.open: deque[Told] = deque()  # told, and not found yet

    def follow(self, keeps: Callable[[Block], bool], txg: int) -> None:
        """Read on from block to block, until one is missing. What `txg` and older groups hold is
        not needed.

        keeps: whether a block can be had again.
        """
        if self.blocks is not self.log.chain:  # the log has forgotten what is in a group
            self.blocks = self.log.chain
            self.read = next(
                (n + 1 for n, block in enumerate(self.blocks) if block is self.good), 0
            )
        while self.read < len(self.blocks):
            written = self.blocks[self.read]
            if written.txg > txg and not all(
                keeps(block) for block in (written.block, *written.pointed)
            ):
                break
            self.read += 1
            self.good = written
            if written.numbers:
                self.limit = written.numbers[-1] + 1


class Plug:
    """Asks, as time goes on, what a power failure would leave at that moment. failed: devices that
    fail together with the power, each as its vdev and its number there (from 0).

    A question costs only what is new since the last one; what was once found to be safe stays safe,
    for no block is written over before the group that frees it is on disk.
    """

    def __init__(self, zfs: Zfs, failed: Iterable[tuple[Vdev, int]] = ()):
        self.zfs = zfs
        self.vdevs: dict[int, Vdev] = {}  # as they are after the failure, where it touches them
        for vdev, device in failed:
            twin = self.vdevs.setdefault(id(vdev), copy(vdev))
            twin.failed = {*twin.failed, device}
        self.chains: list[Chain] = []
        self.taken = 0  # of what programs were told
        self.txg = 0  # the last group found whole
        self.sums: Counter[tuple[int, bool, bool]] = (
            Counter()
        )  # bytes by group, asked, found in the log
        self.writes: Counter[tuple[int, bool, bool]] = Counter()
        self.gone = False

    def keeps(self, block: Block, now: float) -> bool:
        """Whether a block can be had again after a failure at `now` (s)."""
        return self.vdevs.get(id(block.vdev), block.vdev).stable(now, block.offset, block.size)

    def committed(self, now: float) -> bool:
        """Find the last group that is whole, its root and all blocks. Returns whether a newer root
        points to nothing."""
        groups, damaged = self.zfs.groups, False
        for txg in range(groups.rooted, self.txg, -1):
            if not self.keeps(uberblock(self.zfs.pool.vdevs[0], txg), now):
                continue  # the ring has an older root, and no newer one
            pointed = (
                block
                for log in self.zfs.logs
                for written in log.chain
                if written.txg == txg
                for block in written.pointed
            )
            if all(
                self.keeps(block, now)
                for part in (groups.blocks.get(txg, ()), pointed)
                for block in part
            ):
                self.txg = txg
                break
            damaged = True
        return damaged

    def take(self, told: Told, found: bool, sign: int = 1) -> None:
        key = told.txg, told.asked, found
        self.sums[key] += sign * told.size
        self.writes[key] += sign

    def at(self, now: float) -> Loss:
        """What a failure at `now` (s) leaves. The loop has run up to it; `now` never falls."""
        zfs = self.zfs
        damaged = self.committed(now)
        self.chains += [Chain(log) for log in zfs.logs[len(self.chains) :]]
        self.gone = any(self.vdevs.get(id(vdev), vdev).lost for vdev in zfs.pool.vdevs)
        for chain in self.chains:
            chain.follow(lambda block: self.keeps(block, now), self.txg)
        for told in zfs.told[self.taken :]:
            self.take(told, False)
            if told.record is not None:
                self.chains[told.log].open.append(told)
        self.taken = len(zfs.told)
        for chain in self.chains:
            waiting, limit = chain.open, chain.limit
            while waiting and waiting[0].record < limit:  # type: ignore[operator]
                self.take(waiting[0], False, -1)
                self.take(waiting.popleft(), True)
        return self.loss(damaged)

    def loss(self, damaged: bool) -> Loss:
        disk = log = lost = asked = writes = 0
        for (txg, wanted, found), size in self.sums.items():
            if txg <= self.txg and not self.gone:
                disk += size
            elif found and not self.gone:
                log += size
            else:
                lost += size
                asked += size * wanted
                writes += self.writes[txg, wanted, found]
        return Loss(
            disk + log + lost,
            disk,
            log,
            lost,
            asked,
            writes,
            0 if self.gone else self.txg,
            damaged,
            self.gone,
        )

    def stranded(self, now: float) -> list[Told]:
        """Acknowledged writes that are on stable storage at `now` (s), the moment that was asked
        for last, and cannot be found: a block before them in the chain is missing."""
        found = []
        for chain in self.chains:
            lost = {told.record: told for told in chain.open if self.fate(told) == "lost"}
            found += [
                lost[number]
                for written in chain.blocks[chain.read + 1 :]
                for number in written.numbers
                if number in lost
                and all(self.keeps(block, now) for block in (written.block, *written.pointed))
            ]
        return found

    def fate(self, told: Told) -> str:
        """Where an acknowledged write is after the failure that was asked for last: disk, log or
        lost."""
        if self.gone:
            return "lost"
        if told.txg <= self.txg:
            return "disk"
        return (
            "log"
            if told.record is not None and told.record < self.chains[told.log].limit
            else "lost"
        )
