"""Tables of CSV that a reader may edit: their rows, and what was refused, by row and column."""

import csv
import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from io import StringIO
from typing import Any, NamedTuple, Self, TypeAlias

from models.cli.forms import delimiter_of
from models.cli.machine_file import parsed

MOST_ROWS = 200_000
"""Most rows of a table. A longer one is no price list."""
KEPT = 1000
"""Most cells of a column that are remembered with their values."""
SYNONYMS = {
    "part": ("name", "drive", "item", "product", "article"),
    "name": ("part", "drive"),
    "drive": ("name", "part", "model"),
    "kind": ("type", "category", "class"),
    "dollars": ("price", "cost", "usd", "price_usd", "$"),
    "capacity": ("size",),
}
"""Names that others give to columns."""
ZIP = "PK\x03\x04"
MARKS = ("$", "US$", "USD")
"""What may stand before or after dollars."""
Read: TypeAlias = Callable[[str], Any]


class Refused(NamedTuple):
    """A cell that was not used; its row was left out."""

    table: str  # prices, drives or failures
    row: int  # as a spreadsheet counts: the names of the columns are row 1
    column: str
    got: str
    wanted: str
    kind: str = ""  # of the part, if it could be read

    def __str__(self) -> str:
        """Return the refusal in one line."""
        return (
            f"{self.table}, row {self.row}: {self.column} must be {self.wanted}, got {self.got!r}"
        )


class Column(NamedTuple):
    """A column of a table: how a cell is read, and what it should be."""

    read: Read
    wanted: str
    needed: bool = False  # whether an empty cell is refused
    empty: Any = ""  # the value of an empty cell


Row: TypeAlias = tuple[int, dict[str, Any]]
"""The number of a row, and its values by column."""


def rows_of(
    table: str, text: str, columns: Mapping[str, Column]
) -> tuple[list[Row], list[Refused]]:
    """Return the rows of a table whose cells can all be read, and a refusal for each other row. The first
    column names a row, and may occur once.

    table: its name, for errors. Separators are commas, semicolons (with decimal commas) or tabs; other
    columns are ignored, and so are empty rows. Raise ValueError, in one line, for a text that is no such
    table."""
    if text.startswith(ZIP) or "\0" in text[:1000]:
        got = (
            "an Excel workbook or another zip" if text.startswith(ZIP) else "a file that is no text"
        )
        raise ValueError(f"{table} must be CSV, got {got}: save the table as CSV")
    text = text.removeprefix("\ufeff")
    delimiter = delimiter_of(text.lstrip().partition("\n")[0]) or ","
    found, refused = list[Row](), list[Refused]()
    names, seen = list[str](), dict[str, int]()
    read = list[tuple[int, str, Column, dict[str, Any]]]()
    usual = {name: column.empty for name, column in columns.items()}
    key = next(iter(columns))
    records = Records(text, delimiter)
    for number, cells in enumerate(records, 1):
        if not any(map(str.strip, cells)):
            continue
        if not names:
            names = heads(table, cells, columns)
            read = [
                (names.index(name), name, column, {} if column.needed else {"": column.empty})
                for name, column in columns.items()
                if name in names
            ]
            continue
        if number > MOST_ROWS:
            raise ValueError(f"{table} must have {MOST_ROWS:,} rows or fewer, got more")
        wrong, values = None, dict(usual)
        if len(cells) > len(names) and any(map(str.strip, cells[len(names) :])):
            more = f"{len(names)} cells, as there are names of columns"
            wrong = Refused(table, number, names[-1], f"{len(cells)} cells", more)
        for place, name, column, known in read if wrong is None else ():
            cell = cells[place].strip() if place < len(cells) else ""
            if cell in known:
                values[name] = known[cell]
                continue
            try:
                if not cell:
                    raise ValueError
                value = column.read(plain(cell) if delimiter == ";" else cell)
            except ValueError as error:
                wanted = str(error) if str(error) not in ("", cell) else column.wanted
                wrong = Refused(table, number, name, shortened(cell), wanted)
                break
            values[name] = value
            if len(known) < KEPT:
                known[cell] = value
        if records.spans(wrong is not None):
            line = shortened(records.back())
            wrong = Refused(table, number, key, line, "in one line, with its quotes closed")
        elif wrong is None and (first := seen.setdefault(values[key], number)) != number:
            once = f"in one row; row {first} has it"
            wrong = Refused(table, number, key, shortened(values[key]), once)
        if wrong is None:
            found.append((number, values))
        else:
            refused.append(wrong._replace(kind=values.get("kind", "")))
    if not names:
        raise ValueError(f"{table} must begin with the names of its columns, got an empty text")
    if not found and not refused:
        raise ValueError(f"{table} must have rows below the names of its columns, got none")
    return found, refused


class Records:
    """The records of a table, one after the other."""

    def __init__(self, text: str, delimiter: str):
        self.lines: list[str] = [*StringIO(text, newline="")]
        self.delimiter = delimiter
        self.go_on(0)

    def go_on(self, line: int) -> None:
        """Go on at a line."""
        self.begin = self.first = line  # of the reader, and of the last record
        lines = (self.lines[k] for k in range(line, len(self.lines)))
        self.reader = csv.reader(lines, delimiter=self.delimiter, skipinitialspace=True)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> list[str]:
        """Return the cells of the next record; a line that is no CSV is one cell."""
        self.first = self.begin + self.reader.line_num
        try:
            return next(self.reader)
        except csv.Error:
            return [self.back()]

    def spans(self, refused: bool) -> bool:
        """Return whether the last record has lines that are none of its own: it was refused, or a quote is
        not closed."""
        end = self.begin + self.reader.line_num
        own = self.lines[self.first : end]
        return len(own) > 1 and (refused or sum(line.count('"') for line in own) % 2 == 1)

    def back(self) -> str:
        """Return the first line of the last record, and take the next for another record."""
        line = self.lines[self.first]
        self.go_on(self.first + 1)
        return line


def heads(table: str, cells: list[str], columns: Mapping[str, Column]) -> list[str]:
    """Return the names of the columns in the first line. Raise ValueError if one that is needed is not
    there, or one occurs twice."""
    names = [cell.strip().lower().replace(" ", "_") for cell in cells]
    for name, column in columns.items():
        if column.needed and name not in names:
            others = [one for one in names if one not in columns]
            near = [one for one in others if one in SYNONYMS.get(name, ())]
            near += get_close_matches(name, others, n=1)
            hint = ""
            if near:
                hint = f"; perhaps column {names.index(near[0]) + 1}, {near[0]!r:.40}, is {name}"
            needed = ", ".join(one for one, about in columns.items() if about.needed)
            first = shortened(", ".join(cells))
            raise ValueError(
                f"{table} must be CSV with columns {needed} in its first line, got {first!r}{hint}"
            )
        if names.count(name) > 1:
            raise ValueError(f"{table} must have the column {name} once, got {names.count(name)}")
    return names


def shortened(text: str, most: int = 40) -> str:
    """Return a text of one line and at most `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 3]}..."


def plain(cell: str) -> str:
    """Return a cell with a decimal point where its table, separated by semicolons, has a comma."""
    number = re.fullmatch(r"([^\d]*)((?:\d{1,3}(?:\.\d{3})+|\d+)?),(\d+)(\D*)", cell)
    if number:
        return f"{number[1]}{number[2].replace('.', '')}.{number[3]}{number[4]}"
    return cell


def dollars(cell: str) -> float:
    """Return a price in US dollars, 0 or more. Raise ValueError for other money and other numbers."""
    text = cell.replace("\u00a0", " ").strip()
    for mark in sorted(MARKS, key=len, reverse=True):
        text = text.removeprefix(mark).removesuffix(mark).strip()
    if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", text):
        text = text.replace(",", "")
    if not re.fullmatch(r"(\d{1,9}(\.\d{0,9})?|\.\d{1,9})", text, re.ASCII):
        raise ValueError(cell)
    return float(text)


def quantity_in(dimension: str, example: str, least: float, most: float) -> Read:
    """Return a reader of quantities of one dimension, from least to most in SI units."""

    def read(cell: str) -> float:
        value = parsed("", cell, dimension, example)
        if not least <= value <= most:
            raise ValueError(cell)
        return value

    return lambda cell: quiet(read, cell)


def whole(least: int, most: int) -> Read:
    """Return a reader of whole numbers from least to most."""

    def read(cell: str) -> int:
        if not re.fullmatch(r"\d{1,9}", cell, re.ASCII) or not least <= int(cell) <= most:
            raise ValueError(cell)
        return int(cell)

    return read


def quiet(read: Read, cell: str) -> Any:
    """Return what is read, with an error that says nothing but the cell."""
    try:
        return read(cell)
    except ValueError:
        raise ValueError(cell) from None


def word_of(words: tuple[str, ...]) -> Read:
    """Return a reader of one of these words. Its error names the nearest."""

    def read(cell: str) -> str:
        if cell.lower() in words:
            return cell.lower()
        near = get_close_matches(cell.lower(), words, n=1)
        raise ValueError(f"one of {', '.join(words)}{f'; perhaps {near[0]}' if near else ''}")

    return read


def a_date(cell: str) -> str:
    """Return a date, YYYY-MM-DD, or its year and month or year alone."""
    if not re.fullmatch(r"[12]\d{3}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?", cell, re.ASCII):
        raise ValueError(cell)
    return cell


def name(cell: str) -> str:
    """Return a name in one line of at most 120 characters."""
    if len(cell) > 120 or not cell.isprintable():
        raise ValueError(cell)
    return cell
