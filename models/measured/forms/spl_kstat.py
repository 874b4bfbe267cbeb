"""Files of Linux's /proc/spl/kstat/zfs: `arcstats`, `dmu_tx` and others with a name and a number in each line, and a
pool's `txgs` with a transaction group in each (OpenZFS's `module/os/linux/spl/spl-kstat.c`; `module/zfs/spa_stats.c`,
spa_txg_history_show).

Counters count since the module was loaded; two copies of a file, one after the other, make a difference. Times are in ns,
of txgs since the system's start. A group is committed once its state is C; before, its times are not whole."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping, Sequence
from itertools import compress, islice, repeat
from operator import lt, sub
from typing import cast

from models.measured.kit import named
from models.measured.kit.columns import NUMBER, WORD, Shape, columns_of
from models.measured.kit.form import Form
from models.measured.kit.many import facts
from models.measured.kit.measured import Measured, Samples, Value
from models.measured.kit.named import COUNT, NANO, NO_UNIT, Scale
from models.measured.kit.source import Source

HEAD = re.compile(
    r"\d{1,6}\s+\d\s+0x[0-9a-f]{1,8}\s+\d{1,12}\s+\d{1,12}\s+\d{1,20}\s+(\d{1,20})", re.ASCII
)
NAMED = ["name", "type", "data"]
NUMBERS = "0123456"
"""Types of a line that are numbers."""
TXGS = {"txg", "birth", "state"}
"""The first three columns; in 0.6.1 the state stood before the birth."""
TIMES = {"otime": "open", "qtime": "quiesce", "wtime": "wait", "stime": "sync"}
SIZES = {"ndirty": "dirty_bytes", "nread": "read_bytes", "nwritten": "write_bytes"}
COUNTS = {"reads": "reads", "writes": "writes"}
NS = 1e9
EXAMPLES = {
    "named": "hits                            4    8123456",
    "txgs": "9001  1000000000  C  412672  0  1048576  0  42  5000000000  4000  60000  120000000",
}
KNOWN = {"dmu_tx_assigned": "dmu_tx", "zil_commit_count": "zil"}
KNOWN |= dict.fromkeys(("demand_data_hits", "c_max"), "arcstats")  # a part may have been pasted
"""Names, and the file in which each is."""
GAUGES = {
    "size": "arc_size_bytes",
    "c": "arc_target_bytes",
    "c_min": "arc_least_bytes",
    "c_max": "arc_most_bytes",
}
GAUGES |= {"l2_size": "l2_size_bytes", "l2_asize": "l2_allocated_bytes"}
GAUGES |= {
    "memory_free_bytes": "memory_free_bytes",
    "memory_available_bytes": "memory_available_bytes",
}


def is_named(head: Sequence[str]) -> bool:
    """Return whether a line has the three headings."""
    return any(line.split() == NAMED for line in head[:200])


def is_txgs(head: Sequence[str]) -> bool:
    """Return whether a line has the headings of transaction groups."""
    return any({*line.split()[:3]} == TXGS for line in head[:200])


class Copies(named.Reader):
    """Copies of a file while they are read. copy: the number of the one that is read, 0 before the first; first, last: of
    those that have lines; number: how many have. quick: the groups of rows by the numbers of their names, by_group: their
    names. own: of the numbers that are not in a group, by name: the copy, and the number, first and last. names: all, in order."""

    def __init__(self, found: Measured) -> None:
        super().__init__(found, [Scale({NO_UNIT: (1.0, 1.0)}, exact=COUNT)])
        self.copy, self.first, self.last, self.number = 0, 0, 0, 0
        self.times = list[int]()
        self.quick: dict[int, int] = {}
        self.by_group = list[str]()
        self.own: dict[str, list[tuple[int, int]]] = {}
        self.names: dict[str, None] = {}

    def like_before(self, codes: array[int], begin: int, end: int) -> int:
        """Take rows that were there before, and return the first that was not."""
        if not self.copy:
            return begin
        chosen = list(map(self.quick.get, codes[begin:end]))
        if None in chosen:
            end = begin + chosen.index(None)
            del chosen[end - begin :]
        if any(map((-1).__lt__, cast(list[int], chosen))):
            self.fill()
        self.groups.extend(cast(list[int], chosen))
        self.marks.extend([self.copy] * len(chosen))
        return end

    def fill(self) -> None:
        """Count a copy that has numbers."""
        if self.last != self.copy:
            self.last = self.copy
            self.number += 1
            self.first = self.first or self.copy

    def line(self, number: int, line: str, code: int = -1) -> None:
        """Take a line that is not like one before."""
        cells = line.split()
        if cells == NAMED:
            self.copy += 1
        elif match := HEAD.fullmatch(line.strip()):
            self.times.append(int(match[1]))
        elif len(cells) >= len(NAMED) and cells[-2] in NUMBERS:
            name, digits = " ".join(cells[:-2]), cells[-1].removeprefix("-")
            if not (digits.isascii() and digits.isdigit() and len(digits) <= 20):
                self.found.leave(
                    number, f"the last word must be a whole number, got {cells[-1][:20]!r}"
                )
            elif self.copy:
                self.fill()
                self.names[name] = None
                if code >= 0 and self.named.names[code].word == name:
                    group = self.quick[code] = self.named.group([-1, 0], summed=True, more=1)
                    self.by_group.append(name)
                    self.groups[-1], self.marks[-1] = group, self.copy
                else:
                    one = (self.copy, int(cells[-1]))
                    self.own[name] = [*self.own.get(name, [one])[:1], one]
        elif self.copy and code >= 0:
            self.quick[code] = -1

    def ends(self) -> tuple[dict[str, int], dict[str, int]]:
        """Return the numbers of the first copy and of the last."""
        first, last = dict[str, int](), dict[str, int]()
        for group, (_, (high, low, copy)) in self.named.sums().items():
            name = self.by_group[group]
            if copy.first == self.first:
                first[name] = int(high.first) * NANO + int(low.first)
            if copy.last == self.last:
                last[name] = int(high.last) * NANO + int(low.last)
        for name, ((copied, one), (copied_last, other)) in self.own.items():
            if copied == self.first:
                first[name] = one
            if copied_last == self.last:
                last[name] = other
        return first, {name: last[name] for name in self.names if name in last}


def read_named(source: Source, told: Mapping[str, str]) -> Measured:
    """Return what a file's counters say: their growth from the first copy to the last, or since the start."""
    found = Measured("spl kstat")
    reader = Copies(found)
    for block in source.blocks():
        reader.take(block)
        found.lines += reader.lines.number
    if not reader.number:
        return found
    times = reader.times
    first, last = reader.ends()
    first = first if reader.number > 1 else {}
    name = next((name for has, name in KNOWN.items() if has in last), "kstat")
    values: dict[str, Value] = {}
    for key, value in last.items():
        if name == "arcstats" and key in GAUGES:
            values[GAUGES[key]] = value
        else:
            values[key] = value - first.get(key, 0)
    if name == "arcstats":
        values |= of_arc(values)
    found.part(name).values = values
    if not first:
        found.note("counters count since the module was loaded, which is no interval")
        return found
    found.note(
        f"{reader.number} copies: counters are the last less the first; those that are no counters mean nothing"
    )
    if len(times) > 1 and times[-1] > times[0]:
        found.values["interval_s"] = (times[-1] - times[0]) / NS
    return found


def of_arc(values: Mapping[str, Value]) -> dict[str, Value]:
    """Return the reads of the ARC, and the shares of hits."""
    found: dict[str, Value] = {}
    for start in (
        "",
        "demand_data_",
        "demand_metadata_",
        "prefetch_data_",
        "prefetch_metadata_",
        "l2_",
    ):
        counts = [values.get(f"{start}{each}", 0) for each in ("hits", "iohits", "misses")]
        hits, waits, misses = (count if isinstance(count, int) else 0 for count in counts)
        if (reads := hits + waits + misses) > 0:
            found |= {
                f"{start}reads": reads,
                f"{start}hit_ratio": hits / reads,
                f"{start}miss_ratio": misses / reads,
            }
    return found


def read_txgs(source: Source, told: Mapping[str, str]) -> Measured:
    """Return how long transaction groups were open, waited and were written, one by one."""
    found = Measured("spl txgs")
    header = next(line.split() for line in source.head if {*line.split()[:3]} == TXGS)
    places = {
        name: (place, WORD if name == "state" else NUMBER) for place, name in enumerate(header)
    }
    known = ["txg", "birth", "state", *TIMES, *SIZES, *COUNTS]
    per = dict.fromkeys(("birth", *TIMES), NS)
    shape = Shape(
        "",
        len(header),
        len(header),
        {name: places[name] for name in known if name in places},
        per={name: each for name, each in per.items() if name in places},
    )
    by = {name: array("d") for name in shape.places if name != "state"}
    left = 0
    for block in source.blocks():
        columns = columns_of(block.data, shape)
        found.lines += columns.rows
        lines = block.text.split("\n") if columns.odd else []
        for place in columns.odd:
            line = lines[place].strip()
            if {*line.split()[:3]} != TXGS and not HEAD.fullmatch(line):
                found.leave(
                    block.first + place, f"a row must have {len(header)} columns, got {line[:40]!r}"
                )
        numbers, words = columns.words["state"]
        if words == ["C"]:
            is_done = None
        else:
            is_done = [words[number] == "C" for number in numbers]
            left += is_done.count(False)
        for name, column in by.items():
            new = columns.numbers[name]
            column.extend(array("d", compress(new, is_done)) if is_done else new)
    if left:
        found.note(f"{left} groups that are not committed yet are left out")
    if not by["txg"]:
        return found
    if not all(map(lt, by["txg"], islice(by["txg"], 1, None))):
        last = {txg: row for row, txg in enumerate(by["txg"])}
        pick(by, [last[txg] for txg in sorted(last)])
    number = len(by["txg"])
    if any(facts(column).least < 0 for column in by.values()):
        rows = zip(*by.values(), strict=True)
        pick(by, [row for row, numbers in enumerate(rows) if min(numbers) >= 0])
    if negative := number - len(by["txg"]):
        found.note(f"{negative} groups with negative numbers are left out")
    births = by.get("birth", array("d"))
    found.values["txgs"] = len(by["txg"])
    if not by["txg"]:
        return found
    if births:
        found.values["span_s"] = births[-1] - births[0]
    since = array("d", map(sub, births, repeat(births[0]))) if births else births
    for key, name in TIMES.items():
        if key in by:
            found.part(name).latencies = Samples(by[key], since)
    for key, name in (SIZES | COUNTS).items():
        if key in by:
            found.values[name] = facts(by[key]).total
    return found


def pick(columns: dict[str, array[float]], rows: Sequence[int]) -> None:
    """Keep these rows of columns alone, in this order."""
    for name, column in columns.items():
        columns[name] = array("d", map(column.__getitem__, rows))


FORM = Form("spl kstat", EXAMPLES["named"], is_named, read_named)
TXG = Form("spl txgs", EXAMPLES["txgs"], is_txgs, read_txgs)
