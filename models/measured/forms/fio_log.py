"""Logs of fio: in each row a latency or a rate (fio's HOWTO, Log File Formats; `iolog.c`, flush_samples).

A row is the time of the answer in ms, the value, the direction and the size, then an offset, a priority and the time of
issue if they were asked for. A latency is in ns since fio 3, in us before. With log_avg_msec a row is the mean of a
window, and its size is 0; with log_window_value=both the largest of the window stands before the direction."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping, Sequence
from math import fsum
from typing import NamedTuple

from models.measured.kit.columns import NUMBER, Shape, columns_of
from models.measured.kit.form import Form
from models.measured.kit.measured import Measured, Samples, Windows
from models.measured.kit.source import Source
from models.sim.stats import percentile
from models.units import KiB

WAYS = {"0": "read", "1": "write", "2": "trim"}
ROW = re.compile(
    r"\d{1,20},\s+\d{1,20},\s+\d{1,20},\s+\d{1,12}(,\s+(\d{1,20}|0x[0-9a-f]{1,8})){0,3}", re.ASCII
)
UNITS = {"ns": 1e9, "us": 1e6}
"""How many of a unit are a second: a quotient is exact where a product is not."""
EPOCH = 1e9
"""A time from here on (s) is a Unix time."""
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
    both = fields > 4 and any(row[2] not in ("0", "1", "2") for row in rows)
    return Layout(fields, 2 + both, both, all(row[3 + both] == "0" for row in rows))


Columned = dict[str, "array[float]"]


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the latencies or rates of a log by direction."""
    layout = layout_of(source.head)
    found, log = Measured("fio log"), dict[str, Columned]()
    rate = next((rate for name, rate in RATES.items() if name in source.name), None)
    per = 1.0 if rate else unit_of(layout, source.head, told, found)
    for block in source.blocks():
        columns = columns_of(block.data, layout.shape(per))
        found.lines += columns.rows
        for place in columns.odd:
            found.leave(
                block.first + place,
                f"a row must be {layout.fields} numbers such as {EXAMPLE}, got {block.line(place)[:40]!r}",
            )
        for way, numbers in columns.groups.items():
            if way not in WAYS:
                found.leave(block.first, f"the direction must be 0, 1 or 2, got {way}")
                continue
            for name, column in numbers.items():
                log.setdefault(way, {}).setdefault(name, array("d")).extend(column)
    if not log:
        return found
    first, last = (pick(pick(numbers["time"]) for numbers in log.values()) for pick in (min, max))
    begin = first if first >= EPOCH else 0.0
    if begin:
        found.values["begin_unix_s"] = begin
    found.values["span_s"] = last - begin
    if not layout.averaged:
        found.values["bytes"] = int(fsum(fsum(numbers["size"]) for numbers in log.values()))
    for way in sorted(log):
        part, numbers = found.part(WAYS[way]), log[way]
        times, values = numbers["time"], numbers["value"]
        if begin:
            times = array("d", [time - begin for time in times])
        if rate:
            name, factor = rate
            part.rates = [(t, value * factor) for t, value in zip(times, values, strict=True)]
            part.values[f"mean_{name}"] = fsum(value for _, value in part.rates) / len(part.rates)
        elif layout.averaged:
            tops = numbers["top"] if layout.both else [None] * len(times)
            part.windows = Windows(list(zip(times, values, tops, strict=True)))
            found.note("each row is the mean of a window: no percentile can be known from them")
        else:
            part.latencies = Samples(values, times)
    return found


def unit_of(layout: Layout, head: Sequence[str], told: Mapping[str, str], found: Measured) -> float:
    """Return how many of the latencies' unit are a second. It is asked for where nothing in the file decides."""
    if layout.fields > 4:
        return UNITS["ns"]
    middle = percentile([float(row.split(",")[1]) for row in head if ROW.fullmatch(row)], 0.5)
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
