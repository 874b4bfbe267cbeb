"""Reports of devices: a row of averages for each device and interval, as all kinds of iostat and sar print them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress, islice
from math import fsum, isnan, nan
from operator import add, le, mul
from typing import Any, NamedTuple

from models.measured.kit.clock import Clock
from models.measured.kit.many import facts, weighted
from models.measured.kit.measured import Measured, Part, Value, Windows, whole
from models.units import GiB, KiB, MiB

MEAN, COUNT, SKIP = "mean", "count", "skip"
"""Kinds of a column: a mean over its interval, a count of it, and one that is known and says nothing more."""
SECTOR = 512
MOST = 1e18
"""No tool measures a number as large as this."""
FIRST_ASKED = 50
"""Devices among which a reader may choose."""
GUESSED = 1.0
"""Seconds between two reports, if neither the file nor the reader says."""


class Column(NamedTuple):
    """What a column says. key: its name here. times, over: factor and divisor to SI units. weights: the columns by
    whose numbers a mean over several reports is weighted; none for a mean over time."""

    key: str
    kind: str = MEAN
    times: float = 1.0
    over: float = 1.0
    weights: tuple[str, ...] = ()


REQUESTS = ("r_per_s", "w_per_s", "d_per_s", "iops", "reads", "writes")
"""Columns that count requests, of which a row has some."""
WAYS = {"r": "read", "w": "write", "d": "discard"}
UNITS = {"k": KiB, "M": MiB, "G": GiB}


def columns() -> dict[str, Column]:
    """Return the columns of all tools by their headings."""
    found = {
        "f/s": Column("f_per_s"),
        "f_await": Column("f_await_s", over=1e3, weights=("f_per_s",)),
        "await": Column("await_s", over=1e3, weights=REQUESTS),
        "avgrq-sz": Column("mean_request_bytes", times=SECTOR, weights=REQUESTS),
        "areq-sz": Column("mean_request_bytes", times=KiB, weights=REQUESTS),
        "avgqu-sz": Column("queue"),
        "aqu-sz": Column("queue"),
        "%util": Column("util", over=100),
        "util": Column("util", over=100),
        "tps": Column("iops"),
        "rqm/s": Column("merged_per_s"),
        "svctm": Column("svctm", SKIP),
        "ms/r": Column("r_await_s", over=1e3, weights=("r_per_s",)),
        "ms/w": Column("w_await_s", over=1e3, weights=("w_per_s",)),
        "ms/o": Column("other_await_s", over=1e3),
        "ms/t": Column("await_s", over=1e3, weights=REQUESTS),
        "qlen": Column("qlen"),
        "%b": Column("util", over=100),
        "%w": Column("waiting", over=100),
        "wait": Column("wait"),
        "actv": Column("actv"),
        "wsvc_t": Column("wsvc_s", over=1e3, weights=REQUESTS),
        "asvc_t": Column("asvc_s", over=1e3, weights=REQUESTS),
        "svc_t": Column("total_s", over=1e3, weights=REQUESTS),
        "tsvc_t/i": Column("summed_s", COUNT),
        "sb/i": Column("busy_s", COUNT),
        "rd_sec/s": Column("read_bytes_per_s", times=SECTOR),
        "wr_sec/s": Column("write_bytes_per_s", times=SECTOR),
        "Blk_read/s": Column("read_bytes_per_s", times=SECTOR),
        "Blk_wrtn/s": Column("write_bytes_per_s", times=SECTOR),
        "sec/s": Column("bytes_per_s", times=SECTOR),
    }
    for way, name in WAYS.items():
        found |= {
            f"{way}/s": Column(f"{way}_per_s"),
            f"{way}/i": Column(f"{name}s", COUNT),
            f"{way}rqm/s": Column(f"{way}_merged_per_s"),
            f"{way}_await": Column(f"{way}_await_s", over=1e3, weights=(f"{way}_per_s",)),
            f"{way}areq-sz": Column(f"mean_{name}_bytes", times=KiB, weights=(f"{way}_per_s",)),
            f"{way}sec/s": Column(f"{name}_bytes_per_s", times=SECTOR),
        }
        for unit, size in UNITS.items():
            found |= {
                f"{way}{unit}B/s": Column(f"{name}_bytes_per_s", times=size),
                f"{unit}{way}/s": Column(f"{name}_bytes_per_s", times=size),
                f"{unit}{way}/i": Column(f"{name}_bytes", COUNT, times=size),
            }
    for unit, size in UNITS.items():
        found[f"{unit}B/s"] = Column("bytes_per_s", times=size)
        for word, name in (("read", "read"), ("wrtn", "write"), ("dscd", "discard")):
            found[f"{unit}B_{word}/s"] = Column(f"{name}_bytes_per_s", times=size)
    return found


COLUMNS = columns()
KNOWN = frozenset(
    """rrqm wrqm drqm %rrqm %wrqm %drqm svctm s/w h/w trn tot tin tout us ni sy in id wt st kB_read kB_wrtn kB_dscd
    MB_read MB_wrtn MB_dscd GB_read GB_wrtn Blk_read Blk_wrtn Blk_dscd Blk_dscd/s kB_w+d/s kB_w+d MB_w+d/s MB_w+d""".split()
)
"""Columns that are known, and say nothing that is used here."""
WHOLE = re.compile(
    r"(?:sd|hd|vd|xvd|dasd)[a-z]+|nvme\d+n\d+|mmcblk\d+|pmem\d+|dev(?:8|6[5-9]|7[01]|259)-\d+"
    r"|(?:ada|da|nvd|nda|vtbd|mmcsd|mfid|aacd|amrd|twed|xbd|sd|ssd|cmdk|blkdev|dad)\d+|c\d+(?:t[0-9A-Fa-f]+)?d\d+"
)
"""Names of whole disks; what has another name may repeat their requests."""


def is_finite(values: Iterable[float]) -> bool:
    """Return whether none of the values is "nan"."""
    return not any(map(isnan, values))


class Rows:
    """A device's rows in one table. values: row by row. reports: the number of each row's report, from 1. last: of the
    last one, or 0."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.values, self.reports, self.last = array("d"), array("q"), 0

    def add(self, values: list[float], report: int) -> None:
        """Add a row, or nothing if there are no values."""
        if values:
            self.values.fromlist(values)
            self.reports.append(report)
            self.last = report

    def put_in_order(self) -> None:
        """Put the rows in the order of their reports."""
        if all(map(le, self.reports, islice(self.reports, 1, None))):
            return
        order = sorted(range(len(self.reports)), key=self.reports.__getitem__)
        self.reports = array("q", map(self.reports.__getitem__, order))
        for place in range(self.width):
            column = self.column(place)
            self.values[place :: self.width] = array("d", map(column.__getitem__, order))
        self.last = self.reports[-1]

    def column(self, place: int) -> array[float]:
        """Return a column."""
        return self.values[place :: self.width]


@dataclass
class Reports:
    """Reports while they are read.

    tables: headings of a table -> device -> its rows. boot: the reports that are averages since boot. fresh: whether
    the next one is. truncated: whether the tool cuts the digits behind the point off. asked_first: whether the reader
    is asked if the first report is since boot. interval: the seconds that the command line says. unknown: headings
    that are not known."""

    found: Measured
    clock: Clock = field(default_factory=Clock)
    tables: dict[tuple[str, ...], dict[str, Rows]] = field(default_factory=dict)
    boot: list[int] = field(default_factory=list)
    count: int = 0
    fresh: bool = True
    truncated: bool = False
    asked_first: bool = True
    interval: float | None = None
    unknown: dict[str, None] = field(default_factory=dict)

    def begin(self, at: tuple[float, str] | None = None) -> None:
        """Begin a report, with its time if there is one."""
        self.count += 1
        self.clock.report(at)
        if self.fresh:
            self.boot.append(self.count)
            self.fresh = False

    def table(self, headings: Sequence[str]) -> dict[str, Rows]:
        """Return the rows by device of the table with these headings."""
        for name in headings:
            if name not in COLUMNS and name not in KNOWN:
                self.unknown[name] = None
        return self.tables.setdefault(tuple(headings), {})

    def finish(self, told: Mapping[str, str]) -> Measured:
        """Return what the reports say, each device as a part."""
        found = self.found
        devices = dict.fromkeys(name for rows in self.tables.values() for name in rows)
        if not devices:
            return found
        boot = self.dropped(told)
        found.values["reports"] = self.count
        if self.boot:
            found.values["since_boot"] = self.boot
        every = self.seconds(told)
        kept: dict[str, Series] = {}
        for name in devices:
            series = self.series(name, boot)
            if series.reports:
                kept[name] = series
                found.parts.append(self.part_of(name, series, every))
            else:
                found.note(f"{name}: only a report since boot")
        if kept:
            chosen = self.choose(told)
            self.draw(found.part(chosen), kept[chosen], every)
        self.say(every)
        return found

    def dropped(self, told: Mapping[str, str]) -> frozenset[int]:
        """Return the reports that are left out because they are averages since boot."""
        if not self.boot:
            return frozenset()
        if self.asked_first:
            self.found.asks["first"] = (
                "Is the first report the average since boot? It is, unless -y was given or the top is missing.",
                ["boot", "interval"],
            )
            if told.get("first") == "interval":
                self.boot = []
                return frozenset()
        if len(self.boot) == self.count:
            self.found.note(
                "the only report is the average since boot, not of an interval"
                if self.count == 1
                else "each report is the average since boot, not of an interval"
            )
            return frozenset()
        which = "the first report" if self.boot == [1] else f"{len(self.boot)} reports"
        self.found.note(f"{which} since boot: left out")
        return frozenset(self.boot)

    def seconds(self, told: Mapping[str, str]) -> float | None:
        """Return the seconds between two reports as the file or the reader says, or None. They are asked for where
        something depends on them."""
        if self.clock.backwards:
            self.found.note(f"reports whose time is before the last one: {self.clock.backwards}")
        if (known := self.clock.interval or self.interval) is not None:
            return known
        if self.count < 2:
            return None
        self.found.asks["interval"] = (
            "How many seconds lie between two reports?",
            ["1", "2", "5", "10", "30", "60"],
        )
        try:
            given = float(told.get("interval", ""))
        except ValueError:
            given = 0.0
        return given if 0 < given < MOST else None

    def series(self, name: str, boot: frozenset[int]) -> Series:
        """Return a device's columns over its reports, without those in `boot` and those that cannot be."""
        tables = [
            Series.of(headings, rows[name], boot)
            for headings, rows in self.tables.items()
            if name in rows
        ]
        return tables[0] if len(tables) == 1 else joined(tables)

    def part_of(self, name: str, series: Series, every: float | None) -> Part:
        """Return a device as a part."""
        found: dict[str, Value] = {}
        for key in series.columns:
            place = COLUMNS[series.headings[key]]
            found[key] = series.summary(key, place)
            if key.endswith("await_s") and found[key] == 0:
                asked = [series.columns[each] for each in place.weights if each in series.columns]
                found[key] = None
                if any(any(each) for each in asked):
                    found[f"{key[:-2]}_bin_s"] = [0.0, 0.001 if self.truncated else 5e-6]  # type: ignore[assignment]
            elif key.startswith("mean_"):
                found[key] = found[key] or None
        if "wsvc_s" in found and "asvc_s" in found:
            both = [each for key in ("wsvc_s", "asvc_s") if isinstance(each := found[key], float)]
            found["total_s"] = fsum(both) or None
        if summed := found.pop("summed_s", None):
            done = fsum(each for key in ("reads", "writes") if (each := found.get(key)))  # type: ignore[misc]
            found["await_s"] = summed / done if done else None  # type: ignore[operator]
        for key in ("reads", "writes"):
            if isinstance(count := found.get(key), float):
                found[key] = whole(count)
                if every:
                    found[f"{key[0]}_per_s"] = count / every / len(series.reports)
        for way in ("read", "write"):
            if isinstance(size := found.get(f"{way}_bytes"), float) and every:
                found[f"{way}_bytes_per_s"] = size / every / len(series.reports)
        if every:
            found["interval_s"] = whole(every)
        return Part(name, found)

    def draw(self, part: Part, series: Series, every: float | None) -> None:
        """Add a device's curves."""
        ends = self.ends(series, every)
        curve = zip(ends, series.rates(), strict=True)
        counted = every or GUESSED if "reads" in series.columns or "writes" in series.columns else 1
        part.rates = [(end, rate / counted) for end, rate in curve if not isnan(rate)]
        means = zip(ends, series.latencies(), strict=True)
        rows: list[tuple[float, float, float | None]]
        rows = [(end, latency, None) for end, latency in means if latency > 0]
        part.windows = Windows(rows) if rows else None

    def ends(self, series: Series, every: float | None) -> list[float]:
        """Return when each report of a device ends (s)."""
        if self.clock.interval and is_finite(self.clock.ends):
            return [self.clock.ends[number - 1] for number in series.reports]
        return [(number - 1) * (every or GUESSED) for number in series.reports]

    def choose(self, told: Mapping[str, str]) -> str:
        """Return the device to draw: the one that the reader chose, or the busiest whole disk."""
        busy = {part.name: requests(part) for part in self.found.parts}
        order = sorted(busy, key=lambda name: (not WHOLE.fullmatch(name), -busy[name]))
        if len(order) < 2:
            return order[0]
        self.found.asks["device"] = ("Which device do you want to see?", order[:FIRST_ASKED])
        chosen = told.get("device", "")
        chosen = self.found.values["device"] = chosen if chosen in busy else order[0]
        others = [name for name in busy if not WHOLE.fullmatch(name)]
        if others:
            shown = ", ".join(others[:3]) + (" and others" if len(others) > 3 else "")
            self.found.note(
                f"drawn is {chosen}; {shown} may repeat its requests (partitions, dm, md, groups): do not add them"
            )
        return chosen

    def say(self, every: float | None) -> None:
        """Say what a reader must know to trust the numbers."""
        found = self.found
        if self.unknown:
            found.note(f"columns not known, and not read: {', '.join(list(self.unknown)[:5])}")
        if any(part.windows for part in found.parts):
            found.note("each row is the mean of an interval: no percentile can be known from them")
        if self.count > 1 and every is None:
            found.note(f"the file does not say the interval: taken as {GUESSED:g} s")
        if self.truncated:
            found.note(
                "requests a second and milliseconds are cut to whole numbers: 0 ms is below 1 ms"
            )
        if any(
            isinstance(util := part.values.get("util"), float) and util > 0.9
            for part in found.parts
        ):
            found.note(
                "a device that works in parallel may be busy 100 % of the time and not be full"
            )
        if any(part.values.get("f_per_s") for part in found.parts):
            found.note("flushes are in f/s and, unless merged, in w/s too")
        if any("svctm" in headings for headings in self.tables):
            found.note("svctm is no measurement, and left out")


@dataclass
class Series:
    """A device's columns over its reports, in the file's units. headings: key -> heading of its column. gaps: whether
    some numbers are not known, and nan."""

    reports: array[int]
    columns: dict[str, array[float]]
    headings: dict[str, str]
    gaps: bool = False

    @classmethod
    def of(cls, headings: Sequence[str], rows: Rows, boot: frozenset[int]) -> Series:
        """Return the columns of a table."""
        keep = [number not in boot for number in rows.reports]
        first = keep.index(True) if True in keep else len(keep)
        simple = all(keep[first:])

        def kept(values: array[Any]) -> array[Any]:
            """Return a column without the reports since boot."""
            return values[first:] if simple else array(values.typecode, compress(values, keep))

        chosen: dict[str, array[float]] = {}
        names: dict[str, str] = {}
        for place, heading in enumerate(headings):
            column = COLUMNS.get(heading)
            if column is None or column.kind == SKIP or column.key in chosen:
                continue
            chosen[column.key] = kept(rows.column(place))
            names[column.key] = heading
        return cls(kept(rows.reports), chosen, names)

    @cached_property
    def sums(self) -> dict[tuple[str, ...], array[float] | None]:
        """Return the sums of columns that were asked for."""
        return {}

    def summed(self, keys: tuple[str, ...]) -> array[float] | None:
        """Return the sum in each report of those of the columns that there are, or None."""
        if keys not in self.sums:
            asked = [self.columns[key] for key in keys if key in self.columns]
            total = asked[0] if asked else None
            for column in asked[1:]:
                total = array("d", map(add, total or (), column))
            self.sums[keys] = total
        return self.sums[keys]

    def summary(self, key: str, column: Column) -> float | None:
        """Return a column's mean or sum over all reports in SI units, or None if it says nothing."""
        values, weights = self.columns[key], self.summed(column.weights)
        if self.gaps:
            pairs = zip(values, weights or values, strict=True)
            keep = [not isnan(value + weight) for value, weight in pairs]
            values = array("d", compress(values, keep))
            weights = weights and array("d", compress(weights, keep))
        if not values:
            return None
        factor, over = column.times, column.over
        if column.kind == COUNT or len(values) == 1:
            return facts(values).total * factor / over
        if column.weights:
            _, total, whole = weighted(values, weights)
            if weights and whole:
                return total / whole * factor / over
            values = array("d", filter(None, values)) or array("d", [0.0])
        return facts(values).total / len(values) * factor / over

    def get(self, key: str) -> array[float] | None:
        """Return a column in SI units, or None."""
        if key not in self.columns:
            return None
        _, _, times, over, _ = COLUMNS[self.headings[key]]
        return array("d", (value * times / over for value in self.columns[key]))

    def rates(self) -> array[float]:
        """Return requests a second, or in each interval, of all reports."""
        return self.summed(REQUESTS) or array("d", bytes(8 * len(self.reports)))

    def latencies(self) -> array[float]:
        """Return the mean latency of each report (s), nan or 0 where none is known."""
        for keys in (("await_s",), ("total_s",), ("wsvc_s", "asvc_s")):
            asked = [column for key in keys if (column := self.get(key)) is not None]
            if len(asked) == len(keys):
                return array("d", map(add, *asked)) if len(asked) > 1 else asked[0]
        pairs = [
            (self.columns[f"{way}_per_s"], column)
            for way in WAYS
            if f"{way}_per_s" in self.columns and (column := self.get(f"{way}_await_s"))
        ]
        if not pairs:
            return array("d", bytes(8 * len(self.reports)))
        if len(pairs) == 1:
            return pairs[0][1]
        whole_time = map(fsum, zip(*(map(mul, *pair) for pair in pairs), strict=True))
        requests = map(fsum, zip(*(rate for rate, _ in pairs), strict=True))
        return array("d", (t / n if n else 0.0 for t, n in zip(whole_time, requests, strict=True)))


def requests(part: Part) -> float:
    """Return how many requests a device had, in any unit that is the same for all of them."""
    found = [part.values.get(key) for key in REQUESTS]
    return fsum(each for each in found if isinstance(each, (int, float)))


def joined(tables: Sequence[Series]) -> Series:
    """Return the columns of several tables, such as the four of -h, as those of one. What a table does not say of a
    report is nan."""
    first = tables[0]
    headings = {key: name for table in tables for key, name in table.headings.items()}
    if all(table.reports == first.reports for table in tables):
        columns = {key: values for table in tables for key, values in table.columns.items()}
        return Series(first.reports, columns, headings)
    reports = array("q", sorted({number for table in tables for number in table.reports}))
    place = {number: row for row, number in enumerate(reports)}
    columns = {key: array("d", [nan]) * len(reports) for key in headings}
    for table in tables:
        rows = [place[number] for number in table.reports]
        for key, values in table.columns.items():
            wanted = COLUMNS[headings[key]]
            _, _, times, over, _ = COLUMNS[table.headings[key]]
            factor = times / over / (wanted.times / wanted.over)
            for row, value in zip(rows, values, strict=True):
                columns[key][row] = value * factor
    return Series(reports, columns, headings, gaps=True)
