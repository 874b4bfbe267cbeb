"""The file that a sweep writes: CSV or Parquet, whole or not at all."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from models.cli.command_line import WrongUse, plain, special

ENDINGS = (".csv", ".parquet")
OWN = ("point", "seed", "refused", "key")
"""Columns that every sweep has."""
Row = dict[str, Any]


def text(value: object) -> str:
    """Return a value as a field of CSV, "" for None. A float has all its digits."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else repr(value) if isinstance(value, float) else str(value)


class Out:
    """The file of a sweep. Raise WrongUse, before any work, if it cannot be written.

    path: its name, which ends in .csv or .parquet. It replaces the file of a sweep only."""

    def __init__(self, path: Path) -> None:
        if path.suffix.lower() not in ENDINGS:
            raise WrongUse(f"--out must end in {' or '.join(ENDINGS)}, got {path}")
        plain(path)
        if special(path):
            raise WrongUse(f"--out must be a file, got the {special(path)} {path}")
        self.path = path
        self.whole = path.resolve()
        self.part = self.whole.with_name(f".{self.whole.name}.part")
        self.parquet = path.suffix.lower() == ".parquet"
        if self.parquet:
            import pyarrow.parquet  # noqa: F401  # it is missing before the work, not after it
        if self.whole.exists() and not {*OWN} <= {*self.columns()}:
            raise WrongUse(
                f"--out must be a new file or one of a sweep, got {path}, which is another file"
            )
        try:
            self.part.write_bytes(b"")
            self.part.unlink()
        except OSError as error:
            raise WrongUse(f"cannot write {path}: {error.strerror}") from None

    def columns(self) -> list[str]:
        """Return the names of the columns that the file has; none if it is of another kind."""
        return next(self._rows(), [])

    def keys(self) -> Iterator[str]:
        """Yield the keys of the points in the file."""
        rows = self._rows()
        place = next(rows).index("key")
        for row in rows:
            yield row[place] if place < len(row) else ""

    def _rows(self) -> Iterator[list[str]]:
        """Yield the names of the columns and then the rows, as text."""
        try:
            if not self.parquet:
                with self.whole.open(encoding="utf-8", newline="") as file:
                    yield from csv.reader(file)
                return
            from pyarrow import ArrowInvalid, parquet

            try:
                table = parquet.read_table(self.whole)
            except ArrowInvalid:
                return
            yield table.column_names
            for row in table.to_pylist():
                yield [text(one) for one in row.values()]
        except OSError as error:
            raise WrongUse(f"cannot read {self.path}: {error.strerror or error}") from None
        except (UnicodeDecodeError, csv.Error):
            return

    def check(self, keys: set[str], paths: Sequence[str]) -> None:
        """Raise WrongUse if the file, when it is there, has a point that is not of this sweep.

        keys: of the points of the sweep. paths: the settings that differ in it, by dotted name."""
        if not self.whole.exists():
            return
        for number, key in enumerate(self.keys(), 1):
            if key not in keys:
                absent = [path for path in paths if path not in self.columns()]
                why = f"whose row {number} has other settings or is of other models"
                if absent:
                    why = f"a file of another sweep, without the column {absent[0]}"
                elif any(one.startswith(key) for one in keys):
                    why = f"whose row {number} is cut off"
                raise WrongUse(
                    f"--resume needs a file of this sweep, got {self.path}, {why}: name another --out, or "
                    "leave --resume out to replace it"
                )

    def write(self, columns: Mapping[str, str], rows: Sequence[Row]) -> None:
        """Write rows. columns: the type of each by name: bool, int, float or str. Raise WrongUse if
        there is no room; a file that was there stays then."""
        content = (parquet_of if self.parquet else csv_of)(columns, rows)
        try:
            self.part.write_bytes(content)
            self.part.replace(self.whole)
        except OSError as error:
            with suppress(OSError):
                self.part.unlink()
            raise WrongUse(
                f"cannot write {self.path}: {error.strerror}; with the cache, the same command goes on "
                "from here"
            ) from None


def csv_of(columns: Mapping[str, str], rows: Sequence[Row]) -> bytes:
    """Return rows as CSV: UTF-8, lines that end in \\n, names in the first."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([[text(row.get(name)) for name in columns] for row in rows])
    return file.getvalue().encode()


def parquet_of(columns: Mapping[str, str], rows: Sequence[Row]) -> bytes:
    """Return rows as Parquet."""
    import pyarrow
    from pyarrow import parquet

    types = {
        "bool": pyarrow.bool_(),
        "int": pyarrow.int64(),
        "float": pyarrow.float64(),
        "str": pyarrow.string(),
    }
    table = pyarrow.table(
        {
            name: pyarrow.array(
                [
                    text(value)
                    if kind == "str" and (value := row.get(name)) is not None
                    else row.get(name)
                    for row in rows
                ],
                types[kind],
            )
            for name, kind in columns.items()
        }
    )
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table, sink)
    return bytes(sink.getvalue().to_pybytes())
