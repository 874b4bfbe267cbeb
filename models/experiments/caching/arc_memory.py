"""How large the cache is while programs take memory and give it back.

The memory left is looked at once a second, and at once when a read misses while there is too
little. Too little: the cache gives up a share of itself, and does not grow for a minute. The old
cache grows until that happens. The new one stops before: a block that comes takes the place of
another.

Facts: OpenSolaris arc.c, 2008 (arc_reclaim_thread, arc_adapt, arc_shrink); illumos arc.c, 2014.
Left out: that memory given up is free only a while later.
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
"""Looks in a second in which memory may get short and reads miss."""


@dataclass(frozen=True)
class Rule:
    """shrink: share of the cache given up at a time. recycle: with less free above the floor than
    this share of the cache it does not grow. short: whether it gives up what is short besides, at
    each look; if not, only what somebody waits for, and while memory stays short at every other
    look."""

    shrink: float
    recycle: float
    short: bool


BEFORE = Rule(OLD["arc_shrink"], 0.0, False)
AFTER = Rule(NEW["arc_shrink"], NEW["arc_no_grow"], True)


@dataclass(frozen=True)
class ArcHost:
    """A host whose cache shares the memory with programs."""

    memory: float = 64 * GiB  # bytes
    working_set: float = 200 * GB  # bytes; each block of it is asked for as often
    reads: float = 20_000.0  # asked of the cache a second
    block: int = 8 * KiB
    floor: float = OLD["free_floor"]  # share of memory that is to stay free
    retry: float = OLD["arc_grow_retry"]  # s without growth after the cache shrank
    least: float = 1 / 8  # share of memory that the cache keeps


class Second(NamedTuple):
    """What there is at the end of the second that began at `t` (s): bytes of the cache, of
    programs, and free; how many bytes the cache gave up in it because memory was short; the share
    of reads that hit. steps: when (s) it gave up how much (bytes) and what it had left."""

    t: float
    cache: float
    programs: float
    free: float
    given_up: float
    hits: float
    steps: tuple[tuple[float, float, float], ...] = ()


def sizes(
    host: ArcHost, rule: Rule, programs: Callable[[float], float], seconds: int
) -> list[Second]:
    """A second after the other, from a cache that has grown as far as it may. programs(t): bytes
    that they want at t (s).

    A read that misses brings a block: into more memory, or into that of a block that goes. Blocks
    are asked for with equal chance, so the share of hits is the share of the working set that is
    held.
    """
    floor, least = host.floor * host.memory, host.least * host.memory
    wanted = programs(0.0)
    held = min(host.working_set, max(least, (host.memory - floor - wanted) / (1 + rule.recycle)))
    growth, stopped, shrank, out = 0.0, False, False, []
    for second in range(seconds):
        begun = second * EVERY
        soon = programs(begun + EVERY)
        woken = (
            host.reads
            and held < host.working_set
            and max(wanted, soon) + held > host.memory - floor
        )
        looks = WAKES if woken else 1
        steps: list[tuple[float, float, float]] = []
        for look in range(looks):
            now = begun + look * EVERY / looks
            wanted = programs(now)
            taken = min(wanted, host.memory - held)
            spare = host.memory - taken - held - floor  # what may still be taken
            if spare < 0:
                growth = now + host.retry
                shrank = rule.short or not (stopped and shrank)
                stopped = True
                share, lacking = held * rule.shrink, wanted - taken
                given_up = min(
                    share - spare + lacking if rule.short else max(share, lacking),
                    max(0.0, held - least),
                )
                if shrank and given_up:
                    held -= given_up
                    steps.append((now, given_up, held))
            elif now >= growth:
                stopped = False
            room = spare - held * rule.recycle
            if not stopped and room >= 0:
                missed = (
                    host.reads
                    * (1 - min(1.0, held / host.working_set))
                    * host.block
                    * EVERY
                    / looks
                )
                held = min(
                    host.working_set,
                    held + min(missed, room if rule.recycle else room + host.block),
                )
        hits = min(1.0, held / host.working_set)
        given = fsum(step[1] for step in steps)
        out.append(
            Second(begun, held, taken, host.memory - taken - held, given, hits, tuple(steps))
        )
    return out


def trapezes(low: float, high: float, every: float, ramp: float) -> Callable[[float], float]:
    """Programs that hold `low` bytes for half of the time and `high` for the other, `every` (s)
    anew, and take `ramp` (s) to go from one to the other."""

    def programs(t: float) -> float:
        along = t % every - every / 2  # below 0: low
        if along < 0:
            gone = every / 2 + along
            return low if gone >= ramp or t < every / 2 else high - (high - low) * gone / ramp
        return high if along >= ramp else low + (high - low) * along / ramp

    return programs
