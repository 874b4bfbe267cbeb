"""Random givens of a variant, drawn again until they distinguish right answers from wrong ones."""

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

Thing = TypeVar("Thing")
MOST = 100


class Chance(random.Random):
    """The random generator of a variant. In variant 1, which the page prints, `one_of` returns the
    first item, so that the author chooses it."""

    def __init__(self, variant: int) -> None:
        super().__init__(f"{variant} case")
        self._prints = variant == 1

    def one_of(self, things: Sequence[Thing]) -> Thing:
        """Return one of the things: the first in variant 1, else a random one."""
        drawn = self.choice(things)
        return things[0] if self._prints else drawn


def until_sound(draw: Callable[[], Thing], sound: Callable[[Thing], bool]) -> Thing:
    """Draw until `sound` accepts, and return the accepted thing. Raise ValueError after `MOST` draws."""
    for _ in range(MOST):
        thing = draw()
        if sound(thing):
            return thing
    raise ValueError(f"{MOST} draws failed sound(); is the condition too strict?")
