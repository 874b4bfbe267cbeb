"""Histogram logs of fio (`NAME_clat_hist.N.log`): in each row the latencies of an interval (`iolog.c`, flush_hist_samples).

A row is the time in ms, the direction, the size, then a count for each bin, of 2^log_hist_coarseness of fio's own. The
counts are of the interval. What came after the last whole interval is in no row. fio 3.7 with client and server wrote
what stood in memory: a row with more than a device can do is left out."""

import re
from collections.abc import Mapping, Sequence

from models.measured.forms.fio_bins import edges_of
from models.measured.kit.form import Form
from models.measured.kit.measured import Bins, Measured
from models.measured.kit.source import Source

WAYS = {"0": "read", "1": "write", "2": "trim"}
FEWEST = 3 + 19
"""Columns of the coarsest log."""
BUSY = re.compile(r",\s*([1-9]\d*)")
ROW = str.maketrans("", "", "0123456789, ")
EXAMPLE = "1001, 0, 4096, 0, 0, 12, 3, ... (1856 counts, or half of that, a quarter and so on)"
MOST_A_MS = 100_000
"""Most I/Os of a job in a millisecond that are believed: a hundred million a second."""
LEAST_MS = 1000
EPOCH = 10**12
"""A time from here on (ms) is a Unix time."""
DIGITS = 19


def is_like(head: Sequence[str]) -> bool:
    """Return whether most of the first lines have as many counts as a histogram."""
    rows = head[:20]
    good = [row for row in rows if not row.translate(ROW) and edges_of(row.count(",") - 2)]
    return 2 * len(good) > len(rows) and any(map(row_of, good))


def row_of(line: str) -> tuple[int, str, str] | None:
    """Return the time, the direction, and the counts of a row with the comma before them."""
    cells = line.split(",", 3)
    time, way = cells[0].strip(), cells[1].strip()
    if way not in WAYS or not time.isdigit() or len(time) > DIGITS:
        return None
    return int(time), way, f",{cells[3]}"


def busy(counts: str) -> list[tuple[int, int]] | None:
    """Return the bins with any latencies, from 0, and how many; None if one is no number that a counter holds."""
    found, bin_number, last = list[tuple[int, int]](), -1, 0
    for each in BUSY.finditer(counts):
        bin_number += counts.count(",", last, each.start() + 1)
        last = each.start() + 1
        if len(each[1]) > DIGITS:
            return None
        found.append((bin_number, int(each[1])))
    return found


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the latencies of a histogram log by direction, and those of each interval."""
    commas = [row.count(",") for row in source.head[:20] if not row.translate(ROW)]
    columns = max(commas, key=commas.count) - 2
    kind = edges_of(columns)
    assert kind
    unit, edges = kind
    found = Measured("fio histogram log")
    sums: dict[str, dict[int, int]] = {}
    over: dict[str, list[tuple[int, Bins]]] = {}
    rates: dict[str, list[tuple[float, float]]] = {}
    last: dict[str, int] = {}
    first = 0
    for number, line in source.lines():
        if not line or line.isspace():
            continue
        if line.translate(ROW) or line.count(",") != columns + 2:
            found.leave(
                number,
                f"a row must be {columns + 3} whole numbers from 0, got {wrong_in(line, columns)}",
            )
            continue
        if not (row := row_of(line)):
            found.leave(number, f"a row must begin with a time and 0, 1 or 2, got {line[:40]!r}")
            continue
        time, way, counts = row
        first = first or (time if time >= EPOCH else 0)
        length = time - last.get(way, first)
        cells = busy(counts)
        many = sum(count for _, count in cells or [])
        if cells is None or many > MOST_A_MS * max(length, LEAST_MS):
            found.leave(
                number, f"counts must be what a job can do, got {many:.3g} or more: garbage"
            )
            continue
        if length < 0:
            found.note(f"times run backwards at line {number}: several logs in one?")
        last[way] = time
        found.lines += 1
        total = sums.setdefault(way, {})
        for each, count in cells:
            total[each] = total.get(each, 0) + count
        bins = Bins((edges[each], edges[each + 1], count) for each, count in cells)
        over.setdefault(way, []).append((time, bins))
        if length > 0:
            rates.setdefault(way, []).append(((time - first) / 1e3, many * 1e3 / length))
    for way, total in sums.items():
        part = found.part(WAYS[way])
        part.latencies = Bins(
            (edges[each], edges[each + 1], count) for each, count in total.items()
        )
        part.rates = rates.get(way, [])
        part.over_time = [((time - first) / 1e3, bins) for time, bins in over[way]]
        part.values |= {} if total else {"n": 0}
    found.parts.sort(key=lambda part: [*WAYS.values()].index(part.name))
    if first:
        found.values["begin_unix_s"] = first / 1e3
    if last:
        found.values["span_s"] = (max(last.values()) - first) / 1e3
        found.note(
            f"counts of intervals, in bins of {unit}: what came after the last whole interval is not in the file"
        )
    return found


def wrong_in(line: str, columns: int) -> str:
    """Return what is wrong in a row."""
    cells = [cell.strip() for cell in line.split(",")]
    if wrong := next((cell for cell in cells if not cell.isdigit()), None):
        return repr(wrong[:40])
    return f"{len(cells)} of them" if len(cells) != columns + 3 else repr(line[:40])


FORM = Form("fio histogram log", EXAMPLE, is_like, read)
