"""The intent log: how ZFS makes a synchronous write safe before its transaction group is.

Records that wait are packed into log blocks, the blocks are written, the disk's cache is flushed, and the waiters
go on; meanwhile the next batch gathers. One commit is out at a time.
"""
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from models.check import at_least_zero, positive
from models.devices.hdd import HardDisk
from models.loop import Event, Loop
from models.pool.allocator import NextFit
from models.units import KiB

BATCH_RULES = ("all", "block", "record")


@dataclass(frozen=True)
class LogSpec:
    """header: bytes a record needs beside its data; chain: bytes of each block that link it to the next.

    granule: blocks are whole multiples of it; block: the largest (bytes). flush: whether the disk's cache is emptied
    after each batch. batch: which waiting records one commit takes: all, those that fit in one block, or one.
    """

    header: int = 192
    chain: int = 192
    granule: int = 4 * KiB
    block: int = 128 * KiB
    flush: bool = True
    batch: str = "all"

    def __post_init__(self) -> None:
        positive(self, "granule", "block")
        at_least_zero(self, "header", "chain")
        if self.block % self.granule:
            raise ValueError(f"block must be whole granules of {self.granule} bytes, got {self.block}")
        if self.header + self.chain >= self.block:
            raise ValueError(f"block must hold a header, a chain and a byte ({self.header + self.chain + 1} bytes), "
                             f"got {self.block}")
        if self.batch not in BATCH_RULES:
            raise ValueError(f"batch must be one of {', '.join(BATCH_RULES)}, got '{self.batch}'")

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


@dataclass
class Batch:
    """Records that become safe together, and how long that took (s)."""

    done: Event
    sizes: list[int] = field(default_factory=list)
    start: float = 0.0
    finish: float = 0.0
    bytes: int = 0


class IntentLog:
    """One chain of log blocks on one disk."""

    def __init__(self, loop: Loop, disk: HardDisk, space: NextFit, spec: LogSpec):
        self.loop, self.disk, self.space, self.spec = loop, disk, space, spec
        self.gathering: list[Batch] = []
        self.writing = False
        self.batches: list[Batch] = []

    def commit(self, size: int) -> Generator[Any, Any, None]:
        """Wait until `size` bytes of data are safe."""
        batch = self.join(size)
        if not self.writing:
            self.writing = True
            self.loop.spawn(self.write_batches())
        yield batch.done

    def join(self, size: int) -> Batch:
        """The batch that a record of `size` bytes belongs to, by the batch rule."""
        rule = self.spec.batch
        if self.gathering:
            last = self.gathering[-1]
            if rule == "all" or (rule == "block" and len(self.spec.pack([*last.sizes, size])) == 1):
                last.sizes.append(size)
                return last
        batch = Batch(self.loop.event(), [size])
        self.gathering.append(batch)
        return batch

    def write_batches(self) -> Generator[Any, Any, None]:
        loop, disk = self.loop, self.disk
        while self.gathering:
            batch = self.gathering.pop(0)
            batch.start = finish = loop.now
            for block in self.spec.pack(batch.sizes):
                finish = disk.write(loop.now, self.space.take(block), block)
                batch.bytes += block
            yield finish - loop.now
            if self.spec.flush:
                yield disk.flush(loop.now) - loop.now
            batch.finish = loop.now
            self.batches.append(batch)
            batch.done.fire()
        self.writing = False
