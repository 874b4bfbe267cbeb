"""How likely a record from disks takes longer than a time.

The queue of a disk is a birth and death process with the times of its arm, with the diffusion correction
for service times that vary less than exponential ones (Kobayashi 1974, J. ACM 21). A read is served next
with a chance of one over the number that wait, as the drive's order is by place and not by age. Near a
full disk, the logarithm of a tail is in proportion to what is left of the disk (Kingman 1961, Proc.
Cambridge Phil. Soc. 57)."""

from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate, pairwise
from math import exp, expm1, fsum, log1p
from typing import NamedTuple

from models.sizing.demand.disk import DEPTH, TIMES, DiskReads, Queue
from models.sizing.demand.load import Kind
from models.units import ms

GRID = [1 * ms * 10 ** (number / 12) for number in range(45)]
STEPS = [GRID[0], *(after - before for before, after in pairwise(GRID))]
"""Times at which latencies are kept, to 5 s, and the steps to each of them (s)."""
LOADS, LUMP, DEEPEST = 20, 4, 100
"""Steps of load, up to a disk that is always in use; reads that wait in ZFS's queue and are taken together; most
reads of a disk that are followed."""
WITHIN = 0.2
"""Share of a time within which turns are taken together: a step of GRID."""
Shares = tuple[tuple[float, int], ...]
Pair = tuple[list[float], list[float], list[float], list[float]]
ONE: Shares = ((1.0, 1),)
"""A record that lies on one disk."""


class Tail(NamedTuple):
    """The chance that a record takes longer than each time of GRID, and its integral up to there (s)."""

    longer: list[float]
    passed: list[float]


class Tails:
    """The records of a vdev: chances that one takes longer than a time, at any load. Loads are shares of
    the time of the busiest disk. shares: reads of a disk for each record, and how many disks have so many."""

    def __init__(self, reads: DiskReads, shares: Shares):
        self.busy = shares[-1][0] / reads.most  # for a record a second
        self.kept, self.shares, self.shift = reads.kept, shares, reads.shift
        self.disks = fsum([share * disks for share, disks in shares])  # of a record
        self.pairs: list[Pair | None] = [None] * LOADS

    def pair(self, step: int) -> Pair:
        """Return the tails at a step of load below LOADS and at the next, and their integrals."""
        low, high = (tail(self.kept, self.shares, one) for one in (step, step + 1))
        found = self.pairs[step] = low.longer, high.longer, low.passed, high.passed
        return found

    def longer(self, load: float, time: float) -> float:
        """Return the chance that a record takes longer than `time` (s)."""
        time += self.shift
        if load >= 1 or time <= GRID[0]:
            return 1.0
        steps = load * LOADS
        step = int(steps)
        low, high, _, _ = self.pairs[step] or self.pair(step)
        at = bisect_left(GRID, time) if time < GRID[-1] else len(GRID) - 1
        part = (time - GRID[at - 1]) / STEPS[at] if time < GRID[-1] else 1.0
        here = low[at - 1] + (low[at] - low[at - 1]) * part
        if step == LOADS - 1:  # at the next it is 1
            return self.nearly_full(here, LOADS - steps)
        there = high[at - 1] + (high[at] - high[at - 1]) * part
        return here + (there - here) * (steps - step)

    def mean(self, load: float, begin: float, end: float) -> float:
        """Return the chance that a record takes longer than a time (s) from `begin` to `end`, any of them
        as likely."""
        if load >= 1:
            return 1.0
        steps, span = load * LOADS, end - begin
        step = int(steps)
        low, high, passed, passed_high = self.pairs[step] or self.pair(step)
        here = there = 0.0
        for time in (begin + self.shift, end + self.shift):
            if time <= GRID[0]:  # the chance is 1
                here, there = time - here, time - there
                continue
            at = bisect_left(GRID, time) if time < GRID[-1] else len(GRID) - 1
            before = at - 1
            more = time - GRID[before]
            half = more / STEPS[at] / 2 if time < GRID[-1] else 0.5
            one, two = low[before], high[before]
            here = passed[before] + more * (one + (low[at] - one) * half) - here
            there = passed_high[before] + more * (two + (high[at] - two) * half) - there
        if step == LOADS - 1:
            return self.nearly_full(here / span, LOADS - steps)
        return (here + (there - here) * (steps - step)) / span

    def nearly_full(self, chance: float, left: float) -> float:
        """Return a record's chance from that at the last step of load but one, if a share `left` of the way
        to a full disk is left: of each disk its logarithm is in proportion to that."""
        if chance >= 1:
            return 1.0
        of_disk = -expm1(log1p(-max(0.0, chance)) / self.disks)
        return float(1 - (1 - of_disk**left) ** self.disks)


@lru_cache(maxsize=8192)
def tails_of(kind: Kind, lost: bool) -> Tails:
    """Return the records of the vdevs of a kind, or of one that resilvers."""
    assert kind.reads
    return Tails(kind.reads[lost], (kind.lost if lost else kind.spread).shares)


@lru_cache(maxsize=1 << 14)
def tail(queue: Queue, shares: Shares, step: int) -> Tail:
    """Return the tail of records whose slowest part takes that long, at `step` of LOADS steps of the
    largest load; 1 at the last of them."""
    if step >= LOADS:
        return Tail([1.0] * len(GRID), GRID)
    prompt = [1.0] * len(GRID)
    for share, disks in shares:
        load, power = step * share / shares[-1][0], share * disks
        part = load % 1
        late = of_read(queue, int(load))
        if part:
            after = of_read(queue, int(load) + 1)
            late = tuple([low + (high - low) * part for low, high in zip(late, after, strict=True)])
        prompt = [one * max(0.0, 1 - each) ** power for one, each in zip(prompt, late, strict=True)]
    longer, total = [1 - one for one in prompt], GRID[0]
    found = [total]
    for number in range(1, len(GRID)):
        total += STEPS[number] * (longer[number - 1] + longer[number]) / 2
        found.append(total)
    return Tail(longer, found)


@lru_cache(maxsize=4096)
def of_read(queue: Queue, step: int) -> tuple[float, ...]:
    """Return the chance that a read takes longer than each time of GRID, at `step` of LOADS steps of the
    largest load."""
    rate, sides = queue.most * step / LOADS, queue.sides
    steps = states(queue, rate)
    whole = fsum([chance for _, chance in steps])
    done = [0.0] * (len(GRID) + 1)  # chance to be answered in the bin that ends at a time of GRID
    lumped = 0.0
    for number, (waiting, chance) in enumerate(steps):
        each, lumped = waiting / sides, lumped + chance / whole
        if each < 1:
            alone(done, lumped, queue)
        elif each <= DEPTH or number % (LUMP * sides) == 0 or number == len(steps) - 1:
            passed_over(done, lumped, each, rate / sides, queue)
        else:
            continue
        lumped = 0.0
    return tuple([1 - total for total in accumulate(done[:-1])])


def states(queue: Queue, rate: float) -> list[tuple[float, float]]:
    """Return numbers of reads in a vdev and how likely they are, not normed, at `rate` reads a second."""
    sides, found, chance = queue.sides, [(0.0, 1.0)], 1.0
    for number in range(1, DEEPEST * sides):
        time = queue.between(max(1.0, number / sides))
        if number <= sides:
            chance *= rate * time / number
        else:
            used = rate * time / sides
            chance *= exp(-2 * (1 - used) / (1 + queue.arm.squared * used))
        found.append((float(number), chance))
        if chance < 1e-5:
            break
    return found


@lru_cache(maxsize=4096)
def idle_at(queue: Queue, step: int) -> float:
    """Return the chance that no read is at a disk, at `step` of LOADS steps of the largest load."""
    return 1 / fsum([chance for _, chance in states(queue, queue.most * step / LOADS)])


def idle(reads: DiskReads, rate: float) -> float:
    """Return the chance that no read is at a disk, at `rate` reads a second."""
    load = rate / reads.most * LOADS
    step = int(load)
    if step >= LOADS:
        return 0.0
    here, there = idle_at(reads.kept, step), 0.0
    if step < LOADS - 1:
        there = idle_at(reads.kept, step + 1)
    return here + (there - here) * (load - step)


def alone(done: list[float], chance: float, queue: Queue) -> None:
    """Add to `done` the answers to reads that find a disk without others. With a resilver, they wait for
    a half and a whole command of it."""
    more, within = queue.transfer + queue.command + 1.5 * queue.joined, queue.arm.within
    before, step = 0.0, queue.arm.step
    for number, time in enumerate(GRID):
        at = max(0.0, min((time - more) / step, TIMES - 1e-3))
        low = within[int(at)]
        now = low + (within[int(at) + 1] - low) * (at % 1)
        done[number] += chance * (now - before)
        before = now
    done[-1] += chance * (1 - before)


def passed_over(
    done: list[float], chance: float, waiting: float, come: float, queue: Queue
) -> None:
    """Add to `done` the answers to reads that find so many others at their disk: they wait for the one
    in service, then for their turn. come: reads a second that arrive there."""
    beside, arm = queue.beside, queue.arm
    most = DEPTH - beside
    begin = queue.command + queue.service(waiting + beside) * (1 + arm.squared) / 2
    begin += max(0.0, waiting - DEPTH) * queue.between(DEPTH)
    others, left, least = min(waiting, most), chance, 1e-3 * chance
    while left > least and begin < GRID[-1]:
        every = others + beside
        time = arm.positioning(every) + queue.transfer
        turns = int(WITHIN * begin / time) or 1
        served = left * (1 - (1 - 1 / every) ** turns)
        between(done, served, begin + time / 2, begin + (turns + 0.5) * time)
        left, begin = left - served, begin + turns * time
        others = min(max(others + turns * (come * time - others / every), 1.0), most)
    between(done, left, begin, 2 * begin)


def between(done: list[float], chance: float, begin: float, end: float) -> None:
    """Add to `done` answers that come at any time from `begin` to `end` (s)."""
    at, before, dense = bisect_left(GRID, begin), begin, chance / (end - begin)
    while at < len(GRID) and before < end:
        now = min(end, GRID[at])
        done[at] += dense * (now - before)
        at, before = at + 1, now
    if before < end:
        done[-1] += dense * (end - before)


def chance_longer(reads: DiskReads, rate: float, time: float) -> float:
    """Return the chance that a read takes longer than `time` (s) at `rate` reads a second of the vdev."""
    return tails_on_one(reads).longer(rate / reads.most, time)


@lru_cache(maxsize=4096)
def tails_on_one(reads: DiskReads) -> Tails:
    """Return the records that lie on one disk with these reads."""
    return Tails(reads, ONE)
