"""Block traces: a request in each row, of a published trace or a CSV file with a header.

What stands where is told by `models.cli.forms`, as for `replay`. Only MSR's and Systor's have latencies.

- MSR Cambridge: time and latency in 100 ns, times since 1601 (UTC); not sorted; a volume is a host and a disk.
- SPC: arrivals only, in s; the sector's place in sectors, the size in bytes; the places of units (ASU) overlap.
- Tencent: whole seconds, so that thousands share one and no queue can be seen; place and size in sectors of 512 B, 0 is a
  read; in MQSim's 1 is one. Alibaba: bytes, and us since 1970; rows of several devices are not in order.

A request of 0 bytes is left out of the counts. A CSV file's times and latencies without a unit are asked for."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, compress
from math import fsum
from typing import Any, NamedTuple

from models.cli.forms import form_of
from models.cli.trace_csv import EPOCHS, MEASURED, OPS, SHORT, SLOW, TRIMS, Table, likely_unit
from models.measured.kit.columns import LONG, MAYBE, NINE, NUMBER, WORD, Columns, Shape, columns_of
from models.measured.kit.form import Form
from models.measured.kit.many import cells, facts, since
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
READ_0, READ_1 = {"0": "read", "1": "write"}, {"0": "write", "1": "read"}


class Kind(NamedTuple):
    """A published trace. name: as shown. volume: columns that name the volume. said(volumes): what the file says of them.
    notes: what a reader must know. ops: what words of its own mean."""

    name: str
    volume: Sequence[str] = ()
    said: Callable[[Sequence[tuple[str, ...]]], dict[str, Any]] = lambda volumes: {}
    notes: Sequence[str] = ()
    ops: Mapping[str, str] = SHORT


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
        READ_0,
    ),
    "a trace of Systor '17": Kind(
        "Systor '17", ("lun",), lambda volumes: {"volumes": sorted(map("_".join, volumes))}
    ),
    "a trace of FIU": Kind("FIU", ("major", "minor"), notes=[ARRIVALS]),
    "a trace of MQSim": Kind(
        "MQSim", ("volume",), lambda volumes: {"volumes": numbered(volumes)}, [ARRIVALS], READ_1
    ),
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
    headers = (form_of(line) for line in lines if line.lstrip()[:1].isalpha())
    header = next((form for form in headers if form in forms), None)
    form = header or (common if 2 * count >= len(lines) else None)
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


class Requests(NamedTuple):
    """Requests that do the same. times: in the file's unit, after the first row's. latencies: in the file's unit, -1 for
    none; empty if the trace has none."""

    times: array[float]
    latencies: array[float]


class Trace:
    """A trace while it is read. ops: what requests do -> the requests."""

    def __init__(self, layout: Layout, head: Sequence[str], found: Measured) -> None:
        self.layout, self.found = layout, found
        self.names = layout.table.names
        self.long = is_long(layout, head)
        kinds = {"time": LONG if self.long else NUMBER, "size": NUMBER, "op": WORD}
        if MEASURED in self.names:
            kinds[MEASURED] = MAYBE if layout.kind.name == "Systor '17" else NUMBER
        kinds |= {"offset": NUMBER} | dict.fromkeys(layout.kind.volume, WORD)
        places = {name: (self.names.index(name), kind) for name, kind in kinds.items()}
        most = 30 if layout.kind.name == "SPC" else len(self.names)
        per = {"size": 1 / layout.table.factor("size")}
        self.shape = Shape(layout.table.delimiter, len(self.names), most, places, "op", per)
        self.begin: tuple[float, float] | None = None
        self.last = float("-inf")
        self.ops: dict[str, Requests] = {}
        self.volumes: dict[tuple[str, ...], None] = {}
        self.bytes = self.empty = self.flushes = 0
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
        op = self.layout.kind.ops.get(op, op)
        return op if op in OPS else "trim" if op in TRIMS else ""

    def keep(self, columns: Columns) -> None:
        """Keep the rows of a block."""
        if self.begin is None:  # the first row's word has the first number
            begins = columns.groups[columns.words["op"][1][0]]
            self.begin = begins["time"][0], begins["time, low"][0] if self.long else 0.0
        first, last = float("inf"), self.last
        for word, numbers in columns.groups.items():
            if not (op := self.op_of(word)):
                self.found.note(
                    f"an op must be read or write, got {word[:20]!r}: it is counted alone"
                )
            times, sizes = self.since(numbers), numbers["size"]
            latencies = numbers.get(MEASURED, array("d"))
            whole = facts(times)
            first, last = min(first, whole.least), max(last, whole.most)
            least = {name: facts(numbers[name]).least for name in ("size", "offset")}
            for name in [name for name, value in least.items() if value < 0]:
                self.found.note(f"rows with a negative {name} are left out")
            if least["size"] <= 0 or least["offset"] < 0:
                both = zip(sizes, numbers["offset"], strict=True)
                chosen = [size > 0 and offset >= 0 for size, offset in both]
                self.empty += chosen.count(False)
                times, sizes, latencies = (
                    array("d", compress(each, chosen)) for each in (times, sizes, latencies)
                )
            kept = self.ops.setdefault(op, Requests(array("d"), array("d")))
            kept.times.extend(times)
            kept.latencies.extend(latencies)
            self.bytes += int(fsum(sizes))
        self.backwards = self.backwards or columns.back or first < self.last
        self.last = last
        named = [columns.words[name] for name in self.layout.kind.volume]
        for each in set(zip(*(codes for codes, _ in named), strict=True)):
            volume = tuple(words[code] for code, (_, words) in zip(each, named, strict=True))
            self.volumes.setdefault(volume)

    def since(self, numbers: Mapping[str, array[float]]) -> array[float]:
        """Return the times (the file's unit) since the first row's: subtracted before they are rounded."""
        assert self.begin
        first, second = self.begin
        high, low = numbers["time"], numbers.get("time, low")
        if low is None:
            return since(high, first)
        return array(
            "d", [(one - first) * NINE + (two - second) for one, two in zip(high, low, strict=True)]
        )


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
    trace.ops = {op: requests for op, requests in trace.ops.items() if requests.times}
    if not trace.ops or not trace.begin:
        return found
    unit, times = time_unit(trace, told), [facts(each.times) for each in trace.ops.values()]
    first, last = min(each.least for each in times), max(each.most for each in times)
    counts = {op: len(each.times) for op, each in trace.ops.items()}
    values = found.values
    values["n"] = sum(counts.values())
    values |= {f"{op}s": counts.get(op, 0) for op in ("read", "write")} | {"bytes": trace.bytes}
    values["span_s"] = (last - first) / PER_SECOND[unit]
    if unit == "100ns":
        ticks = int(trace.begin[0]) * NINE + int(trace.begin[1]) + int(first)
        values["first_time"] = stamp(ticks)
    values |= layout.kind.said(list(trace.volumes))
    parts(found, trace, first, unit, told)
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


def parts(found: Measured, trace: Trace, first: float, unit: str, told: Mapping[str, str]) -> None:
    """Add the latencies, all and by what the requests do, and the rates over time. first: the first time."""
    whole, per_second = found.part(""), PER_SECOND[unit]
    moments = {op: since(each.times, first, per_second) for op, each in trace.ops.items()}
    together = array("d")
    for each in moments.values():
        together.extend(each)
    whole.rates = rates_of(together, 1.0 if "Tencent" in found.form else 0.0)
    if max(max(each.latencies, default=-1) for each in trace.ops.values()) < 0:
        return
    per_second, bad = PER_SECOND[latency_unit(trace, told)], 0
    whole.latencies = Samples()
    for op, (_, known) in trace.ops.items():
        latencies, ends = since(known, 0.0, per_second), moments[op]
        if min(latencies) < 0 or max(latencies) > LONGEST:
            good = [0 <= value <= LONGEST for value in latencies]
            bad += good.count(False)
            latencies, ends = (array("d", compress(each, good)) for each in (latencies, ends))
        if latencies:
            found.part(op or "other").latencies = Samples(latencies, ends)
            whole.latencies.seconds.extend(latencies)
            whole.latencies.times.extend(ends)
    if bad:
        found.note(f"{bad:,} rows without a latency from 0 to 1e8 s have none here")


def rates_of(moments: array[float], least: float) -> list[tuple[float, float]]:
    """Return requests in a second over time: (end of the interval, rate). least: shortest interval (s)."""
    width = max(least, max(moments) / MOST_POINTS)
    if not width:
        return []
    number, counts = int(max(moments) / width) + 1, Counter[int]()
    for place, _, many in cells(moments, moments, 0.0, width, number):
        counts[place] += many
    return [((place + 1) * width, counts[place] / width) for place in range(number)]


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
    known = chain.from_iterable(each.latencies[:10_000] for each in trace.ops.values())
    middle = percentile([value for value in known if value >= 0] or [0.0], 0.5)
    likely = "s" if middle <= SLOW else likely_unit(middle)
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
