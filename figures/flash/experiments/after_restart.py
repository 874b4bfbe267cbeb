"""The hours after a restart, when memory is empty. Flash is read back (2015), or is empty too and
must be fed anew (before).

The caches of a machine are simulated with one block in `k`. The pace of clients and of the reading
of notes is measured on the whole machine for a moment, at fixed times on a logarithmic scale
(`LOOKS`), so that results do not depend on the times that are asked for.
"""

from collections.abc import Iterable, Iterator
from itertools import repeat
from math import ceil, fsum, inf
from random import Random
from typing import NamedTuple

from figures.flash.experiments.read_back import Notes, ReadBack, restore
from figures.flash.experiments.tier_times import TierAnswer, TierTimes
from figures.kit.sampling import SEGMENT, caches, one_in
from models.catalogue.machines import values
from models.devices.ssd import PAGE, Readzilla
from models.machine import Machine, Order
from models.sim.loop import Process
from models.units import ms
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.l2arc.store import Segments

SAMPLE, LEAST, READS = 2000, 240, 9000
"""The most and the fewest blocks on flash that are simulated. In between their number is that of
the blocks that an old feeder writes while clients make so many reads."""
PROBES = 600
"""Number of blocks, drawn once, whose places give the shares of the tiers."""
FINER, SLOW = 4, 300.0
"""How many turns the old feeder takes in one turn of a sampled machine, to resolve the first hours;
seconds between turns of the new one."""
LOOKS = tuple(10 ** (step / 7) for step in range(50))
"""Times (s) at which the pace of clients is measured, from a second to four months."""
SETTLED, ROUND, FEW = 0.002, 2000, 120
"""The caches are settled when flash has been read back and `ROUND` simulated reads add less than
the share `SETTLED` of the blocks they hold. Then only `FEW` reads are simulated between two
looks."""


class RestartPace(NamedTuple):
    """The pace of a restart. segments: how many segments per second have their notes read from each
    device. others: mean time (s) of other reads."""

    segments: float
    others: float


def restart_pace(
    order: Order,
    notes: Notes,
    threads: int,
    others: float = 0.0,
    segments: int = 120,
    seed: int = 1,
) -> RestartPace:
    """Return the pace at which notes are read, measured over `segments` segments that follow the
    first of each thread.

    others: other reads per second on each device, about evenly spaced.
    """
    machine, latencies = Machine(order, seed), list[float]()
    loop, flash = machine.loop, machine.reads.flash
    back = ReadBack(
        loop,
        machine.cpu,
        machine.cache,
        flash,
        notes,
        [repeat(())] * len(flash),
        machine.random,
        threads,
    )

    def program(device: Readzilla) -> Process:
        """Read a device at random places and record the latencies, yielding each pause to the
        loop."""
        pages, random = (device.capacity - notes.block) // PAGE, machine.random.random
        while True:
            yield 2 * random() / others
            latencies.append(
                device.read(loop.now, int(random() * pages) * PAGE, notes.block) - loop.now
            )

    for device in flash if others else []:
        loop.spawn(program(device))
    first = threads * len(flash)
    while len(back.done) <= first + segments:
        loop.run(until=loop.now + 1 * ms)
    pace = segments / (back.done[first + segments] - back.done[first]) / len(flash)
    return RestartPace(pace, fsum(latencies) / len(latencies) if latencies else 0.0)


class Moment(NamedTuple):
    """The server at `now` (s). tracked: bytes of data tracked on flash. memory, flash: the shares
    (0-1) of the reads that each answers. latency, rate: mean latency (s) and reads per second of
    the clients."""

    now: float
    tracked: float
    memory: float
    flash: float
    latency: float
    rate: float


class AfterRestart:
    """A server after a restart. Before, its `memory` bytes of cache and its flash (`spec`) held the
    most recently read blocks.

    Clients read blocks of `notes.block` bytes out of `data` bytes. Of n blocks they draw number `n
    * u ** skew`, with u uniform between 0 and 1. threads: how many threads read back the notes of
    each device. rate: bytes per second of a device's cable. Blocks are assigned to segments at
    random.
    """

    def __init__(
        self,
        *,
        memory: float,
        data: float,
        spec: FeedSpec,
        notes: Notes,
        clients: int = 16,
        skew: int = 2,
        threads: int = 4,
        rate: float = values("7410")["cache.flash.rate"],
        seed: int = 1,
    ) -> None:
        self.random, self.seed = Random(seed), seed
        self.spec, self.notes, self.skew, self.block, self.threads = (
            spec,
            notes,
            skew,
            notes.block,
            threads,
        )
        self.times = TierTimes(size=self.block, threads=clients, devices=spec.devices, seed=seed)
        flash = min(data, spec.devices * spec.usable(memory, self.block))
        memory = min(memory, data + flash / self.block * spec.header_bytes)
        self.order = caches(memory, spec, self.block).order(flash={"rate": rate})
        whole = (
            max(1, spec.devices) * SEGMENT
        )  # the sample is a multiple of this, so that each device has the same number of segments
        sample = ceil(self.sample(memory, data, flash) / whole) * whole
        self.k = max(1.0, flash / self.block / sample * (1 - 1e-6))
        self.blocks = ceil(data / notes.block / self.k)
        small = one_in(self.k, self.order)
        turn = max(spec.turn, SLOW if spec.new else small.cache.feed.turn / FINER)
        self.cache = Machine(small.order(feed={"turn": turn}), seed).cache
        self.probes = [self.draw() for _ in range(PROBES)]
        self.held = self.before() if spec.new else []
        self.segments = len(self.held) * self.k * self.block / notes.segment / max(1, spec.devices)
        """Segments to read back on each device."""
        self.done = self.now = self.next_read = self.gap = self.since = self.before_this = 0.0
        self.reads = self.known = self.entered = 0
        self.settled = False
        self.pace = RestartPace(0.0, 0.0)
        self.imported: float | None = None
        """Seconds until all notes were read, or None before that."""

    @property
    def read(self) -> float:
        """Return the bytes of notes read from all devices."""
        return self.done * self.notes.read * self.spec.devices

    def draw(self) -> int:
        """Return the number of a block that a client reads."""
        u = x = self.random.random()
        for _ in range(1, self.skew):
            x *= u
        return int(x * self.blocks)

    def before(self) -> list[int]:
        """Return the blocks on flash before the restart, in the order in which they are found
        again."""
        room = sum(
            store.count * (store.segment // self.block)
            for store in self.cache.stores
            if isinstance(store, Segments)
        )
        held = dict.fromkeys(range(self.blocks)) if self.blocks <= room else {}
        for _ in range(30 * room):
            if len(held) >= min(room, self.blocks):
                break
            held[self.draw()] = None
        blocks = list(held)
        self.random.shuffle(blocks)
        return blocks

    def sample(self, memory: float, data: float, flash: float) -> int:
        """Return how many blocks on flash to simulate, given the pace of clients when all is
        warm."""
        held = [min(1.0, (bytes / data) ** (1 / self.skew)) for bytes in (memory, memory + flash)]
        rate = self.times.answer(held[0], held[1] - held[0], 1 - held[1]).rate
        fed = self.spec.write or inf
        return int(min(SAMPLE, max(LEAST, READS * fed / (rate * self.block))))

    def moments(self, times: Iterable[float]) -> Iterator[Moment]:
        """Yield the state at each of these times (s after the import of the pool), in order of
        time."""
        marks = set(times)
        fixed = [time for time in LOOKS if self.now < time <= max(marks, default=0.0)]
        if not self.gap:
            self.go_on(*self.look())
        for end in sorted({*marks, *fixed}):
            self.until(end)
            answer, shares = self.look()
            if end in LOOKS:
                self.go_on(answer, shares)
            if end in marks:
                yield Moment(
                    end,
                    len(self.cache.place) * self.k * self.block,
                    *shares[:2],
                    answer.latency,
                    answer.rate,
                )

    def go_on(self, answer: TierAnswer, shares: tuple[float, float, float]) -> None:
        """Set the pace of clients and of the reading of notes from now on, given the answer that
        clients get and the shares of memory, flash and disk."""
        self.gap = self.k / answer.rate
        if self.settled:
            self.gap = max(self.gap, self.now * (LOOKS[1] - 1) / FEW)
        self.next_read = self.next_read if self.reads else self.now + self.gap
        self.since = self.now
        self.before_this = self.done
        if self.done < self.segments:
            others = answer.rate * shares[1] / self.spec.devices
            self.pace = restart_pace(self.order, self.notes, self.threads, others, seed=self.seed)

    def until(self, end: float) -> None:
        """Simulate all events up to `end` (s)."""
        cache, block = self.cache, self.block
        while self.next_read <= end:
            now = self.next_read
            self.import_until(now)
            cache.read(self.draw(), block, now)
            self.next_read = now + self.gap
            self.reads += 1
            if self.reads % ROUND == 0:
                known = len(cache.place) + len(cache.arc.seen)
                self.settled |= self.done >= self.segments and known - self.known < SETTLED * known
                self.known = known
                if self.settled:
                    self.gap = max(self.gap, now * (LOOKS[1] - 1) / FEW)
        self.import_until(end)
        self.now = end

    def import_until(self, now: float) -> None:
        """Enter the blocks whose notes have been read by `now` (s) into the cache."""
        if self.imported is not None or not self.held:
            return
        done = min(self.segments, self.before_this + self.pace.segments * (now - self.since))
        if done >= self.segments:
            self.imported = self.since + (self.segments - self.before_this) / self.pace.segments
        self.done, devices = done, self.spec.devices
        last = int(len(self.held) * done / self.segments)
        for number in range(self.entered, last):
            restore(self.cache, number % devices, self.held[number : number + 1], self.block)
        self.entered = last

    def look(self) -> tuple[TierAnswer, tuple[float, float, float]]:
        """Return the answer that clients get now, and the shares (0-1) of the reads that memory,
        flash and disk answer."""
        memory, place = self.cache.arc.seen, self.cache.place
        in_memory = sum(key in memory for key in self.probes)
        on_flash = sum(key in place and key not in memory for key in self.probes)
        shares = in_memory / PROBES, on_flash / PROBES, (PROBES - in_memory - on_flash) / PROBES
        return self.times.answer(*shares), shares
