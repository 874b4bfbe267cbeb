"""Rows, the output of a figure's run: flat dicts of finite numbers and strings."""

from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Any

Row = dict[str, Any]
Rows = list[Row]
MAX_ROWS = 200_000


class RowError(TypeError):
    """The run produced something other than rows."""


def check_row(row: Any) -> Row:
    """Return a copy of the row. Raise RowError unless it is a dict of finite numbers and strings."""
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
            raise RowError(f"a row's integers must lie between -2**53 and 2**53; '{name}' does not")
        if type(value) is not float:
            raise RowError(f"a row's values must be numbers or strings; '{name}' is {kind(value)}")
        if not isfinite(value):
            raise RowError(f"a row's numbers must be finite; '{name}' is {value}")
    return dict(row)


def kind(value: Any) -> str:
    """Return the type of a value, followed by the value if it is short."""
    text = repr(value) if isinstance(value, int | float | str | bool) or value is None else ""
    return f"{type(value).__name__} {text[:40]}".strip()


def check_rows(produced: Any) -> Iterator[list[Row]]:
    """Yield the rows of a run as checked lists, one at a time. A run may also return all rows at
    once. Raise RowError for anything else."""
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
                f"run() returned more than {MAX_ROWS} rows; sample or aggregate them first"
            )
        yield [check_row(row) for row in rows]
