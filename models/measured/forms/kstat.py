"""Counters of the kernel of illumos and Solaris: kstat -p, -C and -j (`cmd/stat/kstat/kstat.c`).

A line is module:instance:name:statistic, a tab (-C: a colon), and the value. Counters run since crtime; crtime, snaptime
and the sums of time (rtime, rlentime: active; wtime, wlentime: waiting) are printed in seconds with nine digits. The first
version in C (2013) printed the sums as nanoseconds, without a point. The times are held as whole nanoseconds until one is
subtracted from the other. Two snapshots of the same clock make a rate; one makes means since creation. A snapshot that is
older than its counters' last update (rlastupdate, wlastupdate) has two clocks, and makes none. rlentime over the requests is
the mean time that one is active (Little's law). -j writes a question mark in a string as \\?, and one array for each
interval; an old SmartOS decimal commas by the locale."""

from __future__ import annotations

import json
import re
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, islice, repeat
from operator import add, mul, sub
from typing import Any, NamedTuple, cast

from models.measured.kit import alike, named
from models.measured.kit.alike import LONG, SAME, Alike
from models.measured.kit.clock import time_in
from models.measured.kit.devices import FIRST_ASKED
from models.measured.kit.form import Form
from models.measured.kit.many import facts
from models.measured.kit.measured import Curve, Measured, Part, Windows
from models.measured.kit.named import COUNT, NO_UNIT, SECONDS, SUM, Scale
from models.measured.kit.source import Block, Source

NANO = 10**9
KEYS = frozenset(
    "reads writes nread nwritten rtime wtime rlentime wlentime crtime snaptime hits misses "
    "rlastupdate wlastupdate".split()
)
"""Statistics that are used here; those of other names are passed over."""
TIMES = frozenset(key for key in KEYS if key.endswith(("time", "update")))
SUMS = TIMES - {"crtime", "snaptime"}
"""Sums of time, and times of updates. Those without a point are in nanoseconds."""
ANY = {NO_UNIT: (1.0, 1.0)}
SCALES = [Scale(ANY, exact=COUNT), Scale(ANY, exact=SUM), Scale(ANY, exact=SECONDS)]
EXACT = 9e6
"""Billions below which a count is whole as a float."""
MOST_PASSED = 100_000
UPDATES = ("rlastupdate", "wlastupdate")
CLOSE = NANO // 100
"""How much later than a snapshot its counters may be: it is dated before they are copied. Chosen."""
LINE = re.compile(r"\s*[^\s:]+:\d{1,9}:[^:\t]+:([^\t:\s]+)[\t:\s]")
COLONS = re.compile(rb"^[ \t]*([^\s:]+:\d{1,9}:[^:\n]+:[^:\n]+):([\d.]+)$", re.MULTILINE)
MODULE = re.compile(r"\s*module:\s+(\S+)\s+instance:\s+(\d{1,9})\s*$")
NAME = re.compile(r"\s*name:\s+(.*?)\s+class:")
OBJECT = re.compile(rb'\{\s*"module"\s*:')
KINDS = {**dict.fromkeys(KEYS, LONG), "instance": SAME}
MOST_TRIES = 100
"""Objects that are not whole before all are read one by one."""
COMMA = re.compile(r"(:\s*\d{1,20}),(\d{9})(?=\s*[,}])")
"""A time with a decimal comma."""
EXAMPLE = "sd:1:sd1:reads\t1000"


class Kstat(NamedTuple):
    """Whose counters: module, number of the instance, name."""

    module: str
    instance: str
    name: str


COUNTED = ("reads", "writes", "rlentime", "wlentime", "nread", "nwritten", "rtime", "wtime")
"""Counters that only grow; the first four make a curve."""
DONE, LATE = COUNTED[:2], COUNTED[2:4]
DRAWN = COUNTED[:4]
Snapshot = dict[str, int]
"""Counters by name; times in nanoseconds."""


def is_like(head: Sequence[str]) -> bool:
    """Return whether most of the first lines are counters, or two are known ones, or one is a kstat's heading."""
    rows = head[:50]
    if 2 * sum(bool(LINE.match(row)) for row in rows) > len(rows):
        return True
    known = sum(1 for row in head if (match := LINE.match(row)) and match[1] in KEYS)
    return known > 1 or any(map(MODULE.match, head))


def is_like_json(head: Sequence[str]) -> bool:
    """Return whether the first lines are of kstat's JSON."""
    text = "\n".join(head[:30])
    return bool(OBJECT.search(text.encode())) and '"instance"' in text


def counter(text: str, key: str) -> int | None:
    """Return a counter, or a time in ns; None if it is neither."""
    text = text.strip()
    point, _, rest = text.replace(",", ".").partition(".")
    if not (point.isascii() and point.isdigit() and len(point) <= 30):
        return None
    if key not in TIMES:
        return int(point) if not rest else None
    if key in SUMS and not rest:
        return int(point)
    if rest and not (rest.isascii() and rest.isdigit()):
        return None
    return int(point) * NANO + int(rest[:9].ljust(9, "0"))


def ticks(value: str, key: str) -> int | None:
    """Return the same as `counter`, quicker for a plain number, and a time with nine digits."""
    if key not in TIMES:
        digits = value
    elif value[-10:-9] == ".":
        digits = value[:-10] + value[-9:]
    else:
        return counter(value, key)
    return int(digits) if digits.isdecimal() and len(digits) < 31 else counter(value, key)


class Snapshots:
    """Snapshots of each kstat, in the file's order."""

    def __init__(self, found: Measured) -> None:
        self.found = found
        self.of: dict[Kstat, list[Snapshot]] = {}

    def take(self, kept: list[Snapshot], key: str, value: str, number: int) -> None:
        """Take a counter. A second one of the same name begins a snapshot."""
        read = ticks(value, key)
        if read is None:
            return self.found.leave(number, f"{key} must be a number, got {value.strip()[:40]!r}")
        if key in kept[-1]:
            kept.append({})
        kept[-1][key] = read

    def whose(self, whose: Kstat) -> list[Snapshot]:
        """Return the snapshots of a kstat, of which there is one at least."""
        return self.of.setdefault(whose, [{}])

    def finish(self, told: Mapping[str, str]) -> Measured:
        """Return what the counters say, each kstat as a part."""
        return Series(
            self.found, {whose: series_of(kept) for whose, kept in self.of.items()}
        ).finish(told)


Counts = Sequence[float]
"""A counter in each snapshot, whole numbers."""


class Kept(NamedTuple):
    """The snapshots of a kstat. number: how many. columns: its counters, None in a snapshot that has it not. cut: whether
    some were left out because they are not whole."""

    number: int
    columns: Mapping[str, Sequence[float | None]]
    cut: bool


def series_of(snapshots: Sequence[Snapshot]) -> Kept:
    """Return the whole ones of snapshots by their counters."""
    most = max(map(len, snapshots), default=0)
    whole = [one for one in snapshots if len(one) == most]
    keys = dict.fromkeys(key for one in reversed(whole) for key in one)
    columns: dict[str, Sequence[float | None]] = {
        key: [one.get(key) for one in whole] for key in keys
    }
    return Kept(len(whole), columns, len(whole) < len(snapshots))


class Series:
    """What the snapshots of kstats say."""

    def __init__(self, found: Measured, of: Mapping[Kstat, Kept]) -> None:
        self.found, self.of = found, of
        self.drawn: dict[str, tuple[Counts, dict[str, Counts]]] = {}

    def finish(self, told: Mapping[str, str]) -> Measured:
        """Return what the counters say, each kstat as a part."""
        found = self.found
        names = Counter(whose.name for whose in self.of)
        for whose, kept in self.of.items():
            name = whose.name if names[whose.name] == 1 else ":".join(whose)
            if kept.cut:
                found.note(f"{name}: a snapshot that is not whole is left out")
            part = self.part(name, kept)
            if part.values:
                found.parts.append(part)
        self.choose(told)
        return found

    def part(self, name: str, kept: Kept) -> Part:
        """Return what the snapshots of a kstat say."""
        part, number = Part(name), kept.number
        last = {key: int(each[-1]) for key, each in kept.columns.items() if each[-1] is not None}
        since = None
        if "snaptime" in last and "crtime" in last:
            since = last["snaptime"] - last["crtime"]
            if since <= 0:
                self.found.note(f"{name}: snaptime is not after crtime: no rates")
                since = None
        if clocks := two_clocks(kept):
            self.found.note(
                f"{name}: counters were last changed after their snapshot, so there are two clocks: no rates"
            )
            number, since = 1, None
        steps = self.steps(name, kept, last) if number > 1 else None
        if steps:
            took, changes = self.drawn[name] = steps
            first = {key: each[0] for key, each in kept.columns.items()}
            part.values = values_of(
                {key: last[key] - int(was) for key in last if (was := first[key]) is not None},
                last["snaptime"] - int(first["snaptime"] or 0),
            )
            part.values["snapshots"] = number
            part.values["interval_s"] = took[0] / NANO
            if "rlentime" in last and any(any(changes.get(key, ())) for key in DONE):
                self.found.note(
                    "each row is the mean of an interval: no percentile can be known from them"
                )
        else:
            part.values = values_of(last, since if number == 1 else None)
            if part.values and since and number == 1:
                self.found.note("one snapshot: means since creation; a second one would make rates")
        if part.values and since:
            part.values["seconds_since_creation"] = since / NANO
        elif part.values and "reads" in part.values and not clocks:
            self.found.note(f"{name}: without snaptime and crtime there are no rates")
        return part

    def steps(
        self, name: str, kept: Kept, last: Snapshot
    ) -> tuple[Counts, dict[str, Counts]] | None:
        """Return for each interval its length (ns) and how much each of `COUNTED` grew, or None, said why, if the clocks or
        counters do not agree."""
        times = kept.columns.get("snaptime", [None])
        if None in times:
            self.found.note(f"{name}: a snapshot has no snaptime: no rates")
            return None
        created = kept.columns.get("crtime", [None])
        if len(set(created)) > 1:
            self.found.note(
                f"{name}: crtime is another one in a later snapshot (created again, or another machine): no rates"
            )
            return None
        took = growth(cast(Counts, times))
        changes = {
            key: growth([count or 0 for count in each] if None in each else cast(Counts, each))
            for key in COUNTED
            if (each := kept.columns.get(key))
        }
        if min(took) <= 0:
            self.found.note(f"{name}: snaptime runs backwards: no rates")
            return None
        if any(min(each) < 0 for each in changes.values()):
            self.found.note(f"{name}: a counter runs backwards: no rates")
            return None
        return took, {key: changes[key] for key in DRAWN if key in changes and key in last}

    def draw(self, part: Part) -> None:
        """Add the curves of a kstat."""
        if part.name not in self.drawn:
            return
        took, changes = self.drawn[part.name]
        nothing = [0.0] * len(took)
        done = list(map(add, *(changes.get(key, nothing) for key in DONE)))
        late = map(add, *(changes.get(key, nothing) for key in LATE))
        ends = array("d", accumulate(step / NANO for step in took))
        if "reads" in part.values:
            rates = (count * NANO / step for count, step in zip(done, took, strict=True))
            part.rates = Curve(ends, array("d", rates))
        if "rlentime" in changes:
            rows: list[tuple[float, float, float | None]] = [
                (end, time / NANO / count, None)
                for end, time, count in zip(ends, late, done, strict=True)
                if count
            ]
            part.windows = Windows(rows) if rows else None

    def choose(self, told: Mapping[str, str]) -> None:
        """Draw curves for the kstat that the reader chose, or the busiest."""
        disks = {
            part.name: done
            for part in self.found.parts
            if isinstance(done := part.values.get("requests"), int)
        }
        for part in self.found.parts:
            part.values.pop("requests", None)
        if len(disks) < 2:
            for part in self.found.parts:
                if part.name in disks:
                    self.draw(part)
            return
        order = sorted(disks, key=lambda name: ("," in name, -disks[name]))
        self.found.asks["device"] = ("Which device do you want to see?", order[:FIRST_ASKED])
        chosen = told.get("device", "")
        chosen = chosen if chosen in disks else order[0]
        self.found.values["device"] = chosen
        self.found.note(
            f"drawn is {chosen}; partitions, pools and drivers above may repeat its requests: do not add them"
        )
        self.draw(next(part for part in self.found.parts if part.name == chosen))


def growth(counts: Counts) -> Counts:
    """Return by how much a counter grew from each snapshot to the next."""
    steps = map(sub, islice(counts, 1, None), counts)
    return array("d", steps) if isinstance(counts, array) else list(steps)


def two_clocks(kept: Kept) -> bool:
    """Return whether a snapshot is older than its counters."""
    if kept.columns.keys().isdisjoint(UPDATES):
        return False
    nothing = [None] * kept.number
    times = (kept.columns.get(key, nothing) for key in ("snaptime", *UPDATES))
    return any(
        max(read or 0, written or 0) > taken + CLOSE
        for taken, read, written in zip(*times, strict=True)
        if taken is not None
    )


def values_of(counts: Snapshot, took: int | None) -> dict[str, float | int | str | None]:
    """Return what counters say of the time in which they grew (ns), or None if it is not known."""
    found: dict[str, float | int | str | None] = {}
    if "reads" in counts or "writes" in counts:
        names = {
            "reads": "reads",
            "writes": "writes",
            "nread": "read_bytes",
            "nwritten": "write_bytes",
        }
        found |= {name: counts[key] for key, name in names.items() if key in counts}
        done = counts.get("reads", 0) + counts.get("writes", 0)
        found["requests"] = done
        rates = {"r_per_s": "reads", "w_per_s": "writes"}
        rates |= {"read_bytes_per_s": "nread", "write_bytes_per_s": "nwritten"}
        if took:
            found |= {
                name: counts[key] * NANO / took for name, key in rates.items() if key in counts
            }
        for key, mean, queue in (
            ("rlentime", "mean_active_s", "mean_busy_queue"),
            ("wlentime", "mean_wait_s", "mean_wait_queue"),
        ):
            if key in counts:
                if done:
                    found[mean] = counts[key] / (NANO * done)
                if took:
                    found[queue] = counts[key] / took
        if took and "rtime" in counts:
            found["util"] = counts["rtime"] / took
    elif "hits" in counts and "misses" in counts:
        hits, misses = counts["hits"], counts["misses"]
        found = {"hits": hits, "misses": misses, "reads": hits + misses}
        found["miss_ratio"] = misses / (hits + misses) if hits + misses else None
        if took:
            found["reads_per_s"] = (hits + misses) * NANO / took
    return found


class Holder:
    """A kstat while it is read. record: the number of its latest snapshot."""

    def __init__(self) -> None:
        self.statistics: dict[str, Statistic] = {}
        self.record = 0

    def kept(self) -> Kept:
        """Return its snapshots that are whole."""
        every = self.statistics
        records = [each.records for each in every.values()]
        number = min(map(len, records), default=0)
        first = records[0][:number] if records else array("d")
        most = max(map(len, records), default=0)
        if all(each[:number] == first for each in records) and most - number <= bool(number):
            columns = {key: each.counts()[:number] for key, each in every.items()}
            return Kept(number, columns, most > number)
        snapshots: dict[float, Snapshot] = {}
        for key, each in every.items():
            for record, count in zip(each.records, each.counts(), strict=True):
                snapshots.setdefault(record, {})[key] = int(count)
        return series_of([snapshots[record] for record in sorted(snapshots)])


class Statistic:
    """A counter while it is read. of: its kstat. group: of its rows, -1 if it is not used. last: the snapshot that has it
    last."""

    def __init__(self, of: Holder, group: int) -> None:
        self.of, self.group, self.last = of, group, -1
        self.high, self.low, self.records = array("d"), array("d"), array("d")

    def extend(self, columns: Sequence[array[float]]) -> None:
        """Add counts: billions, the rest, and the snapshot's number."""
        for column, new in zip((self.high, self.low, self.records), columns, strict=True):
            column.extend(new)

    def counts(self) -> Counts:
        """Return the counts."""
        most = facts(self.high).most
        if most <= 0:
            return self.low
        if most < EXACT:
            return array("d", map(add, map(mul, self.high, repeat(1e9)), self.low))
        return [int(high) * NANO + int(low) for high, low in zip(self.high, self.low, strict=True)]

    def begin(self) -> int:
        """Return the number of the snapshot in which it is now. A second one of the same name begins a snapshot."""
        of = self.of
        if self.last == of.record:
            of.record += 1
        self.last = of.record
        return of.record


class Reader(named.Reader):
    """A file of kstat -p, -C or neither while it is read. quick: counters by the number of their names, contexts: the same for each heading; passed: lines that
    say nothing that is used."""

    def __init__(self, found: Measured) -> None:
        super().__init__(found, SCALES)
        self.of: dict[Kstat, Holder] = {}
        self.quick: dict[int, Statistic] = {}
        self.contexts: dict[Kstat, dict[int, Statistic]] = {}
        self.by_group = list[Statistic]()
        self.passed = set[str]()
        self.module, self.held = ("", ""), Kstat("", "", "")

    def take(self, block: Block) -> None:
        """Take the lines of a block; those of -C as those of -p."""
        if b"\t" not in block.data:
            block = Block(block.first, COLONS.sub(rb"\1\t\2", block.data))
        super().take(block)

    def like_before(self, codes: array[int], begin: int, end: int) -> int:
        """Take rows of counters that were there before, and return the first that was not."""
        quick, add, mark = self.quick, self.groups.append, self.marks.append
        for place in range(begin, end):
            known = quick.get(codes[place])
            if known is None:
                return place
            of = known.of
            if known.last == of.record:
                of.record += 1
            known.last = of.record
            add(known.group)
            mark(of.record)
        return end

    def line(self, number: int, line: str, code: int = -1) -> None:
        """Take a line that is not like one before."""
        if line in self.passed:
            return
        parts = line.split(":", 3)
        if len(parts) == 4 and parts[1].isdigit():
            whose = Kstat(parts[0].strip(), parts[1], parts[2])
            key, _, value = parts[3].partition("\t")
            if not value:
                key, colon, value = parts[3].partition(":")
                if not colon:
                    key, _, value = parts[3].partition(" ")
            self.take_one(number, whose, key, value, code)
            if key not in KEYS and len(self.passed) < MOST_PASSED:
                self.passed.add(line)
        elif heading := MODULE.match(line):
            self.module = (heading[1], heading[2])
        elif name := NAME.match(line):
            self.held = Kstat(*self.module, name[1])
            self.of.setdefault(self.held, Holder())
            self.quick = self.contexts.setdefault(self.held, {})
        elif self.held in self.of and len(words := line.split()) > 1:
            is_plain = code >= 0 and words[0] == self.named.names[code].word
            if words[0] in KEYS or is_plain:
                self.take_one(number, self.held, words[0], words[1], code if is_plain else -1)
        elif line.strip() and not time_in(line):
            self.found.leave(number, f"a line must be such as {EXAMPLE!r}, got {line[:40]!r}")

    def take_one(self, number: int, whose: Kstat, key: str, value: str, code: int = -1) -> None:
        """Take a counter."""
        if not (holder := self.of.get(whose)):
            holder = self.of[whose] = Holder()
        if key not in KEYS:
            if code >= 0:
                self.quick[code] = Statistic(Holder(), -1)
            return
        if (read := ticks(value, key)) is None:
            return self.found.leave(number, f"{key} must be a number, got {value.strip()[:40]!r}")
        if not (one := holder.statistics.get(key)):
            kind = 2 if key in TIMES - SUMS else 1 if key in TIMES else 0
            one = holder.statistics[key] = Statistic(holder, self.named.group([kind], more=1))
            self.by_group.append(one)
        if code >= 0 and self.named.names[code].width == 1:
            self.quick[code] = one
            self.groups[-1], self.marks[-1] = one.group, one.begin()
            return
        self.settle()
        high, low = divmod(read, NANO)
        one.high.append(high)
        one.low.append(low)
        one.records.append(one.begin())

    def extend(self, group: int, columns: list[array[float]]) -> None:
        """Take counts."""
        self.by_group[group].extend(columns)


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return what the counters of kstat -p or -C say, or of kstat without either."""
    found = Measured("kstat -p")
    reader = Reader(found)
    for block in source.blocks():
        reader.take(block)
    return Series(found, {whose: of.kept() for whose, of in reader.of.items()}).finish(told)


class Objects:
    """The objects of kstat -j while they are read. number: of the line that was counted last, up to `counted`."""

    def __init__(self, found: Measured, data: bytes) -> None:
        self.found, self.data = found, data
        self.snapshots, self.number, self.counted = Snapshots(found), 1, 0
        self.decoder = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=str)

    def read(self) -> Snapshots:
        """Read them: those together that a page found alike, others one by one."""
        at, tries = 0, MOST_TRIES
        start = OBJECT.search(self.data)
        while start:
            if alike.quick and tries:
                together = alike.quick(self.data, at, KINDS, ("module",))
                self.alike(together)
                at, tries = together.stop, tries - 1
                start = OBJECT.search(self.data, at)
                if not start:
                    break
            after = OBJECT.search(self.data, start.end())
            piece = self.data[start.start() : after.start() if after else None]
            end = self.one(piece.decode("utf-8", "replace"), start.start())
            at = start.start() + len(piece[:end]) if end else start.end()
            start = after if after and after.start() >= at else OBJECT.search(self.data, at)
        return self.snapshots

    def line(self, at: int) -> int:
        """Return the number of a line."""
        self.number += self.data.count(b"\n", self.counted, at)
        self.counted = at
        return self.number

    def one(self, piece: str, at: int) -> int:
        """Take an object. piece: from its begin, at a place of the file. Return how much of it was read."""
        try:
            one, end = self.decoder.raw_decode(piece)
        except (ValueError, RecursionError):
            try:
                one, end = self.decoder.raw_decode(COMMA.sub(r"\1.\2", piece))
            except (ValueError, RecursionError):
                self.found.leave(self.line(at), f"an object must be whole, got {piece[:40]!r}")
                return 0
        data = one.get("data")
        if not isinstance(data, dict):
            self.found.leave(self.line(at), f"an object must have data, got {piece[:40]!r}")
            return end
        data.setdefault("snaptime", one.get("snaptime"))
        kept = self.kept(one)
        kept.append({})
        for key in KEYS & data.keys():
            if isinstance(value := data[key], str):
                if (read := ticks(value, key)) is None:
                    self.snapshots.take(kept, key, value, self.line(at))
                else:
                    kept[-1][key] = read
        return end

    def kept(self, one: Mapping[str, Any]) -> list[Snapshot]:
        """Return the snapshots of an object's kstat."""
        kept = self.snapshots.whose(Kstat(*(str(one.get(key, "")) for key in Kstat._fields)))
        if kept and not kept[-1]:
            kept.pop()
        return kept

    def alike(self, found: Alike) -> None:
        """Take objects that a page found."""
        sheets = dict[int, tuple[list[Snapshot], Iterator[Snapshot]] | None]()
        for place, number in enumerate(found.order):
            if number not in sheets:
                sheets[number] = self.sheet(found, number)
            if each := sheets[number]:
                kept, rows = each
                kept.append(next(rows))
            else:
                self.one(found.text(place), found.starts[place])

    def sheet(self, found: Alike, number: int) -> tuple[list[Snapshot], Iterator[Snapshot]] | None:
        """Return the snapshots of a sheet's kstat, and those that the sheet adds; None if its objects are to be read one by
        one."""
        sheet = found.sheets[number]
        first = self.decoder.decode(found.text(found.order.index(number)))
        columns = dict[str, "array[int]"]()
        both = [(one.get("data"), one.get("snaptime")) for one in (first, sheet.places)]
        if not all(isinstance(data, dict) for data, _ in both):
            return None
        values, places = ({"snaptime": at, **data} for data, at in both)
        for key in KEYS & values.keys():
            if isinstance(value := values[key], str):
                if type(places[key]) is not int:
                    return None
                columns[key] = sheet.longs(places[key])
                if columns[key][0] != ticks(value, key):
                    return None
        if not columns:
            return None
        return self.kept(first), (
            dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)
        )


def read_json(source: Source, told: Mapping[str, str]) -> Measured:
    """Return what the counters of kstat -j say."""
    data = source.content().replace(b"\\?", b"?")
    return Objects(Measured("kstat -j"), data).read().finish(told)


FORM = Form("kstat", EXAMPLE, is_like, read)
JSON = Form("kstat JSON", '{"module": "sd", "instance": 1, "name": "sd1"}', is_like_json, read_json)
