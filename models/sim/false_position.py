"""The root of a falling function."""

from collections.abc import Callable

MOST_STEPS = 60
TOLERANCE = 1e-12
"""Largest value that counts as 0, relative to the root."""


def root(
    function: Callable[[float], float], low: float, high: float, at_low: float, at_high: float
) -> float:
    """Return where the falling `function` is 0 between `low` and `high`, or `high` if it is not yet
    negative there.

    `at_low` and `at_high` are its values at the two ends. The method is false position with the
    Illinois modification: the value at an end that does not move is halved.
    """
    x, side = high, 0
    for _ in range(MOST_STEPS):
        if at_high >= 0:
            return high
        x = (low * at_high - high * at_low) / (at_high - at_low)
        y = function(x)
        if abs(y) <= TOLERANCE * x:
            break
        if y > 0:
            low, at_low = x, y
            at_high = at_high / 2 if side > 0 else at_high
            side = 1
        else:
            high, at_high = x, y
            at_low = at_low / 2 if side < 0 else at_low
            side = -1
    return x
