"""A pool that was full for long: what is free lies in single blocks, and each block of a group goes
to a place of its own.

The machine of the other models writes its groups into large pieces of free space, although it takes
the blocks that are read to be scattered. That is a young pool for writes and an old one for reads.
This is the old one for both.
"""

from dataclasses import replace
from random import Random

from models.machine import Machine
from models.zfs.allocator.allocator import NextFit


class SingleBlocks(NextFit):
    """Blocks of `block` bytes go anywhere, other sizes behind one another."""

    def __init__(self, size: int, start: int, block: int, seed: int = 1):
        super().__init__(size, start)
        self.block, self.random = block, Random(seed)

    def take(self, size: int) -> int:
        """The offset (bytes) of `size` free bytes."""
        if size != self.block:
            return super().take(size)
        return (
            self.start
            + self.size // 4
            + int(self.random.random() * (self.size // 2 // size)) * size
        )


def in_single_blocks(machine: Machine, block: int, held: int, seed: int = 1) -> Machine:
    """`machine` itself; from now on its groups go to disk in single blocks of `block` bytes, and
    writers wait while `held` bytes are dirty, as disks cannot keep up."""
    groups, main = machine.zfs.groups, machine.pool.main
    groups.spec, groups.limit = replace(groups.spec, transfer=block), held
    main.spaces = [
        SingleBlocks(space.size, space.start, block, seed + n)
        for n, space in enumerate(main.spaces)
    ]
    return machine
