"""After a restart: what was on flash is read back from the devices' own notes, or is lost and fed anew.

Sources: Bourbonnais 2015, Persistent Across Reboot: 40 bytes a block on flash, read back a segment at a time by several
threads for each device, while the pool is in use; blocks can be hit as soon as their segment is read.
"""
from dataclasses import dataclass
from heapq import heapify, heapreplace
from math import ceil, inf
from random import Random

from models.catalogue.machines import values
from models.devices.ssd import PAGE, Readzilla
from models.units import KiB, sector
from models.zfs.l2arc.store import SEGMENT, Segments

SUN, NEW = values("7410"), values("zfs-2015")


@dataclass(frozen=True)
class Notes:
    """What a device notes down of its own blocks: `entry` bytes for each block of `block` bytes, a segment at a time.

    segment: bytes.
    """

    segment: int = SEGMENT
    entry: float = NEW["l2_entry"]
    block: int = 8 * KiB

    def __post_init__(self) -> None:
        Segments(self.segment, self.segment).put(0, self.block)

    @property
    def blocks(self) -> int:
        """Blocks of a segment."""
        return int(self.segment // self.block)

    @property
    def size(self) -> int:
        """Bytes of the notes on a segment: so much is read to know of all its blocks."""
        return ceil(self.blocks * self.entry)


@dataclass(frozen=True)
class RestartPace:
    """How fast a device's notes are read: segments a second, bytes of each; and mean seconds of the others' reads."""

    segments: float
    read: float
    others: float


class ReadBack:
    """`threads` that each read a segment's notes from one flash device and enter its blocks in memory, then the next.

    Others read blocks meanwhile. rate: bytes a second of the device's cable. enter: seconds of a processor for each block.
    A read takes whole sectors. All chance comes from `random`.
    """

    def __init__(self, notes: Notes, random: Random, threads: int = 4, rate: float = SUN["readzilla_rate"],
                 enter: float = NEW["l2_enter"]):
        self.notes, self.random, self.threads, self.rate = notes, random, threads, rate
        self.bytes = ceil(notes.size / sector) * sector
        self.work = notes.blocks * enter
        """Seconds of a processor for a segment."""

    def pace(self, others: float = 0.0, segments: int = 120) -> RestartPace:
        """Measured on so many segments, while `others` (reads a second, at even distances by and large) come besides."""
        drawn, block = self.random.random, self.notes.block
        device = Readzilla(self.random, rate=self.rate)
        device.recording = False
        pages = device.capacity // PAGE - max(block, self.bytes) // PAGE - 1
        free = [0.0] * self.threads
        heapify(free)
        comes = drawn() / others if others else inf
        done = read = 0
        taken = 0.0
        while done < segments:
            offset = int(drawn() * pages) * PAGE
            if comes < free[0]:
                taken += device.read(comes, offset, block) - comes
                read += 1
                comes += 2 * drawn() / others
            else:
                heapreplace(free, device.read(free[0], offset, self.bytes) + self.work)
                done += 1
        return RestartPace(segments / max(free), self.bytes, taken / read if read else 0.0)


def time_to_import(flash: float, notes: Notes, pace: RestartPace) -> float:
    """Seconds until all blocks of a device that holds `flash` bytes are known."""
    return flash / notes.segment / pace.segments


def time_to_feed(flash: float, rate: float) -> float:
    """Seconds until `flash` bytes are fed anew at `rate` (bytes a second)."""
    return flash / rate
