"""Write CSV tables without formulas: a spreadsheet finds only text and numbers."""

import csv
import io
from collections.abc import Iterable, Sequence

from figures.define.csv_cell import as_text


def cell(value: object) -> str:
    """Return the text of a cell. Text that a spreadsheet might evaluate gets an apostrophe in
    front; numbers stay numbers."""
    if isinstance(value, int | float):
        return number(value)
    return as_text(str(value))


def number(value: float) -> str:
    """Return a number of points as text, without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def table(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV, with a byte order mark that tells Excel it is UTF-8."""
    text = io.StringIO()
    csv.writer(text).writerows([cell(value) for value in row] for row in rows)
    return f"\ufeff{text.getvalue()}"
