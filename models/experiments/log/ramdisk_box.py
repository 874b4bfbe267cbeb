"""The FreeBSD box with its intent log in memory, and the lone program that writes to it."""
from random import Random

from models.fast.fast_forward import Stream
from models.machine.log_device import ram_disk
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.workload import uniform

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


def lone_program(machine: Machine, size: int, file: str, length: int, seed: int) -> Stream:
    """A program that writes `size` bytes at a time, synchronously, from now on, and counts what is safe.

    file: to a "new" one, or over an old one: "again" from its beginning, or "anywhere" in its `length` bytes.
    """
    offsets = uniform(size, length, Random(seed)) if file == "anywhere" else None
    stream = Stream(machine.zfs, size, offsets=offsets, rewrite="" if file == "new" else "disk")
    machine.loop.spawn(stream.program())
    return stream
