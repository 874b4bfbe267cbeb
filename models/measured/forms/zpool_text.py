"""What the outputs of `zpool iostat` have in common: its numbers, its command line, its reports, and the pool.

Counts and sizes are rounded to five characters, K being 1,024 for both; times are cut to a whole unit (OpenZFS's
`lib/libzutil/zutil_nicenum.c`, zfs_nicenum_format). The decimal point is the locale's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import isfinite
from typing import NamedTuple

from models.commands.disks import disk_of
from models.commands.pasted import USUAL
from models.commands.pool import Pool
from models.commands.status import read_status
from models.commands.text import MOST_LINES, lines
from models.machine.order import ORDERS
from models.measured.kit.measured import Measured
from models.measured.kit.named import GAP, NO_UNIT, Scale

TIMES = {"": 1e9, "ns": 1e9, "us": 1e6, "µs": 1e6, "ms": 1e3, "s": 1.0}
"""How many of a unit are a second; -p prints ns without one."""
COMMAND = re.compile(r"\bzpool\s+iostat\b([^|;&]*)")
DECIMAL = re.compile(r"(?<=\d),(?=\d{1,2}[KMGTPE]\b)", re.ASCII)
"""A decimal comma in a size, as some locales have it."""
CLOCK = re.compile(r"\b([01]?\d|2[0-3]):([0-5]\d):([0-5]\d)\b", re.ASCII)
MOST = 1e15
"""Requests or bytes in a second from here on are a counter that ran backwards: no pool has so many."""
MOST_COUNT = 1e18
POWERS = {letter: (1024.0**power, 1.0) for power, letter in enumerate("KMGTPE", 1)}
ONE = {NO_UNIT: (1.0, 1.0)}
COUNTS = Scale(ONE | POWERS, MOST_COUNT)
RATES = Scale(ONE | POWERS, MOST)
"""Rates. A number that no pool reaches is refused: its counter ran backwards."""
SIZES = Scale(ONE | POWERS | {GAP: (1.0, 1.0)})
"""Sizes and depths, those too that are below 0, which are printed as 16.0E."""
WAITS = Scale({GAP: (1.0, 1.0)} | {unit: (1.0, over) for unit, over in TIMES.items()}, MOST)
"""Times (s)."""
RESERVED = {"format", "boot", "interval", "since_boot", "read", "write", "rows", "blocks", "pool"}
RESERVED |= {"machine", "load", "notes", "asks", "left_out", "all", "interval_s", "layout"}


class Asked(NamedTuple):
    """What a command line asked for. options: letters. interval: between reports (s), None if it is not there."""

    options: frozenset[str]
    interval: float | None


def asked(head: Sequence[str]) -> Asked:
    """Return what the command line said, if it was pasted with its output."""
    for line in head:
        if match := COMMAND.search(line):
            return asked_by(match[1].split())
    return Asked(frozenset(), None)


def asked_by(words: Sequence[str]) -> Asked:
    """Return what the words after `zpool iostat` say."""
    letters = frozenset(letter for word in words if word[0] == "-" for letter in word[1:])
    numbers = [word for word in words[-2:] if re.fullmatch(r"\d{1,6}(\.\d{1,3})?", word)]
    interval = float(numbers[0]) if numbers else None
    return Asked(letters, interval or None)


class Reports:
    """The reports of a file. number: of the latest, from 0. boots: those that are since the pool's import. times: what
    `-T` printed last before each (s)."""

    def __init__(self, head: Sequence[str], told: Mapping[str, str]) -> None:
        self.asked, self.told = asked(head), told
        self.number, self.boots, self.times = -1, set[int](), dict[int, float]()
        self.fresh, self.skips = True, "y" in self.asked.options

    def begin(self) -> None:
        """Begin a report."""
        self.number += 1
        if self.fresh and not self.skips and self.told.get("first") != "an interval":
            self.boots.add(self.number)
        self.fresh = False

    def is_between(self, line: str) -> bool:
        """Return whether a line is a command or a time, and take what it says."""
        if match := COMMAND.search(line):
            new = asked_by(match[1].split())
            self.fresh, self.skips = True, "y" in new.options
            if self.asked.interval is None:
                self.asked = self.asked._replace(interval=new.interval)
            return True
        text = line.strip()
        if text.isascii() and text.isdigit() and 9 <= len(text) <= 11:
            self.times[self.number + 1] = float(text)
            return True
        if match := CLOCK.search(text):
            hours, minutes, seconds = map(int, match.groups())
            self.times[self.number + 1] = 3600.0 * hours + 60.0 * minutes + seconds
            return True
        return False

    def interval(self, found: Measured) -> float | None:
        """Return the time between reports (s): by the answer, the times or the command, else None, and ask for it."""
        times = [time for number, time in self.times.items() if number <= self.number]
        steps = [b - a for a, b in pairwise(times)]
        if any(step < 0 for step in steps):
            found.note("the times that are printed run backwards, or over midnight, at some place")
        steps = sorted(step for step in steps if step > 0)
        if text := self.told.get("interval"):
            try:
                if (said := float(text)) > 0 and isfinite(said):
                    return said
            except ValueError:
                pass
            found.note(f"the interval must be seconds, such as 5, got {text[:20]!r}")
        if steps:
            return steps[len(steps) // 2]
        if self.asked.interval is None and self.number >= max(1, len(self.boots)):
            found.asks["interval"] = (
                "How many seconds lay between the reports? The file does not say.",
                ["1", "5", "10", "60"],
            )
        return self.asked.interval

    def say(self, found: Measured) -> None:
        """Say what was taken of the first report."""
        if self.number and len(self.boots) > self.number:
            found.note("each report is since the pool's import: the last is shown")
        elif self.boots and self.number:
            found.note("the first report is since the pool's import: it is not among the intervals")
        elif self.boots:
            found.note("the only report is since the pool's import: its rates are means since then")
        if self.number and not self.asked.options:
            options = ["since import", "an interval"]
            found.asks["first"] = (
                "Is the first report since the pool's import (the usual), or an interval (-y)?",
                options if self.boots else options[::-1],
            )


def named(name: str) -> str:
    """Return the name of a pool or disk as that of a part."""
    return f"{name} (a name)" if name in RESERVED else name


def take_machine(text: str, found: Measured) -> Pool | None:
    """Take the machine that a `zpool status` in a text describes; return its pool, None if there is none. Raise
    ValueError for one that no machine can be made of."""
    order = ORDERS[USUAL]
    pool = Pool.of(order)
    text = DECIMAL.sub(".", text)
    if not read_status(pool, list(lines(text))):
        return None
    found.machine |= pool.settings(order)
    for section in ("data", "log"):
        if kinds := {
            disk_of(disk).kind
            for vdev in pool.within(section)
            for disk in vdev.disks
            if not disk.isdigit()
        }:
            if len(kinds) > 1:
                found.note(
                    f"{section}: the devices are of several kinds by their names, and all are taken for one of them"
                )
            found.kinds[section] = kinds.pop() if len(kinds) == 1 else ""
    for note in pool.notes:
        found.note(note)
    return pool


def machine_beside(head: Sequence[str], found: Measured) -> None:
    """Take the machine if a `zpool status` was pasted with another output."""
    if any(line.lstrip().startswith("pool: ") for line in head):
        try:
            take_machine("\n".join(head[:MOST_LINES]), found)
        except ValueError as error:
            found.note(f"the pool's layout cannot be read: {error}")
