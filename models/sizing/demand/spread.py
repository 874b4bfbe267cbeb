"""How a layout spreads records over the disks of a vdev, by the arithmetic of its model."""

from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from models.machine.order import SERVER_TODAY
from models.sizing.pools.build import DRAID
from models.units import TB, MiB
from models.zfs.pool.draid import Draid
from models.zfs.pool.vdev import Mirror, Raidz, Single, Vdev

LONG = 1000
"""Periods within which a record is sought whose parity lies elsewhere."""
TRANSFER = SERVER_TODAY.groups.transfer


class Layout(NamedTuple):
    """What decides where the bytes of a vdev lie."""

    layout: str
    width: int
    data: int  # of a group of a dRAID, else 0
    spares: int  # of a dRAID, else 0
    disk: float  # bytes of a disk
    sector: int  # bytes


class Spread(NamedTuple):
    """What a record, and a transfer of a transaction group, take of a vdev."""

    capacity: int  # bytes of the vdev, with parity
    unit: int  # bytes of it that a record takes
    part: int  # bytes of the largest part of a record on a disk
    # reads of a disk for each record that is read, and how many disks have so many
    shares: tuple[tuple[float, int], ...]
    written: float  # bytes written to all disks for a byte of large transfers
    sides: int  # disks that can serve any read: 1, or of a mirror those that are there
    disks: int = 1  # of the vdev
    width: int = 1  # disks of a row or group

    @property
    def most(self) -> float:
        """Return the reads of the busiest disk for each record that is read."""
        return self.shares[-1][0]


@cache
def vdev_of(layout: Layout) -> Vdev:
    """Return a vdev that maps blocks to disks. Raise ValueError if it cannot be built."""
    disks: Any = [SimpleNamespace(capacity=int(layout.disk))] * layout.width
    if layout.layout == "stripe":
        return Single(disks[0], layout.sector)
    if layout.layout == "mirror":
        return Mirror(disks, layout.sector)
    parity = int(layout.layout[-1])
    if layout.layout.startswith(DRAID):
        data = layout.data or min(8, layout.width - parity - layout.spares)
        return Draid(disks, parity, data, layout.spares, layout.sector)
    return Raidz(disks, parity, layout.sector)


def spread_of(layout: Layout, record: int, lost: bool = False) -> Spread:
    """Return how records of `record` bytes on disk spread; `lost`: without the first disk."""
    found = spread_on(layout._replace(disk=1 * TB), record, lost)
    return found._replace(capacity=vdev_of(layout).capacity)


@cache
def spread_on(layout: Layout, record: int, lost: bool) -> Spread:
    """Return a `spread_of`, for disks of any capacity."""
    vdev = vdev_of(layout)
    unit, whole = vdev.allocated(record), vdev.allocated(TRANSFER)
    if layout.layout in ("stripe", "mirror"):
        sides = layout.width - lost
        return Spread(
            vdev.capacity,
            unit,
            unit,
            ((1.0, 1),),
            layout.width * whole / TRANSFER,
            sides,
            layout.width,
            layout.width,
        )
    if isinstance(vdev, Draid):  # its orders of the disks are balanced
        held, left = vdev.width - vdev.parity, layout.width - lost
        part = unit // vdev.width
        return Spread(
            vdev.capacity,
            unit,
            part,
            ((held / left, left),),
            whole / TRANSFER,
            1,
            layout.width,
            vdev.width,
        )
    reads, part = [0] * layout.width, 0
    places = [unit * at for at in range(layout.width)]  # every disk on which a record can begin
    places += [place + further(place, unit * layout.width) for place in places]
    for place in places:
        columns = vdev.columns(place, record)
        data = [column for column in columns if not column.parity]
        if lost:
            data = [column for column in columns if column.device][-len(data) :]
        for column in data:
            reads[column.device] += 1
            part = max(part, column.size)
    counted = sorted({one for one in reads if one})
    shares = tuple([(one / len(places), reads.count(one)) for one in counted])
    return Spread(
        vdev.capacity, unit, part, shares, whole / TRANSFER, 1, layout.width, layout.width
    )


def further(place: int, period: int) -> int:
    """Return how many bytes after `place` the next record begins on the same disk, but with its parity elsewhere,
    as RAID-Z1 has it in every second MiB. Records begin on the same disk every `period` bytes. Return 0 if there is none
    near."""
    swapped = place // MiB % 2
    return next(
        (n * period for n in range(1, LONG) if (place + n * period) // MiB % 2 != swapped), 0
    )
