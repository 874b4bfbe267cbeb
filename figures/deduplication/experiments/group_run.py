"""A transaction group of the figure that runs on a machine, for a part of the pool and a part of
the interval."""

from dataclasses import replace
from functools import cache
from typing import NamedTuple

from figures.deduplication.experiments.group import DiskTimes, group, measured, run_group
from figures.deduplication.experiments.lookups import GroupSpec

COMMANDS = 1500
"""The approximate number of disk commands in a run, which take about a tenth of a second."""
LEAST = 20  # fewest writes in a run that counts


class Ran(NamedTuple):
    """The result of a group that ran.

    rate: writes per second that the whole pool would sustain. missed: share (0-1) of the lookups
    that read a table block. each: table blocks written for each write. found: share (0-1) of the
    writes whose block was already in the table. writes: number of writes in the run. part: share
    (0-1) of the pool that ran.
    """

    rate: float
    missed: float
    each: float
    found: float
    writes: int
    part: float


@cache
def times(unique: float, threads: int, block: int, seed: int, vdev: bool = False) -> DiskTimes:
    """Return the times of the devices of a pool with these settings. No other setting changes them.
    unique: bytes of unique data. threads: write threads. block: bytes of a table block in
    memory. vdev: whether the table lies on a dedup vdev."""
    return measured(GroupSpec(unique=unique, threads=threads, block=block, vdev=vdev), seed)


def part_of(spec: GroupSpec, within: float) -> GroupSpec:
    """Return the smallest part of a pool, and of its load, that can stand for all of it.

    It has at least three pairs and a whole number of threads, whose ratio differs from the pool's
    by less than the share `within`. The smaller the part, the longer its group takes for the same
    number of commands, and the closer it comes to the pool's own group.
    """
    few, pairs = next(
        (few, round(few * spec.pairs / spec.threads))
        for few in range(1, spec.threads + 1)
        if few == spec.threads
        or (
            few * spec.pairs > 2.5 * spec.threads
            and abs(round(few * spec.pairs / spec.threads) * spec.threads / (few * spec.pairs) - 1)
            < within
        )
    )
    part = pairs / spec.pairs
    sizes = {
        name: getattr(spec, name) * part
        for name in ("unique", "memory", "popular", "removal", "cable")
    }
    return replace(spec, pairs=pairs, threads=few, frees=max(1, round(spec.frees * part)), **sizes)


def ran(spec: GroupSpec, disk_times: DiskTimes, rate: float, seed: int) -> Ran | None:
    """Return the result of a group that fills at `rate` writes per second without flash, or None if
    it has too few writes.

    The table is made smaller in proportion to the group, so that each of its blocks is looked up as
    often as in a whole group.
    """
    cost = group(replace(spec, flash=0.0), disk_times, rate * spec.interval)
    small = part_of(
        spec, 0.1 if cost.looked.missed < 0.25 else 0.02
    )  # less exact where threads hardly wait
    part, writes = small.pairs / spec.pairs, rate * small.pairs / spec.pairs * spec.interval
    size = (
        rate * spec.interval * spec.record / spec.ratio
        + cost.looked.blocks * spec.copies * spec.on_disk
    )
    time = min(1.0, COMMANDS / part / max(1.0, 2 * size / spec.piece + cost.looked.disk))
    writes = round(writes * time)
    if writes < LEAST:
        return None
    seconds, machine = run_group(
        replace(
            small,
            interval=spec.interval * time,
            entry=spec.entry * time,
            memory=small.memory * time,
            popular=small.popular * time,
        ),
        writes,
        seed=seed,
    )
    table = machine.table
    assert table
    return Ran(
        writes / seconds / part,
        table.read / table.looks,
        table.written / writes,
        table.found / writes,
        writes,
        part,
    )
