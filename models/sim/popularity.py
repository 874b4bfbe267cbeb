"""Which block a read asks for, if some are more popular than others."""

from bisect import bisect
from collections.abc import Callable
from itertools import accumulate
from random import Random

EXACT_BLOCKS = 100_000
"""Largest number of blocks whose probabilities are summed one by one."""


def zipf(blocks: int, skew: float, random: Random) -> Callable[[], int]:
    """Return a function that draws one of `blocks`: block n (from 0) with a probability
    proportional to (n + 1) ** -skew. Skew 0 means all blocks are equally likely.

    Above `EXACT_BLOCKS` a continuous curve replaces the sum. It is within a third of the exact
    probability for the first block and closer for the others.
    """
    drawn = random.random
    if not skew:
        return lambda: int(drawn() * blocks)
    if blocks > EXACT_BLOCKS:
        top = blocks + 1.0
        if skew == 1:
            return lambda: min(blocks, int(top ** drawn())) - 1
        power, span = 1 / (1 - skew), top ** (1 - skew) - 1
        return lambda: min(blocks, int((1 + span * drawn()) ** power)) - 1
    edges = list(accumulate((n + 1) ** -skew for n in range(blocks)))
    total = edges[-1]
    return lambda: bisect(edges, drawn() * total)


def working_set(blocks: int, data: int, rest: float, random: Random) -> Callable[[], int]:
    """Return a function that draws one of the first `blocks` with equal probability, or, with
    probability `rest` (0-1), any of `data` blocks."""
    drawn = random.random
    return lambda: int(drawn() * (data if drawn() < rest else blocks))
