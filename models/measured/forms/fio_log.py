"""Logs of fio: in each row a latency or a rate (fio's HOWTO, Log File Formats; `iolog.c`, flush_samples).

A row is the time of the answer in ms, the value, the direction and the size, then an offset, a priority and the time of
issue if they were asked for. A latency is in ns since fio 3, in us before. With log_avg_msec a row is the mean of a
window, and its size is 0; with log_window_value=both the largest of the window stands before the direction."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress, islice
from math import fsum
from operator import gt
from typing import NamedTuple

from models.measured.forms.fio_bins import UNITS
from models.measured.kit.columns import NUMBER, Columns, Shape, columns_of
from models.measured.kit.form import Form
from models.measured.kit.measured import Measured, Samples, Windows
from models.measured.kit.moments import utc
from models.measured.kit.source import Block, Source
from models.sim.stats import percentile
from models.units import KiB

WAYS = {0: "read", 1: "write", 2: "trim"}
ROW = re.compile(
    r"\d{1,20},\s+\d{1,20},\s+\d{1,20},\s+\d{1,12}(,\s+(\d{1,20}|0x[0-9a-f]{1,8})){0,3}", re.ASCII
)
EPOCH = 10**12
"""A time from here on (ms) is a Unix time."""
SHORTEST = 1000
"""A median below this would be less than a microsecond in ns, which no device answers in; it is taken as us."""
EXAMPLE = "12, 84330, 0, 4096, 0"
RATES = {"bw": ("bytes_per_s", KiB), "iops": ("iops", 1.0)}
"""What a log of rates has, and the factor to SI units."""
NAMED = re.compile(r"_(bw|iops|slat|clat|lat)(?![a-z])")
DIRECTIONS, TRIM = ("0", "1", "2"), 2.0
PRIORITY = re.compile(r"[01]|0x[0-9a-f]{1,8}")


class Layout(NamedTuple):
    """The columns of a log. fields: how many. way: the number of the direction's. both: whether the largest value of a
    window stands before it. averaged: whether a row is a window. new: whether there is a priority, as since fio 3.18."""

    fields: int
    way: int
    both: bool
    averaged: bool
    new: bool

    @property
    def shape(self) -> Shape:
        """Return the shape of a row."""
        names = ("time", "value", *(("top",) if self.both else ()), "way", "size")
        return Shape(
            ",",
            self.fields,
            self.fields,
            {name: (place, NUMBER) for place, name in enumerate(names)},
        )


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
    far = sum(row[2] not in DIRECTIONS and row[3] in DIRECTIONS for row in rows)
    both = fields > 4 and 2 * far > len(rows)
    averaged = all(row[3 + both] == "0" for row in rows)
    new = fields > 5 or (fields == 5 and all(PRIORITY.fullmatch(row[4]) for row in rows))
    return Layout(fields, 2 + both, both, averaged, new)


class Log:
    """A log while it is read: its times (ms) and values by direction."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.sizes = layout, dict[float, float]()
        self.last, self.back = 0.0, False
        self.times: dict[float, array[float]] = {}
        self.values: dict[float, array[float]] = {}
        self.tops: dict[float, array[float]] = {}

    def take(self, columns: Columns, found: Measured, block: Block) -> None:
        """Take the rows of a block."""
        numbers = columns.numbers
        if not columns.rows:
            return
        if {*numbers["way"]} - {*WAYS} or min(map(min, numbers.values())) < 0:
            numbers = self.checked(columns, found, block)
        ways, times = numbers["way"], numbers["time"]
        if times and (times[0] < self.last or any(map(gt, times, islice(times, 1, None)))):
            found.note(
                f"times run backwards after line {block.first}: are several logs in one file?"
            )
        self.last = times[-1] if times else self.last
        for way in dict.fromkeys(ways):
            chosen = None if ways.count(way) == len(ways) else [*map(way.__eq__, ways)]
            for name, kept in (("time", self.times), ("value", self.values), ("top", self.tops)):
                if name in numbers:
                    column = numbers[name]
                    kept.setdefault(way, array("d")).extend(
                        compress(column, chosen) if chosen else column
                    )
            sizes = numbers["size"]
            self.sizes[way] = self.sizes.get(way, 0.0) + fsum(
                compress(sizes, chosen) if chosen else sizes
            )

    def checked(self, columns: Columns, found: Measured, block: Block) -> dict[str, array[float]]:
        """Return the columns without rows that cannot be, which are left out."""
        odd, numbers, good = {*columns.odd}, columns.numbers, list[bool]()
        lines = (
            (number, line)
            for place, (number, line) in enumerate(block.lines())
            if place not in odd and line.strip()
        )
        for way, smallest, (number, line) in zip(
            numbers["way"], map(min, zip(*numbers.values(), strict=True)), lines, strict=True
        ):
            good.append(way in WAYS and smallest >= 0)
            if not good[-1]:
                found.leave(
                    number,
                    f"a row must have numbers from 0, and direction 0, 1 or 2, got {line[:40]!r}",
                )
        return {name: array("d", compress(column, good)) for name, column in numbers.items()}


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the latencies or rates of a log by direction."""
    layout = layout_of(source.head)
    found, log = Measured("fio log"), Log(layout)
    for block in source.blocks():
        columns = columns_of(block.data, layout.shape)
        found.lines += columns.rows
        for place in columns.odd:
            found.leave(
                block.first + place,
                f"a row must be {layout.fields} numbers such as {EXAMPLE}, got {block.line(place)[:40]!r}",
            )
        log.take(columns, found, block)
    if not log.times:
        return found
    begin = say_times(log, found)
    rate = RATES.get(kind_of(source.name, told, found))
    unit = 1.0 if rate else unit_of(log, told, found)
    if not layout.averaged:
        found.values["bytes"] = int(fsum(log.sizes.values()))
        if TRIM in log.sizes:
            found.values["rw_bytes"] = int(fsum(log.sizes.values()) - log.sizes[TRIM])
    for way in sorted(log.times):
        part = found.part(WAYS[int(way)])
        moments = [(time - begin) / 1e3 for time in log.times[way]]
        if rate:
            name, factor = rate
            part.rates = [
                (t, value * factor) for t, value in zip(moments, log.values[way], strict=True)
            ]
            part.values[f"mean_{name}"] = fsum(value for _, value in part.rates) / len(part.rates)
            found.note("the last window of a log of rates is not written by fio")
        elif layout.averaged:
            tops: Iterable[float | None] = (
                (top / unit for top in log.tops[way]) if layout.both else [None] * len(moments)
            )
            rows = zip(moments, (value / unit for value in log.values[way]), tops, strict=True)
            part.windows = Windows(list(rows))
            found.note("each row is the mean of a window: no percentile can be known from them")
            if len({*moments}) < len(moments):
                found.note(
                    f"{part.name}: windows with the same end (fio 3.18 wrote too many): no mean is sure"
                )
        else:
            part.latencies = Samples((value / unit for value in log.values[way]), moments)
    return found


def say_times(log: Log, found: Measured) -> float:
    """Say when a log begins and how long it is. Return the time (ms) that the others count from."""
    first, last = (pick(pick(times) for times in log.times.values()) for pick in (min, max))
    begin = first if first >= EPOCH else 0.0
    found.values["span_s"] = (last - begin) / 1e3
    if begin:
        found.values["begin_unix_s"] = begin / 1e3
        found.values |= {"first_time": moment} if (moment := utc(int(begin))) else {}
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


def unit_of(log: Log, told: Mapping[str, str], found: Measured) -> float:
    """Return how many of the latencies' unit are a second. It is asked for where nothing in the file decides."""
    if log.layout.new:
        return UNITS["ns"]
    middle = percentile([value for values in log.values.values() for value in values[:10_000]], 0.5)
    options = ["us", "ns"] if middle < SHORTEST else ["ns", "us"]
    chosen = told.get("unit", options[0])
    found.asks["unit"] = (
        f"Is a latency in ns (fio 3.0 to 3.17) or in us (fio 2)? {log.layout.fields} columns do not tell.",
        options,
    )
    found.note(
        f"latencies are taken as {chosen}: without a priority in its rows a log is in us from fio 2, and in ns from 3.0 to 3.17"
    )
    return UNITS.get(chosen, UNITS[options[0]])


FORM = Form("fio log", EXAMPLE, is_like, read)
