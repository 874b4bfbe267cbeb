"""A pool that ages: filled to a share, then overwritten at random, a block at a time, copy-on-write.

Nothing is overwritten in place: each block of a group is written where the allocator finds room, and the room of its old copy
is free once the group is on disk. So free space breaks up into ever shorter runs. Age is the number of overwrites over
the number of blocks of data.
"""
from random import Random
from typing import NamedTuple

from models.catalogue.machines import values
from models.units import KiB
from models.zfs.allocator.metaslabs import Metaslabs, Rules, Run

ZFS = values("allocator")
DISK = int(values("7410")["capacity"])


class Group(NamedTuple):
    """What a group wrote: how many blocks, where, into which slabs (in this order), and the slabs whose space map it had to
    read, with the free runs in it. age: of the pool, behind it. before: the last run of the group before it."""

    blocks: int
    runs: list[Run]
    loads: list[tuple[int, int]]
    age: float
    before: Run | None = None


class Overwrites:
    """A vdev of `capacity` bytes with `slabs` slabs, of which `fill` is data in blocks of `block` bytes.

    Only a sample of each slab is kept, `blocks` blocks of it, and the same share of each group of `group` bytes, so that a
    slab has as many groups in it as it really has. Raises ValueError for more data than fits.
    """

    def __init__(self, fill: float, rules: Rules, *, slabs: int = ZFS["slabs"], blocks: int = 1000, block: int = 8 * KiB,
                 capacity: int = DISK, group: int = ZFS["group"], seed: int = 1):
        real = capacity // slabs // block
        if not blocks <= real <= 2**40:
            raise ValueError(f"a slab must hold {blocks} blocks of {block} bytes or more, at most a trillion, "
                             f"got {capacity} bytes in {slabs} slabs")
        self.random = Random(seed)
        self.space = Metaslabs(slabs, blocks, rules, unit=block, real=real)
        self.block, self.real, self.sample = block, real, blocks / real
        self.size = max(1, round(group / block * self.sample))      # blocks of a group
        data = max(1, round(fill * slabs * blocks))
        if data + 2 * self.size > slabs * blocks:
            raise ValueError(f"a vdev must have room for its data and two groups, got {slabs * blocks - data} of "
                             f"{slabs * blocks} blocks free, {self.size} a group")
        self.places: list[int] = []          # where each block of data is
        self.written = 0
        self.last: Run | None = None         # of the last group
        self.grow(data)

    def grow(self, blocks: int) -> None:
        """Write new blocks, group after group, until there are so many in all."""
        space = self.space
        while len(self.places) < blocks:
            for run in space.take(1, min(max(self.size, space.ahead(self.size)), blocks - len(self.places))):
                self.last = run
                first = run.slab * space.units + run.start
                self.places += range(first, first + run.units)
            space.sync()

    @property
    def room(self) -> int:
        """Blocks that are free, or will be when the group is on disk."""
        return len(self.space.slabs) * self.space.units - len(self.places)

    @property
    def age(self) -> float:
        """Overwrites so far, over the number of blocks."""
        return self.written / len(self.places)

    def group(self) -> Group:
        """Overwrite a group's worth of blocks; one that is hit twice is written once."""
        random, places, space = self.random.random, self.places, self.space
        count, units = len(places), space.units
        chosen = list(dict.fromkeys([int(random() * count) for _ in range(self.size)]))
        loaded = len(space.loads)
        runs = space.take(1, len(chosen))
        space.waiting.append(([places[n] for n in chosen], 1))      # as `give` does, which looks at each
        new: list[int] = []
        for slab, start, length, _ in runs:
            new += range(slab * units + start, slab * units + start + length)
        for n, place in zip(chosen, new, strict=True):
            places[n] = place
        space.sync()
        self.written += self.size
        before, self.last = self.last, runs[-1]
        return Group(len(chosen), runs, space.loads[loaded:], self.age, before)
