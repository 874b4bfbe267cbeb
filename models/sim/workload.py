"""Access patterns: the offsets of a program's I/Os."""

from collections.abc import Iterator
from random import Random


def sequential(size: int, start: int = 0) -> Iterator[int]:
    """Yield the offsets (bytes) of consecutive requests of `size` bytes, from `start` on."""
    offset = start
    while True:
        yield offset
        offset += size


def uniform(size: int, span: int, random: Random) -> Iterator[int]:
    """Yield uniformly random offsets (bytes) within `span` bytes, each a multiple of `size`. Raise
    ValueError if the span is shorter than `size`."""
    places = span // size
    if places < 1:
        raise ValueError(f"span must hold at least one request of {size} bytes, got {span}")
    while True:
        yield int(random.random() * places) * size
