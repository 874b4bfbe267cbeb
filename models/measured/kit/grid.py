"""Tables whose rows come at each interval: numbers by column, and texts that are each read once."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence
from itertools import compress
from math import fsum, isnan, nan

from models.measured.kit.measured import SHOWN, Measured

MOST_KEPT = 100_000
"""Texts of which the number is remembered."""
MOST = 1e20
"""No 64-bit counter reaches this number."""


class Numbers(dict[str, float]):
    """Numbers by their text. read(text): the number, or nan for none; it raises ValueError, saying what was expected.
    divisor: what a text of digits alone is divided by, None if such a text is no number; most: numbers are below it."""

    def __init__(
        self, read: Callable[[str], float], divisor: float | None = 1.0, most: float = MOST
    ) -> None:
        super().__init__()
        self.read, self.divisor, self.most = read, divisor, most

    def __missing__(self, text: str) -> float:
        """Return the number of a text that is new."""
        number = self.read(text)
        if number >= self.most:
            raise ValueError(f"a number below {self.most:g}, got {text[:30]!r}")
        if len(self) < MOST_KEPT:
            self[text] = number
        return number

    def column(self, cells: Sequence[str]) -> list[float]:
        """Return the numbers of one or more texts. Raise ValueError if one is none."""
        digits = "".join(cells)
        if self.divisor and digits.isdigit() and digits.isascii():
            numbers = list(map(float, cells))
            if max(numbers) < self.most:
                return (
                    numbers if self.divisor == 1 else [number / self.divisor for number in numbers]
                )
        return list(map(self.__getitem__, cells))


def scaled(
    base: float, pattern: str, letters: str = "KMGTPEZ", most: float = MOST, none: str = ""
) -> Numbers:
    """Return a reader of numbers with a letter for a power of a base, such as 1.37K. pattern: of the number before the
    letter, which may have a decimal comma if that allows it. none: the text that stands for no number."""
    whole = re.compile(rf"({pattern})([{letters}]?)", re.ASCII)
    powers = {letter: base**power for power, letter in enumerate(letters, 1)}

    def read(text: str) -> float:
        """Return the number."""
        if text and text == none:
            return nan
        if not (match := whole.fullmatch(text)):
            raise ValueError(f"a number such as 1.37K, got {text[:30]!r}")
        return float(match[1].replace(",", ".")) * powers.get(match[2], 1.0)

    return Numbers(read, most=most)


class Grid:
    """Rows of one thing, such as a disk: a name and a number in each column. at: which report each row is of.

    held, held_at: rows, and their reports, that are read at the next `flush`."""

    def __init__(self, readers: Sequence[Numbers]) -> None:
        self.readers = readers
        self.columns = [array("d") for _ in readers]
        self.at = array("l")
        self.held, self.held_at = list[list[str]](), list[int]()

    def flush(self, found: Measured, rows: Sequence[list[str]], first: int) -> None:
        """Read the rows that are held; one that cannot be read is left out. rows: those of a block that begins with
        line `first`."""
        if not self.held:
            return
        held, at = self.held, self.held_at
        try:
            made = numbers_of(self.readers, held, 1)
        except ValueError:
            good = [is_good(self.readers, row, 1, found, rows, first) for row in held]
            held, at = list(compress(held, good)), list(compress(at, good))
            made = numbers_of(self.readers, held, 1)
        self.at.extend(at)
        for column, new in zip(self.columns, made, strict=False):
            column.extend(array("d", new))
        self.held.clear()
        self.held_at.clear()

    def mean(self, place: int, chosen: Sequence[bool], weights: int | None = None) -> float | None:
        """Return the mean of a column over the chosen rows that have a number, weighted by another column; None if none
        has one."""
        cells = list(compress(self.columns[place], chosen))
        many = [1.0] * len(cells)
        if weights is not None:
            many = list(compress(self.columns[weights], chosen))
        if isnan(fsum(cells)):
            has = [not isnan(cell) for cell in cells]
            cells, many = list(compress(cells, has)), list(compress(many, has))
        if weights is not None and len(cells) > 1 and (total := fsum(many)):
            return fsum(cell * each for cell, each in zip(cells, many, strict=True)) / total
        return fsum(cells) / len(cells) if cells else None


def numbers_of(
    readers: Sequence[Numbers], rows: Sequence[list[str]], start: int
) -> list[list[float]]:
    """Return the numbers of rows by column, from the column `start` on. Raise ValueError if a cell is none."""
    columns = list(zip(*rows, strict=False))[start:]
    return [reader.column(cells) for reader, cells in zip(readers, columns, strict=False)]


def is_good(
    readers: Sequence[Numbers],
    row: list[str],
    start: int,
    found: Measured,
    rows: Sequence[list[str]],
    first: int,
) -> bool:
    """Return whether a row, one of `rows`, can be read from the column `start` on; else leave it out."""
    try:
        for reader, cell in zip(readers, row[start:], strict=False):
            reader.column([cell])
    except ValueError as error:
        number = 0
        if found.left_count < SHOWN:
            number = next((n for n, one in enumerate(rows, first) if one is row), first)
        found.leave(number, f"a row must have {error}")
        return False
    return True
