"""How many pages of a shop wait for at least one slow read?"""
from functools import cache
from math import log
from random import Random

from exercises.kit.form import Number
from models.experiments.caching.read_tiers import ReadTiers, Shares
from models.units import GB, KiB, ms

KIND = "predict"
FORM = {"pages": Number("Pages that wait for a slow read", unit="%", low=0.0, high=20.0,
                        help="Of all pages of the shop.")}
RUN, CUT, SLOW = 12_000, 4000, 1 * ms


@cache
def run(share, seed):
    """Latencies (s) of one run: reads from flash, and a `share` of them from a disk that has to try again and again."""
    tiers = ReadTiers(size=8 * KiB, span=500 * GB, retry=0.95, seed=seed)
    return [latency for _, latency, _ in tiers.reads(Shares(0.0, 1 - share, share), RUN)]


@cache
def pages_held(share, seed, reads):
    """The share of pages, each of `reads` reads taken by lot from the run, whose slowest read is a slow one."""
    random, slow = Random(seed), [latency > SLOW for latency in run(share, seed)]
    held = 0
    for _ in range(CUT):
        for _ in range(reads):
            if slow[int(random.random() * RUN)]:
                held += 1
                break
    return held / CUT


def case(rng):
    """The share of slow reads, and as many reads a page as bring the wait to a share that is drawn.

    It leaves out where waiting and escaping, or escaping and the sum, are too much alike to tell who thought what.
    """
    share, seed = rng.uniform(0.012, 0.03), rng.randrange(1000)
    slow = sum(latency > SLOW for latency in run(share, seed))
    low, high = rng.choice([(0.33, 0.4), (0.57, 0.85), (0.57, 0.85)])
    reads = round(log(1 - rng.uniform(low, high)) / log(1 - slow / RUN))
    return {"reads": reads, "share": share, "seed": seed, "run": RUN, "slow": slow, "slow_share": slow / RUN,
            "fast": 1 - slow / RUN, "sum": reads * slow / RUN, "escape": (1 - slow / RUN) ** reads,
            "held": 1 - (1 - slow / RUN) ** reads}
