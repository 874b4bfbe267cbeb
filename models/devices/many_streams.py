"""A disk from which several files are read at the same time, each in its own order."""
from functools import lru_cache
from math import fsum
from random import Random

from models.check import a_number, counted, requested, seeded
from models.devices.drive_spec import DriveSpec
from models.devices.hdd import HardDisk
from models.units import KiB

READS, DRIVES, MOST_STREAMS = 120, 4, 1000


@lru_cache(maxsize=512)
def in_turn(spec: DriveSpec, streams: int, *, span: float, run: int = 128 * KiB, seed: int = 1) -> float:
    """Bytes a second of a disk that reads `run` bytes of one stream, then of the next, and so on: the mean of a few disks.

    The streams lie at random within `span` bytes from the rim. ZFS asks for the next record of a file when one is taken,
    so that the reads of many files come to a disk in turn, a record (`run`) each. With one stream nothing comes between.
    Raises ValueError for less than one stream or one that does not fit.
    """
    counted(1, MOST_STREAMS, streams=streams)
    requested(run)
    a_number("span", span, above=0)
    if span > spec.capacity or spec.capacity < 2 * run * READS:
        raise ValueError(f"span must be at most the disk's {spec.capacity} bytes and hold its reads, got {span:g}")
    random = seeded(seed)
    return DRIVES / fsum(1 / one_disk(spec, streams, span, run, random) for _ in range(DRIVES))


def one_disk(spec: DriveSpec, streams: int, span: float, run: int, random: Random) -> float:
    """The same of one disk, its streams where chance puts them."""
    disk = HardDisk(spec, phase=random.random())
    disk.recording = False
    room = spec.capacity - 2 * run * READS
    at = [min(int(random.random() * span), room) // 512 * 512 for _ in range(streams)]
    now = begin = 0.0
    for n in range(2 * READS):
        if n == READS:
            begin = now                     # the first half is for the arm to come into its stride
        stream = n % streams
        now = disk.read(now, at[stream], run)
        at[stream] += run
    return READS * run / (now - begin)
