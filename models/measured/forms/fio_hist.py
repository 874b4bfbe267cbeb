"""Histogram logs of fio (`NAME_clat_hist.N.log`): in each row the latencies of an interval (`iolog.c`, flush_hist_samples).

A row is the time in ms, the direction, the size, then a count for each bin, of 2^log_hist_coarseness of fio's own. The
counts are of the interval. What came after the last whole interval is in no row. fio 3.7 with client and server wrote
what stood in memory: a row with more than a device can do is left out."""

import re
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum

from models.measured.forms.fio_bins import edges_of
from models.measured.kit import frames
from models.measured.kit.form import Form
from models.measured.kit.frames import WHOLE
from models.measured.kit.measured import Bins, Measured
from models.measured.kit.source import Block, Source

WAYS = {"0": "read", "1": "write", "2": "trim"}
FEWEST = 3 + 19
"""Columns of the coarsest log."""
BUSY = re.compile(r",\s*(0*[1-9]\d*)")
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


class Log:
    """A histogram log while it is read. columns: counts of a row. sums: how many latencies by direction and bin. rates:
    over time by direction. last: time (ms) of a direction's last row. begin: of the log (ms), 0 unless it is a Unix time.
    is_back: whether a time ran backwards."""

    def __init__(self, columns: int, found: Measured) -> None:
        self.columns, self.found = columns, found
        self.sums: dict[str, Counter[int]] = {}
        self.rates: dict[str, list[tuple[float, float]]] = {}
        self.last: dict[str, int] = {}
        self.begin, self.is_back = 0, False
        self.even = re.compile(rf" ?{WHOLE}(?:, ?{WHOLE}){{{columns + 2}}}\s*")

    def take(self, block: Block) -> None:
        """Take the rows of a block."""
        lines = block.text.split("\n")
        if not frames.quick:
            for number, line in enumerate(lines, block.first):
                self.line(number, line)
            return
        codes, begins, numbers, known = frames.quick(block.data)
        even = [bool(self.even.fullmatch(frame)) for frame in known]
        held: dict[str, array[float]] = {way: array("d") for way in WAYS}
        for number, (line, code, begin) in enumerate(
            zip(lines, codes, begins, strict=True), block.first
        ):
            if not even[code] or numbers[begin + 1] > 2:
                self.line(number, line)
                continue
            way, counts = f"{numbers[begin + 1]:g}", numbers[begin + 3 : begin + 3 + self.columns]
            if self.row(number, int(numbers[begin]), way, int(fsum(counts))):
                held[way] += counts
        for way, counts in held.items():
            if counts:
                many = {
                    each: int(fsum(counts[each :: self.columns])) for each in range(self.columns)
                }
                self.sums[way].update(many)

    def line(self, number: int, line: str) -> None:
        """Take a line; leave it out if it is no row."""
        if not line or line.isspace():
            return
        if line.translate(ROW) or line.count(",") != self.columns + 2:
            self.found.leave(
                number,
                f"a row must be {self.columns + 3} whole numbers from 0, got {wrong_in(line, self.columns)}",
            )
        elif not (row := row_of(line)):
            self.found.leave(
                number, f"a row must begin with a time and 0, 1 or 2, got {line[:40]!r}"
            )
        else:
            time, way, counts = row
            cells = busy(counts)
            many = None if cells is None else sum(count for _, count in cells)
            if self.row(number, time, way, many) and cells:
                self.sums[way].update(dict(cells))

    def row(self, number: int, time: int, way: str, many: int | None) -> bool:
        """Take a row with so many latencies, None if a count is none. Return whether they are believed."""
        self.begin = self.begin or (time if time >= EPOCH else 0)
        length = time - self.last.get(way, self.begin)
        if many is None or many > MOST_A_MS * max(length, LEAST_MS):
            self.found.leave(
                number, f"counts must be what a job can do, got {many or 0:.3g} or more: garbage"
            )
            return False
        if length < 0 and not self.is_back:
            self.is_back = True
            self.found.note(f"times run backwards at line {number}: several logs in one?")
        self.last[way] = time
        self.sums.setdefault(way, Counter())
        if length > 0:
            rate = (time - self.begin) / 1e3, many * 1e3 / length
            self.rates.setdefault(way, []).append(rate)
        return True


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the latencies of a histogram log by direction, and the rates of each interval."""
    commas = [row.count(",") for row in source.head[:20] if not row.translate(ROW)]
    columns = max(commas, key=commas.count) - 2
    kind = edges_of(columns)
    assert kind
    unit, edges = kind
    found = Measured("fio histogram log")
    log = Log(columns, found)
    for block in source.blocks():
        log.take(block)
    for way, total in sorted(log.sums.items()):
        part = found.part(WAYS[way])
        part.latencies = Bins(
            (edges[each], edges[each + 1], count) for each, count in total.items()
        )
        part.rates = log.rates.get(way, [])
        part.values |= {} if part.latencies.counts else {"n": 0}
    if log.begin:
        found.values["begin_unix_s"] = log.begin / 1e3
    if log.last:
        found.values["span_s"] = (max(log.last.values()) - log.begin) / 1e3
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
