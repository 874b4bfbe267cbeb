"""When a transaction group goes out, how large it may grow, and which transfers it makes."""
from collections.abc import Iterator
from dataclasses import dataclass

from models.check import at_least_zero, positive
from models.units import KiB, MiB


@dataclass(frozen=True)
class TxgSpec:
    """interval: seconds between groups; limit: dirty bytes that start one at once and hold writers back.

    The limit counts all that is not on disk. (ZFS of 2010 limited each group by itself and adapted the limit to the
    disk; then writers would not pause as the measured ones did.) flush: whether the disk's cache is emptied at the end.
    tick: seconds that each write sleeps once the open group holds `tick_from` of the limit (ZFS of 2008: a clock tick of
    10 ms from 7/8 on); 0 for none.

    record: bytes of a file's block; transfer: neighbours are written together up to this; pending: transfers that
    a vdev has out at a time. pointers: block pointers in an indirect block; indirect: bytes of one on disk.
    """

    interval: float = 15.0
    limit: int = 435 * MiB
    record: int = 128 * KiB
    transfer: int = 128 * KiB
    pending: int = 10
    pointers: int = 128
    indirect: int = 4 * KiB
    copies: int = 2
    flush: bool = True
    tick: float = 0.0
    tick_from: float = 7 / 8

    def __post_init__(self) -> None:
        positive(self, "interval", "limit", "record", "transfer", "pending", "pointers", "indirect", "copies")
        at_least_zero(self, "tick")

    def writes(self, dirty: int, placed: int = 0) -> Iterator[int]:
        """Transfers (bytes) for `dirty` bytes of data and the indirect blocks above them, `copies` times.

        placed: bytes of data that are in their place already; only the blocks above them are written.
        """
        whole, rest = divmod(dirty, self.transfer)
        yield from [self.transfer] * whole
        if rest:
            yield -(-rest // (4 * KiB)) * 4 * KiB
        records = -(-(dirty + placed) // self.record)
        for _ in range(self.copies):
            metadata = (-(-records // self.pointers) + 2) * self.indirect      # and two blocks above them
            while metadata > 0:
                yield min(metadata, self.transfer)
                metadata -= self.transfer
