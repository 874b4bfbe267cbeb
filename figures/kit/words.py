"""Numbers as text, for sentences and tables."""

from math import floor, log10

from models.units import time as time


def count(value: float) -> str:
    """Return a rate or a count with few digits: 118, 10,069, 6.3."""
    return f"{value:,.0f}" if value >= 20 else f"{value:.3g}"


def in_table(value: float, digits: int) -> str:
    """Return a number for a table, with `digits` decimals but at most four significant digits:
    1,337, 113.1, 0.25."""
    whole = floor(log10(abs(value))) + 1 if value else 4
    return f"{value:,.{min(digits, max(0, 4 - whole))}f}".replace("-", "\N{MINUS SIGN}")


def rate(bytes_a_second: float) -> str:
    """Return a throughput (bytes/s) as text in binary units: 512 KiB/s, 1.5 MiB/s, 2 GiB/s."""
    if bytes_a_second >= 999.5 * 2**20:
        return f"{bytes_a_second / 2**30:.3g} GiB/s"
    if bytes_a_second >= 2**20:
        return f"{bytes_a_second / 2**20:.3g} MiB/s"
    return f"{bytes_a_second / 2**10:.0f} KiB/s"


def size(n: float) -> str:
    """Return a number of bytes in binary units: 8 KiB, 1 MiB, 512 B."""
    for unit, factor in (("TiB", 2**40), ("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if n >= factor:
            return f"{n / factor:.4g} {unit}"
    return f"{n:.4g} B"


def about(n: float) -> str:
    """Return a number of bytes with about three digits: 611 MiB, 39.1 MiB, 5.2 GiB."""
    for unit, factor in (("TiB", 2**40), ("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if n >= 0.9995 * factor:
            return f"{n / factor:{'.0f' if n >= 99.95 * factor else '.3g'}} {unit}"
    return f"{n:.0f} B"
