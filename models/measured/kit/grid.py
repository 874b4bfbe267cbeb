"""Tables whose rows come at each interval: numbers by column, and texts that are each read once."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence
from itertools import compress
from math import fsum, isnan, nan

from models.measured.kit.measured import Measured

MOST_KEPT = 100_000
"""Texts of which the number is remembered."""


class Numbers(dict[str, float]):
    """Numbers by their text. read(text): the number; nan for none; it raises ValueError, saying what was expected."""

    def __init__(self, read: Callable[[str], float]) -> None:
        super().__init__()
        self.read = read

    def __missing__(self, text: str) -> float:
        """Return the number of a text that is new."""
        number = self.read(text)
        if len(self) < MOST_KEPT:
            self[text] = number
        return number


def scaled(base: float, pattern: str, letters: str = "KMGTPEZ") -> Numbers:
    """Return a reader of numbers with a letter for a power of a base, such as 1.37K; - is none. pattern: of the number
    before the letter, a decimal comma being allowed if it has one."""
    whole = re.compile(rf"({pattern})([{letters}]?)", re.ASCII)
    powers = {letter: base**power for power, letter in enumerate(letters, 1)}

    def read(text: str) -> float:
        """Return the number."""
        if text == "-":
            return nan
        if not (match := whole.fullmatch(text)):
            raise ValueError(f"a number such as 1.37K, got {text[:30]!r}")
        return float(match[1].replace(",", ".")) * powers.get(match[2], 1.0)

    return Numbers(read)


class Grid:
    """Rows of one thing, such as a disk. readers: for each column, text -> number. at: which report each row is of."""

    def __init__(self, readers: Sequence[Numbers]) -> None:
        self.readers = [each.__getitem__ for each in readers]
        self.columns = [array("d") for _ in readers]
        self.at = array("l")
        self.held: list[tuple[int, int, Sequence[str]]] = []

    def add(self, at: int, number: int, cells: Sequence[str]) -> None:
        """Take a row of a report, which is read at the next `flush`. number: of its line."""
        self.held.append((at, number, cells))

    def flush(self, found: Measured) -> None:
        """Read the rows that are held. A row that cannot be read is left out."""
        held, self.held = self.held, []
        if not held:
            return
        try:
            made = self.made(held)
        except ValueError:
            held = [one for one in held if self.is_good(one, found)]
            made = self.made(held)
        self.at.extend(at for at, _, _ in held)
        for column, new in zip(self.columns, made, strict=False):
            column.extend(new)

    def made(self, held: Sequence[tuple[int, int, Sequence[str]]]) -> list[list[float]]:
        """Return the columns of rows. Raise ValueError if a cell is no number."""
        columns = zip(*(cells for _, _, cells in held), strict=True)
        return [
            list(map(read, column)) for read, column in zip(self.readers, columns, strict=False)
        ]

    def is_good(self, one: tuple[int, int, Sequence[str]], found: Measured) -> bool:
        """Return whether a row can be read; else leave it out."""
        try:
            self.made([one])
        except ValueError as error:
            found.leave(one[1], f"a row must have {error}")
            return False
        return True

    def mean(
        self, place: int, chosen: Sequence[bool], weights: Sequence[float] = ()
    ) -> float | None:
        """Return the mean of a column over the chosen rows that have a number, weighted if there are weights; None if
        none has one."""
        cells = list(compress(self.columns[place], chosen))
        if any(map(isnan, cells)):
            has = [not isnan(cell) for cell in cells]
            cells, weights = list(compress(cells, has)), list(compress(weights, has))
        if weights and (total := fsum(w for w in weights if w > 0)):
            pairs = zip(cells, weights, strict=True)
            return fsum(cell * weight for cell, weight in pairs if weight > 0) / total
        return fsum(cells) / len(cells) if cells else None
