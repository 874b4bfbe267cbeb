"""The root of a falling function."""

from collections.abc import Callable

STEPS, CLOSE = 60, 1e-12


def root(
    of: Callable[[float], float], low: float, high: float, at_low: float, at_high: float
) -> float:
    """Return where the falling function `of` is 0 between `low` and `high`, or `high` if it is
    still not negative there.

    `at_low` and `at_high` are its values at the two ends. The method is false position with the
    Illinois modification: an end that stays put gets half the weight.
    """
    x, side = high, 0
    for _ in range(STEPS):
        if at_high >= 0:
            return high
        x = (low * at_high - high * at_low) / (at_high - at_low)
        y = of(x)
        if abs(y) <= CLOSE * x:
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
