"""Tables as CSV that a spreadsheet takes for text and numbers, and never for a formula."""

import csv
import io
from collections.abc import Iterable, Sequence

from figures.define.csv_cell import as_text


def cell(value: object) -> str:
    """A cell's text; one that a spreadsheet might run has an apostrophe before it. A number stays a
    number."""
    if isinstance(value, int | float):
        return number(value)
    return as_text(str(value))


def number(value: float) -> str:
    """A number of points, without needless digits."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def table(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV. A mark at the beginning tells Excel that it is UTF-8."""
    text = io.StringIO()
    csv.writer(text).writerows([cell(value) for value in row] for row in rows)
    return f"\ufeff{text.getvalue()}"
