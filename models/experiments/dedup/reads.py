"""Reads of data that is there several times over: with dedup the copies are one block, and one buffer in memory.

Simulated read by read, with as many blocks for each byte as suits a quick run: what counts is how much of the data the
memory holds, not how many blocks that are.
"""
from random import Random
from typing import NamedTuple

from models.zfs.arc.replacement import Lru


class Reads(NamedTuple):
    """disk: share of reads that come from disk; latency: seconds of a read on average."""

    disk: float
    latency: float


def missed(different: int, room: int, copies: int, one_buffer: bool, count: int, random: Random) -> float:
    """The share of `count` reads, anywhere in `copies` copies of `different` blocks, that memory for `room` blocks lacks.

    one_buffer: whether copies are one block to the cache. Counted once the cache has seen as many reads before.
    """
    cache, misses, whole = Lru(room), 0, different * copies
    for n in range(2 * count):
        block = int(random.random() * whole)
        hit = cache.access(block % different if one_buffer else block)
        misses += n >= count and not hit
    return misses / count


def reads(data: float, memory: float, copies: float, *, disk: float, copy: float, check: float = 0.0, dedup: bool = True,
          count: int = 1500, room: int = 300, seed: int = 1) -> Reads:
    """Reads anywhere in `data` bytes as programs count them, each of which is there `copies` times, with `memory` bytes
    for them. disk: seconds of a disk read, after which its checksum takes `check`; copy: seconds of a read from memory."""
    times = max(1, round(copies))
    different = max(1, round(room * data / memory / times))
    share = missed(different, room, times, dedup, count, Random(seed))
    return Reads(share, copy + share * (disk + check))
