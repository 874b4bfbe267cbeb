"""Traces of requests in CSV files: time, op, offset, size and, if measured, latency."""

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from math import inf
from pathlib import Path
from statistics import median
from typing import NamedTuple

from models.cli.forms import Form, delimiter_of, form_of, split
from models.cli.user_file import text_of
from models.units import KiB, hour, ms, ns, sector, us

OPS = ("read", "write", "flush")
COLUMNS = ("time", "op", "offset", "size")
MEASURED = "latency"
LONGEST = 1e8
"""Longest trace and longest latency (s), three years; far above it, rounding errors exceed a rotation."""
TIMES: dict[str, float] = {"s": 1.0, "ms": ms, "us": us, "\u00b5s": us, "ns": ns, "100ns": 100 * ns}
SIZES: dict[str, float] = {"b": 1, "bytes": 1, "sectors": sector, "sector": sector, "kib": KiB}
UNITS = {"time": TIMES, MEASURED: TIMES, "offset": SIZES, "size": SIZES}
EPOCHS = ((1e8, ""), (1e11, "ms"), (1e14, "us"), (1e17, "100ns"), (3e17, "ns"), (1e20, ""))
"""Times since 1970 by size: from each number on, the probable unit ("": seconds). 100ns is Windows' count since 1601."""
SLOW, SLOWEST = 1.0, 1 * hour
"""Median and largest latency (s) above which the unit is probably not seconds."""
DIGITS = re.compile(r"[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,3})?", re.ASCII)
SHORT = {"r": "read", "w": "write", "f": "flush", "fsync": "flush"}
TRIMS = ("trim", "discard", "unmap", "d")
MISSING = ("", "-", "nan", "na", "n/a", "none", "null")


class TraceRequest(NamedTuple):
    """A request of a trace."""

    time: float  # s
    op: str  # one of OPS
    offset: int  # bytes
    size: int  # bytes
    measured: float | None  # latency (s)


class Table:
    """A CSV file: the names and units of its columns, its rows, and the number of the last line
    read."""

    def __init__(self, text: str, units: dict[str, str]):
        self.text, self.units, self.line, self.delimiter = text, units, 0, ","
        self.names: list[str] = []
        self.rows: Iterator[list[str]] = iter(())

    def begin(self) -> None:
        """Read the first line. Raise ValueError unless it names the columns."""
        lines = self.lines()
        first = next(lines, "")
        if separator := re.fullmatch(r"sep=(.)", first, re.IGNORECASE):  # Excel's
            first = next(lines, "")
        self.delimiter = separator[1] if separator else delimiter_of(first)
        names = next(split(iter([first]), self.delimiter), [])
        parts = [
            re.fullmatch(r"(.*?)(?:[ _]?[(\[]([^)\]]+)[)\]]|[_ ]([^ _]+))?", name.casefold())
            for name in names
        ]
        self.names = [
            part[1]
            if part and part[1] in UNITS and (part[2] or part[3]) in UNITS[part[1]]
            else name.casefold()
            for part, name in zip(parts, names, strict=True)
        ]
        self.units = {
            part[1]: part[2] or part[3]
            for part, own in zip(parts, self.names, strict=True)
            if part and own == part[1] and (part[2] or part[3])
        } | self.units
        if missing := [column for column in COLUMNS if column not in self.names]:
            self.line = 1
            for part, name in zip(parts, names, strict=True):
                if part and part[1] in missing:
                    raise ValueError(
                        f"the unit of {part[1]} must be one of {', '.join(UNITS[part[1]])}, got {name!r:.40}"
                        if part[1] in UNITS
                        else f"the column {part[1]} must have no unit, got {name!r:.40}"
                    )
            raise ValueError(
                f"the first line must name the columns {','.join(COLUMNS)}[,{MEASURED}]; "
                f"missing {', '.join(missing)}{hint_of(form_of(first))}"
            )
        for column in (*COLUMNS, MEASURED):
            if self.names.count(column) > 1:
                raise ValueError(f"the column {column} must be named once, got two")
        self.rows = split(lines, self.delimiter)

    def lines(self) -> Iterator[str]:
        """Yield the lines that are not blank and not comments."""
        for number, line in enumerate(re.split("\r\n|\r|\n", self.text), 1):
            if line.strip() and line.lstrip()[0] != "#":
                self.line = number
                yield line

    def number(self, text: str) -> str:
        """Return a number with a decimal point. A comma is one unless it separates fields."""
        return text.replace(",", ".") if self.delimiter != "," else text

    def factor(self, name: str) -> float:
        """Return the SI value of a column's unit."""
        return UNITS[name][self.units[name]] if name in self.units else 1


def hint_of(form: Form | None) -> str:
    """Return a hint on how to read a file in a format of another tool."""
    if form is None:
        return ""
    return f". The file looks like {form.name}" + (
        f"; to read it, make {form.columns} the first line"
        if form.columns
        else "; convert it to these columns, in seconds and bytes"
    )


def read(
    path: Path,
    capacity: int,
    longest: float = LONGEST,
    check: Callable[[int], object] = int,
    time_unit: str | None = None,
    latency_unit: str | None = None,
) -> list[TraceRequest]:
    """Return the requests in a file. Raise ValueError, with the line number, for the first line
    that is not a request.

    capacity: of the machine (bytes). longest: most seconds from the first request to the last.
    check: raises ValueError for a size that is not possible. time_unit, latency_unit: units of the
    columns, unless the first line has them, as in time(ms)."""
    text = text_of(path, "a trace, a CSV file")
    units = {name: unit for name, unit in (("time", time_unit), (MEASURED, latency_unit)) if unit}
    table = Table(text, units)
    try:
        table.begin()
        return requests(table, capacity, longest, check)
    except (ValueError, csv.Error) as error:
        raise ValueError(f"{path}, line {max(1, table.line)}: {error}") from None


def requests(
    table: Table, capacity: int, longest: float, check: Callable[[int], object]
) -> list[TraceRequest]:
    """Return the requests of a table. Raise ValueError for the first line that is not a request."""
    found: list[TraceRequest] = []
    time, op, offset, size = map(table.names.index, COLUMNS)
    measured = table.names.index(MEASURED) if MEASURED in table.names else None
    number, scale, begin = table.number, table.factor("time"), Decimal(0)
    scales = table.factor("offset"), table.factor("size")
    for row in table.rows:
        if len(row) != len(table.names):
            raise ValueError(
                f"a line must have {len(table.names)} fields, as line 1, got {len(row)}"
            )
        when = seconds("time", number(row[time]))
        if not found and "time" not in table.units:
            check_first_time(when, row[time])
        if scale != 1:  # subtract before rounding: 18 digits are more than a float holds
            begin = begin if found else Decimal(number(row[time]))
            when = float(Decimal(number(row[time])) - begin) * scale
        latency = None
        if measured is not None and row[measured].casefold() not in MISSING:
            unit = table.factor(MEASURED)
            latency = seconds("latency", number(row[measured]), LONGEST / unit) * unit
        one = request(
            when, row[op], number(row[offset]), number(row[size]), capacity, latency, scales
        )
        if found and one.time < found[-1].time:
            raise ValueError(
                f"time must not decrease, got {one.time:.10g} s after {found[-1].time:.10g} s"
            )
        if found and one.time - found[0].time > longest:
            hint = f"; if the unit is not s, use --time-unit {', '.join(TIMES)}"
            raise ValueError(
                f"time must be at most {longest:g} s after the first, got {one.time:g} s"
                f"{'' if 'time' in table.units else hint}"
            )
        if one.op != "flush":
            check(one.size)
        found.append(one)
    if not found:
        raise ValueError("the first line must be followed by one line per request, got none")
    check_units(table, found)
    return found


def check_first_time(value: float, text: str) -> None:
    """Raise ValueError for a first time that is probably not in seconds."""
    unit = next((unit for least, unit in reversed(EPOCHS) if value >= least), "")
    if unit:
        since = "as Windows counts them since 1601" if unit == "100ns" else "since 1970"
        raise ValueError(
            f"time must be in seconds, got {text:.40}, probably in {unit} {since}: use --time-unit {unit}, "
            f"or write time({unit}) in the first line"
        )


def likely_unit(latency: float) -> str:
    """Return the unit in which a median latency that is too long for seconds probably is."""
    return next((unit for unit in ("ms", "us") if latency * TIMES[unit] <= SLOW / 10), "ns")


def check_units(table: Table, trace: Sequence[TraceRequest]) -> None:
    """Raise ValueError if a column without a unit is probably not in seconds or bytes."""
    table.line = 1
    known = [one.measured for one in trace if one.measured is not None]
    if MEASURED not in table.units and known and (median(known) > SLOW or max(known) > SLOWEST):
        likely = "100ns" if table.units.get("time") == "100ns" else likely_unit(median(known))
        raise ValueError(
            f"latency must be in seconds, got a median of {median(known):g} and at most {max(known):g}, "
            f"probably in {likely}: use --latency-unit {likely}, or write latency({likely}) in the first line"
        )
    sizes = [one for one in trace if one.op != "flush"]
    if (
        "size" not in table.units
        and len(sizes) > 1
        and median(one.size for one in sizes) < sector
        and all(one.size % 8 == 0 for one in sizes)
    ):
        raise ValueError(
            f"size must be in bytes, got {sizes[0].size}, {sizes[1].size} ..., probably in sectors of {sector}: "
            "write size(sectors) or size(bytes) in the first line"
        )
    if (
        "offset" not in table.units
        and len(sizes) > 1
        and all(one.size % sector == 0 and one.offset % sector and one.offset for one in sizes)
    ):
        raise ValueError(
            f"offset must be in bytes, got {sizes[0].offset}, {sizes[1].offset} ... for whole sectors, probably "
            "in sectors: write offset(sectors) or offset(bytes) in the first line"
        )


def request(
    when: float,
    op: str,
    offset: str,
    size: str,
    capacity: int,
    measured: float | None,
    scale: tuple[float, float] = (1, 1),
) -> TraceRequest:
    """Return a request. scale: bytes of the units of offset and size. Raise ValueError if a field
    is not allowed."""
    kind = SHORT.get(op.casefold(), op.casefold())
    if kind not in OPS:
        hint = "; the model has no trim, so remove these lines" if kind in TRIMS else ""
        raise ValueError(f"op must be one of {', '.join(OPS)}, got {op!r:.40}{hint}")
    begin = int(whole("offset", offset or "0") * scale[0])
    length = int(whole("size", size or "0") * scale[1])
    if kind == "flush":  # moves no data: offset and size may be empty
        return TraceRequest(when, kind, begin, length, measured)
    whole("offset", offset), whole("size", size)
    if not length:
        raise ValueError("size must be 1 byte or more, got 0")
    if begin + length > capacity:
        raise ValueError(
            f"a request must end within the machine's {capacity} bytes, "
            f"got offset {offset:.40} and size {size:.40}"
        )
    return TraceRequest(when, kind, begin, length, measured)


def seconds(name: str, text: str, most: float = inf) -> float:
    """Return a time from its text. Raise ValueError unless it is finite and from 0 to `most`."""
    value = float(text) if DIGITS.fullmatch(text) else -1.0
    if not 0 <= value < inf or value > most:
        limit = "" if most == inf else f" and at most {most:g}"
        raise ValueError(
            f"{name} must be a finite number of seconds, 0 or more{limit}, got {text!r:.40}{grouped(text)}"
        )
    return value


def whole(name: str, text: str) -> int:
    """Return a number of bytes from its text: `4096`, `4096.0` or `0x1000`. Raise ValueError if it
    is not a whole number of 0 or more."""
    value = -1
    if re.fullmatch("[0-9]{1,30}", text, re.ASCII):
        value = int(text)
    elif re.fullmatch("0[xX][0-9a-fA-F]{1,20}", text):
        value = int(text, 16)
    elif DIGITS.fullmatch(text) and float(text).is_integer():
        value = int(float(text))
    if value < 0:
        raise ValueError(
            f"{name} must be a whole number of bytes, 0 or more, got {text!r:.40}{grouped(text)}"
        )
    return value


def grouped(text: str) -> str:
    """Return a hint for a number with thousands separators."""
    found = re.fullmatch(r"[0-9]{1,3}([., '\u00a0\u202f_][0-9]{3})+([.,][0-9]+)?", text)
    return "; remove the thousands separators" if found else ""
