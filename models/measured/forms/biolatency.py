"""Histograms of latencies: biolatency of bcc and libbpf-tools, hist() of bpftrace, iolatency of perf-tools.

- bcc, libbpf (`src/python/bcc/table.py`, `trace_helpers.c`): `64 -> 127` holds both its ends, as values are rounded down to
  whole units: [64, 128). The unit stands in the header of each table. `0 -> 1` holds what is below 2. A table counts its
  interval, disk or set of flags alone. -e adds the true mean; -j prints a dictionary of Python, not JSON.
- bpftrace: `[1K, 2K)`, K = 1,024; the unit is only in the map's name. [0] and [1] are single values.
- iolatency (`iolatency`): `1 -> 2` does not hold its upper end; in ms.
"""

from __future__ import annotations

import json
import re
from array import array
from ast import literal_eval
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import fsum
from operator import add
from typing import Any, NamedTuple

from models.measured.kit import frames
from models.measured.kit.form import Form
from models.measured.kit.frames import BROKEN, WHOLE, example
from models.measured.kit.measured import Bins, Measured
from models.measured.kit.source import Block as Lines
from models.measured.kit.source import Source

UNITS = {"secs": 1.0, "msecs": 1e3, "usecs": 1e6, "nsecs": 1e9}
"""How many of a unit are a second: a quotient is exact where a product is not."""
OF_TIMES = {"", *UNITS}
SHORT = {"s": "secs", "ms": "msecs", "us": "usecs", "ns": "nsecs"}
MAP_UNITS = re.compile(r"(?:^|[_@])(s|ms|us|ns|secs|msecs|usecs|nsecs)(?:$|[_\[])")
HEADER = re.compile(r"\s*(\w*)\s*: count +distribution")
OF_SIZES = re.compile(r".*\((?:K?bytes)\) histogram")
MAP_OF_SIZES = re.compile(r"[_@](?:k?bytes|sizes?)(?:$|[_\[])")
"""What says of maps, or the name of a map, that it holds sizes."""
TRACED = re.compile(r"\s*(Tracing (?!.*(?:block|disk|device|I/O)).{3,60}?)(?:\.\.\.|\. |\.$|$)")
"""What says that something else than requests of disks is traced."""
IOLATENCY = re.compile(r"\s*>=\((\w+)\) \.\. <\((\w+)\)\s*: I/O")
MAP = re.compile(r"(@\w*(?:\[.*\])?):")
BIN = re.compile(r"\s*\[\d+[KMGTPE]?, \d+[KMGTPE]?\)\s+\d+ \|[@ ]*\|")
SUFFIXES = {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40, "P": 2**50, "E": 2**60}
LABEL = re.compile(r"\s*(?:Bucket )?(disk|flags|ptr) = (.+)")
CLOCK = re.compile(r"\s*((?:\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d)\s*")
MEAN = re.compile(r"\s*avg = (\d{1,18}) (\w+), total: (\d{1,18}) \w+, count: (\d{1,18})\s*")
OTHER = re.compile(r"\s*(Tracing|Attach|Ending tracing|\^C|\[\.\.\.|[#$] )")
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
KEYS = ("interval-start", "interval-end", "count")
PAIRS = ", ".join(f"'{name}': {WHOLE}" for name in KEYS)
DATA = re.compile(rf"'data': \[\{{{PAIRS}\}}(?:, \{{{PAIRS}\}})*\]")
"""The part of a frame that stands for the rows of a Python dictionary."""
BCC, BPFTRACE = "biolatency", "biolatency (bpftrace)"
MOST = 2**64
LONGEST = 1e8
"""Latency (s) from which on it is an error of a counter."""
MOST_PARTS = 1000
"""Tables that are shown one by one; of more than these only all together."""
EXAMPLE = "64 -> 127 : 30 |****|"


Counted = tuple[float, float, float]
"""A bin: low, high, how many."""
Edges = tuple[tuple[float, float], ...]


@dataclass
class Block:
    """A histogram. unit: of UNITS, "" if not known, or that of something else, such as Kbytes. closed: whether a row's
    upper end is inside. counts: low, high, how many; in its unit, high outside. pieces: the same of rows that follow one
    another, bounds and counts apart. said: what the file says of it, such as its disk."""

    unit: str
    closed: bool
    counts: list[Counted] = field(default_factory=list)
    pieces: list[tuple[Edges, array[float]]] = field(default_factory=list)
    said: dict[str, Any] = field(default_factory=dict)
    name: str = ""

    @property
    def number(self) -> float:
        """Return how many requests it counts."""
        loose = fsum(count for _, _, count in self.counts) if self.counts else 0.0
        return loose + fsum(map(fsum, (counts for _, counts in self.pieces)))


def is_like(head: Sequence[str]) -> bool:
    """Return whether one of the first lines begins a histogram."""
    return any(
        ((header := HEADER.match(line)) and header[1] in OF_TIMES)
        or IOLATENCY.match(line)
        or BIN.match(line)
        or (line.lstrip().startswith("{") and "'val_type'" in line and "'interval-start'" in line)
        for line in head
    )


def number(text: str) -> int:
    """Return a whole number, perhaps with a suffix of 1,024. Raise ValueError if it is none."""
    factor = SUFFIXES.get(text[-1:])
    return int(text[:-1]) * factor if factor else int(text)


class Rows(NamedTuple):
    """What the bounds of rows are multiplied by, and their tool."""

    low: int
    high: int
    tool: str


class Data(NamedTuple):
    """Where the numbers of a dictionary's rows begin and end among those of its line."""

    first: int
    last: int


Kind = Rows | Data | None
BLANK, ROW, LINE = b" ro"
RUN = re.compile(rb"r+|o")
"""Rows that follow one another, or another line, by what each line is."""


class Cells(NamedTuple):
    """The texts of a row: its bounds, the upper one "" if it is that of a single value, and how many it counts."""

    low: str
    high: str
    many: str
    tool: str


def cells_of(line: str) -> Cells | None:
    """Return the texts of `64 -> 127 : 30 |@@|`, `[1K, 2K) 30 |@@|` or `[0] 4 |@|`, or None if it is no such row."""
    bounds, colon, rest = line.partition(" : ")
    if colon and "->" in bounds:
        low, _, high = bounds.partition("->")
        return Cells(low.strip(), high.strip() or "?", rest.partition("|")[0].strip(), BCC)
    if not line.lstrip().startswith("[") or "|" not in line:
        return None
    bounds, _, rest = line.strip().removeprefix("[").partition("]" if "]" in line else ")")
    low, comma, high = bounds.partition(",")
    return Cells(
        low.strip(), comma and (high.strip() or "?"), rest.partition("|")[0].strip(), BPFTRACE
    )


class Blocks:
    """The histograms while they are read. label: what was said since the last one, of the next."""

    def __init__(self, found: Measured) -> None:
        self.found, self.blocks = found, list[Block]()
        self.label: dict[str, Any] = {}
        self.time = ""
        self.tools: dict[str, None] = {}
        self.of_sizes = False

    def begin(self, tool: str, unit: str, closed: bool, name: str = "") -> None:
        """Begin a histogram."""
        said = ({"time": self.time} if self.time else {}) | self.label
        self.blocks.append(Block(unit, closed, said=said, name=name))
        self.label = {}
        self.tools.setdefault(tool)

    def take(self, block: Lines) -> None:
        """Take the lines of a block."""
        lines = block.text.split("\n")
        if not frames.quick:
            for place, line in enumerate(lines, block.first):
                self.line(place, line)
            return
        codes, begins, numbers, known = frames.quick(block.data)
        kinds = [*map(kind_of, known)]
        of_rows = {code: kind for code, kind in enumerate(kinds) if isinstance(kind, Rows)}
        marks = [
            ROW if code in of_rows else LINE if frame else BLANK for code, frame in enumerate(known)
        ]
        for run in RUN.finditer(bytes(map(marks.__getitem__, codes))):
            place, end = run.span()
            kind, begin = kinds[codes[place]], begins[place]
            if isinstance(kind, Data):
                taken = self.data(lines[place], numbers[begin + kind.first : begin + kind.last])
            else:
                taken = isinstance(kind, Rows) and self.rows(
                    numbers[begin : begins[end - 1] + 3],
                    [of_rows[code] for code in codes[place:end]],
                )
            if not taken:
                for at in range(place, end):
                    self.line(block.first + at, lines[at])

    def rows(self, cells: array[float], kinds: Sequence[Rows]) -> bool:
        """Take rows that follow one another; return whether they can be. cells: low, high and count of each."""
        if not self.blocks:
            self.begin(kinds[0].tool, "", kinds[0].tool == BCC)
        edges = edges_of(cells, kinds, self.blocks[-1].closed)
        if edges:
            self.blocks[-1].pieces.append((edges, cells[2::3]))
        return bool(edges)

    def data(self, line: str, cells: array[float]) -> bool:
        """Take a dictionary of Python; return whether it can be. cells: low, high and count of each row."""
        edges = edges_of(cells, [Rows(1, 1, BCC)] * (len(cells) // 3), True)
        begin = line.index("'data': [")
        try:
            held = dictionary_of(f"{line[:begin]}'data': []{line[line.index(']', begin) + 1 :]}")
        except ValueError:
            return False
        if edges:
            self.histogram(held)
            self.blocks[-1].pieces.append((edges, cells[2::3]))
        return bool(edges)

    def line(self, place: int, line: str) -> None:
        """Take a line."""
        try:
            if cells := cells_of(line):
                read = int if cells.tool == BCC else number
                low, count = read(cells.low), int(cells.many)
                self.row(low, read(cells.high) if cells.high else low + 1, count, cells.tool)
            elif not self.other(line):
                raise ValueError(line)
        except ValueError:
            self.found.leave(
                place, f"a row must be as {EXAMPLE} or [1K, 2K) 4 |@@|, got {line.strip()[:40]!r}"
            )

    def row(self, low: int, high: int, count: int, tool: str) -> None:
        """Take a row. Raise ValueError if its bounds are not in order, or its count is below 0."""
        if not self.blocks:
            self.begin(tool, "", tool == BCC)
        block = self.blocks[-1]
        high += block.closed
        if not 0 <= low < high <= MOST or not 0 <= count <= MOST:
            raise ValueError
        block.counts.append((low, high, count))

    def other(self, line: str) -> bool:
        """Take a line that is no row; return whether it says something, or nothing that matters."""
        if line.lstrip().startswith("@") and (name := MAP.fullmatch(line.strip())):
            unit = MAP_UNITS.search(name[1])
            of_sizes = self.of_sizes or MAP_OF_SIZES.search(name[1])
            short = unit[1] if unit else "bytes" if of_sizes else ""
            self.begin(BPFTRACE, SHORT.get(short, short), False, name[1])
        elif "distribution" in line and (header := HEADER.match(line)):
            self.begin(BCC, header[1], True)
        elif " = " in line and (label := LABEL.fullmatch(line)):
            self.label["flags" if label[1] == "flags" else "disk"] = (
                label[2].strip().removeprefix("b").strip("'\"")
            )
        elif clock := CLOCK.fullmatch(line):
            self.time = clock[1]
        elif header := IOLATENCY.match(line):
            self.begin("iolatency (perf-tools)", SHORT.get(header[1], ""), False)
        elif mean := MEAN.fullmatch(line):
            self.mean(int(mean[3]), int(mean[4]), mean[2])
        elif line.lstrip().startswith("{"):
            self.dictionary(line)
        elif line.lstrip().startswith("(..., 0)"):
            self.found.note("values below 0 are left out")
        elif OF_SIZES.match(line):
            self.of_sizes = True
        elif traced := TRACED.match(line):
            self.found.note(f"latencies of something else than disks: {traced[1]}")
        else:
            return not line.strip() or bool(OTHER.match(line))
        return True

    def mean(self, total: int, count: int, unit: str) -> None:
        """Take the true mean, if it is the last histogram's."""
        if self.blocks and self.blocks[-1].number == count and unit in UNITS and count:
            self.blocks[-1].said["mean_s"] = total / count / UNITS[unit]

    def dictionary(self, line: str) -> None:
        """Take a histogram as a dictionary of Python. Raise ValueError if it is none."""
        held = dictionary_of(line)
        if not isinstance(held.get("data"), list):
            raise ValueError
        self.histogram(held)
        for row in held["data"]:
            try:
                low, high, count = (int(row[key]) for key in KEYS)
            except (TypeError, KeyError, OverflowError):
                raise ValueError from None
            self.row(low, high, count, BCC)

    def histogram(self, held: Mapping[str, Any]) -> None:
        """Begin a histogram that is a dictionary, without its rows."""
        unit = held.get("val_type")
        if isinstance(held.get("ts"), str):
            self.time = held["ts"]
        for key, name in (("Bucket ptr", "disk"), ("disk", "disk"), ("flags", "flags")):
            if key in held:
                value = held[key]
                self.label[name] = (
                    value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
                )
        self.begin(BCC, unit if isinstance(unit, str) else "", True)


@lru_cache(10_000)
def kind_of(frame: str) -> Kind:
    """Return what the lines of a frame are, None if they are read one by one."""
    if match := DATA.search(frame):
        first = sum(map(frame[: match.start()].count, (WHOLE, BROKEN)))
        return Data(first, first + match[0].count(WHOLE))
    line, places = example(frame)
    if not (cells := cells_of(line)):
        return None
    bounds = [
        text[:-1] if cells.tool == BPFTRACE and text[-1:] in SUFFIXES else text
        for text in (cells.low, cells.high)
    ]
    whole = [places.get(text) for text in (*bounds, cells.many)] == [0, 1, 2]
    if not whole or len(places) > 3 or BROKEN in frame:
        return None
    return Rows(SUFFIXES.get(cells.low[-1:], 1), SUFFIXES.get(cells.high[-1:], 1), cells.tool)


def edges_of(cells: array[float], kinds: Sequence[Rows], closed: bool) -> Edges | None:
    """Return the bounds of rows, the upper ones outside, or None if they are not in order. cells: low, high and count of
    each. closed: whether a row's upper end is inside."""
    return edges(cells[::3].tobytes(), cells[1::3].tobytes(), tuple(kinds), closed)


@lru_cache(1000)
def edges(lows: bytes, highs: bytes, kinds: tuple[Rows, ...], closed: bool) -> Edges | None:
    """Return the same of bounds as bytes: histograms have the same again and again."""
    both = zip(array("d", lows), array("d", highs), kinds, strict=True)
    found = tuple((low * kind.low, high * kind.high + closed) for low, high, kind in both)
    return found if all(low < high <= MOST for low, high in found) else None


def dictionary_of(line: str) -> dict[str, Any]:
    """Return a dictionary of Python. Raise ValueError if it is none."""
    try:
        held = json.loads(line.replace(" b'", " '").replace("'", '"'))
    except (ValueError, RecursionError):
        try:
            held = literal_eval(line.strip()[:1_000_000])
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            raise ValueError from None
    if not isinstance(held, dict):
        raise ValueError
    return held


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the histograms: each one, and all together if their bins are alike."""
    found = Measured("biolatency")
    blocks = Blocks(found)
    for block in source.blocks():
        blocks.take(block)
    kept = [block for block in blocks.blocks if block.number and block.unit in OF_TIMES]
    if any(block.unit not in OF_TIMES for block in blocks.blocks):
        found.note("histograms of something else than times are left out")
    found.form = ", ".join(blocks.tools) or found.form
    if not kept:
        return found
    found.values["blocks"] = len(kept)
    chosen = asked(kept, told, found)
    whole = found.part("")
    if len({block.unit or chosen for block in kept}) == 1:
        whole.latencies = bins_of(kept, chosen, found)
    else:
        found.parts.remove(whole)
        found.note("the histograms have several units: they are not taken together")
    show(found, kept, chosen)
    if all("mean_s" in block.said for block in kept):
        if len(kept) == 1:
            whole.values["mean_s"] = kept[0].said["mean_s"]
    else:
        found.note("a mean is that of the bins' middles: it may be some percent off")
    return found


def bins_of(blocks: Sequence[Block], unit: str, found: Measured) -> Bins:
    """Return the bins of histograms of one unit together. unit: taken if they do not name it."""
    counts = defaultdict[tuple[float, float], float](float)
    sums = dict[Edges, "array[float]"]()
    for block in blocks:
        for low, high, count in block.counts:
            counts[low, high] += count
        for edges, many in block.pieces:
            before = sums.get(edges)
            sums[edges] = array("d", map(add, before, many)) if before else many
    for edges, many in sums.items():
        for bounds, count in zip(edges, many, strict=True):
            counts[bounds] += count
    factor = UNITS[blocks[0].unit or unit]
    most = LONGEST * factor
    if any(count and low >= most for (low, _), count in counts.items()):
        found.note("latencies of 1e8 s or more are errors of a counter: left out")
    return Bins(
        (low / factor, high / factor, count) for (low, high), count in counts.items() if low < most
    )


def show(found: Measured, kept: Sequence[Block], unit: str) -> None:
    """Add a part for each histogram."""
    if len(kept) == 1 and kept[0].name:
        return
    if len(kept) > MOST_PARTS:
        found.note(f"of the {len(kept):,} histograms the first {MOST_PARTS:,} are shown one by one")
    for place, block in enumerate(kept[:MOST_PARTS]):
        name = block.name or (ORDINALS[place] if place < len(ORDINALS) else f"block {place + 1}")
        part = found.part(name)
        part.latencies, part.values = bins_of([block], unit, found), block.said


def asked(kept: Sequence[Block], told: Mapping[str, str], found: Measured) -> str:
    """Return the unit of the histograms that do not name it."""
    if all(block.unit for block in kept):
        return "usecs"
    chosen = told.get("unit", "us")
    found.asks["unit"] = ("In what unit is the histogram? It does not say.", ["us", "ms", "ns"])
    chosen = chosen if chosen in SHORT else "us"
    found.note(f"the histogram's unit is taken as {chosen}: it does not say")
    return SHORT[chosen]


FORM = Form("biolatency", EXAMPLE, is_like, read)
