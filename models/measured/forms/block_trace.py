"""Block traces: a request in each row, of a published trace or a CSV file with a header.

What stands where is told by `models.cli.forms`, as for `replay`. Only MSR's and Systor's have latencies.

- MSR Cambridge: time and latency in 100 ns, times since 1601 (UTC); not sorted; a volume is a host and a disk.
- SPC: arrivals only, in s; the sector's place in sectors, the size in bytes; the places of units (ASU) overlap.
- Tencent: whole seconds, so that thousands share one and no queue can be seen; place and size in sectors of 512 B, 0 is a
  read. Alibaba: bytes, and us since 1970; rows of several devices are not in order.

A request of 0 bytes is left out of the counts. A CSV file's times and latencies without a unit are asked for."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress, repeat
from math import fsum
from typing import Any, NamedTuple

from models.cli.forms import form_of
from models.cli.trace_csv import EPOCHS, MEASURED, OPS, SHORT, SLOW, TIMES, TRIMS, Table
from models.measured.kit.columns import LONG, NINE, NUMBER, WORD, Columns, Shape, columns_of
from models.measured.kit.form import Form
from models.measured.kit.measured import Measured, Samples
from models.measured.kit.source import Block, Source
from models.sim.stats import percentile

EXAMPLE = "128166372003061629,src1,0,Read,4096,8192,1130"
MOST_POINTS = 300
"""Points of a curve of rates over time."""
LONGEST = 1e8
"""Latency (s) from which on it is an error of a counter."""
MARCH = 584_694
"""Days from March of the year 0 to 1601, where Windows' times begin."""
PER_SECOND = {"s": 1.0, "ms": 1e3, "us": 1e6, "µs": 1e6, "ns": 1e9, "100ns": 1e7}
"""How many of a unit are a second: a quotient is exact where a product is not."""
MORE = {"0": "read", "1": "write"}


class Kind(NamedTuple):
    """A published trace. name: as shown. volume: columns that name the volume. said(volumes): what the file says of them.
    notes: what a reader must know."""

    name: str
    volume: Sequence[str] = ()
    said: Callable[[Sequence[tuple[str, ...]]], dict[str, Any]] = lambda volumes: {}
    notes: Sequence[str] = ()


def numbered(volumes: Sequence[tuple[str, ...]]) -> list[int]:
    """Return volumes that are numbers, in order."""
    return sorted(
        int(name) for (name,) in volumes if name.isascii() and name.isdigit() and len(name) < 30
    )


ARRIVALS = "times are of arrival: no latency can be read from them"
KINDS = {
    "a trace of an MSR server": Kind(
        "MSR Cambridge",
        ("host", "disk"),
        lambda volumes: {"volumes": sorted(map("_".join, volumes))},
    ),
    "an SPC trace": Kind("SPC", ("asu",), lambda volumes: {"asus": numbered(volumes)}, [ARRIVALS]),
    "a trace of Alibaba's disks": Kind(
        "Alibaba block", ("disk",), lambda volumes: {"devices": len(volumes)}, [ARRIVALS]
    ),
    "a trace of Tencent's disks": Kind(
        "Tencent block",
        ("volume",),
        lambda volumes: {"volumes": len(volumes)},
        [ARRIVALS, "times are whole seconds: no queue can be seen in them"],
    ),
    "a trace of Systor '17": Kind(
        "Systor '17", ("lun",), lambda volumes: {"volumes": sorted(map("_".join, volumes))}
    ),
    "a trace of FIU": Kind("FIU", ("major", "minor"), notes=[ARRIVALS]),
}
PLAIN = Kind("block trace")
"""A CSV file whose header names the columns."""


class Layout(NamedTuple):
    """What stands where. table: names and units of the columns."""

    kind: Kind
    table: Table


def layout_of(head: Sequence[str]) -> Layout | None:
    """Return what stands where in a file that begins so, or None if it is no block trace."""
    lines = [line for line in head[:50] if not line.lstrip().startswith("#")]
    if not lines:
        return None
    forms = [form for line in lines if (form := form_of(line)) and form.name in KINDS]
    common, count = Counter(forms).most_common(1)[0] if forms else (None, 0)
    header = form_of(lines[0]) if lines[0][:1].isalpha() else None
    form = header if header in forms else common if 2 * count >= len(lines) else None
    if form:
        return Layout(KINDS[form.name], table_of(form.columns.split(", ")[0]))
    try:
        return Layout(PLAIN, table_of(lines[0]))
    except ValueError:
        return None


def table_of(header: str) -> Table:
    """Return the columns of a header. Raise ValueError unless it names time, op, offset and size."""
    table = Table(header, {})
    table.begin()
    return table


def is_like(head: Sequence[str]) -> bool:
    """Return whether the first lines are of a block trace."""
    return layout_of(head) is not None


class Trace:
    """A trace while it is read. times: in the file's unit, after the first one. ops, sizes (B), latencies (in the file's
    unit, or -1)."""

    def __init__(self, layout: Layout, head: Sequence[str], found: Measured) -> None:
        self.layout, self.found = layout, found
        self.names = layout.table.names
        self.long = is_long(layout, head)
        places = {
            name: (self.names.index(name), LONG if name == "time" and self.long else NUMBER)
            for name in ("time", "size")
        } | {"op": (self.names.index("op"), WORD)}
        if MEASURED in self.names:
            places[MEASURED] = (
                self.names.index(MEASURED),
                WORD if layout.kind.name == "Systor '17" else NUMBER,
            )
        places["offset"] = (self.names.index("offset"), NUMBER)
        places |= {name: (self.names.index(name), WORD) for name in layout.kind.volume}
        most = 30 if layout.kind.name == "SPC" else len(self.names)
        self.shape = Shape(layout.table.delimiter, len(self.names), most, places)
        self.begin: tuple[float, float] | None = None
        self.times, self.sizes, self.latencies = array("d"), array("d"), array("d")
        self.ops: list[str] = []
        self.volumes: dict[tuple[str, ...], None] = {}
        self.empty = self.flushes = 0
        self.backwards = False

    def take(self, block: Block) -> None:
        """Take the rows of a block."""
        data = block.data.replace(b'"', b"")
        if self.shape.separator in (";", "\t"):  # a table saved where a comma is the decimal point
            data = data.replace(b",", b".")
        columns = columns_of(data, self.shape)
        lines = block.text.split("\n") if columns.odd else []
        for place in columns.odd:
            self.other(block.first + place, lines[place])
        if columns.rows:
            self.keep(columns)

    def other(self, number: int, line: str) -> None:
        """Take a line that is no row of numbers."""
        cells = [cell.strip() for cell in line.split(self.shape.separator or None)]
        if len(cells) == len(self.names) and self.op_of(cells[self.names.index("op")]) == "flush":
            self.flushes += 1
        elif any(map(str.isdigit, line)) and not line.lstrip().startswith("#"):
            self.found.leave(
                number, f"a row must have {', '.join(self.names)}, got {line.strip()[:40]!r}"
            )

    def op_of(self, word: str) -> str:
        """Return what a request does: one of OPS, trim, or "" if that is not known."""
        op = word.casefold()
        op = (MORE if self.layout.kind.name == "Tencent block" else SHORT).get(op, op)
        return op if op in OPS else "trim" if op in TRIMS else ""

    def keep(self, columns: Columns) -> None:
        """Keep the rows of a block."""
        numbers = columns.numbers
        codes, words = columns.words["op"]
        full = [self.op_of(word) for word in words]
        for code in dict.fromkeys(codes):
            if not full[code]:
                self.found.note(
                    f"an op must be read or write, got {words[code][:20]!r}: it is counted alone"
                )
        ops = list(map(full.__getitem__, codes))
        sizes, times = numbers["size"], self.since(numbers)
        latencies = self.latency(columns)
        for name in ("size", "offset"):
            if min(numbers[name]) < 0:
                self.found.note(f"rows with a negative {name} are left out")
        yes: Iterator[bool] = repeat(True)
        count = len(sizes)
        if min(sizes) <= 0 or min(numbers["offset"]) < 0:
            chosen = [
                size > 0 and offset >= 0
                for size, offset in zip(sizes, numbers["offset"], strict=True)
            ]
            count = chosen.count(True)
            ops, sizes = list(compress(ops, chosen)), array("d", compress(sizes, chosen))
            times = array("d", compress(times, chosen))
            latencies = array("d", compress(latencies, chosen))
            yes = iter(chosen)
            self.empty += columns.rows - count
        factor = self.layout.table.factor("size")
        if factor != 1:
            sizes = array("d", (size * factor for size in sizes))
        self.backwards = self.backwards or times.tolist() != sorted(times)
        self.ops += ops
        self.times.extend(times)
        self.sizes.extend(sizes)
        self.latencies.extend(latencies)
        named = [columns.words[name] for name in self.layout.kind.volume]
        if named and count:
            for each in set(compress(zip(*(codes for codes, _ in named), strict=True), yes)):
                volume = tuple(words[code] for code, (_, words) in zip(each, named, strict=True))
                self.volumes.setdefault(volume)

    def latency(self, columns: Columns) -> array[float]:
        """Return the latencies (the file's unit) of a block's rows, -1 where there is none; empty if the trace has none."""
        if MEASURED in columns.numbers:
            return columns.numbers[MEASURED]
        if MEASURED not in columns.words:
            return array("d")
        codes, words = columns.words[MEASURED]
        values = [number_of(word) for word in words]
        return array("d", map(values.__getitem__, codes))

    def since(self, numbers: Mapping[str, array[float]]) -> array[float]:
        """Return the times (the file's unit) since the first row's: subtracted before they are rounded."""
        high, low = numbers["time"], numbers.get("time, low")
        if self.begin is None:
            self.begin = high[0], low[0] if low else 0.0
        first, second = self.begin
        if low is None:
            return array("d", (each - first for each in high))
        return array(
            "d", ((one - first) * NINE + (two - second) for one, two in zip(high, low, strict=True))
        )


def number_of(text: str) -> float:
    """Return a number of a cell that may be blank, -1 if it is none."""
    return float(text) if text.replace(".", "", 1).isdigit() and len(text) < 30 else -1.0


def is_long(layout: Layout, head: Sequence[str]) -> bool:
    """Return whether times are whole numbers of more than 15 digits."""
    at, separator = layout.table.names.index("time"), layout.table.delimiter
    cells = [line.split(separator or None)[at : at + 1] for line in head[:50]]
    return any(len(cell[0].strip()) > 15 and cell[0].strip().isdigit() for cell in cells if cell)


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the requests of a trace, and their latencies if it has any."""
    layout = layout_of(source.head)
    assert layout
    found = Measured(layout.kind.name)
    trace = Trace(layout, source.head, found)
    for block in source.blocks():
        trace.take(block)
    if trace.begin is None or not trace.times:
        return found
    unit = time_unit(trace, told)
    first, last = min(trace.times), max(trace.times)
    ops = Counter(trace.ops)
    values = found.values
    values["n"] = len(trace.times)
    values |= {"reads": ops["read"], "writes": ops["write"], "bytes": int(fsum(trace.sizes))}
    values["span_s"] = (last - first) / PER_SECOND[unit]
    if unit == "100ns":
        ticks = int(trace.begin[0]) * NINE + int(trace.begin[1]) + int(first)
        values["first_time"] = stamp(ticks)
    values |= layout.kind.said(list(trace.volumes))
    parts(found, trace, unit, told)
    if trace.empty:
        found.note(f"{trace.empty:,} rows of 0 bytes are not counted")
    if trace.flushes:
        values["flushes"] = trace.flushes
    if trace.backwards and layout.kind.name not in ("MSR Cambridge", "Alibaba block"):
        found.note("some times run backwards")
    for text in layout.kind.notes:
        found.note(text)
    return found


def stamp(ticks: int) -> str:
    """Return a time in 100 ns since 1601 (UTC) as ISO 8601, whole seconds."""
    days, rest = divmod(ticks // 10**7, 86_400)
    cycle, of_cycle = divmod(days + MARCH, 146_097)  # 400 years, each from March on
    year = (of_cycle - of_cycle // 1460 + of_cycle // 36_524 - of_cycle // 146_096) // 365
    of_year = of_cycle - (365 * year + year // 4 - year // 100)
    month, of_month = divmod(5 * of_year + 2, 153)
    month = (month + 2) % 12 + 1
    year += 400 * cycle + (month < 3)
    return f"{year:04}-{month:02}-{of_month // 5 + 1:02}T{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}Z"


def parts(found: Measured, trace: Trace, unit: str, told: Mapping[str, str]) -> None:
    """Add the latencies, all and by what the requests do, and the rates over time."""
    whole = found.part("")
    first = min(trace.times)
    moments = [(time - first) / PER_SECOND[unit] for time in trace.times]
    whole.rates = rates_of(moments, 1.0 if "Tencent" in found.form else 0.0)
    known = trace.latencies
    if not known or max(known) < 0:
        return
    per_second = PER_SECOND[latency_unit(trace, told)]
    latencies = array("d", (value / per_second for value in known))
    good = [0 <= value <= LONGEST for value in latencies]
    if bad := good.count(False):
        found.note(f"{bad:,} rows without a latency from 0 to 1e8 s have none here")
    whole.latencies = Samples(compress(latencies, good), compress(moments, good))
    for op in dict.fromkeys(trace.ops):
        chosen = [yes and each == op for yes, each in zip(good, trace.ops, strict=True)]
        if any(chosen):
            part = found.part(op or "other")
            part.latencies = Samples(compress(latencies, chosen), compress(moments, chosen))


def rates_of(moments: Iterable[float], least: float) -> list[tuple[float, float]]:
    """Return requests in a second over time: (end of the interval, rate). least: shortest interval (s)."""
    moments = list(moments)
    width = max(least, max(moments) / MOST_POINTS)
    if not width:
        return []
    counts = Counter(int(moment / width) for moment in moments)
    return [((place + 1) * width, counts[place] / width) for place in range(max(counts) + 1)]


def time_unit(trace: Trace, told: Mapping[str, str]) -> str:
    """Return the unit of the times. It is asked for where nothing in the file says it."""
    table = trace.layout.table
    if "time" in table.units:
        return table.units["time"]
    if trace.layout.kind is not PLAIN:
        return "s"
    assert trace.begin
    value = trace.begin[0] * (NINE if trace.long else 1)
    likely = next((unit for least, unit in reversed(EPOCHS) if value >= least), "") or "s"
    return asked("time", likely, trace.found, told)


def latency_unit(trace: Trace, told: Mapping[str, str]) -> str:
    """Return the unit of the latencies. It is asked for where nothing in the file says it."""
    table = trace.layout.table
    if MEASURED in table.units:
        return table.units[MEASURED]
    if trace.layout.kind is not PLAIN:
        return "s"
    middle = percentile([value for value in trace.latencies[:10_000] if value >= 0] or [0.0], 0.5)
    likely = next(
        (
            unit
            for unit in ("s", "ms", "us", "ns")
            if middle * TIMES[unit] <= (SLOW if unit == "s" else SLOW / 10)
        ),
        "ns",
    )
    return asked(MEASURED, likely, trace.found, told)


def asked(name: str, likely: str, found: Measured, told: Mapping[str, str]) -> str:
    """Return a unit that the file does not say: the answer, or the likely one."""
    options = [likely, *(unit for unit in ("s", "ms", "us", "ns", "100ns") if unit != likely)]
    key = f"{name}_unit"
    chosen = told.get(key, likely)
    chosen = chosen if chosen in options else likely
    found.asks[key] = (f"In what unit is {name}? The header does not say.", options)
    found.note(f"{name} is taken as {chosen}: the header does not say, as {name}({chosen}) would")
    return chosen


FORM = Form("block trace", EXAMPLE, is_like, read)
