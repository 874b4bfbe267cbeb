"""The size of the cache while programs allocate and free memory.

Free memory is checked once per second, and at once when a read misses while there is too little. If
there is too little, the cache evicts a share of itself and does not grow for a minute. The old
cache grows until that happens. The new one stops earlier: a new block replaces another.

Facts: OpenSolaris arc.c, 2008 (arc_reclaim_thread, arc_adapt, arc_shrink); illumos arc.c, 2014. Not
modelled: evicted memory becomes free only a while later.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

from models.catalogue.machines import values
from models.units import GB, GiB, KiB

OLD, NEW = values("zfs-2010"), values("zfs-2015")
EVERY = OLD["arc_reclaim_every"]
WAKES = 32
"""Checks per second while memory may be short and reads miss."""


@dataclass(frozen=True)
class ShrinkRule:
    """The rule by which the cache shrinks."""

    shrink: float  # share of the cache evicted at a time
    recycle: float  # free memory below which it does not grow, as a share of the cache
    # whether each check evicts the shortage in addition; otherwise every second check evicts that
    # share or, if it is more, what someone waits for
    short: bool


BEFORE = ShrinkRule(OLD["arc_shrink"], 0.0, False)
AFTER = ShrinkRule(NEW["arc_shrink"], NEW["arc_no_grow"], True)


@dataclass(frozen=True)
class ArcHost:
    """A host whose cache shares memory with programs."""

    memory: float = 64 * GiB  # bytes
    working_set: float = 200 * GB  # bytes; all its blocks are equally popular
    reads: float = 20_000.0  # per second
    block: int = 8 * KiB
    floor: float = OLD["free_floor"]  # share of memory that should stay free
    retry: float = OLD["arc_grow_retry"]  # s without growth after the cache shrank
    least: float = 1 / 8  # smallest size of the cache, as a share of memory


class ArcSecond(NamedTuple):
    """The state at the end of one second. Sizes in bytes."""

    t: float  # start of the second (s)
    cache: float
    programs: float
    free: float
    given_up: float  # evicted in this second because memory was short
    hits: float  # share of reads that hit
    steps: tuple[tuple[float, float, float], ...] = ()  # evictions: time (s), bytes, bytes left


def sizes(
    host: ArcHost, rule: ShrinkRule, programs: Callable[[float], float], seconds: int
) -> list[ArcSecond]:
    """Return the state of the cache at the end of each of `seconds` seconds. At first the cache is
    as large as allowed. `programs(t)` returns the bytes that programs want at t (s).

    A miss brings in a block, into more memory or in place of another block. All blocks are equally
    popular, so the hit ratio is the share of the working set that is cached.
    """
    floor, least = host.floor * host.memory, host.least * host.memory
    wanted = programs(0.0)
    held = min(host.working_set, max(least, (host.memory - floor - wanted) / (1 + rule.recycle)))
    growth, stopped, shrank, out = 0.0, False, False, []
    for second in range(seconds):
        begun = second * EVERY
        soon = programs(begun + EVERY)
        misses = host.reads and held < host.working_set
        looks = WAKES if misses and max(wanted, soon) + held > host.memory - floor else 1
        steps: list[tuple[float, float, float]] = []
        for look in range(looks):
            now = begun + look * EVERY / looks
            wanted = programs(now)
            taken = min(wanted, host.memory - held)
            spare = host.memory - taken - held - floor  # memory that can still be used
            if spare < 0:
                growth = now + host.retry
                shrank = rule.short or not (stopped and shrank)
                stopped = True
                share, lacking = held * rule.shrink, wanted - taken
                goal = share - spare + lacking if rule.short else max(share, lacking)
                given_up = min(goal, max(0.0, held - least))
                if shrank and given_up:
                    held -= given_up
                    steps.append((now, given_up, held))
            elif now >= growth:
                stopped = False
            room = spare - held * rule.recycle
            if not stopped and room >= 0:
                missing = 1 - min(1.0, held / host.working_set)
                missed = host.reads * missing * host.block * EVERY / looks
                more = min(missed, room if rule.recycle else room + host.block)
                held = min(host.working_set, held + more)
        hits = min(1.0, held / host.working_set)
        released, free = fsum(step[1] for step in steps), host.memory - taken - held
        out.append(ArcSecond(begun, held, taken, free, released, hits, tuple(steps)))
    return out


def trapezoids(low: float, high: float, every: float, ramp: float) -> Callable[[float], float]:
    """Return a function from a time (s) to the bytes that programs hold: `low` for half of each
    period of `every` (s) and `high` for the other half, with ramps of `ramp` (s)."""

    def programs(t: float) -> float:
        along = t % every - every / 2  # below 0: low
        if along < 0:
            since = every / 2 + along
            return low if since >= ramp or t < every / 2 else high - (high - low) * since / ramp
        return high if along >= ramp else low + (high - low) * along / ramp

    return programs
