"""How a variant draws: its own source of chance, and drawing anew what does not tell a right answer
from a wrong one."""

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

Thing = TypeVar("Thing")
MOST = 100


class Chance(random.Random):
    """A variant's own source of chance. What the page prints, variant 1, has the first of
    everything that is listed for `one_of`, so that an author chooses it."""

    def __init__(self, variant: int) -> None:
        super().__init__(f"{variant} case")
        self._prints = variant == 1

    def one_of(self, things: Sequence[Thing]) -> Thing:
        """One of a few things: in variant 1 the first, else any."""
        drawn = self.choice(things)
        return things[0] if self._prints else drawn


def until_sound(draw: Callable[[], Thing], sound: Callable[[Thing], bool]) -> Thing:
    """The first sound thing of those that `draw` gives, one after the other from the same source of
    chance, so that one that is sound at once stays as it is. Raises ValueError where so many are
    not that the condition is at fault."""
    for _ in range(MOST):
        thing = draw()
        if sound(thing):
            return thing
    raise ValueError(f"none of {MOST} draws is sound: is what is asked of them too much?")
