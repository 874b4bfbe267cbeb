"""The intent log: how ZFS makes a synchronous write safe before its transaction group is.

Records that wait are packed into log blocks, the blocks are written, the disk's cache is flushed, and the waiters
go on; meanwhile the next batch gathers. One commit is out at a time.
"""
from collections.abc import Generator
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from models.check import at_least_zero, positive
from models.devices.hdd import HardDisk
from models.loop import Event, Loop
from models.pool.allocator import NextFit
from models.units import KiB

WAKES = ("first", "random", "last")


@dataclass(frozen=True)
class LogSpec:
    """header: bytes a record needs beside its data; chain: bytes of each block that link it to the next.

    granule: blocks are whole multiples of it; block: the largest (bytes). flush: whether the disk's cache is emptied
    after each batch. wake: which of the waiting threads writes next: the first, a random one, or the last. It takes the
    records up to its own and what then still fits in the last block. group: False takes one record a commit.
    """

    header: int = 192
    chain: int = 192
    granule: int = 4 * KiB
    block: int = 128 * KiB
    flush: bool = True
    wake: str = "last"
    group: bool = True

    def __post_init__(self) -> None:
        positive(self, "granule", "block")
        at_least_zero(self, "header", "chain")
        if self.block % self.granule:
            raise ValueError(f"block must be whole granules of {self.granule} bytes, got {self.block}")
        if self.header + self.chain >= self.block:
            raise ValueError(f"block must hold a header, a chain and a byte ({self.header + self.chain + 1} bytes), "
                             f"got {self.block}")
        if self.wake not in WAKES:
            raise ValueError(f"wake must be one of {', '.join(WAKES)}, got '{self.wake}'")

    def pack(self, sizes: list[int]) -> list[int]:
        """The log blocks (bytes each) that hold records of `sizes` bytes of data, in order.

        A record that does not fit behind the others begins a new block; one that fits in none is cut.
        """
        room = self.block - self.chain
        blocks: list[int] = []
        used = 0
        for size in sizes:
            left = size
            while True:
                need = self.header + left
                if used + need > room and used:
                    blocks.append(used)
                    used = 0
                part = min(need, room)
                used += part
                left -= part - self.header
                if left <= 0:
                    break
        blocks.append(used)
        return [-(-(b + self.chain) // self.granule) * self.granule for b in blocks]


class Record(NamedTuple):
    """A write that waits in the log: bytes of data, and the event that fires when they are safe."""

    size: int
    safe: Event


class Batch(NamedTuple):
    """Records that became safe together: when (s), how many, in how many bytes of log."""

    start: float
    finish: float
    records: int
    bytes: int


class IntentLog:
    """One chain of log blocks on one disk. `random` decides only where `wake` is random."""

    def __init__(self, loop: Loop, disk: HardDisk, space: NextFit, spec: LogSpec, random: Random):
        self.loop, self.disk, self.space, self.spec, self.random = loop, disk, space, spec, random
        self.waiting: list[Record] = []
        self.writing = False
        self.batches: list[Batch] = []

    def commit(self, size: int) -> Generator[Any, Any, None]:
        """Wait until `size` bytes of data are safe."""
        record = Record(size, self.loop.event())
        self.waiting.append(record)
        if not self.writing:
            self.writing = True
            self.loop.spawn(self.write_batches())
        yield record.safe

    def taken(self) -> int:
        """How many of the waiting records, from the oldest on, the next commit takes."""
        if not self.spec.group:
            return 1
        sizes = [record.size for record in self.waiting]
        places = {"first": 0, "last": len(sizes) - 1}
        count = 1 + (places[self.spec.wake] if self.spec.wake in places else int(self.random.random() * len(sizes)))
        blocks = len(self.spec.pack(sizes[:count]))
        while count < len(sizes) and len(self.spec.pack(sizes[:count + 1])) == blocks:
            count += 1
        return count

    def write_batches(self) -> Generator[Any, Any, None]:
        """Commit after commit, while records wait."""
        loop, disk = self.loop, self.disk
        while self.waiting:
            count = self.taken()
            batch, self.waiting = self.waiting[:count], self.waiting[count:]
            start = finish = loop.now
            written = 0
            for block in self.spec.pack([record.size for record in batch]):
                finish = disk.write(loop.now, self.space.take(block), block)
                written += block
            yield finish - loop.now
            if self.spec.flush:
                yield disk.flush(loop.now) - loop.now
            self.batches.append(Batch(start, loop.now, count, written))
            for record in batch:
                record.safe.fire()
        self.writing = False
