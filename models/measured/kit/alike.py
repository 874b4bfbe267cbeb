"""Documents of JSON that have the same structure, as thousands in a file do: a page compares each with one that it read
whole, and keeps only the numbers that are wanted. Without a page documents are read one by one."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

NUMBER, LONG, TEXT, COUNTS, SAME, ANY = "number", "long", "text", "counts", "same", "any"
"""What is done with the values of a key: kept as a number; as a whole number of 64 bits, a point in it left out; as a text;
as the sum of counts by whole numbers. What is the SAME belongs to the structure, as do all texts of other keys; other
numbers, and what is ANY, may be anything. The key "" stands for numbers of all other keys."""
NEAR = 200
"""Characters before a document that are looked at."""
Kinds = Mapping[str, str]


class Sheet(NamedTuple):
    """Documents of one structure. places: the first one, with the number of its column, from 1, in the place of a value
    that is kept, and None for one that may be anything. numbers: row by row. texts: those of a row in turn. counts: by
    column, whole numbers and how many there are of each in all documents."""

    places: Any
    rows: int
    width: int
    numbers: array[float]
    texts: list[str]
    counts: dict[int, tuple[list[int], list[int]]]

    def column(self, place: int) -> array[float]:
        """Return a column."""
        return self.numbers[place - 1 :: self.width]

    def longs(self, place: int) -> array[int]:
        """Return a column of whole numbers, which stand in the places of floats."""
        found = array("q")
        found.frombytes(self.column(place).tobytes())
        return found


class Alike(NamedTuple):
    """Documents that were found in a text. order: of each, the number of its sheet. starts, ends: where it stands. stop:
    where one begins that is not whole JSON, or the end."""

    data: bytes
    sheets: list[Sheet]
    order: array[int]
    starts: array[int]
    ends: array[int]
    stop: int

    def text(self, place: int) -> str:
        """Return a document."""
        return self.data[self.starts[place] : self.ends[place]].decode("utf-8", "replace")

    def before(self, place: int) -> str:
        """Return what stands before a document."""
        begin = self.starts[place]
        return self.data[max(0, begin - NEAR) : begin].decode("utf-8", "replace")


quick: Callable[[bytes, int, Kinds, Sequence[str]], Alike] | None = None
"""Returns the documents that begin at a place of a text or after it: with a bracket, or only with one before one of the
names, if there are any. A page sets it."""
