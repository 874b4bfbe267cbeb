"""The flash after a restart: its contents are read back from notes on the devices.

Sources: Bourbonnais 2015, Persistent Across Reboot: 40 bytes per block on flash, read back one
segment at a time by several threads per device, while the pool is in use; blocks can be hit as soon
as their segment is read.
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
    """The notes of a device about its blocks, one set per segment."""

    segment: int = SEGMENT  # bytes
    entry: float = NEW["l2_entry"]  # bytes of notes per block
    block: int = 8 * KiB  # bytes of a block

    @property
    def blocks(self) -> int:
        """Return the number of blocks in a segment."""
        return int(self.segment // self.block)

    @property
    def size(self) -> int:
        """Return the bytes of the notes on a segment."""
        return ceil(self.blocks * self.entry)

    @property
    def read(self) -> int:
        """Return the bytes to read for all notes of a segment: whole sectors."""
        return ceil(self.size / sector) * sector


def restore(cache: Hybrid, device: int, blocks: Iterable[Hashable], size: int) -> None:
    """Enter the blocks of a device in the index of flash, each of `size` bytes as stored, so that
    reads find them there."""
    store, place = cache.stores[device], cache.place
    for key in blocks:
        if key not in place:
            for evicted in store.put(key, size):
                del place[evicted]
            place[key] = device
    cache.arc.reserved = min(cache.headers, cache.arc.size)


class ReadBack:
    """The `threads` per flash device that read a segment's notes and enter its blocks in the index
    of flash."""

    def __init__(
        self,
        loop: Loop,
        cpu: Cpu,
        cache: Hybrid,
        flash: Sequence[Readzilla],
        notes: Notes,
        held: Sequence[Iterable[Sequence[Hashable]]],  # per device: blocks by segment, as read
        random: Random,
        threads: int = 4,
    ):
        self.loop, self.cpu, self.cache, self.notes, self.random = loop, cpu, cache, notes, random
        self.done: list[float] = []  # when each segment was restored so far (s)
        for number, (device, segments) in enumerate(zip(flash, held, strict=True)):
            remaining = iter(segments)
            for _ in range(threads):
                loop.spawn(self.thread(number, device, remaining))

    def thread(
        self, number: int, device: Readzilla, remaining: Iterator[Sequence[Hashable]]
    ) -> Process:
        """Read the notes of one segment after another, and restore its blocks."""
        loop, notes, work = self.loop, self.notes, self.notes.blocks * NEW["l2_enter"]
        pages = (device.capacity - notes.read) // PAGE
        for blocks in remaining:
            yield until(
                loop, device.read(loop.now, int(self.random.random() * pages) * PAGE, notes.read)
            )
            yield until(loop, self.cpu.serve(loop.now, work))
            restore(self.cache, number, blocks, notes.block)
            self.done.append(loop.now)
