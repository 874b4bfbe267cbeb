"""Requests to one disk, each issued when the one before it is answered."""
from collections.abc import Callable, Iterable
from itertools import islice
from random import Random

from models.devices.device import Device
from models.devices.drive_spec import DriveSpec
from models.devices.hdd import HardDisk
from models.sim.answer import known
from models.sim.stats import mean
from models.sim.workload import sequential, uniform
from models.units import KiB, MiB

LONG = 16 * MiB
MOST, ENOUGH = 1200, 0.25           # requests and seconds that tell how fast a stream is
WINDOW, MANY = 1.0, 1000
WRITES, REPEATS = 260, 8


def stream_rate(spec: DriveSpec, size: int, gap: float, begin: int) -> float:
    """Bytes a second of reads in a row from `begin`, each `gap` seconds after the answer to the last; the first third
    does not count."""
    disk, finishes = HardDisk(spec), [0.0]
    disk.recording = False
    for offset in islice(sequential(size, begin), MOST):
        finishes.append(disk.read(finishes[-1] + gap, offset, size))
        if finishes[-1] > ENOUGH and len(finishes) > 60:
            break
    first = len(finishes) // 3
    return size * (len(finishes) - 1 - first) / (finishes[-1] - finishes[first])


def long_read_rate(spec: DriveSpec, begin: int) -> float:
    """Bytes a second of one read of many tracks, once its first byte has come."""
    disk = HardDisk(spec)
    finish = disk.read(0.0, begin, LONG)
    return LONG / (finish - disk.last[2])


def requests_a_second(disk: HardDisk, operation: Callable[[float, int, int], float], offsets: Iterable[int], size: int
                      ) -> float:
    """How many are finished a second from when the cache is full (or half a second has passed)."""
    now, count, begun = 0.0, 0, None
    for offset in offsets:
        now = operation(now, offset, size)
        if begun is None:
            if disk.dirty_bytes + size > disk.spec.cache_size or now > 0.5:
                begun = now
        else:
            count += 1
            if now - begun > WINDOW or count == MANY:
                break
    return count / (now - (begun or 0.0))


def time_of_a_flush(spec: DriveSpec, held: int, span: int, seed: int) -> float:
    """Seconds of a flush with `held` writes of 4 KiB, anywhere in `span` bytes, in the cache."""
    random, now = Random(seed), 0.0
    disk = HardDisk(spec, phase=random.random())
    for offset in islice(uniform(4 * KiB, span, random), held):
        now = disk.write(now, offset, 4 * KiB)
    return disk.flush(now) - now


def writes_into_a_full_cache(spec: DriveSpec, choice: int, length: int, span: int, seed: int) -> float:
    """Writes of `length` bytes a second, anywhere in `span`, once `choice` and a few more fill the drive's cache."""
    disk, now, begun = HardDisk(spec), 0.0, 0.0
    for n, offset in enumerate(islice(uniform(length, span, Random(seed)), WRITES + choice + 8)):
        if n == choice + 8:
            begun = now
        now = disk.write(now, offset, length)
    return WRITES / (now - begun)


def time_of_a_safe_write(device: Device, size: int, turnaround: float) -> float:
    """The mean time (s) of writes and flushes of `size` bytes, one behind the other, after the first."""
    now, offset = 0.0, 0
    times: list[float] = []
    for _ in range(REPEATS):
        asked = now + turnaround
        now = known(device.flush(known(device.write(asked, offset, size))))
        times.append(now - asked)
        offset += size
    return mean(times[1:])
