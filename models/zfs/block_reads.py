"""Reads through ZFS: from memory, flash or the pool, or joined to a read in flight."""

from collections.abc import Hashable, Iterable, Sequence
from math import exp, inf, log
from typing import NamedTuple

from models.catalogue.machines import values
from models.devices.ssd import PAGE, Readzilla
from models.sim.answer import Answer, latest, together, until
from models.sim.loop import Loop, Process, Steps
from models.sim.path import RequestPath
from models.units import KiB
from models.zfs.io.software import Software
from models.zfs.l2arc.l2arc import Hybrid
from models.zfs.pool.pool import LABEL, Pool
from models.zfs.pool.vdev import Vdev

CHUNK = 128 * KiB
"""Bytes that the feeder writes at a time; reads are served in between."""
ALIQUOT = 512 * KiB
POINTER = 128
"""Bytes of a block pointer (SPA_BLKPTRSHIFT 7)."""
SPREAD = 2654435761
"""Multiplier of a hash of block numbers: 2**32 divided by the golden ratio."""
BONUS = values("allocator")["bonus_2009"]
AGED = BONUS * log(BONUS / (BONUS - 1))
"""Span of overwritten data, as a multiple of its size. The allocator fills a slab, and returns to it when a share of
1/BONUS is free; between these the slab loses blocks exponentially."""
FEW = 1024
"""Largest level of pointers that a file in use already has in memory (blocks). Taken, without a source:
they need 32 MiB at most, and without them the reads of devices fall for the first ten seconds of the default door."""


class Pointers(NamedTuple):
    """The blocks of pointers that lead to the blocks of a file."""

    number: int = 128  # pointers in a block
    memory: int = 16 * KiB  # bytes of a block in memory
    disk: int = 4 * KiB  # bytes of a block on disk


class FixedShares:
    """Memory and flash that hold fixed shares (0-1) of all blocks. Each holds a range of hashes of
    block numbers; the flash's range is split evenly over `devices`. Nothing is added or evicted.
    Memory also holds all blocks of pointers."""

    next = inf

    def __init__(self, memory: float, flash: float, devices: int):
        self.memory, self.flash, self.devices = memory, flash, devices

    def where(self, number: int) -> int:
        """Return the index of the flash device that has a block, or -1."""
        at = number * SPREAD % 2**32 / 2**32 - self.memory
        return int(at / self.flash * self.devices) if 0 <= at < self.flash else -1

    def read(
        self, number: int, size: int, now: float, prefetch: bool = False, parent: Hashable = None
    ) -> str:
        """Return the tier that answers: memory, flash or disk."""
        at = number * SPREAD % 2**32 / 2**32 - self.memory
        return "memory" if at < 0 else "flash" if at < self.flash else "disk"


class BlockReads:
    """Reads of blocks of files, by number. `count` counts them by tier. Blocks are consecutive,
    with 512 KiB on each device of a vdev before the next vdev's turn.

    With `filled`, blocks fill this share of each vdev from its start, as ZFS fills slabs. Those that
    have been overwritten lie at random over AGED times as much.

    With `pointers` and a `Hybrid` cache, a block that is not in memory is found through a block of
    pointers, and this one through a block above it. Those not in memory are read first, one after
    another, and `found` counts their reads. Without, memory holds them all.
    """

    def __init__(
        self,
        loop: Loop,
        pool: Pool,
        cache: Hybrid | FixedShares | None,  # memory and the index of flash; None: no cache
        flash: list[Readzilla],  # devices of the cache
        *,
        begin: float = 0.5,  # where the blocks start, as a share of each vdev or of its used part
        scattered: bool = False,  # whether blocks are placed at random, by a hash of the number
        filled: float | None = None,  # share of each vdev that holds data; None: not known
        overwritten: float = 0.0,  # times that blocks have been overwritten, on average
        pointers: Pointers | None = None,  # None: memory holds all pointers
        software: Software | None = None,  # core time of a block from its device; None: not charged
    ):
        self.pointers = pointers if isinstance(cache, Hybrid) else None
        self.found = 0
        self.loop, self.pool, self.cache, self.flash = loop, pool, cache, flash
        self.begin, self.scattered, self.filled = begin, scattered, filled
        self.moved = (
            1.0 if scattered else 1 - exp(-overwritten)
        )  # share of blocks overwritten since
        self.software = software
        self.in_flight: dict[Hashable, Answer] = {}  # blocks that are being read
        self.count = {"memory": 0, "flash": 0, "disk": 0, "on its way": 0}
        self.shapes: dict[int, tuple[int, int, list[tuple[Vdev, int, int]]]] = {}  # by size
        if isinstance(cache, Hybrid) and flash:
            loop.spawn(self.feeder(cache))

    def shape(self, size: int) -> tuple[int, int, list[tuple[Vdev, int, int]]]:
        """Return what a block of `size` bytes takes and how much a vdev takes in its turn (bytes),
        and each vdev with where its turns start and the room for them (bytes)."""
        vdevs = self.pool.vdevs
        unit = vdevs[0].allocated(size)
        chunk = max(1, ALIQUOT * len(vdevs[0].devices) // unit) * unit
        turns = []
        for vdev in vdevs:
            base = int(vdev.capacity * self.begin) // chunk * chunk
            room = (vdev.capacity - base) // chunk * chunk - chunk
            turns.append((vdev, base, max(chunk, room)))
        self.shapes[size] = unit, chunk, turns
        return self.shapes[size]

    def place(self, number: int, size: int) -> tuple[Vdev, int]:
        """Return the vdev of a block of `size` bytes, and its offset there (bytes)."""
        unit, chunk, turns = self.shapes.get(size) or self.shape(size)
        count = len(turns)
        if self.scattered and self.filled is None:
            number = number * SPREAD % 2**32
            vdev = turns[number % count][0]
            room = int(vdev.capacity * (1 - self.begin))
            return vdev, int(vdev.capacity * self.begin) // unit * unit + number // count % max(
                1, room // unit - 1
            ) * unit
        turn, within = divmod(number * unit, chunk)
        vdev, base, room = turns[turn % count]
        if self.filled is None:
            return vdev, base + turn // count * chunk % room + within
        drawn = number * SPREAD % 2**32 / 2**32
        if drawn < self.moved:
            span = min(1.0, AGED * self.filled) * vdev.capacity
            return vdev, int(drawn / self.moved * max(1, span // unit - 1)) * unit
        room = max(1, int(vdev.capacity * self.filled) // chunk - 1)
        return vdev, (int(room * self.begin) + turn // count) % room * chunk + within

    def read(
        self, number: int, size: int, path: RequestPath | None = None, prefetch: bool = False
    ) -> Steps[str]:
        """Read a block of `size` bytes. Return the tier that had it: memory, flash, disk, or "on
        its way" if another read was in flight."""
        loop = self.loop
        in_flight = self.in_flight.get(number)
        if in_flight is not None:
            self.count["on its way"] += 1
            begun = loop.now
            yield until(loop, in_flight)
            if path is not None and loop.now > begun:
                path.wait("cache", "the block is on its way", loop.now, "cache")
            return "on its way"
        tier, device, end, cache = "disk", -1, None, self.cache
        if cache is not None:
            parent = None
            if self.pointers and isinstance(cache, Hybrid) and not cache.in_memory(number):
                parent = 1, number // self.pointers.number
                if parent in self.in_flight or not cache.in_memory(parent):
                    end = self.in_flight[number] = loop.event()
                yield from self.find(parent, size, path)
            device = cache.where(number)
            tier = cache.read(number, size, loop.now, prefetch=prefetch, parent=parent)
        self.count[tier] += 1
        if tier != "memory":
            answer = self.fetch(number, size, tier, device, path, prefetch)
            if end is None:
                self.in_flight[number] = answer
            yield until(loop, answer)
            del self.in_flight[number]
            if self.software and (checked := self.software.fetched(size, prefetch, path)):
                yield checked
        elif end is not None:
            del self.in_flight[number]
        if end is not None:
            end.fire()
        return tier

    def hold_above(self, blocks: int) -> None:
        """Put the highest blocks of pointers of a file of so many blocks into memory, where its first
        reads bring them: those of each level above the lowest that has FEW or fewer."""
        cache, pointers = self.cache, self.pointers
        if pointers is None or not isinstance(cache, Hybrid):
            return
        level, number, keys = 1, -(-blocks // pointers.number), list[tuple[int, int]]()
        while number > 1:
            level, number = level + 1, -(-number // pointers.number)
            keys += [(level, at) for at in range(number) if number <= FEW]
        for level, at in reversed(keys):
            parent = (level + 1, at // pointers.number) if at else None
            cache.read((level, at), pointers.memory, 0.0, metadata=True, parent=parent)

    def find(self, key: tuple[int, int], size: int, path: RequestPath | None = None) -> Steps[None]:
        """Read a block of pointers, unless it is in memory, and first those above it. `key` is its
        level (1: above blocks of `size` bytes) and its number there. The first block of a level
        counts as the highest."""
        assert self.pointers
        (level, at), each = key, self.pointers.number
        parent = (level + 1, at // each) if at else None
        # a group writes pointers after its data: on any vdev, here within the reach of the block above
        first = (at - at % each) * each**level + at * SPREAD % each ** (level + 1)
        yield from self.hold(key, first, size, self.pointers.memory, path, parent)

    def hold(
        self,
        key: Hashable,
        first: int,
        size: int,
        memory: int,
        path: RequestPath | None = None,
        parent: tuple[int, int] | None = None,
    ) -> Steps[None]:
        """Read a block of metadata, unless it is in memory or memory holds all of them. It lies
        where block `first` of `size` bytes is, and takes `memory` bytes of memory. `parent` is the
        block of pointers that leads to it."""
        loop, cache = self.loop, self.cache
        if self.pointers is None or not isinstance(cache, Hybrid):
            return
        in_flight = self.in_flight.get(key)
        if in_flight is not None:
            yield until(loop, in_flight)
            if path is not None:
                path.wait("cache", "the block is on its way", loop.now, "cache")
            return
        if cache.in_memory(key):
            cache.read(key, memory, loop.now, metadata=True)
            return
        end = self.in_flight[key] = loop.event()
        if parent is not None:
            yield from self.find(parent, size, path)
        device = cache.where(key)
        tier = cache.read(key, memory, loop.now, metadata=True, parent=parent)
        if tier != "memory":
            self.found += 1
            answer = self.fetch(first, size, tier, device, path, False, self.pointers.disk)
            yield until(loop, answer)
        del self.in_flight[key]
        end.fire()

    def point(self, numbers: Iterable[int], size: int, path: RequestPath | None) -> Steps[None]:
        """Read the pointers of blocks that will be overwritten, unless they are in memory. They
        stay there at least as long as the blocks."""
        if self.pointers:
            for parent in dict.fromkeys([number // self.pointers.number for number in numbers]):
                yield from self.find((1, parent), size, path)

    def read_blocks(
        self, numbers: Sequence[int], size: int, path: RequestPath | None = None
    ) -> Steps[str]:
        """Read blocks of `size` bytes in parallel. Return the farthest tier that had one."""
        if len(numbers) == 1:
            return self.read(numbers[0], size, path)
        return self.several(numbers, size, path)

    def several(self, numbers: Sequence[int], size: int, path: RequestPath | None) -> Steps[str]:
        """Read several blocks, as `read_blocks` does."""
        forks = [path and path.fork("") for _ in numbers]
        pairs = zip(numbers, forks, strict=True)
        ends = together(self.loop, [self.read(number, size, fork) for number, fork in pairs])
        yield latest(ends)
        if path:
            path.take(*filter(None, forks))
        tiers: list[str] = [end.value for end in ends]
        return max(tiers, key=("memory", "on its way", "flash", "disk").index)

    def direct(
        self, numbers: Sequence[int], size: int, path: RequestPath | None = None
    ) -> Steps[None]:
        """Read blocks of `size` bytes from the pool in parallel, past the caches, which have only
        their pointers."""
        yield from self.point(numbers, size, path)
        self.count["disk"] += len(numbers)
        forks = [path and path.fork("") for _ in numbers]
        yield until(
            self.loop,
            latest(
                [
                    self.fetch(number, size, "disk", -1, fork, False)
                    for number, fork in zip(numbers, forks, strict=True)
                ]
            ),
        )
        if path:
            path.take(*filter(None, forks))

    def held(self, number: int) -> bool:
        """Return whether a block is in memory or on its way there."""
        cache = self.cache
        return number in self.in_flight or (isinstance(cache, Hybrid) and cache.in_memory(number))

    def prefetch(self, numbers: range, size: int) -> int:
        """Start reads of blocks in the background, if there is a cache. Return their number."""
        if self.cache is None:
            return 0
        for number in numbers:
            self.loop.spawn(self.read(number, size, prefetch=True))
        return len(numbers)

    def fetch(
        self,
        number: int,
        size: int,
        tier: str,
        device: int,
        path: RequestPath | None,
        prefetch: bool,
        part: int | None = None,
    ) -> Answer:
        """Issue the read of a block that is not in memory, or of `part` bytes at its place. Return
        when it is answered."""
        now = self.loop.now
        if self.software:
            size = self.software.stored(size)
        if path is not None:
            path.doing = f"read from {tier}"
        if tier == "flash":
            flash = self.flash[device]
            offset = number * PAGE % (flash.capacity - size) // PAGE * PAGE
            return flash.read(now, offset, part or size, path)
        if self.pool.special and (part or size <= self.pool.small):
            vdev, unit = self.pool.special, self.pool.special.allocated(size)
            if path is not None:
                path.doing = "read from special"
            offset = LABEL + number * SPREAD % 2**32 % ((vdev.capacity - LABEL) // unit) * unit
        else:
            vdev, offset = self.place(number, size)
        return vdev.read(now, offset, part or size, path, "async read" if prefetch else "sync read")

    def written(self, number: int, size: int) -> None:
        """Put a block that has just been written into the cache, with its pointers."""
        cache, parent = self.cache, None
        if cache is None:
            return
        if self.pointers and isinstance(cache, Hybrid) and not cache.in_memory(number):
            parent = 1, number // self.pointers.number
            cache.read(parent, self.pointers.memory, self.loop.now, metadata=True)
        cache.read(number, size, self.loop.now, parent=parent)

    def feeder(self, cache: Hybrid) -> Process:
        """Run the feeder's turns and start the writes of each."""
        loop = self.loop
        while True:
            yield until(loop, cache.next)
            device = cache.turns % len(self.flash)
            wrote = cache.feed(loop.now)
            if wrote:
                loop.spawn(self.feed(self.flash[device], wrote))

    def feed(self, flash: Readzilla, size: int) -> Process:
        """Write `size` bytes to a flash device, piece by piece."""
        loop = self.loop
        for begin in range(0, size, CHUNK):
            offset, part = begin % (flash.capacity - CHUNK), min(CHUNK, size - begin)
            yield until(loop, flash.write(loop.now, offset, part))
