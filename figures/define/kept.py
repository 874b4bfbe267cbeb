"""The model's numbers for published measurements, kept from the last `python -m figures practice --write`."""

import json
from importlib.resources import files

KEPT = "practice/kept.json"
"""Their file in the folder `figures`."""
DIGITS = 4


def short(number: float) -> float:
    """Return a number with four significant digits, as it is kept."""
    return float(f"{number:.{DIGITS}g}")


def kept() -> dict[str, float]:
    """Return the numbers by id: ROW, or ROW/KEY in a series."""
    found: dict[str, float] = json.loads((files("figures") / KEPT).read_text(encoding="utf-8"))
    return found
