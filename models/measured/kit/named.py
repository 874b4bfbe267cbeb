"""Rows of reports, which may be millions: a name, and before or after it numbers with units. What is a row can be said by
the line alone; whose numbers they are only by those before it, so a form says this by the names, and never sees the rows."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import compress
from math import fsum, inf, nan
from operator import le
from typing import NamedTuple, Protocol

from models.measured.kit.measured import Measured
from models.measured.kit.source import Block

NUMBER = r"(\d{1,20}(?:\.\d{1,20}|,\d{1,2})?)"
MOST_WIDTH = 64
MOST_KEPT = 100_000
"""Texts of which the number is remembered."""
NO_UNIT, GAP = "", "-"
"""The unit of a number that has none, and of a cell that stands for no number."""
COUNT, SUM, SECONDS = "count", "sum", "seconds"
"""Kinds of whole numbers: a count, a time in ns unless it has a point, a time in seconds."""
NANO = 10**9


class Name(NamedTuple):
    """Whose numbers a row has. width: how many. last: whether the word stands after them."""

    word: str
    width: int
    last: bool


class Scale(dict[str, float]):
    """How the numbers of a column are read. units: what numbers with a unit are multiplied by and divided by. most: numbers
    are below it. exact: the kind of whole numbers that are kept as two, without their last nine digits and these, or ""."""

    def __init__(
        self,
        units: Mapping[str, tuple[float, float]],
        most: float = inf,
        exact: str = "",
    ) -> None:
        super().__init__()
        self.units, self.most, self.exact = units, most, exact
        letters = "|".join(re.escape(unit) for unit in units if unit not in (NO_UNIT, GAP))
        self.pattern = re.compile(rf"{NUMBER}({letters}|)", re.ASCII)

    def __missing__(self, text: str) -> float:
        """Return the number of a text. Raise ValueError if it is none."""
        match = self.pattern.fullmatch(text)
        if text == GAP and GAP in self.units:
            number = nan
        elif match and match[2] in self.units:
            times, over = self.units[match[2]]
            number = float(match[1].replace(",", ".")) * times / over
            if number >= self.most:
                raise ValueError(f"a number below {self.most:g}, got {text[:30]!r}")
        else:
            raise ValueError(f"a number such as 1.37K or 720us, got {text[:30]!r}")
        if len(self) < MOST_KEPT:
            self[text] = number
        return number

    def columns(self, cells: Sequence[str]) -> list[list[float]]:
        """Return the numbers of texts, as one column or two. Raise ValueError if one is none."""
        if not self.exact:
            return [list(map(self.__getitem__, cells))]
        both = [divmod(exact(self.exact, cell), NANO) for cell in cells]
        return [[float(high) for high, _ in both], [float(low) for _, low in both]]


def exact(kind: str, text: str) -> int:
    """Return a whole number, of a time in nanoseconds. Raise ValueError if it is none."""
    whole, point, rest = text.replace(",", ".").partition(".")
    if not whole.isdigit() or (point and (kind == COUNT or not rest.isdigit())):
        raise ValueError(f"a {kind} must be a number, got {text[:30]!r}")
    if point or kind == SECONDS:
        return int(whole) * NANO + int(rest[:9].ljust(9, "0"))
    return int(whole)


class Known(NamedTuple):
    """What is known of a column. falls: whether a number is below the one before it."""

    first: float
    last: float
    total: float
    falls: bool


class Found(NamedTuple):
    """Rows of whole lines. codes: the number of each row's name. others: the other lines, blank ones too. before: how many
    rows stand before each of these."""

    codes: array[int]
    others: list[str]
    before: array[int]


class Rows(Protocol):
    """Rows of a file, block by block. A form finds them, puts each into a group, and takes the groups' numbers."""

    names: list[Name]
    """Of the whole file, in the order in which they first stand."""

    def find(self, data: bytes) -> Found:
        """Find the rows of whole lines."""

    def group(self, columns: Sequence[int], summed: bool = False, more: int = 0) -> int:
        """Return a new group: by the number of each column's scale, or -1 to pass it over. summed: whether no more is asked
        than `sums`. more: columns of marks."""

    def gather(self, groups: array[int], begin: int, marks: array[int]) -> array[int]:
        """Put rows from the row `begin` on into groups, or none if -1, each with its mark. Return those that cannot be."""

    def taken(self) -> dict[int, list[array[float]]]:
        """Return the columns of each group that has rows; they are taken from there."""

    def sums(self) -> dict[int, tuple[int, list[Known]]]:
        """Return of each group that is summed and has rows how many, and what is known of their columns."""


class Plain:
    """Rows without a page's help."""

    def __init__(self, scales: Sequence[Scale]) -> None:
        self.scales = scales
        self.names = list[Name]()
        self.numbers = dict[Name, int]()
        self.groups = list[tuple[list[Scale | None], bool, int]]()
        self.rows = list[list[str]]()
        self.columns: dict[int, list[array[float]]] = {}
        self.summed = dict[int, tuple[int, list[Known]]]()
        letters = {unit for scale in scales for unit in scale.units if unit not in (NO_UNIT, GAP)}
        cell = rf"(?:{NUMBER.replace('(', '(?:', 1)}(?:{'|'.join(map(re.escape, letters))}|)|-)"
        self.first = re.compile(rf"\s*\S+(?:\s+{cell})+\s*", re.ASCII)
        self.last = re.compile(rf"\s*{cell}(?:\s+{cell})*\s+\S+\s*", re.ASCII)

    def find(self, data: bytes) -> Found:
        """Find the rows of whole lines."""
        codes, others, before = array("i"), list[str](), array("i")
        self.rows, numbers = [], self.numbers
        for text in data.decode("utf-8", "replace").split("\n"):
            is_last = not self.first.fullmatch(text)
            cells = text.split()
            if (not is_last or self.last.fullmatch(text)) and len(cells) <= MOST_WIDTH + 1:
                name = Name(cells.pop(-is_last), len(cells), is_last)
                if name not in numbers:
                    numbers[name] = len(numbers)
                    self.names.append(name)
                codes.append(numbers[name])
                self.rows.append(cells)
            else:
                others.append(text)
                before.append(len(codes))
        return Found(codes, others, before)

    def group(self, columns: Sequence[int], summed: bool = False, more: int = 0) -> int:
        """Return a new group."""
        chosen = [self.scales[scale] if scale >= 0 else None for scale in columns]
        self.groups.append((chosen, summed, more))
        return len(self.groups) - 1

    def gather(self, groups: array[int], begin: int, marks: array[int]) -> array[int]:
        """Put rows into groups."""
        held = dict[int, list[int]]()
        for place, group in enumerate(groups):
            if group >= 0:
                held.setdefault(group, []).append(place)
        bad = array("i")
        for group, places in held.items():
            try:
                made = self.read(group, places, begin)
            except ValueError:
                good = [self.is_good(group, place, begin) for place in places]
                bad.extend(
                    begin + place
                    for place, is_good in zip(places, good, strict=True)
                    if not is_good
                )
                if not (places := list(compress(places, good))):
                    continue
                made = self.read(group, places, begin)
            if self.groups[group][2]:
                made.append([float(marks[place]) for place in places])
            self.put(group, made)
        return array("i", sorted(bad))

    def read(self, group: int, places: Sequence[int], begin: int) -> list[list[float]]:
        """Return the columns of rows. Raise ValueError if a cell is no number of its column."""
        rows = (self.rows[begin + place] for place in places)
        scales = self.groups[group][0]
        columns = zip(scales, zip(*rows, strict=False), strict=False)
        return [
            made for scale, cells in columns if scale is not None for made in scale.columns(cells)
        ]

    def is_good(self, group: int, place: int, begin: int) -> bool:
        """Return whether a row can be read."""
        try:
            return bool(self.read(group, [place], begin))
        except ValueError:
            return False

    def put(self, group: int, made: Sequence[Sequence[float]]) -> None:
        """Put columns at the end of a group."""
        if not self.groups[group][1]:
            kept = self.columns.setdefault(group, [array("d") for _ in made])
            for column, new in zip(kept, made, strict=True):
                column.extend(new)
            return
        count, known = self.summed.get(group, (0, []))
        firsts = [(each.first, each.last, each.total, each.falls) for each in known] or [
            (new[0], new[0], 0.0, False) for new in made
        ]
        self.summed[group] = (
            count + len(made[0]),
            [
                Known(
                    first,
                    new[-1],
                    fsum((total, *new)),
                    falls or new[0] < last or not all(map(le, new, new[1:])),
                )
                for (first, last, total, falls), new in zip(firsts, made, strict=True)
            ],
        )

    def taken(self) -> dict[int, list[array[float]]]:
        """Return the columns of each group that has rows."""
        found, self.columns = self.columns, {}
        return found

    def sums(self) -> dict[int, tuple[int, list[Known]]]:
        """Return what is known of groups that are summed."""
        return self.summed


def rows_of(scales: Sequence[Scale]) -> Rows:
    """Return what reads the rows of a file, whose columns have these scales."""
    return (quick or Plain)(scales)


class Lines:
    """The rows and the other lines of a block. codes: the number of each row's name."""

    def __init__(self, block: Block, rows: Rows) -> None:
        self.block = block
        self.codes, self.others, self.before = rows.find(block.data)

    def stretches(self) -> Iterator[tuple[int, int, int, str | None]]:
        """Yield rows that follow one another, from one to before another, and the line after them: its number, from 1, and
        its text; None after the last rows."""
        begin, number = 0, self.block.first
        for end, line in zip(self.before, self.others, strict=True):
            yield begin, end, number + end, line
            begin, number = end, number + 1
        yield begin, len(self.codes), number + len(self.codes), None

    @property
    def number(self) -> int:
        """Return how many lines the block has."""
        return len(self.codes) + len(self.others)

    def number_of(self, row: int) -> int:
        """Return the number of a row's line, from 1."""
        return self.block.first + row + bisect_right(self.before, row)

    def text(self, row: int) -> str:
        """Return a row's line."""
        return self.texts[self.number_of(row) - self.block.first]

    @cached_property
    def texts(self) -> list[str]:
        """Return all lines."""
        return self.block.text.split("\n")

    def leave(self, rows: Sequence[int], found: Measured) -> None:
        """Leave rows out of which a number has another unit than its column, or is too large."""
        for row in rows:
            why = f"a row must have numbers that its columns can have, got {self.text(row).strip()[:40]!r}"
            found.leave(self.number_of(row), why)


class Reader:
    """Reads a file by the names of its rows. A form says of a row what it is (`like_before`), or reads its line (`line`).

    groups, marks: of the rows of a block that were read, from the row `begun` on; a group is -1 if a row is of none."""

    def __init__(self, found: Measured, scales: Sequence[Scale]) -> None:
        self.found, self.named = found, rows_of(scales)
        self.groups, self.marks, self.begun = array("i"), array("i"), 0

    def take(self, block: Block) -> None:
        """Take the lines of a block."""
        self.lines, self.begun = Lines(block, self.named), 0
        lines = self.lines
        for begin, end, number, line in lines.stretches():
            while begin < end:
                begin = self.like_before(lines.codes, begin, end)
                if begin < end:
                    self.groups.append(-1)
                    self.marks.append(0)
                    self.line(lines.number_of(begin), lines.text(begin), lines.codes[begin])
                    begin += 1
            if line is not None:
                self.line(number, line)
        self.settle()

    def like_before(self, codes: array[int], begin: int, end: int) -> int:
        """Take rows that are known by the numbers of their names, and return the first that is not, or `end`."""
        return begin

    def line(self, number: int, line: str, code: int = -1) -> None:
        """Take a line that is not like one before. code: the number of its name if it is a row, which may be given its
        group as the last one of `groups`."""

    def extend(self, group: int, columns: list[array[float]]) -> None:
        """Take the columns of a group, the marks last."""

    def settle(self) -> None:
        """Take the numbers of the rows that were read, so that others can follow them."""
        if not self.groups:
            return
        groups, marks, begun = self.groups, self.marks, self.begun
        self.groups, self.marks, self.begun = array("i"), array("i"), begun + len(groups)
        if max(groups) >= 0:
            self.lines.leave(self.named.gather(groups, begun, marks), self.found)
            for group, columns in self.named.taken().items():
                self.extend(group, columns)


quick: Callable[[Sequence[Scale]], Rows] | None = None
"""What reads rows faster, with the same answers, which a page sets."""
