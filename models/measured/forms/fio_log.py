"""Logs of fio: in each row a latency or a rate (fio's HOWTO, Log File Formats; `iolog.c`, flush_samples).

A row is the time of the answer in ms, the value, the direction and the size, then an offset, a priority and the time of
issue if they were asked for. A latency is in ns since fio 3, in us before. With log_avg_msec a row is the mean of a
window, and its size is 0; with log_window_value=both the largest of the window stands before the direction."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from math import fsum
from typing import NamedTuple

from models.measured.kit.columns import NUMBER, Columns, Shape, columns_of
from models.measured.kit.form import Form
from models.measured.kit.measured import Measured, Samples, Windows
from models.measured.kit.source import Source
from models.sim.stats import percentile
from models.units import KiB

WAYS = {0: "read", 1: "write", 2: "trim"}
ROW = re.compile(
    r"\d{1,20},\s+\d{1,20},\s+\d{1,20},\s+\d{1,12}(,\s+(\d{1,20}|0x[0-9a-f]{1,8})){0,3}", re.ASCII
)
UNITS = {"ns": 1e9, "us": 1e6}
"""How many of a unit are a second: a quotient is exact where a product is not."""
EPOCH = 10**12
"""A time from here on (ms) is a Unix time."""
SHORTEST = 1000
"""A median below this would be less than a microsecond in ns, which no device answers in; it is taken as us."""
EXAMPLE = "12, 84330, 0, 4096, 0"
RATES = {"_bw": ("bytes_per_s", KiB), "_iops": ("iops", 1.0)}
"""Parts of a file's name by which a log of rates is told: what it has, and the factor to SI units."""


class Layout(NamedTuple):
    """The columns of a log. fields: how many. way: the number of the direction's. both: whether the largest value of a
    window stands before it. averaged: whether a row is a window."""

    fields: int
    way: int
    both: bool
    averaged: bool

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
    both = fields > 4 and any(row[2] not in ("0", "1", "2") for row in rows)
    return Layout(fields, 2 + both, both, all(row[3 + both] == "0" for row in rows))


class Log:
    """A log while it is read: its times (ms) and values by direction."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.bytes = layout, 0.0
        self.times: dict[float, array[float]] = {}
        self.values: dict[float, array[float]] = {}
        self.tops: dict[float, array[float]] = {}

    def take(self, columns: Columns, found: Measured, first: int) -> None:
        """Take the rows of a block. first: the number of its first line."""
        numbers = columns.numbers
        ways = numbers["way"]
        for way in dict.fromkeys(ways):
            if way not in WAYS:
                found.leave(first, f"the direction must be 0, 1 or 2, got {way:g}")
                continue
            for name, kept in (("time", self.times), ("value", self.values), ("top", self.tops)):
                if name in numbers:
                    column = numbers[name]
                    chosen = (
                        column
                        if ways.count(way) == len(ways)
                        else compress(column, map(way.__eq__, ways))
                    )
                    kept.setdefault(way, array("d")).extend(chosen)
        self.bytes += fsum(numbers["size"])


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
        log.take(columns, found, block.first)
    if not log.times:
        return found
    rate = next((rate for name, rate in RATES.items() if name in source.name), None)
    first, last = (pick(pick(times) for times in log.times.values()) for pick in (min, max))
    begin = first if first >= EPOCH else 0.0
    if begin:
        found.values["begin_unix_s"] = begin / 1e3
    found.values["span_s"] = (last - begin) / 1e3
    unit = 1.0 if rate else unit_of(log, told, found)
    if not layout.averaged:
        found.values["bytes"] = int(log.bytes)
    for way in sorted(log.times):
        part = found.part(WAYS[int(way)])
        moments = [(time - begin) / 1e3 for time in log.times[way]]
        if rate:
            name, factor = rate
            part.rates = [
                (t, value * factor) for t, value in zip(moments, log.values[way], strict=True)
            ]
            part.values[f"mean_{name}"] = fsum(value for _, value in part.rates) / len(part.rates)
        elif layout.averaged:
            tops: Iterable[float | None] = (
                (top / unit for top in log.tops[way]) if layout.both else [None] * len(moments)
            )
            rows = zip(moments, (value / unit for value in log.values[way]), tops, strict=True)
            part.windows = Windows(list(rows))
            found.note("each row is the mean of a window: no percentile can be known from them")
        else:
            part.latencies = Samples((value / unit for value in log.values[way]), moments)
    return found


def unit_of(log: Log, told: Mapping[str, str], found: Measured) -> float:
    """Return how many of the latencies' unit are a second. It is asked for where nothing in the file decides."""
    if log.layout.fields > 4:
        return UNITS["ns"]
    middle = percentile([value for values in log.values.values() for value in values[:10_000]], 0.5)
    options = ["us", "ns"] if middle < SHORTEST else ["ns", "us"]
    chosen = told.get("unit", options[0])
    found.asks["unit"] = (
        "Is a latency in ns (fio 3.0 to 3.17) or in us (fio 2)? Four columns do not tell.",
        options,
    )
    found.note(
        f"latencies are taken as {chosen}: a log of four columns is in us from fio 2, and in ns from 3.0 to 3.17"
    )
    return UNITS.get(chosen, UNITS[options[0]])


FORM = Form("fio log", EXAMPLE, is_like, read)
