"""RAID-Z: each block is a stripe of its own, as wide as it needs, with its own parity."""
from collections.abc import Sequence

from models.devices.device import Device
from models.units import MiB
from models.zfs.pool.vdev import Column, Vdev


class Raidz(Vdev):
    """`parity` devices may fail. Sectors of a block go round the devices row by row, the first `parity` columns parity.

    A block starts on whatever device the last one ended before. Offset (whole sectors) and size are a block's: it is written
    and read whole, one I/O a column. The arithmetic is that of ZFS (vdev_raidz_map_alloc and vdev_raidz_asize of 2009), and
    so is which device holds what.
    """

    def __init__(self, devices: Sequence[Device], parity: int = 1, sector: int = 512):
        super().__init__(devices, sector)
        self.spare = self.parity = parity
        self.capacity *= len(self.devices)

    def allocated(self, size: int) -> int:
        """Bytes that `size` bytes of data take: with parity, and padded to a multiple of parity + 1 sectors so that no
        hole is left that is too small for any block."""
        data = -(-size // self.sector)
        rows = -(-data // (len(self.devices) - self.parity))
        least = self.parity + 1
        return -(-(data + self.parity * rows) // least) * least * self.sector

    def columns(self, offset: int, size: int) -> list[Column]:
        """What each device holds of a block of `size` bytes at `offset`: parity first, then data in its order."""
        sector, width, parity = self.sector, len(self.devices), self.parity
        full, rest = divmod(-(-size // sector), width - parity)     # full rows, and data sectors in the last one
        longer = parity + rest if rest else 0                       # columns that reach into the last row
        row, first = divmod(offset // sector, width)
        columns = []
        for c in range(width if full else longer):
            further, device = divmod(first + c, width)
            length = full + 1 if c < longer else full
            columns.append(Column(device, (row + further) * sector, length * sector, c < parity))
        if parity == 1 and offset & MiB:
            one, other = columns[:2]        # every other MiB, parity and data change places
            columns[:2] = [one._replace(device=other.device, offset=other.offset),
                           other._replace(device=one.device, offset=one.offset)]
        return columns
