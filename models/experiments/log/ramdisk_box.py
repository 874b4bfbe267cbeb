"""The FreeBSD box with its intent log in memory, and the lone program that writes to it."""
from math import inf
from random import Random

from models.fast.fast_forward import FastForward
from models.machine.log_device import ram_disk
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.loop import Process
from models.sim.workload import uniform
from models.zfs.dataset import Zfs

POOLS = {"disk": (("stripe", 1), None), "stripe": (("stripe", 5), None), "raidz": (("raidz1", 1), 5)}
"""Of each layout its vdevs, and how many disks one has where it is not as usual."""


def ramdisk_box(*, layout: str, log: float, command: float, media: float, record: int, interval: float, memory: float,
                dedup: bool, hashing: float, seed: int) -> Machine:
    """A pool of one of the layouts `POOLS`, with a log of `log` bytes in memory (0: on the disks) that takes `command`
    seconds for each write besides the copying.

    media: bytes a second that a disk takes. record: bytes of a file's block. interval: seconds from one transaction group
    to the next. memory: bytes that ZFS may hold for the disks, an eighth of what the machine has. hashing: bytes a second
    that a core hashes, with `dedup`. Raises ValueError for a log that its memory has no room for.
    """
    pool, width = POOLS[layout]
    device = ram_disk(int(log), command) if log else None
    order = FREEBSD_BOX.order(pool=pool, width=width, logs=int(log > 0), log_device=device, dedup=dedup, media_rate=media,
                              recordsize=record, txg_interval=interval, memory=8 * memory, hash_rate=hashing)
    return Machine(order.bare(), seed)


class Stream:
    """A lone program that writes `size` bytes at a time, synchronously: `bytes` are safe so far.

    file: it writes to a "new" one, or over an old one: "again" from its beginning, or "anywhere" in its `length` bytes.
    strokes: many writes at a time where nothing comes between them.
    """

    def __init__(self, zfs: Zfs, size: int, file: str = "new", length: int = 0, seed: int = 1, *, strokes: bool = True):
        self.zfs, self.size = zfs, size
        self.offsets = uniform(size, length, Random(seed)) if file == "anywhere" else None
        self.rewrite = "" if file == "new" or (file == "again" and size % zfs.log.record == 0) else "disk"
        self.many = FastForward(zfs, size, zfs.log) if strokes else None
        self.bytes = 0

    def easy(self) -> float:
        """How many of the next writes need no more than the log: of an old file those into a block that its group has."""
        if not self.rewrite:
            return inf
        block, txg = self.zfs.held.get(id(self.zfs.log), (-1, -1))
        if self.offsets or txg != self.zfs.groups.number:
            return 0
        return ((block + 1) * self.zfs.log.record - self.bytes) // self.size

    def program(self) -> Process:
        """Write for ever."""
        zfs, size, many = self.zfs, self.size, self.many
        while True:
            count = many.go(self.easy(), not self.rewrite) if many else 0
            if many and count:
                yield many.end - zfs.loop.now
                self.bytes += count * size
            yield from zfs.write(next(self.offsets) if self.offsets else self.bytes, size, True, rewrite=self.rewrite)
            self.bytes += size


def lone_program(machine: Machine, size: int, file: str, length: int, seed: int) -> Stream:
    """A `Stream` that writes from now on."""
    stream = Stream(machine.zfs, size, file, length, seed)
    machine.loop.spawn(stream.program())
    return stream
