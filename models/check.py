"""Checks of settings. An error is one line: the setting's name, the allowed values, and the value
given."""

import sys
from collections.abc import Callable, Iterable, Mapping
from math import inf, prod
from random import Random
from typing import TypeVar

from models.units import GiB, KiB, MiB

T = TypeVar("T")
MANY = 10_000
"""Largest number of disks, threads and the like. A larger one is probably a typo; the run would not finish."""
LARGEST, MOST_BLOCKS, MOST_ASKING = 1 * GiB, 65_536, 50_000
"""Largest request (bytes), blocks per request, and requests in flight. Larger values are probably typos."""
FINITE = sys.float_info.max
"""Largest finite float. A larger int cannot be used in calculations."""


def shown(value: object, exact: bool = False) -> str:
    """Return a value as a text of at most 40 characters in one line. `exact` writes a float with
    all its digits."""
    if isinstance(value, float) and not exact:
        text = f"{value:g}"
    elif not isinstance(value, int) or isinstance(value, bool):
        text = " ".join(repr(value).split())
    elif abs(value) < 10**15:
        text = str(value)
    else:
        text = f"{value:.3e}" if abs(value) < 10**300 else "a very large number"
    return text if len(text) <= 40 else f"{text[:37]}..."


def a_number(
    name: str,
    value: object,
    least: float = -inf,
    most: float = inf,
    *,
    above: float = -inf,
    below: float = inf,
    whole: bool = False,
    infinite: bool = False,
    unit: str = "",
) -> None:
    """Raise ValueError unless `value` is a number within these limits. `whole` requires an int,
    `infinite` allows inf, and `unit` is written after each limit."""
    fault, free = "", least == above == -inf and most == below == inf
    if isinstance(value, bool) or not isinstance(value, int | float):
        fault = "a whole number" if whole else "a number"
    elif (abs(value) == inf and not (infinite and value > 0)) or (value != value and free):
        fault = "a finite number"
    elif whole and not isinstance(value, int) and value == value:
        fault = "a whole number"
    elif least <= value <= most and above < value and (value < below or below == inf):
        if whole or abs(value) <= FINITE or abs(value) == inf:
            return
        fault = "a finite number"
    right = limits(least, most, above, below, f" {unit}" if unit else "")
    raise ValueError(
        f"{name} must be {', '.join(filter(None, (fault, right)))}, got {shown(value, whole)}"
    )


def limits(
    least: float,
    most: float,
    above: float,
    below: float,
    unit: str,
    write: Callable[[float], str] = shown,
) -> str:
    """Return the limits of a number in words, such as "above 0 s and below 1 s", or "" if there are
    none. write: returns a limit as text, without `unit`."""
    if least > -inf and most < inf:
        ends = (least, most) if isinstance(least + most, int) else (shown(least), shown(most))
        return f"{ends[0]}-{ends[1]}{unit}"
    low = f"above {write(above)}{unit}" if above > -inf else ""
    high = f"below {write(below)}{unit}" if below < inf else ""
    if least > -inf:
        low = f"{write(least)}{unit} or more"
    if most < inf:
        high = f"{write(most)}{unit} or less"
    return " and ".join(filter(None, (low, high)))


def positive(owner: object, *names: str, infinite: bool = False) -> None:
    """Raise ValueError unless each of these attributes of `owner` is a number above 0. `infinite`
    allows inf."""
    for name in names:
        a_number(name, getattr(owner, name), above=0, infinite=infinite)


def at_least_zero(owner: object, *names: str) -> None:
    """Raise ValueError unless each of these attributes of `owner` is a number of 0 or more."""
    for name in names:
        a_number(name, getattr(owner, name), 0)


def counted(least: int = 1, most: int = MANY, **values: object) -> None:
    """Raise ValueError unless each value is an int from `least` to `most`."""
    for name, value in values.items():
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            a_number(name, value, least, whole=True)
        a_number(name, value, least, most, whole=True)


def at_least(least: float, *, unit: str = "", **values: object) -> None:
    """Raise ValueError unless each value is a number of `least` or more."""
    for name, value in values.items():
        a_number(name, value, least, unit=unit)


def requested(size: int, record: int = 0) -> None:
    """Raise ValueError unless one request can have `size` bytes. `record` is the block size in
    bytes; 0 sets no limit on the number of blocks."""
    if isinstance(size, int) and not isinstance(size, bool) and size < 1:
        raise ValueError(f"size must be 1 byte or more, got {shown(size)}")
    a_number("size", size, 1, LARGEST, whole=True, unit="bytes")
    if record and size > MOST_BLOCKS * record:
        raise ValueError(
            f"size must be {MOST_BLOCKS:,} blocks or less, {MOST_BLOCKS * record} bytes with a recordsize of "
            f"{record}, got {size}"
        )


def asking(**values: int) -> None:
    """Raise ValueError unless each value is an int of 1 or more and their product, the number of
    requests in flight, at most `MOST_ASKING`."""
    counted(**values)
    if prod(values.values()) > MOST_ASKING:
        raise ValueError(
            f"{' x '.join(values)} must be {MOST_ASKING:,} or less, got {' x '.join(map(str, values.values()))}"
        )


def check_recordsize(size: float, lun: bool = False) -> int:
    """Return `size` (bytes). Raise ValueError unless it is a power of two from 512 bytes to 1 MiB,
    or to 128 KiB for a LUN."""
    name, most, most_text = (
        ("volblocksize", 128 * KiB, "128 KiB") if lun else ("recordsize", MiB, "1 MiB")
    )
    right = f"{name} must be a power of two from 512 bytes to {most_text}"
    if isinstance(size, bool) or not isinstance(size, int | float) or not 512 <= size <= most:
        larger = isinstance(size, int) and MiB < size <= 16 * MiB and not lun
        also = "; larger ones of OpenZFS, 2 to 16 MiB, are not modelled" if larger else ""
        raise ValueError(f"{right}, got {shown(size)}{also}")
    below = 1 << int(size).bit_length() - 1
    if size != below:
        raise ValueError(f"{right}, got {size}; the nearest are {below} and {2 * below}")
    return below


def switched(**values: object) -> None:
    """Raise ValueError unless each value is True or False."""
    for name, value in values.items():
        if not isinstance(value, bool):
            raise ValueError(f"{name} must be True or False, got {shown(value)}")


def one_of(name: str, value: object, allowed: Iterable[str]) -> None:
    """Raise ValueError unless `value` is one of the `allowed` words."""
    words = list(allowed)
    if value not in words:
        raise ValueError(f"{name} must be one of {', '.join(words)}, got {shown(value)}")


def seeded(seed: int) -> Random:
    """Return a random generator with this seed. Raise ValueError unless the seed is an int."""
    a_number("seed", seed, whole=True)
    return Random(seed)


def constants(known: dict[str, T], overrides: Mapping[str, T]) -> dict[str, T]:
    """Return the constants of a machine with `overrides` applied. Raise ValueError if a name is not
    `known`, if a number is below 0, or if a value is not of the same type as the known one."""
    for name, value in overrides.items():
        if name not in known:
            raise ValueError(f"unknown constant '{name}'; known: {', '.join(known)}")
        if isinstance(known[name], str):
            if not isinstance(value, str):
                raise ValueError(
                    f"{name} must be a word such as '{known[name]}', got {shown(value)}"
                )
        else:
            a_number(name, value, 0)
    return {**known, **overrides}
