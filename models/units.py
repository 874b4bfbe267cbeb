"""Units as plain factors: multiply to convert to SI, divide to convert from it. The models use
seconds, bytes and turns per second."""

import math
import re

ns, us, ms, s, minute, hour, day = 1e-9, 1e-6, 1e-3, 1.0, 60.0, 3600.0, 86400.0
B, KB, MB, GB, TB = 1, 10**3, 10**6, 10**9, 10**12
KiB, MiB, GiB, TiB = 2**10, 2**20, 2**30, 2**40
sector = 512
Hz, kHz, MHz, GHz = 1.0, 1e3, 1e6, 1e9
rpm = 1 / 60
percent = 0.01

NOT_A_NUMBER = "expected a number with an optional unit (8KiB, 0.3ms, 7200rpm)"
NOT_FINITE = "expected a finite number"

FACTORS = {
    "": 1.0, "ns": ns, "us": us, "µs": us, "ms": ms, "s": s, "min": minute, "h": hour, "d": day,
    "B": B, "KB": KB, "kB": KB, "MB": MB, "GB": GB, "TB": TB, "KiB": KiB, "MiB": MiB, "GiB": GiB, "TiB": TiB,
    "B/s": B, "KB/s": KB, "MB/s": MB, "GB/s": GB, "KiB/s": KiB, "MiB/s": MiB, "GiB/s": GiB,
    "Hz": Hz, "kHz": kHz, "MHz": MHz, "GHz": GHz, "1/s": 1.0, "rpm": rpm, "%": percent, "turn": 1.0,
}  # fmt: skip
"""The factor of each unit that can be written after a number."""

DIMENSIONS = {
    "time": ("ns", "us", "µs", "ms", "s", "min", "h", "d"),
    "bytes": ("B", "KB", "kB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB"),
    "bytes a second": ("B/s", "KB/s", "MB/s", "GB/s", "KiB/s", "MiB/s", "GiB/s"),
    "rate": ("Hz", "kHz", "MHz", "GHz", "1/s", "rpm"),
    "share": ("%",), "turns": ("turn",), "number": ("",),
}  # fmt: skip
"""The units of each dimension."""


def dimension(unit: str) -> str:
    """Return the dimension of a known unit, one of `DIMENSIONS`."""
    return next(name for name, units in DIMENSIONS.items() if unit in units)


def alike(unit: str) -> dict[str, float]:
    """Return the factors of all units of the same dimension: for MB {"B": 1.0, "KB": 1000.0, ...}.
    The dictionary is empty for a plain number."""
    return {name: float(FACTORS[name]) for name in DIMENSIONS[dimension(unit)] if name}


def unit_of(text: str) -> str:
    """Return the unit in a text such as "8KiB", or "" if there is none."""
    return re.sub(r"^\s*[-+]?[\d_.]*(?:[eE][-+]?\d+)?", "", text).strip()


def factor(unit: str) -> float:
    """Return the SI value of one `unit`. Raise ValueError if the unit is not in `FACTORS`."""
    if unit not in FACTORS:
        raise ValueError(f"unknown unit '{unit}'; known: {' '.join(u for u in FACTORS if u)}")
    return FACTORS[unit]


def quantity(text: str) -> float:
    """Return the SI value of a number with an optional unit, such as `8KiB`, `0.3ms` or `12`. Raise
    ValueError if the text has no finite number or an unknown unit."""
    match = re.fullmatch(
        r"\s*([-+]?[0-9_.]+(?:[eE][-+]?[0-9]+)?|[-+]?inf|nan)\s*([A-Za-zµ%/1]*)\s*", text
    )
    if not match:
        raise ValueError(f"{NOT_A_NUMBER}, got '{text:.40}'")
    try:
        value = float(match[1])
    except ValueError:
        raise ValueError(f"{NOT_A_NUMBER}, got '{text:.40}'") from None
    if not math.isfinite(value):
        raise ValueError(f"{NOT_FINITE}, got '{text:.40}'")
    value *= factor(match[2])
    if not math.isfinite(value):
        raise ValueError(f"{NOT_FINITE}, got '{text:.40}'")
    return value


def times(value: float, unit: str) -> float:
    """Return the SI value of `value` in `unit`. Raise ValueError for an unknown unit."""
    return value * factor(unit)


def time(seconds: float) -> str:
    """Return a duration (s) in a suitable unit: 8.42 ms, 99 µs, 2.5 s."""
    if not seconds:
        return "0 s"
    for unit, size in (("d", day), ("h", hour), ("min", minute)):
        if seconds >= 2 * size:
            return f"{seconds / size:.3g} {unit}"
    if seconds >= 0.9995:
        return f"{seconds:.3g} s"
    if seconds >= 0.9995e-3:
        return f"{seconds / ms:.3g} ms"
    return f"{seconds / us:.3g} µs"
