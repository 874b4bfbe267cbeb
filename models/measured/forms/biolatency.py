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
from ast import literal_eval
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from models.measured.kit.form import Form
from models.measured.kit.measured import Bins, Measured
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
BIN = re.compile(r"\[\d+[KMGTPE]?, \d+[KMGTPE]?\)\s+\d+ \|[@ ]*\|")
SUFFIXES = {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40, "P": 2**50, "E": 2**60}
LABEL = re.compile(r"\s*(?:Bucket )?(disk|flags|ptr) = (.+)")
CLOCK = re.compile(r"\s*((?:\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d)\s*")
MEAN = re.compile(r"\s*avg = (\d{1,18}) (\w+), total: (\d{1,18}) \w+, count: (\d{1,18})\s*")
OTHER = re.compile(r"\s*(Tracing|Attach|Ending tracing|\^C|\[\.\.\.|[#$] )")
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
MOST = 2**64
LONGEST = 1e8
"""Latency (s) from which on it is an error of a counter."""
MOST_PARTS = 1000
"""Tables that are shown one by one; of more than these only all together."""
EXAMPLE = "64 -> 127 : 30 |****|"


@dataclass
class Block:
    """A histogram. unit: of UNITS, "" if not known, or that of something else, such as Kbytes. closed: whether a row's upper end is inside. counts: low, high, how
    many; in its unit, high outside. said: what the file says of it, such as its disk."""

    unit: str
    closed: bool
    counts: list[tuple[int, int, int]] = field(default_factory=list)
    said: dict[str, Any] = field(default_factory=dict)
    name: str = ""

    @property
    def number(self) -> int:
        """Return how many requests it counts."""
        return sum(count for _, _, count in self.counts)


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


def edges_of(bounds: str) -> tuple[int, int]:
    """Return the bounds of `64 -> 127`. Raise ValueError if they are none."""
    low, _, high = bounds.partition("->")
    return int(low), int(high)


def bin_of(line: str) -> tuple[int, int, int]:
    """Return the bounds and the count of `[1K, 2K) 30 |@@|` or `[0] 4 |@|`. Raise ValueError if it is none."""
    bounds, _, rest = line.strip().removeprefix("[").partition("]" if "]" in line else ")")
    low, comma, high = bounds.partition(",")
    count = int(rest.partition("|")[0])
    return number(low), number(high) if comma else number(low) + 1, count


class Blocks:
    """The histograms while they are read. label: what was said since the last one, of the next. edges: bounds by their
    text."""

    def __init__(self, found: Measured) -> None:
        self.found, self.blocks = found, list[Block]()
        self.label: dict[str, Any] = {}
        self.time = ""
        self.edges: dict[str, tuple[int, int]] = {}
        self.tools: dict[str, None] = {}
        self.of_sizes = False

    def begin(self, tool: str, unit: str, closed: bool, name: str = "") -> None:
        """Begin a histogram."""
        said = ({"time": self.time} if self.time else {}) | self.label
        self.blocks.append(Block(unit, closed, [], said, name))
        self.label = {}
        self.tools.setdefault(tool)

    def take(self, place: int, line: str) -> None:
        """Take a line."""
        try:
            bounds, colon, rest = line.partition(" : ")
            if colon and "->" in bounds:
                if (edges := self.edges.get(bounds)) is None:
                    edges = self.edges[bounds] = edges_of(bounds)
                self.row(*edges, int(rest.partition("|")[0]))
            elif line.startswith(("[", " [")) and "|" in line:
                self.row(*bin_of(line), "biolatency (bpftrace)")
            elif not self.other(line):
                raise ValueError(line)
        except ValueError:
            self.found.leave(
                place, f"a row must be as {EXAMPLE} or [1K, 2K) 4 |@@|, got {line.strip()[:40]!r}"
            )

    def row(self, low: int, high: int, count: int, tool: str = "biolatency") -> None:
        """Take a row. Raise ValueError if its bounds are not in order, or its count is below 0."""
        if not self.blocks:
            self.begin(tool, "", tool == "biolatency")
        block = self.blocks[-1]
        high += block.closed
        if not 0 <= low < high <= MOST or not 0 <= count <= MOST:
            raise ValueError
        block.counts.append((low, high, count))

    def other(self, line: str) -> bool:
        """Take a line that is no row; return whether it says something, or nothing that matters."""
        if "distribution" in line and (header := HEADER.match(line)):
            self.begin("biolatency", header[1], True)
        elif " = " in line and (label := LABEL.fullmatch(line)):
            self.label["flags" if label[1] == "flags" else "disk"] = (
                label[2].strip().removeprefix("b").strip("'\"")
            )
        elif clock := CLOCK.fullmatch(line):
            self.time = clock[1]
        elif header := IOLATENCY.match(line):
            self.begin("iolatency (perf-tools)", SHORT.get(header[1], ""), False)
        elif name := MAP.fullmatch(line.strip()):
            unit = MAP_UNITS.search(name[1])
            of_sizes = self.of_sizes or MAP_OF_SIZES.search(name[1])
            short = unit[1] if unit else "bytes" if of_sizes else ""
            self.begin("biolatency (bpftrace)", SHORT.get(short, short), False, name[1])
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
        rows, unit = held.get("data"), held.get("val_type")
        if not isinstance(rows, list):
            raise ValueError
        if isinstance(held.get("ts"), str):
            self.time = held["ts"]
        for key, name in (("Bucket ptr", "disk"), ("disk", "disk"), ("flags", "flags")):
            if key in held:
                value = held[key]
                self.label[name] = (
                    value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
                )
        self.begin("biolatency", unit if isinstance(unit, str) else "", True)
        for row in rows:
            try:
                low, high, count = (
                    int(row[key]) for key in ("interval-start", "interval-end", "count")
                )
            except (TypeError, KeyError, OverflowError):
                raise ValueError from None
            self.row(low, high, count)


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
    for place, line in source.lines():
        if line:
            blocks.take(place, line)
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
        whole.latencies = bins_of(kept, chosen)
    else:
        found.parts.remove(whole)
        found.note("the histograms have several units: they are not taken together")
    show(found, kept, chosen)
    if any(
        count and low >= LONGEST * UNITS[block.unit or chosen]
        for block in kept
        for low, _, count in block.counts
    ):
        found.note("latencies of 1e8 s or more are errors of a counter: left out")
    if all("mean_s" in block.said for block in kept):
        if len(kept) == 1:
            whole.values["mean_s"] = kept[0].said["mean_s"]
    else:
        found.note("a mean is that of the bins' middles: it may be some percent off")
    return found


def bins_of(blocks: Sequence[Block], unit: str) -> Bins:
    """Return the bins of histograms of one unit together. unit: taken if they do not name it."""
    counts = Counter[tuple[int, int]]()
    for block in blocks:
        for low, high, count in block.counts:
            counts[low, high] += count
    factor = UNITS[blocks[0].unit or unit]
    return Bins(
        (low / factor, high / factor, count)
        for (low, high), count in counts.items()
        if low / factor < LONGEST
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
        part.latencies, part.values = bins_of([block], unit), block.said


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
