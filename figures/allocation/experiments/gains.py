"""What the allocator's changes of 2010 gained, all together and each for itself.

The source states gains and neither how full its pools were nor for how long they had been written.
Both are parameters here: `SCENES` has those with which the gains come out as stated.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import fsum, sqrt
from typing import NamedTuple

from models.catalogue.machines import values
from models.experiments.allocation.rewrites import RewriteLoad, RewriteResult, pair
from models.flat_loops.overwrites import Overwrites
from models.zfs.allocator.metaslabs import RULES, Rules

ZFS = values("allocator")
CHANGES = ("free", "bonus", "give_up", "prefetch")
"""What is different in 2010: the switch to best fit at 96 % instead of 70, the smaller bonus, a primary that is given up in
time, and maps that are read ahead."""


class Scene(NamedTuple):
    """A pool: its fill, the ages between which it is watched, and reads from its disks for each
    overwrite."""

    fill: float
    start: float
    stop: float
    reads: float = 0.0


SCENES = {
    "OLTP": Scene(ZFS["oltp_fill"], 0.0, 1.0, ZFS["oltp_reads"]),
    "runs": Scene(ZFS["young_fill"], 0.0, 1.0),
    "Exchange": Scene(ZFS["young_fill"], ZFS["young_age"], ZFS["young_age"] + 0.2),
}


def switched_rules(names: Iterable[str], *, back: bool = False) -> Rules:
    """The rules of 2009 with these of `CHANGES` as in 2010; back: those of 2010 with these as in
    2009."""
    begin, other = (RULES["2010"], RULES["2009"]) if back else (RULES["2009"], RULES["2010"])
    return replace(begin, **{name: getattr(other, name) for name in names})


def watched(
    scene: Scene,
    rules: Rules,
    *,
    samples: int = 20,
    share: float = 0.5,
    seed: int = 1,
    before: int = 0,
) -> tuple[list[RewriteResult], Callable[[], RewriteResult]]:
    """`samples` equal stretches of a pool's life between two ages, evenly spread: together they are
    `share` of what is written there. Before them so many, of the same length, of its life until
    then. And what the last is as a group that the machine writes. All chance comes from `seed`."""
    machine = pair(rules, seed=seed)
    pool = Overwrites(machine.pool.contents, scene.fill, seed=seed)
    each = (scene.stop - scene.start) / samples
    load, seen, groups = RewriteLoad(machine, pool, sync=ZFS["sync_time"]), [], []
    for age in [n / before * scene.start for n in range(before)] + [
        scene.start + n * each for n in range(samples)
    ]:
        pool.until(age)
        groups = [
            pool.group() for _ in range(max(1, round(each * share * len(pool.places) / pool.size)))
        ]
        seen.append(load.timed(groups))
    return seen, lambda: load.timed(groups, whole=True)


def rate(stretches: list[RewriteResult]) -> float:
    """Blocks a second, where each stretch stands for as many blocks as every other."""
    return len(stretches) / fsum(s.seconds / s.blocks for s in stretches)


def variation(stretches: list[RewriteResult], runs: int) -> float:
    """By how much runs of a benchmark differ, one after the other on the same pool: the standard
    deviation of their rates over the mean. runs: into how many the stretches are divided."""
    each = len(stretches) // runs
    rates = [rate(stretches[n * each : (n + 1) * each]) for n in range(runs)]
    mean = fsum(rates) / runs
    return sqrt(fsum((one - mean) * (one - mean) for one in rates) / runs) / mean
