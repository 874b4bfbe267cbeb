"""Memory, flash or disks: what to add to a server so that reads are as fast as was promised."""

from functools import cache
from math import ceil

from exercises.kit.form import Choice, Number, Switch
from figures.flash.experiments.steady import steady
from figures.flash.experiments.tier_times import TierTimes
from models.units import GB, GiB, KiB, ms
from models.zfs.l2arc.feed_spec import FeedSpec

KIND = "choose"
MEMORY, DISKS = 128, 44
"""What the server has: GiB for the cache, and disks."""
PRICES = {"memory": 2500, "flash": 1000, "disk": 250}
"""Of 128 GiB more, of a flash device of 100 GB, of a disk more."""
FORM = {
    "memory": Choice(
        "Memory for the cache",
        start="128",
        options={
            "128": "128 GiB, as it is",
            "256": "256 GiB",
            "384": "384 GiB",
            "512": "512 GiB",
        },
    ),
    "flash": Number(
        "Flash devices",
        unit="devices",
        low=0,
        high=16,
        whole=True,
        start=0,
        help="Of 100 GB each, as a cache of reads.",
    ),
    "mirrored": Switch("Flash in mirrored pairs", start=True, help="Each block is on two devices."),
    "disks": Number(
        "Disks",
        unit="disks",
        low=DISKS,
        high=132,
        whole=True,
        start=DISKS,
        help="In mirrored pairs; each side reads.",
    ),
}


def case(rng):
    """data (bytes) asked for; budget; mean, and late: the time in which 99 of 100 reads come (s), as promised and now."""
    asked = asked_of(rng)
    now = reads(asked["data"], MEMORY, 0, False, DISKS)
    return {
        **asked,
        "now": {"mean": now["mean"], "late": now["late"]},
        "has": MEMORY * GiB,
        "prices": PRICES,
    }


def asked_of(rng):
    """The data, the money, and what was promised: enough memory can keep it, or enough flash, or enough disks."""
    what, flash, disks = (
        rng.choice(["memory", "flash", "flash", "disks"]),
        rng.randint(6, 11),
        2 * rng.randint(36, 48),
    )
    if what == "memory":
        data, budget = rng.choice([(rng.randint(31, 38), 5500), (rng.randint(45, 53), 8000)])
        return {"data": data * 10 * GB, "budget": budget, "mean": 0.1 * ms, "late": 0.2 * ms}
    if what == "flash":
        data = 100 * flash - 10 * rng.randint(0, 4)
        return {"data": data * GB, "budget": 1000 * flash + 500, "mean": 0.5 * ms, "late": 5 * ms}
    data = rng.randint(7, 10) * 500 * GB
    with_disks = reads(data, MEMORY, 0, False, disks)
    return {
        "data": data,
        "budget": (disks - DISKS) * PRICES["disk"] + 100,
        "mean": ceil(2.06 * with_disks["mean"] / ms) / 2 * ms,
        "late": ceil(1.06 * with_disks["late"] / ms) * ms,
    }


@cache
def reads(data, memory, flash, mirrored, disks):
    """What 64 clients get once all caches are warm: mean and late (s), and the share of reads that each tier answers.

    from_flash, from_disk: what a read takes there on average if no other is before it (s).
    """
    size = 8 * KiB
    spec = FeedSpec(feeder="2015", devices=flash, capacity=100 * GB / (2 if mirrored else 1))
    found = steady(spec, memory=memory * GiB, working_set=data, block=size, heat=0.6)
    shares = {"memory": found.memory, "flash": found.flash, "disk": found.disk}
    times = TierTimes(size=size, threads=64, devices=flash, disks=disks, span=2 * data / disks)
    alone = {"from_flash": times.flash + times.cable, "from_disk": times.disk}
    return {
        **shares,
        **alone,
        "mean": times.answer(**shares).latency,
        "late": times.latency_percentile(**shares),
    }


def of(case, answer):
    """What `reads` says of an answer's server."""
    return reads(
        case["data"],
        int(answer["memory"]),
        answer["flash"],
        answer["mirrored"] and answer["flash"] > 0,
        answer["disks"],
    )


def price(answer):
    """What an answer adds to the server costs."""
    more = (int(answer["memory"]) - MEMORY) // 128
    return (
        more * PRICES["memory"]
        + answer["flash"] * PRICES["flash"]
        + (answer["disks"] - DISKS) * PRICES["disk"]
    )
