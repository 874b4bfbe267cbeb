"""An ageing pool: filled to a share, then overwritten at random, record by record, without waiting
for disks.

Nothing is overwritten in place: each record of a group is written where the allocator finds space,
and the space of its old copy is free once the group is on disk. So free space breaks up into ever
shorter runs. A machine's transaction groups give its records the same places (a test compares
them); but a pool is old only after tens of thousands of overwrites.
"""

from random import Random
from typing import NamedTuple

from models.catalogue.machines import values
from models.zfs.allocator.metaslabs import Contents, Run

ZFS = values("allocator")


class OverwriteGroup(NamedTuple):
    """What a group wrote."""

    blocks: int  # records
    runs: list[Run]
    loads: list[tuple[int, int]]  # slabs whose map was read, with their number of free runs
    age: float  # of the pool after the group
    before: Run | None = None  # last run of the group before it


class Overwrites:
    """The contents of a machine's pool, which fill a share `fill` of it.

    If only a sample of each slab is kept, each group of `group` bytes is sampled too, so that a
    slab has as many groups in it as in reality. Raise ValueError if there is no room for two groups
    besides the data.
    """

    def __init__(
        self, contents: Contents, fill: float, *, group: int = ZFS["group"], seed: int = 1
    ):
        self.random, self.contents = Random(seed), contents
        self.space, self.places = contents.space, contents.places
        self.block, self.sample = self.space.unit, self.space.units / self.space.real
        self.size = max(1, round(group / self.block * self.sample))  # records of a group
        self.written = 0
        self.last: Run | None = None  # last run of the last group
        self.grow(max(1, round(fill * self.space.size / self.block)))

    def grow(self, blocks: int) -> None:
        """Write new records, group after group, until there are `blocks`. Raise ValueError if there
        is no room."""
        if self.space.size // self.block < blocks + 2 * self.size:
            raise ValueError(
                f"a vdev must have room for its data and two groups, got {blocks} + 2 x {self.size} of "
                f"{self.space.size // self.block} records"
            )
        self.last = self.contents.grow(blocks, self.size) or self.last

    @property
    def age(self) -> float:
        """Return the number of overwrites over the number of records."""
        return self.written / len(self.places)

    def group(self) -> OverwriteGroup:
        """Overwrite a group of random records; one that is hit twice is written once. Return the
        group."""
        random, space, count = self.random.random, self.space, len(self.places)
        chosen = list(dict.fromkeys([int(random() * count) for _ in range(self.size)]))
        loaded = len(space.loads)
        runs = self.contents.rewrite(chosen)
        space.sync()
        self.written += self.size
        before, self.last = self.last, runs[-1]
        return OverwriteGroup(len(chosen), runs, space.loads[loaded:], self.age, before)

    def until(self, age: float) -> "Overwrites":
        """Overwrite until the pool has this age. Return self."""
        while self.age < age:
            self.group()
        return self
