"""Where a constant comes from, kept beside the constant."""
from dataclasses import dataclass

BASES = ("datasheet", "seed", "physics", "fitted")


@dataclass(frozen=True)
class Constant:
    """A number of a machine (or, for a rule, its name): `value` in SI; `unit` is how people write it (models.units).

    `basis` is datasheet, seed (read off a published number), physics, or fitted (chosen so that the model meets
    the published numbers in `targets`). A target named here is calibrated; every other is predicted.
    """

    value: float | str
    unit: str
    basis: str
    source: str
    targets: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.basis not in BASES:
            raise ValueError(f"basis must be one of {', '.join(BASES)}, got '{self.basis}'")
        if self.basis in ("seed", "fitted") and not self.targets:
            raise ValueError(f"a {self.basis} constant names the targets it was taken from, got none")
