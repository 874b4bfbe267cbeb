"""Writes a transaction group: its data over all vdevs, so many transfers at a time, then the block that makes it count."""
from collections import deque
from collections.abc import Generator
from typing import Any

from models.sim.answer import Answer, latest, until
from models.sim.loop import Event, Loop
from models.sim.station import Station
from models.zfs.pool.pool import Pool
from models.zfs.pool.uberblocks import uberblock
from models.zfs.txg.txg_spec import TxgSpec


class GroupWriter:
    """The part of the transaction groups that knows devices.

    dirty: bytes in the open group; syncing: in the one on its way, as far as they count against the limit. rooted: the
    last group whose uberblock was sent to the device, which may still lose it. blocks: of the last two groups, where
    their data lies. Passes are left out: a group's own bookkeeping is written with its data, once.
    """

    def __init__(self, loop: Loop, pool: Pool, spec: TxgSpec):
        self.loop, self.pool, self.spec = loop, pool, spec
        self.smooth = spec.throttle == "curve"
        self.dirty = self.syncing = self.rooted = 0
        self.blocks: dict[int, list[Any]] = {}
        self.thread, self.handing = Station(), 0.0

    def release(self, size: int) -> None:
        """A transfer of `size` bytes is done."""
        self.syncing -= min(size, self.syncing)

    def write_group(self, txg: int, placed: int) -> Generator[Any, Any, None]:
        """Write what is dirty over all vdevs, flush, write the uberblock, flush."""
        loop, spec, pool = self.loop, self.spec, self.pool
        lists: dict[int, list[Any]] = {}
        blocks = self.blocks[txg] = []
        for size in spec.writes(self.syncing, placed):
            block = pool.take(size)
            blocks.append(block)
            lists.setdefault(id(block.vdev), []).append((block, self.thread.serve(loop.now, size * self.handing)))
        ended = []
        for mine in lists.values():
            end = loop.event()
            ended.append((mine[0][0].vdev, end))
            loop.spawn(self.write_vdev(mine, end))
        for _, end in ended:
            yield end
        touched = [vdev for vdev, _ in ended]
        if spec.flush:
            yield until(loop, latest([vdev.flush(loop.now) for vdev in touched]))
        root = uberblock(pool.vdevs[0], txg)                # from here on the group counts
        answered = pool.write(root, loop.now, "async write")
        self.rooted = txg
        yield until(loop, answered)
        if spec.flush:
            yield until(loop, root.vdev.flush(loop.now))

    def write_vdev(self, blocks: list[tuple[Any, float]], end: Event) -> Generator[Any, Any, None]:
        """Write one vdev's share: blocks, and when each is handed over (s)."""
        loop, spec, smooth, pending = self.loop, self.spec, self.smooth, self.spec.pending
        out: deque[tuple[Answer, int]] = deque()
        for block, handed in blocks:
            if handed > loop.now:
                yield handed - loop.now
            if smooth:
                pending = spec.outstanding(self.dirty + self.syncing)
            while len(out) >= pending:
                answer, size = out.popleft()
                yield until(loop, answer)
                if smooth:
                    self.release(size)
            out.append((block.vdev.write(loop.now, block.offset, block.size, None, "async write"), block.size))
        for answer, _ in out:
            yield until(loop, answer)
        end.fire()
