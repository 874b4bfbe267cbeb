"""Which block a read asks for, where some are asked for more often than others."""
from bisect import bisect
from collections.abc import Callable
from itertools import accumulate
from random import Random

from models.check import a_number

MANY = 10**7


def zipf(blocks: int, skew: float, random: Random) -> Callable[[], int]:
    """Draws one of `blocks`: block n (from 0) with a chance in proportion to (n + 1) ** -skew.

    skew 0: each equally often. Raises ValueError for no blocks, or a skew below 0.
    """
    a_number("blocks", blocks, 1, MANY, whole=True)
    a_number("skew", skew, 0, 10)
    drawn = random.random
    if not skew:
        return lambda: int(drawn() * blocks)
    edges = list(accumulate((n + 1) ** -skew for n in range(blocks)))
    total = edges[-1]
    return lambda: bisect(edges, drawn() * total)


def working_set(blocks: int, data: int, rest: float, random: Random) -> Callable[[], int]:
    """Draws one of the first `blocks`, each equally often, or with the chance `rest` (0-1) any of the `data` blocks.

    Raises ValueError for no blocks, fewer data than those, or a chance outside 0-1.
    """
    a_number("blocks", blocks, 1, MANY, whole=True)
    a_number("data", data, blocks, MANY, whole=True)
    a_number("rest", rest, 0, 1)
    drawn = random.random
    return lambda: int(drawn() * (data if drawn() < rest else blocks))
