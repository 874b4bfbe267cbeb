"""dRAID: groups of data and parity over more disks than a group has, with spare space on each disk.

Facts: OpenZFS 2.1, vdev_draid.c (vdev_draid_logical_to_physical, vdev_draid_permute_id,
vdev_draid_asize, VDEV_DRAID_ROWHEIGHT, vdev_draid_open). Its permutations are searched for by
balance and come with the code; ours are drawn at random.
"""

from collections.abc import Sequence
from functools import cache
from math import lcm
from random import Random

from models.devices.device import Device
from models.units import MiB
from models.zfs.pool.vdev import Column, Vdev

ROW = 16 * MiB
"""Bytes of a disk that a group takes before another order of the disks begins."""
RESERVE = 2 * ROW
"""Bytes at the end of each disk that are kept for an expansion (VDEV_DRAID_REFLOW_RESERVE)."""
PERMUTATIONS = 256


def draid_allocated(size: int, data: int, parity: int, sector: int) -> int:
    """Return the bytes that `size` bytes of data take: whole rows of a group (vdev_draid_asize)."""
    return -(-size // (data * sector)) * (data + parity) * sector


def draid_capacity(disk: int, used: int, width: int) -> int:
    """Return the bytes of the whole groups of `width` disks that `used` disks of `disk` bytes hold:
    all disks but the distributed spares, in whole rows, without RESERVE (vdev_draid_open)."""
    rows = max(0, disk - RESERVE) // ROW
    return rows * used // width * width * ROW


@cache
def permutations(disks: int) -> list[list[int]]:
    """Return orders of `disks` disks."""
    random = Random(disks)
    return [random.sample(range(disks), disks) for _ in range(PERMUTATIONS)]


class Draid(Vdev):
    """A dRAID vdev. Each block takes whole rows of a group of `data` + `parity` disks, padded; groups
    follow each other over all disks but `spares`, whose space lies on all of them. Raise ValueError
    if a disk is too small for one round of the groups."""

    def __init__(
        self,
        devices: Sequence[Device],
        parity: int,
        data: int,
        spares: int = 0,
        sector: int = 512,
    ):
        super().__init__(devices, sector)
        self.spare = self.parity = parity
        self.width, self.used = data + parity, len(self.devices) - spares
        self.groups = lcm(self.width, self.used) // self.width  # until the order of disks changes
        self.height = ROW // sector  # sectors of a disk in a row
        self.rows = self.groups * self.width // self.used  # of ROW bytes, for these groups
        least, disk = self.rows * ROW + RESERVE, self.capacity
        if disk < least:
            raise ValueError(
                f"a disk must hold {least:,} bytes for {self.groups} groups of dRAID, got {disk:,}"
            )
        self.capacity = draid_capacity(disk, self.used, self.width)

    def allocated(self, size: int) -> int:
        """Return the bytes that `size` bytes of data take: whole rows of a group."""
        return draid_allocated(size, self.width - self.parity, self.parity, self.sector)

    def order(self, turn: int) -> list[int]:
        """Return the disks in the order of round `turn`, those with its spare space last."""
        disks = len(self.devices)
        further, shift = divmod(turn % (PERMUTATIONS * disks), disks)
        return [(disk + shift) % disks for disk in permutations(disks)[further]]

    def group(self, offset: int, size: int) -> tuple[int, int, int]:
        """Return the number of a block's group, its first row there in sectors, and how many rows it
        has. A block that does not fit into the group begins the next one."""
        rows = self.allocated(size) // (self.width * self.sector)
        group, row = divmod(-(-offset // (self.width * self.sector)), self.height)
        return (group + 1, 0, rows) if row and row + rows > self.height else (group, row, rows)

    def columns(self, offset: int, size: int) -> list[Column]:
        """Return the parts of a block of `size` bytes: parity first, then data in order."""
        group, row, rows = self.group(offset, size)
        turn, within = divmod(group, self.groups)
        order, first = self.order(turn), within * self.width
        return [
            Column(
                order[at % self.used],
                ((turn * self.rows + at // self.used) * self.height + row) * self.sector,
                rows * self.sector,
                at - first < self.parity,
            )
            for at in range(first, first + self.width)
        ]

    def rebuilt(self, column: Column) -> Column:
        """Return where the spare space of the same round keeps a column of the lost disk. Raise
        ValueError without spare space."""
        if self.used == len(self.devices):
            raise ValueError(
                "pool.draid_spares must be 1 or more to rebuild onto spare space, got 0"
            )
        turn = column.offset // (self.rows * ROW)
        return column._replace(device=self.order(turn)[self.used])
