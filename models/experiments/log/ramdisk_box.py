"""The FreeBSD box with its intent log in memory, and the lone program that writes to it."""
from collections.abc import Callable
from random import Random

from models.devices.hdd import HardDisk
from models.fast.fast_forward import Stream
from models.machine.freebsd_box import FreeBSDBox, ram_disk
from models.sim.workload import uniform
from models.zfs.pool.raidz import Raidz
from models.zfs.pool.vdev import Single, Vdev

DISKS = {"disk": 1, "stripe": 5, "raidz": 5}
"""How many disks each layout of the pool has."""


def ramdisk_box(*, layout: str, log: float, command: float, media: float, record: int, interval: float, memory: float,
                dedup: bool, hashing: float, seed: int) -> FreeBSDBox:
    """A pool of one of the layouts `DISKS`, with a log of `log` bytes in memory (0: on the disks) that takes `command`
    seconds for each write besides the copying.

    media: bytes a second that a disk takes. record: bytes of a file's block. interval: seconds from one transaction group
    to the next. memory: bytes that ZFS may hold for the disks, an eighth of what the machine has. hashing: bytes a second
    that a core hashes, with `dedup`. Raises ValueError for a log that its memory has no room for.
    """
    def vdevs(another: Callable[[], HardDisk]) -> list[Vdev]:
        disks = [another() for _ in range(DISKS[layout])]
        return [Raidz(disks)] if layout == "raidz" else [Single(disk) for disk in disks]

    logs = [Single(ram_disk(int(log), command))] if log else []
    return FreeBSDBox(vdevs=vdevs, logs=logs, dedup=dedup, media_rate=media, recordsize=record, txg_interval=interval,
                      memory=8 * memory, hash_rate=hashing, recording=False, seed=seed)


def lone_program(machine: FreeBSDBox, size: int, file: str, length: int, seed: int) -> Stream:
    """A program that writes `size` bytes at a time, synchronously, from now on, and counts what is safe.

    file: to a "new" one, or over an old one: "again" from its beginning, or "anywhere" in its `length` bytes.
    """
    offsets = uniform(size, length, Random(seed)) if file == "anywhere" else None
    stream = Stream(machine.zfs, size, offsets=offsets, rewrite="" if file == "new" else "disk")
    machine.loop.spawn(stream.program())
    return stream
