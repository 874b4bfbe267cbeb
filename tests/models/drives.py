"""Drives for tests, and what a run of requests took."""

from models.devices.drive_spec import DriveSpec
from models.devices.hdd import HardDisk
from models.zfs.pool.pool import Pool
from models.zfs.pool.vdev import Single

TURN = 1 / 120


def drive(cache=False, phase=0.0, memory=None, **spec):
    """A drive of 7,200 rpm, cache off unless asked for; `memory`: bytes of the cache."""
    if memory is not None:
        spec["cache_size"] = memory
    return HardDisk(DriveSpec(**spec), cache=cache, phase=phase)


def alone(disk):
    """A pool of one disk."""
    return Pool([Single(disk)])


def closed_loop(disk, requests, outstanding):
    """Commands of a drive with a queue in the order in which they are answered, without end:
    `outstanding` clients that each wait for an answer and issue the next of `requests` (op, offset,
    size) at once."""
    for _ in range(outstanding):
        disk.submit(disk.now, *next(requests))
    while True:
        for command in disk.step():
            disk.submit(command.finish, *next(requests))
            yield command


def back_to_back(operation, offsets, size, now=0.0):
    """When the last of some requests is done, each issued when the one before it was answered."""
    for offset in offsets:
        now = operation(now, offset, size)
    return now
