"""Writes to random places of a disk in bursts, each as soon as the last is answered: what its cache answers, and holds."""
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from models.devices.drive_spec import drive_of
from models.devices.hdd import HardDisk
from models.experiments.disks.one_at_a_time import time_of_a_flush, writes_into_a_full_cache
from models.sim.workload import uniform

ROOM = 4
"""Writes that a cache has room for besides those to choose from."""


class Answered(NamedTuple):
    """A write was issued at `start` and answered at `finish` (s)."""

    start: float
    finish: float


class Held(NamedTuple):
    """At `now` (s) so many bytes were answered and not yet on the platter."""

    now: float
    bytes: int


def cached_bursts(cache: int, destage_set: int, *, burst: int, pause: float, size: int, span: int, until: float, looks: int,
                  seed: int) -> Iterator[Answered | Held]:
    """What happens to an enterprise disk with `cache` bytes (0: none) that chooses among `destage_set` writes, until
    `until` (s).

    Bursts are `burst` writes of `size` bytes, anywhere in `span`; one begins `pause` seconds after the last one did, or at
    once, if that took longer. Each write is told of, and `looks` times in even steps, and at time zero, what the cache
    holds: the last time at the end.
    """
    random = Random(seed)
    disk = HardDisk(drive_of("enterprise-disk", cache_size=cache, destage_set=destage_set), cache=cache > 0,
                    phase=random.random())
    offsets, now, begun, written, looked = uniform(size, span, random), 0.0, 0.0, 0, 0
    while now < until:
        written += 1
        finish = disk.write(now, next(offsets), size)
        yield Answered(now, finish)
        now = finish
        over = written % burst == 0
        if over:
            begun = max(now, begun + pause)
        idle = min(begun if over else now, until)
        while looked <= looks and looked * until / looks <= idle:
            t = looked * until / looks
            disk.advance(max(t, disk.asked))
            yield Held(t, disk.dirty_bytes)
            looked += 1
        now = max(now, idle)


def flush_time(held: int, destage_set: int, span: int, seed: int) -> float:
    """Seconds of a flush of an enterprise disk that has `held` writes, anywhere in `span` bytes, in its cache and chooses
    among `destage_set` of them."""
    return time_of_a_flush(drive_of("enterprise-disk", destage_set=destage_set), held, span, seed)


def sustained_rate(destage_set: int, size: int, span: int, seed: int) -> float:
    """Writes of `size` bytes a second, anywhere in `span`, of an enterprise disk whose cache is full and that chooses among
    `destage_set` of them."""
    drive = drive_of("enterprise-disk", cache_size=(destage_set + ROOM) * size, destage_set=destage_set)
    return writes_into_a_full_cache(drive, destage_set, size, span, seed)
