"""How many disks, and which rules of the allocator, for a database that must be overwritten so fast?"""

from functools import cache
from math import ceil, fsum

from exercises.kit.form import Choice, Number, Switch
from figures.allocation.experiments.rewrites import DISK, SAMPLED, RewriteLoad, pair
from figures.allocation.experiments.overwrites import Overwrites
from models.units import MB, TB
from models.zfs.allocator.metaslabs import Rules

KIND = "choose"
FORM = {
    "pairs": Number("Pairs of disks", low=1, high=100, whole=True, start=5),
    "switch": Number(
        "First fit until a slab is full to",
        unit="%",
        low=0.01,
        high=0.99,
        start=0.7,
        help="Then best fit begins; also when no free run of 128 KiB is left, unless slabs are left early.",
    ),
    "early": Switch(
        "Leave a slab early", help="Go on to another slab when no free run of 128 KiB is left."
    ),
    "bonus": Choice("Bonus of used slabs", {"2": "2", "1.5": "1.5", "1": "1: none"}, start="2"),
}
SLABS, AGE, WATCHED, FULLEST = (
    16,
    1.2,
    4,
    0.92,
)  # of a disk a part; stretches, a tenth of the contents each


def case(rng):
    """A database, what it overwrites, and how many pairs of disks there may be: two for each TB."""
    data = rng.choice([6, 7, 8, 9])
    return {
        "data": data * TB,
        "wanted": 60 * data * MB,
        "most": 2 * data,
        "least": ceil(data / FULLEST),
        "seed": rng.randint(1, 10_000),
    }


@cache
def simulated(fill, switch, early, bonus, seed):
    """A pool that is so full, and has been overwritten once and a fifth, goes on being overwritten: bytes a second that one
    pair of its disks writes, blocks of an I/O, and the share of the blocks that best fit placed."""
    machine = pair(
        Rules(round(1 - switch, 6), bonus, early, prefetch=False, slabs=SLABS, kept=SAMPLED),
        seed=seed,
    )
    pool = Overwrites(machine.pool.contents, fill, seed=seed).until(AGE)
    load = RewriteLoad(machine, pool)
    seen = [load.stretch(max(1, round(0.1 * len(pool.places) / pool.size))) for _ in range(WATCHED)]
    blocks = sum(one.blocks for one in seen)
    return {
        "rate": blocks * pool.block / fsum(one.seconds for one in seen),
        "blocks": blocks / fsum(one.ios for one in seen),
        "best": fsum(one.best * one.blocks for one in seen) / blocks,
    }


def fill_of(case, pairs):
    """How full a pool of so many pairs is; a pair of disks holds 1 TB."""
    return case["data"] / (pairs * DISK)


def of_answer(case, answer):
    """What the simulator finds for the reader's pool."""
    return simulated(
        fill_of(case, answer["pairs"]),
        answer["switch"],
        answer["early"],
        float(answer["bonus"]),
        case["seed"],
    )


def at_best(case, pairs):
    """Bytes a second that so many pairs write with good rules: the switch at 96 %, slabs left early, no bonus."""
    full = fill_of(case, pairs)
    return (
        pairs * simulated(full, 0.96, True, 1.0, case["seed"])["rate"] if full <= FULLEST else 0.0
    )


def would_do(case, pairs):
    """Whether so many pairs are fast enough with good rules."""
    return at_best(case, pairs) >= case["wanted"]


def sound(case):
    """Whether room for 1.62 times the data is enough, as one reckons from the chapter, and two pairs less are not: so clearly
    that every interpreter says it."""
    pairs = ceil(1.62 * case["data"] / DISK)
    return (
        at_best(case, pairs) > 1.001 * case["wanted"]
        and at_best(case, pairs - 2) < 0.999 * case["wanted"]
    )
