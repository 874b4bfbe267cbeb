"""Measure the speed of the block allocator: random copy-on-write overwrites, with statistics of the
runs of blocks that result."""

from dataclasses import replace

from bench import two_places
from figures.allocation.experiments.overwrites import Overwrites
from figures.allocation.experiments.rewrites import RewriteLoad, pair
from models.machine import Machine
from models.zfs.allocator.metaslabs import RULES
from models.zfs.io.aggregation import aggregated

BUDGETS = {
    "allocator, 200 slabs, rules of 2009, half full": 200_000.0,
    "allocator, 200 slabs, rules of 2010, half full": 200_000.0,
    "allocator, rules of 2009, timed on a drive": None,
}
"""Budgets in overwrites a second, natively; in the page a run must reach 0.4 times as much. The
last run also times each I/O on a drive."""


Aged = tuple[Machine, Overwrites]


def aged(name: str, age: float = 0.6) -> Aged:
    """Return a machine with an aged pool under the rules `name`, and the overwrites that aged
    it."""
    machine = pair(replace(RULES[name], kept=1081))
    return machine, Overwrites(machine.pool.contents, 0.5).until(age)


POOLS = {name: aged(name) for name in RULES}


def overwrites(aged: Aged, groups: int = 1500) -> int:
    """Overwrite blocks and aggregate their I/Os, and return the number of blocks."""
    return sum(
        group.blocks
        for group in (aged[1].group() for _ in range(groups))
        if aggregated(group.runs, 16)
    )


def timed(aged: Aged, groups: int = 300) -> int:
    """Overwrite blocks and time their I/Os on a drive, and return the number of blocks."""
    return RewriteLoad(*aged).stretch(groups).blocks


RUNS: two_places.Runs = dict(
    zip(
        BUDGETS,
        (
            lambda: overwrites(POOLS["2009"]),
            lambda: overwrites(POOLS["2010"]),
            lambda: timed(POOLS["2009"]),
        ),
        strict=True,
    )
)


def speeds() -> str:
    """Return JSON that maps each run to its overwrites per second."""
    return two_places.speeds(RUNS)
