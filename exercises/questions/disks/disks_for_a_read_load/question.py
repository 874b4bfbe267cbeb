"""Choose disks for random reads: how many, which, and how many reads each is given at a time."""

from functools import cache

from exercises.kit.form import Choice, Number
from models.catalogue.machines import values
from figures.disks.experiments.one_disk import one_disk
from figures.disks.experiments.random_reads import random_reads
from models.machine import Machine
from models.sim.stats import percentile
from models.sim.workload import uniform
from models.units import GB, KiB, ms, rpm

KIND = "choose"
FORM = {
    "kind": Choice(
        "Which disks?",
        {"7200": "7,200 turns a minute, 2,000 GB", "15000": "15,000 turns a minute, 600 GB"},
        start="7200",
    ),
    "disks": Number("How many", unit="disks", low=1, high=1000, whole=True, start=1),
    "threads": Number(
        "Reads outstanding at each disk",
        unit="reads",
        low=1,
        high=32,
        whole=True,
        start=16,
        help="1 to 32. So many threads read from each disk, and each waits for its answer.",
    ),
}
SIZE = {"7200": 2000 * GB, "15000": 600 * GB}
SEEK = {"7200": 8.2 * ms, "15000": 3.4 * ms}
SPEED = {"7200": 7200 * rpm, "15000": 15000 * rpm}
AGEING = values("enterprise-disk")["pool.disks.ageing"]
READS = 2000
SMALL = (
    "would do each read in less than half the time. They hold so little that here it is their size, and not their speed, "
    "that says how many you would need."
)
LOADS = [
    {
        "kind": "7200",
        "threads": 4,
        "price_15000": 14,
        "used": [0.3, 0.35],
        "fast": SMALL,
        "last": "Large disks hold the data for the money. Buy as many as you can get, and give each three or four reads at a "
        "time.",
    },
    {
        "kind": "15000",
        "threads": 4,
        "price_15000": 11,
        "used": [0.97, 0.99],
        "fast": "do each read in less than half the time, and only they are quick enough here. But they hold little: look first "
        "how many of them it takes for the data.",
        "last": "Large disks would have to take very few reads at a time to be in time, and then make too few a second. Do fast "
        "ones hold the data? Buy as many as you can get, and give each three or four reads at a time.",
    },
    {
        "kind": "7200",
        "threads": 16,
        "price_15000": 14,
        "used": [0.55, 0.6],
        "fast": SMALL,
        "last": "Nobody is in a hurry here, and large disks hold the data for the money. Buy as many as you can get, and let a "
        "dozen reads and more wait at each.",
    },
]
"""Loads that ask for another kind of disk or another number of reads outstanding; `used`: the part of it that is filled."""


def case(rng):
    load, need, seed = rng.one_of(LOADS), rng.randint(9, 30), rng.randrange(1000)
    kind, threads = load["kind"], load["threads"]
    data = round(need * rng.choice(load["used"]) * SIZE[kind] / (100 * GB)) * 100 * GB
    prices = {"7200": 10, "15000": load["price_15000"]}
    asked = {"data": data, "seed": seed}
    rate, late = outcome(
        asked, kind, need - (kind == "15000"), threads
    )  # of the fast ones the space needs one more
    money = (need + 1) * prices[kind] + rng.randint(0, prices[kind] - 1)
    few, many = -(-data // SIZE[kind]), money // prices[kind]
    return {
        **asked,
        "rate": int(0.97 * rate / 50) * 50,
        "in_time": round(-(-1.12 * late // (5 * ms)) * 5 * ms, 3),
        "money": money,
        "kind": kind,
        "threads": threads,
        "few": int(few),
        "many": many,
        "words": {"7200": "large", "15000": "fast"}[kind],
        "by_size": int(-(-data // SIZE["7200"])),
        "last": load["last"],
        "fast": load["fast"],
        "price_7200": prices["7200"],
        "price_15000": prices["15000"],
        "seek_7200": SEEK["7200"],
        "seek_15000": SEEK["15000"],
        "rate_of_few": outcome(asked, kind, few, threads)[0],
        "rate_of_many": outcome(asked, kind, many, threads)[0],
    }


def price(case, kind):
    """What a disk costs."""
    return case[f"price_{kind}"]


def sound(case):
    """Whether all that the money buys of the other kind of disk does not do."""
    other = {"7200": "15000", "15000": "7200"}[case["kind"]]
    most = case["money"] // price(case, other)
    if most * SIZE[other] < case["data"]:
        return True
    return all(
        rate < 0.98 * case["rate"] or late > 1.02 * case["in_time"]
        for rate, late in (outcome(case, other, most, threads) for threads in (2, 3, 4))
    )


@cache
def found(kind, threads, span, seed):
    """Reads a second of one disk, and the time of nine in ten (s): 4 KiB at a time, from anywhere in `span` bytes."""
    seek = SEEK[kind]
    order = one_disk(
        seek, SPEED[kind], capacity=SIZE[kind], seek_track=0.06 * seek, seek_full=2 * seek
    )
    machine = Machine(order, seed)
    places = uniform(4 * KiB, span, machine.random)
    done = random_reads(machine.disk, places, 4 * KiB, threads, READS + threads, AGEING)[threads:]
    return (READS - 1) / (done[-1][1] - done[0][1]), percentile(
        [finish - issued for issued, finish in done], 0.9
    )


def outcome(case, kind, disks, threads):
    """What the simulator finds of a configuration: reads a second of all disks, and the time of nine in ten (s).

    The data lies on all disks alike, from the rim of each inward; what does not fit is left out.
    """
    span = int(min(SIZE[kind], case["data"] / disks))
    rate, late = found(kind, threads, span, case["seed"])
    return disks * rate, late
