"""Traces of requests in CSV files: time, op, offset, size and, where it was measured, latency."""
import csv
from collections.abc import Callable
from io import StringIO
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from models.cli.user_file import text_of

OPS = ("read", "write", "flush")
COLUMNS = ("time", "op", "offset", "size")
MEASURED = "latency"
LONGEST = 1e8
"""Seconds from the first request to the last, and of a latency: three years; far beyond, rounding eats a turn."""


class Asked(NamedTuple):
    """A request of a trace: `time` in seconds, `offset` and `size` in bytes; `measured`: its latency (s), if known."""

    time: float
    op: str
    offset: int
    size: int
    measured: float | None


def read(path: Path, capacity: int, longest: float = LONGEST, check: Callable[[int], Any] = int) -> list[Asked]:
    """The requests in a file, for a machine of `capacity` bytes, over `longest` seconds at most, of sizes that `check` takes;
    blank lines and other columns are passed over. Raises ValueError with one line that says where."""
    rows = csv.reader(StringIO(text_of(path, "a trace, a CSV file,"), newline=""))
    asked: list[Asked] = []
    try:
        header = [title.strip().lower() for title in next(rows, [])]
        time, op, offset, size = columns(header)
        measured = header.index(MEASURED) if MEASURED in header else None
        for row in filter(None, rows):
            if len(row) != len(header):
                raise ValueError(f"wanted {len(header)} fields, as in line 1, got {len(row)}")
            one = request(row[time], row[op], row[offset], row[size], capacity,
                          None if measured is None else seconds("latency", row[measured], LONGEST))
            if asked and one.time < asked[-1].time:
                raise ValueError(f"times must not go backwards, got {one.time:.10g} s after {asked[-1].time:.10g} s")
            if asked and one.time - asked[0].time > longest:
                raise ValueError(f"time must be at most {longest:g} s after the first, got {one.time:g} s")
            if one.op != "flush":
                check(one.size)
            asked.append(one)
        if not asked:
            raise ValueError("a line for each request must follow, and there is none")
    except (ValueError, csv.Error) as error:
        raise ValueError(f"{path}, line {max(1, rows.line_num)}: {error}") from None
    return asked


def columns(header: list[str]) -> list[int]:
    """In which fields time, op, offset and size stand."""
    missing = [column for column in COLUMNS if column not in header]
    if missing:
        raise ValueError(f"the first line must name the columns {','.join(COLUMNS)}[,{MEASURED}]; "
                         f"missing {', '.join(missing)}")
    for column in (*COLUMNS, MEASURED):
        if header.count(column) > 1:
            raise ValueError(f"the column {column} comes twice")
    return [header.index(column) for column in COLUMNS]


def request(time: str, op: str, offset: str, size: str, capacity: int, measured: float | None) -> Asked:
    """A request from the text of its fields."""
    when, what = seconds("time", time), op.strip().lower()
    if what not in OPS:
        raise ValueError(f"op must be one of {', '.join(OPS)}, got {op!r:.40}")
    if what == "flush":                 # moves no data: offset and size may be left out
        return Asked(when, what, whole("offset", offset or "0"), whole("size", size or "0"), measured)
    begin, length = whole("offset", offset), whole("size", size)
    if not length:
        raise ValueError("size must be 1 byte or more, got 0")
    if begin + length > capacity:
        raise ValueError(f"a request must end within the machine's {capacity} bytes, "
                         f"got offset {offset:.40} and size {size:.40}")
    return Asked(when, what, begin, length, measured)


def number(text: str) -> float:
    """What a text says, or -1."""
    try:
        return float(text)
    except ValueError:
        return -1.0


def seconds(name: str, text: str, most: float = inf) -> float:
    """A finite time from its text."""
    if not 0 <= (value := number(text)) < inf or value > most:
        limit = "" if most == inf else f" and at most {most:g}"
        raise ValueError(f"{name} must be a finite number of seconds, 0 or more{limit}, got {text!r:.40}")
    return value


def whole(name: str, text: str) -> int:
    """A number of bytes from its text, `4096` or `4096.0`."""
    try:
        value = int(text)
    except ValueError:
        value = int(number(text)) if number(text).is_integer() else -1
    if value < 0:
        raise ValueError(f"{name} must be a whole number of bytes, 0 or more, got {text!r:.40}")
    return value
