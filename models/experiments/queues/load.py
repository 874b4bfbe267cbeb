"""Application reads that come when they like, beside a resilver that always has more to read, at one disk's queues."""
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import NamedTuple

from models.check import MANY
from models.sim.answer import latest, until
from models.sim.arrivals import evenly_many
from models.sim.loop import Process
from models.sim.workload import uniform
from models.units import GB, KiB
from models.zfs.io.queued_device import QueuedDevice
from models.zfs.io.zio import Zio

Place = tuple[int, int]
GRID = 4 * KiB
"""Where blocks begin: ZFS does not lay them out at multiples of their size."""


@dataclass(frozen=True)
class Applications:
    """`rate` reads a second of `size` bytes each, anywhere in `span` bytes, each as if it knew nothing of the others, but
    for this: the first `count` come within `count / rate` seconds, as many as should. (Chance would give a short sample a
    twelfth more or fewer, and a resilver gets what the reads leave.)"""

    rate: float = 40.0
    size: int = 8 * KiB
    span: int = 2000 * GB

    def reads(self, count: int, seed: int) -> list[tuple[float, int]]:
        """When the first `count` of them come (s), and where. None at all at a rate of 0."""
        random = Random(seed)
        if not self.rate:
            return []
        times = evenly_many(self.rate, random, max(1, min(count, MANY)))
        offsets = anywhere(self.size, self.span, random)
        return list(islice(zip(times, offsets, strict=False), count))


def metadata_order(block: int, span: int, seed: int) -> Iterator[Place]:
    """Offset and size of a resilver's reads as an old pool's metadata names its blocks: anywhere."""
    for offset in anywhere(block, span, Random(seed)):
        yield offset, block


def anywhere(size: int, span: int, random: Random) -> Iterator[int]:
    """Offsets of blocks of `size` bytes anywhere in `span` bytes."""
    return uniform(GRID, span - max(0, size - GRID), random)


def disk_order(block: int, span: int, start: int = 0) -> Iterator[Place]:
    """The same blocks sorted by place, from `start` on and around: one behind the other, `block` bytes at a time."""
    places = span // block
    number = start // block
    while True:
        yield number % places * block, block
        number += 1


class Beside(NamedTuple):
    """What came of it: the applications' reads and the resilver's, as they were answered; seconds; bytes of the resilver.

    waiting, active: mean I/Os in ZFS's queue, and commands in the drive's hands. busy: the share of time that it had any.
    """

    reads: list[Zio]
    resilver: list[Zio]
    seconds: float
    resilvered: int
    waiting: float
    active: float
    busy: float

    @property
    def rate(self) -> float:
        """Bytes a second that the resilver got."""
        return self.resilvered / self.seconds if self.seconds else 0.0


def side_by_side(device: QueuedDevice, reads: list[tuple[float, int]], size: int, stream: Iterator[Place] | None,
                 inflight: int = 32) -> Beside:
    """Let `reads` (when, where) of `size` bytes come, and beside them `inflight` of a resilver's at a time, as soon as
    one is answered the next (stream None: no resilver). Ends when the last of `reads` is answered."""
    loop, queue = device.loop, device.queue
    device.recording = True

    def programs() -> Process:
        answers = []
        for comes, offset in reads:
            yield until(loop, comes)
            answers.append(device.issue("read", offset, size))
        if answers:
            yield latest(answers)
        loop.stop()

    def copies() -> Process:
        for offset, much in coming:
            yield device.issue("read", offset, much, "resilver")

    coming = iter(()) if stream is None else stream
    for _ in range(inflight if stream else 0):
        loop.spawn(copies())
    loop.spawn(programs())
    loop.run()
    whole = queue.now
    answered = [zio for zio in device.done if zio.kind != "resilver"]
    resilver = [zio for zio in device.done if zio.kind == "resilver"]
    return Beside(answered, resilver, whole, sum([zio.size for zio in resilver]), queue.waiting_time / whole,
                  queue.active_time / whole, queue.busy_time / whole)
