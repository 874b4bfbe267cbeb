"""What a deeper queue does for a resilver under the old throttle, and what larger blocks do."""

from functools import cache

from exercises.kit.form import Number
from figures.queues_resilvering.experiments.rebuild import ApplicationLoad, rebuild
from models.units import TB, KiB, day
from models.zfs.resilver.job import RESILVER, Job

KIND = "predict"
FORM = {
    "now": Number("Now, the resilver takes", unit="d", low=0.001 * day, high=10_000 * day),
    "deeper": Number(
        "With the deeper queue it takes", unit="d", low=0.001 * day, high=10_000 * day
    ),
    "larger": Number(
        "With the larger blocks it takes", unit="d", low=0.001 * day, high=10_000 * day
    ),
}
DELAY = RESILVER["delay"]


@cache
def seconds(used, block, depth, reads, throttle, seed):
    """How long the model's resilver takes in metadata order (s)."""
    load = ApplicationLoad(reads=reads, depth=depth, delay=DELAY if throttle else 0.0)
    return rebuild(Job(used=int(used), block=block), "metadata", load, seed=seed, count=200).seconds


def times(case):
    """Now, with the deeper queue, with the larger blocks (s)."""
    fixed = case["reads"], True, case["seed"]
    return (
        seconds(case["used"], case["block"], 2, *fixed),
        seconds(case["used"], case["block"], case["depth"], *fixed),
        seconds(case["used"], case["large"], 2, *fixed),
    )


def case(rng):
    given = {
        "used": rng.choice([0.5, 0.6, 0.8, 1.2, 1.5]) * TB,
        "block": rng.choice([4, 8, 16]) * KiB,
        "large": rng.choice([64, 128]) * KiB,
        "depth": rng.choice([10, 35]),
        "reads": rng.choice([20, 25, 30]),
        "seed": rng.randint(1, 99),
    }
    now, deeper, larger = times(given)
    return given | {
        "blocks": given["used"] / given["block"],
        "large_blocks": given["used"] / given["large"],
        "blocks_days": DELAY * given["used"] / given["block"] / day,
        "times": given["large"] // given["block"],
        "now": now,
        "deeper": deeper,
        "larger": larger,
    }
