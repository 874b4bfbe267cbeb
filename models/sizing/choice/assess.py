"""The numbers of a candidate: capacity, speed, risk and cost together."""

from functools import cache
from typing import NamedTuple

from models.sizing.goods.cost import Shop
from models.sizing.pools.build import DRAID, Build
from models.sizing.pools.capacity import capacity
from models.sizing.pools.drive import Drive
from models.sizing.pools.wants import Wants
from models.sizing.risk.risk import Risk, risk
from models.sizing.speed.rebuild import rebuild
from models.sizing.speed.speed import Speed, flash_of, speed
from models.units import day

REPLACED = 1 * day
"""Time (s) until somebody has replaced a disk. Nobody published it for readers of a price list; four hours with
a contract to a week without."""


class Numbers(NamedTuple):
    """The numbers of a candidate, in SI units."""

    cost: float  # dollars, with power over the years
    usable: float  # bytes
    rate: float  # most requests a second at which the p99 is as asked for
    p99: float  # s, at the rate asked for; inf: it falls behind
    stream: float  # bytes a second
    rate_resilvering: float
    p99_resilvering: float
    loss: float  # chance of losing data within the years
    lost: float  # expected share of the bytes that is lost
    rack: float  # units
    watts: float
    rebuild: float  # s
    limit: str  # the part that is fullest


def assess(build: Build, shop: Shop, wants: Wants) -> Numbers:
    """Return the numbers of a candidate. Raise ValueError if it cannot be built."""
    bill = shop.bill(build)
    special = int(shop.goods.drives[build.special].capacity) if build.specials else 0
    size = int(shop.goods.drives[build.disk].capacity)
    holds = capacity(build, size, wants.ashift, special_bytes=special).usable
    now, then, took = speeds(build, shop, wants)
    found = risk_of(build, shop, wants, took, holds)
    return Numbers(
        bill.dollars,
        holds,
        now.rate,
        now.p99,
        now.stream,
        then.rate,
        then.p99,
        found.loss,
        found.lost,
        bill.rack,
        bill.watts,
        took,
        now.limit,
    )


def speeds(build: Build, shop: Shop, wants: Wants) -> tuple[Speed, Speed, float]:
    """Return the speed of a candidate, healthy and while it resilvers, and the time of a rebuild (s); the same
    for all that differ in hot spares or the name of the head alone."""
    drives, heads = shop.goods.drives, shop.heads_known
    bare = build._replace(head="")
    if not build.layout.startswith(DRAID):
        bare = bare._replace(spares=0)
    key = bare, heads[build.head][1:]
    found: tuple[Speed, Speed, float] | None = shop.speeds.get(key)
    if found is None:
        found = shop.speeds[key] = (
            speed(build, drives, wants, heads),
            speed(build, drives, wants, heads, resilvering=True),
            rebuild(build, drives, wants, heads),
        )
    return found


def risk_of(
    build: Build, shop: Shop, wants: Wants, took: float, holds: float, bound: str = "rate"
) -> Risk:
    """Return the risk of a candidate whose disks are rebuilt in `took` (s) and that holds so many bytes.
    bound: rate, low or high of the failure rates."""
    failures = shop.goods.failures
    special_rate = special_rebuild = 0.0
    if build.specials:
        special_rate = getattr(failures[build.special], bound)
        special_rebuild = written(shop.goods.drives[build.special])
    return risk(
        build,
        failure_rate=getattr(failures[build.disk], bound),
        rebuild=took,
        years=wants.years,
        replace=REPLACED,
        special_rate=special_rate,
        special_rebuild=special_rebuild,
        block=wants.recordsize / (holds * wants.fill),
    )


@cache
def written(drive: Drive) -> float:
    """Return the time (s) in which all of an SSD is written."""
    return drive.capacity / flash_of(drive).program_rate
