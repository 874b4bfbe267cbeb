"""Where a constant comes from, kept beside the constant."""

from collections.abc import Mapping
from dataclasses import dataclass

BASES = ("datasheet", "seed", "physics", "fitted")


@dataclass(frozen=True)
class Constant:
    """A number of a machine, or the name of a rule."""

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


def physics(value: float, unit: str, source: str) -> Constant:
    """Return a constant that follows from how the part works, or a plausible assumption."""
    return Constant(value, unit, "physics", source)


def fitted(value: float, unit: str, source: str, *targets: str) -> Constant:
    """Return a constant chosen so that the model gives the published numbers `targets`."""
    return Constant(value, unit, "fitted", source, targets)


def by_part(parts: Mapping[str, Mapping[str, Constant]]) -> dict[str, Constant]:
    """Return the constants of a machine by dotted name, such as "pool.disks.speed".

    A key of `parts` is a part of `models.machine.Order`, or a heading of the catalogue's own."""
    return {
        f"{part}.{name}": constant
        for part, constants in parts.items()
        for name, constant in constants.items()
    }
