"""Request sequences to compare caches with: popular blocks, a loop, or scans in between."""

from collections.abc import Iterator
from itertools import islice
from random import Random

from models.sim.popularity import zipf


def requests(
    kind: str,
    count: int,
    blocks: int,
    random: Random,
    *,
    skew: float = 0.9,
    scans: float = 0.3,
    scan: int = 250,
) -> list[int]:
    """Return the block number of each of `count` requests.

    popular: one of `blocks`, the n-th with a probability proportional to n to the power of -skew.
    loop: one after another, again and again. scans: popular blocks, and a share `scans` (0-1) of
    requests for `scan` consecutive blocks that are never requested otherwise.
    """
    if kind == "loop":
        return [n % blocks for n in range(count)]
    draw = zipf(blocks, skew, random)
    if kind == "popular" or not scans:
        return [draw() for _ in range(count)]

    def mixed() -> Iterator[int]:
        fresh, owed = blocks, 0.0
        while True:
            if scans < 1:
                yield draw()
                owed += scans / (1 - scans)
            else:
                owed += scan
            while owed >= scan:
                yield from range(fresh, fresh + scan)
                fresh, owed = fresh + scan, owed - scan

    return list(islice(mixed(), count))
