"""Gains of the allocator changes of 2010, together and alone.

The source states the gains, but neither how full its pools were nor how long they had been written.
Both are parameters here; `SCENES` has the values that give the published gains.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import fsum, sqrt
from typing import NamedTuple

from figures.allocation.experiments.overwrites import Overwrites
from figures.allocation.experiments.rewrites import RewriteLoad, RewriteResult, pair
from models.catalogue.machines import values
from models.zfs.allocator.metaslabs import RULES, Rules

ZFS = values("allocator")
CHANGES = ("free", "bonus", "give_up", "prefetch")
"""The changes of 2010: the switch to best fit at 96 % instead of 70 %, the smaller bonus, leaving a
slab early, and reading maps ahead."""


class Scene(NamedTuple):
    """A pool and the part of its life that is measured.

    fill: share (0-1) of its space in use. start, stop: the ages at which measuring begins and ends
    (bytes overwritten, as a multiple of the bytes it holds). reads: reads from its disks for each
    overwrite.
    """

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
    """Return the rules of 2009, with these `CHANGES` as in 2010. If `back`, return the rules of
    2010, with these changes as in 2009."""
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
    """Return measured stretches of a pool's life, and a function that returns the result of the
    last stretch as the machine writes it.

    `samples` stretches of equal length are spread evenly between the two ages of the scene and hold
    the share `share` (0-1) of the writes there. `before` stretches of the same length are spread
    over its life until then. All random choices follow from the seed.
    """
    machine = pair(rules, seed=seed)
    pool = Overwrites(machine.pool.contents, scene.fill, seed=seed)
    each = (scene.stop - scene.start) / samples
    load, timed, groups = RewriteLoad(machine, pool, sync=ZFS["sync_time"]), [], []
    for age in [n / before * scene.start for n in range(before)] + [
        scene.start + n * each for n in range(samples)
    ]:
        pool.until(age)
        groups = [
            pool.group() for _ in range(max(1, round(each * share * len(pool.places) / pool.size)))
        ]
        timed.append(load.timed(groups))
    return timed, lambda: load.timed(groups, whole=True)


def rate(stretches: list[RewriteResult]) -> float:
    """Return the mean rate of these stretches in blocks per second, each stretch with the same
    weight."""
    return len(stretches) / fsum(s.seconds / s.blocks for s in stretches)


def variation(stretches: list[RewriteResult], runs: int) -> float:
    """Return how much runs of a benchmark on one pool differ: the standard deviation of their
    rates, relative to the mean. runs: the number of runs into which the stretches are divided."""
    each = len(stretches) // runs
    rates = [rate(stretches[n * each : (n + 1) * each]) for n in range(runs)]
    mean = fsum(rates) / runs
    return sqrt(fsum((each_rate - mean) * (each_rate - mean) for each_rate in rates) / runs) / mean
