"""Logs of fio: in each row a latency or a rate (fio's HOWTO, Log File Formats; `iolog.c`, flush_samples).

A row is the time of the answer in ms, the value, the direction and the size, then an offset, a priority and the time of
issue if they were asked for. A latency is in ns since fio 3, in us before. With log_avg_msec a row is the mean of a
window, and its size is 0; with log_window_value=both the largest of the window stands before the direction."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping, Sequence
from itertools import islice
from math import fsum
from operator import eq
from typing import NamedTuple

from models.measured.forms.fio_bins import UNITS
from models.measured.kit.columns import NUMBER, Shape, columns_of, is_of
from models.measured.kit.form import Form
from models.measured.kit.many import facts, ordered, since
from models.measured.kit.measured import Curve, Measured, Samples, Windows
from models.measured.kit.moments import utc
from models.measured.kit.source import Block, Source
from models.sim.stats import percentile
from models.units import KiB

WAYS = {"0": "read", "1": "write", "2": "trim"}
ROW = re.compile(
    r"\s*\d{1,20},\s+\d{1,20},\s+\d{1,20},\s+\d{1,12}(,\s+(\d{1,20}|0x[0-9a-f]{1,8})){0,6}",
    re.ASCII,
)
EPOCH = 1e9
"""A time from here on (s) is a Unix time."""
SHORTEST = 1000
"""A median below this would be less than a microsecond in ns, which no device answers in; it is taken as us."""
EXAMPLE = "12, 84330, 0, 4096, 0"
RATES = {"bw": ("bytes_per_s", KiB), "iops": ("iops", 1.0)}
"""What a log of rates has, and the factor to SI units."""
NAMED = re.compile(r"_(bw|iops|slat|clat|lat)(?![a-z])")
TRIM = "2"
MOST = 1e17
"""No number that fio writes in its logs is as large: in ns this would be three years."""
MOST_FIELDS = 7
"""Columns of a row: time, value, direction, size, offset, priority and time of issue."""
PRIORITY = re.compile(r"[01]|0x[0-9a-f]{1,8}")


class Layout(NamedTuple):
    """The columns of a log. fields: how many. way: the number of the direction's. both: whether the largest value of a
    window stands before it. averaged: whether a row is a window. new: whether there is a priority, as since fio 3.18."""

    fields: int
    way: int
    both: bool
    averaged: bool
    new: bool

    def shape(self, per: float) -> Shape:
        """Return the shape of a row. per: how many of the values' unit are one in SI units."""
        names = ("time", "value", *(("top",) if self.both else ()), "way", "size")
        places = {name: (place, NUMBER) for place, name in enumerate(names)}
        divided = {"time": 1e3, "value": per} | ({"top": per} if self.both else {})
        return Shape(",", self.fields, self.fields, places, "way", divided)


def is_like(head: Sequence[str]) -> bool:
    """Return whether most of the first lines are rows of a log."""
    rows = head[:50]
    return 2 * sum(bool(ROW.fullmatch(row)) for row in rows) > len(rows)


def layout_of(head: Sequence[str]) -> Layout:
    """Return the columns of a log that begins with these lines, one or more of which are rows."""
    rows = [[cell.strip() for cell in row.split(",")] for row in head if ROW.fullmatch(row)]
    counts = [len(row) for row in rows]
    fields = max(counts, key=counts.count)
    rows = [row for row in rows if len(row) == fields]
    far = sum(row[2] not in WAYS and row[3] in WAYS for row in rows)
    both = fields > 4 and 2 * far > len(rows)
    averaged = all(row[3 + both] == "0" for row in rows)
    new = fields > 5 or (fields == 5 and all(PRIORITY.fullmatch(row[4]) for row in rows))
    return Layout(fields, 2 + both, both, averaged, new)


Columned = dict[str, "array[float]"]


class Log:
    """A log while it is read: its columns by direction."""

    def __init__(self, shape: Shape) -> None:
        self.shape, self.columns, self.back = shape, dict[str, Columned](), False

    def take(self, block: Block, found: Measured) -> None:
        """Take the rows of a block. Those that cannot be are left out."""
        columns = columns_of(block.data, self.shape)
        for place in columns.odd:
            found.leave(
                block.first + place,
                f"a row must be {self.shape.most} numbers such as {EXAMPLE}, got {block.line(place)[:40]!r}",
            )
        if any(
            way not in WAYS or not all(self.can_be(*each) for each in numbers.items())
            for way, numbers in columns.groups.items()
        ):
            columns = columns_of(self.sound(block, found), self.shape)
        found.lines += columns.rows
        for way, numbers in columns.groups.items():
            kept = self.columns.setdefault(way, {name: array("d") for name in numbers})
            times = numbers["time"]
            if not self.back:
                back = kept["time"] and times[0] < kept["time"][-1]
                self.back = bool(back) or not facts(times).rises
                if self.back:
                    found.note(
                        f"times run backwards after line {block.first}: are several logs in one file?"
                    )
            for name, column in numbers.items():
                kept[name].extend(column)

    def can_be(self, name: str, column: array[float]) -> bool:
        """Return whether all numbers of a column are such as fio writes."""
        least, most, *_ = facts(column)
        return least >= 0 and most * self.shape.per.get(name, 1) < MOST

    def sound(self, block: Block, found: Measured) -> bytes:
        """Return the rows of a block that can be; the others are left out."""
        good, place = list[str](), self.shape.places["way"][0]
        for number, line in block.lines():
            cells = line.split(",")
            if len(cells) != self.shape.most or not is_of(cells, self.shape.places):
                continue
            used = [float(cells[at]) for at, _ in self.shape.places.values()]
            if f"{float(cells[place]):g}" in WAYS and min(used) >= 0 and max(used) < MOST:
                good.append(line)
            else:
                found.leave(
                    number,
                    f"a row must have numbers from 0 to {MOST:.0e}, and direction 0, 1 or 2, got {line[:40]!r}",
                )
        return "\n".join(good).encode()


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the latencies or rates of a log by direction."""
    layout, found = layout_of(source.head), Measured("fio log")
    if layout.fields > MOST_FIELDS + layout.both:
        found.note(
            f"rows have {layout.fields} columns: those after the {MOST_FIELDS + layout.both}th are not read"
        )
    rate = RATES.get(kind_of(source.name, told, found))
    log = Log(layout.shape(1 / rate[1] if rate else unit_of(layout, source.head, told, found)))
    for block in source.blocks():
        log.take(block, found)
    if not log.columns:
        return found
    begin = say_times(log, found)
    if not layout.averaged:
        sizes = {way: facts(numbers["size"]).total for way, numbers in log.columns.items()}
        found.values["bytes"] = int(fsum(sizes.values()))
        if TRIM in sizes:
            found.values["rw_bytes"] = int(fsum(sizes.values()) - sizes[TRIM])
    for way, numbers in sorted(log.columns.items()):
        part = found.part(WAYS[way])
        times, values = since(numbers["time"], begin), numbers["value"]
        if rate:
            if rate[0] == "iops" and not layout.averaged and facts(values)[:2] == (1.0, 1.0):
                part.values["n"] = len(values)
                found.note("each row is a request (no log_avg_msec), whose 1 is no rate")
                continue
            part.rates = Curve(times, values)
            part.values[f"mean_{rate[0]}"] = facts(values).total / len(values)
            found.note("the last window of a log of rates is not written by fio")
        elif layout.averaged:
            part.windows = Windows.of_columns(times, values, numbers.get("top", array("d")))
            found.note("each row is the mean of a window: no percentile can be known from them")
            rising = ordered(times)
            if any(map(eq, rising, islice(rising, 1, None))):
                found.note(
                    f"{part.name}: windows with the same end (fio 3.18 wrote too many): no mean is sure"
                )
        else:
            part.latencies = Samples(values, times)
    return found


def say_times(log: Log, found: Measured) -> float:
    """Say when a log begins and how long it is. Return the time (s) that the others count from."""
    times = [facts(numbers["time"]) for numbers in log.columns.values()]
    first, last = min(each.least for each in times), max(each.most for each in times)
    begin = first if first >= EPOCH else 0.0
    found.values["span_s"] = last - begin
    if begin:
        found.values["begin_unix_s"] = begin
        found.values |= {"first_time": moment} if (moment := utc(round(begin * 1e3))) else {}
    return begin


def kind_of(name: str, told: Mapping[str, str], found: Measured) -> str:
    """Return what a log has: "latency", "bw" or "iops". It is asked for where the file's name does not tell."""
    if match := NAMED.search(name):
        if match[1] == "slat":
            found.note("latencies of submission (slat): until the request was handed to the system")
        return match[1]
    options = ["latency", *RATES]
    chosen = told.get("kind", options[0])
    found.asks["kind"] = (
        "Is it a log of latencies, of KiB/s (bw) or of IOPS? fio tells it by the file's name only.",
        options,
    )
    found.note(f"taken as a log of {chosen}: its name, such as x_clat.1.log, would tell")
    return chosen


def unit_of(layout: Layout, head: Sequence[str], told: Mapping[str, str], found: Measured) -> float:
    """Return how many of the latencies' unit are a second. It is asked for where nothing in the file decides."""
    if layout.new:
        return UNITS["ns"]
    middle = percentile([float(row.split(",")[1]) for row in head if ROW.fullmatch(row)], 0.5)
    options = ["us", "ns"] if middle < SHORTEST else ["ns", "us"]
    chosen = told.get("unit", options[0])
    found.asks["unit"] = (
        f"Is a latency in ns (fio 3.0 to 3.17) or in us (fio 2)? {layout.fields} columns do not tell.",
        options,
    )
    found.note(
        f"latencies are taken as {chosen}: without a priority in its rows a log is in us from fio 2, and in ns from 3.0 to 3.17"
    )
    return UNITS.get(chosen, UNITS[options[0]])


FORM = Form("fio log", EXAMPLE, is_like, read)
