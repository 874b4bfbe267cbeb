"""Define the rows of the benchmarks: each has a name, a value with its unit, and a budget or
none."""

from typing import Any

Row = dict[str, Any]


def at_most(name: str, value: float, unit: str, budget: float) -> Row:
    """Return a row whose value must not exceed the budget."""
    return {"name": name, "value": value, "unit": unit, "budget": budget, "ok": value <= budget}


def at_least(name: str, value: float, unit: str, budget: float) -> Row:
    """Return a row whose value must reach the budget."""
    return {"name": name, "value": value, "unit": unit, "budget": budget, "ok": value >= budget}


def measured(name: str, value: float, unit: str) -> Row:
    """Return a row without a budget, for a size or for another library."""
    return {"name": name, "value": value, "unit": unit, "budget": None, "ok": True}
