"""Where a program's next I/O goes."""

from collections.abc import Iterator
from random import Random


def sequential(size: int, start: int = 0) -> Iterator[int]:
    """Yield the offsets (bytes) of consecutive requests of `size` bytes."""
    offset = start
    while True:
        yield offset
        offset += size


def uniform(size: int, span: int, random: Random) -> Iterator[int]:
    """Yield uniformly random offsets (bytes) within `span` bytes, aligned to `size`. Raise
    ValueError if the span does not hold one request."""
    places = span // size
    if places < 1:
        raise ValueError(f"span must hold at least one request of {size} bytes, got {span}")
    while True:
        yield int(random.random() * places) * size
