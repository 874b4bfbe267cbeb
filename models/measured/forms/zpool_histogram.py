"""`zpool iostat -w` and `-r`: how many requests to the disks took how long, or were how large (OpenZFS's
`cmd/zpool/zpool_main.c`, print_iostat_histo; `include/sys/fs/zfs.h`, VDEV_L_HISTO_BUCKETS).

-w labels a bucket with its upper edge 2^k-1 ns, cut to a whole unit for print; the last holds whatever took longer than
68.7 s. -r labels one with its lower edge; a request that was made of several by aggregation is counted once, under agg.
Only requests to disks are counted, and summed over those of a vdev. Without an interval the counts are since the
pool's import. With one the first block is, and the later ones are rates in a second cut to whole numbers."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Mapping, Sequence
from math import fsum
from operator import le
from typing import cast

from models.commands.disks import disk_of
from models.commands.status import BOOT, LABEL
from models.commands.text import POWERS
from models.measured.forms.zpool_text import COUNTS, Reports, machine_beside, named
from models.measured.forms.zpool_text import WAITS as TIMES
from models.measured.kit import named as by_name
from models.measured.kit.form import Form
from models.measured.kit.measured import Bins, Measured, Part, Value, whole
from models.measured.kit.source import Block, Source

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
LAST = {LATENCY: 2**37 - 1, SIZE: 2**24}
"""The last bucket of each kind."""
ENDS = {LATENCY: "137s", SIZE: "16M"}
BEYOND = {
    LATENCY: "the last bucket holds whatever took longer than 68.7 s",
    SIZE: "the last bucket holds whatever is larger than 16 MiB, too",
}
EXAMPLES = {
    LATENCY: "131us  240  100  0  0  0  0  0  0  0  0  0",
    SIZE: "4K  97K  0  275K  0  205  0",
}
LEAVES = "only requests to disks are counted: a write to a mirror once for each disk, and one to RAID-Z once for each piece"
UNNAMED = "the pool"
ROUNDED = re.compile(rb"[ \t][\d.,]+[KMG](?!\S)")
MOST_NAME = 4
"""Words from which on a line is no name."""
LEAST = 5
"""Columns from which on a row without a header is one."""
CUT = (
    "later blocks are rates in a second, cut to whole numbers: a bucket with less than one a second shows none, so the "
    "tail is lost; two outputs without an interval, one after the other and with -p, keep it"
)


def labels_of(kind: str, tops: Sequence[str], bottoms: Sequence[str]) -> list[str]:
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
    label = round(TIMES[text] * NS) if not text.isdigit() and text != "-" else 0
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


EDGE: Mapping[str, Callable[[str], int]] = {LATENCY: edge_of, SIZE: size_of}


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
        """Return whether most of the first lines are buckets of -H, two or more of them."""
        rows = head[:200]
        number = sum(is_bucket(kind, line) for line in rows)
        edges = {line.split()[0] for line in rows if is_bucket(kind, line)}
        return 2 * number > len(rows) and len(edges) > 1

    return is_bare if bare else is_like


class Bucket:
    """The counts of a bucket in each column. groups: those of its rows in reports since the pool's import, and in others.
    boot: the sums in the former, inner: in the latter. first, last: the counts of the first and the latest report. grows:
    whether none ever became less."""

    def __init__(self, columns: int, rows: by_name.Rows) -> None:
        self.groups = [rows.group([0] * columns, summed=True) for _ in range(2)]
        self.boot, self.inner = [0.0] * columns, [0.0] * columns
        self.first, self.last = list[float](), list[float]()
        self.grows, self.reports = True, 0

    def sum(self, sums: Mapping[int, tuple[int, list[by_name.Known]]]) -> None:
        """Take the sums of its groups."""
        for group, totals in zip(self.groups, (self.boot, self.inner), strict=True):
            if group not in sums:
                continue
            reports, columns = sums[group]
            before, self.last = self.last, [column.last for column in columns]
            firsts = [column.first for column in columns]
            self.first = self.first or firsts
            self.reports += reports
            self.grows &= not any(column.falls for column in columns)
            self.grows &= all(map(le, before, firsts))
            totals[:] = [column.total for column in columns]


class Blocks(by_name.Reader):
    """The blocks of a file while they are read. of: for each pool or vdev its buckets by their edges. quick: the groups of
    the buckets of the block by the numbers of their names, labels: the same for each pool or vdev, since import and else.
    rounded: whether some counts are."""

    def __init__(self, kind: str, source: Source, told: Mapping[str, str], found: Measured) -> None:
        super().__init__(found, [COUNTS])
        self.kind, self.reports = kind, Reports(source.head, told)
        self.bare = not any(is_table(kind, line) for line in source.head)
        self.columns: list[str] = []
        self.of: dict[str, dict[int, Bucket]] = {}
        self.labels: dict[str, tuple[dict[int, int], dict[int, int]]] = {}
        self.quick: dict[int, int] = {}
        self.name, self.first, self.top, self.seen = "", "", "", set[str]()
        self.rounded = False

    def take(self, block: Block) -> None:
        """Take the lines of a block."""
        super().take(block)
        self.found.lines += self.lines.number
        letters = any(letter in block.data for letter in (b"K", b"M", b"G"))
        self.rounded = self.rounded or (letters and bool(ROUNDED.search(block.data)))

    def like_before(self, codes: array[int], begin: int, end: int) -> int:
        """Take rows that were there before, and return the first that was not."""
        chosen = list(map(self.quick.get, codes[begin:end]))
        if None in chosen:
            end = begin + chosen.index(None)
            del chosen[end - begin :]
        self.groups.extend(cast(list[int], chosen))
        return end

    def finish(self) -> None:
        """Sum up what was read."""
        sums = self.named.sums()
        for name, buckets in list(self.of.items()):
            for bucket in buckets.values():
                bucket.sum(sums)
            if not any(bucket.reports for bucket in buckets.values()):
                del self.of[name]

    def row(self, number: int, cells: Sequence[str], code: int) -> None:
        """Take a row of a bucket that is new in its block."""
        try:
            edge = EDGE[self.kind](cells[0])
        except ValueError as error:
            self.found.leave(number, f"a row must have {error}")
            return
        if self.reports.number < 0:
            self.block(UNNAMED)
        bucket = self.of[self.name].setdefault(edge, Bucket(len(self.columns), self.named))
        if (need := len(bucket.boot)) == len(self.columns):
            for labels, group in zip(self.labels[self.name], bucket.groups, strict=True):
                labels[code] = group
            self.groups[-1] = self.quick[code]
        else:
            self.found.leave(number, f"a row must have {need} numbers as those before")

    def line(self, number: int, line: str, code: int = -1) -> None:
        """Take a line that is not a row of a bucket that was there before."""
        line = line.strip()
        cells = line.split()
        if not cells:
            return
        if is_table(self.kind, line):
            tops, needed = self.top.split(), cells.count(SPLIT[self.kind][0])
            self.columns = labels_of(self.kind, tops, cells[1:])
            self.block(" ".join(tops[:-needed]) or UNNAMED)
        elif cells[0][:2] == "--" or self.reports.is_between(line):
            pass
        elif not self.columns and self.bare and code >= 0 and is_bucket(self.kind, line):
            self.columns = of_count(self.kind, len(cells) - 1)
            self.row(number, cells, code)
        elif self.columns and line[0].isdigit():
            if len(cells) == len(self.columns) + 1 and code >= 0:
                self.row(number, cells, code)
                return
            need = f"a row must have {len(self.columns)} numbers after its label"
            self.found.leave(number, f"{need}, got {len(cells) - 1} cells: {line[:40]!r}")
        elif self.bare and (line[0].isalpha() or line[0] == "/") and len(cells) < MOST_NAME:
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
        self.name = name
        self.of.setdefault(name, {})
        boot, inner = self.labels.setdefault(name, ({}, {}))
        self.quick = boot if self.reports.number in self.reports.boots else inner
        if self.quick and self.named.names[next(iter(self.quick))].width != len(self.columns):
            boot.clear()
            inner.clear()


Histogram = dict[str, dict[int, float]]
"""Counts of buckets by column and edge."""


def totals(columns: Sequence[str], counted: Mapping[int, Sequence[float]]) -> Histogram:
    """Return a histogram of the counts of buckets in each column, without those in which there is nothing."""
    found: Histogram = {name: {} for name in columns}
    for edge in sorted(counted):
        for name, count in zip(columns, counted[edge], strict=False):
            if count > 0:
                found[name][edge] = count
    return {name: counts for name, counts in found.items() if counts}


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
            blocks.take(block)
        blocks.finish()
        if blocks.of:
            say(kind, blocks, told, found)
            machine_beside(source.head, found)
        return found

    return read


def say(kind: str, blocks: Blocks, told: Mapping[str, str], found: Measured) -> None:
    """Say what the histograms of pools and vdevs are, the first under its columns, the others under their names."""
    names = [name for name in blocks.of if not LABEL.fullmatch(name) and not disk_of(name).kind]
    main = next((name for name in names if name not in BOOT), next(iter(blocks.of)))
    others = [name for name in blocks.of if name != main]
    buckets = blocks.of[main].values()
    reports, number = blocks.reports, max(bucket.reports for bucket in buckets)
    found.values["pool"] = main
    if len(pools := [name for name in names if name not in BOOT]) == len(blocks.of) > 1:
        found.note(
            f"the pools {' and '.join(pools):.200}: what stands beside the machine is of {main}"
        )
    if unknown := [name for name in blocks.columns if name.startswith("column ")]:
        found.note(f"{len(unknown)} columns of a later version are not known by name")
    found.note(LEAVES)
    tops = [each[LAST[kind]] for each in blocks.of.values() if LAST[kind] in each]
    if not tops:
        found.note(
            f"the tables stop before their last row, {ENDS[kind]}: what would follow is missing"
        )
    if any(any(bucket.boot) or any(bucket.inner) for bucket in tops):
        found.note(BEYOND[kind])
    if blocks.rounded:
        found.note("counts with K, M or G are rounded to three digits")
    if number == 1 and reports.boots:
        found.note(SINCE_IMPORT)
        for name in blocks.of:
            start = histogram(blocks, name, boot_of)
            found.parts += parts_of(kind, start, "" if name == main else named(name), 0)
        return
    found.values["blocks"] = number
    options = ["rates", "counts since import"]
    grow = all(bucket.grows and bucket.reports == number for bucket in buckets)
    if grow and any(any(bucket.first) for bucket in buckets) and not reports.asked.interval:
        options = options[::-1]
    found.asks["blocks"] = (
        "Are later blocks rates in a second (one output with an interval), or counts since import (several outputs)?",
        options,
    )
    counted = told.get("blocks", options[0])[:1] == "c"
    if counted:
        found.note(
            "blocks are taken as counts since import: the interval is the last less the first"
        )
    else:
        reports.say(found)
        found.note(CUT)
    seconds = None if counted else reports.interval(found)
    if seconds:
        found.values["interval_s"] = seconds
    between = max(1, number - len(reports.boots))
    length = 0 if counted else seconds * between if seconds else None
    of_interval = growth if counted else means(between)
    inner = histogram(blocks, main, of_interval)
    found.parts += parts_of(kind, inner, "interval", length)
    if not counted:
        found.values["interval"] = sums(inner, "per_s")
    if start := histogram(blocks, main, first_of if counted else boot_of):
        found.values["since_boot"] = sums(start, "n")
        found.parts += parts_of(kind, start, "since_boot", 0)
    for name in others:
        own = histogram(blocks, name, of_interval)
        found.parts += parts_of(kind, own, named(name), length)


def histogram(blocks: Blocks, name: str, counted: Callable[[Bucket], Sequence[float]]) -> Histogram:
    """Return the histogram of a pool or vdev. counted: returns the counts of a bucket."""
    return totals(
        blocks.columns, {edge: counted(bucket) for edge, bucket in blocks.of[name].items()}
    )


def boot_of(bucket: Bucket) -> list[float]:
    """Return the counts of a bucket since the pool's import."""
    return bucket.boot


def first_of(bucket: Bucket) -> list[float]:
    """Return the counts of a bucket in the first report."""
    return bucket.first


def means(number: int) -> Callable[[Bucket], list[float]]:
    """Return what returns the mean counts of a bucket over a number of intervals."""
    return lambda bucket: [each / number for each in bucket.inner]


def growth(bucket: Bucket) -> list[float]:
    """Return by how much the counts of a bucket grew from the first report to the last."""
    return [last - first for first, last in zip(bucket.first, bucket.last, strict=False)]


SINCE_IMPORT = "no interval: counts are since the pool's import"
FORM = Form("zpool iostat -w", EXAMPLES[LATENCY], likeness(LATENCY, False), reader(LATENCY))
SIZES_FORM = Form("zpool iostat -r", EXAMPLES[SIZE], likeness(SIZE, False), reader(SIZE))
SCRIPTED = Form("zpool iostat -wH", EXAMPLES[LATENCY], likeness(LATENCY, True), reader(LATENCY))
SCRIPTED_SIZES = Form("zpool iostat -rH", EXAMPLES[SIZE], likeness(SIZE, True), reader(SIZE))
