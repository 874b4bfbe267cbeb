"""The counters of a device with two queues, and what two snapshots of them say.

A request waits until it is sent, and then runs until it is answered. For each queue the kernel keeps its length, how
long it was not empty, and the sum of its length over time (a Riemann sum). It adds to them whenever the length
changes, so that a counter is as old as its last update. Source: illumos, kstat(9S) and `kstat_fr.c`; the letters w and
r are those of its names."""

import json
from dataclasses import dataclass, replace
from typing import NamedTuple

from models.units import ns

TIMES = frozenset("crtime snaptime wtime wlentime wlastupdate rtime rlentime rlastupdate".split())


@dataclass(frozen=True)
class Snapshot:
    """The counters of a device at a moment. Times are in seconds on the machine's clock."""

    snaptime: float = 0.0
    crtime: float = 0.0
    reads: int = 0
    writes: int = 0
    nread: int = 0  # bytes
    nwritten: int = 0
    wcnt: int = 0  # requests that wait
    wtime: float = 0.0  # while at least one waited
    wlentime: float = 0.0  # sum of the waits, over requests
    wlastupdate: float = 0.0
    rcnt: int = 0  # requests that run
    rtime: float = 0.0
    rlentime: float = 0.0
    rlastupdate: float = 0.0

    @property
    def ahead(self) -> float:
        """Return how far the last update lies after the snapshot (s). More than 0: two clocks that disagree."""
        return max(self.wlastupdate, self.rlastupdate) - self.snaptime

    def up_to_date(self) -> "Snapshot":
        """Return the counters with what the queues added between the last update and the snapshot. Raise ValueError
        if the last update lies after it."""
        if self.ahead > 0:
            raise ValueError(
                f"the last update must not be later than the snapshot, got {self.ahead:.3g} s later: two clocks"
            )
        wait, run = self.snaptime - self.wlastupdate, self.snaptime - self.rlastupdate
        return replace(
            self,
            wtime=self.wtime + wait * (self.wcnt > 0),
            wlentime=self.wlentime + wait * self.wcnt,
            wlastupdate=self.snaptime,
            rtime=self.rtime + run * (self.rcnt > 0),
            rlentime=self.rlentime + run * self.rcnt,
            rlastupdate=self.snaptime,
        )


class Counters:
    """The counters of a device whose requests come, are sent and are answered in order of time (s)."""

    def __init__(self) -> None:
        self.now = Snapshot()

    def wait(self, t: float, change: int) -> None:
        """Change the number of those that wait."""
        now = replace(self.now, snaptime=t).up_to_date()
        self.now = replace(self.now, wcnt=now.wcnt + change, wtime=now.wtime, wlentime=now.wlentime)
        self.now = replace(self.now, wlastupdate=t)

    def run(self, t: float, change: int) -> None:
        """Change the number of those that run."""
        now = replace(self.now, snaptime=t).up_to_date()
        self.now = replace(self.now, rcnt=now.rcnt + change, rtime=now.rtime, rlentime=now.rlentime)
        self.now = replace(self.now, rlastupdate=t)

    def read(self, t: float, size: int) -> None:
        """Count a read of `size` bytes that was answered."""
        self.run(t, -1)
        self.now = replace(self.now, reads=self.now.reads + 1, nread=self.now.nread + size)

    def snapshot(self, t: float) -> Snapshot:
        """Return the counters at a time (s). They are as old as their last update."""
        return replace(self.now, snaptime=t)


class Rates(NamedTuple):
    """What two snapshots say of the time between them. All are means; None if nothing was answered."""

    seconds: float
    rate: float  # answers a second
    size: float | None  # bytes of each
    waiting: float  # requests in the first queue (iostat: wait)
    running: float  # and in the second (actv)
    wait: float | None  # time in the first (wsvc_t, s)
    service: float | None  # and in the second (asvc_t, s)
    blocked: float  # share of the time in which one waited (%w, 0-1)
    busy: float  # and in which one ran (%b, 0-1)


def between(first: Snapshot, second: Snapshot) -> Rates:
    """Return the rates between two snapshots of one device. Raise ValueError if they cannot be compared: another
    device, times that run backwards, two clocks."""
    if first.crtime != second.crtime:
        raise ValueError(
            f"both snapshots must be of one device since one start, got crtime {first.crtime:g} and {second.crtime:g}"
        )
    seconds = second.snaptime - first.snaptime
    if seconds <= 0:
        raise ValueError(f"the second snapshot must be later than the first, got {seconds:g} s")
    a, b = first.up_to_date(), second.up_to_date()
    done = b.reads + b.writes - a.reads - a.writes
    moved = b.nread + b.nwritten - a.nread - a.nwritten
    waits, runs = b.wlentime - a.wlentime, b.rlentime - a.rlentime
    return Rates(
        seconds,
        done / seconds,
        moved / done if done else None,
        waits / seconds,
        runs / seconds,
        waits / done if done else None,
        runs / done if done else None,
        (b.wtime - a.wtime) / seconds,
        (b.rtime - a.rtime) / seconds,
    )


def kstat(text: str) -> Snapshot:
    """Return the counters of a device as `kstat -p` or `kstat -j` prints them. A time with a point is in seconds,
    one without in nanoseconds: the version in perl wrote the former, the first one in C the latter."""
    if text.lstrip().startswith("["):
        found = json.loads(text, parse_float=str, parse_int=str)[0]["data"]
    else:
        found = dict(line.split(":")[-1].split() for line in text.splitlines())
    values = {name: number(name, value) for name, value in found.items()}
    return Snapshot(**{name: values[name] for name in Snapshot.__dataclass_fields__})  # type: ignore[arg-type]


def number(name: str, text: str) -> float:
    """Return the number of a counter, a time in seconds."""
    if name not in TIMES:
        return int(text)
    return float(text) if "." in text else int(text) * ns
