"""A transaction group of the figure that runs on a machine: a part of the pool, for a part of the
interval."""

from dataclasses import replace
from functools import cache
from typing import NamedTuple

from models.experiments.dedup.group import DiskTimes, group, measured, run_group
from models.zfs.dedup.spec import DedupSpec

COMMANDS = 1500
"""Approximate disk commands of a run, about a tenth of a second."""
LEAST = 20  # writes of a run that are enough to count


class Ran(NamedTuple):
    """The result of a group that ran.

    rate: writes per second that the whole pool would sustain; missed: share of the lookups that
    read a table block; each: table blocks written for each write; found: share of the writes that
    found their block; writes: those of the run; part: the part of the pool that ran.
    """

    rate: float
    missed: float
    each: float
    found: float
    writes: int
    part: float


@cache
def times(unique: float, threads: int, block: int, seed: int) -> DiskTimes:
    """Return the times of the devices of such a pool; other settings do not change them."""
    return measured(DedupSpec(unique=unique, threads=threads, block=block), seed)


def part_of(spec: DedupSpec, within: float) -> DedupSpec:
    """Return the smallest part of a pool, and of its load, that can stand for all.

    It has three or more pairs and a whole number of threads, in the pool's ratio `within` a share.
    The smaller the part, the longer a group of so many commands takes, as it does on the whole
    pool.
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


def ran(spec: DedupSpec, disk_times: DiskTimes, rate: float, seed: int) -> Ran | None:
    """Return the result of a group that fills at `rate` writes per second without flash, or None if
    it has too few writes.

    The table shrinks with the group, so that each of its blocks is looked up as often.
    """
    cost = group(replace(spec, flash=0.0), disk_times, rate * spec.interval)
    small = part_of(
        spec, 0.1 if cost.looked.missed < 0.25 else 0.02
    )  # coarser where threads hardly wait
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
