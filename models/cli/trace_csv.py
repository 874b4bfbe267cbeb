"""Traces of requests in CSV files: time, op, offset, size and, where it was measured, latency."""

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from math import inf
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from models.cli.forms import Form, delimiter_of, form_of, split
from models.cli.user_file import text_of
from models.units import KiB, hour, ms, ns, sector, us

OPS = ("read", "write", "flush")
COLUMNS = ("time", "op", "offset", "size")
MEASURED = "latency"
LONGEST = 1e8
"""Seconds from the first request to the last, and of a latency: three years; far beyond, rounding eats a turn."""
TIMES: dict[str, float] = {"s": 1.0, "ms": ms, "us": us, "\u00b5s": us, "ns": ns, "100ns": 100 * ns}
SIZES: dict[str, float] = {"b": 1, "bytes": 1, "sectors": sector, "sector": sector, "kib": KiB}
UNITS = {"time": TIMES, MEASURED: TIMES, "offset": SIZES, "size": SIZES}
EPOCHS = ((1e8, ""), (1e11, "ms"), (1e14, "us"), (1e17, "100ns"), (3e17, "ns"), (1e20, ""))
"""Times since 1970 (of 100 ns since 1601, as Windows counts) are from here on in this unit; the first are seconds."""
SLOW, SLOWEST = 1.0, 1 * hour
"""Seconds of half of the latencies, and of one, above which they are hardly seconds."""
DIGITS = re.compile(r"[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,3})?", re.ASCII)
SHORT = {"r": "read", "w": "write", "f": "flush", "fsync": "flush"}
TRIMS = ("trim", "discard", "unmap", "d")
MISSING = ("", "-", "nan", "na", "n/a", "none", "null")


class Asked(NamedTuple):
    """A request of a trace: `time` in seconds, `offset` and `size` in bytes; `measured`: its
    latency (s), if known."""

    time: float
    op: str
    offset: int
    size: int
    measured: float | None


class Table:
    """A trace as a file has it: the names of its columns with their units, its rows, and the line
    that was read last."""

    def __init__(self, text: str, units: dict[str, str]):
        self.text, self.units, self.line, self.delimiter = text, units, 0, ","
        self.names: list[str] = []
        self.rows: Iterator[list[str]] = iter(())

    def begin(self) -> None:
        """Read the first line. Raises ValueError."""
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
                        else f"the column {part[1]} has no unit, got {name!r:.40}"
                    )
            raise ValueError(
                f"the first line must name the columns {','.join(COLUMNS)}[,{MEASURED}]; "
                f"missing {', '.join(missing)}{foreign(form_of(first))}"
            )
        for column in (*COLUMNS, MEASURED):
            if self.names.count(column) > 1:
                raise ValueError(f"the column {column} comes twice")
        self.rows = split(lines, self.delimiter)

    def lines(self) -> Iterator[str]:
        """The lines that hold something, comments left out."""
        for number, line in enumerate(re.split("\r\n|\r|\n", self.text), 1):
            if line.strip() and line.lstrip()[0] != "#":
                self.line = number
                yield line

    def number(self, text: str) -> str:
        """A number as Python writes it: where semicolons stand between fields, a comma may be its
        decimal point."""
        return text.replace(",", ".") if self.delimiter != "," else text

    def factor(self, name: str) -> float:
        return UNITS[name][self.units[name]] if name in self.units else 1


def foreign(form: Form | None) -> str:
    """What else a file may be whose first line names no columns."""
    if form is None:
        return ""
    return f": it looks like {form.name}" + (
        f"; to read it, make {form.columns} the first line"
        if form.columns
        else "; write these columns from it, in seconds and bytes"
    )


def read(
    path: Path,
    capacity: int,
    longest: float = LONGEST,
    check: Callable[[int], Any] = int,
    time_unit: str | None = None,
    latency_unit: str | None = None,
) -> list[Asked]:
    """The requests in a file, for a machine of `capacity` bytes, over `longest` seconds at most, of
    sizes that `check` takes; blank lines and other columns are passed over. Units stand in the
    first line, such as time(ms), or are given. Raises ValueError with one line that says where."""
    text = text_of(path, "a trace, a CSV file,")
    given = {name: unit for name, unit in (("time", time_unit), (MEASURED, latency_unit)) if unit}
    table = Table(text, given)
    try:
        table.begin()
        return requests(table, capacity, longest, check)
    except (ValueError, csv.Error) as error:
        raise ValueError(f"{path}, line {max(1, table.line)}: {error}") from None


def requests(
    table: Table, capacity: int, longest: float, check: Callable[[int], Any]
) -> list[Asked]:
    """The requests of a table."""
    asked: list[Asked] = []
    time, op, offset, size = map(table.names.index, COLUMNS)
    measured = table.names.index(MEASURED) if MEASURED in table.names else None
    whose, scale, begin = table.number, table.factor("time"), Decimal(0)
    for row in table.rows:
        if len(row) != len(table.names):
            raise ValueError(f"wanted {len(table.names)} fields, as in line 1, got {len(row)}")
        when = seconds("time", whose(row[time]))
        if not asked and "time" not in table.units:
            known_unit("time", when, row[time])
        if (
            scale != 1
        ):  # the difference of the numbers as they are: 18 digits are more than a float's
            begin = begin if asked else Decimal(whose(row[time]))
            when = float(Decimal(whose(row[time])) - begin) * scale
        latency = (
            None
            if measured is None or row[measured].casefold() in MISSING
            else seconds("latency", whose(row[measured]), LONGEST / table.factor(MEASURED))
            * table.factor(MEASURED)
        )
        one = request(
            when,
            row[op],
            whose(row[offset]),
            whose(row[size]),
            capacity,
            latency,
            (table.factor("offset"), table.factor("size")),
        )
        if asked and one.time < asked[-1].time:
            raise ValueError(
                f"times must not go backwards, got {one.time:.10g} s after {asked[-1].time:.10g} s"
            )
        if asked and one.time - asked[0].time > longest:
            hint = (
                ""
                if "time" in table.units
                else f"; if these are no seconds, --time-unit {', '.join(TIMES)} says so"
            )
            raise ValueError(
                f"time must be at most {longest:g} s after the first, got {one.time:g} s{hint}"
            )
        if one.op != "flush":
            check(one.size)
        asked.append(one)
    if not asked:
        raise ValueError("a line for each request must follow, and there is none")
    check_units(table, asked)
    return asked


def known_unit(name: str, value: float, text: str) -> None:
    """Raise ValueError for a first time that counts something else than seconds since any year."""
    unit = [unit for least, unit in EPOCHS if value >= least][-1:]
    if unit and unit[0]:
        since = "as Windows counts them since 1601" if unit[0] == "100ns" else "since 1970"
        raise ValueError(
            f"time is in seconds, and {text:.40} is likely in {unit[0]} {since}: --time-unit {unit[0]}, or "
            f"time({unit[0]}) in the first line, says so"
        )


def check_units(table: Table, asked: Sequence[Asked]) -> None:
    """Raise ValueError where the numbers of a trace are hardly seconds and bytes, and nobody said
    that they are."""
    table.line = 1
    known = [one.measured for one in asked if one.measured is not None]
    if MEASURED not in table.units and known and (median(known) > SLOW or max(known) > SLOWEST):
        likely = (
            "100ns"
            if table.units.get("time") == "100ns"
            else next(
                (unit for unit in ("ms", "us", "ns") if median(known) * TIMES[unit] <= SLOW / 10),
                "ns",
            )
        )
        raise ValueError(
            f"latency is in seconds, and {median(known):g} s in the middle, {max(known):g} s at most, is likely "
            f"in {likely}: --latency-unit {likely}, or latency({likely}) in the first line, says so"
        )
    sizes = [one for one in asked if one.op != "flush"]
    if (
        "size" not in table.units
        and len(sizes) > 1
        and median(one.size for one in sizes) < sector
        and all(one.size % 8 == 0 for one in sizes)
    ):
        raise ValueError(
            f"size is in bytes, and {sizes[0].size}, {sizes[1].size} ... are likely in sectors of {sector}: "
            "size(sectors) in the first line says so, size(bytes) that it is not"
        )
    if (
        "offset" not in table.units
        and len(sizes) > 1
        and all(one.size % sector == 0 and one.offset % sector and one.offset for one in sizes)
    ):
        raise ValueError(
            f"offset is in bytes, and sizes of whole sectors at {sizes[0].offset}, {sizes[1].offset} are likely "
            "in sectors: offset(sectors) in the first line says so, offset(bytes) that they are not"
        )


def request(
    when: float,
    op: str,
    offset: str,
    size: str,
    capacity: int,
    measured: float | None,
    scale: tuple[float, float] = (1, 1),
) -> Asked:
    """A request from its time and the text of its other fields."""
    what = op.casefold()
    what = SHORT.get(what, what)
    if what not in OPS:
        hint = ", which this model has not: leave such lines out" if what in TRIMS else ""
        raise ValueError(f"op must be one of {', '.join(OPS)}, got {op!r:.40}{hint}")
    begin, length = (
        int(whole("offset", offset or "0") * scale[0]),
        int(whole("size", size or "0") * scale[1]),
    )
    if what == "flush":  # moves no data: offset and size may be left out
        return Asked(when, what, begin, length, measured)
    whole("offset", offset), whole("size", size)
    if not length:
        raise ValueError("size must be 1 byte or more, got 0")
    if begin + length > capacity:
        raise ValueError(
            f"a request must end within the machine's {capacity} bytes, "
            f"got offset {offset:.40} and size {size:.40}"
        )
    return Asked(when, what, begin, length, measured)


def seconds(name: str, text: str, most: float = inf) -> float:
    """A finite time from its text."""
    value = float(text) if DIGITS.fullmatch(text) else -1.0
    if not 0 <= value < inf or value > most:
        limit = "" if most == inf else f" and at most {most:g}"
        raise ValueError(
            f"{name} must be a finite number of seconds, 0 or more{limit}, got {text!r:.40}{grouped(text)}"
        )
    return value


def whole(name: str, text: str) -> int:
    """A number of bytes from its text: `4096`, `4096.0` or `0x1000`."""
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
    """What to say of a number with separators of thousands."""
    found = re.fullmatch(r"[0-9]{1,3}([., '\u00a0\u202f_][0-9]{3})+([.,][0-9]+)?", text)
    return ", with separators of thousands: leave them out" if found else ""
