"""How shall a dead disk be copied, so that users can work and it is done in time?"""

from functools import cache
from math import sqrt

from exercises.kit.form import Choice
from figures.queues_resilvering.experiments.depths import FEWER, days, point
from models.units import GB, TB, KiB, day, hour, ms

KIND = "choose"
QUEUES = {
    "old": "one depth for all: old ZFS, without its throttle",
    "2013": "limits for each class: OpenZFS of 2013",
    "2020": "limits for each class, and a count: OpenZFS of 2020",
}
DEPTHS = {str(n): str(n) for n in (1, 2, 4, 10, 35)}
"""So far apart that chance, which is in each sample of reads, does not decide which of them keep a promise."""
FORM = {
    "order": Choice(
        "The resilver reads", {"metadata": "in metadata order", "disk": "in disk order"}
    ),
    "queue": Choice("ZFS's queue has", QUEUES),
    "depth": Choice(
        "zfs_vdev_max_pending",
        DEPTHS,
        start="35",
        help="Commands that the disk gets at most. Counts only where there is one depth for all; else leave it.",
    ),
    "least": Choice(
        "zfs_vdev_min_pending",
        DEPTHS,
        start="4",
        help="Whatever the maximum says: what comes goes down at once while the disk has fewer than this. Counts "
        "only where there is one depth for all; else leave it.",
    ),
}
RULES = {"old": "deadline", "2013": "per class", "2020": "with credit"}
BLOCK, COUNT, MORE = (
    8 * KiB,
    120,
    300,
)  # reads that are looked at; MORE in metadata order, where a trial costs less
ROOM = 1.2
"""How many times what nobody shall miss is promised, so that chance does not break it."""
SORTS = {
    "server": "old ZFS, with one depth for all; its resilver can read in either order",
    "orders": ["metadata", "disk"],
    "queues": ["old"],
}
CLASSES = {
    "server": "OpenZFS; its queue can be that of 2013 or that of 2020, and its resilver can read in either order",
    "orders": ["metadata", "disk"],
    "queues": ["2013", "2020"],
}
PLAIN = {
    "server": "old ZFS as it was at first, with one depth for all; its resilver can read in metadata order only",
    "orders": ["metadata"],
    "queues": ["old"],
}


def outcome(case, order, queue, depth, least):
    """What nine of ten of the users' reads do not exceed, and how long the whole resilver takes (s)."""
    late, long = of_a_terabyte(order, queue, int(depth), int(least), case["reads"], case["seed"])
    return late, long * case["used"] / TB


@cache
def of_a_terabyte(order, queue, depth, least, reads, seed):
    """The same for a terabyte."""
    found, rule, start = (
        seen(order, queue, depth, least, reads, seed),
        RULES[queue],
        least if queue == "old" else None,
    )
    return found.p90, days(
        order, depth if queue == "old" else 10, rule, reads, BLOCK, seed, found, start=start
    ) * day


@cache
def seen(order, queue, depth, least, reads, seed):
    """What a sample of the users' reads and of the resilver's shows."""
    old, count = queue == "old", COUNT
    if order == "metadata":
        count = MORE if max(depth, least) <= 10 else MORE * 2 // 3
    elif least > max(4, depth):  # as deep as if it were the maximum
        count = int(count * FEWER[least])
    return point(
        "disk",
        order,
        depth if old else 10,
        RULES[queue],
        reads,
        BLOCK,
        count,
        seed,
        least if old else None,
    )


def case(rng):
    """What the server has, its load, both promises; which depth or queue keeps them (`choice`), and what that comes to."""
    kind = rng.choice(["classes", "sorts", "shallow", "deep"])
    given = {"seed": rng.randint(1, 999), "reads": rng.choice([30.0, 35.0, 40.0])}
    if kind in ("shallow", "deep"):
        return in_metadata_order(
            given | PLAIN | {"used": rng.choice([60, 70, 80, 90]) * GB},
            4 if kind == "shallow" else 10,
        )
    given |= {"used": rng.choice([600, 800, 1000, 1200]) * GB} | (
        SORTS if kind == "sorts" else CLASSES
    )
    if kind == "sorts":
        best, others = ("disk", "old", 2, 2), [("disk", "old", 1, 2), ("metadata", "old", 2, 2)]
    else:  # in metadata order, where nobody is late, it is the time that is missed
        best, others = (
            ("disk", "2020", 10, 4),
            [("metadata", "2020", 10, 4), ("metadata", "2013", 10, 4)],
        )
    late, long = outcome(given, *best)
    promise = ROOM * max(
        late, *(seen(*other, given["reads"], given["seed"]).p90 for other in others)
    )
    return given | {
        "promise": round(promise / ms) * ms,
        "within": round(1.35 * long / hour) * hour,
        "depth": 2,
        "late": late,
        "long": long,
        "choice": "Disk order, and two commands at most"
        if kind == "sorts"
        else "Disk order, and the queue of 2020",
    }


def in_metadata_order(given, depth):
    """Promises that a depth keeps: the next smaller one (beside 1) takes too long, with the next larger one users wait."""
    less, more = (2, 10) if depth == 4 else (4, 35)
    (_, longer), (late, long) = (
        outcome(given, "metadata", "old", many, many) for many in (less, depth)
    )
    later = seen("metadata", "old", more, more, given["reads"], given["seed"]).p90
    return given | {
        "promise": round(min(1.35 * late, sqrt(late * later)) / ms) * ms,
        "within": round(sqrt(long * longer) / hour) * hour,
        "depth": depth,
        "late": late,
        "long": long,
        "choice": f"A depth of {depth}",
    }
