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
from itertools import islice, repeat
from math import isfinite
from operator import mod, sub

from models.measured.kit import named as by_name
from models.measured.kit.form import Form
from models.measured.kit.many import facts, ordered
from models.measured.kit.measured import Curve, Measured, Value
from models.measured.kit.named import NO_UNIT, Scale
from models.measured.kit.source import Block, Source

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
MOST = 1e20
"""No 64-bit counter reaches this number."""
CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d):([0-5]\d)", re.ASCII)
SPLIT = re.compile(r"[,;|\t]")
SPACES = bytes.maketrans(b",;|", b"   ")
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
    if "arcstat" in line:
        return False  # a command that asks for columns
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


COUNT, SIZE = 0, 1
LETTERS = "KMGTPEZ"
SCALES = [
    Scale(
        {NO_UNIT: (1.0, 1.0)}
        | {letter: (base**power, 1.0) for power, letter in enumerate(LETTERS, 1)},
        MOST,
    )
    for base in (1000.0, 1024.0)
]


def scale_of(column: str) -> int:
    """Return the number of a column's scale."""
    return SIZE if column in SIZES or column in SPEEDS else COUNT


def number_of(column: str, text: str) -> float:
    """Return the number of a cell. Raise ValueError if it is none."""
    if column == "time":
        return clock(text)
    is_negative = scale_of(column) == SIZE and text[:1] == "-"
    number = SCALES[scale_of(column)][text[is_negative:]]
    return -number if is_negative else number


class Rows(by_name.Reader):
    """The rows of a file while they are read, by column. other: whether the columns are others from here on. first: the
    first cells of rows by the numbers of their names. heads: lines that are its heading."""

    def __init__(self, found: Measured) -> None:
        super().__init__(found, SCALES)
        self.header: list[str] = []
        self.cells = list["array[float]"]()
        self.other = False
        self.group = -1
        self.first: dict[int, float] = {}
        self.heads = set[str]()

    @property
    def number(self) -> int:
        """Return how many rows there are."""
        return len(self.cells[0]) if self.cells else 0

    @property
    def columns(self) -> dict[str, array[float]]:
        """Return the columns by name."""
        return dict(zip(self.header, self.cells, strict=True))

    def take(self, block: Block) -> None:
        """Take the lines of a block, between whose cells there may be commas (-s)."""
        if any(mark in block.data for mark in (b",", b";", b"|")):
            block = Block(block.first, block.data.translate(SPACES))
        super().take(block)
        self.found.lines += self.lines.number

    def like_before(self, codes: array[int], begin: int, end: int) -> int:
        """Take rows, and return the first that has as many numbers as no row, or a first cell that is no number."""
        if self.other or not self.header:
            return begin
        first = self.first
        for place in range(begin, end):
            if codes[place] not in first and not self.is_first(codes[place]):
                end = place
                break
        self.groups.extend([self.group] * (end - begin))
        self.marks.extend(codes[begin:end])
        return end

    def is_first(self, code: int) -> bool:
        """Return whether a name is the first cell of a row, and remember it."""
        name = self.named.names[code]
        if name.last or name.width != len(self.header) - 1:
            return False
        try:
            self.first[code] = number_of(self.header[0], name.word)
        except ValueError:
            return False
        return True

    def line(self, number: int, line: str, code: int = -1) -> None:
        """Take a line: a heading, or a row that is not as others."""
        if not (cells := line.split()):
            return
        if line in self.heads:
            self.other = False
        elif is_header(line):
            self.head(number, line, cells)
        elif self.other or not self.header:
            return
        elif len(cells) != len(self.header):
            got = f"got {len(cells)}: {line.strip()[:40]!r}"
            self.found.leave(number, f"a row must have {len(self.header)} columns, {got}")
        else:
            try:
                numbers = list(map(number_of, self.header, cells))
            except ValueError as error:
                self.found.leave(number, f"a row must have {error}")
                return
            self.settle()
            for column, each in zip(self.cells, numbers, strict=True):
                column.append(each)

    def head(self, number: int, line: str, cells: list[str]) -> None:
        """Take a heading."""
        self.settle()
        if cells != self.header and self.number:
            self.found.note(
                f"the columns change at line {number}: rows are left out until the first columns come again"
            )
            self.other = True
            return
        if not self.header:
            self.header = cells
            self.group = self.named.group([scale_of(name) for name in cells[1:]], more=1)
            self.cells = [array("d") for _ in cells]
        if cells == self.header:
            self.heads.add(line)

    def extend(self, group: int, columns: list[array[float]]) -> None:
        """Take rows, whose marks are the numbers of their names."""
        first = array("d", [self.first[int(code)] for code in columns.pop()])
        for column, new in zip(self.cells, (first, *columns), strict=True):
            column.extend(new)


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return what the ARC did over the intervals, and the sizes at their end."""
    found = Measured("arcstat")
    rows = Rows(found)
    for block in source.blocks():
        rows.take(block)
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
    columns = rows.columns
    interval = interval_of(columns.get("time", array("d")), told, found)
    counts = counts_of(columns)
    reads = next(
        (counts[name] for name in ("read", "dread", "ddread") if name in counts), array("d")
    )
    boot = bool(reads) and reads[0] > FAR * max(reads[1:], default=0.0)
    found.values["first_row_is_since_boot"] = boot
    skipped = 1 if rows.number > 1 else 0
    if skipped:
        found.note(
            "the first row counts since the system's start: left out"
            if boot
            else "the first row counts no time, because arcstat read the counters twice at once: left out"
        )
    else:
        found.note("the only row counts since the system's start, or no time at all")
    part = found.part("intervals" if skipped else "first_row")
    part.values = summed({name: each[skipped:] for name, each in counts.items()}, interval)
    part.values["n"] = rows.number - skipped
    for column, name in SIZES.items():
        if column in columns:
            part.values[name] = columns[column][-1]
    for column, name in SPEEDS.items():
        if column in columns:
            each = columns[column][skipped:]
            part.values[name] = facts(each).total / len(each)
    if skipped and reads:
        ends = array("d", [place * interval for place in range(1, rows.number)])
        part.rates = Curve(ends, reads[1:])
    return found


def counts_of(columns: Mapping[str, array[float]]) -> dict[str, array[float]]:
    """Return the counts in a second by column, with those that follow from percents."""
    found = {name: column for name, column in columns.items() if name in COUNTS}
    for percent, (whole, part) in OF_WHAT.items():
        if percent in columns and whole in found and part not in found:
            pairs = zip(columns[percent], found[whole], strict=True)
            found[part] = array("d", [share * each / 100 for share, each in pairs])
    return found


def summed(counts: Mapping[str, array[float]], interval: float) -> dict[str, Value]:
    """Return counts over all intervals and in a second, and the shares of reads."""
    found: dict[str, Value] = {}
    for column, each in counts.items():
        total = facts(each).total
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


def interval_of(times: array[float], told: Mapping[str, str], found: Measured) -> float:
    """Return the time between rows (s): by the answer, else by their times of day, else a second, and ask for it."""
    if not facts(times).rises:
        found.note("times run backwards, or over midnight, at some place; there is no date")
    steps = ordered(array("d", map(mod, map(sub, islice(times, 1, None), times), repeat(DAY))))
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
