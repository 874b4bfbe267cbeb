"""A group of the figure as it runs on a machine: on a part of the pool, for a part of the interval."""

from dataclasses import replace
from functools import cache
from typing import NamedTuple

from models.experiments.dedup.group import DiskTimes, group, measured, run_group
from models.zfs.dedup.spec import DedupSpec

COMMANDS = 1500
"""Of disks in a run, about: a tenth of a second."""
LEAST = 20


class Ran(NamedTuple):
    """rate: writes a second that the whole pool would go on taking; missed: share of the looks that
    read a table block; each: table blocks written for each write; found: share of the writes that
    found their block; writes: of the run; part: of the pool."""

    rate: float
    missed: float
    each: float
    found: float
    writes: int
    part: float


@cache
def times(unique: float, threads: int, block: int, seed: int) -> DiskTimes:
    """What the devices of such a pool take; the rest of what is set does not matter for that."""
    return measured(DedupSpec(unique=unique, threads=threads, block=block), seed)


def part_of(spec: DedupSpec, within: float) -> DedupSpec:
    """The fewest pairs, three or more, to which a whole number of threads belongs `within` a share;
    and such a part of all else. The fewer there are, the longer a group of so many commands takes,
    as it does in truth."""
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


def ran(spec: DedupSpec, took: DiskTimes, rate: float, seed: int) -> Ran | None:
    """A group that fills at `rate` writes a second, without flash; None if there are too few writes
    to count. The table is as much smaller as the group is, so that each of its blocks is looked at
    as often."""
    cost = group(replace(spec, flash=0.0), took, rate * spec.interval)
    few = part_of(
        spec, 0.1 if cost.looked.missed < 0.25 else 0.02
    )  # of the threads, that is, which hardly wait
    part, writes = few.pairs / spec.pairs, rate * few.pairs / spec.pairs * spec.interval
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
            few,
            interval=spec.interval * time,
            entry=spec.entry * time,
            memory=few.memory * time,
            popular=few.popular * time,
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
