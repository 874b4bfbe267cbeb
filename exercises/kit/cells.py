"""Tables as CSV that a spreadsheet takes for text and numbers, and never for a formula."""

import csv
import io
from collections.abc import Iterable, Sequence

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What makes a spreadsheet take a cell for a formula (OWASP, CSV Injection); the last four are the wide forms."""


def cell(value: object) -> str:
    """A cell's text; one that a spreadsheet might run has an apostrophe before it. A number stays a number."""
    if isinstance(value, int | float):
        return number(value)
    text = str(value)
    return f"'{text}" if text.startswith(FORMULA) else text


def number(value: float) -> str:
    """A number of points, without needless digits."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def table(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV. A mark at the beginning tells Excel that it is UTF-8."""
    text = io.StringIO()
    csv.writer(text).writerows([cell(value) for value in row] for row in rows)
    return f"\ufeff{text.getvalue()}"
