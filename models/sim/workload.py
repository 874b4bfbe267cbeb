"""What programs ask for: where the next I/O goes."""

from collections.abc import Iterator
from random import Random


def sequential(size: int, start: int = 0) -> Iterator[int]:
    """Offsets (bytes) of one request after the other."""
    offset = start
    while True:
        yield offset
        offset += size


def uniform(size: int, span: int, random: Random) -> Iterator[int]:
    """Offsets (bytes), aligned to `size`, anywhere in `span` bytes with equal chance."""
    places = span // size
    if places < 1:
        raise ValueError(f"span must hold at least one request of {size} bytes, got {span}")
    while True:
        yield int(random.random() * places) * size
