"""A pool that ages: filled to a share, then overwritten at random, record by record, while no disk
is waited for.

Nothing is overwritten in place: each record of a group is written where the allocator finds room,
and the room of its old copy is free once the group is on disk. So free space breaks up into ever
shorter runs. A machine's transaction groups give its records the same places (a test holds this
loop to them); but a pool is old when it has been overwritten tens of thousands of times.
"""

from random import Random
from typing import NamedTuple

from models.catalogue.machines import values
from models.zfs.allocator.metaslabs import Contents, Run

ZFS = values("allocator")


class Group(NamedTuple):
    """What a group wrote: how many records, where, into which slabs (in this order), and the slabs
    whose space map it had to read, with the free runs in it. age: of the pool, behind it. before:
    the last run of the group before it."""

    blocks: int
    runs: list[Run]
    loads: list[tuple[int, int]]
    age: float
    before: Run | None = None


class Overwrites:
    """The contents of a machine's pool, `fill` of it. Age is the number of overwrites over the
    number of records.

    Where only a sample of each slab is kept, it is of each group of `group` bytes, too: so a slab
    has as many groups in it as it really has.
    """

    def __init__(
        self, contents: Contents, fill: float, *, group: int = ZFS["group"], seed: int = 1
    ):
        self.random, self.contents = Random(seed), contents
        self.space, self.places = contents.space, contents.places
        self.block, self.sample = self.space.unit, self.space.units / self.space.real
        self.size = max(1, round(group / self.block * self.sample))  # records of a group
        self.written = 0
        self.last: Run | None = None  # of the last group
        self.grow(max(1, round(fill * self.space.size / self.block)))

    def grow(self, blocks: int) -> None:
        """Write new records, group after group, until there are so many in all."""
        if self.space.size // self.block < blocks + 2 * self.size:
            raise ValueError(
                f"a vdev must have room for its data and two groups, got {blocks} and {self.size} of "
                f"{self.space.size // self.block} records"
            )
        self.last = self.contents.grow(blocks, self.size) or self.last

    @property
    def age(self) -> float:
        """Overwrites so far, over the number of records."""
        return self.written / len(self.places)

    def group(self) -> Group:
        """Overwrite a group's worth of records; one that is hit twice is written once."""
        random, space, count = self.random.random, self.space, len(self.places)
        chosen = list(dict.fromkeys([int(random() * count) for _ in range(self.size)]))
        loaded = len(space.loads)
        runs = self.contents.rewrite(chosen)
        space.sync()
        self.written += self.size
        before, self.last = self.last, runs[-1]
        return Group(len(chosen), runs, space.loads[loaded:], self.age, before)

    def until(self, age: float) -> "Overwrites":
        """Overwrite until the pool has this age."""
        while self.age < age:
            self.group()
        return self
