"""How many requests a second a candidate serves, how fast, and what limits it, in closed form.

The fullest part limits the rate, or the latency of the requests does. All constants are those of the
machine of `order_of`, and `by_machine` runs it.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import inf, log
from typing import NamedTuple

from models.sizing.demand.load import HEAD, Load, Vdev, load_of, step
from models.sizing.demand.use import SOFTWARE, beside_disks, disk_use, group_of
from models.sizing.pools.build import Build
from models.sizing.pools.drive import Drive, Head
from models.sizing.pools.wants import Wants
from models.sizing.speed.latency import ALMOST, slower
from models.units import us

SLOW = 0.01
"""Share of the requests that may be slower than the 99th percentile."""
TRIED = (0.7, 0.3, 1 / 1024)
"""Shares of the rate of full disks at which a rate is tried, of which the last counts as none."""
ROUNDS, NEAR, CLOSE = 20, 0.003, 0.05
"""In the search for a rate: rounds at most; by how much that of full disks may be off, and how near to 0 the logarithm of the share that is slow, over that asked
for, must be, before the last step."""
FINE = 32
"""Steps of a rate in an octave at which percentiles are kept."""
MOST_RATE = 1e8
"""Largest rate of a vdev (1/s)."""
PERCENTILES = [5 * us * 10 ** (number / 10) for number in range(61)]
"""Times between which a percentile is interpolated (s), to 5 s."""


class Speed(NamedTuple):
    """What a candidate does under a load."""

    rate: float  # most requests a second at which 99 % are answered in the time asked for
    p99: (
        float  # time within which 99 % are answered at the rate asked for (s); inf: it falls behind
    )
    stream: float  # bytes a second of sequential reads
    limit: str  # the part that is fullest at `rate`


def speed(
    build: Build,
    drives: Mapping[str, Drive],
    wants: Wants,
    heads: Mapping[str, Head] = {},
    resilvering: bool = False,
) -> Speed:
    """Return the speed of a candidate, or while one of its vdevs resilvers. Raise ValueError if it
    cannot be built, and KeyError for a drive that is not in the price list."""
    return speed_of(load_of(build, drives, wants, heads, resilvering))


def speed_of(load: Load) -> Speed:
    """Return the speed of a candidate."""
    rate, limit = most(load)
    return Speed(rate, p99(load, load.wants.asked.rate, rate), stream(load), limit)


def beside_resilver(load: Load, now: Speed) -> tuple[float, float]:
    """Return rate and p99 of a `Speed` while one vdev resilvers. now: while none does."""
    load = load.resilvering()
    asked = load.wants.asked
    rate = min(now.rate, highest(load.vdev, asked.p99) * load.build.vdevs)
    if now.p99 == inf:
        return rate, inf
    each = asked.rate / load.build.vdevs
    if asked.rate >= rate and disk_use(load.vdev, each, group_of(load.vdev, each)) >= 1:
        return rate, inf
    return rate, percentile(load.vdev, step(each, FINE))


def most(load: Load, time: float | None = None) -> tuple[float, str]:
    """Return the largest rate (1/s) of requests of which 99 % are answered in time, and the part that
    is fullest then. time: in which they are answered (s); None: as asked."""
    vdev, vdevs = load.vdev, load.build.vdevs
    rate = highest(vdev, load.wants.asked.p99 if time is None else time) * vdevs
    if not rate:
        return 0.0, "disks"
    for _ in range(3):  # uses are nearly in proportion to the rate
        group = group_of(vdev, rate / vdevs)
        found = beside_disks(load, rate, group)
        limit = max(found, key=found.__getitem__)
        if found[limit] <= 1:
            break
        rate *= ALMOST / found[limit]
    if disk_use(vdev, rate / vdevs, group) > found[limit]:
        limit = "disks"
    return rate, limit


@lru_cache(maxsize=1 << 16)
def highest(vdev: Vdev, time: float) -> float:
    """Return the largest rate (1/s) of requests of a vdev of which 99 % are answered within `time` (s),
    however fast the parts are that vdevs share."""
    high = full_rate(vdev)

    def late(rate: float) -> float:
        return log(max(1e-9, slower(vdev, rate, time, group_of(vdev, rate))) / SLOW)

    full, kind, above = high, vdev.kind, 0.0
    if kind.mechanics:  # all that read a full disk are late
        read = kind.fetched / kind.blocks * (1 - (1 - vdev.missed) ** kind.blocks)
        above = log(max(read, SLOW) / SLOW)
    if above <= 0 and (above := late(high)) <= 0:
        return full
    for share in TRIED:
        low = full * share
        below = late(low)
        if below <= 0:
            break
        high, above = low, below
    else:
        return 0.0
    side = 0
    for _ in range(ROUNDS):  # the rule of the false position, of the Illinois kind
        middle = low + (high - low) * below / (below - above)
        found = late(middle)
        if found > 0:
            if found < CLOSE:
                return low + (middle - low) * below / (below - found)
            below *= 0.5 if side > 0 else 1.0
            high, above, side = middle, found, 1
        else:
            if found > -CLOSE:
                return middle + (high - middle) * found / (found - above)
            above *= 0.5 if side < 0 else 1.0
            low, below, side = middle, found, -1
    return low


def full_rate(vdev: Vdev) -> float:
    """Return the rate (1/s) of requests of a vdev at which its disks are full, at most MOST_RATE."""
    rate = 1000.0
    for _ in range(ROUNDS):
        use = disk_use(vdev, rate, group_of(vdev, rate)) / ALMOST
        if use * MOST_RATE <= rate:
            return MOST_RATE
        rate /= use
        if abs(use - 1) < NEAR:
            break
    return rate


def p99(load: Load, rate: float, served: float = 0.0) -> float:
    """Return the 99th percentile of latency (s) at a rate (1/s) of requests; inf if it falls behind.
    served: a rate at which no part is full."""
    each = rate / load.build.vdevs
    if rate >= served:
        group = group_of(load.vdev, each)
        if max(disk_use(load.vdev, each, group), *beside_disks(load, rate, group).values()) >= 1:
            return inf
    return percentile(load.vdev, step(each, FINE))


@lru_cache(maxsize=1 << 16)
def percentile(vdev: Vdev, rate: float) -> float:
    """Return the 99th percentile of latency (s) at a rate (1/s) of requests of each vdev; inf if it is
    above all PERCENTILES."""
    group = group_of(vdev, rate)
    low, high, above, below = 0, len(PERCENTILES), 1.0, 0.0
    while high - low > 1:
        middle = (low + high) // 2
        found = slower(vdev, rate, PERCENTILES[middle], group)
        if found > SLOW:
            low, above = middle, found
        else:
            high, below = middle, found
    if high == len(PERCENTILES):
        return inf
    before, after = PERCENTILES[low], PERCENTILES[high]
    return before + (after - before) * (above - SLOW) / max(1e-12, above - below)


def stream(load: Load) -> float:
    """Return the bytes a second of sequential reads by many readers."""
    build, kind = load.build, load.vdev.kind
    record = kind.wants.recordsize
    useful = 1.0 if build.layout in ("mirror", "stripe") else 1 / kind.spread.written
    each = kind.mechanics.rate if kind.mechanics else kind.flash.interface_read if kind.flash else 0
    disks = build.vdevs * build.width * each * useful
    work = SOFTWARE.block + kind.stored * SOFTWARE.checksum
    work += HEAD.cpu_read + HEAD.cpu_network + record * HEAD.copy
    pool = min(disks, load.cables) * record / kind.stored
    return min(pool, load.network, load.cores / work * record)
