"""How many pages of a shop wait for at least one slow read?"""

from functools import cache
from math import inf, log
from random import Random

from exercises.kit.form import Number
from models.devices.vibration import Shaking
from models.machine import SUN_7410, Machine, Reads, reads
from models.units import GB, ms

KIND = "predict"
FORM = {
    "pages": Number(
        "Pages that wait for a slow read",
        unit="%",
        low=0.0,
        high=20.0,
        help="Of all pages of the shop.",
    )
}
RUN, CUT, SLOW = 12_000, 4000, 1 * ms
BAD = Shaking(0.0, inf, 0.95)


@cache
def run(share, seed):
    """Latencies (s) of one run: reads from flash, and a `share` of them from a disk that has to try again and again."""
    order = SUN_7410.order(
        pool={"layout": "stripe", "vdevs": 1, "jbods": 0},
        flash={"devices": 1},
        held=(0.0, 1 - share),
    )
    machine = Machine(order.without("network", "head", "queue", "drive queue"), seed)
    BAD.shake(machine.disk, Random(seed))
    return [read.latency for read in reads(machine, RUN, blocks=Reads(500 * GB))]


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
    return {
        "reads": reads,
        "share": share,
        "seed": seed,
        "run": RUN,
        "slow": slow,
        "slow_share": slow / RUN,
        "fast": 1 - slow / RUN,
        "sum": reads * slow / RUN,
        "escape": (1 - slow / RUN) ** reads,
        "held": 1 - (1 - slow / RUN) ** reads,
    }
