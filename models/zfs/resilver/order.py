"""The order in which a resilver reads the blocks of a disk: metadata order or disk order.

Only a sample of a whole disk is drawn, from several stretches of it: consecutive blocks with the
job's share of scattered ones, and in disk order runs of used and free places whose mean lengths
follow from that share and the fill.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from models.catalogue.machines import values
from models.zfs.pool.vdev import Column
from models.zfs.resilver.job import RESILVER, Job

QUEUE = values("zfs-queue")
AGGREGATE: int = QUEUE["aggregation"]
STRETCHES = 4
"""Stretches of the disk in a sample. Each begins in the middle of an equal part of the disk,
because tracks are longer at the rim."""
LIGHTEST = 1 / 8
"""Smallest weight of an aggregate (see `ResilverStep`). Otherwise thousands of nearly empty ones could be in flight, more
than a sample has; the disks are busy with far fewer."""


class ResilverStep(NamedTuple):
    """I/Os issued together: reads of the survivors, then, when all are done, writes to the new
    disks."""

    reads: list[Column]
    writes: list[Column]
    blocks: int  # blocks resilvered; 0 for a block that is only read
    # share of the in-flight limit: 1 in metadata order; in disk order, which limits bytes, 1 per
    # 128 KiB on each disk
    weight: float = 1.0


def run(ends: float, random: Random) -> int:
    """Return the length (1-4,096) of a run that ends after each place with probability `ends`."""
    draw, count = random.random, 1
    while count < 4096 and draw() >= ends:
        count += 1
    return count


def used_run(job: Job, random: Random) -> int:
    """Return a random number of adjacent blocks, whose mean follows from the job's scatter and
    fill."""
    return run(job.scattered * (1 - job.density), random)


def free_run(job: Job, random: Random) -> int:
    """Return a random number of free places between two runs of used ones."""
    return run(job.scattered * job.density, random)


def stretches(job: Job, random: Random, least: int, count: int) -> tuple[int, int, dict[int, int]]:
    """Return the first place and the number of places with blocks to resilver, and the place to
    which the sample moves before some of its `count` steps.

    Blocks born while the disk was absent lie together, because the allocator had reached one part
    of the disk. `least` is the number of places that a sample passes; if there is less to do, it
    continues beyond as if there were more, and reads nothing twice.
    """
    wide = max(int(job.span * job.born), min(2 * least, job.capacity * job.disks // job.unit))
    first = int(random.random() * (max(job.span, wide) - wide + 1))
    begins = {
        -(-k * count // STRETCHES): first + wide * (2 * k + 1) // (2 * STRETCHES)
        for k in range(STRETCHES)
    }
    return first, wide, begins


def in_metadata_order(job: Job, random: Random, count: int) -> Iterator[ResilverStep]:
    """Yield the steps of `count` blocks in the order of files and snapshots, and of the indirect
    blocks for them."""
    first, wide, begins = stretches(job, random, count, count)
    draw, place, owed = random.random, 0, random.random()
    for number in range(count):
        place = begins.get(number, place + 1) - 1
        owed += job.metadata
        if owed >= 1:
            owed -= 1
            yield indirect(job, first + int(draw() * wide))
        place = first + (place + 1 - first) % wide
        if draw() < job.scattered:
            place = first + int(draw() * wide)
        reads, writes = job.columns(place, job.block)
        yield ResilverStep(reads, writes, 1)


def indirect(job: Job, place: int) -> ResilverStep:
    """Return the step for an indirect block near `place`, which must be read before its blocks."""
    size = int(RESILVER["indirect"])
    place = min(place, (job.capacity * job.disks - 4 * size) // job.unit)
    columns = job.vdev.columns(max(0, place) * job.unit, size)
    return ResilverStep([column for column in columns if column.device >= job.failed], [], 0)


def populate(job: Job, random: Random, count: int) -> Iterator[ResilverStep]:
    """Yield the steps of `count` indirect blocks, which are the first phase of the new method."""
    first, wide, begins = stretches(job, random, count * int(RESILVER["pointers"]), count)
    place, draw = 0, random.random
    for number in range(count):
        place = begins.get(number, place) + int(RESILVER["pointers"])
        if draw() < job.scattered:
            place = first + int(draw() * wide)
        yield indirect(job, min(place, first + wide - 1))


def in_disk_order(job: Job, random: Random, count: int) -> Iterator[ResilverStep]:
    """Yield the steps of `count` aggregates of blocks in ascending order. Each reads up to 128 KiB
    of a disk, including holes of up to 32 KiB, and writes the same range.

    (ZFS's queue would join them in the same way, because all of them wait there; it would write
    piece by piece, over the same tracks. A test compares the two.)
    """
    unit, disks = job.unit, job.disks
    most = max(1, AGGREGATE * disks // unit)  # places that an aggregate may span
    first, wide, begins = stretches(job, random, count * most, count)
    place = used = 0
    for number in range(count):
        if number in begins:
            place, used = begins[number], used_run(job, random)
        start, blocks, room = place, 0, most
        while room > 0:
            part = min(used, room)
            place = end = place + part
            blocks, used, room = blocks + part, used - part, room - part
            if used:
                break
            hole = free_run(job, random) if job.density < 1 else 0
            used = used_run(job, random)
            place, room = place + hole, room - hole
            if hole * unit > QUEUE["read_gap"] * disks:
                break
        pieces = [piece(job, device, start, end) for device in range(job.width)]
        weight = max(LIGHTEST, blocks * unit / (disks * AGGREGATE))
        reads, writes = (
            [column for column in some if column.size]
            for some in (pieces[job.failed :], pieces[: job.failed])
        )
        yield ResilverStep(reads, writes, blocks, weight)
        if place >= first + wide:
            place = first


def piece(job: Job, device: int, begin: int, end: int) -> Column:
    """Return a disk's part of the places from `begin` to `end`, which ends where its part of the
    next places begins. Sectors go round the disks of a RAID-Z."""
    sector, first = job.vdev.sector, 0 if job.disks == 1 else device
    low, high = (
        max(0, -(-(place * job.unit // sector - first) // job.disks)) * sector
        for place in (begin, end)
    )
    high = min(high, job.capacity // sector * sector)
    return Column(device, min(low, high), max(0, high - low))


def steps(job: Job, order: str, random: Random, count: int) -> Iterator[ResilverStep]:
    """Yield the steps of `count` blocks or aggregates in `order`, metadata or disk."""
    return (in_metadata_order if order == "metadata" else in_disk_order)(job, random, count)
