"""How many pages of a shop wait for at least one slow read?"""
from functools import cache
from random import Random

from exercises.form import Number
from models.caches.read_tiers import ReadTiers, Shares
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
    reads, share = rng.choice([(40, 0.028), (50, 0.022), (60, 0.019), (80, 0.014), (100, 0.0115), (120, 0.0095)])
    seed = rng.randrange(1000)
    slow = sum(latency > SLOW for latency in run(share, seed))
    return {"reads": reads, "share": share, "seed": seed, "run": RUN, "slow": slow, "slow_share": slow / RUN,
            "fast": 1 - slow / RUN, "sum": reads * slow / RUN, "escape": (1 - slow / RUN) ** reads,
            "held": 1 - (1 - slow / RUN) ** reads}
