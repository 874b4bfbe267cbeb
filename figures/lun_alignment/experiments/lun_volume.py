"""A volume under load: the reads before a request, and the work left to its transaction group.

Before ZFS accepts a write it reads the blocks that the write covers only in part, both in parallel
and without read-ahead (dmu_tx.c of illumos, 2010). Only then is it written to memory and to the
log. So misaligned writes wait for disks even if their log is on flash, and even with the LUN's
write cache enabled.
"""

from dataclasses import dataclass
from random import Random

from models.machine.machine import Machine
from models.protocols.alignment import Partition
from models.protocols.iscsi.lun import Lun
from models.sim.answer import Answer, latest, then, until
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.units import KiB
from models.zfs.pool.vdev import Vdev

LAID = ("scattered", "in order", "never written")
"""Layouts of existing blocks: as overwrites leave them, as one long write leaves them, and without
any block to read."""
ALIQUOT = 512 * KiB
"""Bytes per device of a vdev before the next vdev's turn (metaslab.c of 2009)."""


@dataclass(slots=True)
class VolumeCounts:
    """The counters of a volume."""

    reads: int = 0  # requests
    writes: int = 0  # requests
    answered: int = 0  # writes
    fetched: int = 0  # blocks fetched for reads
    first: int = 0  # blocks fetched before writes
    dirtied: int = 0  # blocks dirtied by writes
    ios: int = 0  # reads from vdevs for these blocks
    read: float = 0.0  # seconds that reads waited
    waited: float = 0.0  # seconds that writes waited for blocks
    committed: float = 0.0  # seconds that writes waited for their commit


class Volume(Lun):
    """A LUN with a partition, on a machine's pool."""

    def __init__(
        self,
        machine: Machine,
        partition: Partition,
        *,
        cached: float = 0.0,  # share of blocks in memory at first; blocks once used stay
        laid: str = "scattered",  # of existing blocks: one of `LAID`
        cache: bool = False,  # whether the LUN's write cache is enabled
        seed: int = 1,
    ):
        zfs = machine.zfs
        super().__init__(
            zfs, zfs.dataset(zfs.log.spec, Random(seed), False, record=partition.block), cache=cache
        )
        self.partition, self.cached, self.laid = partition, cached, laid
        self.loop, self.random = zfs.loop, Random(seed)
        self.vdevs: list[Vdev] = machine.pool.vdevs
        self.held: dict[int, bool] = {}  # requested block -> whether in memory or in flight
        self.in_flight: dict[int, Answer] = {}  # blocks in flight -> when they arrive
        self.counts = VolumeCounts()

    def present(self, number: int) -> bool:
        """Return whether a block is in memory, or was never written and need not be read."""
        if number not in self.held:
            self.held[number] = self.laid == "never written" or (
                self.cached > 0 and self.random.random() < self.cached
            )
        return self.held[number]

    def place(self, number: int) -> tuple[int, int]:
        """Return the index of the vdev of an existing block, and its offset there (bytes)."""
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
        """Read the blocks that are not in memory, in parallel, adjacent ones in one read. Return
        when the last has arrived."""
        now, counts = self.loop.now, self.counts
        answers, forks = list[Answer](), list[RequestPath]()
        runs: list[list[int]] = []  # vdev, offset, bytes
        for number in numbers:
            if self.present(number):
                answers.append(self.in_flight.get(number, now))
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
                self.in_flight[number] = there
            answers.append(there)
        answer = latest(answers) if answers else now
        return then(answer, lambda: path.take(*forks)) if path and forks else answer

    def read(self, offset: int, size: int, path: RequestPath | None = None) -> Process:
        """Read `size` bytes at `offset` in the partition."""
        counts, begun = self.counts, self.loop.now
        touched = self.partition.touched(offset, size)
        numbers = list(range(touched.first, touched.last + 1))
        counts.reads += 1
        counts.fetched += sum([not self.present(number) for number in numbers])
        yield until(self.loop, self.fetch(numbers, path))
        if path is not None:
            path.wait("cache", "the block is on its way", self.loop.now, "cache")
        counts.read += self.loop.now - begun

    def write(
        self, offset: int, size: int, path: RequestPath | None = None, rewrite: str = ""
    ) -> Process:
        """Write `size` bytes at `offset` in the partition. On return they are as safe as the LUN's
        cache makes them. The volume does its own reads, so `rewrite` is ignored."""
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
        yield from super().write(self.partition.offset + offset, size, path, "memory")
        counts.answered += 1
        counts.waited += taken - begun
        counts.committed += loop.now - taken
