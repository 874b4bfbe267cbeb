"""The choice of the blocks that a load reads."""

from collections.abc import Callable
from dataclasses import dataclass

from models.check import shown
from models.machine.machine import Machine
from models.setting import Checked, setting
from models.sim.popularity import zipf
from models.units import GiB
from models.zfs.pool.records import block_of


@dataclass(frozen=True)
class Reads(Checked):
    """The blocks that a load reads, block n with a probability proportional to (n + 1) ** -skew."""

    data: float = setting(8 * GiB, "Size of the file that blocks are read from", "B", above=0)
    skew: float = setting(
        0.0, "Skew of the reads; 0: all blocks are equally likely", least=0, most=4
    )

    def drawn(self, size: int, machine: Machine, files: int = 1) -> Callable[[], int]:
        """Return a function that draws the number of a block of `size` bytes.

        files: number of such files in the pool. Raise ValueError if they do not fit."""
        pool, used = machine.pool, machine.order.pool.filled
        record = block_of(size, machine.order.filesystem.recordsize or 0)
        room = pool.capacity * record // pool.vdevs[0].allocated(record)
        room = room if used is None else int(room * used)
        if files * self.data > room:
            of = "the capacity of the pool" if used is None else "pool.filled of the pool"
            raise ValueError(
                f"data must be {room:,} bytes or less, {of}, got {files * self.data:,.0f}"
            )
        blocks = int(self.data // size)
        if blocks < 1:
            raise ValueError(f"data must be {size} bytes (size) or more, got {shown(self.data)}")
        return zipf(blocks, self.skew, machine.random)
