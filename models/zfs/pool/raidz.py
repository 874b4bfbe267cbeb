"""RAID-Z: each block is a stripe of its own, as wide as it needs, with its own parity."""
from collections.abc import Sequence
from functools import partial

from models.devices.device import Device
from models.sim.answer import Answer, latest
from models.sim.path import RequestPath
from models.units import MiB
from models.zfs.pool.vdev import Column, Vdev, at_once


class Raidz(Vdev):
    """`parity` devices may fail. Sectors of a block go round the devices row by row, the first `parity` columns parity.

    A block starts on whatever device the last one ended before. Offset and size are a block's: it is written and read
    whole, one I/O a column. The arithmetic is that of ZFS (vdev_raidz_map_alloc and vdev_raidz_asize of 2009), and so is
    which device holds what.
    """

    def __init__(self, devices: Sequence[Device], parity: int = 1, sector: int = 512):
        self.kind = f"raidz{parity}"
        if len(devices) <= parity:
            raise ValueError(f"{self.kind} needs {parity + 1} or more disks, got {len(devices)}")
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
        if offset % self.sector:
            raise ValueError(f"offset must be whole sectors of {self.sector} bytes, got {offset}")
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

    def write(self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = "") -> Answer:
        """When the last of the devices has answered a block written from `now` (s) on."""
        self.check()
        devices, failed = self.devices, self.failed
        columns = [column for column in self.columns(offset, size) if column.device not in failed]
        if not columns:
            return now
        if path is not None:
            return at_once([partial(devices[column.device].write, now, column.offset, column.size, kind=kind)
                            for column in columns], path)
        return latest([devices[column.device].write(now, column.offset, column.size, None, kind) for column in columns])

    def needed(self, now: float, columns: list[Column]) -> list[Column]:
        """The data; if a device with data has failed, the parity too, from which the missing column is computed."""
        left = [column for column in columns if column.device not in self.failed]
        data = [column for column in left if not column.parity]
        missing = len(data) < sum(not column.parity for column in columns)
        return left if missing else data
