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
    """Vdevs in turn, each with its free space. (ZFS moves on after 512 KiB for each device of a vdev, log blocks after every
    one: metaslab.c of 2009. Here all do so after every block.)"""

    def __init__(self, vdevs: Sequence[Vdev], spaces: Sequence[Space]):
        self.vdevs, self.spaces = list(vdevs), list(spaces)
        self.numbers = {id(vdev): number for number, vdev in enumerate(self.vdevs)}
        self.turn = 0

    def take(self, size: int, after: Vdev | None = None) -> tuple[Vdev, int] | None:
        """A vdev and the offset there of room for `size` bytes; None where no vdev has any.

        after: begin with the next vdev behind this one, whosever turn it is.
        """
        count = len(self.vdevs)
        first = self.turn if after is None or id(after) not in self.numbers else self.numbers[id(after)] + 1
        for i in range(first, first + count):
            vdev = self.vdevs[i % count]
            offset = self.spaces[i % count].take(vdev.allocated(size))
            self.turn = (i + 1) % count
            if offset is not None:
                return vdev, offset
        return None

    def give(self, vdev: Vdev, offset: int, size: int) -> None:
        """Take a block back."""
        space = self.spaces[self.numbers[id(vdev)]]
        assert isinstance(space, FreeSpace)
        space.give(offset, vdev.allocated(size))
