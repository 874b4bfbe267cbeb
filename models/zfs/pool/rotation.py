"""Whose turn it is: blocks go round the vdevs, and on each behind the last one."""
from collections.abc import Sequence
from typing import NamedTuple

from models.zfs.allocator.allocator import FreeSpace, NextFit
from models.zfs.allocator.metaslabs import Metaslabs
from models.zfs.pool.vdev import Vdev

Space = NextFit | FreeSpace | Metaslabs


class Block(NamedTuple):
    """`size` bytes of data at `offset` of `vdev`; log: whether that is a log device."""

    vdev: Vdev
    offset: int
    size: int
    log: bool = False


class Rotation:
    """Vdevs in turn, each with its free space. aliquot: bytes (and each time one block more) before the next's turn.

    ZFS moves on after 512 KiB for each device of a vdev, log blocks after every one. Source: metaslab.c of 2009.
    """

    def __init__(self, vdevs: Sequence[Vdev], spaces: Sequence[Space], aliquot: int = 0):
        self.vdevs, self.spaces, self.aliquot = list(vdevs), list(spaces), aliquot
        self.numbers = {id(vdev): number for number, vdev in enumerate(self.vdevs)}
        self.turn = self.filled = 0

    def take(self, size: int, after: Vdev | None = None) -> tuple[Vdev, int] | None:
        """A vdev and the offset there of room for `size` bytes; None where no vdev has any.

        after: begin with the next vdev behind this one, whosever turn it is.
        """
        count = len(self.vdevs)
        first = self.turn if after is None or id(after) not in self.numbers else self.numbers[id(after)] + 1
        for i in range(first, first + count):
            vdev, space = self.vdevs[i % count], self.spaces[i % count]
            need = vdev.allocated(size)
            offset = None if vdev.lost or need > space.size else space.take(need)
            self.filled += need
            if offset is None or self.filled >= self.aliquot * len(vdev.devices):
                self.turn, self.filled = (i + 1) % count, 0
            if offset is not None:
                return vdev, offset
        return None

    def give(self, vdev: Vdev, offset: int, size: int) -> None:
        """Take a block back."""
        space = self.spaces[self.numbers[id(vdev)]]
        assert isinstance(space, FreeSpace)
        space.give(offset, vdev.allocated(size))
