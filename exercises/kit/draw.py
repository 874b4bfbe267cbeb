"""Draw the random givens of a variant again until they distinguish right answers from wrong
ones."""

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")
MOST = 100  # draws before until_sound gives up


class Chance(random.Random):
    """The random generator of a variant. In variant 1, which the page shows first, `one_of` returns
    the first item, so the author chooses it."""

    def __init__(self, variant: int) -> None:
        super().__init__(f"{variant} case")
        self._prints = variant == 1

    def one_of(self, items: Sequence[Item]) -> Item:
        """Return the first item in variant 1, and a random item in other variants."""
        drawn = self.choice(items)
        return items[0] if self._prints else drawn


def until_sound(draw: Callable[[], Item], sound: Callable[[Item], bool]) -> Item:
    """Return the first item drawn that `sound` accepts. Raise ValueError if none of `MOST` draws is
    accepted."""
    for _ in range(MOST):
        item = draw()
        if sound(item):
            return item
    raise ValueError(f"{MOST} draws failed sound(); is the condition too strict?")
