"""Which block a read asks for, where some are asked for more often than others."""

from bisect import bisect
from collections.abc import Callable
from itertools import accumulate
from random import Random

MANY = 100_000
"""Blocks whose chances are added up one by one; of more it would take long."""


def zipf(blocks: int, skew: float, random: Random) -> Callable[[], int]:
    """Draws one of `blocks`: block n (from 0) with a chance in proportion to (n + 1) ** -skew; skew
    0: each equally often.

    Of more than `MANY` the chances are those of a curve through them, within a third for the first
    block and closer behind.
    """
    drawn = random.random
    if not skew:
        return lambda: int(drawn() * blocks)
    if blocks > MANY:
        top = blocks + 1.0
        if skew == 1:
            return lambda: min(blocks, int(top ** drawn())) - 1
        power, span = 1 / (1 - skew), top ** (1 - skew) - 1
        return lambda: min(blocks, int((1 + span * drawn()) ** power)) - 1
    edges = list(accumulate((n + 1) ** -skew for n in range(blocks)))
    total = edges[-1]
    return lambda: bisect(edges, drawn() * total)


def working_set(blocks: int, data: int, rest: float, random: Random) -> Callable[[], int]:
    """Draws one of the first `blocks`, each equally often, or with the chance `rest` (0-1) any of
    the `data` blocks."""
    drawn = random.random
    return lambda: int(drawn() * (data if drawn() < rest else blocks))
