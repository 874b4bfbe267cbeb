"""Selecting rows by their kind and the values of their columns."""

from collections.abc import Iterable
from typing import Any

from figures.define.figure import Row, Rows


def of(rows: Iterable[Row], kind: str, /, **columns: Any) -> Rows:
    """Return the rows of this kind whose columns have these values."""
    return [
        row
        for row in rows
        if row["row"] == kind and all(row[name] == value for name, value in columns.items())
    ]


def one(rows: Iterable[Row], kind: str, /, **columns: Any) -> Row:
    """Return the first row of this kind whose columns have these values. Raise StopIteration if
    there is none."""
    return next(
        row
        for row in rows
        if row["row"] == kind and all(row[name] == value for name, value in columns.items())
    )
