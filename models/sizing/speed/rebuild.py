"""How long a lost disk takes to be rebuilt, in closed form.

A mirror or a RAID-Z reads its records in the order of their places (since 2017), joined up to the
largest aggregate, and writes them to the new disk. A dRAID reads all rows that the lost disk was in, and
writes to spare space on all disks. ZFS's queue lets a program's reads go first: a disk resilvers
while it has none, less the way back to its place after each spell of them, and one aggregate for each
of them (`WithCredit`)."""

from collections.abc import Mapping

from models.sizing.demand.disk import mechanics, reads_of
from models.sizing.demand.load import Load, load_of
from models.sizing.demand.use import amplification, burst, commits, disk_use, group_of
from models.sizing.pools.build import DRAID, Build
from models.sizing.pools.drive import Drive, Head
from models.sizing.pools.wants import Wants
from models.sizing.speed.waits import idle
from models.zfs.resilver.order import AGGREGATE

LEAST = 1e-3
"""Least share of its pace at which a rebuild goes on, beside a load that the disks cannot serve."""


def rebuild(
    build: Build, drives: Mapping[str, Drive], wants: Wants, heads: Mapping[str, Head] = {}
) -> float:
    """Return the time (s) until the data of one lost disk is whole again, while the load asked for runs.
    Raise ValueError if the candidate cannot be built."""
    return rebuild_of(load_of(build, drives, wants, heads, True))


def rebuild_of(load: Load) -> float:
    """Return the time (s) until the data of one lost disk is whole again, while the load asked for runs.
    load: of a vdev that resilvers."""
    build, wants, disk = load.build, load.wants, load.vdev.kind.disk.capacity
    if not build.layout.startswith(DRAID):
        return disk / pace(load, wants.asked.rate, 1.0)
    group, others = load.vdev.kind.spread.width, build.width - 1
    lost = wants.fill * disk * (build.width - build.spares) / build.width
    return lost * group / others / pace(load, wants.asked.rate, wants.fill)


def pace(load: Load, rate: float, fill: float, place: float | None = None) -> float:
    """Return the bytes a second that each disk of a vdev passes in a rebuild, free space between records
    included, at a rate (1/s) of requests.

    fill: share of a disk (0-1) that the rebuild passes; place: only there (0: rim, 1: hub); None: on average."""
    build, vdev, kind = load.build, load.vdev, load.vdev.kind
    each = rate / build.vdevs
    group = group_of(vdev, each)
    if kind.flash:
        flash = kind.flash
        full = min(flash.interface_read, flash.program_rate / amplification(flash))
        full = min(full, kind.issued / kind.wants.fill)
        return max(LEAST, 1 - disk_use(vdev._replace(lost=False), each, group)) * full
    disk = mechanics(kind.disk, kind.wants.fill)
    full = disk.rate_at(place) if place is not None else mechanics(kind.disk, fill).passing
    if not build.layout.startswith(DRAID):
        full = min(full, kind.issued / kind.wants.fill)
    queue = reads_of(kind.disk, kind.wants.fill, kind.lost.part)
    reads = each * vdev.fetches * (1 + vdev.pointers) * kind.lost.most / kind.lost.sides
    reads = min(reads, queue.most)  # of a disk
    free = idle(queue, reads)
    left = free - reads * free * disk.alone  # less the way back after each spell of reads
    left -= burst(vdev, group) / group.every + commits(vdev, each)
    return max(LEAST, left) * full + reads * AGGREGATE
