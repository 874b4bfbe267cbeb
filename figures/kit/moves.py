"""Moves in a film: how far something has come on its way, and the times of the frames."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import fsum


def eased(t: float, since: float, lasts: float) -> float:
    """Return the share (0-1) of a way that was begun `since` and `lasts` so long."""
    share = min(1.0, max(0.0, (t - since) / lasts))
    return share * share * (3 - 2 * share)


def along(corners: Sequence[tuple[float, float]], share: float) -> tuple[float, float]:
    """Return the point at this share (0-1) of the way past these corners."""
    legs = [(a, b, abs(b[0] - a[0]) + abs(b[1] - a[1])) for a, b in pairwise(corners)]
    left = share * fsum(length for *_, length in legs)
    for a, b, length in legs:
        if left <= length:
            part = left / length if length else 1.0
            return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])
        left -= length
    return corners[-1]


def moments(span: float, frames: int) -> Iterator[float]:
    """Yield the times (s) of the frames."""
    for number in range(frames):
        yield round(span * number / (frames - 1), 9)
