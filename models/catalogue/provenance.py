"""Where a constant comes from, kept beside the constant."""

from collections.abc import Mapping
from dataclasses import dataclass

BASES = ("datasheet", "seed", "physics", "fitted")


@dataclass(frozen=True)
class Constant:
    """A number of a machine (or, for a rule, its name)."""

    value: float | str  # in SI
    unit: str  # how people write it (models.units)
    basis: (
        str  # datasheet, seed (read off a published number), physics, or fitted (to meet `targets`)
    )
    source: str
    targets: tuple[
        str, ...
    ] = ()  # published numbers; one that is named here is calibrated, every other is predicted


def by_part(parts: Mapping[str, Mapping[str, Constant]]) -> dict[str, Constant]:
    """Return the constants of a machine by dotted name: part, dot, name. A part's name is a part
    of `models.machine.Order`, or what else the constants belong to."""
    return {
        f"{part}.{name}": constant
        for part, constants in parts.items()
        for name, constant in constants.items()
    }
