"""What the allocator's choices are worth: runs -> I/Os of the vdev queue -> records a second of a
machine's disk.

The vdev queue holds a group's records sorted by offset and joins those that touch, to 128 KiB at
most. The drive takes what it is handed into its cache, and writes what comes under the head first.
Both sides of a mirrored pair do the same. A slab that is taken up again costs reads: its space map.
"""

from math import ceil, fsum
from random import Random
from typing import NamedTuple

from models.catalogue.machines import values
from models.devices.platter import Platter
from models.fast.lone_drive import Destaging, random_reads
from models.fast.overwrites import Group, Overwrites
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
"""Blocks kept of a slab: so many that the run which is as rare in them as 128 KiB in a whole slab has 7 blocks exactly."""
TIMED, WHOLE, WARM = 240, 960, 80
"""I/Os over which a drive is timed, and of which a group of the machine consists, at least: what a stretch has less, the next
pieces of the slab have too; and I/Os by which the drive gets used to them before. A real group of 128 MiB has thousands: of
2500 the machine takes 1 to 9 % longer, since it waits for the slower disk, for the last, ill-placed writes, two flushes and
the block that makes the group count."""


def pair(
    rules: Rules, *, block: int = 8 * KiB, capacity: int | None = None, seed: int = 1
) -> Machine:
    """A mirrored pair of a Sun 7410 under these rules, with records of `block` bytes. capacity: of
    a disk (bytes); None: so much of one as these slabs are of its 200."""
    size = capacity or DISK * rules.slabs // int(ZFS["slabs"])
    return Machine(
        SUN_7410.order(
            pool={"layout": "mirror", "vdevs": 1, "jbods": 0},
            recordsize=block,
            allocator=rules,
            disks={"capacity": size},
        ).bare(),
        seed,
    )


def read_time(disk: Platter, outstanding: int = PENDING) -> float:
    """Seconds of a drive for a random read of a space map's block, with so many outstanding."""
    size, count = int(ZFS["map_block"]), 400
    return (
        random_reads(disk, uniform(size, disk.spec.capacity, Random(1)), size, outstanding, count)[
            -1
        ][1]
        / count
    )


class RewriteResult(NamedTuple):
    """Some groups, one after the other: the pool's age behind them, records written, I/Os of them
    (a share of one that goes on in the next), seconds of the disk and those of them in which it
    read space maps. best: share of the records that were placed by best fit."""

    age: float
    blocks: int
    ios: float
    seconds: float
    loading: float
    best: float

    @property
    def rate(self) -> float:
        """Records a second."""
        return self.blocks / self.seconds

    @property
    def aggregation(self) -> float:
        """Records of a written I/O."""
        return self.blocks / self.ios


class RewriteLoad:
    """A machine's pool that is overwritten, and one disk of it that does nothing else: `stretch`
    after `stretch`.

    sync: seconds that a group takes to write; after a stretch, groups are as large as what was then
    written in that time (None: always as large as the pool has them).
    """

    def __init__(self, machine: Machine, pool: Overwrites, *, sync: float | None = None):
        self.machine, self.pool, self.disk, self.sync = machine, pool, machine.disk, sync
        self.drive = Destaging(self.disk)
        self.most = max(1, int(ZFS["aggregation"]) // pool.block)
        self.read = read_time(
            self.disk, PENDING + self.disk.spec.destage_set * pool.space.rules.prefetch
        )

    def load_time(self, runs: int) -> float:
        """Seconds of a pair's disks for the map of a slab with so many free runs: its blocks lie
        anywhere, and each side of the pair reads half of them, alone, or with prefetch among its
        writes."""
        return runs * ZFS["entry"] * ZFS["condensed"] / ZFS["map_block"] * self.read / 2

    def stretch(self, groups: int = 4) -> RewriteResult:
        """Overwrite so many groups, and time them."""
        return self.timed([self.pool.group() for _ in range(groups)])

    def timed(self, done: list[Group], *, whole: bool = False) -> RewriteResult:
        """These groups as a stretch. whole: the machine writes them as one group, to both disks,
        with all that it waits for until the group counts; else one disk goes on from where the last
        stretch ended."""
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
        goes_on = not last.best and end < space.units and not space.slabs[last.slab].map[end]
        ios = number(pieces, self.most, begun, goes_on)
        times = max(1, ceil((WHOLE if whole else TIMED) / ios))
        tape = cut(side_by_side(written, space.units, times) if times > 1 else pieces, self.most)
        loading = fsum(self.load_time(runs) for group in done for _, runs in group.loads)
        best = sum(run.units for runs in written for run in runs if run.best) / blocks
        offset = min(
            space.offset(written[0][0].slab, 0),
            self.disk.spec.capacity - sum(tape[-1]) * pool.block,
        )
        offset = max(0, offset // sector * sector)
        writes = [(offset + start * pool.block, units * pool.block) for start, units in tape]
        if times > 1 and not whole:
            self.drive.write(writes[:WARM])
        took, size = self.group(writes) if whole else self.drive.write(writes)
        seconds = blocks * pool.block * took / size + loading
        if self.sync is not None and not whole:
            pool.size = max(
                1, min(round(self.sync * blocks / seconds * pool.sample), space.free // 2)
            )
        return RewriteResult(pool.age, blocks, ios, seconds, loading, best)

    def group(self, writes: list[tuple[int, int]]) -> tuple[float, int]:
        """Seconds and bytes of these writes, all of which are a group of the machine."""
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
