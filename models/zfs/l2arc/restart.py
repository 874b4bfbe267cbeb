"""After a restart: what was on flash is read back from the devices' own notes, beside all else.

Sources: Bourbonnais 2015, Persistent Across Reboot: 40 bytes a block on flash, read back a segment
at a time by several threads for each device, while the pool is in use; blocks can be hit as soon as
their segment is read.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from random import Random

from models.catalogue.machines import values
from models.devices.ssd import PAGE, Readzilla
from models.head.cpu import Cpu
from models.sim.answer import until
from models.sim.loop import Loop, Process
from models.units import KiB, sector
from models.zfs.l2arc.l2arc import Hybrid
from models.zfs.l2arc.store import SEGMENT

NEW = values("zfs-2015")


@dataclass(frozen=True)
class Notes:
    """What a device notes down of its own blocks: `entry` bytes for each block of `block` bytes, a
    segment at a time.

    segment: bytes.
    """

    segment: int = SEGMENT
    entry: float = NEW["l2_entry"]
    block: int = 8 * KiB

    @property
    def blocks(self) -> int:
        """Blocks of a segment."""
        return int(self.segment // self.block)

    @property
    def size(self) -> int:
        """Bytes of the notes on a segment."""
        return ceil(self.blocks * self.entry)

    @property
    def read(self) -> int:
        """Bytes that are read to know of all its blocks: whole sectors."""
        return ceil(self.size / sector) * sector


def found_again(cache: Hybrid, device: int, blocks: Iterable[Hashable], size: int) -> None:
    """Blocks of `size` bytes as stored that are on a device: from now on reads find them there."""
    store, place = cache.stores[device], cache.place
    for key in blocks:
        if key not in place:
            for gone in store.put(key, size):
                del place[gone]
            place[key] = device
    cache.arc.reserved = min(cache.headers, cache.arc.size)


class ReadBack:
    """`threads` for each flash device that read a segment's notes, enter its blocks in memory, and
    take the next segment.

    held: for each device the blocks of its segments, in the order in which they are read. done:
    when (s) each segment was known, so far.
    """

    def __init__(
        self,
        loop: Loop,
        cpu: Cpu,
        cache: Hybrid,
        flash: Sequence[Readzilla],
        notes: Notes,
        held: Sequence[Iterable[Sequence[Hashable]]],
        random: Random,
        threads: int = 4,
    ):
        self.loop, self.cpu, self.cache, self.notes, self.random = loop, cpu, cache, notes, random
        self.done: list[float] = []
        for number, (device, segments) in enumerate(zip(flash, held, strict=True)):
            left = iter(segments)
            for _ in range(threads):
                loop.spawn(self.thread(number, device, left))

    def thread(self, number: int, device: Readzilla, left: Iterator[Sequence[Hashable]]) -> Process:
        """One of them."""
        loop, notes, work = self.loop, self.notes, self.notes.blocks * NEW["l2_enter"]
        pages = (device.capacity - notes.read) // PAGE
        for blocks in left:
            yield until(
                loop, device.read(loop.now, int(self.random.random() * pages) * PAGE, notes.read)
            )
            yield until(loop, self.cpu.serve(loop.now, work))
            found_again(self.cache, number, blocks, notes.block)
            self.done.append(loop.now)
