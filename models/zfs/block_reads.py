"""Reads through ZFS: from memory, flash or the pool, or joined to a read in flight."""

from collections.abc import Hashable, Sequence
from math import inf

from models.devices.ssd import PAGE, Readzilla
from models.sim.answer import Answer, latest, together, until
from models.sim.loop import Loop, Process, Steps
from models.sim.path import RequestPath
from models.units import KiB
from models.zfs.io.software import Software
from models.zfs.l2arc.l2arc import Hybrid
from models.zfs.pool.pool import Pool
from models.zfs.pool.vdev import Vdev

CHUNK = 128 * KiB
"""Bytes that the feeder writes at a time; reads are served in between."""
ALIQUOT = 512 * KiB
SPREAD = 2654435761
"""Multiplier of a hash of block numbers: 2**32 divided by the golden ratio."""


class FixedShares:
    """Memory and flash that hold fixed shares (0-1) of all blocks. Each holds a range of hashes of
    block numbers; the flash's range is split evenly over `devices`. Nothing is added or evicted."""

    next = inf

    def __init__(self, memory: float, flash: float, devices: int):
        self.memory, self.flash, self.devices = memory, flash, devices

    def where(self, number: int) -> int:
        """Return the index of the flash device that has a block, or -1."""
        at = number * SPREAD % 2**32 / 2**32 - self.memory
        return int(at / self.flash * self.devices) if 0 <= at < self.flash else -1

    def read(self, number: int, size: int, now: float, prefetch: bool = False) -> str:
        """Return the tier that answers: memory, flash or disk."""
        at = number * SPREAD % 2**32 / 2**32 - self.memory
        return "memory" if at < 0 else "flash" if at < self.flash else "disk"


class BlockReads:
    """Reads of blocks of files, by number. `count` counts them by tier. Blocks are consecutive,
    with 512 KiB on each device of a vdev before the next vdev's turn."""

    def __init__(
        self,
        loop: Loop,
        pool: Pool,
        cache: Hybrid | FixedShares | None,  # memory and the index of flash; None: no cache
        flash: list[Readzilla],  # devices of the cache
        *,
        begin: float = 0.5,  # where the blocks start, as a share of each vdev
        scattered: bool = False,  # whether blocks are placed at random, by a hash of the number
        software: Software | None = None,  # core time of a block from its device; None: not charged
    ):
        self.loop, self.pool, self.cache, self.flash = loop, pool, cache, flash
        self.begin, self.scattered, self.software = begin, scattered, software
        self.in_flight: dict[Hashable, Answer] = {}  # blocks that are being read
        self.count = {"memory": 0, "flash": 0, "disk": 0, "on its way": 0}
        if isinstance(cache, Hybrid) and flash:
            loop.spawn(self.feeder(cache))

    def place(self, number: int, size: int) -> tuple[Vdev, int]:
        """Return the vdev of a block of `size` bytes, and its offset there (bytes)."""
        vdevs = self.pool.vdevs
        count, unit = len(vdevs), vdevs[0].allocated(size)
        if self.scattered:
            number = number * SPREAD % 2**32
            vdev = vdevs[number % count]
            room = int(vdev.capacity * (1 - self.begin))
            return vdev, int(vdev.capacity * self.begin) // unit * unit + number // count % max(
                1, room // unit - 1
            ) * unit
        chunk = max(1, ALIQUOT * len(vdevs[0].devices) // unit) * unit
        turn, within = divmod(number * unit, chunk)
        vdev = vdevs[turn % count]
        base = int(vdev.capacity * self.begin) // chunk * chunk
        room = (vdev.capacity - base) // chunk * chunk - chunk
        return vdev, base + turn // count * chunk % max(chunk, room) + within

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
        tier, device = "disk", -1
        if self.cache is not None:
            device = self.cache.where(number)
            tier = self.cache.read(number, size, loop.now, prefetch=prefetch)
        self.count[tier] += 1
        if tier == "memory":
            return tier
        answer = self.fetch(number, size, tier, device, path, prefetch)
        self.in_flight[number] = answer
        yield until(loop, answer)
        del self.in_flight[number]
        if self.software and (checked := self.software.fetched(size, prefetch, path)):
            yield checked
        return tier

    def read_blocks(
        self, numbers: Sequence[int], size: int, path: RequestPath | None = None
    ) -> Steps[str]:
        """Read blocks of `size` bytes in parallel. Return the farthest tier that had one."""
        if len(numbers) == 1:
            return (yield from self.read(numbers[0], size, path))
        forks = [path and path.fork("") for _ in numbers]
        pairs = zip(numbers, forks, strict=True)
        ends = together(self.loop, [self.read(number, size, fork) for number, fork in pairs])
        yield latest(ends)
        if path:
            path.take(*filter(None, forks))
        tiers: list[str] = [end.value for end in ends]
        return max(tiers, key=("memory", "on its way", "flash", "disk").index)

    def prefetch(self, numbers: range, size: int) -> None:
        """Start reads of blocks in the background, if there is a cache."""
        if self.cache is not None:
            for number in numbers:
                self.loop.spawn(self.read(number, size, prefetch=True))

    def fetch(
        self,
        number: int,
        size: int,
        tier: str,
        device: int,
        path: RequestPath | None,
        prefetch: bool,
    ) -> Answer:
        """Issue the read of a block that is not in memory. Return when it is answered."""
        now = self.loop.now
        if self.software:
            size = self.software.stored(size)
        if path is not None:
            path.doing = f"read from {tier}"
        if tier == "flash":
            flash = self.flash[device]
            offset = number * PAGE % (flash.capacity - size) // PAGE * PAGE
            return flash.read(now, offset, size, path)
        vdev, offset = self.place(number, size)
        return vdev.read(now, offset, size, path, "async read" if prefetch else "sync read")

    def written(self, number: int, size: int) -> None:
        """Put a block that has just been written into the cache."""
        if self.cache is not None:
            self.cache.read(number, size, self.loop.now)

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
