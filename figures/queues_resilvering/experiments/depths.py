"""Trials at many depths, which the figures about ZFS's queue and the drive's queue share."""

from functools import lru_cache

from figures.queues_resilvering.experiments.trial import BesideResilver, trial, watched
from models.units import TB, KiB, day
from models.zfs.io.scheduler import PER_CLASS
from models.zfs.resilver.job import metadata_share

DEPTHS = (1, 2, 3, 4, 6, 10, 16, 35)
LATER = {"per class": "OpenZFS 2013", "with credit": "OpenZFS 2020"}
"""Queues of later years, which have limits for each class instead of a depth: rule -> name."""
MOST_DAYS = 1e6
COLOURS = {"application": "var(--wtg-1)", "resilver": "var(--wtg-2)"}
FEWER = {3: 0.5, 4: 0.4, 6: 0.4, 10: 0.4, 16: 0.35, 35: 0.28}
"""The share of the reads that a trial in disk order simulates, by depth. With deep queues each read
means more work."""


def reads_at(order: str, rule: str, depth: int, count: int, rate: float, scattered: float) -> int:
    """Return how many reads a trial simulates. Where few reads come each second there are fewer,
    since they take long to arrive."""
    count = int(count * min(1.0, (rate + 10) / 50))
    if order == "none":  # fast to simulate, and all others are compared with it
        return count * 5 // 3
    if order != "disk":
        return count
    count = int(count * (0.6 + 0.4 * scattered) * min(1.0, (rate + 20) / 60))
    if rule in PER_CLASS:
        return int(count * (0.15 + 0.65 * scattered))
    return int(count * FEWER.get(depth, 0.8 if depth < 3 else 0.3))


@lru_cache(maxsize=512)
def point(
    kind: str,
    order: str,
    depth: int,
    rule: str = "deadline",
    rate: float = 40.0,
    block: int = 8 * KiB,
    count: int = 240,
    seed: int = 1,
    start: int | None = None,
    scattered: float = 1.0,
) -> BesideResilver:
    """Return the result of one trial. It is kept, so that changing only a goal does not run the
    trial again."""
    return trial(
        kind,
        order,
        depth,
        rule=rule,
        rate=rate,
        block=block,
        seed=seed,
        start=start,
        scattered=scattered,
        count=reads_at(order, rule, depth, count, rate, scattered),
    )


@lru_cache(maxsize=64)
def by_the_machine(
    order: str, depth: int, rate: float, block: int, count: int, seed: int
) -> BesideResilver:
    """Return the result of the trial that `point` gives for a disk, from a run of the machine with
    a resilver and an application's reads as its loads."""
    return watched(
        "disk",
        order,
        depth,
        rate=rate,
        block=block,
        seed=seed,
        count=reads_at(order, "deadline", depth, count, rate, 1.0),
    )[0]


def days(
    order: str,
    depth: int,
    rule: str,
    rate: float,
    block: int,
    seed: int,
    found: BesideResilver,
    *,
    kind: str = "disk",
    start: int | None = None,
) -> float:
    """Return the days that a terabyte takes, without the time to write to the new disk.

    In disk order its blocks must first be found by reading their metadata, which lies anywhere.
    These reads are as fast as those of a resilver in metadata order.
    """
    first = 0.0
    if order == "disk":
        walk_reads = 120 if rule in PER_CLASS else 240 if depth <= 10 and kind == "disk" else 100
        walk = point(kind, "metadata", depth, rule, rate, block, walk_reads, seed, start)
        first = metadata_share() * TB / walk.rate if walk.rate else 0.0
    return (first + TB / found.rate) / day if found.rate else MOST_DAYS
