"""The dedup table of a machine that runs: what a group looks up, and which table blocks are read
and written for that.

Threads hash a record each, look it up, and wait for its table block if memory has not got that.
Others look up what is freed, ahead of those who would need it. Source: illumos zio.c and ddt.c
(ddt_lookup, ddt_prefetch, ddt_sync).
"""

from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator
from itertools import chain, repeat
from random import Random
from typing import Any

from models.check import a_number
from models.head.cpu import Cpu, checksum_time
from models.sim.answer import Answer, until
from models.sim.loop import Event, Loop
from models.zfs.dedup.lookups import age, kinds_of, left
from models.zfs.dedup.spec import DedupSpec
from models.zfs.pool.pool import Pool


def spread(count: int, share: float) -> Iterator[bool]:
    """So many times yes or no, evenly: a `share` (0-1) of them yes."""
    return ((n + 1) * share // 1 > n * share // 1 for n in range(count))


class LiveTable:
    """Its blocks lie anywhere on the part of each vdev that the data takes. Memory goes by age, and
    is at first as many groups like the first one leave it: a block that was not looked at yet is
    there with the chance of that.

    Cores of `cpu` hash. looks, found, read, written: so many so far, the last two of table blocks.
    """

    def __init__(self, loop: Loop, pool: Pool, spec: DedupSpec, random: Random, cpu: Cpu):
        self.loop, self.pool, self.spec, self.random, self.cpu = loop, pool, spec, random, cpu
        self.share = spec.entries * pool.vdevs[0].allocated(spec.record) / pool.capacity
        a_number(
            "unique data of the pool", spec.unique, most=spec.unique / self.share, unit="bytes"
        )
        self.blocks, self.room = round(spec.blocks), spec.memory / spec.block
        self.hot = 0  # the first so many hold what is found again and again
        self.often: list[float] = []  # a look falls on each of the others, and of these
        self.idle = 0.0  # looks after which memory gives up a block
        self.memory: OrderedDict[int, None] = OrderedDict()  # what was looked at, the last behind
        self.gone: set[int] = set()  # what it has given up of that
        self.changed: dict[int, Answer | None] = {}  # by the group: when it was read
        self.looks = self.found = self.read = self.written = 0

    def group(
        self, writes: int, replaced: int, seconds: float, put: Callable[[bool], None]
    ) -> Generator[Any, Any, int]:
        """Look up records that are written, those that they replace, and what is removed in so many
        seconds. put: called for each that is written, with whether it was found. Returns bytes of
        table blocks to write."""
        spec, ended, copies = self.spec, [], 1 - 1 / self.spec.ratio
        own, besides = replaced * spec.overwrites, int(spec.removal * seconds)
        if not self.often and (looks := writes + own + besides):
            kinds = kinds_of(spec, writes, own + besides)
            self.often = [often / looks for _, often in kinds]
            self.hot = round(kinds[1][0]) if len(kinds) > 1 else 0
            self.idle = age(kinds, self.room) * looks if self.room < self.blocks else 0.0
        frees = chain(spread(own, copies), repeat(False, besides))
        for todo, threads, told in (
            (spread(writes, copies), spec.threads, put),
            (frees, spec.frees, None),
        ):
            for _ in range(threads):
                ended.append(self.loop.event())
                self.loop.spawn(self.thread(todo, told, ended[-1]))
        yield from ended
        blocks = len(self.changed)
        self.written += blocks
        self.changed.clear()
        return blocks * spec.copies * spec.on_disk

    def thread(
        self, todo: Iterator[bool], put: Callable[[bool], None] | None, end: Event
    ) -> Generator[Any, Any, None]:
        """One of those that write (`put`) or free, which share what is to do: whether a record has
        a double."""
        loop, each = self.loop, checksum_time(self.spec.record, self.spec.hash_rate)
        for found in todo:
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
        """When the table block of a record is there, if it had to be read for this group. kind:
        class of a read."""
        memory, random = self.memory, self.random.random
        number = int(random() * (self.hot if found and self.hot else self.blocks))
        self.looks += 1
        there = (
            number in memory
            or self.room >= self.blocks
            or (
                number not in self.gone
                and random()
                >= left(self.often[number < self.hot] * max(0.0, self.idle - self.looks))
            )
        )
        memory[number] = None
        memory.move_to_end(number)
        if len(memory) > self.room:
            self.gone.add(memory.popitem(False)[0])
        if there:
            return self.changed.setdefault(number, None)
        self.gone.discard(number)
        self.read += 1
        vdev, size = self.pool.vdevs[int(random() * len(self.pool.vdevs))], self.spec.on_disk
        offset = (
            int(random() * (self.share * vdev.capacity - vdev.allocated(size)))
            // vdev.sector
            * vdev.sector
        )
        self.changed[number] = answer = vdev.read(self.loop.now, max(0, offset), size, None, kind)
        return answer
