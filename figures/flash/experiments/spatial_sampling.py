"""A simulation of a machine's caches that keeps one block in k, so that days of warm-up take
moments. It also gives the share of evicted blocks that the feeder has written to flash."""

from collections.abc import Callable, Iterator
from math import ceil, inf
from random import Random
from typing import NamedTuple, cast

from figures.flash.experiments.cache_reads import cache_reads
from figures.flash.experiments.tier_times import TierAnswer, TierTimes
from figures.kit.sampling import caches, one_in, scaled
from models.machine import Machine
from models.zfs.l2arc.feed_spec import FeedSpec

STEP = 30
"""Simulated reads between two updates of the clients' rate."""
MIX = 0.5
"""Weight of the earlier shares. The shares of the last step have the rest of the weight."""
HOT = 0.2
"""Share of the data that may be hotter than the rest."""
SETTLED, GLANCE = 0.0003, 120
"""Growth of the flash in a span, as a share of its contents, below which the next span has few
simulated reads; and the largest number of these reads."""
READS = 90_000
"""Most simulated reads of a run. If clients make more, only this many are simulated, spread over
the time, with more of them while flash fills; the feeder runs all its turns. But while memory
evicts nothing, as when it holds nearly all the data, fewer simulated reads offer fewer blocks to
the feeder, which then feeds less."""
AHEAD, GROWS = 3, 1.03
"""Factor on the simulated reads of a span if the contents of flash grew by this factor in the span before. Found by trial:
runs of `READS` reads then fill flash at about the same time as runs of all reads, with many clients."""
MEMORY = 96
"""Simulated blocks that memory holds in `pace`."""
LEAST, COARSEST = 700, 3.0
"""Number of simulated blocks, and the largest factor by which it is reduced if there would be too
many reads."""


def fitting(
    working_set: float, block: int, seconds: float, rate: float, fine: float = 1.0
) -> float:
    """Return k, where one block in k is simulated, for `seconds` of at most `rate` reads per
    second. It keeps `fine` times `LEAST` blocks, or up to `COARSEST` times fewer if there would be
    more than `READS` simulated reads."""
    k = working_set / block / (LEAST * fine)
    return max(1.0, k * min(COARSEST * fine, max(1.0, seconds * rate / k / READS)))


def covered(part: float, heat: float = HOT) -> float:
    """Return the share (0-1) of reads that go to the hottest `part` (0 or more) of the data."""
    if part < HOT:
        return min(1.0, part / HOT * heat)
    return min(1.0, heat + (part - HOT) / (1 - HOT) * (1 - heat))


class SampledInterval(NamedTuple):
    """The results of one span of time. Bytes and reads are scaled up from the sample."""

    begin: float  # s
    end: float  # s
    memory: float  # share of reads answered by memory
    flash: float  # share of reads answered by flash
    disk: float  # share of reads answered by disk
    answer: TierAnswer  # the clients' rate and latency
    reads: float
    on_flash: float  # bytes at the end
    fed: float  # bytes written to flash
    captured: float  # bytes evicted from memory that were on flash
    missed: float  # bytes evicted from memory that could have been on flash


class Sampled:
    """Clients that read random blocks of `block` bytes out of `working_set` (bytes), from a server
    whose `memory` (bytes) is warm at the start.

    All hotter blocks are equally popular, because each simulated block stands for its neighbours:
    the few hottest blocks of a steeper distribution would become k times as large. `thinned` is the
    factor by which the number of simulated reads was reduced further.
    """

    def __init__(
        self,
        *,
        memory: float,
        working_set: float,
        block: int,
        spec: FeedSpec,
        k: float,  # one block in k is simulated
        times: TierTimes | None = None,  # the clients' rate as the caches warm up; `run` needs it
        start: float = 0.0,  # when the feeder starts (s)
        heat: float = HOT,  # share (0.2-1) of reads for a fifth of the data; 0.2: uniform
        seed: int = 1,
        reads: int = READS,  # most simulated reads per `run`
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
        """Read until memory is as it would be without flash."""
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
        """Reset the counters."""
        cache = self.cache
        cache.given_up = dict.fromkeys(cache.given_up, 0)
        cache.fed = cache.refused = 0

    def expected(self) -> dict[str, float]:
        """Return the share of the next reads that each tier would answer: the popularity of its
        blocks."""
        hot, cold = self.hot, self.blocks - self.hot
        seen = cast(dict[int, float], self.cache.arc.seen)
        place = cast(dict[int, int], self.cache.place)
        on_flash = [key for key in place if key not in seen]
        heat = self.heat if cold else 1.0
        held = []
        for keys in (seen, on_flash):
            warm = sum(key < hot for key in keys)
            share = heat * warm / hot + (1 - heat) * (len(keys) - warm) / max(1, cold)
            held.append(min(1.0, share))
        return {"memory": held[0], "flash": held[1], "disk": max(0.0, 1 - held[0] - held[1])}

    def run(self, until: float, spans: int) -> Iterator[SampledInterval]:
        """Yield the results up to `until` (s), in `spans` equal spans."""
        assert self.times is not None
        left = self.reads
        begin, width = self.now, (until - self.now) / spans
        cache, k, shares = self.cache, self.k, self.shares
        idle, previous, before = 0.0, self.expected(), -1
        for number in range(spans):
            end = begin + (number + 1) * width
            if end - width <= self.start < end:
                idle = 0.0
            reads, requested, from_flash = 0, 0.0, 0
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
                requested += count * gap * rate
                self.thinned = max(self.thinned, gap * rate / k)
                weight = (1 - MIX) * count / STEP
                for tier, n in seen.items():
                    shares[tier] = min(1.0, (1 - weight) * shares[tier] + weight * n / count)
                from_flash += seen["flash"]
                reads += count
            left -= reads
            whole = k
            if settled and self.now < end:  # the rest went on as before
                whole *= width / (self.now - end + width or reads * gap)
                self.now, cache.next = end, max(end, cache.next)
            each = whole * requested / (k * reads) if reads else whole
            current, refused = self.expected(), cache.refused / max(1, cache.refused + from_flash)
            memory = (previous["memory"] + current["memory"]) / 2
            flash = (previous["flash"] + current["flash"]) / 2 * (1 - refused)
            disk, previous = max(0.0, 1 - memory - flash), current
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
        """Make `count` reads, one every `gap` seconds. Return their number by tier."""
        now, self.now = self.now, self.now + count * gap
        return cache_reads(self.cache, self.draw, self.block, count, now, gap)

    def draw(self) -> int:
        """Return the block of the next read."""
        u, heat, hot, cold = self.random(), self.heat, self.hot, self.blocks - self.hot
        if u < heat or not cold:
            return int(u / heat * hot)
        return hot + int((u - heat) / (1 - heat) * cold)


class FeedPace(NamedTuple):
    """The pace of a feeder."""

    captured: float  # share (0-1) of evicted bytes that were on flash
    fed: float  # bytes written to flash per second
    fill: float  # seconds until all devices are full at this pace


def pace(
    spec: FeedSpec,
    given_up: float,
    *,
    memory: float,
    block: int = 8192,
    turns: int = 6,
    ask: Callable[..., object] = lambda machine, *reads: cache_reads(machine.cache, *reads),
) -> FeedPace:
    """Return the pace of the feeder while clients read new blocks one after another (`ask`), so
    that a full memory of `memory` bytes evicts `given_up` bytes per second that were requested
    once. The run covers `turns` turns of the feeder of 2008."""
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
    marks = marks[1:] if len(marks) > 2 else [marks[0], (now, cache.fed)]  # turn to turn
    rate = (marks[-1][1] - marks[0][1]) * k / (marks[-1][0] - marks[0][0])
    seen = cache.given_up["captured"] + cache.given_up["missed"]
    captured = cache.given_up["captured"] / seen if seen else 1.0
    return FeedPace(captured, rate, spec.devices * spec.capacity / rate if rate else 0.0)
