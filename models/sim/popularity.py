"""Popularity distributions: functions that draw the block of the next read."""

from bisect import bisect
from collections.abc import Callable
from itertools import accumulate
from random import Random

EXACT_BLOCKS = 100_000
"""Largest number of blocks whose probabilities are summed one by one."""


def zipf(blocks: int, skew: float, random: Random) -> Callable[[], int]:
    """Return a function that draws a block number below `blocks`. The probability of block n is
    proportional to (n + 1) ** -skew; with skew 0 all blocks are equally likely.

    Above `EXACT_BLOCKS` blocks a continuous distribution replaces the sum. The probability of the
    first block then differs from the exact one by less than a third, and those of the other blocks
    by less than that.
    """
    draw = random.random
    if not skew:
        return lambda: int(draw() * blocks)
    if blocks > EXACT_BLOCKS:
        top = blocks + 1.0
        if skew == 1:
            return lambda: min(blocks, int(top ** draw())) - 1
        power, span = 1 / (1 - skew), top ** (1 - skew) - 1
        return lambda: min(blocks, int((1 + span * draw()) ** power)) - 1
    edges = list(accumulate((n + 1) ** -skew for n in range(blocks)))
    total = edges[-1]
    return lambda: bisect(edges, draw() * total)


def working_set(blocks: int, data: int, rest: float, random: Random) -> Callable[[], int]:
    """Return a function that draws one of the first `blocks` blocks or, with probability `rest`
    (0-1), one of all `data` blocks. Each block of a set is equally likely."""
    draw = random.random
    return lambda: int(draw() * (data if draw() < rest else blocks))
