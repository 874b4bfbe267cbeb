"""Closed form of a pool under random overwrites.

Slabs are filled in turn, and lose blocks while others are filled. Every block is equally likely to
be overwritten, so the used share of a full slab falls as exp(-t), with t in overwrites of the whole
contents. When it has fallen to `least` the slab is filled again. So the mean over all slabs, which
is the fill of the pool, is (1 - least) / ln(1 / least). The same model is used for log-structured
file systems and for flash (Robinson 1996).
"""

from functools import cache
from itertools import dropwhile
from typing import NamedTuple

STEPS, LONGEST = 1000, 12
"""Steps per overwrite of the whole contents (the exponential is a product, without a logarithm),
and overwrites after which a slab counts as empty."""


class Cycle(NamedTuple):
    """One cycle of a slab."""

    fill: float  # used share of the pool
    least: float  # used share of the slab when it is reused
    turns: float  # overwrites of the whole contents per cycle

    @property
    def run(self) -> float:
        """Return the mean length of a free run (blocks) of a slab that is reused."""
        return 1 / self.least

    def packed(self, switch: float) -> float:
        """Return the share of blocks that are placed when their slab is fuller than `switch`."""
        return min(1.0, (1 - switch) / (1 - self.least))


@cache
def cycles() -> list[Cycle]:
    """Return all cycles, from the shortest to the longest."""
    used, made = 1.0, []
    for n in range(1, LONGEST * STEPS):
        used *= 1 - 1 / STEPS
        made.append(Cycle((1 - used) * STEPS / n, used, n / STEPS))
    return made


def filled_from(least: float) -> Cycle:
    """Return the cycle in which slabs are reused at a used share of `least` (above 0, below 1)."""
    return next(dropwhile(lambda cycle: cycle.least > least, cycles()))


def full_to(fill: float) -> Cycle:
    """Return the cycle of a pool with a used share of `fill` (0.1-1) if all its slabs take part."""
    return next(dropwhile(lambda cycle: cycle.fill > fill, cycles()))


def least_for(bonus: float) -> float:
    """Return the highest used share at which a used slab is preferred to an empty one at the same
    place, if its weight is multiplied by `bonus` (1 or more)."""
    return 1 - 1 / bonus
