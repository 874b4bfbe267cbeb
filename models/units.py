"""Units as plain factors: multiply on the way in, divide on the way out. Inside the models:
seconds, bytes, turns per second."""

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


DIMENSIONS = {
    "time": ("ns", "us", "µs", "ms", "s", "min", "h", "d"),
    "bytes": ("B", "KB", "kB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB"),
    "bytes a second": ("B/s", "KB/s", "MB/s", "GB/s", "KiB/s", "MiB/s", "GiB/s"),
    "rate": ("Hz", "kHz", "MHz", "GHz", "1/s", "rpm"),
    "share": ("%",), "turns": ("turn",), "number": ("",),
}  # fmt: skip


def dimension(unit: str) -> str:
    """Return what a unit measures: time, bytes, bytes a second, rate, share, turns or number."""
    return next(name for name, units in DIMENSIONS.items() if unit in units)


def alike(unit: str) -> dict[str, float]:
    """Return all units of the same dimension with their factors: MB -> {B: 1, KB: 1000, ...}.
    Return none for a plain number."""
    return {name: float(FACTORS[name]) for name in DIMENSIONS[dimension(unit)] if name}


def unit_of(text: str) -> str:
    """Return the unit after a number, or '' if there is none."""
    return re.sub(r"^[-+\d_.\s]*(?:[eE][-+]?\d+)?\s*", "", text).strip()


def factor(unit: str) -> float:
    """Return the SI value of one `unit`. Raise ValueError unless it is in `FACTORS`."""
    if unit not in FACTORS:
        raise ValueError(f"unknown unit '{unit}'; known: {' '.join(u for u in FACTORS if u)}")
    return FACTORS[unit]


def quantity(text: str) -> float:
    """Parse a number with an optional unit as SI: `8KiB`, `0.3ms`, `7200rpm`, `12`. Raise
    ValueError with a one-line message."""
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
    """Return `value` in `unit` as SI."""
    return value * factor(unit)
