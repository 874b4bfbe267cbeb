"""Draws anew what does not tell a right answer from a wrong one, so that every variant does."""

from collections.abc import Callable
from typing import TypeVar

Thing = TypeVar("Thing")
MOST = 100


def until_sound(draw: Callable[[], Thing], sound: Callable[[Thing], bool]) -> Thing:
    """The first sound thing of those that `draw` gives, one after the other from the same source of chance, so that one
    that is sound at once stays as it is. Raises ValueError where so many are not that the condition is at fault."""
    for _ in range(MOST):
        thing = draw()
        if sound(thing):
            return thing
    raise ValueError(f"none of {MOST} draws is sound: is what is asked of them too much?")
