"""CSV tables in which a spreadsheet finds text and numbers, never formulas."""

import csv
import io
from collections.abc import Iterable, Sequence

from figures.define.csv_cell import as_text


def cell(value: object) -> str:
    """Return a cell's text; one that a spreadsheet might run has an apostrophe before it. A number
    stays a number."""
    if isinstance(value, int | float):
        return number(value)
    return as_text(str(value))


def number(value: float) -> str:
    """Return a number of points, without needless digits."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def table(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV. A byte order mark tells Excel that it is UTF-8."""
    text = io.StringIO()
    csv.writer(text).writerows([cell(value) for value in row] for row in rows)
    return f"\ufeff{text.getvalue()}"
