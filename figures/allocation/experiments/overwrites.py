"""An ageing pool, without the time of its disks. A share of it is filled, and then random records
are overwritten one by one.

Nothing is overwritten in place: each record of a group is written where the allocator finds space,
and the space of its old copy is free when the group is on disk. So the runs of free space become
shorter. The transaction groups of a machine give its records the same places (a test compares
them), but a pool is old only after tens of thousands of overwrites.
"""

from random import Random
from typing import NamedTuple

from models.catalogue.machines import values
from models.zfs.allocator.metaslabs import Contents, Run

ZFS = values("allocator")


class OverwriteGroup(NamedTuple):
    """The writes of one group."""

    blocks: int  # records
    runs: list[Run]  # where they were written
    loads: list[tuple[int, int]]  # slabs whose map was read, each with its number of free runs
    age: float  # of the pool after the group
    before: Run | None = None  # last run of the previous group


class Overwrites:
    """The contents of the pool of a machine, which fill a share `fill` (0-1) of it.

    If only a sample of each slab is kept, each group of `group` bytes is sampled too, so that the
    number of groups in a slab is the real one. Raise ValueError if there is no room for two groups
    in addition to the data.
    """

    def __init__(
        self, contents: Contents, fill: float, *, group: int = ZFS["group"], seed: int = 1
    ):
        self.random, self.contents = Random(seed), contents
        self.space, self.places = contents.space, contents.places
        self.block, self.sample = self.space.unit, self.space.units / self.space.real
        self.size = max(1, round(group / self.block * self.sample))  # records of a group
        self.written = 0
        self.last: Run | None = None  # last run of the previous group
        self.grow(max(1, round(fill * self.space.size / self.block)))

    def grow(self, blocks: int) -> None:
        """Write new records, group after group, until there are `blocks`. Raise ValueError if
        there is no room for them and two more groups."""
        if self.space.size // self.block < blocks + 2 * self.size:
            raise ValueError(
                f"blocks and two groups of {self.size} must fit into the {self.space.size // self.block} "
                f"records of a vdev, got {blocks}"
            )
        self.last = self.contents.grow(blocks, self.size) or self.last

    @property
    def age(self) -> float:
        """Return the number of overwrites divided by the number of records."""
        return self.written / len(self.places)

    def group(self) -> OverwriteGroup:
        """Overwrite a group of random records, each once even if it is drawn twice. Return the
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
