"""A volume under load: what a request has to read before it can go on, and what it leaves to its
transaction group.

Before a write is taken, ZFS reads the blocks that it covers only in part, both at once, and does
not read ahead (dmu_tx.c of illumos, 2010). Only then is it written into memory and into the log. So
misaligned writes wait for disks even where their log is on flash, and even where the LUN's write
cache is enabled.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

from models.machine.machine import Machine
from models.protocols.alignment import Partition, TouchedBlocks
from models.protocols.iscsi.lun import Lun
from models.sim.answer import Answer, latest, then, until
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.units import KiB
from models.zfs.pool.vdev import Vdev

LAID = ("scattered", "in order", "never written")
ALIQUOT = 512 * KiB
"""For each device of a vdev so much goes to it before it is the next one's turn (metaslab.c of 2009)."""


@dataclass(slots=True)
class Counts:
    """What a volume did: requests; blocks that reads had to fetch, that writes had to fetch first,
    that writes dirtied; reads of vdevs for these. read: seconds for which reads waited; answered:
    writes, and seconds for which these waited for blocks, and for their commit."""

    reads: int = 0
    writes: int = 0
    answered: int = 0
    fetched: int = 0
    first: int = 0
    dirtied: int = 0
    ios: int = 0
    read: float = 0.0
    waited: float = 0.0
    committed: float = 0.0


class Volume(Lun):
    """A LUN with a partition, on a machine's pool.

    cached: share of its blocks that are in the server's memory from before; what this run touches
    stays there. laid: how the blocks lie that were written before: scattered over the pool as
    overwriting leaves them, in order as one long write does, or never written, so that there is
    nothing to read. cache: whether the LUN's write cache is enabled.
    """

    def __init__(
        self,
        machine: Machine,
        partition: Partition,
        *,
        cached: float = 0.0,
        laid: str = "scattered",
        cache: bool = False,
        seed: int = 1,
    ):
        zfs = machine.zfs
        super().__init__(
            zfs, zfs.dataset(zfs.log.spec, Random(seed), False, record=partition.block), cache=cache
        )
        self.partition, self.cached, self.laid = partition, cached, laid
        self.loop, self.random = zfs.loop, Random(seed)
        self.vdevs: list[Vdev] = machine.pool.vdevs
        self.held: dict[
            int, bool
        ] = {}  # blocks that were asked for: whether they are in memory, or on their way
        self.coming: dict[int, Answer] = {}  # when those are there that are on their way
        self.above: set[int] = set()  # indirect blocks that the open group writes anew
        self.txg = 0
        self.counts = Counts()

    def present(self, number: int) -> bool:
        """Whether a block is in memory, or needs not be read as nobody has written it."""
        if number not in self.held:
            self.held[number] = self.laid == "never written" or (
                self.cached > 0 and self.random.random() < self.cached
            )
        return self.held[number]

    def place(self, number: int) -> tuple[int, int]:
        """The vdev and the offset there of a block that was written before."""
        count, block = len(self.vdevs), self.block
        if self.laid == "scattered":
            vdev = int(self.random.random() * count)
            room = self.vdevs[vdev].capacity // 2
            return vdev, room // 2 + int(self.random.random() * (room // block)) * block
        chunk = max(block, ALIQUOT * len(self.vdevs[0].devices))
        turn, within = divmod(number * block, chunk)
        capacity = self.vdevs[0].capacity
        return turn % count, (capacity // 4 + turn // count * chunk) % (capacity // 2) + within

    def fetch(self, numbers: list[int], path: RequestPath | None = None) -> Answer:
        """Read those of these blocks that are not in memory, all at once; neighbours on a disk as
        one read. Returns when the last is there."""
        now, counts, answers, forks = (
            self.loop.now,
            self.counts,
            list[Answer](),
            list[RequestPath](),
        )
        runs: list[list[int]] = []  # vdev, offset, bytes
        for number in numbers:
            if self.present(number):
                answers.append(self.coming.get(number, now))
                continue
            self.held[number] = True
            vdev, offset = self.place(number)
            if runs and runs[-1][0] == vdev and runs[-1][1] + runs[-1][2] == offset:
                runs[-1][2] += self.block
            else:
                runs.append([vdev, offset, self.block])
            runs[-1].append(number)
        for vdev, offset, size, *blocks in runs:
            forks += [path.fork("read from disk")] if path else []
            there = self.vdevs[vdev].read(
                now, offset, size, forks[-1] if path else None, "sync read"
            )
            counts.ios += 1
            for number in blocks:
                self.coming[number] = there
            answers.append(there)
        answer = latest(answers) if answers else now
        return then(answer, lambda: path.take(*forks)) if path and forks else answer

    def read(self, offset: int, size: int, path: Any = None) -> Process:
        """Read `size` bytes from `offset` on in the partition."""
        counts, begun = self.counts, self.loop.now
        touched = self.partition.touched(offset, size)
        numbers = list(range(touched.first, touched.last + 1))
        counts.reads += 1
        counts.fetched += sum([not self.present(number) for number in numbers])
        yield until(self.loop, self.fetch(numbers, path))
        if path is not None:
            path.wait("cache", "the block is on its way", self.loop.now, "cache")
        counts.read += self.loop.now - begun

    def write(self, offset: int, size: int, path: Any = None, rewrite: str = "") -> Process:
        """Write `size` bytes from `offset` on in the partition, as safe as the LUN's cache lets
        them be. What it has to read for that it reads itself, whatever `rewrite` says."""
        loop, counts = self.loop, self.counts
        begun = loop.now
        touched = self.partition.touched(offset, size)
        part = touched.partial
        counts.writes += 1
        counts.dirtied += touched.blocks
        counts.first += sum([not self.present(number) for number in part])
        yield until(loop, self.fetch(part, path))
        taken = loop.now
        if path is not None:
            path.wait("cache", "the block is on its way", taken, "cache")
        self.held.update(dict.fromkeys(range(touched.first, touched.last + 1), True))
        yield from self.point(touched)
        yield from super().write(self.partition.offset + offset, size, path, "memory")
        counts.answered += 1
        counts.waited += taken - begun
        counts.committed += loop.now - taken

    def point(self, touched: TouchedBlocks) -> Process:
        """What points to these blocks is written anew, once a group."""
        groups = self.zfs.groups
        spec = groups.spec
        if groups.number != self.txg:
            self.txg, self.above = groups.number, set()
        fresh = {number // spec.pointers for number in (touched.first, touched.last)} - self.above
        self.above |= fresh
        if fresh:
            yield from groups.add(len(fresh) * spec.copies * spec.indirect)
