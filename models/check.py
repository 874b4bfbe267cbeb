"""Says in one line what is wrong with a number."""
from math import isfinite


def positive(owner: object, *names: str) -> None:
    """Raise ValueError unless each of these fields of `owner` is above 0 (infinity is: a cable may take no time)."""
    for name in names:
        value = getattr(owner, name)
        if not value > 0:
            raise ValueError(f"{name} must be above 0, got {value:g}")


def at_least_zero(owner: object, *names: str) -> None:
    """Raise ValueError unless each of these fields of `owner` is a finite number, 0 or more."""
    for name in names:
        value = getattr(owner, name)
        if not (isfinite(value) and value >= 0):
            raise ValueError(f"{name} must be 0 or more, got {value:g}")
