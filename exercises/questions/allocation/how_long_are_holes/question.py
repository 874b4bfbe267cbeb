"""How empty is a slab when its turn comes, and how long are its free runs, in a pool that is so full?"""

from functools import cache

from exercises.kit.form import Number
from figures.allocation.experiments.rewrites import pair
from figures.allocation.experiments.overwrites import Overwrites
from models.zfs.allocator.metaslabs import Rules
from figures.allocation.experiments.slab_cycle import filled_from, full_to

KIND = "predict"
FORM = {
    "used": Number(
        "Share of the slab that is in use",
        unit="%",
        low=1e-4,
        high=0.999,
        help="In percent: 25 for a quarter.",
    ),
    "run": Number("Mean length of a free run in it", unit="blocks", low=0.01, high=200),
}
SLABS, UNITS = 40, 219  # of a disk a part, and of each slab a sample
AGED, WATCHED = 2.5, 0.7  # overwritten so many times before, and while it is watched


def case(rng):
    """How full the pool is, and the seed of its overwrites."""
    fill = rng.choice([0.52, 0.54, 0.56, 0.58, 0.59, 0.6, 0.61, 0.66, 0.67, 0.68, 0.69])
    least = full_to(fill).least
    low, high = round(least - 0.06, 2), round(least + 0.06, 2)  # as they are printed
    return {
        "fill": fill,
        "seed": rng.randint(1, 10_000),
        "least": least,
        "run": 1 / least,
        "plain": 1 / fill,
        "low": low,
        "of_low": filled_from(low).fill,
        "high": high,
        "of_high": filled_from(high).fill,
    }


@cache
def watched(fill, seed):
    """A pool is overwritten: how much of a slab is in use when its turn comes, and blocks of a free run in it (means)."""
    rules = Rules(
        bonus=1.0, give_up=False, prefetch=False, low=False, least=0, slabs=SLABS, kept=UNITS
    )
    pool = Overwrites(pair(rules, seed=seed).pool.contents, fill, seed=seed).until(AGED)
    used, runs, free = [], 0, 0
    while pool.age < AGED + WATCHED:
        before, loads = [slab.free for slab in pool.space.slabs], len(pool.space.loads)
        pool.group()
        for slab, count in pool.space.loads[loads:]:
            used.append(1 - before[slab] / UNITS)
            runs, free = runs + count, free + before[slab]
    return sum(used) / len(used), free / runs
