"""Reports of iostat in text, of Linux, FreeBSD and illumos, and of sar -d.

Linux (sysstat's `iostat.c`, write_plain_ext_stat): averages over the interval, with two decimals of a millisecond.
Sizes of a request are in sectors of 512 bytes until 11.5.6 (avgrq-sz), in KiB since (areq-sz). With -h a report is four
tables with the device last, and numbers have the suffixes k, M, G, of 1,024. FreeBSD (`usr.sbin/iostat/iostat.c`,
devstats): since 12 requests and milliseconds are cut to whole numbers. illumos and Solaris (`iostat.c`, show_disk): times
by Little's law from the requests that wait (wsvc_t) and that are active (asvc_t), reads and writes together. All
give averages since boot in the first report, illumos again after a disk is added or removed."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from models.measured.kit import named
from models.measured.kit.clock import time_in
from models.measured.kit.devices import COLUMNS, KNOWN, MOST, SKIP, Reports, Rows
from models.measured.kit.form import Form
from models.measured.kit.measured import Measured
from models.measured.kit.named import NO_UNIT, Name, Scale
from models.measured.kit.source import Block, Source
from models.units import KiB

DEVICE = frozenset(("Device", "Device:", "device", "DEV"))
CPU = frozenset("tty cpu tin tout us sy wt id ni in st".split())
SUFFIXES = {"s": 512.0, "B": 1.0, "k": KiB, "M": KiB**2, "G": KiB**3, "T": KiB**4, "P": KiB**5}
PLAIN = {NO_UNIT: (1.0, 1.0), "%": (1.0, 1.0)}
DIGITS = frozenset("0123456789")
NO_DECIMALS = re.compile(r",(?!\d{1,2}(?!\d))")
"""A comma that no locale sets before the decimals of iostat, which are one or two."""
SPACES = bytes.maketrans(b",", b" ")
BANNER = re.compile(r"(Linux|FreeBSD|SunOS)\s+\S+\s+\(([^)]*)")
COMMAND = re.compile(
    r"\biostat((?:\s+(?:-?\w[-\w]{0,40}(?:[,.]\w{1,40}){0,40}|/[\w/.-]{1,90}(?:\[\w{1,40}\])?)){0,40})\s*(?:$|[|>;&])"
)
NAME = re.compile(r"[A-Za-z][\w.:/,-]+")
"""A device alone in its line, if its row goes on in the next."""
BANNER_OF_SAR = re.compile(r"\s*Linux\s.*\(\d+ CPU\)")
MOST_BEFORE = 30_000
"""Characters of other tables behind which one of devices may follow."""
CHANGE = re.compile(r"<<.*>>")
HEADLESS = re.compile(r"[a-z][\w!./-]{1,60}(?:\s+-?\d{1,15}(?:[.,]\d{1,9})?){6,60}")
"""A row of a device."""
EXAMPLE = "sda 100.00 800.00 0.00 0.00 5.00 8.00"
BSD = {"svc_t": "ms/t", "wait": "qlen"}
"""Headings of FreeBSD that mean something else elsewhere -> those that mean the same."""
FEWEST = 2
"""Columns of a device by which a heading is told."""
WHAT = {
    "FreeBSD": "iostat -x (FreeBSD)",
    "illumos": "iostat -x (illumos, Solaris)",
    "sar": "sar -d",
}


class Table:
    """The headings of a table. names: its columns in order. first: whether the device stands before them. lead: how
    many words, a time, stand before all. widths: how many words a row may have. comma: whether commas part them.
    suffixes: whether a row with suffixes was seen."""

    def __init__(self, words: Sequence[str], comma: bool) -> None:
        place = next(at for at, word in enumerate(words) if word in DEVICE)
        others = [at for at, word in enumerate(words) if word in COLUMNS]
        self.first, self.comma = place < others[0], comma
        self.lead = (
            place
            if self.first
            else next(at for at, word in enumerate(words) if word in COLUMNS or word in KNOWN)
        )
        names = list(words[place + 1 :] if self.first else words[self.lead : place])
        while names[-1] in CPU or not names[-1]:
            names.pop()
        if is_bsd(words):
            names = [BSD.get(name, name) for name in names]
        self.names, self.words = names, list(words)
        self.keys, self.suffixes = frozenset(names), False
        full = len([word for word in words if word])
        least = self.lead + len(names) + 1
        self.widths = frozenset((least, full, full + comma))
        self.begin = self.lead + self.first
        self.end = self.begin + len(names)
        self.place = self.lead if self.first else self.end

    def values(self, cells: Sequence[str]) -> list[float]:
        """Return the numbers of a row with suffixes, or none if one is no number."""
        try:
            return [
                float(cell) if cell[-1:] in DIGITS else number_of(cell, heading)
                for cell, heading in zip(cells, self.names, strict=True)
            ]
        except ValueError:
            return []


def is_bsd(words: Sequence[str]) -> bool:
    """Return whether words are headings of FreeBSD, which called its queue `wait` until 8."""
    old = "wait" in words and "svc_t" in words
    return "qlen" in words or (old and not {"actv", "size"} & set(words))


def words_of(line: str) -> list[str]:
    """Return the words of a line that may be a heading."""
    words = line.split(",") if line.count(",") > 3 else line.split()
    return [word.strip().removeprefix("^C") for word in words]


def is_heading(words: Sequence[str]) -> bool:
    """Return whether words are the headings of a table of devices."""
    return (
        any(word in DEVICE for word in words) and sum(word in COLUMNS for word in words) >= FEWEST
    )


def is_like(head: Sequence[str]) -> bool:
    """Return whether one of the first lines is a heading, in one or two lines, or may be one behind them: sar prints the
    tables of its processors first."""
    if any(is_heading(words_of(line)) for line in head):
        return True
    if any(map(BANNER_OF_SAR.match, head[:10])) and sum(map(len, head)) > MOST_BEFORE:
        return True
    return any(
        is_heading(words_of(f"{one} {other}"))
        for one, other in pairwise(head)
        if sum(word in COLUMNS for word in one.split()) >= FEWEST
    )


def number_of(cell: str, heading: str) -> float:
    """Return a cell in the unit of its heading. Raise ValueError if it is not a number."""
    column = COLUMNS.get(heading)
    if column is None:
        return 0.0
    cell = cell.removesuffix("%")
    if size := SUFFIXES.get(cell[-1:]):
        return float(cell[:-1]) * size / column.times
    return float(cell)


SCALES = {
    times: Scale({unit: (size, times) for unit, size in SUFFIXES.items()} | PLAIN, MOST)
    for times in (1.0, *{column.times for column in COLUMNS.values()} - {1.0})
}
"""How numbers are read by the factor of their column, whose unit those without a suffix have."""
FACTORS = list(SCALES)


class DeviceRows(Rows):
    """A device's rows in one table, by column. group: of its numbers. latest: those of the last row that
    was not like those before."""

    def __init__(self, headings: Sequence[str], rows: named.Rows) -> None:
        super().__init__(len(headings))
        known = [COLUMNS.get(heading) for heading in headings]
        chosen = [
            FACTORS.index(column.times) if column and column.kind != SKIP else -1
            for column in known
        ]
        self.group = rows.group(chosen, more=1)
        self.columns = {place: array("d") for place, scale in enumerate(chosen) if scale >= 0}
        self.latest = list[float]()

    def extend(self, columns: Sequence[array[float]]) -> None:
        """Add rows, by column, the number of their report last."""
        self.spread()
        for column, new in zip(self.columns.values(), columns, strict=False):
            column.extend(new)
        self.reports.extend(array("q", map(int, columns[-1])))

    def column(self, place: int) -> array[float]:
        """Return a column."""
        self.spread()
        return self.columns[place]

    def spread(self) -> None:
        """Put rows that were added one by one into the columns."""
        if self.values:
            for place, column in self.columns.items():
                column.extend(self.values[place :: self.width])
            self.values = array("d")


class Head(NamedTuple):
    """A heading that was there before. rows: those of its devices, quick: the same by the number of their names."""

    table: Table
    rows: dict[str, DeviceRows]
    quick: dict[int, DeviceRows]


class Reader(named.Reader):
    """A file of reports while it is read. table: the one in which the rows are, or None; rows, quick: its own. held: the
    words of a row that is not whole, and its line. heads: lines that were headings before, None for those of other tables.
    first: whether the next run's first report is since boot. grouped: whether there are groups of devices (-g), each of
    which has its devices' rows again. indented: whether the latest heading is, as all lines of a quotation."""

    def __init__(self, found: Measured) -> None:
        super().__init__(found, list(SCALES.values()))
        self.reports = Reports(found)
        self.table: Table | None = None
        self.tables: dict[tuple[str, ...], dict[str, DeviceRows]] = {}
        self.rows: dict[str, DeviceRows] = {}
        self.quick: dict[int, DeviceRows] = {}
        self.devices = list[DeviceRows]()
        self.heads: dict[str, Head | None] = {}
        self.heading: list[str] = []
        self.seen: set[str] = set()
        self.at: tuple[float, str] | None = None
        self.held: list[str] = []
        self.held_at = 0
        self.system, self.first, self.grouped, self.indented = "Linux", True, False, False
        self.time = self.host = ""

    def take(self, block: Block) -> None:
        """Take the lines of a block; those of sar, which begin with a time, one by one."""
        if not self.table or not self.table.lead:
            return super().take(block)
        for number, line in block.lines():
            self.line(number, line)

    def like_before(self, codes: array[int], begin: int, end: int) -> int:
        """Take rows that were there before, and return the first that was not."""
        quick, reports = {} if self.grouped else self.quick, self.reports
        add, mark = self.groups.append, self.marks.append
        for place in range(begin, end):
            rows = quick.get(codes[place])
            if rows is None:
                return place
            if rows.last == reports.count:
                self.begin()
            rows.last = reports.count
            add(rows.group)
            mark(reports.count)
        return end

    def extend(self, group: int, columns: list[array[float]]) -> None:
        """Take rows of a device."""
        self.devices[group].extend(columns)

    def line(self, number: int, line: str, code: int = -1) -> None:
        """Take a line that is not like one before. code: the number of its name if it is a row."""
        if line in self.heads:
            return self.use(self.heads[line])
        if not line:
            return
        table = self.table
        if "," in line and not (table and table.comma) and not NO_DECIMALS.search(line):
            line = line.replace(",", ".")
        if (
            line[0] in DIGITS
            and (not table or not table.lead)
            and "DEV" not in line  # a heading of sar begins with a time
            and (at := time_in(line))
        ):
            self.at = at
            return
        if table is None:
            is_row = line[0] == " " and line.lstrip()[:1].isdigit()
            if not is_row or "DEV" in line or time_in(line):
                self.other(number, line)
            return
        words = line.split(",") if table.comma else line.split()
        if len(words) in table.widths:
            cells = words[table.begin : table.end]
            try:
                values = table.values(cells) if table.suffixes else list(map(float, cells))
            except ValueError:
                values = table.values(cells)
                table.suffixes = bool(values)
            if values:
                if min(values) < 0 or max(values) >= MOST or "nan" in line.lower():
                    values = self.checked(number, values)
                if values:
                    rows = self.rows.get(words[table.place])
                    inner = line[0] == " " and not self.indented
                    self.grouped |= rows is None and table.first and inner
                    self.row(table, words, values, code)
                return
        self.other(number, line)

    def checked(self, number: int, values: list[float]) -> list[float]:
        """Return values, or none if they cannot be."""
        if all(0 <= value < MOST for value in values):
            return values
        odd = next(value for value in values if not 0 <= value < MOST)
        self.found.leave(number, f"numbers must be 0 or more, got {odd:g}")
        return []

    def row(self, table: Table, words: Sequence[str], values: list[float], code: int = -1) -> None:
        """Take a row. code: the number of its name if it is as all rows are, else -1."""
        name = words[table.place]
        if table.lead:
            time = " ".join(words[: table.lead])
            if time != self.time:
                if (at := time_in(time)) is None:
                    return
                self.time = time
                self.reports.begin(at)
        reports, rows = self.reports, self.rows.get(name)
        if rows is None:
            rows = self.rows[name] = DeviceRows(table.names, self.named)
            self.devices.append(rows)
            self.reports.table(table.names)[name] = rows
        elif rows.last == reports.count:
            if self.grouped and rows.latest == values:
                return
            self.begin()
        rows.last, rows.latest = reports.count, values
        if code >= 0 and self.is_plain(table, name, self.named.names[code]):
            self.groups[-1], self.marks[-1] = rows.group, reports.count
            self.quick[code] = rows
            return
        self.settle()
        rows.add(values, reports.count)

    def is_plain(self, table: Table, name: str, of: Name) -> bool:
        """Return whether a row's numbers are those of the table's columns, in order."""
        if table.comma or table.lead or of.word != name or of.last == table.first:
            return False
        return of.width >= len(table.names) if table.first else of.width == len(table.names)

    def begin(self) -> None:
        """Begin a report."""
        self.reports.begin(self.at)
        self.at = None

    def use(self, head: Head | None, again: bool = False) -> None:
        """Take a heading, which begins a report unless it goes on with one. again: whether its begin was taken."""
        if self.held:
            self.drop_held()
        if head is None:
            self.table, self.quick = None, {}
            return
        table, self.rows, self.quick = head
        self.table, self.heading = table, table.words
        if table.lead:
            self.time = ""
        elif not again and (
            self.at or not self.reports.count or not self.seen.isdisjoint(table.keys)
        ):
            self.begin()
            self.seen = set()
        self.seen |= table.keys

    def other(self, number: int, raw: str) -> None:
        """Take a line that is not a plain row: a heading, a time, a note, or part of a row."""
        line = raw.removeprefix("^C").strip()
        if not line:
            return
        words = words_of(line)
        heading, self.heading = self.heading, []
        if self.is_part(words) and (heading or any(word in COLUMNS for word in words)):
            wrapped = bool(heading) and not self.twice(heading, words)
            self.heading = heading + words if wrapped else words
            if is_heading(self.heading):
                self.indented = raw[0] == " "
                head = self.head(self.heading, "," in line)
                if not wrapped:
                    self.heads[raw] = head
                self.use(head, wrapped and is_heading(heading))
            return
        if is_heading(words):
            self.indented = raw[0] == " "
            self.heads[raw] = self.head(words, "," in line)
            self.use(self.heads[raw])
            return
        if self.is_foreign(words) or "extended device statistics" in line:
            self.heads[raw] = None
            self.use(None)
            return
        if banner := BANNER.match(line):
            self.host = self.host or banner[2]
            if banner[2] != self.host:
                self.found.note(
                    f"reports of {self.host} and of {banner[2]}: drives of one name are taken as one; give each machine's alone"
                )
            self.reports.fresh = self.first and self.system != "sar"
            self.table, self.first = None, True
            self.quick = {}
            return
        if CHANGE.search(line):
            self.reports.fresh = True
            self.found.note(
                "disks were added or removed: the report after that is since boot again"
            )
            return
        if line.startswith(("Average:", "Durchschn")) or "RESTART" in line:
            return
        if "iostat" in line and (command := COMMAND.search(line)):
            return self.command(command[1].split())
        table = self.table
        if table is None and not self.reports.tables and HEADLESS.fullmatch(line):
            self.reports.fresh = False  # what is since boot was above it
            self.found.leave(number, f"a row must stand below a heading, got {line[:40]!r}")
        elif table is None:
            self.at = time_in(line) or self.at
        elif at := time_in(line):
            self.at = at
        elif not self.odd_row(table, number, line):
            self.leave(number, line, table)

    def leave(self, number: int, line: str, table: Table) -> None:
        """Leave a line out."""
        self.found.leave(
            number, f"a row must be a device and {len(table.names)} numbers, got {line[:40]!r}"
        )

    def is_part(self, words: Sequence[str]) -> bool:
        """Return whether all words are headings."""
        return all(word in COLUMNS or word in KNOWN or word in DEVICE for word in words)

    def twice(self, heading: Sequence[str], words: Sequence[str]) -> bool:
        """Return whether a heading and words have something in common, so that they are two headings."""
        return bool(set(heading) & set(words)) or (
            any(word in DEVICE for word in heading) and any(word in DEVICE for word in words)
        )

    def head(self, words: Sequence[str], comma: bool) -> Head:
        """Return the table of a heading, and its rows. Note whose iostat it is."""
        if "DEV" in words:
            self.system, self.reports.fresh, self.reports.asked_first = "sar", False, False
        elif "wsvc_t" in words or "actv" in words:
            self.system = "illumos"
        elif is_bsd(words):
            self.system = "FreeBSD"
            self.reports.truncated |= "ms/t" in words
        table = Table(words, comma)
        self.reports.table(table.names)
        return Head(table, self.tables.setdefault(tuple(table.names), {}), {})

    def is_foreign(self, words: Sequence[str]) -> bool:
        """Return whether words are headings of another table."""
        return (
            words[0].startswith("avg-cpu")
            or set(words) <= CPU
            or "CPU" in words
            or "IFACE" in words
        )

    def command(self, words: Sequence[str]) -> None:
        """Take a command line of iostat: -y, and the interval."""
        flags = "".join(word[1:] for word in words if word[:1] == "-" and word[1:2] != "-")
        numbers = [word for word in words if word.isdigit() and len(word) < 6]
        self.reports.fresh = self.first = "y" not in flags
        if "y" in flags:
            self.reports.asked_first = False
        if numbers and int(numbers[0]):
            self.reports.interval = float(numbers[0])

    def odd_row(self, table: Table, number: int, line: str) -> bool:
        """Take a row with suffixes, a note at its end, or in two parts; return whether it was one."""
        words = line.split(",") if table.comma else line.split()
        least = min(table.widths)
        if len(words) < least and not table.comma:
            joined = self.held + words if self.held_at == number - 1 else []
            if len(joined) not in table.widths:
                goes_on = bool(self.held) and bool(joined) and all(map(is_cell, words))
                if not goes_on and sum(map(is_cell, words)) < 2 and not NAME.fullmatch(line):
                    return False
                if not goes_on:
                    self.drop_held()
                self.held, self.held_at = joined if goes_on else words, number
                return True
            words, self.held = joined, []
        if len(words) < least:
            return False
        self.drop_held()
        values = table.values(words[table.begin : table.end])
        if not values or (len(words) not in table.widths and table.first):
            return False
        if values := self.checked(number, values):
            self.row(table, words, values)
        return True

    def drop_held(self) -> None:
        """Leave out a row of which the rest did not come."""
        if self.held:
            table = self.table
            wanted = len(table.names) + 1 if table else 0
            self.found.leave(self.held_at, f"a row must have {wanted} words, got {len(self.held)}")
            self.held = []


def is_cell(word: str) -> bool:
    """Return whether a word looks like a number of a row."""
    return word[:1].isdigit() and word[-1:] in "0123456789kMGB%"


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the averages of each device over the reports that are not since boot."""
    found = Measured("iostat -x (Linux)")
    reader = Reader(found)
    commas = any(is_heading(words_of(line)) for line in source.head if line.count(",") > 3)
    for block in source.blocks():
        data = block.data.translate(SPACES) if commas else block.data
        reader.take(Block(block.first, data))
    reader.drop_held()
    found.form = WHAT.get(reader.system, found.form)
    return reader.reports.finish(told)


FORM = Form("iostat", EXAMPLE, is_like, read)
