"""The effect of allocation rules on the records per second of a machine's disk.

The vdev queue sorts a group's records by offset and joins adjacent ones, up to 128 KiB. The drive
takes the writes into its cache and writes first those that come under the head first. Both sides of
a mirrored pair do the same. Loading a slab that is reused costs reads of its space map.
"""

from math import ceil, fsum
from random import Random
from typing import NamedTuple

from figures.allocation.experiments.destaging import Destaging
from figures.allocation.experiments.overwrites import OverwriteGroup, Overwrites
from figures.disks.experiments.random_reads import random_reads
from models.catalogue.machines import values
from models.devices.platter import Platter
from models.machine.machine import LOOK, Machine
from models.machine.order import SUN_7410
from models.sim.loop import Process
from models.sim.workload import uniform
from models.units import KiB, sector
from models.zfs.allocator.metaslabs import Rules
from models.zfs.io.aggregation import cut, number, side_by_side
from models.zfs.pool.pool import Block

ZFS, ZFS_2010 = values("allocator"), values("zfs-2010")
DISK = int(values("7410")["pool.disks.capacity"])
PENDING = int(ZFS_2010["disk_pending"])
SAMPLED = 486
"""Blocks simulated of each slab. Runs of exactly 7 blocks are as rare in them as runs of 128 KiB in
a whole slab."""
TIMED, WHOLE, WARM = 240, 960, 80
"""Fewest I/Os over which a drive is timed, fewest I/Os of a group of the machine (shorter stretches are repeated), and
I/Os to warm up the drive. A real group of 128 MiB has thousands: with 2500 the machine takes 1 to 9 % longer, because it
waits for the slower disk, the last, badly placed writes, two flushes and the uberblock."""


def pair(
    rules: Rules, *, block: int = 8 * KiB, capacity: int | None = None, seed: int = 1
) -> Machine:
    """Return a mirrored pair of a Sun 7410 with these rules and records of `block` bytes.
    `capacity` is that of a disk (bytes). By default it is in proportion to the number of slabs: a
    whole disk has 200."""
    size = capacity or DISK * rules.slabs // int(ZFS["slabs"])
    pool = {"layout": "mirror", "vdevs": 1, "jbods": 0}
    order = SUN_7410.order(pool=pool, recordsize=block, allocator=rules, disks={"capacity": size})
    return Machine(order.bare(), seed)


def read_time(disk: Platter, outstanding: int = PENDING) -> float:
    """Return the time per random read of a space map's block (s) with `outstanding` reads in
    flight: the length of a run divided by the number of its reads."""
    size, count = int(ZFS["map_block"]), 400
    places = uniform(size, disk.spec.capacity, Random(1))
    return random_reads(disk, places, size, outstanding, count)[-1][1] / count


class RewriteResult(NamedTuple):
    """The result of some consecutive groups."""

    age: float  # of the pool at their end
    blocks: int  # records written
    ios: float  # number of I/Os; one that continues in the next stretch counts in part
    seconds: float  # of the disk
    loading: float  # of these, seconds for reading space maps
    best: float  # share of records placed by best fit

    @property
    def rate(self) -> float:
        """Return the records written per second."""
        return self.blocks / self.seconds

    @property
    def aggregation(self) -> float:
        """Return the mean records per I/O."""
        return self.blocks / self.ios


class RewriteLoad:
    """Overwrites of a machine's pool, and one of its disks, which does nothing else. `sync` is the
    time (s) that a group should take to be written: after each `stretch` the group size is set to
    the amount written in that time (None: the pool's group size)."""

    def __init__(self, machine: Machine, pool: Overwrites, *, sync: float | None = None):
        self.machine, self.pool, self.disk, self.sync = machine, pool, machine.disk, sync
        self.drive = Destaging(self.disk)
        self.most = max(1, int(ZFS["aggregation"]) // pool.block)
        self.read = read_time(
            self.disk, PENDING + self.disk.spec.destage_set * pool.space.rules.prefetch
        )

    def load_time(self, runs: int) -> float:
        """Return how long a pair's disks take to read the space map of a slab with `runs` free runs
        (s). The blocks of the map are scattered. Each side reads half of them, alone or, with
        prefetch, among its writes."""
        blocks: float = runs * ZFS["entry"] * ZFS["condensed"] / ZFS["map_block"]
        return blocks * self.read / 2

    def stretch(self, groups: int = 4) -> RewriteResult:
        """Overwrite records for `groups` groups. Return the result."""
        return self.timed([self.pool.group() for _ in range(groups)])

    def timed(self, done: list[OverwriteGroup], *, whole: bool = False) -> RewriteResult:
        """Return the result of these groups as one stretch. With `whole` the machine writes them as
        one group, to both disks, with everything that the group waits for; otherwise one disk
        continues from the end of the last stretch."""
        pool, space = self.pool, self.pool.space
        written, blocks = [group.runs for group in done], sum(group.blocks for group in done)
        pieces = side_by_side(written, space.units)
        first, last, before = min(written[0]), max(written[-1]), done[0].before
        begun = bool(
            before
            and not first.best
            and before.slab == first.slab
            and before.start + before.units == first.start
        )
        end = last.start + last.units
        continued = not last.best and end < space.units and not space.slabs[last.slab].map[end]
        ios = number(pieces, self.most, begun, continued)
        times = max(1, ceil((WHOLE if whole else TIMED) / ios))
        tape = cut(side_by_side(written, space.units, times) if times > 1 else pieces, self.most)
        loading = fsum(self.load_time(runs) for group in done for _, runs in group.loads)
        best = sum(run.units for runs in written for run in runs if run.best) / blocks
        room = self.disk.spec.capacity - sum(tape[-1]) * pool.block
        offset = max(0, min(space.offset(written[0][0].slab, 0), room) // sector * sector)
        writes = [(offset + start * pool.block, units * pool.block) for start, units in tape]
        if times > 1 and not whole:
            self.drive.write(writes[:WARM])
        took, size = self.group(writes) if whole else self.drive.write(writes)
        seconds = blocks * pool.block * took / size + loading
        if self.sync is not None and not whole:
            size = round(self.sync * blocks / seconds * pool.sample)
            pool.size = max(1, min(size, space.free // 2))
        return RewriteResult(pool.age, blocks, ios, seconds, loading, best)

    def group(self, writes: list[tuple[int, int]]) -> tuple[float, int]:
        """Write these (offset, size) as one group of the machine. Return how long it takes (s) and
        the bytes written."""
        machine, ended = self.machine, list[float]()
        loop, groups, begun = machine.loop, machine.zfs.groups, machine.loop.now
        blocks = [Block(machine.pool.vdevs[0], *place) for place in writes]

        def group() -> Process:
            yield from groups.send(blocks, groups.number)
            ended.append(loop.now)

        loop.spawn(group())
        while not ended:
            loop.run(until=loop.now + LOOK)
        return ended[0] - begun, sum([size for _, size in writes])
