"""Write CSV tables that contain no formulas: a spreadsheet finds only text and numbers in them."""

import csv
import io
from collections.abc import Iterable, Sequence

from figures.define.csv_cell import as_text


def cell(value: object) -> str:
    """Return the text of a cell. A text that a spreadsheet might evaluate gets an apostrophe in
    front; a number stays a number."""
    if isinstance(value, int | float):
        return number(value)
    return as_text(str(value))


def number(value: float) -> str:
    """Return points as text, without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def table(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV text, with a byte order mark that tells Excel that it is UTF-8."""
    text = io.StringIO()
    csv.writer(text).writerows([cell(value) for value in row] for row in rows)
    return f"\ufeff{text.getvalue()}"
