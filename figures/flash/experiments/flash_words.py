"""Sizes of flash and memory in decimal units, as the sources write them."""

from models.units import GB, KB, MB, TB


def decimal(n: float) -> str:
    """Return bytes as text in decimal units: 300 GB, 30.7 TB."""
    for unit, factor in (("TB", TB), ("GB", GB), ("MB", MB), ("kB", KB)):
        if n >= 0.9995 * factor:
            return f"{n / factor:{'.0f' if n >= 99.95 * factor else '.3g'}} {unit}"
    return f"{n:.0f} B"
