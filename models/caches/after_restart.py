"""The hours after a restart: memory is empty, and flash is read back (2015) or empty as well and fed anew (before).

Of the blocks one in `k` is simulated, as in `sampled`; the time runs on a logarithmic scale, from seconds to weeks.
"""
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from models.caches.feed_spec import FeedSpec
from models.caches.flash_restart import Notes, ReadBack
from models.caches.l2arc import Hybrid
from models.caches.sampled import scaled
from models.caches.tier_times import Answer, TierTimes
from models.catalogue import values
from models.check import a_number, counted, seeded

SUN, NEW = values("7410"), values("zfs-2015")
SAMPLE = 2000
"""Blocks simulated of all that flash holds."""
PROBES = 600
"""Reads by which we learn who would answer, drawn once."""
FINER, SLOW = 4, 300.0
"""Turns of the old feeder for one of `sampled`, to see the first hours; seconds between turns of the new one."""
MOST, FEW = 700, 250
"""Simulated reads between two looks at most; where flash is read back, and little changes, fewer."""


@dataclass(frozen=True)
class Moment:
    """At `now` (s): bytes of data tracked on flash; the shares (0-1) of reads that memory and flash answer; mean latency (s)
    and reads a second of the clients."""

    now: float
    tracked: float
    memory: float
    flash: float
    latency: float
    rate: float


class AfterRestart:
    """A server with `memory` bytes of cache and flash (`spec`) that held the most of what was asked for last.

    Clients ask for blocks of `notes.block` bytes out of `data` bytes: block x of n as if drawn as n u ** skew with u even
    between 0 and 1. threads: that read back each device's notes. rate: bytes a second of a device's cable. Which block
    lies in which segment is left to chance. Raises ValueError for memory or data of less than a block.
    """

    def __init__(self, *, memory: float, data: float, spec: FeedSpec, notes: Notes, clients: int = 16, skew: int = 2,
                 threads: int = 4, rate: float = 3e8, seed: int = 1):
        a_number("data", data, notes.block)
        a_number("memory", memory, notes.block)
        counted(skew=skew, threads=threads)
        self.random = seeded(seed)
        self.spec, self.notes, self.skew, self.block = spec, notes, skew, notes.block
        self.k = max(1.0, min(data, spec.devices * spec.capacity) / notes.block / SAMPLE)
        self.blocks = ceil(data / notes.block / self.k)
        small = scaled(spec, self.k, self.block)
        self.cache = Hybrid(max(memory / self.k, self.block), block=self.block,
                            spec=replace(small, turn=max(spec.turn, SLOW if spec.new else small.turn / FINER)))
        self.times = TierTimes(size=self.block, threads=clients, devices=spec.devices, seed=seed)
        crowded = max(1.0, threads * spec.devices / SUN["cores"])
        self.back = ReadBack(notes, self.random, threads, rate, NEW["l2_enter"] * crowded)
        self.probes = [self.draw() for _ in range(PROBES)]
        self.held = self.before() if spec.new else []
        self.segments = len(self.held) * self.k * self.block / notes.segment / max(1, spec.devices)
        """Segments on each device to be read back."""
        self.done = self.read = 0.0
        self.imported: float | None = None
        """Seconds until all notes were read; None: not yet."""

    def draw(self) -> int:
        """A block that a client asks for."""
        u = x = self.random.random()
        for _ in range(1, self.skew):
            x *= u
        return int(x * self.blocks)

    def before(self) -> list[int]:
        """The blocks on flash before the restart, in the order in which they are found again."""
        room = sum(store.capacity // self.block for store in self.cache.stores)
        held = dict.fromkeys(range(self.blocks)) if self.blocks <= room else {}
        for _ in range(30 * room):
            if len(held) >= min(room, self.blocks):
                break
            held[self.draw()] = None
        found = list(held)
        self.random.shuffle(found)
        return found

    def moments(self, times: Sequence[float]) -> Iterator[Moment]:
        """What there is at each of these `times` (s, rising) after the pool was imported."""
        cache, now, reads = self.cache, 0.0, 0.0
        answer, shares = self.look()
        for end in times:
            if self.done < self.segments:
                self.import_until(now, end, answer.rate * shares[1])
            reads += answer.rate * (end - now) / self.k
            count = min(int(reads), FEW if self.spec.new else MOST)
            reads = min(reads - count, 1.0)
            for number in range(count):
                cache.read(self.draw(), self.block, now + (end - now) * (number + 1) / count)
            now = end
            answer, shares = self.look()
            yield Moment(now, len(cache.place) * self.k * self.block, *shares[:2], answer.latency, answer.rate)

    def import_until(self, now: float, end: float, others: float) -> None:
        """Read notes back while `others` (reads a second) are answered by all devices."""
        devices = self.spec.devices
        pace = self.back.pace(others / devices)
        left = (self.segments - self.done) / pace.segments
        if now + left <= end:
            self.imported = now + left
        before, self.done = self.done, min(self.segments, self.done + pace.segments * (end - now))
        self.read += (self.done - before) * pace.read * devices
        cache = self.cache
        first, last = (int(len(self.held) * done / self.segments) for done in (before, self.done))
        for number in range(first, last):
            key = self.held[number]
            if key not in cache.place:
                for gone in cache.stores[number % devices].put(key, self.block):
                    del cache.place[gone]
                cache.place[key] = number % devices
        cache.arc.reserved = min(cache.headers, cache.arc.size)

    def look(self) -> tuple[Answer, tuple[float, float, float]]:
        """What the clients get now, and the shares of memory, flash and disk."""
        memory, place = self.cache.arc.seen, self.cache.place
        in_memory = sum(key in memory for key in self.probes)
        on_flash = sum(key in place and key not in memory for key in self.probes)
        shares = in_memory / PROBES, on_flash / PROBES, (PROBES - in_memory - on_flash) / PROBES
        return self.times.answer(*shares), shares
