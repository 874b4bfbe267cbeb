"""The values that a setting takes in a sweep: choices, or a range."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import floor, log
from typing import TypeAlias

Texts: TypeAlias = dict[str, str]
"""Values of settings as text, by dotted name."""


@dataclass(frozen=True)
class Choices:
    """Values that are listed. One may set several settings: pool=mirror:22."""

    name: str
    values: tuple[Texts, ...]

    @property
    def paths(self) -> list[str]:
        """Return the dotted names that the choices set."""
        return list(dict.fromkeys(path for one in self.values for path in one))

    def grid(self) -> Iterator[Texts]:
        """Yield each value."""
        yield from self.values

    def at(self, share: float) -> Texts:
        """Return the value at a share of the way (0 or more, below 1); each has an equal part."""
        return self.values[int(share * len(self.values))]

    def place(self, share: float) -> float:
        """Return where the value at a share lies, 0-1; equal values have the same place."""
        return (int(share * len(self.values)) + 0.5) / len(self.values)


@dataclass(frozen=True)
class Range:
    """The values from `low` to `high`, in equal steps or equal ratios."""

    path: str
    low: float  # SI units
    high: float
    ratios: bool = False  # whether equal ratios, and not equal steps, are equally likely
    whole: bool = False
    steps: int = 0  # values in a product

    @property
    def paths(self) -> list[str]:
        """Return the dotted name of the setting."""
        return [self.path]

    def grid(self) -> Iterator[Texts]:
        """Yield `steps` values with both ends, or fewer if those are not different whole numbers."""
        last = ""
        for step in range(self.steps):
            value = self._between(step / (self.steps - 1), self.low, self.high)
            text = number(round(value) if self.whole else value)
            if text != last:
                yield {self.path: text}
            last = text

    def at(self, share: float) -> Texts:
        """Return the value at a share of the way (0 or more, below 1). Each whole number of equal
        steps is equally likely."""
        if not self.whole:
            return {self.path: number(self._between(share, self.low, self.high))}
        value = floor(self._between(share, self.low, self.high + 1))
        return {self.path: number(min(value, int(self.high)))}

    def place(self, share: float) -> float:
        """Return where the value at a share lies, 0-1; equal values have the same place."""
        value = float(self.at(share)[self.path])
        if self.ratios:
            return log(value / self.low) / log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def _between(self, share: float, low: float, high: float) -> float:
        return float(low * (high / low) ** share if self.ratios else low + share * (high - low))


Axis: TypeAlias = Choices | Range


def number(value: float) -> str:
    """Return a number as text, with 12 digits: the last ones differ between mathematical libraries."""
    return str(value) if isinstance(value, int) else repr(float(f"{value:.12g}"))
