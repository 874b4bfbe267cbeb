"""A pool: vdevs that share the blocks, and devices of their own for the intent log."""
from collections.abc import Iterable, Sequence

from models.check import apart
from models.sim.answer import Answer, latest
from models.units import MiB
from models.zfs.allocator.allocator import FreeSpace, NextFit
from models.zfs.pool.rotation import Block, Rotation
from models.zfs.pool.vdev import Vdev

__all__ = ["Block", "Pool"]

LABEL = 4 * MiB
"""At the head of each vdev lie its labels and the boot block."""


class Pool:
    """vdevs in turn, each block to the next (aliquot: bytes for each device of a vdev before it is the next's turn).

    logs: vdevs for the intent log alone; their blocks stay in use until `free_log`. When they are full, log blocks go
    to the main vdevs and are counted in `spilled`; when `logs` is emptied they do so uncounted.
    """

    def __init__(self, vdevs: Sequence[Vdev], logs: Sequence[Vdev] = (), *, aliquot: int = 0):
        if not vdevs:
            raise ValueError("a pool needs 1 or more vdevs, got 0")
        self.vdevs, self.logs = list(vdevs), list(logs)
        for vdev in (*self.vdevs, *self.logs):
            if vdev.capacity <= LABEL:
                raise ValueError(f"a vdev must hold more than its label of {LABEL} bytes, got {vdev.capacity}")
        apart("a pool", [device for vdev in (*self.vdevs, *self.logs) for device in vdev.devices])
        self.main = Rotation(self.vdevs, [NextFit(vdev.capacity - LABEL, LABEL) for vdev in self.vdevs], aliquot)
        self.log = Rotation(self.logs, [FreeSpace(vdev.capacity - LABEL, LABEL) for vdev in self.logs])
        self.last: Vdev | None = None                   # that took a log block
        self.live: dict[int, list[Block]] = {}          # log blocks in use, by transaction group
        self.spilled = 0

    @property
    def capacity(self) -> int:
        """Bytes of the main vdevs, parity included."""
        return sum(vdev.capacity for vdev in self.vdevs)

    @property
    def log_capacity(self) -> int:
        """Bytes that the log devices hold."""
        return sum(space.size for space in self.log.spaces)

    @property
    def log_used(self) -> int:
        """Bytes in use on the log devices."""
        return sum(space.used for space in self.log.spaces if isinstance(space, FreeSpace))

    def take(self, size: int, after: Vdev | None = None) -> Block:
        """Room for `size` bytes on the vdev whose turn it is, or on the next behind `after`."""
        place = self.main.take(size, after)
        if place is None:
            if all(vdev.lost for vdev in self.vdevs):
                raise RuntimeError("every vdev of the pool is lost")
            raise ValueError(f"size must fit on a vdev of {max(vdev.capacity for vdev in self.vdevs)} bytes, got {size}")
        return Block(*place, size)

    def take_log(self, size: int, txg: int, after: Vdev | None = None) -> Block:
        """Room for a log block of `txg`, on the log devices in turn, else on the main vdevs, one further each time.

        after: where the last block of this chain lies (default: of any chain).
        """
        after = after or self.last
        place = self.log.take(size, after) if self.logs else None
        if place:
            block = Block(*place, size, True)
            self.live.setdefault(txg, []).append(block)
        else:
            self.spilled += bool(self.logs)
            block = self.take(size, after)
        self.last = block.vdev
        return block

    def free_log(self, txg: int) -> None:
        """The group `txg` is on disk: its log blocks are free again, neighbours together."""
        runs: dict[int, tuple[Vdev, int, int]] = {}         # by vdev: where blocks in a row begin and end
        for vdev, offset, size, _ in self.live.pop(txg, ()):
            _, begin, end = runs.get(id(vdev), (vdev, offset, offset))
            if end != offset:
                self.log.give(vdev, begin, end - begin)
                begin = offset
            runs[id(vdev)] = vdev, begin, offset + size
        for vdev, begin, end in runs.values():
            self.log.give(vdev, begin, end - begin)

    def write(self, block: Block, now: float, kind: str = "") -> Answer:
        """When a block that is written from `now` (s) on is answered."""
        return block.vdev.write(now, block.offset, block.size, None, kind)

    def read(self, block: Block, now: float, kind: str = "") -> Answer:
        """When the data of a block that is asked for `now` (s) is there."""
        return block.vdev.read(now, block.offset, block.size, None, kind)

    def stable(self, block: Block, now: float) -> bool:
        """Whether the block is safe if the power fails at `now` (s)."""
        return block.vdev.stable(now, block.offset, block.size)

    def flush(self, now: float, vdevs: Iterable[Vdev] | None = None) -> Answer:
        """When these vdevs (default: all) have emptied their caches."""
        return latest([vdev.flush(now) for vdev in ((*self.vdevs, *self.logs) if vdevs is None else vdevs)])
