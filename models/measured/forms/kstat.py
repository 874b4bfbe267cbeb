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
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from operator import sub
from typing import Any, NamedTuple

from models.measured.kit import alike
from models.measured.kit.alike import LONG, SAME, Alike
from models.measured.kit.clock import time_in
from models.measured.kit.devices import FIRST_ASKED
from models.measured.kit.form import Form
from models.measured.kit.measured import Measured, Part, Windows
from models.measured.kit.source import Source

NANO = 10**9
KEYS = frozenset(
    "reads writes nread nwritten rtime wtime rlentime wlentime crtime snaptime hits misses "
    "rlastupdate wlastupdate".split()
)
"""Statistics that are used here; those of other names are passed over."""
TIMES = frozenset(key for key in KEYS if key.endswith(("time", "update")))
SUMS = TIMES - {"crtime", "snaptime"}
"""Sums of time, and times of updates. Those without a point are in nanoseconds."""
CLOSE = NANO // 100
"""How much later than a snapshot its counters may be: it is dated before they are copied. Chosen."""
LINE = re.compile(r"[^\s:]+:\d{1,9}:[^:\t]+:[^\t:]+[\t:\s]")
MODULE = re.compile(r"module:\s+(\S+)\s+instance:\s+(\d{1,9})\s*$")
NAME = re.compile(r"name:\s+(.*?)\s+class:")
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
Snapshot = dict[str, int]
"""Counters by name; times in nanoseconds."""


def is_like(head: Sequence[str]) -> bool:
    """Return whether most of the first lines are counters, or one is of kstat's JSON."""
    rows = head[:50]
    return 2 * sum(bool(LINE.match(row)) for row in rows) > len(rows) or any(
        MODULE.match(row) for row in rows
    )


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
        found = self.found
        names = [whose.name for whose in self.of]
        for whose, snapshots in self.of.items():
            name = whose.name if names.count(whose.name) == 1 else ":".join(whose)
            whole = snapshots
            if len(snapshots) > 1:
                most = max(map(len, snapshots))
                whole = [one for one in snapshots if len(one) == most]
            if len(whole) < len(snapshots):
                found.note(f"{name}: a snapshot that is not whole is left out")
            part = self.part(name, whole)
            if part.values:
                found.parts.append(part)
        self.choose(told)
        return found

    def part(self, name: str, snapshots: Sequence[Snapshot]) -> Part:
        """Return what the snapshots of a kstat say."""
        part, last = Part(name), snapshots[-1]
        since = None
        if "snaptime" in last and "crtime" in last:
            since = last["snaptime"] - last["crtime"]
            if since <= 0:
                self.found.note(f"{name}: snaptime is not after crtime: no rates")
                since = None
        if clocks := any(two_clocks(one) for one in snapshots):
            self.found.note(
                f"{name}: counters were last changed after their snapshot, so there are two clocks: no rates"
            )
            snapshots, since = snapshots[-1:], None
        steps = self.steps(name, snapshots) if len(snapshots) > 1 else []
        if steps:
            part.values = values_of(
                {key: last[key] - snapshots[0][key] for key in last if key in snapshots[0]},
                last["snaptime"] - snapshots[0]["snaptime"],
            )
            part.values["snapshots"] = len(snapshots)
            part.values["interval_s"] = steps[0][0] / NANO
        else:
            part.values = values_of(last, since if len(snapshots) == 1 else None)
            if part.values and since and len(snapshots) == 1:
                self.found.note("one snapshot: means since creation; a second one would make rates")
        if part.values and since:
            part.values["seconds_since_creation"] = since / NANO
        elif part.values and "reads" in part.values and not clocks:
            self.found.note(f"{name}: without snaptime and crtime there are no rates")
        end, rows = 0.0, list[tuple[float, float, float | None]]()
        part.rates = rates = list[tuple[float, float]]()
        for took, (reads, writes, active, waited, *_) in steps:
            end += took / NANO
            done = reads + writes
            rates.append((end, done * NANO / took))
            if done and "rlentime" in last:
                rows.append((end, (active + waited) / NANO / done, None))
        if rows:
            part.windows = Windows(rows)
            self.found.note(
                "each row is the mean of an interval: no percentile can be known from them"
            )
        if "reads" not in last:
            part.rates = []
        return part

    def steps(self, name: str, snapshots: Sequence[Snapshot]) -> list[tuple[int, list[int]]]:
        """Return for each interval its length (ns) and how much each of `COUNTED` grew, or nothing, said why, if the
        clocks or counters do not agree."""
        found = list[tuple[int, list[int]]]()
        if not all("snaptime" in one for one in snapshots):
            self.found.note(f"{name}: a snapshot has no snaptime: no rates")
            return []
        if len({one.get("crtime") for one in snapshots}) > 1:
            self.found.note(
                f"{name}: crtime is another one in a later snapshot (created again, or another machine): no rates"
            )
            return []
        before = [snapshots[0].get(key, 0) for key in COUNTED]
        for one, other in pairwise(snapshots):
            now = [other.get(key, 0) for key in COUNTED]
            change = list(map(sub, now, before))
            took, before = other["snaptime"] - one["snaptime"], now
            if took <= 0:
                self.found.note(f"{name}: snaptime runs backwards: no rates")
                return []
            if min(change) < 0:
                self.found.note(f"{name}: a counter runs backwards: no rates")
                return []
            found.append((took, change))
        return found

    def choose(self, told: Mapping[str, str]) -> None:
        """Keep curves for the kstat that the reader chose, or the busiest."""
        disks = {
            part.name: done
            for part in self.found.parts
            if isinstance(done := part.values.get("requests"), int)
        }
        for part in self.found.parts:
            part.values.pop("requests", None)
        if len(disks) < 2:
            return
        order = sorted(disks, key=lambda name: ("," in name, -disks[name]))
        self.found.asks["device"] = ("Which device shall be drawn?", order[:FIRST_ASKED])
        chosen = told.get("device", "")
        chosen = chosen if chosen in disks else order[0]
        self.found.values["device"] = chosen
        self.found.note(
            f"drawn is {chosen}; partitions, pools and drivers above may repeat its requests: do not add them"
        )
        for part in self.found.parts:
            if part.name != chosen:
                part.rates, part.windows = [], None


def two_clocks(one: Snapshot) -> bool:
    """Return whether a snapshot is older than its counters."""
    last = max(one.get("rlastupdate", 0), one.get("wlastupdate", 0))
    return last > one.get("snaptime", last) + CLOSE


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


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return what the counters of kstat -p or -C say, or of kstat without either."""
    found = Measured("kstat -p")
    snapshots = Snapshots(found)
    known, module, kept = dict[str, list[Snapshot]](), ("", ""), list[Snapshot]()
    for block in source.blocks():
        for number, line in block.lines():
            left, _, value = line.partition("\t")
            whose, colon, key = left.rpartition(":")
            if whose in known:
                if key in KEYS:
                    snapshots.take(known[whose], key, value, number)
                continue
            parts = line.split(":", 3)
            if len(parts) == 4 and parts[1].isdigit():
                of = Kstat(parts[0].strip(), parts[1], parts[2])
                if "\t" in line and whose.count(":") == 2:
                    known[whose] = snapshots.whose(of)
                elif not value:
                    key, colon, value = parts[3].partition(":")
                    if not colon:
                        key, _, value = parts[3].partition(" ")
                if key in KEYS:
                    snapshots.take(snapshots.whose(of), key, value, number)
            elif heading := MODULE.match(line):
                module = (heading[1], heading[2])
            elif name := NAME.match(line):
                kept = snapshots.whose(Kstat(*module, name[1]))
            elif kept and len(words := line.split()) > 1:
                if words[0] in KEYS:
                    snapshots.take(kept, words[0], words[1], number)
            elif line.strip() and not time_in(line):
                found.leave(number, f"a line must be such as {EXAMPLE!r}, got {line[:40]!r}")
    return snapshots.finish(told)


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
