"""The effect of allocation rules on the records per second of a machine's disk.

The vdev queue sorts a group's records by offset and joins adjacent ones, up to 128 KiB. The drive
takes the writes into its cache and writes first those that come under the head first. Both sides of
a mirrored pair do the same. Loading a slab that is reused costs reads of its space map.
"""

from collections.abc import Iterable
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
from models.zfs.allocator.metaslabs import Rules, Run
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


Piece = tuple[int, int]
"""Start and length (units)."""


def side_by_side(groups: Iterable[list[Run]], units: int, times: int = 1) -> list[Piece]:
    """Return the pieces that the groups write, as they would lie on a whole slab.

    The `units` here are a sample of that slab. The pieces do not touch.

    The groups are parts of one large group. The end of one and the start of the next touch if they
    did in the sample. If a group starts before the end of the last, it belongs to the next part of
    the slab; if it continues on another slab, its I/Os are put after the last. So the gaps are
    those of a whole slab, without the long seek to the next slab. Everything is repeated `times`
    times.
    """
    tape: list[list[int]] = []
    shift = end = 0
    groups = [sorted(group) for group in groups]
    for _ in range(times):
        before = -1
        for group in groups:
            for slab, start, length, best in group:
                if slab != before and (before >= 0 or not best):
                    shift = end - start
                elif start + shift < end:
                    shift += ceil((end - start - shift) / units) * units
                if tape and slab == before and start + shift == end:
                    tape[-1][1] += length
                else:
                    tape.append([start + shift, length])
                before, end = slab, start + shift + length
    return [(start, length) for start, length in tape]


def cut(pieces: Iterable[Piece], most: int) -> list[Piece]:
    """Return the I/Os that write these pieces, of at most `most` units."""
    return [
        (start + at, min(most, length - at))
        for start, length in pieces
        for at in range(0, length, most)
    ]


def number(pieces: list[Piece], most: int, begun: bool, continued: bool) -> float:
    """Return the mean number of I/Os of at most `most` units for these pieces.

    begun, continued: whether the first piece is the rest of a longer one, and whether the last
    piece goes on later. Of such a piece only its share of the I/Os is counted, and for the end of
    the first one half an I/O more."""
    whole = pieces[begun : len(pieces) - continued]
    count = float(sum(-(-length // most) for _, length in whole))
    if begun and continued and len(pieces) == 1:
        return pieces[0][1] / most
    if begun:
        count += pieces[0][1] / most + (most - 1) / (2 * most)
    return count + (pieces[-1][1] / most if continued else 0.0)


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
