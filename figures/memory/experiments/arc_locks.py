"""The locks of a cache that many CPUs use: one list lock in the old ARC, many in the new one.

A lock is held while cache lines of 64 bytes arrive, some from memory, some from the cache of the
CPU that held the lock before. The number of lines is counted from the data that the code touches
(OpenSolaris arc.c 2008, illumos arc.c 2015); the real code of the new ARC is not published.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

from models.catalogue.machines import values
from models.machine import Machine
from models.sim.answer import until
from models.sim.loop import Process

OLD, NEW = values("zfs-2010"), values("zfs-2015")
LINE = OLD["cache_line"]


@dataclass(frozen=True)
class LockSet:
    """A set of equal locks, of which an operation takes a random one."""

    name: str
    count: int  # number of locks
    hold: float  # s
    times: float = 1.0  # per operation


class CacheOperation(NamedTuple):
    """The work of a CPU for one request."""

    work: float  # without a lock (s)
    locks: tuple[LockSet, ...]

    @property
    def demand(self) -> float:
        """Return how long one operation takes if it never waits (s)."""
        return self.work + fsum(lock.hold * lock.times for lock in self.locks)

    @property
    def limit(self) -> float:
        """Return the operations per second that the busiest lock allows, for any number of CPUs."""
        return 1 / max(lock.hold * lock.times / lock.count for lock in self.locks)


class Design(NamedTuple):
    """The locks of a cache."""

    hash_locks: int  # for the hash table of blocks
    lists: int  # locks for the lists
    apart: bool  # whether eviction has its own locks, as many as `lists`
    moves: int  # how often a hit takes a list's lock
    batch: int | None  # blocks evicted each time a lock is held; None: all


def design(new: bool, cpus: int) -> Design:
    """Return the old design, or the new one for a machine with `cpus` CPUs."""
    if new:
        lists = max(1, round(NEW["arc_lists"] * cpus))
        return Design(NEW["arc_hash_locks"], lists, True, 1, NEW["arc_evict_batch"])
    return Design(OLD["arc_hash_locks"], 1, False, 2, None)


def eviction(cpus: int, line: float = LINE) -> float:
    """Return how long the eviction of one block holds a list lock (s). Two headers come from
    memory. The lock, the head of the ghost list, the lock of the block's name and a byte count come
    from other CPUs."""
    return holding(2, 4, cpus, line)


def holding(memory: float, others: float, cpus: int, line: float) -> float:
    """Return how long a CPU waits for `memory` lines from memory and `others` lines from the CPU
    that held the lock before, which may be any of `cpus` (s)."""
    return line * (memory + others * (cpus - 1) / cpus)


def operation(
    made: Design, cpus: int, work: float, cached: bool, line: float = LINE
) -> CacheOperation:
    """Return a read that hits (`cached`), or one that evicts first. `work` is the time that it
    spends without a lock (s)."""
    found, listed = holding(2, 1, cpus, line), holding(1, 2, cpus, line)
    counts = LockSet("counts", 1, holding(0, 1, cpus, line), 2.0)  # shared byte count
    names = LockSet("hash", made.hash_locks, found, 2.0)
    if cached:
        return CacheOperation(
            work, (names, LockSet("lists", made.lists, listed, float(made.moves)), counts)
        )
    room = LockSet("eviction", made.lists, eviction(cpus, line))
    if made.apart:
        return CacheOperation(work, (names, LockSet("lists", made.lists, listed), room, counts))
    both = LockSet("lists", made.lists, listed + room.hold)  # one lock: one station
    return CacheOperation(work, (names, both, counts))


def throughput(one: CacheOperation, cpus: int) -> float:
    """Return the operations per second of `cpus` CPUs, each of which runs one operation after the
    other. This is exact mean-value analysis of a closed queueing network (any distribution of the
    times without locks, exponential times with them)."""
    sets = [(lock.hold * lock.times, lock.count) for lock in one.locks if lock.hold * lock.times]
    queues, rate = [0.0] * len(sets), 0.0
    for n in range(1, cpus + 1):
        waits = [demand * (1 + queue) for (demand, _), queue in zip(sets, queues, strict=True)]
        total = one.work
        for wait in waits:
            total += wait
        rate = n / total
        queues = [rate * wait / count for wait, (_, count) in zip(waits, sets, strict=True)]
    return rate


def simulate(
    one: CacheOperation, machine: Machine, operations: int, draw: Callable[[], float] | None = None
) -> tuple[float, list[float]]:
    """Run operations on a machine's cores. An operation keeps its core while it waits for a lock.
    Return the rate (1/s) and the time of each operation (s), without the first quarter.

    `draw()` returns a factor of mean 1 for each time (default: uniform, 0.5 to 1.5). `times` of the
    locks must be whole numbers.
    """
    loop, cpu, chance = machine.loop, machine.cpu, machine.random.random
    drawn = draw or (lambda: 0.5 + chance())
    path = [
        (lock.hold, lock.count, free)
        for lock in one.locks
        for free in [[0.0] * lock.count]
        for _ in range(round(lock.times))
    ]
    ended: list[tuple[float, float]] = []

    def core() -> Process:
        yield one.work * chance()
        while True:
            begun = loop.now
            yield until(loop, cpu.serve(begun, one.work * drawn()))
            for hold, count, free in path:
                place, now = int(count * chance()), loop.now
                free[place] = finish = (free[place] if free[place] > now else now) + hold * drawn()
                yield finish - now
            ended.append((loop.now, loop.now - begun))
            if len(ended) == operations:
                loop.stop()
                return

    for _ in range(cpu.cores):
        loop.spawn(core())
    loop.run()
    warm = operations // 4
    return (operations - warm) / (loop.now - ended[warm - 1][0]), [
        taken for _, taken in ended[warm:]
    ]


def pause(blocks: int, made: Design, cpus: int, line: float = LINE) -> float:
    """Return how long the eviction of `blocks` blocks holds the list lock at a time (s)."""
    at_once = blocks if made.batch is None else min(blocks, made.batch)
    return at_once * eviction(cpus, line)


def wait_percentile(share: float, length: float, every: float) -> float:
    """Return the wait (s) that a `share` (0-1) of moments do not exceed, if a lock is held for
    `length` (s) once per `every` (s). These are moments, not operations: few operations wait,
    because nothing else happens during a wait."""
    return max(0.0, length - (1 - share) * every)
