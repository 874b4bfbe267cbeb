"""Rows of biosnoop and iosnoop: a request in each, with its latency.

The header says what stands where: what is left of COMM is counted from the left, what is right of it from the right,
as the name of a program may hold blanks. TIME and ENDs are when the request was completed.

- biosnoop of bcc (`tools/biosnoop.py`): LAT is from issue to completion, rounded to 10 us; QUE (-Q) is before it and not
  in it. T is only R or W: flushes and discards stand as R, with 0 bytes. Rows of several CPUs are not in order.
- biosnoop of libbpf-tools (`biosnoop.c`): 1 us, and T has all flags (`blk_fill_rwbs`). QUE is -1 if the insert was missed.
- biosnoop.bt: LAT and TIME in whole ms, rounded down; no size and no direction.
- iosnoop of perf-tools: STARTs and ENDs to 1 us, LATms to 10 us; if both are there, their difference is taken. With -Q a latency begins at the queue's insert.
- iosnoop of the DTraceToolkit: DELTA is from request to completion, DTIME from the completion before it, if that is later.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import compress
from math import fsum
from operator import add, sub
from typing import NamedTuple

from models.measured.kit.columns import CLOCK, NUMBER, WORD, Columns, Shape, columns_of
from models.measured.kit.form import Form
from models.measured.kit.many import since
from models.measured.kit.measured import Measured, Samples
from models.measured.kit.source import Block, Source
from models.units import day

UNITS = {"s": 1.0, "ms": 1e3, "us": 1e6, "ns": 1e9}
"""How many of a unit are a second: a quotient is exact where a product is not."""
NAME = re.compile(r"([A-Z]+)(?:\((s|ms|us|ns)\)|(s|ms|us|ns))?")
MEANINGS = {
    "TIME": "end", "END": "end", "TIMESTAMP": "clock", "START": "start", "LAT": "latency", "DELTA": "latency",
    "QUE": "queue", "DTIME": "disk time", "T": "way", "TYPE": "way", "D": "way", "SECTOR": "place", "BLOCK": "place",
    "BYTES": "size", "SIZE": "size", "DISK": "disk", "DEV": "disk", "DEVICE": "disk", "PID": "process", "P": "pattern",
}  # fmt: skip
"""Names of columns -> what they hold."""
TIMED = {"end", "start", "latency", "queue", "disk time"}
PLAIN = {"COMM", "PATHNAME", "UID", "MAJOR", "MINOR", "MAJ", "MIN", "INS", "STIME", "STRTIME"}
"""Names of columns that are known and not read."""
WORDS = {"way", "disk", "pattern"}
LONGEST_NAME = 8
"""Most words in a program's name, which has at most 16 bytes."""
MOST = 60
"""Fields of a row that ends in a path."""
LONGEST = 1e8
"""Latency (s) from which on it is an error of a counter."""
HEADER = re.compile(
    rb"^[ \t]*(?:TIME|START|STIME|STRTIME|COMM|DEVICE|UID|DELTA)[^\n]*$", re.MULTILINE
)
NAMED = re.compile(rb"TIME|START|COMM|DEVICE|UID|DELTA")
"""What a header has: it is found sooner."""
BARE = re.compile(
    r"\s*\d+\.\d{3,9}\s+\S.*\s\d+\s+\S+\s+[A-Z]{1,6}\s+(?:\d+|-1)\s+\d+(\s+-?\d+\.\d+)?\s+\d+\.\d+",
    re.ASCII,
)
"""A row of biosnoop, with or without QUE."""
OF_BARE = "TIME(s) COMM PID DISK T SECTOR BYTES {}LAT(ms)"
"""The header of such rows."""
GLUED = re.compile(rb"(?<=\d)(?=[SR?][ \t])")
"""Between a size of seven digits and the pattern, which the tool prints without a blank."""
LOST = re.compile(r"(?:Possibly lost|lost) (\d{1,15}) (?:samples|events)")
OTHER = re.compile(
    r"(Tracing|Attach|Ending tracing|Possibly lost|lost \d|\^C|\[\.\.\.|[#$] |MAJOR +MINOR)"
)
EXAMPLE = "0.000004 supervise 1950 xvda1 W 13092560 4096 0.74"
WAYS = {"R": "read", "W": "write", "D": "discard", "E": "discard"}
DATA = ("read", "write", "")
"""What requests do that move data; "" is not known."""
FLUSH, EMPTY = "flush", "no_data"

Group = Mapping[str, "array[float]"]


class Layout(NamedTuple):
    """What stands where. units: of the columns with times. shape: of a row. unknown: columns that are not read. names:
    of all columns."""

    units: Mapping[str, str]
    shape: Shape
    unknown: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def tool(self) -> str:
        """Return the tool that prints such a header."""
        if "UID" in self.names:
            return "iosnoop (DTraceToolkit)"
        if "COMM" not in self.names:
            return "times and latencies"
        if "TYPE" in self.names:
            return "iosnoop (perf-tools)"
        return "biosnoop" if "size" in self.shape.places else "biosnoop (bpftrace)"


@lru_cache(100)
def layout_of(line: str) -> Layout | None:
    """Return what stands where below this header, or None if it is none."""
    line = line.replace("DISK ID", "MAJOR MINOR").replace("STRTIME", "STRTIME " * 4)
    cells = line.split()
    parts = [NAME.fullmatch(cell) for cell in cells]
    names = [part[1] if part else cell for part, cell in zip(parts, cells, strict=True)]
    known = [name for name in names if name in MEANINGS or name in PLAIN]
    meanings = {name: MEANINGS[name] for name in names if name in MEANINGS}
    held = set(meanings.values())
    if 2 * len(known) <= len(names) or len(held) < len(meanings):
        return None
    if not {"latency", "end"} <= held and not ("COMM" in names and held & {"latency", "size"}):
        return None
    if len(known) < len(names) and "COMM" in names and not held & {"disk", "place"}:
        return None  # of another tool of bcc, whose latencies are no disk's
    at = names.index("COMM") if "COMM" in names else len(names)
    path = "PATHNAME" in names
    places, units = dict[str, tuple[int, str]](), dict[str, str]()
    for place, (name, part) in enumerate(zip(names, parts, strict=True)):
        meaning = meanings.get(name)
        if not meaning or (path and place > at):
            continue
        if meaning in TIMED:
            unit = (part[2] or part[3]) if part else None
            if not unit:
                return None
            units[meaning] = unit
        kind = WORD if meaning in WORDS else CLOCK if meaning == "clock" else NUMBER
        places[meaning] = (place if place < at else place - len(names), kind)
    for name in ("MAJOR", "MINOR"):
        if name in names:
            places[name] = (names.index(name), NUMBER)
    least, most = len(names), len(names) + (LONGEST_NAME - 1 if "COMM" in names else 0)
    unknown = tuple(name for name in names if name not in known)
    per = {name: UNITS[unit] for name, unit in units.items()}
    by = "way" if "way" in places else ""
    shape = Shape("", least, MOST if path else most, places, by, per)
    return Layout(units, shape, unknown, tuple(names))


def is_like(head: Sequence[str]) -> bool:
    """Return whether one of the first lines is a header, or most are rows of biosnoop."""
    return has_header(head) or bool(without_header(head))


def has_header(head: Sequence[str]) -> bool:
    """Return whether one of the first lines is a header."""
    return any(HEADER.match(line.encode()) and layout_of(line) for line in head)


def without_header(head: Sequence[str]) -> Layout | None:
    """Return what stands where if most of the first lines are rows of biosnoop, whose header is missing; else None."""
    rows = [match for line in head[:50] if (match := BARE.fullmatch(line))]
    if len(rows) < 2 or 2 * len(rows) <= len(head[:50]) or has_header(head):
        return None
    return layout_of(OF_BARE.format("QUE(ms) " if all(row[1] for row in rows) else ""))


def pieces(block: Block, layout: Layout | None) -> Iterator[tuple[Layout | None, Block]]:
    """Yield the lines below each other header of a block, with their layout. layout: of the lines before the first."""
    begin, first = 0, block.first
    for match in HEADER.finditer(block.data) if NAMED.search(block.data) else ():
        new = layout_of(match[0].decode("utf-8", "replace"))
        if new and new != layout:
            if match.start() > begin:
                yield layout, Block(first, block.data[begin : match.start() - 1])
            first += block.data.count(b"\n", begin, match.end()) + 1
            begin, layout = match.end() + 1, new
    yield layout, Block(first, block.data[begin:])


def way_of(flags: str) -> str:
    """Return what a request does, of its flags (`blk_fill_rwbs`): an F before another letter is a flush before it."""
    if way := WAYS.get(flags.removeprefix("F")[:1]):
        return way
    return FLUSH if flags.startswith("F") else "other"


class Rows:
    """The requests while they are read. kept: what of them is known, by name of the part."""

    def __init__(self, found: Measured) -> None:
        self.found = found
        self.clock = self.days = 0.0
        self.kept: dict[str, Samples] = {}
        self.rows = self.bytes = self.lost = 0
        self.first, self.last = float("inf"), float("-inf")
        self.disks: dict[str, None] = {}
        self.timed = True

    def take(self, layout: Layout, block: Block) -> None:
        """Take the rows below a header."""
        data = GLUED.sub(b" ", block.data) if "pattern" in layout.shape.places else block.data
        columns = columns_of(data, layout.shape)
        if columns.odd:
            lines = block.text.split("\n")
            for place in columns.odd:
                self.other(layout, block.first + place, lines[place])
        if columns.rows:
            self.keep(layout, columns, block.first)

    def other(self, layout: Layout, number: int, line: str) -> None:
        """Take a line that is no row."""
        if lost := LOST.match(line):
            self.lost += int(lost[1])
        elif not OTHER.match(line.lstrip()) and not layout_of(line):
            self.found.leave(
                number,
                f"a row must have {' '.join(layout.names)}, got {line.strip()[:40]!r}",
            )

    def keep(self, layout: Layout, columns: Columns, first: int) -> None:
        """Keep the rows of a block. first: number of its first line."""
        self.rows += columns.rows
        if "disk" in columns.words:
            self.disks |= dict.fromkeys(columns.words["disk"][1])
        groups: dict[str, Group] = {**(columns.groups or {"": columns.numbers})}
        if "clock" in layout.shape.places:
            self.of_day(groups.values())
        for word, numbers in groups.items():
            way = way_of(word) if columns.groups else ""
            sizes = numbers.get("size")
            if way != FLUSH and sizes and not all(sizes):
                self.part(layout, EMPTY, picked(numbers, [not size for size in sizes]), first)
                numbers = picked(numbers, sizes)
            self.part(layout, way, numbers, first)

    def of_day(self, groups: Iterable[Group]) -> None:
        """Let times of a block count from the first day's midnight (s). A clock without a date begins again there."""
        clocks = [numbers["clock"] for numbers in groups]
        if min(map(min, clocks)) < self.clock - day / 2:
            self.days += day
        if self.days:
            for clock in clocks:
                clock[:] = array("d", [self.days + seconds for seconds in clock])
        days, self.clock = divmod(max(map(max, clocks)), day)
        self.days = days * day

    def part(self, layout: Layout, way: str, numbers: Group, first: int) -> None:
        """Keep the rows that do the same. first: number of the first line of their block."""
        sizes = numbers.get("size")
        if sizes and way in DATA:
            self.bytes += int(fsum(sizes))
        ends, starts, waits = (numbers.get(name) for name in ("end", "start", "latency"))
        ends = ends or numbers.get("clock")
        if ends is None and starts and waits:
            ends = array("d", map(add, starts, waits))
        self.timed = self.timed and ends is not None
        moved = way != EMPTY and (not sizes or any(sizes))
        if ends and moved:
            self.first = min(self.first, min(starts or ends))
            self.last = max(self.last, max(ends))
        if waits is None or not waits:
            return
        if starts and "end" in numbers:
            waits = array("d", [round(each, 9) for each in map(sub, numbers["end"], starts)])
        numbers = {**numbers, "latency": waits, "end": ends or array("d")}
        if min(waits) < 0 or max(waits) > LONGEST:
            good = [0 <= wait <= LONGEST for wait in waits]
            for wait in compress(waits, [not yes for yes in good]):
                self.found.leave(
                    first, f"a latency must be from 0 to 1e8 s, got {wait:g} s here or below"
                )
            numbers = picked(numbers, good)
        if way in DATA:
            dtrace = "disk time" in layout.units or "UID" in layout.names
            self.add("delta" if dtrace else "data_io" if sizes else "", numbers["latency"], numbers)
        if way:
            self.add(way, numbers["latency"], numbers)
        if way in DATA and "queue" in numbers:
            its = numbers
            if min(numbers["queue"], default=0) < 0:
                its = picked(numbers, [wait >= 0 for wait in numbers["queue"]])
                self.found.note(
                    "a queue's time of -1 is not known: such rows are not in with_queue"
                )
            self.add("with_queue", map(add, its["queue"], its["latency"]), its)
        if way in DATA and "disk time" in numbers:
            self.add("dtime", numbers["disk time"], numbers)

    def add(self, name: str, latencies: Iterable[float], numbers: Group) -> None:
        """Add rows to a part."""
        if numbers["latency"]:
            samples = self.kept.setdefault(name, Samples())
            samples.seconds.extend(latencies)
            samples.times.extend(numbers["end"])


def picked(numbers: Group, chosen: Sequence[object]) -> Group:
    """Return the chosen rows."""
    return {name: array("d", compress(column, chosen)) for name, column in numbers.items()}


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the latencies by what the requests do."""
    found = Measured("biosnoop")
    rows, last, tools = Rows(found), without_header(source.head), dict[str, Layout]()
    if last:
        found.note("no header: the columns are taken as those of biosnoop")
    for block in source.blocks():
        for layout, piece in pieces(block, last):
            last = layout
            if layout:
                tools.setdefault(layout.tool, layout)
                rows.take(layout, piece)
    found.form = ", ".join(tools) or found.form
    found.values["rows"] = rows.rows
    if "iosnoop (DTraceToolkit)" in tools or all(
        "size" not in each.shape.places for each in tools.values()
    ):
        found.values["n"] = rows.rows
    if rows.bytes or any("size" in each.shape.places for each in tools.values()):
        found.values["bytes"] = rows.bytes
    if rows.last >= rows.first:
        found.values["span_s"] = rows.last - rows.first
    for name, samples in rows.kept.items():
        if rows.timed and samples.times:
            zero = min(rows.first, min(samples.times))
            samples.times = since(samples.times, zero)
        else:
            samples.times = array("d")
        found.part(name).latencies = samples
    note(found, rows, tools)
    return found


def note(found: Measured, rows: Rows, tools: Mapping[str, Layout]) -> None:
    """Say what a reader must know of the tools."""
    if "iosnoop (perf-tools)" in tools:
        found.note(
            "with -Q a latency of iosnoop begins when the request enters the queue, else when it goes to the device: "
            "the file does not say which"
        )
    if "iosnoop (DTraceToolkit)" in tools and "delta" in rows.kept:
        found.note("delta is from request to completion; dtime is the disk's time")
    if "biosnoop" in tools:
        found.note(
            "a latency is from issue to completion; the time in the queue before it is not in it"
        )
    if "biosnoop (bpftrace)" in tools:
        found.note("latencies are whole ms, rounded down: 0 is less than 1 ms")
    if EMPTY in rows.kept:
        found.note(
            "requests of 0 bytes are flushes or discards, which the tool shows as R: they are not in data_io"
        )
    if rows.lost:
        found.note(f"the tool lost {rows.lost:,} requests")
    if len(rows.disks) > 1:
        names = list(rows.disks)
        found.note(
            f"requests of {len(names)} disks are taken together: {', '.join(names[:8])}"
            f"{', ...' if len(names) > 8 else ''}"
        )
    for layout in tools.values():
        for name in layout.unknown:
            found.note(f"the column {name[:20]} is not known, and not read")


FORM = Form("biosnoop or iosnoop", EXAMPLE, is_like, read)
