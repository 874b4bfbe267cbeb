"""What the allocator's changes of 2010 gained, all together and each for itself.

The source states gains and neither how full its pools were nor for how long they had been written. Both are parameters here:
`SCENES` has those with which the gains come out as stated.
"""
from collections.abc import Iterable
from dataclasses import replace
from math import fsum, sqrt
from typing import NamedTuple

from models.catalogue import values
from models.check import a_number, counted
from models.pool.metaslabs import RULES, Rules
from models.pool.overwrites import Overwrites
from models.rewrite_load import RewriteLoad, Stretch

ZFS = values("allocator")
SAMPLED = 590
"""Blocks kept of a slab by default: so many that the run which is as rare as 128 KiB in a whole slab is 8 blocks long."""
CHANGES = ("free", "bonus", "give_up", "prefetch")
"""What is different in 2010: the switch to best fit at 96 % instead of 70, the smaller bonus, a primary that is given up in
time, and maps that are read ahead."""


class Scene(NamedTuple):
    """A pool: its fill, and the ages between which it is watched."""

    fill: float
    start: float
    stop: float


SCENES = {
    "OLTP": Scene(ZFS["oltp_fill"], 0.0, 1.0),
    "runs": Scene(ZFS["runs_fill"], 0.0, 1.0),
    "Exchange": Scene(ZFS["young_fill"], ZFS["young_age"], ZFS["young_age"] + 0.1),
}


def switched_rules(names: Iterable[str], *, back: bool = False) -> Rules:
    """The rules of 2009 with these of `CHANGES` as in 2010; back: those of 2010 with these as in 2009. Raises ValueError."""
    begin, other = (RULES["2010"], RULES["2009"]) if back else (RULES["2009"], RULES["2010"])
    for name in names:
        if name not in CHANGES:
            raise ValueError(f"unknown change '{name}'; known: {', '.join(CHANGES)}")
        begin = replace(begin, **{name: getattr(other, name)})
    return begin


def watched(scene: Scene, rules: Rules, *, samples: int = 20, slabs: int = ZFS["slabs"], blocks: int = SAMPLED,
            seed: int = 1) -> list[Stretch]:
    """`samples` visits to a slab between two ages of a pool, evenly spread; what is written in between is not timed."""
    a_number("start", scene.start, 0, 1000)
    a_number("stop", scene.stop, above=scene.start, most=1000)
    counted(samples=samples)
    pool = Overwrites(scene.fill, rules, slabs=slabs, blocks=blocks, seed=seed)
    load, seen = RewriteLoad(pool), []
    for n in range(samples):
        until = scene.start + (scene.stop - scene.start) * n / samples
        while pool.age < until:
            pool.group()
        seen.append(load.visit())
    return seen


def rate(stretches: list[Stretch]) -> float:
    """Blocks a second over all of it."""
    counted(stretches=len(stretches))
    return sum(s.blocks for s in stretches) / fsum(s.seconds for s in stretches)


def variation(stretches: list[Stretch], runs: int) -> float:
    """By how much runs of a benchmark differ, one after the other on the same pool: the standard deviation of their rates
    over the mean. runs: into how many the stretches are divided."""
    counted(2, runs=runs)
    each = len(stretches) // runs
    counted(stretches=each)
    rates = [rate(stretches[n * each:(n + 1) * each]) for n in range(runs)]
    mean = fsum(rates) / runs
    return sqrt(fsum((one - mean) * (one - mean) for one in rates) / runs) / mean
