"""What fio says of the directions of its jobs, and of several together."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import Any, NamedTuple

from models.measured.forms.fio_bins import UNITS, Bounds, joined, middle_of
from models.measured.kit.measured import Bins, Value

WAYS = ("read", "write", "trim", "mixed", "sync")
PARTS = WAYS[:3]
Pair = tuple[float, float | None]
IDLE: Pair = (0, None)
"""Requests and runtime (s) of a direction without any."""
WAITS = {"stonewall", "wait_for_previous", "wait_for"}
"""Options of a job that begins after others."""
LAST_EDGE = 2**34
"""Where fio's bins end (ns): the last one holds all that took longer."""


@dataclass(slots=True)
class Way:
    """One direction of a job, or of several. ios: all requests. n: those whose latency was measured. mean, longest,
    shortest: of these (s). size: bytes. rate: bytes/s. runtime: s. percentiles: name -> s. counts: by bins of a unit.
    more: numbers of its other latencies. is_uncounted: whether there were some, and nothing says how many."""

    ios: int = 0
    n: int = 0
    mean: float | None = None
    longest: float | None = None
    shortest: float | None = None
    size: float | None = None
    iops: float | None = None
    rate: float | None = None
    runtime: float | None = None
    percentiles: dict[str, float] = field(default_factory=dict)
    unit: str = "ns"
    counts: dict[Bounds, int] = field(default_factory=dict)
    more: dict[str, float | None] = field(default_factory=dict)
    is_uncounted: bool = False

    @property
    def busy(self) -> bool:
        """Return whether there are any requests."""
        known = self.ios or self.n or self.mean or self.iops or self.percentiles
        return bool(known) or self.is_uncounted

    def values(self) -> dict[str, Value]:
        """Return the numbers by name."""
        if not self.busy:
            return {"n": 0}
        said: dict[str, Value] = {
            "n": self.n or self.ios or None,
            "total_ios": self.ios if self.n and self.ios != self.n else None,
            "mean_s": self.mean,
            "min_s": self.shortest,
            **self.percentiles,
            "max_s": self.longest,
            "bytes": None if self.size is None else int(self.size),
            "iops": self.iops,
            "bytes_per_s": self.rate,
            "runtime_s": self.runtime,
            **self.more,
        }
        if self.counts:
            said["bins_n"] = sum(self.counts.values())
            said["bins_mean_s"] = middle_of(self.counts, UNITS[self.unit])
        return {name: value for name, value in said.items() if value is not None}

    def bins(self) -> Bins | None:
        """Return the bins, if any are known. The last of all ends at the longest latency."""
        if not self.counts:
            return None
        per, last = UNITS[self.unit], max(self.counts)
        top = last[1] / per
        if last[1] >= LAST_EDGE:
            top = max(top, self.longest or 0.0)
        return Bins(
            (bounds[0] / per, top if bounds == last else bounds[1] / per, count)
            for bounds, count in self.counts.items()
        )

    def since(self, before: Way) -> Way:
        """Return what was added to an earlier state."""
        n = self.n - before.n
        found = Way(self.ios - before.ios, n, unit=self.unit)
        if n > 0 and self.mean is not None:
            mean = (self.n * self.mean - before.n * (before.mean or 0.0)) / n
            found.mean = mean if mean >= 0 else None
        if self.size is not None:
            found.size = max(0.0, self.size - (before.size or 0.0))
        if self.runtime is not None:
            found.runtime = self.runtime - (before.runtime or 0.0)
        if found.runtime and found.runtime > 0:
            found.iops = found.ios / found.runtime
        counts = {
            bounds: count - before.counts.get(bounds, 0) for bounds, count in self.counts.items()
        }
        if min(counts.values(), default=0) >= 0:
            found.counts = {bounds: count for bounds, count in counts.items() if count}
        return found


def together(ways: Sequence[Way], at_once: bool = True, bins: bool = False) -> Way:
    """Return what is known of several directions or jobs. at_once: whether they ran at the same time, so that their
    rates add up. bins: whether their bins are wanted."""
    busy = [way for way in ways if way.busy]
    if len(busy) < 2:
        return busy[0] if busy else Way()
    found = Way(sum(way.ios for way in busy), sum(way.n for way in busy))
    found.is_uncounted = not found.n and not found.ios
    known = [(way.n, way.mean) for way in busy if way.n and way.mean is not None]
    if known and len(known) == sum(1 for way in busy if way.n):
        found.mean = fsum(n * mean for n, mean in known) / found.n
    found.longest = max((way.longest for way in busy if way.longest is not None), default=None)
    found.shortest = min((way.shortest for way in busy if way.shortest is not None), default=None)
    found.size = added([way.size for way in busy])
    if at_once:
        found.iops, found.rate = (
            added([way.iops for way in busy]),
            added([way.rate for way in busy]),
        )
        found.runtime = max((way.runtime for way in busy if way.runtime is not None), default=None)
    if bins and all(way.counts for way in busy) and len({way.unit for way in busy}) == 1:
        found.unit, found.counts = busy[0].unit, joined(way.counts for way in busy)
    return found


def joint(pairs: Sequence[Pair], at_once: bool = True) -> Pair:
    """Return the requests and the runtime (s) of several directions or jobs, as `together` does."""
    busy = [pair for pair in pairs if pair is not IDLE]
    if len(busy) < 2:
        return busy[0] if busy else IDLE
    times = [time for _, time in busy if time is not None] if at_once else []
    return fsum(ios for ios, _ in busy), max(times, default=None)


def parts_of(ways: Collection[str]) -> Sequence[str]:
    """Return the directions that make a whole: not syncs, nor what mixes others that are there."""
    return [name for name in PARTS if name in ways] or ["mixed"]


def added(values: Sequence[float | None]) -> float | None:
    """Return the sum, None unless all are known."""
    known = [value for value in values if value is not None]
    return fsum(known) if len(known) == len(values) else None


class Job(NamedTuple):
    """A job of a run, with its directions. group: jobs of one ran at the same time."""

    name: str
    group: tuple[int, int]
    ways: dict[str, Way]
    options: Mapping[str, Any]

    def whole(self) -> Way:
        """Return all its requests together."""
        return together([self.ways[name] for name in parts_of(self.ways) if name in self.ways])

    def values(self) -> dict[str, Any]:
        """Return what is known of the job."""
        busy = {name: way for name, way in self.ways.items() if way.busy}
        found: dict[str, Any] = {"name": self.name, **self.whole().values()}
        return found | {name: way.values() for name, way in busy.items() if len(busy) > 1}


class Run(NamedTuple):
    """A run of fio. total: what it says of all clients. ended: when (s, from any time on), 0 if it is not said. several:
    whether it is several runs, one after the other."""

    jobs: list[Job]
    total: Job | None = None
    ended: float = 0.0
    several: bool = False

    @property
    def at_once(self) -> bool:
        """Return whether all jobs ran at the same time: none waited for those before it."""
        if any(WAITS & job.options.keys() for job in self.jobs[1:]):
            return False
        return not self.several and len({job.group for job in self.jobs}) < 2

    def ways(self, bins: bool = True) -> dict[str, Way]:
        """Return the directions of all jobs together. bins: whether their bins are wanted."""
        if self.total and not any(way.counts for job in self.jobs for way in job.ways.values()):
            return self.total.ways
        names = {name for job in self.jobs for name in job.ways}
        return {
            name: together(
                [job.ways[name] for job in self.jobs if name in job.ways], self.at_once, bins
            )
            for name in sorted(names, key=WAYS.index)
        }

    def whole(self) -> Way:
        """Return all requests of all jobs together."""
        if self.total:
            return self.total.whole()
        found = together([job.whole() for job in self.jobs], self.at_once)
        return replace(found, iops=None, rate=None, runtime=None) if self.several else found
