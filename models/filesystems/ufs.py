"""UFS, which writes the blocks of a file in place. A synchronous write also writes metadata."""

from collections import deque
from dataclasses import dataclass
from random import Random

from models.devices.device import Device
from models.sim.answer import Answer, until
from models.sim.loop import Event, Loop, Steps
from models.units import KiB


@dataclass(frozen=True)
class UfsSpec:
    """The layout of a file system. Sizes are in bytes."""

    block: int = 16 * KiB
    cluster: int = 128 * KiB
    group: int = 183_700_000  # a cylinder group
    inodes: int = 23_552 * 256  # all inodes of a cylinder group, at its start
    pending: int = 16  # clusters in flight before the writer has to wait
    direct: int = 12  # blocks to which the inode points; later ones need the indirect block


class Ufs:
    """A file system with one growing file in its first cylinder group. The positions of its data,
    inode and indirect block are random.

    `host` is the processor time of a write (s), and `copy` the time to copy a byte (s). Bitmaps,
    which UFS writes later, and soft updates are not modelled.
    """

    def __init__(
        self, loop: Loop, disk: Device, *, spec: UfsSpec, host: float, copy: float, random: Random
    ):
        self.loop, self.disk, self.spec, self.host, self.copy = loop, disk, spec, host, copy
        self.inode = int(random.random() * spec.inodes / spec.block) * spec.block
        self.indirect = (
            spec.inodes + int(random.random() * (spec.group / 2 / spec.block)) * spec.block
        )
        self.data = self.indirect + spec.block
        self.allocated = self.clustered = 0
        self.out: deque[Answer] = deque()
        self.last = -1, -1  # first and last block of the last read

    def write(self, offset: int, size: int, sync: bool) -> Steps[None]:
        """Write `size` bytes at `offset` of the file; `sync` waits until the disk has them."""
        return self.write_through(offset, size) if sync else self.gather(offset, size)

    def write_through(self, offset: int, size: int) -> Steps[None]:
        """Write each block that the bytes touch, after the indirect block if it is new, and then
        the inode, because the length of the file has changed."""
        loop, disk, block = self.loop, self.disk, self.spec.block
        yield self.host
        for number in range(offset // block, -(-(offset + size) // block)):
            if number >= self.allocated:
                self.allocated = number + 1
                if number >= self.spec.direct:
                    yield until(loop, disk.write(loop.now, self.indirect, block))
            yield until(loop, disk.write(loop.now, self.data + number * block, block))
        yield until(loop, disk.write(loop.now, self.inode, block))

    def gather(self, offset: int, size: int) -> Steps[None]:
        """Write into memory. Each full cluster is written to the disk, and the writer waits while
        too many clusters are in flight."""
        loop, disk, cluster = self.loop, self.disk, self.spec.cluster
        yield size * self.copy
        while self.clustered + cluster <= offset + size:
            while self.out and (
                first.fired if isinstance(first := self.out[0], Event) else first <= loop.now
            ):
                self.out.popleft()
            if len(self.out) >= self.spec.pending:
                yield until(loop, self.out.popleft())
            self.out.append(disk.write(loop.now, self.data + self.clustered, cluster))
            self.clustered += cluster

    def hold(self, size: float) -> None:
        """Raise ValueError unless the disk has room for a file of `size` bytes."""
        if size > (room := self.disk.capacity - self.data):
            raise ValueError(
                f"data must be {room:,} bytes or less, the room on the disk, got {size:,.0f}"
            )

    def read(self, offset: int, size: int) -> Steps[None]:
        """Read the blocks that `size` bytes at `offset` of the file touch, unless the last read has
        left them in memory. A read that follows the last one takes a whole cluster. Inode and
        indirect blocks are in memory."""
        block, most = self.spec.block, self.spec.cluster
        first, last = offset // block, (offset + size - 1) // block
        yield size * self.copy
        if self.last[0] <= first and last <= self.last[1]:
            return
        if first in (self.last[1], self.last[1] + 1) and self.last[1] >= 0:
            first, last = self.last[1] + 1, max(last, self.last[1] + most // block)
        self.last = first, last
        begin, end = self.data + first * block, self.data + (last + 1) * block
        end = min(end, self.disk.capacity)
        for start in range(begin, end, most):
            yield until(self.loop, self.disk.read(self.loop.now, start, min(most, end - start)))
