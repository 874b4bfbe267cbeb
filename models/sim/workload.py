"""What programs ask for: where the next I/O goes."""
from collections.abc import Iterator
from random import Random

from models.check import a_number


def sequential(size: int, start: int = 0) -> Iterator[int]:
    """Offsets (bytes) of one request after the other."""
    a_number("size", size, 1, whole=True)
    a_number("start", start, 0, whole=True)
    offset = start
    while True:
        yield offset
        offset += size


def uniform(size: int, span: int, random: Random, start: int = 0) -> Iterator[int]:
    """Offsets (bytes), aligned to `size`, anywhere in `span` bytes with equal chance.

    Raises ValueError when the span holds no request.
    """
    a_number("size", size, 1, whole=True)
    a_number("span", span, 0)
    a_number("start", start, 0, whole=True)
    places = span // size
    if places < 1:
        raise ValueError(f"span must hold at least one request of {size} bytes, got {span}")
    while True:
        yield start + int(random.random() * places) * size
