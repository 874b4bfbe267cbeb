"""Locks of a cache that many CPUs use at once: the one list lock of the old ARC, the many of the
new one.

A lock is held while lines of 64 bytes come: some from memory, some from the cache of whichever CPU
had the lock before. How many lines is counted from what the code touches (OpenSolaris arc.c 2008,
illumos arc.c 2015); the new one's real code is not published.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from models.catalogue.machines import values
from models.machine import Machine
from models.sim.answer import until
from models.sim.loop import Process

OLD, NEW = values("zfs-2010"), values("zfs-2015")
LINE = OLD["cache_line"]


@dataclass(frozen=True)
class Locks:
    """`count` equal locks, one of which, by chance, is taken `times` times an operation and held
    `hold` (s)."""

    name: str
    count: int
    hold: float
    times: float = 1.0


class Operation(NamedTuple):
    """What a CPU does for one request: `work` (s) without a lock, and locks."""

    work: float
    locks: tuple[Locks, ...]

    @property
    def demand(self) -> float:
        """Seconds of one operation that never waits."""
        return self.work + sum(lock.hold * lock.times for lock in self.locks)

    @property
    def limit(self) -> float:
        """Operations a second that the busiest lock lets through, however many CPUs there are."""
        return 1 / max(lock.hold * lock.times / lock.count for lock in self.locks)


class Design(NamedTuple):
    """hash_locks: over the table of blocks. lists: locks over the lists. apart: whether eviction
    has as many of its own. moves: how often a hit takes a list's lock. batch: blocks evicted at one
    hold of it; None: all there are to evict."""

    hash_locks: int
    lists: int
    apart: bool
    moves: int
    batch: int | None


def design(new: bool, cpus: int) -> Design:
    """The old cache, or the new one of a machine with so many CPUs."""
    if new:
        return Design(
            NEW["arc_hash_locks"],
            max(1, round(NEW["arc_lists"] * cpus)),
            True,
            1,
            NEW["arc_evict_batch"],
        )
    return Design(OLD["arc_hash_locks"], 1, False, 2, None)


def eviction(cpus: int, line: float = LINE) -> float:
    """Seconds for which giving up one block holds a list: two headers come from memory; the lock,
    the head of the list of names, the lock of the block's name and a count of bytes from other
    CPUs."""
    return holding(2, 4, cpus, line)


def holding(memory: float, others: float, cpus: int, line: float) -> float:
    """Seconds until so many lines have come from memory, and from other CPUs if one of them had the
    lock before."""
    return line * (memory + others * (cpus - 1) / cpus)


def operation(made: Design, cpus: int, work: float, cached: bool, line: float = LINE) -> Operation:
    """A read that finds its block (cached), or one that makes room for it first. work: seconds of
    it without a lock."""
    found, listed = holding(2, 1, cpus, line), holding(1, 2, cpus, line)
    counts = Locks(
        "counts", 1, holding(0, 1, cpus, line), 2.0
    )  # bytes of a list: every CPU adds to the same number
    names = Locks("hash", made.hash_locks, found, 2.0)
    if cached:
        return Operation(
            work, (names, Locks("lists", made.lists, listed, float(made.moves)), counts)
        )
    room = Locks("eviction", made.lists, eviction(cpus, line))
    if made.apart:
        return Operation(work, (names, Locks("lists", made.lists, listed), room, counts))
    both = Locks("lists", made.lists, listed + room.hold)  # one lock: one station
    return Operation(work, (names, both, counts))


def throughput(one: Operation, cpus: int) -> float:
    """Operations a second of `cpus` CPUs that each do one after the other (exact mean-value
    analysis: a closed network of queues, times of any spread without locks and exponential ones
    with them)."""
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
    one: Operation, machine: Machine, operations: int, draw: Callable[[], float] | None = None
) -> tuple[float, list[float]]:
    """The same on a machine's cores, one operation after the other on each, which it keeps while it
    waits for a lock: how many a second, and the time of each (s), but for the first quarter.

    draw(): a factor of 1 on average for each time (default: uniform, 0.5 to 1.5). `times` of the
    locks must be whole.
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
    """Seconds for which nobody else gets the list's lock while `blocks` blocks are given up."""
    at_once = blocks if made.batch is None else min(blocks, made.batch)
    return at_once * eviction(cpus, line)


def met(share: float, length: float, every: float) -> float:
    """The wait (s) that `share` (0-1) of moments do not exceed, where a lock is held for `length`
    (s) `every` (s).

    Of moments, not of operations: few operations wait, because while they wait nothing else is
    done.
    """
    return max(0.0, length - (1 - share) * every)
