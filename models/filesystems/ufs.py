"""UFS: writes go to the file's blocks in place, and a synchronous write also writes metadata."""

from collections import deque
from dataclasses import dataclass
from random import Random

from models.devices.device import Device
from models.sim.answer import Answer, until
from models.sim.loop import Event, Loop, Steps
from models.units import KiB


@dataclass(frozen=True)
class UfsSpec:
    """Layout of a file system. Sizes in bytes."""

    block: int = 16 * KiB
    cluster: int = 128 * KiB
    group: int = 183_700_000  # a cylinder group; inodes are at its start
    inodes: int = 23_552 * 256
    pending: int = 16  # clusters in flight before the writer has to wait
    # blocks that the inode points to directly; later blocks need the indirect block
    direct: int = 12


class Ufs:
    """One growing file in the first cylinder group. The positions of its data, inode and indirect
    block are random.

    `host` and `copy` are as for ZFS. Bitmaps (UFS writes them later) and soft updates are not
    modelled.
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

    def write(self, offset: int, size: int, sync: bool) -> Steps[None]:
        """Write `size` bytes at `offset` of the file, which only grows."""
        return self.write_through(offset, size) if sync else self.gather(offset, size)

    def write_through(self, offset: int, size: int) -> Steps[None]:
        """Write every touched block, first the indirect block if the block is new, and last the
        inode, because the file's length changed."""
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
        """Write into memory. Each full cluster goes to the disk, and the writer waits while too
        many are in flight."""
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
