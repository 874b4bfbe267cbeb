"""A constant of the catalogue, with its unit and its source."""

from dataclasses import dataclass

NONE = "not published"
"""How the source of a constant begins that nobody published: the value is a plausible one."""
BASES = ("datasheet", "seed", "physics", "fitted")


@dataclass(frozen=True)
class Constant:
    """A number that describes a machine, or the name of a rule, with its source."""

    value: float | str  # in SI units
    unit: str  # the unit that tables show it in (models.units)
    basis: str  # one of BASES
    source: str
    targets: tuple[str, ...] = ()  # ids of the published numbers that it was calibrated with


def datasheet(value: float | str, unit: str, source: str) -> Constant:
    """Return a constant that a data sheet, a manual or source code states."""
    return Constant(value, unit, "datasheet", source)


def seed(value: float, unit: str, source: str, *targets: str) -> Constant:
    """Return a constant read off published numbers, `targets`."""
    return Constant(value, unit, "seed", source, targets)


def physics(value: float | str, unit: str, source: str) -> Constant:
    """Return a constant that follows from how the part works, or that is a plausible assumption."""
    return Constant(value, unit, "physics", source)


def fitted(value: float, unit: str, source: str, *targets: str) -> Constant:
    """Return a constant chosen so that the model gives the published numbers `targets`."""
    return Constant(value, unit, "fitted", source, targets)
