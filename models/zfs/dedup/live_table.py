"""The dedup table of a running machine: the lookups of a group, and the reads and writes of table
blocks.

Write threads hash one record at a time, look it up, and wait for its table block if it is not in
memory. Other threads look up freed records ahead of time. Source: illumos zio.c and ddt.c
(ddt_lookup, ddt_prefetch, ddt_sync).
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from random import Random

from models.check import a_number
from models.head.cpu import Cpu, checksum_time
from models.sim.answer import Answer, until
from models.sim.loop import Event, Loop, Steps
from models.zfs.dedup.lookups import idle_groups, kinds_of, untouched
from models.zfs.dedup.spec import DedupSpec
from models.zfs.pool.pool import Pool


def spread(count: int, share: float) -> Iterator[bool]:
    """Yield `count` booleans, a `share` (0-1) of them True, evenly spread."""
    return ((n + 1) * share // 1 > n * share // 1 for n in range(count))


class LiveTable:
    """The dedup table of a pool. Its blocks lie at random places in the used part of each vdev.
    `cpu` does the hashing.

    Memory evicts by age. It starts in the state that many groups like the first one would leave: a
    block that has not been looked up yet is in memory with the corresponding probability.

    `looks` and `found` count lookups and duplicates so far, `read` and `written` table blocks.
    """

    def __init__(self, loop: Loop, pool: Pool, spec: DedupSpec, random: Random, cpu: Cpu):
        self.loop, self.pool, self.spec, self.random, self.cpu = loop, pool, spec, random, cpu
        self.share = spec.entries * pool.vdevs[0].allocated(spec.record) / pool.capacity
        a_number(
            "unique data of the pool", spec.unique, most=spec.unique / self.share, unit="bytes"
        )
        self.blocks, self.room = round(spec.blocks), spec.memory / spec.block
        self.hot = 0  # number of blocks, the first ones, whose records are found again and again
        self.rates: list[float] = []  # probability of a lookup, for each cold and each hot block
        self.idle = 0.0  # lookups after which memory evicts a block
        self.memory: OrderedDict[int, None] = OrderedDict()  # looked-up blocks, the latest last
        self.evicted: set[int] = set()  # looked-up blocks that memory has evicted
        self.changed: dict[int, Answer | None] = {}  # blocks of this group -> when they are read
        self.looks = self.found = self.read = self.written = 0

    def group(
        self, writes: int, replaced: int, seconds: float, put: Callable[[bool], None]
    ) -> Steps[int]:
        """Look up the records that a group writes (`writes` of them) or replaces (`replaced`), and
        those removed within `seconds`. Return the bytes of table blocks to write. For each written
        record, call `put` with whether the table has it."""
        spec, ended, copies = self.spec, [], 1 - 1 / self.spec.ratio
        own, removed = replaced * spec.overwrites, int(spec.removal * seconds)
        if not self.rates and (looks := writes + own + removed):
            kinds = kinds_of(spec, writes, own + removed)
            self.rates = [rate / looks for _, rate in kinds]
            self.hot = round(kinds[1][0]) if len(kinds) > 1 else 0
            self.idle = idle_groups(kinds, self.room) * looks if self.room < self.blocks else 0.0
        frees = chain(spread(own, copies), repeat(False, removed))
        for work, threads, callback in (
            (spread(writes, copies), spec.threads, put),
            (frees, spec.frees, None),
        ):
            for _ in range(threads):
                ended.append(self.loop.event())
                self.loop.spawn(self.thread(work, callback, ended[-1]))
        yield from ended
        blocks = len(self.changed)
        self.written += blocks
        self.changed.clear()
        return blocks * spec.copies * spec.on_disk

    def thread(
        self, work: Iterator[bool], put: Callable[[bool], None] | None, end: Event
    ) -> Steps[None]:
        """Run one of the threads that share `work`, which yields for each record whether it is a
        duplicate. `put` is None for threads that free."""
        loop, each = self.loop, checksum_time(self.spec.record, self.spec.hash_rate)
        for found in work:
            if put:
                yield until(loop, self.cpu.serve(loop.now, each))
            answer = self.look(found, "sync read" if put else "ddt prefetch")
            if answer is not None:
                yield until(loop, answer)
            if put:
                self.found += found
                put(found)
        end.fire()

    def look(self, found: bool, kind: str) -> Answer | None:
        """Look up a record. Return when its table block has been read, or None if it need not be
        read. `kind` is the class of the read."""
        memory, random = self.memory, self.random.random
        number = int(random() * (self.hot if found and self.hot else self.blocks))
        self.looks += 1
        there = number in memory or self.room >= self.blocks
        if not there and number not in self.evicted:
            rate = self.rates[number < self.hot]
            there = random() >= untouched(rate * max(0.0, self.idle - self.looks))
        memory[number] = None
        memory.move_to_end(number)
        if len(memory) > self.room:
            self.evicted.add(memory.popitem(False)[0])
        if there:
            return self.changed.setdefault(number, None)
        self.evicted.discard(number)
        self.read += 1
        vdev, size = self.pool.vdevs[int(random() * len(self.pool.vdevs))], self.spec.on_disk
        offset = int(random() * (self.share * vdev.capacity - vdev.allocated(size)))
        offset = max(0, offset // vdev.sector * vdev.sector)
        self.changed[number] = answer = vdev.read(self.loop.now, offset, size, None, kind)
        return answer
