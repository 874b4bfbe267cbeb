"""Four offers of a pool: which is the cheapest that meets every requirement, and what does one of them cost?"""

from functools import cache
from math import ceil

from exercises.kit.form import Choice, Number
from models.sizing.choice.assess import REPLACED
from models.sizing.pools.build import Build
from models.sizing.pools.capacity import capacity
from models.sizing.goods.goods import goods
from models.sizing.speed.rebuild import rebuild
from models.sizing.risk.risk import risk
from models.sizing.speed.speed import speed
from models.sizing.pools.wants import Asked, Wants
from models.units import KiB, TiB, ms

KIND = "choose"
OFFERS = "ABCD"
FORM = {
    "offer": Choice(
        "The cheapest offer that meets all three requirements",
        {name: f"offer {name}" for name in OFFERS},
    ),
    "saves": Number(
        "What does the limit on loss cost?",
        unit="dollars",
        low=0,
        high=200_000,
        whole=True,
        help="The cheapest offer that meets all three, less the cheapest that meets the other two.",
    ),
}
DISKS = ("Toshiba MG08 16 TB", "Toshiba MG09 18 TB", "Seagate Exos X20 20 TB", "WD Gold 22 TB")
KINDS = (("mirror", 2), ("mirror", 3), ("raidz1", 5), ("raidz2", 6), ("raidz2", 8), ("raidz3", 11))
AMONG, CLEAR = 4, 1.12
"""Vdevs of the pool that stands for one of its vdevs; by how much each limit is met or missed."""
LOAD = Wants(
    asked=Asked(size=128 * KiB, reads=1.0, rate=50.0, p99=50 * ms, working_set=1.0),
    recordsize=128 * KiB,
)


@cache
def vdev(layout, width, disk):
    """What a vdev holds (TiB), serves (1/s), and its chance to lose data in five years."""
    build, drives = Build(layout, AMONG, width, disk), goods().drives
    took = rebuild(build, drives, LOAD)
    found = risk(
        build,
        failure_rate=goods().failures[disk].rate,
        rebuild=took,
        replace=REPLACED,
        years=LOAD.years,
    )
    return {
        "usable": round(capacity(build, int(drives[disk].capacity)).usable / AMONG / TiB, 1),
        "rate": round(speed(build, drives, LOAD).rate / AMONG),
        "loss": float(f"{found.loss / AMONG:.2g}"),
    }


def offer(layout, width, disk, vdevs):
    """A pool of so many vdevs: what it is, holds, serves, risks and costs."""
    one = vdev(layout, width, disk)
    return {
        "layout": layout,
        "width": width,
        "vdevs": vdevs,
        "disks": vdevs * width,
        "usable": vdevs * one["usable"],
        "rate": vdevs * one["rate"],
        "loss": vdevs * one["loss"],
        "dollars": round(vdevs * width * round(goods().parts[disk].dollars)),
    }


def meets(made, wanted, without=""):
    """Whether an offer meets the requirements, one of them left out."""
    return (
        made["usable"] >= wanted["usable"]
        and (without == "rate" or made["rate"] >= wanted["rate"])
        and (without == "loss" or made["loss"] <= wanted["loss"])
    )


def clear(made, wanted):
    """Whether no number of an offer is near its limit, so that rounding does not decide."""
    return all(
        max(made[name], wanted[name]) > CLEAR * min(made[name], wanted[name])
        for name in ("rate", "loss")
    )


def fewest(layout, width, disk, usable, rate):
    """The smallest pool of such vdevs that holds and serves so much."""
    one = vdev(layout, width, disk)
    return offer(
        layout, width, disk, max(ceil(usable / one["usable"]), ceil(rate / one["rate"]), 1)
    )


def four(rng):
    """Four offers and what is wanted, or None if these do not make a question."""
    disk = rng.choice(DISKS)
    wanted = {
        "usable": rng.randrange(60, 600, 20),
        "rate": rng.randrange(50, 800, 10),
        "loss": 1 / rng.choice([2_000, 10_000, 50_000, 200_000, 1_000_000]),
    }
    bulk = [fewest(*kind, disk, wanted["usable"], 0) for kind in KINDS]
    full = [fewest(*kind, disk, wanted["usable"], wanted["rate"]) for kind in KINDS]
    good = sorted((one for one in full if meets(one, wanted)), key=lambda one: one["dollars"])
    if len(good) < 2 or good[0]["dollars"] == good[1]["dollars"]:
        return None
    best = good[0]
    risky = [
        one
        for one in full
        if not meets(one, wanted)
        and meets(one, wanted, "loss")
        and one["dollars"] < best["dollars"]
    ]
    slow = [
        one
        for one in bulk
        if not meets(one, wanted)
        and meets(one, wanted, "rate")
        and one["dollars"] < best["dollars"]
    ]
    if not risky or not slow:
        return None
    made = [best, rng.choice(good[1:]), rng.choice(risky), rng.choice(slow)]
    if len({one["dollars"] for one in made}) < 4 or not all(clear(one, wanted) for one in made):
        return None
    rng.shuffle(made)
    return disk, wanted, dict(zip(OFFERS, made, strict=True))


def case(rng):
    """wanted: usable (TiB), rate (1/s), loss (chance); offers by name; disk and its price."""
    layout, found = rng.choice(["mirror", "raidz2", "raidz3"]), None
    while found is None or found[2][best(found[2], found[1])]["layout"] != layout:
        found = four(rng)
    disk, wanted, offers = found
    price = round(goods().parts[disk].dollars)
    right = best(offers, wanted)
    return {
        "disk": disk,
        "price": price,
        "wanted": wanted,
        "one_in": round(1 / wanted["loss"]),
        "offers": offers,
        "listing": listing(offers, disk),
        "right": right,
        "least": offers[right]["dollars"],
        "without": best(offers, wanted, "loss"),
        "saves": saves(offers, wanted),
        "why": "\n".join(f"- {name}: {why(one, wanted)}" for name, one in offers.items()),
    }


def best(offers, wanted, without=""):
    """The cheapest offer that meets the requirements, one of them left out."""
    good = [name for name, one in offers.items() if meets(one, wanted, without)]
    return min(good, key=lambda name: offers[name]["dollars"])


def saves(offers, wanted):
    """What the limit on loss costs (dollars)."""
    return offers[best(offers, wanted)]["dollars"] - offers[best(offers, wanted, "loss")]["dollars"]


def listing(offers, disk):
    """The offers as a table."""
    lines = ["offer  pool             a vdev: holds  serves  chance of loss"]
    for name, one in offers.items():
        each = vdev(one["layout"], one["width"], disk)
        pool = f"{one['vdevs']} x {one['layout']} of {one['width']}"
        lines.append(
            f"{name:6} {pool:16} {each['usable']:9.1f} TiB  {each['rate']:4}/s  1 in "
            f"{1 / each['loss']:,.0f}"
        )
    return "\n".join(lines)


def why(one, wanted):
    """What an offer has, and what it misses, in words."""
    said = (
        f"{one['disks']} disks, ${one['dollars']:,}; holds {one['usable']:.0f} TiB, serves "
        f"{one['rate']:,.0f}/s, loses data with a chance of 1 in {1 / one['loss']:,.0f}"
    )
    missed = [
        name for name in ("rate", "loss") if not meets(one, wanted) and meets(one, wanted, name)
    ]
    return f"{said}; misses the {missed[0]}" if missed else said
