"""A pool under random overwrites, on paper: slabs are filled in turn, and empty while the others
have theirs.

Every block is as likely as any other to be overwritten, so of what a full slab holds the same share
dies in each stretch of time: the used share falls as exp(-t), with t in overwrites of the whole
contents. When it has come down to `least` the slab is filled again. So the mean over all slabs,
which is how full the pool is, is (1 - least) / ln(1 / least). Others have used this for file
systems that write logs and for flash, where the same happens (Robinson 1996).
"""

from functools import cache
from itertools import dropwhile
from typing import NamedTuple

STEPS, LONGEST = 1000, 12
"""Into how many steps an overwrite of the whole contents is cut (the exponential is a product, without a logarithm), and
after how many overwrites a slab counts as empty."""


class Cycle(NamedTuple):
    """`fill`: the used share of the pool; `least`: that of a slab when it is taken up; `turns`:
    overwrites of the whole contents from one time to the next."""

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


@cache
def cycles() -> list[Cycle]:
    """All of them, the longer the later."""
    used, made = 1.0, []
    for n in range(1, LONGEST * STEPS):
        used *= 1 - 1 / STEPS
        made.append(Cycle((1 - used) * STEPS / n, used, n / STEPS))
    return made


def filled_from(least: float) -> Cycle:
    """Slabs are taken up when a share `least` of them is used, above 0 and below 1."""
    return next(dropwhile(lambda cycle: cycle.least > least, cycles()))


def full_to(fill: float) -> Cycle:
    """The pool's used share is `fill`, above 0.1 and below 1, and all of its slabs take part."""
    return next(dropwhile(lambda cycle: cycle.fill > fill, cycles()))


def least_for(bonus: float) -> float:
    """How full a used slab may be, at most, to be taken rather than an empty one at the same place,
    if its weight is multiplied by `bonus` (1 or more)."""
    return 1 - 1 / bonus
