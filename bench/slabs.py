"""How fast the block allocator is: random overwrites, copy-on-write, with the statistics of the runs they leave."""
from bench import two_places
from models.experiments.allocation.rewrites import RewriteLoad, aggregated
from models.zfs.allocator.metaslabs import RULES
from models.zfs.allocator.overwrites import Overwrites

BUDGETS = {
    "allocator, 200 slabs, rules of 2009, half full": 200_000.0,
    "allocator, 200 slabs, rules of 2010, half full": 200_000.0,
    "allocator, rules of 2009, timed on a drive": None,
}
"""Natively; in the page 0.4 times that. The last one has the drive's model write every I/O."""


def aged(name: str, age: float = 0.6) -> Overwrites:
    """A pool that is no longer young."""
    pool = Overwrites(0.5, RULES[name], blocks=1081)
    while pool.age < age:
        pool.group()
    return pool


POOLS = {name: aged(name) for name in RULES}


def overwrites(pool: Overwrites, groups: int = 1500) -> int:
    """Overwrite, and count the I/Os. Returns how many blocks that were."""
    return sum(group.blocks for group in (pool.group() for _ in range(groups)) if aggregated(group.runs, 16))


def timed(pool: Overwrites, groups: int = 300) -> int:
    """Overwrite, and time it on a drive. Returns how many blocks that were."""
    return RewriteLoad(pool).stretch(groups).blocks


RUNS: two_places.Runs = dict(zip(BUDGETS, (
    lambda: overwrites(POOLS["2009"]), lambda: overwrites(POOLS["2010"]), lambda: timed(POOLS["2009"])), strict=True))


def speeds() -> str:
    """Return JSON: what is simulated -> overwrites a second."""
    return two_places.speeds(RUNS)
