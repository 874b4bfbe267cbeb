"""How long a disk takes for random reads, alone and with others in its queue, from the mechanics of its model.

The positioning time of a read is a seek, from any place of the span that holds data to any other, and
a part of a turn. A drive that serves the soonest of q reads takes the least of q such times; reads
far from the middle are passed over more often, so that more of them wait.
"""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import fsum, log2
from typing import NamedTuple

from models.devices.drive_spec import DriveSpec, drive_of
from models.devices.platter import Platter
from models.machine.order import SERVER_TODAY
from models.sizing.demand.order import disk_settings
from models.sizing.pools.drive import Drive
from models.units import KiB
from models.zfs.block_reads import AGED

DEPTH = SERVER_TODAY.queue.limits["sync read"][1]
"""Reads that ZFS keeps in a disk. The newest is on its way while the drive chooses."""
AGGREGATION = SERVER_TODAY.queue.aggregation
PLACES, TIMES, ZONES = 8, 48, 32
"""Places of the span between which seeks are taken; times at which their distribution is kept; places at which
rates are."""
SIZES = 2
"""Sizes from a power of two to the next at which latencies are kept."""


@dataclass(frozen=True, eq=False)
class Timing:
    """The arm of a disk whose data lie on a share of it, from the rim. Times in seconds."""

    soonest: tuple[float, ...]  # mean positioning time of the soonest of 1, 2, ... reads
    step: float  # between the times of `within`
    within: tuple[float, ...]  # chance that the positioning of one read takes no longer
    squared: float  # squared coefficient of variation of that

    def positioning(self, reads: float) -> float:
        """Return the mean positioning time (s) of the soonest of so many reads, at least 1."""
        whole = min(int(reads), DEPTH - 1)
        here, there = self.soonest[whole - 1 : whole + 1]
        return here + (there - here) * min(reads - whole, 1.0)


class Mechanics(NamedTuple):
    """A disk whose data lie on a share of it, from the rim. Rates in bytes a second."""

    turn: float  # s
    settle: float  # before a write (s)
    command: float  # s
    alone: float  # mean positioning time of a read (s)
    rate: float  # where random reads are, on average
    passing: float  # from the rim to the end of the data, on average
    end: float  # behind the data, where new data go
    rates: tuple[float, ...]  # at places from the rim to the hub

    def rate_at(self, place: float) -> float:
        """Return the rate at a place: 0 at the rim, 1 at the hub."""
        return self.rates[min(ZONES - 1, int(place * ZONES))]


@cache
def spec_of(drive: Drive) -> DriveSpec:
    """Return the data sheet of a disk, with the catalogue's values where the price list has none."""
    settings = {name: value for name, value in disk_settings(drive).items() if name != "kind"}
    return drive_of("server-today", **settings)


@cache
def mechanics(drive: Drive, fill: float) -> Mechanics:
    """Return the mechanics of a disk of which a share `fill` (0-1) holds records that were overwritten
    at random."""
    spec = spec_of(drive)
    platter, span = Platter(spec), min(1.0, AGED * fill)
    rates = [
        platter.geometry.place(int((number + 0.5) / ZONES * spec.capacity)).track
        / (platter.turn + platter.next_track)
        for number in range(ZONES)
    ]

    def mean(share: float) -> float:
        some = rates[: max(1, round(share * ZONES))]
        return len(some) / fsum([1 / rate for rate in some])

    return Mechanics(
        platter.turn,
        spec.write_settle,
        spec.command,
        timing(drive.speed, drive.seek_average, fill).soonest[0],
        mean(span),
        mean(fill),
        rates[min(ZONES - 1, int(fill * ZONES))],
        tuple(rates),
    )


@cache
def timing(speed: float, seek: float, fill: float) -> Timing:
    """Return the arm of a disk with this speed (turns a second) and average seek (s), of which a share
    `fill` (0-1) holds data. 0: those of the catalogue. Seeks are by shares of the stroke, so that the
    capacity does not matter."""
    spec = spec_of(Drive("", "disk", SERVER_TODAY.drive.capacity, speed, seek_average=seek))
    platter = Platter(spec)
    span, turn = min(1.0, AGED * fill), platter.turn
    middles = [span * (number + 0.5) / PLACES for number in range(PLACES)]
    places = [platter.geometry.place(int(share * spec.capacity)).cylinder for share in middles]
    within_place = max(1, (places[1] - places[0]) // 3)
    seeks = [
        [platter.seek_time(abs(here - there) or within_place) for there in places]
        for here in places
    ]
    step = (max(map(max, seeks)) + turn) / TIMES
    times = [step * number for number in range(TIMES + 1)]
    reached = [
        [[min(1.0, max(0.0, (time - seek) / turn)) for time in times] for seek in row]
        for row in seeks
    ]
    within = [
        fsum([row[at][number] for row in reached for at in range(PLACES)]) / PLACES**2
        for number in range(TIMES + 1)
    ]
    second = (
        2 * step * fsum([time * (1 - chance) for time, chance in zip(times, within, strict=True)])
    )
    soonest = soonest_of(reached, step)
    return Timing(tuple(soonest), step, tuple(within), second / soonest[0] ** 2 - 1)


def soonest_of(reached: list[list[list[float]]], step: float) -> list[float]:
    """Return the mean positioning time (s) of the soonest of 1, 2, ... reads. reached: chance that a
    read at a place (second index) is reached from another (first) within a number of steps (third).

    Reads wait at a place as long as its chance to be chosen is small, so that their density is its
    inverse. As every read is served, the arm is anywhere."""
    density, found = [1 / PLACES] * PLACES, list[float]()
    for reads in range(1, DEPTH + 1):
        for _ in range(2 if reads > 1 else 1):
            mean, chosen = 0.0, [0.0] * PLACES
            for row in reached:
                left = [
                    1
                    - fsum([share * chance for share, chance in zip(density, column, strict=True)])
                    for column in zip(*row, strict=True)
                ]
                powers = [(one + two) / 2 for one, two in pairwise(left)]
                mean += step * fsum([power**reads for power in powers]) / PLACES
                others = [power ** (reads - 1) for power in powers]
                for at, there in enumerate(row):
                    chosen[at] += fsum(
                        [
                            (b - a) * rest
                            for (a, b), rest in zip(pairwise(there), others, strict=True)
                        ]
                    )
            if reads > 1:
                whole = fsum([1 / chance for chance in chosen])
                density = [
                    (here + 1 / chance / whole) / 2
                    for here, chance in zip(density, chosen, strict=True)
                ]
        found.append(mean)
    return found


class Queue(NamedTuple):
    """Reads of the disks that share those of a vdev. Times in seconds."""

    arm: Timing
    transfer: float  # of a read
    command: float
    sides: int = 1  # disks that can serve any of them
    joined: float = (
        0.0  # a command of a resilver, which always has one in the drive; 0: there is none
    )

    @property
    def beside(self) -> int:
        """Return the commands in the drive beside the reads."""
        return 1 if self.joined else 0

    def service(self, waiting: float) -> float:
        """Return the time (s) of a read if so many wait at its disk."""
        return self.arm.positioning(max(1.0, min(waiting, DEPTH) - 0.5)) + self.transfer

    def between(self, waiting: float) -> float:
        """Return the time (s) from answer to answer if so many wait at a disk: those beside them take
        their turns."""
        return self.service(waiting + self.beside) * (1 + self.beside / waiting)

    @property
    def most(self) -> float:
        """Return the reads a second that keep all sides in use."""
        return self.sides / self.between(DEPTH)


class DiskReads(NamedTuple):
    """A queue, and the like of it whose latencies are kept."""

    queue: Queue
    most: float  # reads a second that keep all sides in use
    kept: Queue
    shift: float  # by how much its transfers are longer (s)


@cache
def reads_of(
    drive: Drive, fill: float, size: int, sides: int = 1, beside: bool = False
) -> DiskReads:
    """Return the reads of `size` bytes of a disk, or of several that can serve any of them. beside:
    while a resilver reads, too."""
    disk, arm = mechanics(drive, fill), timing(drive.speed, drive.seek_average, fill)
    joined = AGGREGATION / spec_of(drive).media_rate if beside else 0.0
    queue = Queue(arm, size / disk.rate, disk.command, sides, joined)
    usual = SERVER_TODAY.drive.media_rate
    like = 2.0 ** (SIZES * round(log2(size / KiB) / SIZES)) * KiB / usual
    kept = Queue(arm, like, disk.command, sides, AGGREGATION / usual if beside else 0.0)
    return DiskReads(queue, queue.most, kept, like - queue.transfer)
