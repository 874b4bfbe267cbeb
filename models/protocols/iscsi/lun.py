"""A LUN: a volume that an initiator sees as a disk, with a write cache that can be enabled."""

from models.sim.answer import latest, together
from models.sim.loop import Steps
from models.sim.path import RequestPath
from models.zfs.dataset import Zfs
from models.zfs.pool.records import block_of, touched
from models.zfs.zil.intent_log import IntentLog


class Lun:
    """A LUN on a volume.

    With `cache` (write cache enabled) a write is answered from memory, and is safe only after a
    `flush` or when its transaction group is on disk. Without it a write is safe when it is
    answered. With the cache on, ZFS still notes each write for its log, and a flush logs all noted
    writes.
    """

    def __init__(
        self,
        zfs: Zfs,
        log: IntentLog,  # of the volume
        *,
        cache: bool = False,
        begin: int = 0,  # bytes of other LUNs before this one; block numbers include them
        block: int = 0,  # bytes of a block; 0: the volume's
    ):
        self.zfs, self.log = zfs, log
        self.cache, self.begin, self.block = cache, begin, block or log.record
        self.number = zfs.logs.index(log)
        self.noted: list[int] = []  # indices in `zfs.acknowledged` of writes not flushed yet

    def read(self, offset: int, size: int, path: RequestPath | None = None) -> Steps[None]:
        """Read `size` bytes from memory, flash or disk."""
        block = self.block or block_of(size)
        yield from self.zfs.reads.read_blocks(
            touched(self.begin + offset, size, block), block, path
        )

    def write(
        self, offset: int, size: int, path: RequestPath | None = None, rewrite: str = ""
    ) -> Steps[None]:
        """Write `size` bytes. On return they are as safe as the cache setting makes them. `rewrite`
        is as for `Zfs.write`."""
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
            self.noted.append(len(self.zfs.acknowledged) - 1)

    def flush(self) -> Steps[None]:
        """Serve a SYNCHRONIZE CACHE: wait until all writes answered before are safe."""
        zfs, synced = self.zfs, self.zfs.groups.synced
        taken, self.noted = self.noted, []
        waiting = [place for place in taken if zfs.acknowledged[place].txg > synced]
        if not waiting:
            return
        ends = together(
            zfs.loop, [self.log.commit(zfs.acknowledged[place].size) for place in waiting]
        )
        yield latest(ends)
        for place, end in zip(waiting, ends, strict=True):
            zfs.acknowledged[place] = zfs.acknowledged[place]._replace(
                sync_asked=True, record=end.value
            )
