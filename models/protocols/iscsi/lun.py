"""A LUN: a volume of a pool that an initiator sees as a disk, with a write cache that can be
switched on."""

from collections.abc import Generator
from typing import Any

from models.sim.answer import latest, together
from models.zfs.dataset import Zfs
from models.zfs.pool.records import block_of, touched
from models.zfs.zil.intent_log import IntentLog


class Lun:
    """cache: whether a write is answered from memory (write cache enabled), and is safe only after
    a `flush` or when its transaction group is on disk. Without it each write is safe when it is
    answered. log: the volume's intent log.

    begin: bytes of other LUNs that are before it, as blocks are counted. block: bytes of one; 0: as
    its volume has it. With the cache on ZFS still notes each write for its log, and a flush writes
    down all that was noted before it.
    """

    def __init__(
        self, zfs: Zfs, log: IntentLog, *, cache: bool = False, begin: int = 0, block: int = 0
    ):
        self.zfs, self.log, self.cache, self.begin, self.block = (
            zfs,
            log,
            cache,
            begin,
            block or log.record,
        )
        self.number = zfs.logs.index(log)
        self.noted: list[
            int
        ] = []  # of what programs were told: where this LUN's writes stand that no flush took

    def read(self, offset: int, size: int, path: Any = None) -> Generator[Any, Any, None]:
        """Read `size` bytes, from memory, flash or disk."""
        block = self.block or block_of(size)
        yield from self.zfs.reads.touch(touched(self.begin + offset, size, block), block, path)

    def write(
        self, offset: int, size: int, path: Any = None, rewrite: str = ""
    ) -> Generator[Any, Any, None]:
        """Write `size` bytes, as safe as the cache lets them be when this ends. rewrite: as for
        Zfs.write."""
        yield from self.zfs.write(
            self.begin + offset,
            size,
            not self.cache,
            log=self.log,
            path=path,
            rewrite=rewrite,
            block=self.block,
        )
        if self.cache:
            self.noted.append(len(self.zfs.told) - 1)

    def flush(self) -> Generator[Any, Any, None]:
        """SYNCHRONIZE CACHE: wait until all that was answered before is safe."""
        zfs, synced = self.zfs, self.zfs.groups.synced
        taken, self.noted = self.noted, []
        waiting = [place for place in taken if zfs.told[place].txg > synced]
        if not waiting:
            return
        ends = together(zfs.loop, [self.log.commit(zfs.told[place].size) for place in waiting])
        yield latest(ends)
        for place, end in zip(waiting, ends, strict=True):
            zfs.told[place] = zfs.told[place]._replace(asked=True, record=end.value)
