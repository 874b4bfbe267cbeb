"""Days of warm-up in a moment: a machine's caches, of whose blocks one in k is simulated, and
clients that wait for them; and what its feeder keeps up with while memory gives up new blocks at a
steady pace."""

from collections.abc import Callable, Iterator
from math import ceil, inf
from random import Random
from typing import Any, NamedTuple, cast

from models.experiments.caching.tier_times import TierAnswer, TierTimes
from models.fast.cache_reads import cache_reads
from models.machine import Machine
from models.machine.sampling import caches, one_in, scaled
from models.zfs.l2arc.feed_spec import FeedSpec

STEP = 30
"""Simulated reads between two looks at how fast the clients are by now."""
MIX = 0.5
"""How much of the shares seen before counts beside those of the last step."""
HOT = 0.2
"""The part of the data that may be hotter than the rest."""
SETTLED, GLANCE = 0.0003, 120
"""Once spans bring the flash less than this share of what it holds, only so many reads of the next are simulated."""
READS = 90_000
"""Simulated reads of a run at most. Of what clients ask beyond that, only so many reads are simulated, spread over the time,
and more of them while flash fills; the feeder misses none of its turns. But while memory gives up nothing, as when it holds
nearly all the data, fewer simulated reads bring fewer blocks before the feeder, which then can feed less."""
AHEAD, GROWS = 3, 1.03
"""How many times as many are simulated in a span, if in the one before the flash came to hold this many times as much.
Chosen by trial: runs of `READS` reads then fill flash closest to when runs of all reads do, where clients are many."""
MEMORY = 96
"""Simulated blocks that memory holds before a feeder whose pace is taken."""
LEAST, COARSEST = 700, 3.0
"""Blocks that are kept of the data, and how many times fewer where clients ask for them too often to follow each read."""


def fitting(
    working_set: float, block: int, seconds: float, rate: float, fine: float = 1.0
) -> float:
    """The k for `seconds` of at most `rate` reads a second: one that keeps `fine` times `LEAST`
    blocks, or as many times fewer as there would be more than `READS` simulated reads, but
    `COARSEST` times fewer at most."""
    k = working_set / block / (LEAST * fine)
    return max(1.0, k * min(COARSEST * fine, max(1.0, seconds * rate / k / READS)))


def covered(part: float, heat: float = HOT) -> float:
    """The share (0-1) of the reads that go to the best `part` (0 or more) of the data, if it holds
    what is hottest."""
    return min(
        1.0, part / HOT * heat if part < HOT else heat + (part - HOT) / (1 - HOT) * (1 - heat)
    )


class SampledInterval(NamedTuple):
    """What happened from `begin` to `end` (s): the share (0-1) of the reads that each tier answers,
    what clients get of it.

    on_flash: bytes on flash at the end; fed, captured, missed: bytes written to flash, and given up
    by memory that were on flash or might have been. All bytes are those of the whole, k times what
    was simulated, as are the `reads`.
    """

    begin: float
    end: float
    memory: float
    flash: float
    disk: float
    answer: TierAnswer
    reads: float
    on_flash: float
    fed: float
    captured: float
    missed: float


class Sampled:
    """Clients that ask at random for blocks of `block` bytes out of `working_set`, of a server with
    a `memory` (bytes).

    `times` says how fast they ask as the caches warm up; `run` needs it. heat: the share (0.2-1) of
    the reads that go to a fifth of the data; 0.2: every block is asked for equally often. (Within a
    fifth all blocks are alike, or else one block could not stand for its neighbours: the few
    hottest of a steeper law would become k times as large.) The feeder begins at `start` (s);
    memory is warm before. k: one block in so many is simulated; reads: how many of its reads each
    `run` simulates at most; `thinned`: of so many one was, where that was not enough.
    """

    def __init__(
        self,
        *,
        memory: float,
        working_set: float,
        block: int,
        spec: FeedSpec,
        k: float,
        times: TierTimes | None = None,
        start: float = 0.0,
        heat: float = HOT,
        seed: int = 1,
        reads: int = READS,
    ):
        self.random = Random(seed).random
        self.block, self.times, self.k, self.heat, self.reads = block, times, k, heat, reads
        self.blocks = max(1, round(working_set / block / k))
        self.hot = max(1, round(HOT * self.blocks))
        self.cache = Machine(one_in(k, caches(memory, spec, block)), seed).cache
        self.cache.next = start if spec.devices else inf
        self.start, self.thinned = start, 1.0
        self.warm_memory()

    def warm_memory(self) -> None:
        """Ask until memory is as it would be without flash."""
        count = ceil(1.25 * min(self.blocks, self.cache.arc.size / self.block))
        self.now = -2.0 * count - self.blocks
        if self.blocks * self.block <= self.cache.arc.size:
            for key in range(self.blocks):
                self.cache.read(key, self.block, self.now)
        self.ask(count, 1.0)
        self.shares = {tier: seen / count for tier, seen in self.ask(count, 1.0).items()}
        self.now = 0.0
        self.forget()

    def forget(self) -> None:
        """Begin to count anew."""
        cache = self.cache
        cache.given_up = dict.fromkeys(cache.given_up, 0)
        cache.fed = cache.refused = 0

    def expected(self) -> dict[str, float]:
        """The share of the next reads that each tier would answer: who has which blocks, and how
        often they are asked for.

        It is what the reads themselves show, without their chance.
        """
        hot, cold = self.hot, self.blocks - self.hot
        seen, place = (
            cast(dict[int, float], self.cache.arc.seen),
            cast(dict[int, int], self.cache.place),
        )
        on_flash = [key for key in place if key not in seen]
        heat = self.heat if cold else 1.0
        held = []
        for keys in (seen, on_flash):
            warm = sum(key < hot for key in keys)
            held.append(
                min(1.0, heat * warm / hot + (1 - heat) * (len(keys) - warm) / max(1, cold))
            )
        return {"memory": held[0], "flash": held[1], "disk": max(0.0, 1 - held[0] - held[1])}

    def run(self, until: float, spans: int) -> Iterator[SampledInterval]:
        """The time up to `until` (s) in so many equal spans."""
        assert self.times is not None
        left = self.reads
        begin, width = self.now, (until - self.now) / spans
        cache, k, shares = self.cache, self.k, self.shares
        idle, was, before = 0.0, self.expected(), -1
        for number in range(spans):
            end = begin + (number + 1) * width
            if end - width <= self.start < end:
                idle = 0.0
            reads, asked, from_flash = 0, 0.0, 0
            settled = idle >= 3 * cache.spec.turn
            ahead = 1
            if end > self.start:
                ahead, before = AHEAD if cache.on_flash > GROWS * before else 1, cache.on_flash
            most = max(STEP, ahead * left // (spans - number + ahead - 1))
            while self.now < end and reads < (min(GLANCE, most) if settled else most):
                rate = self.times.answer(**shares).rate
                gap = k / rate if settled else max(k / rate, (end - self.now) / (most - reads))
                count = min(STEP, most - reads, ceil((end - self.now) / gap))
                seen = self.ask(count, gap)
                asked += count * gap * rate
                self.thinned = max(self.thinned, gap * rate / k)
                weight = (1 - MIX) * count / STEP
                for tier, n in seen.items():
                    shares[tier] = min(1.0, (1 - weight) * shares[tier] + weight * n / count)
                from_flash += seen["flash"]
                reads += count
            left -= reads
            whole = k
            if settled and self.now < end:  # what was not looked at went on as before
                whole *= width / (self.now - end + width or reads * gap)
                self.now, cache.next = end, max(end, cache.next)
            each = whole * asked / (k * reads) if reads else whole
            at, refused = self.expected(), cache.refused / max(1, cache.refused + from_flash)
            memory = (was["memory"] + at["memory"]) / 2
            flash = (was["flash"] + at["flash"]) / 2 * (1 - refused)
            disk, was = max(0.0, 1 - memory - flash), at
            yield SampledInterval(
                end - width,
                end,
                memory,
                flash,
                disk,
                self.times.answer(memory, flash, disk),
                reads * each,
                cache.on_flash * k,
                cache.fed * whole,
                cache.given_up["captured"] * each,
                cache.given_up["missed"] * each,
            )
            idle = idle + width if cache.fed <= SETTLED * cache.on_flash else 0.0
            self.forget()

    def ask(self, count: int, gap: float) -> dict[str, int]:
        """`count` reads, one every `gap` seconds, by the tier that answers."""
        now, self.now = self.now, self.now + count * gap
        return cache_reads(self.cache, self.draw, self.block, count, now, gap)

    def draw(self) -> int:
        """The block that the next read asks for."""
        u, heat, hot, cold = self.random(), self.heat, self.hot, self.blocks - self.hot
        return (
            int(u / heat * hot)
            if u < heat or not cold
            else hot + int((u - heat) / (1 - heat) * cold)
        )


class FeedPace(NamedTuple):
    """The share (0-1) of what memory gave up that was on flash; bytes written to flash a second;
    seconds until all devices are full at that pace."""

    captured: float
    fed: float
    fill: float


def pace(
    spec: FeedSpec,
    given_up: float,
    *,
    memory: float,
    block: int = 8192,
    turns: int = 6,
    ask: Callable[..., Any] = lambda machine, *reads: cache_reads(machine.cache, *reads),
) -> FeedPace:
    """What the feeder does while clients read (`ask`) one new block after the other, so that a full
    memory of `memory` bytes gives up `given_up` bytes a second of what nobody asked for twice.
    Looks at `turns` turns of the feeder of 2008."""
    k, draw, old = max(1.0, memory / block / MEMORY), iter(range(10**9)).__next__, FeedSpec()
    machine = Machine(one_in(k, caches(memory, spec, block)))
    cache, gap = machine.cache, k * block / given_up
    cache.next = now = 1.0
    ask(machine, draw, block, 2 * MEMORY, 0.0, 0.0)
    ask(machine, draw, block, 2 * MEMORY, now, gap)
    now += 2 * MEMORY * gap
    cache.fed, cache.given_up, marks = 0, dict.fromkeys(cache.given_up, 0), [(now, 0)]
    turn = scaled(old if spec.new else spec, k, block, memory / k).turn * (1 + old.write / old.rate)
    for _ in range(max(1, ceil(turns * turn / gap))):
        ask(machine, draw, block, 1, now, gap)
        now += gap
        if cache.fed > marks[-1][1]:
            marks.append((now, cache.fed))
    marks = (
        marks[1:] if len(marks) > 2 else [marks[0], (now, cache.fed)]
    )  # from turn to turn, if there were two
    rate = (marks[-1][1] - marks[0][1]) * k / (marks[-1][0] - marks[0][0])
    seen = cache.given_up["captured"] + cache.given_up["missed"]
    return FeedPace(
        cache.given_up["captured"] / seen if seen else 1.0,
        rate,
        spec.devices * spec.capacity / rate if rate else 0.0,
    )
