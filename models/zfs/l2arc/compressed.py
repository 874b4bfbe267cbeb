"""Blocks as they are compressed on disk, and how many of them a flash device holds that stores them so."""
from random import Random

from models.units import sector
from models.zfs.l2arc.store import Ring


def compressed(block: int, ratio: float, random: Random) -> int:
    """Bytes that a block of `block` bytes takes, in whole sectors; over many, `ratio` (1 or more) times fewer.

    Blocks compress differently: evenly spread about the mean, as wide as one sector and the whole block allow.
    """
    whole = block / sector
    mean = whole / ratio
    wide = min(mean - 1, whole - mean)
    return sector * max(1, min(int(whole), int(mean + wide * (2 * random.random() - 1) + random.random())))


def holds(device: float, block: int, ratio: float, random: Random, sample: int = 600) -> float:
    """Bytes of programs' data on a device of `device` bytes when it is full, from a sample of about so many blocks."""
    k = max(1.0, device / block / sample)
    store, key = Ring(int(device / k)), 0
    while not store.put(key, compressed(block, ratio, random)):
        key += 1
    return key * block * k
