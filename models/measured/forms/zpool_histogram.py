"""`zpool iostat -w` and `-r`: how many requests to the disks took how long, or were how large (OpenZFS's
`cmd/zpool/zpool_main.c`, print_iostat_histo; `include/sys/fs/zfs.h`, VDEV_L_HISTO_BUCKETS).

-w labels a bucket with its upper edge 2^k-1 ns, cut to a whole unit for print; the last holds whatever took longer than
68.7 s. -r labels one with its lower edge; a request that was made of several by aggregation is counted once, under agg.
Only requests to disks are counted, and summed over those of a vdev. Without an interval the counts are since the
pool's import. With one the first block is, and the later ones are rates in a second cut to whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import compress, pairwise
from math import fsum

from models.commands.text import POWERS
from models.measured.forms.zpool_text import Reports, counts, duration, named, take_machine
from models.measured.kit.form import Form
from models.measured.kit.grid import Grid
from models.measured.kit.measured import Bins, Measured, Part, Value, whole
from models.measured.kit.source import Source

LATENCY, SIZE = "latency", "req_size"
WAITS = ["total_wait", "disk_wait", "syncq_wait", "asyncq_wait"]
ALONE = ["scrub", "trim", "rebuild"]
SIZES = ["sync_read", "sync_write", "async_read", "async_write", *ALONE]
RENAMED = {"sync_queue": "syncq_wait", "async_queue": "asyncq_wait"}
"""Names of columns in 0.7."""
SPLIT = {LATENCY: ("read", "write"), SIZE: ("ind", "agg")}
NS = 1e9
MOST_BITS = 63
EDGES = {2**bits - 1 for bits in range(1, MOST_BITS)}
STEPS = {2**bits for bits in range(9, MOST_BITS)}
EXAMPLES = {
    LATENCY: "131us  240  100  0  0  0  0  0  0  0  0  0",
    SIZE: "4K  97K  0  275K  0  205  0",
}
UNNAMED = "the pool"
LEAST = 5
"""Columns from which on a row without a header is one."""
CUT = (
    "later blocks are rates in a second, cut to whole numbers: a bucket with less than one a second shows none, so the "
    "tail is lost; two outputs without an interval, one after the other and with -p, keep it"
)


def columns_of(kind: str, tops: Sequence[str], bottoms: Sequence[str]) -> list[str]:
    """Return the columns by the words of the two lines of a header."""
    found, place, group = list[str](), 0, 0
    tops = [RENAMED.get(top, top) for top in tops]
    needed = len([word for word in bottoms if word == SPLIT[kind][0]])
    tops = tops[-needed:] if len(tops) >= needed else (WAITS if kind == LATENCY else SIZES)
    while place < len(bottoms):
        if tuple(bottoms[place : place + 2]) == SPLIT[kind]:
            top = tops[group] if group < len(tops) else f"column {group + 1}"
            found += [f"{top}_{word}" for word in SPLIT[kind]]
            group, place = group + 1, place + 2
        else:
            found.append(bottoms[place])
            place += 1
    return found


def of_count(kind: str, number: int) -> list[str]:
    """Return the columns of a row without a header by their number."""
    tops = WAITS if kind == LATENCY else SIZES
    found = [f"{top}_{word}" for top in tops for word in SPLIT[kind]]
    found += ALONE if kind == LATENCY else []
    return (found + [f"column {place + 1}" for place in range(len(found), number)])[:number]


def edge_of(text: str) -> int:
    """Return the upper edge (ns) that a label of -w is printed for: the smallest 2^k-1 that is not below it. Raise
    ValueError if it is none."""
    if text.isascii() and text.isdigit() and len(text) < 20 and int(text) in EDGES:
        return int(text)
    label = round(duration(text) * NS) if not text.isdigit() and text != "-" else 0
    if not 0 < label < 2**MOST_BITS:
        raise ValueError(f"a time such as 131us before its numbers, got {text[:20]!r}")
    return int(2 ** label.bit_length() - 1)


def size_of(text: str) -> int:
    """Return the size (bytes) of a label of -r. Raise ValueError if it is none."""
    digits, power = (
        text.rstrip("BKMGT"),
        POWERS.get(text[-1:].lower(), 1) if not text[-1:].isdigit() else 1,
    )
    if digits.isascii() and digits.isdigit() and len(digits) < 19 and int(digits) * power in STEPS:
        return int(digits) * power
    raise ValueError(f"a size such as 4K before its numbers, got {text[:20]!r}")


def label_of(size: int) -> str:
    """Return a size as the tool prints it."""
    for letter in "TGMK":
        if size >= POWERS[letter.lower()]:
            return f"{size // POWERS[letter.lower()]}{letter}"
    return str(size)


OF: Mapping[str, Callable[[str], int]] = {LATENCY: edge_of, SIZE: size_of}


def is_table(kind: str, line: str) -> bool:
    """Return whether a line is the lower one of a header."""
    return tuple(line.split()[:3]) == (kind, *SPLIT[kind])


def is_bucket(kind: str, line: str) -> bool:
    """Return whether a line is a row of -H."""
    cells = line.split()
    if len(cells) <= LEAST or not all(cell[:1].isdigit() for cell in cells[1:]):
        return False
    if not cells[0].isdigit() or not cells[0].isascii():
        return False
    return len(cells[0]) < 19 and int(cells[0]) in (EDGES if kind == LATENCY else STEPS)


def likeness(kind: str, bare: bool) -> Callable[[Sequence[str]], bool]:
    """Return what tells whether first lines are of a kind, with or without a header."""

    def is_like(head: Sequence[str]) -> bool:
        """Return whether first lines have a header."""
        return any(is_table(kind, line) for line in head)

    def is_bare(head: Sequence[str]) -> bool:
        """Return whether most of the first lines are buckets of -H, three or more of them."""
        rows = head[:200]
        number = sum(is_bucket(kind, line) for line in rows)
        edges = {line.split()[0] for line in rows if is_bucket(kind, line)}
        return 2 * number > len(rows) and len(edges) >= 3

    return is_bare if bare else is_like


class Blocks:
    """The blocks of a file while they are read. of: for each pool or vdev the rows of each bucket, by its edge."""

    def __init__(self, kind: str, source: Source, told: Mapping[str, str], found: Measured) -> None:
        self.kind, self.found, self.reports = kind, found, Reports(source.head, told)
        self.bare = not any(is_table(kind, line) for line in source.head)
        self.columns: list[str] = []
        self.count = counts()
        self.of: dict[str, dict[int, Grid]] = {}
        self.rows: dict[str, Grid] = {}
        self.first, self.top, self.seen = "", "", set[str]()
        self.buckets: dict[int, Grid] = {}

    def take(self, number: int, line: str) -> None:
        """Take a line."""
        cells = line.split()
        if self.columns and len(cells) == len(self.columns) + 1 and line.lstrip()[0].isdigit():
            if grid := self.rows.get(cells[0]) or self.row(number, cells[0]):
                grid.add(self.reports.number, number, cells[1:])
        elif cells:
            self.other(number, line.strip(), cells)

    def row(self, number: int, label: str) -> Grid | None:
        """Return the rows of a bucket by its label; None, and the line is left out, if it is none."""
        try:
            edge = OF[self.kind](label)
        except ValueError as error:
            self.found.leave(number, f"a row must have {error}")
            return None
        if self.reports.number < 0:
            self.block(UNNAMED)
        grid = self.buckets.setdefault(edge, Grid([self.count] * len(self.columns)))
        if len(grid.columns) != len(self.columns):
            self.found.leave(number, f"a row must have {len(grid.columns)} numbers as those before")
            return None
        self.rows[label] = grid
        return grid

    def other(self, number: int, line: str, cells: list[str]) -> None:
        """Take a line that is no row of the table."""
        if is_table(self.kind, line):
            tops, needed = self.top.split(), cells.count(SPLIT[self.kind][0])
            self.columns = columns_of(self.kind, tops, cells[1:])
            self.block(" ".join(tops[:-needed]) or UNNAMED)
        elif cells[0][:2] == "--" or self.reports.is_between(line):
            pass
        elif not self.columns and self.bare and is_bucket(self.kind, line):
            self.columns = of_count(self.kind, len(cells) - 1)
            self.take(number, line)
        elif self.columns and line[0].isdigit():
            need = len(self.columns)
            self.found.leave(
                number, f"a row must have {need} numbers, got {len(cells) - 1}: {line[:40]!r}"
            )
        elif self.bare and (line[0].isalpha() or line[0] == "/") and len(cells) < 4:
            self.block(" ".join(cells))
        else:
            self.top = line

    def block(self, name: str) -> None:
        """Begin a block of a pool or vdev. A name that comes again in a report is that of another one."""
        self.first = self.first or name
        if name == self.first:
            self.reports.begin()
            self.seen = set()
        plain, twice = name, 2
        while name in self.seen:
            name, twice = f"{plain} ({twice})", twice + 1
        self.seen.add(name)
        self.buckets, self.rows = self.of.setdefault(name, {}), {}

    def flush(self) -> None:
        """Read the rows that are held."""
        for buckets in self.of.values():
            for grid in buckets.values():
                grid.flush(self.found)


Histogram = dict[str, dict[int, float]]
"""Counts of buckets by column and edge."""


def totals(columns: Sequence[str], buckets: Mapping[int, Grid], chosen: set[int]) -> Histogram:
    """Return the sums of counts over the chosen reports."""
    found: Histogram = {name: {} for name in columns}
    for edge in sorted(buckets):
        grid = buckets[edge]
        mask = [at in chosen for at in grid.at]
        for name, column in zip(columns, grid.columns, strict=False):
            if count := fsum(each for each in compress(column, mask) if each == each):
                found[name][edge] = count
    return {name: counted for name, counted in found.items() if counted}


def scaled(histogram: Histogram, factor: float) -> Histogram:
    """Return a histogram whose counts are multiplied."""
    return {
        name: {edge: count * factor for edge, count in counted.items()}
        for name, counted in histogram.items()
    }


def grows(buckets: Mapping[int, Grid], reports: int) -> bool:
    """Return whether no count ever becomes less: then each block is since the pool's import."""
    columns = [column for grid in buckets.values() for column in grid.columns]
    return (
        all(len(column) == reports for column in columns)
        and all(a <= b for column in columns for a, b in pairwise(column))
        and any(column[0] for column in columns)
    )


def parts_of(kind: str, histogram: Histogram, group: str, seconds: float | None) -> list[Part]:
    """Return the parts of a histogram. seconds: how long it was counted, if it holds rates in a second; None if that is
    not known; 0 if it holds counts."""
    made = list[Part]()
    for name, counted in histogram.items():
        values: dict[str, Value] = {}
        bins = None
        if kind == LATENCY:
            bins = Bins(
                ((edge + 1) / 2 / NS if edge > 1 else 0.0, (edge + 1) / NS, count)
                for edge, count in counted.items()
            )
        else:
            values |= {label_of(size): count for size, count in counted.items()}
        if seconds != 0:
            values["per_s"] = fsum(counted.values())
            if kind == LATENCY:
                values["n"] = fsum(counted.values()) * seconds if seconds else None
        made.append(Part(name, values, bins, group=group))
    return made


def sums(histogram: Histogram, ending: str) -> dict[str, float | int]:
    """Return the number of requests by column."""
    return {f"{name}_{ending}": whole(fsum(each.values())) for name, each in histogram.items()}


def reader(kind: str) -> Callable[[Source, Mapping[str, str]], Measured]:
    """Return what reads a kind."""

    def read(source: Source, told: Mapping[str, str]) -> Measured:
        """Return the histograms of pools and vdevs."""
        found = Measured(f"zpool iostat {'-w' if kind == LATENCY else '-r'}")
        blocks = Blocks(kind, source, told, found)
        for block in source.blocks():
            for number, line in block.lines():
                blocks.take(number, line)
            found.lines += block.data.count(b"\n") + 1
            blocks.flush()
        names = [
            name for name, buckets in blocks.of.items() if any(grid.at for grid in buckets.values())
        ]
        if names:
            say(kind, blocks, names, told, found)
            if any(line.lstrip().startswith("pool: ") for line in source.head):
                take_machine("\n".join(source.head), found)
        return found

    return read


def say(
    kind: str, blocks: Blocks, names: Sequence[str], told: Mapping[str, str], found: Measured
) -> None:
    """Say what the histograms of pools and vdevs are, the first under its columns, the others under their names."""
    reports = sorted({at for grid in blocks.of[names[0]].values() for at in grid.at})
    boots, number = blocks.reports.boots, len(reports)
    found.values["pool"] = names[0]
    unknown = [name for name in blocks.columns if name.startswith("column ")]
    if unknown:
        found.note(f"{len(unknown)} columns of a later version are not known by name")
    found.note(
        "only requests to disks are counted: a mirrored write once a disk, with RAID-Z each column and parity"
    )
    if any(len(text) > 1 and text[-1] in "KMG" for text in blocks.count):
        found.note("counts with K, M or G are rounded to three digits")
    if number == 1 and (reports[0] in boots or not blocks.reports.number):
        found.note("no interval: counts are since the pool's import")
        for name in names:
            group = "" if name == names[0] else named(name)
            found.parts += parts_of(
                kind, totals(blocks.columns, blocks.of[name], {*reports}), group, 0
            )
        return
    found.values["blocks"] = number
    likely = grows(blocks.of[names[0]], number) and not blocks.reports.asked.interval
    options = ["rates", "counts since import"]
    found.asks["blocks"] = (
        "Are later blocks rates in a second (one output with an interval), or counts since import (several outputs)?",
        options[::-1] if likely else options,
    )
    counted = told.get("blocks", found.asks["blocks"][1][0]) == options[1]
    if counted:
        found.note(
            "each block is taken as counts since import: the interval is the last less the first"
        )
        found.values["interval"] = {}
    else:
        blocks.reports.say(found)
        found.note(CUT)
    seconds = None if counted else blocks.reports.interval(found)
    if seconds:
        found.values["interval_s"] = seconds
    between = {*reports} - boots
    for name in names:
        buckets = blocks.of[name]
        if counted:
            last = totals(blocks.columns, buckets, {reports[-1]})
            first = totals(blocks.columns, buckets, {reports[0]})
            inner = {
                column: {
                    edge: each - first.get(column, {}).get(edge, 0.0) for edge, each in of.items()
                }
                for column, of in last.items()
            }
            parts = parts_of(kind, inner, "interval", 0)
            start = first
        else:
            inner = scaled(totals(blocks.columns, buckets, between), 1 / max(1, len(between)))
            length = seconds * len(between) if seconds else None
            parts = parts_of(kind, inner, "interval", length)
            start = totals(blocks.columns, buckets, boots)
        if name != names[0]:
            for part in parts:
                part.group = named(name)
            found.parts += parts
            continue
        found.parts += parts
        if not counted:
            found.values["interval"] = sums(inner, "per_s")
        if start:
            found.values["since_boot"] = sums(start, "n")
            found.parts += parts_of(kind, start, "since_boot", 0)


FORM = Form("zpool iostat -w", EXAMPLES[LATENCY], likeness(LATENCY, False), reader(LATENCY))
SIZES_FORM = Form("zpool iostat -r", EXAMPLES[SIZE], likeness(SIZE, False), reader(SIZE))
SCRIPTED = Form("zpool iostat -wH", EXAMPLES[LATENCY], likeness(LATENCY, True), reader(LATENCY))
SCRIPTED_SIZES = Form("zpool iostat -rH", EXAMPLES[SIZE], likeness(SIZE, True), reader(SIZE))
