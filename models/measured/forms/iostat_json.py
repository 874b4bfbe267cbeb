"""Reports of iostat -o JSON of Linux (sysstat's `iostat.c`, write_json_ext_stat), whole or not.

Until 11.6.1, and again until 12.0.5, -y set a comma before the first report; until 12.1.4 the closing brackets are
missing if iostat was ended. The objects are therefore looked for one by one. With -m, wMB/s was in kB/s or sectors until 12.2.1 and
12.3.1: the mean size of a write tells. Without -y the first report is the average since boot."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from math import fsum, isnan
from typing import Any

from models.measured.kit.clock import time_in
from models.measured.kit.devices import COLUMNS, MOST, Reports, Rows
from models.measured.kit.form import Form
from models.measured.kit.measured import Measured
from models.measured.kit.source import Source
from models.units import KiB, MiB, sector

TOKEN = re.compile(
    r'["{](?:statistics"\s*:\s*\[\s*(?P<comma>,)?|timestamp"\s*:\s*"(?P<time>[^"\n]{1,80})"'
    r'|(?P<list>disk"\s*:\s*\[)|\s*"disk_device"(?P<disk>[^{}]*\}?))'
)
"""A part of the text; each begins with one of two signs, so that what lies between is passed over quickly."""
CELL = re.compile(
    r'"([^"\n]{1,40})"\s*:\s*("[^"\n]{0,300}"|-?\d{1,30}(?:[.]\d{1,9}|,\d\d(?=\s*[,}]))?)'
)
"""A name and its value; a comma before two decimals is of 11.5.1 and older."""
decode = json.JSONDecoder().raw_decode
WRONG = {1: ("kB/s", KiB), 2: ("sectors/s", sector)}
"""What wMB/s may be in by what it is to requests and their size in kB: a unit, and its bytes."""
NEAR = 0.05
"""How far the product of requests and their size may be from the bytes."""
EXAMPLE = '{"disk_device": "sda", "r/s": 100.00, "w/s": 50.00, "r_await": 5.00}'


def is_like(head: Sequence[str]) -> bool:
    """Return whether the first lines are of iostat's JSON."""
    return any('"disk_device"' in line or '"sysstat"' in line for line in head)


def cells_of(text: str) -> dict[str, Any]:
    """Return a device's object; what of it can be read if it is broken."""
    try:
        return decode(text)[0]  # type: ignore[no-any-return]
    except (ValueError, RecursionError):
        pairs = dict(CELL.findall(text)) if text.endswith("}") else {}
        return {
            name: value[1:-1] if value[:1] == '"' else float(value.replace(",", "."))
            for name, value in pairs.items()
        }


class Devices:
    """Devices while they are read. tables: the rows by device of objects with these names."""

    def __init__(self, reports: Reports) -> None:
        self.reports = reports
        self.tables: dict[tuple[str, ...], dict[str, Rows]] = {}

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
            ratio = written / wanted if wanted else 0.0
            for unit, (name, size) in WRONG.items():
                if abs(ratio / unit - 1) < NEAR:
                    for at in range(place, len(rows.values), rows.width):
                        rows.values[at] *= size / MiB
                    reports.found.note(
                        f"wMB/s is in {name}, as sysstat wrote it before 12.2.1: taken so"
                    )


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the averages of each device over the reports that are not since boot."""
    found = Measured("iostat -x -o JSON (Linux)")
    reports, at, text = Reports(found), None, source.whole()
    devices = Devices(reports)
    number, counted = 1, 0
    empty = False
    for token in TOKEN.finditer(text):
        if token["disk"] is not None:
            if empty:
                reports.begin(at)
                at, empty = None, False
            if why := devices.take(cells_of(token[0])):
                number += text.count("\n", counted, token.start())
                counted = token.start()
                found.leave(number, why)
        elif token["time"] is not None:
            at = time_in(token["time"])
        elif token["list"] is not None:
            empty = True
        else:
            reports.fresh = not token["comma"]
            if token["comma"]:
                reports.asked_first = False
                found.note("a comma before the first report: -y was given, so none is since boot")
    if at and reports.count:
        reports.clock.report(at)
    mended(reports)
    return reports.finish(told)


FORM = Form("iostat JSON", EXAMPLE, is_like, read)
