"""The numbers of a candidate: capacity, speed, risk and cost together."""

from functools import cache
from typing import NamedTuple

from models.sizing.choice.candidates import usable
from models.sizing.demand.load import Loads, flash_of
from models.sizing.goods.cost import Shop
from models.sizing.pools.build import DRAID, Build
from models.sizing.pools.drive import Drive
from models.sizing.pools.wants import Wants
from models.sizing.risk.risk import Risk, risk
from models.sizing.speed.rebuild import rebuild_of
from models.sizing.speed.speed import Speed, beside_resilver, speed_of
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
    holds = usable(build, size, wants, special)
    now, (rate, p99), took = speeds(build, shop, wants)
    found = risk_of(build, shop, wants, took, holds)
    return Numbers(
        bill.dollars,
        holds,
        now.rate,
        now.p99,
        now.stream,
        rate,
        p99,
        found.loss,
        found.lost,
        bill.rack,
        bill.watts,
        took,
        now.limit,
    )


def speeds(build: Build, shop: Shop, wants: Wants) -> tuple[Speed, tuple[float, float], float]:
    """Return the speed of a candidate, rate and p99 while it resilvers, and the time of a rebuild (s)."""
    if shop.loads is None or shop.loads.wants is not wants:
        shop.loads = Loads(shop.goods.drives, wants, shop.heads_known)
        shop.speeds.clear()
    key = as_fast(build, shop)
    found: tuple[Speed, tuple[float, float], float] | None = shop.speeds.get(key)
    if found is None:
        load = shop.loads.of(build)
        now = speed_of(load)
        found = shop.speeds[key] = now, beside_resilver(load, now), rebuild_of(load.resilvering())
    return found


def as_fast(build: Build, shop: Shop) -> tuple[Build, tuple[float, ...]]:
    """Return what is the same for all candidates that are as fast: they may differ in hot spares and the name of
    the head."""
    bare = build._replace(head="")
    if not build.layout.startswith(DRAID):
        bare = bare._replace(spares=0)
    return bare, shop.heads_known[build.head][1:]


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
