"""Of a hundred reads, how long all but one take, when we know which tier answers them.

That is a matter of the disks' lines. So the reads from disk alone are simulated, with a pause for all that a client reads
elsewhere in between: as many of them are enough as of all reads would be four times as many, or more. Their service times
are those measured one by one on the model of the disk.
"""
from heapq import heapify, heapreplace
from math import log1p
from random import Random

from models.experiments.caching.read_tiers import ReadTiers, Shares
from models.experiments.caching.tier_times import TierTimes
from models.sim.stats import percentile

COUNT, SETTLE = 25_000, 16
"""Reads from disk that are simulated; the first of so many are left out."""
RARE, OTHERS = 0.05, 14_000
"""If disks answer less than this share of the reads, so many of all tiers are simulated besides."""
NONE = 1e-6
"""A share of the reads as small as that is none."""


def late(times: TierTimes, memory: float, flash: float, disk: float, share: float = 0.99, count: int = COUNT,
         seed: int = 1) -> float:
    """Seconds within which `share` (0-1) of the reads are answered at the server, if each tier answers its share (0-1).
    """
    random = Random(seed)
    answer = times.answer(memory, flash, disk)
    slow: list[float] = []
    if disk > NONE:
        elsewhere = (memory * answer.memory + flash * answer.flash) / (1 - disk) if disk < 1 else 0.0
        pauses = times.turnaround + answer.memory, times.turnaround + elsewhere
        slow = [answer.memory + taken for taken in from_disk(times, disk, *pauses, count, random)]
    if disk >= RARE:
        return percentile(slow, max(0.0, 1 - (1 - share) / disk))
    tiers = ReadTiers(size=times.size, devices=times.devices, disks=times.disks, span=times.span, seed=seed)
    reads = tiers.reads(Shares(memory, flash, disk), OTHERS, times.threads)[OTHERS // SETTLE:]
    quick = [taken for _, taken, tier in reads if tier < 2]
    if not quick:
        return percentile(slow, share)
    return weighted([(taken, disk / len(slow)) for taken in slow] + [(taken, (1 - disk) / len(quick)) for taken in quick],
                    share)


def from_disk(times: TierTimes, disk: float, pause: float, other: float, count: int, random: Random) -> list[float]:
    """Seconds that `count` reads from disk take. Before each of them a client pauses, and for `other` seconds more for each
    read that another tier answers in between; `disk` is the share that disks do."""
    drawn, took, disks = random.random, times.drives, times.disks
    each, none = 1 / log1p(-disk) if disk < 1 else 0.0, len(took)
    free = [0.0] * disks
    ready = [drawn() * (pause + other * (1 - disk) / disk + times.disk) for _ in range(times.threads)]
    heapify(ready)
    out = []
    for _ in range(count + count // SETTLE):
        now, at = ready[0], int(drawn() * disks)
        begin = free[at]
        if begin < now:
            begin = now
        free[at] = finish = begin + took[int(drawn() * none)]
        out.append(finish - now)
        heapreplace(ready, finish + pause + other * int(log1p(-drawn()) * each))
    return out[count // SETTLE:]


def weighted(values: list[tuple[float, float]], share: float) -> float:
    """The least value at or below which `share` of the weight lies: `values` are pairs of a value and its weight."""
    values.sort()
    reached, wanted = 0.0, share * sum(weight for _, weight in values)
    for value, weight in values:
        reached += weight
        if reached >= wanted:
            return value
    return values[-1][0]
