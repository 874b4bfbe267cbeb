"""Rows of a figure's run, picked by their kind and by what their columns say."""

from collections.abc import Iterable
from typing import Any

from figures.define.figure import Rows


def of(rows: Iterable[dict[str, Any]], kind: str, /, **columns: Any) -> Rows:
    """The rows of a kind whose columns equal these."""
    return [
        row
        for row in rows
        if row["row"] == kind and all(row[name] == value for name, value in columns.items())
    ]


def one(rows: Iterable[dict[str, Any]], kind: str, /, **columns: Any) -> dict[str, Any]:
    """The first of them."""
    return next(
        row
        for row in rows
        if row["row"] == kind and all(row[name] == value for name, value in columns.items())
    )
