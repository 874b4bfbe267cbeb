"""Reports of iostat -o JSON of Linux (sysstat's `iostat.c`, write_json_ext_stat), whole or not.

Until 11.6.1, and again until 12.0.5, -y set a comma before the first report; until 12.1.4 the closing brackets are
missing if iostat was ended. The objects are therefore looked for one by one. With -m, wMB/s was in kB/s until 12.2.1 and
12.3.1: the mean size of a write tells. Without -y the first report is the average since boot."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from math import fsum, isnan
from typing import Any, NamedTuple

from models.measured.kit import alike
from models.measured.kit.alike import NUMBER, TEXT, Alike, Sheet
from models.measured.kit.clock import time_in
from models.measured.kit.devices import COLUMNS, MOST, Reports, Rows
from models.measured.kit.form import Form
from models.measured.kit.many import facts
from models.measured.kit.measured import Measured
from models.measured.kit.source import Source
from models.units import KiB, MiB

TOKEN = re.compile(
    r'["{](?:statistics"\s*:\s*\[\s*(?P<comma>,)?|timestamp"\s*:\s*"(?P<time>[^"\n]{1,80})"'
    r'|(?P<list>disk"\s*:\s*\[)|\s*"disk_device"(?P<disk>[^{}]*\}?))'
)
"""A part of the text; each begins with one of two signs, so that what lies between is passed over quickly."""
CELL = re.compile(
    r'"([^"\n]{1,40})"\s*:\s*("[^"\n]{0,300}"|-?\d{1,30}(?:[.]\d{1,9}|,\d\d(?=\s*[,}]))?)'
)
"""A name and its value; a comma before two decimals is of 11.5.1 and older."""
REPORT = re.compile(rb'\{\s*"(?:timestamp|avg-cpu|disk)"')
BRACKET = re.compile("[{}]")
OPENING = ("timestamp", "avg-cpu", "disk")
KINDS = {"": NUMBER, "timestamp": TEXT}
MOST_TRIES = 20
"""Reports that are not whole before all are looked at one by one."""
decode = json.JSONDecoder().raw_decode
NEAR = 0.05
"""How far the product of requests and their size may be from the bytes."""
EXAMPLE = '{"disk_device": "sda", "r/s": 100.00, "w/s": 50.00, "r_await": 5.00}'


def is_like(head: Sequence[str]) -> bool:
    """Return whether the first lines are of iostat's JSON."""
    return any('"disk_device"' in line or '"sysstat"' in line for line in head)


def cells_of(text: str) -> dict[str, Any]:
    """Return a device's object; what of it can be read if it is broken."""
    try:
        cells = decode(text)[0]
        return cells if isinstance(cells, dict) else {}
    except (ValueError, RecursionError):
        pairs = dict(CELL.findall(text)) if text.endswith("}") else {}
        return {
            name: value[1:-1] if value[:1] == '"' else float(value.replace(",", "."))
            for name, value in pairs.items()
        }


class Table(NamedTuple):
    """Reports that a page found alike. times: what each says. reports: their numbers. rows: of each device. places: of the
    columns of each."""

    sheet: Sheet
    times: Iterator[str | None]
    reports: array[int]
    rows: list[Rows]
    places: list[list[int]]

    def mark(self) -> None:
        """Say of the devices which report was their last one."""
        for rows in self.rows:
            rows.last = self.reports[-1]

    def add(self) -> None:
        """Add the numbers to the devices' rows."""
        for rows, places in zip(self.rows, self.places, strict=True):
            block = array("d", bytes(8 * self.sheet.rows * rows.width))
            for at, place in enumerate(places):
                block[at :: rows.width] = self.sheet.column(place)
            rows.values.extend(block)
            rows.reports.extend(self.reports)
        self.mark()


class Devices:
    """Devices while they are read. tables: the rows by device of objects with these names. at: the time of the next
    report. empty: whether a report has begun without a device so far."""

    def __init__(self, reports: Reports) -> None:
        self.reports = reports
        self.at: tuple[float, str] | None = None
        self.empty = False
        self.number, self.counted = 1, 0
        self.tables: dict[tuple[str, ...], dict[str, Rows]] = {}

    def scan(self, data: bytes, begin: int, end: int) -> None:
        """Take what stands between two places of a file."""
        number, text, counted = (
            self.line(data, begin),
            data[begin:end].decode("utf-8", "replace"),
            0,
        )
        for token in TOKEN.finditer(text):
            if token["disk"] is not None:
                if self.empty:
                    self.begin(None)
                if why := self.take(cells_of(token[0])):
                    number += text.count("\n", counted, token.start())
                    counted = token.start()
                    self.reports.found.leave(number, why)
            elif token["time"] is not None:
                self.at = time_in(token["time"])
            elif token["list"] is not None:
                self.empty = True
            else:
                self.reports.fresh = not token["comma"]
                if token["comma"]:
                    self.reports.asked_first = False
                    self.reports.found.note(
                        "a comma before the first report: -y was given, so none is since boot"
                    )

    def line(self, data: bytes, at: int) -> int:
        """Return the number of the line at a place of a file, which is not before the last one."""
        self.number += data.count(b"\n", self.counted, at)
        self.counted = at
        return self.number

    def begin(self, time: str | None) -> int:
        """Begin a report, and return its number. time: what it says, if it is not known yet."""
        self.reports.begin(self.at if time is None else time_in(time))
        self.at, self.empty = None, False
        return self.reports.count

    def table(self, sheet: Sheet) -> Table | None:
        """Return the table of reports that a page found alike; None if each is to be looked at."""
        given = sheet.places
        disks = given.get("disk")
        keys = [key for key in given if key in ("timestamp", "disk")]
        if not isinstance(disks, list) or not disks or keys[-1] != "disk":
            return None
        times: Iterator[str | None] = repeat(None)
        if len(keys) == 2:
            if type(given["timestamp"]) is not int:
                return None
            times = iter(sheet.texts)
        if len(sheet.texts) != sheet.rows * (len(keys) - 1):
            return None
        named = dict[str, dict[str, Any]]()
        for disk in disks:
            cells = dict(disk) if isinstance(disk, dict) else {}
            name = cells.pop("disk_device", None)
            if type(name) is not str or name in named or {*map(type, cells.values())} != {int}:
                return None
            if BRACKET.search("".join((name, *cells))):
                return None
            known = [facts(sheet.column(place)) for place in cells.values()]
            if not any(map(COLUMNS.__contains__, cells)):
                return None
            if min(each.least for each in known) < 0 or max(each.most for each in known) >= MOST:
                return None
            named[name] = cells
        found = Table(sheet, times, array("q"), [], [])
        for name, cells in named.items():
            names = tuple(cells)
            if names not in self.tables:
                self.tables[names] = self.reports.table(names)
            found.rows.append(self.tables[names].setdefault(name, Rows(len(names))))
            found.places.append([*cells.values()])
        return found

    def take(self, cells: dict[str, Any]) -> str:
        """Take a device's object; return what is wrong with it, or nothing."""
        name = cells.pop("disk_device", None)
        names, values = tuple(cells), list(cells.values())
        table = self.tables.get(names)
        if table is None:
            if not any(each in COLUMNS for each in names):
                return f"a device must have a name and numbers, got {str(cells)[:40]}"
            table = self.tables[names] = self.reports.table(names)
        try:
            fine = min(values) >= 0 and max(values) < MOST and not any(map(isnan, values))
        except TypeError:
            fine = False
        if not fine or type(name) is not str:
            return f"a device must have a name and numbers of 0 or more, got {str(cells)[:60]}"
        rows = table.get(name)
        if rows is None:
            rows = table[name] = Rows(len(names))
        if rows.last != self.reports.count:
            rows.add(values, self.reports.count)
        return ""


def mended(reports: Reports) -> None:
    """Mend wMB/s that is in kB/s."""
    for names, table in reports.tables.items():
        if not {"wMB/s", "w/s", "wareq-sz"} <= set(names):
            continue
        place = names.index("wMB/s")
        for rows in table.values():
            written = fsum(rows.column(place))
            sizes = zip(
                rows.column(names.index("w/s")), rows.column(names.index("wareq-sz")), strict=True
            )
            wanted = fsum(rate * size for rate, size in sizes)
            if written and abs(written / wanted - 1 if wanted else 1) < NEAR:
                for at in range(place, len(rows.values), rows.width):
                    rows.values[at] *= KiB / MiB
                reports.found.note("wMB/s is in kB/s, as sysstat wrote it before 12.2.1: taken so")


def take_alike(devices: Devices, found: Alike, at: int) -> None:
    """Take the reports that a page found from a place on, and what stands between."""
    sheets, last = dict[int, Table | None](), None

    def between(begin: int, end: int) -> None:
        """Take what stands between two places."""
        if last is not None:
            last.mark()
        devices.scan(found.data, begin, end)

    for place, number in enumerate(found.order):
        start, end = found.starts[place], found.ends[place]
        if b'"' in found.data[at:start]:
            between(at, start)
        if number not in sheets:
            sheets[number] = devices.table(found.sheets[number])
        if (table := sheets[number]) is None:
            between(start, end)
        else:
            table.reports.append(devices.begin(next(table.times)))
            last = table
        at = end
    tables = [table for table in sheets.values() if table is not None]
    for table in tables:
        table.add()
    for rows in {id(rows): rows for table in tables for rows in table.rows}.values():
        rows.put_in_order()


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the averages of each device over the reports that are not since boot."""
    found, data, at = Measured("iostat -x -o JSON (Linux)"), source.content(), 0
    devices = Devices(Reports(found))
    for _ in range(MOST_TRIES if alike.quick else 0):
        assert alike.quick
        together = alike.quick(data, at, KINDS, OPENING)
        take_alike(devices, together, at)
        at = together.ends[-1] if together.order else at
        after = REPORT.search(data, together.stop + 1)
        if not after:
            break
        devices.scan(data, at, after.start())
        at = after.start()
    devices.scan(data, at, len(data))
    if devices.at and devices.reports.count:
        devices.reports.clock.report(devices.at)
    mended(devices.reports)
    return devices.reports.finish(told)


FORM = Form("iostat JSON", EXAMPLE, is_like, read)
