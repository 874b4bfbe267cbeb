"""Which blocks a load reads."""

from collections.abc import Callable
from dataclasses import dataclass

from models.check import a_number, shown
from models.machine.machine import Machine
from models.setting import setting
from models.sim.popularity import zipf
from models.units import GiB


@dataclass(frozen=True)
class Reads:
    """The blocks that a load reads: block n with a chance in proportion to (n + 1) ** -skew."""

    data: float = setting(8 * GiB, "Bytes of the file that blocks are read from", "B")
    skew: float = setting(0.0, "How uneven the reads are, 0 to 4; 0: each block as often")

    def __post_init__(self) -> None:
        a_number("data", self.data, above=0, unit="bytes")
        a_number("skew", self.skew, 0, 4)

    def drawn(self, size: int, machine: Machine, files: int = 1) -> Callable[[], int]:
        """Draws blocks of `size` bytes; `files` like this one are in the machine's pool."""
        pool = machine.pool
        room = pool.capacity * size // pool.vdevs[0].allocated(size)
        if files * self.data > room:
            raise ValueError(
                f"data must be at most the {room:,} bytes that the pool has room for, got "
                f"{files * self.data:,.0f}"
            )
        blocks = int(self.data // size)
        if blocks < 1:
            raise ValueError(
                f"data must hold at least one block of {size} bytes, got {shown(self.data)}"
            )
        return zipf(blocks, self.skew, machine.random)
