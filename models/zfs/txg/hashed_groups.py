"""Deduplication as far as a writer of new data sees it: every record is hashed before it is written."""
from collections import deque
from collections.abc import Generator
from typing import Any

from models.sim.answer import Answer, until
from models.sim.loop import Event, Loop
from models.sim.station import Station
from models.zfs.pool.pool import Pool
from models.zfs.txg.transaction_group import TransactionGroups
from models.zfs.txg.txg_spec import TxgSpec


class HashedGroups(TransactionGroups):
    """Transaction groups whose data one core hashes at `hash_rate` bytes a second on its way to the disks.

    The table of hashes is in memory and no record is found in it twice, so it costs nothing beside; its own blocks, a
    few hundred bytes a record, are left out.
    """

    def __init__(self, loop: Loop, pool: Pool, spec: TxgSpec, age: float = 0.0, *, hash_rate: float, **more: Any):
        super().__init__(loop, pool, spec, age, **more)
        self.hash_rate = hash_rate
        self.core = Station()

    def write_vdev(self, blocks: list[tuple[Any, float]], end: Event) -> Generator[Any, Any, None]:
        """Write one vdev's share, each transfer when its records are hashed; meanwhile the disks write."""
        loop, out = self.loop, deque[Answer]()
        for block, _ in blocks:
            yield self.core.serve(loop.now, block.size / self.hash_rate) - loop.now
            while len(out) >= self.spec.outstanding(self.held):
                yield until(loop, out.popleft())
            out.append(block.vdev.write(loop.now, block.offset, block.size, None, "async write"))
        for answer in out:
            yield until(loop, answer)
        end.fire()
