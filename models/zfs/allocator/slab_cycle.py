"""A pool under random overwrites, on paper: slabs are filled in turn, and empty while the others have theirs.

Every block is as likely as any other to be overwritten, so of what a full slab holds the same share dies in each stretch of
time: the used share falls as exp(-t), with t in overwrites of the whole contents. When it has come down to `least` the slab
is filled again. So the mean over all slabs, which is how full the pool is, is (1 - least) / ln(1 / least). Others have used
this for file systems that write logs and for flash, where the same happens (Robinson 1996).

The free places of a slab of which a share `least` is used lie in runs of 1 / least blocks on average.
"""
from collections.abc import Callable
from typing import NamedTuple

STEPS = 1000
"""Into how many steps an overwrite of the whole contents is cut: the exponential is a product, without a logarithm."""
LONGEST = 12
"""Overwrites of the whole contents after which a slab counts as empty."""


class Cycle(NamedTuple):
    """`fill`: the used share of the pool; `least`: that of a slab when it is taken up; `turns`: overwrites of the whole
    contents from one time to the next."""

    fill: float
    least: float
    turns: float

    @property
    def run(self) -> float:
        """Blocks in a free run of a slab that is taken up (mean)."""
        return 1 / self.least

    def packed(self, switch: float) -> float:
        """The share of all blocks that are placed when their slab is fuller than `switch`."""
        return min(1.0, (1 - switch) / (1 - self.least))


def filled_from(least: float) -> Cycle:
    """Slabs are taken up when a share `least` of them is used, above 0 and below 1."""
    return last(lambda cycle: cycle.least > least)


def full_to(fill: float) -> Cycle:
    """The pool's used share is `fill`, above 0.1 and below 1, and all of its slabs take part."""
    return last(lambda cycle: cycle.fill > fill)


def last(goes_on: Callable[[Cycle], bool]) -> Cycle:
    """Let slabs wait longer and longer, while `goes_on(cycle)`."""
    used, step = 1.0, 1 / STEPS
    for n in range(1, LONGEST * STEPS):
        used *= 1 - step
        cycle = Cycle((1 - used) / (n * step), used, n * step)
        if not goes_on(cycle):
            break
    return cycle


def least_for(bonus: float) -> float:
    """How full a used slab may be, at most, to be taken rather than an empty one, if its weight is multiplied by `bonus`
    (1 or more) and both lie at the same place."""
    return 1 - 1 / bonus
