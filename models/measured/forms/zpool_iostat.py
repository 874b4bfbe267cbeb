"""`zpool iostat`: rates, mean waits (-l) and depths of queues (-q) of pools and their disks (OpenZFS's
`cmd/zpool/zpool_main.c`, print_vdev_stats).

The first report is since the pool's import, unless -y left it out. Since 0.7 the row of each mirror, RAID-Z and pool is
the sum of its disks: a mirrored write counts once a disk, and RAID-Z counts parity (`module/zfs/vdev.c`,
vdev_get_stats_ex_impl). A mean wait is made from a histogram of powers of two, each bucket taken in its middle, and cut
to a whole unit (single_histo_average). A queue's depth is that of an instant. Up to 0.7.11 means and depths were
divided by the interval. -H prints neither a header nor the depth of a disk in the pool."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import compress
from math import fsum, nan
from typing import NamedTuple

from models.commands.disks import disk_of
from models.commands.status import BOOT, LABEL, SECTIONS
from models.measured.forms.zpool_text import (
    MOST_COUNT,
    RATES,
    SIZES,
    WAITS,
    Reports,
    machine_beside,
    named,
)
from models.measured.kit import named as by_name
from models.measured.kit.form import Form
from models.measured.kit.many import facts, weighted
from models.measured.kit.measured import Curve, Measured, Value, Windows
from models.measured.kit.source import Block, Source

DEFAULT = ["capacity", "operations", "bandwidth"]
WAITING = ["total_wait", "disk_wait", "syncq_wait", "asyncq_wait", "scrub", "trim", "rebuild"]
QUEUES = ["syncq_read", "syncq_write", "asyncq_read", "asyncq_write"]
QUEUES += ["scrubq_read", "trimq_write", "rebuildq_write"]
PAIRS = (("read", "write"), ("pend", "activ"), ("alloc", "free"), ("used", "avail"))
FIRST = tuple(zip(DEFAULT, (PAIRS[2], PAIRS[0], PAIRS[0]), strict=True))
"""The labels of the columns that each version has."""
SHORT = {"read": "r", "write": "w"}
OLD_WAITS = 9
"""Columns of -l in 0.7, which had no trim."""
CELL = re.compile(r"\d{1,20}(?:[.,]\d{1,6})?(?:[KMGTPE]|[num]?s)?|-", re.ASCII)
BARE = re.compile(r"(?:\S[^\t]{0,200}?)(?:\t|\s+)(?:(?:\d[\d.,]{0,22}[KMGTPE]?|-)(?:\s+|$)){2}")
TITLES = ("pool", "vdev")
BOTTOMS = frozenset(word for pair in PAIRS for word in pair) | {"wait"}
"""Words of a header's lower line, as they stand in its second part if it is broken."""
UNNUMBERED = ("mirror", "raidz1", "raidz2", "raidz3")
"""Vdevs of ZFS up to 0.7, of which several have the same name."""
EXAMPLE = "tank  2.06T  17.1T  1.37K  275  11.2M  27.5M"
DEVICE = re.compile(r"wwn-|gpt|part|disk|slot|mpath|dm-|usb-|ata-|\d{6,}")
LEAST_GUID = 12
"""Digits of a disk's name that is a number: that of a disk that is missing."""
LEAST, MOST_WORDS = 6, 80
"""Columns that each version has; words of a row, with those of -c."""
MICRO = 1e-6


class Layout(NamedTuple):
    """The columns of a table: their keys, and how many more words -c adds."""

    keys: list[str]
    more: int = 0


def key_of(top: str, bottom: str) -> str:
    """Return the key of a column by its two labels; "" if it is not known."""
    if top == "capacity":
        return "alloc_bytes" if bottom in ("alloc", "used") else "free_bytes"
    if top in ("operations", "bandwidth"):
        size = "" if top == "operations" else f"{bottom}_bytes"
        return f"{size or SHORT.get(bottom, bottom)}_per_s"
    if top in QUEUES:
        return f"{top}_{bottom}"
    if top in WAITING:
        return f"{top}_{SHORT[bottom]}_s" if bottom in SHORT else f"{top}_{bottom}_s"
    return ""


@lru_cache(maxsize=100)
def of_labels(tops: tuple[str, ...], bottoms: tuple[str, ...]) -> Layout:
    """Return the columns by the words of the two lines of a header."""
    found, place = list[tuple[int, str]](), 0
    group = -1
    while place < len(bottoms):
        pair = tuple(bottoms[place : place + 2])
        if pair in PAIRS or bottoms[place] == "wait":
            group += 1
            width = 2 if pair in PAIRS else 1
            found += [(group, word) for word in bottoms[place : place + width]]
            place += width
        else:  # of -c
            break
    if len(found) < LEAST:
        return Layout(
            [key_of(top, word) for top, pair in FIRST for word in pair], len(bottoms) - place
        )
    if len(tops) != group + 1:  # the line above is not there
        waits = [word for _, word in found[6:] if word in ("read", "write", "wait")]
        width = {OLD_WAITS: 5, OLD_WAITS + 1: 6}.get(len(waits), 7 if waits else 0)
        tops = (*DEFAULT, *WAITING[:width], *QUEUES)
    keys = [key_of(tops[group], word) if group < len(tops) else "" for group, word in found]
    return Layout(keys, len(bottoms) - place)


def of_count(cells: Sequence[str]) -> Layout | None:
    """Return the columns of a row without a header by their number; None if no version has as many."""
    number = len(cells)
    old = any(cell == "-" or cell.endswith("s") for cell in cells[6:])
    kinds = {6: (0, 0), 15: (5, 0), 17: (7, 0), 18: (0, 6), 20: (0, 7)}
    kinds |= {16: (6, 0) if old else (0, 5), 25: (5, 5), 28: (6, 6), 31: (7, 7)}
    if number not in kinds:
        return None
    waits, queues = kinds[number]
    keys = [key_of(top, word) for top, pair in FIRST for word in pair]
    keys += [key_of(top, word) for top in WAITING[: min(waits, 4)] for word in PAIRS[0]]
    keys += [key_of(top, "wait") for top in WAITING[4:waits]]
    keys += [key_of(top, word) for top in QUEUES[:queues] for word in PAIRS[1]]
    return Layout(keys)


def is_header(cells: Sequence[str]) -> bool:
    """Return whether words are the lower line of a header."""
    return len(cells) > 2 and cells[0] in TITLES and tuple(cells[1:3]) in PAIRS[2:]


def is_like(head: Sequence[str]) -> bool:
    """Return whether the first lines have a header."""
    return any(is_header(line.split()[:3]) for line in head)


def is_bare(head: Sequence[str]) -> bool:
    """Return whether most of the first lines are rows of -H."""
    rows = [line for line in head[:50] if not line.isdigit()]
    return bool(rows) and 2 * sum(map(is_row, rows)) > len(rows)


def is_row(line: str) -> bool:
    """Return whether a line is a name and as many numbers as some version prints."""
    cells = line.split()
    return (
        len(cells) > 6
        and not CELL.fullmatch(cells[0])
        and all(map(CELL.fullmatch, cells[1:]))
        and of_count(cells[1:]) is not None
    )


class Row:
    """A pool or vdev. pool: its own. label: the vdev it is or is a disk of, "" if none. section: such as data. at: the
    number of the report of each of its rows."""

    def __init__(
        self, name: str, pool: str, label: str, section: str, keys: list[str], rows: by_name.Rows
    ) -> None:
        self.name, self.pool, self.label, self.section = name, pool, label, section
        self.keys = list(keys)
        self.group = rows.group([scale_of(key) for key in keys], more=1)
        self.columns, self.at = [array("d") for _ in keys], array("d")
        self.leads = name == pool

    @property
    def above(self) -> str:
        """Return the vdev that it is a disk of; "" if none."""
        return "" if self.name == self.label else self.label

    def extend(self, columns: Sequence[array[float]]) -> None:
        """Add rows, by column, the number of their report last."""
        for column, new in zip((*self.columns, self.at), columns, strict=True):
            column.extend(new)

    def parted(self, boots: set[int]) -> tuple[list[array[float]], list[array[float]]]:
        """Return the columns since import, of the last report that is, and those over the intervals; the number of the report
        is the last one."""
        every = [*self.columns, self.at]
        first = bisect_right(self.at, max(boots, default=-1.0))
        if boots <= {0}:
            return [each[:first] for each in every], [each[first:] for each in every]
        latest = max((at for at in self.at if at in boots), default=-1.0)
        chosen, others = [at == latest for at in self.at], [at not in boots for at in self.at]
        return (
            [array("d", compress(each, chosen)) for each in every],
            [array("d", compress(each, others)) for each in every],
        )


SCALES = [WAITS, RATES, SIZES]


def scale_of(key: str) -> int:
    """Return the number of a column's scale."""
    return 1 if key.endswith("_per_s") else 0 if key.endswith("_s") else 2


class Table(by_name.Reader):
    """The rows of a file while they are read. rows: each by its pool, its name and the columns. quick: for each pool its
    rows of the latest columns, and those of all pools, by the numbers of their names. alike: how many vdevs of a report
    and a pool have had a name. heading, above: the words of the lower and the upper line of the latest header."""

    def __init__(self, source: Source, told: Mapping[str, str], found: Measured) -> None:
        super().__init__(found, SCALES)
        self.reports = Reports(source.head, told)
        self.layout: Layout | None = None
        self.bare = not is_like(source.head)
        self.rows: dict[tuple[str, str, str], Row] = {}
        self.by_group = list[Row]()
        self.quick: dict[str, dict[int, Row]] = {}
        self.first, self.pool, self.label, self.section = "", "", "", "data"
        self.base = 0
        self.alike = Counter[tuple[int, str, str]]()
        self.tops: list[str] = []
        self.above: list[str] = []
        self.heading: list[str] = []
        self.wrapped: tuple[int, str, list[str]] | None = None
        self.last: Row | None = None

    def take(self, block: Block) -> None:
        """Take the lines of a block."""
        super().take(block)
        self.back()
        self.found.lines += self.lines.number

    def like_before(self, codes: array[int], begin: int, end: int) -> int:
        """Take rows that were there before, and return the first that was not."""
        quick, reports, row = self.quick.get(self.pool, {}), self.reports, self.last
        add, mark = self.groups.append, self.marks.append
        for place in range(begin, end):
            known = quick.get(codes[place])
            if known is None:
                self.last = row
                return place
            row = known
            if row.leads:
                if row.name == self.first:
                    if reports.fresh:
                        reports.begin()
                    else:
                        reports.number += 1
                if row.pool != self.pool:
                    self.pool, quick = row.pool, self.quick[row.pool]
            add(row.group)
            mark(reports.number)
        self.last = row
        return end

    def back(self) -> None:
        """Stand again where the last row that was there before stands."""
        if self.last:
            self.section, self.label, self.last = self.last.section, self.last.label, None

    def extend(self, group: int, columns: list[array[float]]) -> None:
        """Take rows of a pool or vdev."""
        self.by_group[group].extend(columns)

    def row(self, number: int, line: str, name: str, cells: Sequence[str], code: int) -> None:
        """Take a row. code: the number of its name if it is one as all are, else -1."""
        layout, is_told = self.layout, name not in UNNUMBERED
        assert layout
        indent = len(line) - len(line.lstrip(" ")) if line[0] == " " else 0
        if not self.first:
            self.first, self.base = name, indent
        inner = indent > self.base
        if name == self.first and not inner:
            self.reports.begin()
        self.reports.number = max(self.reports.number, 0)
        if self.is_pool(name, inner, cells):
            self.pool, self.label, self.section = name, "", "data"
        elif LABEL.fullmatch(name):
            if name in UNNUMBERED:
                name = self.numbered(name)
            self.label = self.label if cells[0] in ("-", "0") and self.label else name
        elif cells[0] not in ("-", "0"):
            self.label = ""
        key = (self.pool, name, " ".join(layout.keys))
        if not (row := self.rows.get(key)):
            row = Row(name, self.pool, self.label, self.section, layout.keys, self.named)
            self.rows[key] = row
            self.by_group.append(row)
        if code >= 0:
            self.groups[-1], self.marks[-1] = row.group, self.reports.number
            if is_told:
                self.remember(row, code)
            return
        self.settle()
        try:
            numbers = [SCALES[scale_of(k)][cell] for k, cell in zip(row.keys, cells, strict=False)]
        except ValueError as error:
            self.found.leave(number, f"a row must have {error}")
        else:
            for column, each in zip(
                (*row.columns, row.at), (*numbers, self.reports.number), strict=True
            ):
                column.append(each)

    def numbered(self, name: str) -> str:
        """Return the name of a vdev with its number, if others of the pool have the same name."""
        its = (self.reports.number, self.pool, name)
        self.alike[its] += 1
        return name if self.alike[its] == 1 else f"{name}-{self.alike[its] - 1}"

    def remember(self, row: Row, code: int) -> None:
        """Let a row be found by the number of its name."""
        if row.name == row.pool:
            others = [each for quick in self.quick.values() for each in quick.items()]
            pools = {code: each for code, each in others if each.name == each.pool}
            self.quick[row.pool] = pools | self.quick.get(row.pool, {})
            for quick in self.quick.values():
                quick[code] = row
        else:
            self.quick.setdefault(row.pool, {})[code] = row

    def is_known(self, name: str) -> bool:
        """Return whether the pool has a row of this name, or it is a pool's."""
        return any(row.name == name for row in self.quick.get(self.pool, {}).values())

    def is_pool(self, name: str, inner: bool, cells: Sequence[str]) -> bool:
        """Return whether a row is a pool's; without indentation one is told by its name and its capacity."""
        if name == self.first and not inner:
            return True
        if inner or LABEL.fullmatch(name) or cells[0] in ("-", "0"):
            return False
        is_device = disk_of(name).kind or DEVICE.match(name) or "/" in name
        return self.section == "data" and not is_device

    def line(self, number: int, line: str, code: int = -1) -> None:
        """Take a line that is not a row of a kind that was there before."""
        self.back()
        cells = line.split()
        if not cells:
            if self.bare and self.pool:
                self.section, self.label = following(self.section), ""
        elif is_header(cells):
            self.say_columns()
            self.heading, self.above, self.tops = cells, self.tops, []
            self.headed()
        elif self.heading and all(cell in BOTTOMS for cell in cells):
            self.heading = [*self.heading, *cells]
            self.headed()
        elif cells[0] in SECTIONS and all(cell == "-" for cell in cells[1:]):
            self.section, self.label = SECTIONS[cells[0]] or cells[0], ""
        elif self.tops and all(cell in WAITING or cell in QUEUES for cell in cells):
            self.tops = [*self.tops, *cells]
        elif cells[0] in (DEFAULT[0], WAITING[0]):
            self.tops = cells
        elif cells[0][:2] != "--" and not self.reports.is_between(line):
            self.odd(number, line, code)

    def headed(self) -> None:
        """Take the columns of a header, of which the rest may follow in the next line."""
        layout = self.layout
        self.layout = of_labels(tuple(self.above), tuple(self.heading[1:]))
        if not layout or layout.keys != self.layout.keys:
            self.quick = {}

    def say_columns(self) -> None:
        """Say which columns of the latest header are left out."""
        if not self.heading or not self.layout:
            return
        if unknown := self.layout.keys.count(""):
            self.found.note(f"{unknown} columns of a later version are not known: left out")
        if self.layout.more:
            more = " ".join(self.heading[-self.layout.more :])
            self.found.note(f"columns that are not known, as of -c, are left out: {more:.60}")

    def odd(self, number: int, line: str, code: int) -> None:
        """Take a line that may be a row: the first of its kind, with a name of several words, with more columns, or
        broken into two."""
        cells = line.split()
        if self.wrapped and all(map(CELL.fullmatch, cells)):
            number, line, cells = self.wrapped[0], self.wrapped[1], [*self.wrapped[2], *cells]
            code = -1
            self.wrapped = None
        self.leave()
        if len(cells) == len(self.expected_keys()) + 1 and self.is_known(cells[0]):
            return self.row(number, line, cells[0], cells[1:], -1)
        plain = next((n for n, cell in enumerate(cells[1:], 1) if CELL.fullmatch(cell)), len(cells))
        ended = (n for n, cell in enumerate(cells[plain:]) if not CELL.fullmatch(cell))
        width = next(ended, len(cells) - plain)
        if not self.layout and self.bare and width >= LEAST:
            self.layout = of_count(cells[plain : plain + width]) or of_count(cells[plain:][:LEAST])
            if width > len(self.expected_keys()):
                self.found.note("columns after the sixth are not known: left out")
        keys = self.expected_keys()
        if not keys:
            return
        if CELL.fullmatch(cells[0]) and len(cells[0]) < LEAST_GUID:
            self.leave(number, line, width)  # of another table
            return
        if width > len(keys) and not self.bare and self.layout and not self.layout.more:
            if not all(map(str.isdigit, cells[plain : plain + width - len(keys)])):
                self.leave(number, line, width)
                return
            plain, width = plain + width - len(keys), len(keys)  # a name that ends in a number
        if width >= len(keys) and cells[plain + 2][0].isdigit():
            name = " ".join(cells[:plain])
            code = code if plain == 1 else -1
            self.row(number, line, name, cells[plain : plain + len(keys)], code)
        elif plain + width == len(cells) and len(cells) < MOST_WORDS:
            self.wrapped = number, line, cells
        else:
            self.leave(number, line, width)

    def leave(self, number: int = 0, line: str = "", width: int = 0) -> None:
        """Leave out a line, and before it a beginning of a row whose end did not come."""
        if self.wrapped:
            start, begin, cells = self.wrapped
            self.wrapped = None
            if len(cells) > 1:
                self.leave(start, begin, len(cells) - 1)
        if number:
            need = f"a row must have {len(self.expected_keys())} numbers after its name"
            self.found.leave(number, f"{need}, got {width}: {line.strip()[:40]!r}")

    def expected_keys(self) -> list[str]:
        """Return the keys of the columns, none if they are not known yet."""
        return self.layout.keys if self.layout else []


def following(section: str) -> str:
    """Return what an empty line of -H leads to: it stands before special vdevs, logs and the cache alike."""
    return {"data": "log", "log": "cache"}.get(section, section)


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the rates, waits and queues of pools, and of their disks if there are rows of them."""
    found = Measured("zpool iostat")
    table = Table(source, told, found)
    for block in source.blocks():
        table.take(block)
    table.leave()
    table.say_columns()
    rows = [row for row in table.rows.values() if row.at]
    found.values["rows"] = sum(len(row.at) for row in rows)
    if not rows:
        found.values = {}
        return found
    reports = table.reports
    reports.say(found)
    if [row for row in rows if drop_negative(row)]:
        found.note("sizes or depths below 0, which zpool prints as 16.0E, are left out")
    if interval := reports.interval(found):
        found.values["interval_s"] = interval
    warn(rows, table, told, found)
    values = {id(row): values_of(row, reports.boots) for row in rows}
    pools = [row for row in rows if row.name == row.pool]
    first = next((row for row in pools if row.name not in BOOT), (pools or rows)[0])
    main = first.pool
    for when in ("boot", "interval"):
        if said := values[id(first)][when]:
            part = found.part(when)
            part.values = {"pool": first.name, **said}
            own = [row for row in rows if row.pool == main and row is not first]
            part.values |= leaves(own, {id(row): values[id(row)][when] for row in own})
    if others := [row.name for row in pools if row is not first]:
        found.note(
            f"taken: the pool {first.name:.40}; others have parts of their own: {', '.join(others):.80}"
        )
    names = {first.name} if len({row.pool for row in rows}) == 1 else set()
    for row in rows:
        alone = main in (row.pool, "") or row.pool == row.name
        name = row.name if alone else f"{row.pool} {row.name}"
        if name not in names:
            names.add(name)
            said = values[id(row)]["interval"] or values[id(row)]["boot"]
            found.part(named(name)).values = said
    curves(first, reports.boots, interval or 1.0, found)
    machine_beside(source.head, found)
    return found


def drop_negative(row: Row) -> bool:
    """Leave out what is below 0 of the columns that may be: counts that the tool prints without a sign. Return whether
    there is any."""
    dropped = False
    for key, column in zip(row.keys, row.columns, strict=True):
        if SCALES[scale_of(key)] is SIZES and facts(column).most >= MOST_COUNT:
            column[:] = array("d", [nan if each >= MOST_COUNT else each for each in column])
            dropped = True
    return dropped


def values_of(row: Row, boots: set[int]) -> dict[str, dict[str, Value]]:
    """Return what a row says since import, and over the intervals: means, those of waits by requests."""
    found: dict[str, dict[str, Value]] = {}
    for when, columns in zip(("boot", "interval"), row.parted(boots), strict=True):
        found[when] = {}
        if not columns[-1]:
            continue
        for place, key in enumerate(row.keys):
            weights = f"{key[-3:-2]}_per_s" if key.endswith(("_r_s", "_w_s")) else ""
            if key:
                has = weights and weights in row.keys
                by = columns[row.keys.index(weights)] if has else None
                found[when][key] = mean(columns[place], by)
        if not found[when].get("alloc_bytes") and not found[when].get("free_bytes"):
            found[when] |= {key: None for key in ("alloc_bytes", "free_bytes") if key in row.keys}
    return found


def mean(cells: array[float], weights: array[float] | None) -> float | None:
    """Return the mean of the cells that are numbers, weighted if there is more than one; None if none is."""
    if weights is not None:
        count, total, whole = weighted(cells, weights)
        if count > 1 and whole:
            return total / whole
    count, total, _ = weighted(cells)
    return total / count if count else None


def leaves(rows: Sequence[Row], values: Mapping[int, dict[str, Value]]) -> dict[str, Value]:
    """Return what the disks of a pool wrote: the sums over those below mirrors, below RAID-Z and of the log."""
    found: dict[str, float] = {}
    disks: dict[str, list[float]] = {}
    logs = list[float]()
    for row in rows:
        writes = values[id(row)].get("w_per_s")
        if not isinstance(writes, float):
            continue
        if row.section == "data" and row.above:
            disks.setdefault(row.above, []).append(writes)
        elif row.section == "data" and not LABEL.fullmatch(row.name):
            disks.setdefault(f"stripe {row.name}", []).append(writes)
        elif row.section == "log" and not row.above:
            logs.append(writes)
    kinds = {label: kind_of(label) for label in disks}
    for kind in dict.fromkeys(kinds.values()):
        if kind != "stripe":
            own = [each for label in disks if kinds[label] == kind for each in disks[label]]
            found[f"{kind}_leaf_writes_per_s"] = fsum(own)
    if "mirror" in kinds.values() and {*kinds.values()} <= {"mirror", "stripe"}:
        means = [fsum(each) / len(each) for each in disks.values()]
        found["write_ops_of_the_data_before_mirroring_per_s"] = fsum(means)
    if logs:
        found["log_writes_per_s"] = fsum(logs)
    return {**found}


def kind_of(label: str) -> str:
    """Return the layout of a vdev by its label."""
    match = LABEL.fullmatch(label)
    return match[1].partition(":")[0] if match else "stripe"


def curves(row: Row, boots: set[int], interval: float, found: Measured) -> None:
    """Add the reads and writes of a pool over time, and their mean waits if there are any."""
    *columns, ats = row.parted(boots)[1]
    if len(ats) < 2:
        return
    begin = ats[0] - 1
    ends = array("d", [(at - begin) * interval for at in ats])
    for way, name in (("r", "read"), ("w", "write")):
        if f"{way}_per_s" not in row.keys:
            continue
        part = found.part(name)
        column = columns[row.keys.index(f"{way}_per_s")]
        part.rates = Curve(ends, column)
        part.values["mean_iops"] = weighted(column)[1] / len(ats)
        if (key := f"total_wait_{way}_s") in row.keys:
            waits = columns[row.keys.index(key)]
            means: list[tuple[float, float, float | None]]
            means = [
                (end, wait, None) for end, wait in zip(ends, waits, strict=True) if wait == wait
            ]
            part.windows = Windows(means) if means else None
            found.note("a wait is the mean of an interval: no percentile can be known from them")


def warn(rows: Sequence[Row], table: Table, told: Mapping[str, str], found: Measured) -> None:
    """Say what is to be known of the numbers, and leave out means that the tool made wrong."""
    waits = [key for key in rows[0].keys if key.endswith("_s") and "_per_" not in key]
    if len(rows) > 1 or any(LABEL.fullmatch(row.name) for row in rows):
        if any(row.name in UNNUMBERED for row in rows):
            found.note(
                "vdevs without a number: ZFS up to 0.7, whose rows of pools are not the sum of their disks"
            )
        else:
            found.note(
                "rows of pools, mirrors and RAID-Z are the sum of their disks: a mirrored write counts once a disk, "
                "and RAID-Z counts parity; do not add rows"
            )
    if table.bare and any(row.section != "data" for row in rows):
        found.note(
            "-H prints no headings: rows after an empty line are taken as the log, then as the cache"
        )
    if not waits:
        return
    if len(waits) == OLD_WAITS:
        options = ["0.7.11 or older", "0.7.12 or 0.7.13"]
        found.asks["zfs"] = (
            "Which ZFS 0.7 was it? Up to 0.7.11 waits were divided by the interval.",
            options,
        )
        if told.get("zfs") != options[1]:
            found.note(
                "waits and depths of ZFS 0.7 are left out: up to 0.7.11 they were divided by the interval"
            )
            for row in rows:
                for place, key in enumerate(row.keys):
                    if key in waits or key.endswith(("_pend", "_activ")):
                        row.keys[place] = ""
            return
    for row in rows:
        for key in ("disk_wait_r_s", "disk_wait_w_s"):
            column = row.columns[row.keys.index(key)] if key in row.keys else array("d")
            if facts(column).least < MICRO:
                column[:] = array("d", [nan if wait < MICRO else wait for wait in column])
                found.note(
                    "means below 1 us are no disk's, and left out: they were probably divided by the interval (ZFS 0.7, "
                    "issue 7694)"
                )
    found.note(
        "waits are cut to a whole unit, and are made from buckets of powers of two: up to a third off"
    )


FORM = Form("zpool iostat", EXAMPLE, is_like, read)
SCRIPTED = Form("zpool iostat -H", EXAMPLE.replace("  ", "\t"), is_bare, read)
