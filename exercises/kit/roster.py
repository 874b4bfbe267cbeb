"""Read the roster of a class: a table with the columns id and name, or a list with one name per
line."""

import csv
import io
import json
import re
from dataclasses import dataclass
from difflib import get_close_matches

COLUMNS = ("id", "name", "email", "section", "login", "canvas_id")
MAX_CELL = 200  # maximum number of characters in a cell
DELIMITERS = ",;\t"
SEP = re.compile(
    r'\s*"?sep\s*=[ ]*(?P<delimiter>\\t|\t|[^\s"\w])[,;\t"]*[ ]*(\r\n|\r|\n|$)', re.IGNORECASE
)
"""A first line in which Excel names the delimiter. Some programs append delimiters to it."""
TOTALS = {"total", "totals", "sum", "count"}
UNFIT = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True)
class Student:
    """A student of a class. The class chooses the id."""

    id: str
    name: str
    email: str = ""
    section: str = ""
    login: str = ""
    canvas_id: str = ""


def read(text: str, where: str = "the roster") -> tuple[list[Student], list[str]]:
    """Return the students in a roster, and a line for each mistake. Each line begins with `where`
    and says what would be valid.

    If no line has a comma, semicolon or tab, and the first line is not a column name, each line is
    the name of a student and also the id.
    """
    text = text.removeprefix("\ufeff")
    named = SEP.match(text)
    if named:
        text = (
            "\n" * len(re.findall(r"\r\n|\r|\n", named[0])) + text[named.end() :]
        )  # keep the line numbers
    first = next((line for line in re.split(r"\r\n|\r|\n", text) if line.strip()), "")
    separator = named["delimiter"].replace(r"\t", "\t") if named else None
    if separator and separator not in first and any(sign in first for sign in DELIMITERS):
        separator = None  # the file was saved again with another delimiter
    is_table = bool(named) or any(sign in text for sign in DELIMITERS) or _head(first) in COLUMNS
    try:
        rows = _table(text, first, where, separator) if is_table else _names(text)
        found = [
            (line, {name: " ".join((value or "").split()) for name, value in cells.items()})
            for line, cells in rows
        ]
    except _Mistake as mistake:
        return [], [str(mistake)]
    students: dict[str, tuple[int, Student]] = {}
    faults = []
    for line, cells in found:
        student = Student(**{**cells, "name": cells["name"] or cells["id"]})
        fault = _fault(cells) or _twice(
            students.get(student.id.casefold()), "id" if is_table else "name"
        )
        if fault:
            faults.append(f"{where}, line {line}: {fault}")
        students.setdefault(student.id.casefold(), (line, student))
    if not students:
        faults.append(
            f"{where} has no students: it needs a first line like id,name,email and then one line for each student"
        )
    return [student for _, student in students.values()], faults


class _Mistake(Exception):
    """A roster that cannot be read. The message says why."""


def _names(text: str) -> list[tuple[int, dict[str, str | None]]]:
    lines = enumerate(re.split(r"\r\n|\r|\n", text), 1)
    return [(number, {"id": name, "name": name}) for number, name in lines if name.strip()]


def _table(
    text: str, first: str, where: str, separator: str | None
) -> list[tuple[int, dict[str, str | None]]]:
    delimiter = separator or max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 0
    try:
        heads: list[str] = [
            _head(name)
            for name in next((row for row in reader if any(cell.strip() for cell in row)), [])
        ]
        for column in ("id", "name"):
            if column not in heads:
                raise _Mistake(
                    f"{where} has no column {column!r}; its first line names: {_shown(first.strip())}, "
                    f"it should be like id,name,email"
                )
        if twice := next((name for name in COLUMNS if heads.count(name) > 1), ""):
            raise _Mistake(f"{where} must have the column {twice!r} once, got it twice")
        for head in heads:
            near = get_close_matches(head, [name for name in COLUMNS if name not in heads], 1, 0.8)
            if head not in COLUMNS and near and near[0] not in head:  # section_id is not a typo
                raise _Mistake(f"{where} has a column {_shown(head)}: did you mean {near[0]}?")
        rows: list[tuple[int, dict[str, str | None]]] = []
        ends_with_total = False
        for cells in reader:
            line = reader.line_num
            if any(cells[len(heads) :]):
                raise _Mistake(
                    f"{where}, line {line}: {len(cells)} cells where the first line names {len(heads)} columns; "
                    f"put a name that contains a comma in quotes"
                )
            if any(cell.strip() for cell in cells):
                named = dict(zip(heads, [*cells, *[""] * len(heads)], strict=False))
                rows.append((line, {name: named[name] for name in COLUMNS if name in named}))
                ends_with_total = _is_total(cells)
        return rows[:-1] if ends_with_total else rows
    except csv.Error as error:
        raise _Mistake(
            f"{where}, after line {line or 1}: {error}; each opening quote needs a closing one"
        ) from None


def _is_total(cells: list[str]) -> bool:
    """Return whether a row, which must not be empty, is the total of a spreadsheet: a word like
    "Total", followed by numbers only."""
    first, *others = (cell.strip() for cell in cells if cell.strip())
    return first.rstrip(":").casefold() in TOTALS and not re.search(r"[^\d.,]", "".join(others))


def _fault(cells: dict[str, str]) -> str:
    for name, value in cells.items():
        if len(value) > MAX_CELL or UNFIT.search(value):
            return f"{name} must be a text of at most {MAX_CELL} letters, got {_shown(value)}"
    return "" if cells["id"] else "the id is empty; each student needs an id"


def _twice(earlier: tuple[int, Student] | None, column: str) -> str:
    """Return the fault of an id or name that occurred `earlier` in the roster; an empty string if
    it did not."""
    if not earlier:
        return ""
    line, student = earlier
    right = (
        "each student needs a different id"
        if column == "id"
        else "distinguish them by ids, with a first line id,name"
    )
    return f"it has the {column} {_shown(student.id)} twice, first in line {line}; {right}"


def _head(name: str) -> str:
    return name.strip().lower().replace(" ", "_")


def _shown(text: str) -> str:
    """Return a roster's text for use in a message: quoted, in ASCII, and short."""
    quoted = json.dumps(text)
    return quoted if len(quoted) <= 60 else f"{quoted[:57]}..."
