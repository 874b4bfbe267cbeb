"""What the allocator's choices are worth: runs -> I/Os of the vdev queue -> blocks a second of a disk.

The vdev queue holds a group's blocks sorted by offset and joins those that touch, to 128 KiB at most. The drive takes what it
is handed into its cache, and writes what comes under the head first. Both sides of a mirrored pair do the same. A slab that
is taken up again costs reads: its space map.
"""
from collections.abc import Iterable, Iterator
from functools import cache
from math import ceil, fsum, sqrt
from random import Random
from typing import NamedTuple

from models.catalogue.machines import values
from models.devices.drive_spec import DriveSpec
from models.devices.hdd import HardDisk
from models.devices.platter import Platter
from models.fast.destage import destaged
from models.fast.random_reads import random_reads
from models.machine.lone_writer import drive_spec
from models.sim.workload import uniform
from models.units import sector
from models.zfs.allocator.overwrites import Group, Overwrites
from models.zfs.io.aggregation import aggregated, cut, number, side_by_side

__all__ = ["RewriteLoad", "RewriteResult", "Summary", "aggregated", "read_time", "summary", "with_reads", "write_time"]

ZFS, ZFS_2010 = values("allocator"), values("zfs-2010")
TIMED = 160
"""I/Os over which a drive is timed, at least: what a stretch has less, the next pieces of the slab have too. The drive passes
over what is badly placed until it has little else: over thousands of scattered I/Os it is a tenth slower than over so few."""
LONGEST = 1000
"""Groups of a visit to a slab, at most."""


def write_time(tape: list[tuple[int, int]], unit: int, offset: int, spec: DriveSpec) -> float:
    """Seconds of a drive for a unit (bytes) of what lies on this tape from `offset` (bytes) on, while its cache is never
    short of more."""
    if len(tape) < 2:
        raise ValueError(f"a drive must be timed over 2 writes or more, got {len(tape)}")
    last, length = tape[-1]
    offset = max(0, min(offset, spec.capacity - (last + length) * unit)) // sector * sector
    seconds, written = destaged(platter(spec), [(offset + start * unit, units * unit) for start, units in tape])
    return seconds / written * unit


@cache
def platter(spec: DriveSpec) -> Platter:
    """The mechanics of a drive, at time zero."""
    return Platter(spec)


@cache
def read_time(spec: DriveSpec, outstanding: int) -> float:
    """Seconds of a drive for a random read of a space map's block, with so many outstanding."""
    size, count = int(ZFS["map_block"]), 400
    answered = random_reads(HardDisk(spec), uniform(size, spec.capacity, Random(1)), size, outstanding, count)
    return answered[-1][1] / count


class RewriteResult(NamedTuple):
    """Some groups, one after the other: the pool's age behind them, blocks written, I/Os of them (a share of one that goes on
    in the next), seconds of the disk and those of them in which it read space maps. best: share of the blocks that were
    placed by best fit. slab: the primary at the end (-1: none), and the share of it that is free."""

    age: float
    blocks: int
    ios: float
    seconds: float
    loading: float
    best: float
    slab: int
    free: float

    @property
    def rate(self) -> float:
        """Blocks a second."""
        return self.blocks / self.seconds

    @property
    def aggregation(self) -> float:
        """Blocks of a written I/O."""
        return self.blocks / self.ios


class RewriteLoad:
    """A pool that is overwritten, and one disk of it (of `spec`) that does nothing else: `stretch` after `stretch`.

    sync: seconds that a group takes to write; after a stretch, groups are as large as what was then written in that time
    (None: always as large as the pool has them).
    """

    def __init__(self, pool: Overwrites, spec: DriveSpec | None = None, *, sync: float | None = None):
        self.pool, self.spec, self.sync = pool, spec or drive_spec(), sync
        self.most = max(1, int(ZFS["aggregation"]) // pool.block)
        rules = pool.space.rules
        outstanding = int(ZFS_2010["disk_pending"]) + (self.spec.destage_set if rules.prefetch else 0)
        self.read = read_time(self.spec, outstanding)

    def load_time(self, runs: int) -> float:
        """Seconds of a pair's disks for the map of a slab with so many free runs: its blocks lie anywhere, and each side of
        the pair reads half of them, alone, or with prefetch among its writes."""
        return runs * ZFS["entry"] * ZFS["condensed"] / ZFS["map_block"] * self.read / 2

    def stretch(self, groups: int = 4) -> RewriteResult:
        """Overwrite so many groups, and time them."""
        return self.timed([self.pool.group() for _ in range(groups)])

    def visit(self) -> RewriteResult:
        """Overwrite until the allocator goes on to another slab, and time all that goes into that one, until it leaves it:
        both how blocks are placed when it comes, and when it goes."""
        space = self.pool.space
        here, left = space.primary, LONGEST
        while here is not None and space.primary == here and left:
            self.pool.group()
            left -= 1
        done = [self.pool.group()]
        here = done[0].runs[-1].slab
        while space.primary == here and len(done) < LONGEST:
            done.append(self.pool.group())
        return self.timed(done)

    def timed(self, done: list[Group]) -> RewriteResult:
        """These groups as a stretch."""
        pool, units = self.pool, self.pool.space.units
        written, blocks = [group.runs for group in done], sum(group.blocks for group in done)
        pieces = side_by_side(written, units)
        first, last, before = min(written[0]), max(written[-1]), done[0].before
        begun = bool(before and not first.best and before.slab == first.slab and before.start + before.units == first.start)
        end = last.start + last.units
        goes_on = not last.best and end < units and not pool.space.slabs[last.slab].map[end]
        ios = number(pieces, self.most, begun, goes_on)
        times = max(1, ceil(TIMED / ios))
        tape = cut(side_by_side(written, units, times) if times > 1 else pieces, self.most)
        offset = int(written[0][0].slab / len(pool.space.slabs) * self.spec.capacity)
        loading = fsum(self.load_time(runs) for group in done for _, runs in group.loads)
        best = sum(run.units for runs in written for run in runs if run.best) / blocks
        primary = pool.space.primary
        free = 0.0 if primary is None else pool.space.slabs[primary].free / units
        seconds = blocks * write_time(tape, pool.block, offset, self.spec) + loading
        if self.sync is not None:
            pool.size = max(1, min(round(self.sync * blocks / seconds * pool.sample), pool.room // 2))
        return RewriteResult(pool.age, blocks, ios, seconds, loading, best, -1 if primary is None else primary, free)

    def until(self, age: float, groups: int = 4) -> Iterator[RewriteResult]:
        """Stretches until the pool has this age."""
        while self.pool.age < age:
            yield self.stretch(groups)


class Summary(NamedTuple):
    """Of many stretches: blocks a second, blocks of an I/O, and by how much a stretch differs from the others: the standard
    deviation of their rates over the mean."""

    rate: float
    aggregation: float
    variation: float


def summary(stretches: Iterable[RewriteResult]) -> Summary:
    """Of these stretches."""
    seen = list(stretches)
    mean = fsum(s.rate for s in seen) / len(seen)
    spread = sqrt(fsum((s.rate - mean) ** 2 for s in seen) / len(seen))
    blocks = sum(s.blocks for s in seen)
    return Summary(blocks / fsum(s.seconds for s in seen), blocks / fsum(s.ios for s in seen), spread / mean)


def with_reads(rate: float, reads: float, read: float) -> float:
    """Overwrites a second of a pair if it does `reads` random reads for each, which take `read` seconds of a disk; each
    side reads half of them, and writes all."""
    return 1 / (1 / rate + reads * read / 2)
