"""How shall a dead disk be copied, so that users can work and it is done in time?"""
from math import ceil

from exercises.form import Choice, Number
from figures.queues_resilvering.depths import days, point
from models.units import TB, KiB, day, hour, ms

KIND = "choose"
QUEUES = {"old": "one depth for all: old ZFS, without its throttle", "2013": "limits for each class: OpenZFS of 2013",
          "2020": "limits for each class, and credit: OpenZFS of 2020"}
FORM = {
    "order": Choice("The resilver reads", {"metadata": "in metadata order", "disk": "in disk order"}, start="metadata"),
    "queue": Choice("ZFS's queue has", QUEUES, start="old"),
    "depth": Number("zfs_vdev_max_pending", low=1, high=35, whole=True, start=10,
                    help="Commands that the disk gets at most. Counts only where there is one depth for all; else leave it."),
    "least": Number("zfs_vdev_min_pending", low=1, high=35, whole=True, start=4,
                    help="Whatever the maximum says: what comes goes down at once while the disk has fewer than this. Counts "
                         "only where there is one depth for all; else leave it."),
}
RULES = {"old": "deadline", "2013": "per class", "2020": "with credit"}
BLOCK, COUNT = 8 * KiB, 100


def outcome(case, order, queue, depth, least):
    """What nine of ten of the users' reads do not exceed, and how long the whole resilver takes (s)."""
    rule, old = RULES[queue], queue == "old"
    many, start = (int(depth), int(least)) if old else (10, None)
    found = point("disk", order, many, rule, case["reads"], BLOCK, COUNT, case["seed"], start)
    long = days(order, many, rule, case["reads"], BLOCK, case["seed"], found, start=start)
    return found.p90, long * day * case["used"] / TB


def case(rng):
    given = {"seed": rng.randint(1, 999), "reads": rng.choice([30.0, 35.0, 40.0]),
             "used": rng.choice([0.6, 0.8, 1.0, 1.2]) * TB}
    late, long = outcome(given, "disk", "old", 2, 2)
    others = [outcome(given, *choice)[0] for choice in (("metadata", "old", 2, 1), ("disk", "2020", 2, 1))]
    promise = max(1.45 * late, 1.1 * max(others))           # with room for what chance does to a sample
    return given | {"promise": ceil(promise / (5 * ms)) * 5 * ms, "within": ceil(1.35 * long / hour) * hour,
                    "late": late, "long": long}
