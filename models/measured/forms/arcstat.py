"""`arcstat`, named `zarcstat` from OpenZFS 2.4 on: hits and misses of the ARC in a second (`cmd/zarcstat.in`, calculate,
prettynum; tag zfs-0.6.5: `cmd/arcstat/arcstat.py`).

Values are a second's, divided by the interval. K is 1,000 for counts and 1,024 for sizes. Percents are rounded, and old
versions cut them. The first row of an old version counts since the system's start; that of a new one, between two
looks at the counters at once, is about 0: it is no interval in either. From 2.2 on a hit on data that is still being read
(ioh) is a third class beside hits and misses, and `miss` is no default column."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping, Sequence
from itertools import compress
from math import fsum, isfinite
from operator import sub

from models.measured.kit.form import Form
from models.measured.kit.grid import Numbers, is_good, numbers_of, scaled
from models.measured.kit.measured import Measured, Value
from models.measured.kit.source import Source

COUNTS = {
    "read": "reads",
    "hits": "hits",
    "iohs": "io_hits",
    "miss": "misses",
    "dread": "demand_reads",
    "dhit": "demand_hits",
    "dioh": "demand_io_hits",
    "dmis": "demand_misses",
    "ddread": "demand_data_reads",
    "ddhit": "demand_data_hits",
    "ddioh": "demand_data_io_hits",
    "ddmis": "demand_data_misses",
    "dmread": "demand_metadata_reads",
    "dmhit": "demand_metadata_hits",
    "dmioh": "demand_metadata_io_hits",
    "dmmis": "demand_metadata_misses",
    "pread": "prefetch_reads",
    "phit": "prefetch_hits",
    "pioh": "prefetch_io_hits",
    "pmis": "prefetch_misses",
    "pdread": "prefetch_data_reads",
    "pdhit": "prefetch_data_hits",
    "pdmis": "prefetch_data_misses",
    "pmread": "prefetch_metadata_reads",
    "pmhit": "prefetch_metadata_hits",
    "pmmis": "prefetch_metadata_misses",
    "mread": "metadata_reads",
    "mhit": "metadata_hits",
    "mioh": "metadata_io_hits",
    "mmis": "metadata_misses",
    "mfu": "mfu_hits",
    "mru": "mru_hits",
    "mfug": "mfu_ghost_hits",
    "mrug": "mru_ghost_hits",
    "unc": "uncached_hits",
    "eskip": "evict_skips",
    "mtxmis": "mutex_misses",
    "l2read": "l2_reads",
    "l2hits": "l2_hits",
    "l2miss": "l2_misses",
}
"""Columns of counts in a second, and what they are named here."""
SIZES = {
    "arcsz": "arc_size_bytes",
    "size": "arc_size_bytes",
    "c": "arc_target_bytes",
    "free": "memory_free_bytes",
    "avail": "memory_available_bytes",
    "need": "memory_needed_bytes",
    "waste": "waste_bytes",
    "l2size": "l2_size_bytes",
    "l2asize": "l2_allocated_bytes",
}
SPEEDS = {"l2bytes": "l2_read_bytes_per_s", "l2wbytes": "l2_write_bytes_per_s"}
OF_WHAT = {
    "hit%": ("read", "hits"),
    "ioh%": ("read", "iohs"),
    "miss%": ("read", "miss"),
    "dh%": ("dread", "dhit"),
    "di%": ("dread", "dioh"),
    "dm%": ("dread", "dmis"),
    "ddh%": ("ddread", "ddhit"),
    "ddi%": ("ddread", "ddioh"),
    "ddm%": ("ddread", "ddmis"),
    "dmh%": ("dmread", "dmhit"),
    "dmi%": ("dmread", "dmioh"),
    "dmm%": ("dmread", "dmmis"),
    "ph%": ("pread", "phit"),
    "pi%": ("pread", "pioh"),
    "pm%": ("pread", "pmis"),
    "mh%": ("mread", "mhit"),
    "mi%": ("mread", "mioh"),
    "mm%": ("mread", "mmis"),
    "l2hit%": ("l2read", "l2hits"),
    "l2miss%": ("l2read", "l2miss"),
}
"""Percents: the column that they are of, and the one that they give."""
OWN = {*OF_WHAT, "ddread", "dmread", "arcsz", "mfug", "mrug", "mtxmis", "dmis", "pmis", "dread"}
"""Columns that no other tool has."""
SHARES = {"hits": "hit_ratio", "io_hits": "io_hit_ratio", "misses": "miss_ratio"}
PATTERN = r"\d{1,20}(?:\.\d{1,20})?"
CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d):([0-5]\d)", re.ASCII)
SPLIT = re.compile(r"[,;|\t]")
DAY = 86400.0
FAR = 2
"""A first row with so many times the reads of the busiest later one is since the system's start."""
EXAMPLE = "16:40:08  1.4K   140     10    30    3   110   27     0    0    24G   24G"


def is_header(line: str) -> bool:
    """Return whether a line names columns, two or more, one of which only this tool has."""
    words = words_of(line)
    known = [
        word
        for word in words
        if word == "time" or word in COUNTS or word in SIZES or word in OF_WHAT
    ]
    return len(words) > 1 and 2 * len(known) > len(words) and not OWN.isdisjoint(words)


def words_of(line: str) -> list[str]:
    """Return the cells of a line, between which there may be commas (-s)."""
    return SPLIT.sub(" ", line).split()


def is_like(head: Sequence[str]) -> bool:
    """Return whether one of the first lines names columns."""
    return any(map(is_header, head[:200]))


def clock(text: str) -> float:
    """Return a time of day (s). Raise ValueError if it is none."""
    if not (match := CLOCK.fullmatch(text)):
        raise ValueError(f"a time of day such as 16:40:08, got {text[:20]!r}")
    hours, minutes, seconds = map(int, match.groups())
    return 3600.0 * hours + 60.0 * minutes + seconds


READERS = {
    "time": Numbers(clock, divisor=None),
    "count": scaled(1000.0, PATTERN),
    "size": scaled(1024.0, f"-?{PATTERN}"),
}


def reader_of(column: str) -> Numbers:
    """Return what reads a column."""
    if column in SIZES or column in SPEEDS:
        return READERS["size"]
    return READERS["time" if column == "time" else "count"]


class Rows:
    """The rows of a file while they are read, by column."""

    def __init__(self) -> None:
        self.header: list[str] = []
        self.columns: dict[str, array[float]] = {}
        self.number, self.other = 0, False

    def take(self, first: int, lines: Sequence[str], found: Measured) -> None:
        """Take lines. first: the number of the first one."""
        rows = list(map(str.split, lines))
        held, need = list[list[str]](), 0 if self.other else len(self.header)
        for place, cells in enumerate(rows):
            if len(cells) == need and cells and cells[0][-1].isdigit():
                held.append(cells)
            elif cells:
                cells[:] = words_of(lines[place])
                if is_header(lines[place]):
                    if cells != self.header and self.number + len(held):
                        found.note(
                            f"the columns change at line {first + place}: rows from there on are left out"
                        )
                        cells = []
                    self.header = self.header or cells
                    need = len(self.header)
                elif len(cells) == need:
                    held.append(cells)
                elif self.header and not self.other:
                    got = f"got {len(cells)}: {lines[place].strip()[:40]!r}"
                    found.leave(first + place, f"a row must have {len(self.header)} columns, {got}")
        if held:
            self.add(held, rows, first, found)

    def add(
        self, held: list[list[str]], rows: Sequence[list[str]], first: int, found: Measured
    ) -> None:
        """Add rows to the columns; one that cannot be read is left out."""
        readers = [reader_of(column) for column in self.header]
        try:
            made = numbers_of(readers, held, 0)
        except ValueError:
            good = [is_good(readers, row, 0, found, rows, first) for row in held]
            held = list(compress(held, good))
            made = numbers_of(readers, held, 0)
        self.number += len(held)
        for column, numbers in zip(self.header, made, strict=False):
            self.columns.setdefault(column, array("d")).extend(numbers)


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return what the ARC did over the intervals, and the sizes at their end."""
    found, rows = Measured("arcstat"), Rows()
    for block in source.blocks():
        lines = block.text.split("\n")
        rows.take(block.first, lines, found)
        found.lines += len(lines)
    if not rows.number:
        return found
    found.values["rows"] = rows.number
    unknown = [
        column
        for column in rows.header
        if column != "time" and not any(column in each for each in (COUNTS, SIZES, SPEEDS, OF_WHAT))
    ]
    if unknown:
        found.note(f"columns that are not known are left out: {', '.join(unknown):.60}")
    interval = interval_of(rows, told, found)
    counts = counts_of(rows.columns)
    reads = next((counts[name] for name in ("read", "dread", "ddread") if name in counts), [])
    boot = bool(reads) and reads[0] > FAR * max(reads[1:], default=0.0)
    found.values["first_row_is_since_boot"] = boot
    skipped = 1 if rows.number > 1 else 0
    if skipped:
        found.note(
            "the first row counts since the system's start: left out"
            if boot
            else "the first row is no interval, being between two looks at once: left out"
        )
    else:
        found.note("the only row counts since the system's start, or is between two looks at once")
    part = found.part("intervals" if skipped else "first_row")
    part.values = summed({name: each[skipped:] for name, each in counts.items()}, interval)
    part.values["n"] = rows.number - skipped
    for column, name in SIZES.items():
        if column in rows.columns:
            part.values[name] = rows.columns[column][-1]
    for column, name in SPEEDS.items():
        if column in rows.columns:
            each = rows.columns[column][skipped:]
            part.values[name] = fsum(each) / len(each)
    if skipped and reads:
        part.rates = [((place + 1) * interval, rate) for place, rate in enumerate(reads[1:])]
    return found


def counts_of(columns: Mapping[str, Sequence[float]]) -> dict[str, Sequence[float]]:
    """Return the counts in a second by column, with those that follow from percents."""
    found = {name: column for name, column in columns.items() if name in COUNTS}
    for percent, (whole, part) in OF_WHAT.items():
        if percent in columns and whole in found and part not in found:
            pairs = zip(columns[percent], found[whole], strict=True)
            found[part] = [share * each / 100 for share, each in pairs]
    return found


def summed(counts: Mapping[str, Sequence[float]], interval: float) -> dict[str, Value]:
    """Return counts over all intervals and in a second, and the shares of reads."""
    found: dict[str, Value] = {}
    for column, each in counts.items():
        total = fsum(each)
        found[COUNTS[column]] = total * interval
        found[f"{COUNTS[column]}_per_s"] = total / len(each)
    for start in (
        "",
        "demand_",
        "demand_data_",
        "demand_metadata_",
        "prefetch_",
        "metadata_",
        "l2_",
    ):
        reads = found.get(f"{start}reads")
        for name, share in SHARES.items():
            part = found.get(f"{start}{name}")
            if isinstance(reads, float) and isinstance(part, float) and reads > 0:
                found[f"{start}{share}"] = part / reads
    return found


def interval_of(rows: Rows, told: Mapping[str, str], found: Measured) -> float:
    """Return the time between rows (s): by the answer, else by their times of day, else a second, and ask for it."""
    times = rows.columns.get("time", array("d"))
    steps = list(map(sub, times[1:], times))
    if min(steps, default=0.0) < 0:
        found.note("times run backwards, or over midnight, at some place; there is no date")
    steps = sorted(step % DAY for step in steps)
    middle = steps[len(steps) // 2] if steps else 0.0
    try:
        said = float(told.get("interval", "0"))
    except ValueError:
        said = 0.0
    if said > 0 and isfinite(said):
        middle = said
    if not middle:
        found.asks["interval"] = (
            "How many seconds lay between the rows? The file does not say.",
            ["1", "5", "10", "60"],
        )
    else:
        found.values["interval_s"] = middle
    return middle or 1.0


FORM = Form("arcstat", EXAMPLE, is_like, read)
