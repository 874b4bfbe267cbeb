"""A row of the benchmark: a name, a value with its unit, and the budget that it must keep."""

from typing import Any

Row = dict[str, Any]


def at_most(name: str, value: float, unit: str, budget: float) -> Row:
    """A value that must not exceed its budget."""
    return {"name": name, "value": value, "unit": unit, "budget": budget, "ok": value <= budget}


def at_least(name: str, value: float, unit: str, budget: float) -> Row:
    """A value that must reach its budget."""
    return {"name": name, "value": value, "unit": unit, "budget": budget, "ok": value >= budget}


def told(name: str, value: float, unit: str) -> Row:
    """A value without a budget: a peer, or a size that is good to know."""
    return {"name": name, "value": value, "unit": unit, "budget": None, "ok": True}
