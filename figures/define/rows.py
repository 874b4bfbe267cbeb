"""Rows: what a figure's run produces; flat, finite, and nothing else."""

from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Any

Row = dict[str, Any]
Rows = list[Row]
MAX_ROWS = 200_000


class RowError(TypeError):
    """The value that run() returned is not a list of rows."""


def check_row(row: Any) -> Row:
    """Return a copy of the row. Raise RowError unless it is a dict of finite numbers and
    strings."""
    if type(row) is not dict:
        raise RowError(
            f"run() must return rows: a list of dicts such as {{'t': 0.1, 'latency': 0.008}}; got {kind(row)}"
        )
    for name, value in row.items():
        if type(name) is not str:
            raise RowError(f"a row's keys must be strings, got {name!r}")
        if type(value) is str or (type(value) is int and abs(value) <= 2**53):
            continue
        if type(value) is int:
            raise RowError(
                f"a row's whole numbers must lie within 2**53 of zero; '{name}' does not"
            )
        if type(value) is not float:
            raise RowError(f"a row's values must be numbers or strings; '{name}' is {kind(value)}")
        if not isfinite(value):
            raise RowError(f"a row's numbers must be finite; '{name}' is {value}")
    return dict(row)


def kind(value: Any) -> str:
    """Return the type of a value, and a short value, in words."""
    text = repr(value) if isinstance(value, int | float | str | bool) or value is None else ""
    return f"{type(value).__name__} {text[:40]}".strip()


def check_rows(produced: Any) -> Iterator[list[Row]]:
    """Yield the increments of a run, each a checked list; a run may return all rows at once. Raise
    RowError."""
    if produced is None:
        raise RowError("run() returned None; it must return rows, or yield lists of rows")
    if not isinstance(produced, Iterable) or isinstance(produced, str | dict):
        raise RowError(f"run() must return rows, or yield lists of rows; got {kind(produced)}")
    count = 0
    whole = isinstance(produced, list)
    for part in [produced] if whole else produced:
        rows = [part] if type(part) is dict else part
        if not isinstance(rows, list):
            raise RowError(f"run() must yield rows, or lists of rows; got {kind(part)}")
        count += len(rows)
        if count > MAX_ROWS:
            raise RowError(
                f"run() gave more than {MAX_ROWS} rows; draw fewer, or add them up first"
            )
        yield [check_row(row) for row in rows]
