"""What a file says: its parts, with numbers in SI units, and latencies one by one or in bins."""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil, fsum
from sys import maxsize
from typing import Any, NamedTuple

from models.measured.kit.many import facts, ordered

SHARES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p999": 0.999}
WHOLE = {"", "data_io", "d2c", "delta"}
"""Names of parts that hold the requests of all directions. The values of "" stand beside the file's own."""
SHOWN = 3
"""Lines left out that are told with their reason."""
Value = float | int | str | None


class Between(NamedTuple):
    """A latency of which only the bounds are known (s): at least `low`, below `high`."""

    low: float
    high: float


class Samples:
    """Latencies one by one. seconds: each latency. times: when each was answered (s), or empty."""

    def __init__(self, seconds: Iterable[float] = (), times: Iterable[float] = ()) -> None:
        self.seconds, self.times = array("d", seconds), array("d", times)
        self._ordered = array("d")

    def __len__(self) -> int:
        return len(self.seconds)

    @property
    def mean(self) -> float:
        """Return the mean of one or more latencies (s)."""
        return facts(self.seconds).total / len(self)

    @property
    def longest(self) -> float:
        """Return the longest of one or more latencies (s)."""
        return self.ordered[-1]

    @property
    def ordered(self) -> "array[float]":
        """Return the latencies in rising order (s)."""
        if len(self._ordered) != len(self):
            self._ordered = ordered(self.seconds)
        return self._ordered

    def percentiles(self, shares: Iterable[float]) -> list[float]:
        """Return for each share (0-1) the nearest-rank percentile (s) of one or more latencies."""
        return [self.ordered[max(0, ceil(share * len(self) - 1e-9) - 1)] for share in shares]


class Curve(Sequence[tuple[float, float]]):
    """Points of a curve. times: s. values: one at each time."""

    def __init__(self, times: "array[float]", values: "array[float]") -> None:
        self.times, self.values = times, values

    def __len__(self) -> int:
        return len(self.times)

    def __getitem__(self, at: Any) -> Any:
        """Return a point, or a list of points."""
        points = self.times[at], self.values[at]
        return list(zip(*points, strict=True)) if isinstance(at, slice) else points


class Bins:
    """Latencies of which is known how many lie in which bin. counts: (low, high, how many); s, low inside, high not."""

    def __init__(self, counts: Iterable[tuple[float, float, float]]) -> None:
        self.counts = sorted(each for each in counts if each[2] > 0)

    def __len__(self) -> int:
        return min(round(self.number), maxsize)  # more is no length

    @property
    def mean(self) -> float:
        """Return the mean of one or more latencies (s), each taken in the middle of its bin."""
        return fsum((low + high) / 2 * count for low, high, count in self.counts) / self.number

    @property
    def number(self) -> float:
        """Return how many there are; not whole if the tool rounds counts."""
        return fsum(count for _, _, count in self.counts)

    @property
    def longest(self) -> Between:
        """Return the bin of the longest of one or more latencies."""
        return Between(*self.counts[-1][:2])

    def percentiles(self, shares: Iterable[float]) -> list[Between]:
        """Return for each share (0-1) the bin of the percentile of one or more latencies."""
        number = self.number
        return [self.at(share * number) for share in shares]

    def at(self, rank: float) -> Between:
        """Return the bin with the latency of this rank."""
        off = 1e-9 * self.number
        for low, high, count in self.counts:
            rank -= count
            if rank <= off:
                return Between(low, high)
        return self.longest


class Windows:
    """Averages over windows. rows: (end of the window in s, mean latency in s, largest latency in s or None). means: a
    curve of the means. tops: the largest latencies that are known."""

    def __init__(self, rows: Iterable[tuple[float, float, float | None]] = ()) -> None:
        self.means, self.tops = Curve(array("d"), array("d")), array("d")
        for end, mean, top in rows:
            self.means.times.append(end)
            self.means.values.append(mean)
            if top is not None:
                self.tops.append(top)

    @classmethod
    def of_columns(
        cls, ends: "array[float]", means: "array[float]", tops: "array[float]"
    ) -> "Windows":
        """Return windows whose ends, means and largest latencies are known by column."""
        found = cls()
        found.means, found.tops = Curve(ends, means), tops
        return found

    def __len__(self) -> int:
        return len(self.means)


@dataclass
class Part:
    """What was measured of one thing, such as the reads, or one disk.

    values: numbers by name, in SI units: n, bytes, iops, r_per_s, mean_s and so on; what a tool says goes before
    what can be computed. latencies: one by one or in bins. windows: averages, of which no percentile can be known.
    rates: (end of the interval in s, requests in a second), for a curve over time. group: what it is a part of, such as a
    disk or the interval, under whose name JSON has it."""

    name: str
    values: dict[str, Value] = field(default_factory=dict)
    latencies: Samples | Bins | None = None
    windows: Windows | None = None
    rates: Sequence[tuple[float, float]] = field(default_factory=list)
    over_time: list[tuple[float, Bins]] = field(default_factory=list)
    group: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the part's numbers; a percentile in bins as its bounds."""
        found: dict[str, Any] = {}
        if self.latencies is not None and len(self.latencies):
            found["n"] = len(self.latencies)
            if isinstance(self.latencies, Bins):
                found["n"] = whole(self.latencies.number)
            found["mean_s"] = self.latencies.mean
            shares: Sequence[float | Between] = self.latencies.percentiles(SHARES.values())
            for name, value in zip(SHARES, shares, strict=True):
                found |= said(name, value)
            found |= said("max", self.latencies.longest)
        if self.windows is not None:
            number = len(self.windows)
            found |= {"windows": number, "n": None, "p50_s": None, "p99_s": None}
            if number:
                found["mean_of_windows_s"] = facts(self.windows.means.values).total / number
            if self.windows.tops:
                found["max_s"] = facts(self.windows.tops).most
        return found | self.values


def said(name: str, value: float | Between) -> dict[str, float | list[float]]:
    """Return a latency under its name; if only its bounds are known, as these."""
    return {f"{name}_bin_s": list(value)} if isinstance(value, Between) else {f"{name}_s": value}


def in_one_line(text: str) -> str:
    """Return a text with a ? for each sign that cannot be shown in one line."""
    return (
        text
        if text.isprintable()
        else "".join(each if each.isprintable() else "?" for each in text)
    )


def whole(number: float) -> float | int:
    """Return a number as an int if it is one."""
    return int(number) if number == int(number) else number


@dataclass
class Measured:
    """What a file says.

    form: the name of its form. parts: in the file's order. values: what is said of the whole. machine: settings of a
    machine by dotted name, load: those of a load, that the file names. kinds: by section of the pool ("data", "log"), what
    the devices' names say of their kind (`commands.disks.Disk`), "" if nothing. notes: what a reader must know to trust the
    numbers. asks: what the file does not say, as name -> (question, options); the first option was taken. left:
    the lines left out, with the reason, the first few; left_count: how many."""

    form: str
    parts: list[Part] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    machine: dict[str, Any] = field(default_factory=dict)
    load: dict[str, Any] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    asks: dict[str, tuple[str, list[str]]] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)
    left_count: int = 0
    lines: int = 0

    def all(self) -> Part | None:
        """Return reads, writes and trims together, or None unless both are known one by one and no part has all."""
        if any(part.name in WHOLE for part in self.parts):
            return None
        both = [part.latencies for part in self.parts if part.name in ("read", "write", "trim")]
        if len(both) < 2 or not all(isinstance(each, Samples) for each in both):
            return None
        found = Samples()
        for each in both:
            assert isinstance(each, Samples)
            found.seconds.extend(each.seconds)
            found.times.extend(each.times)
        return Part("all", latencies=found)

    def part(self, name: str, group: str = "") -> Part:
        """Return the part of this name in a group, a new one at the end if there is none."""
        for part in self.parts:
            if (part.name, part.group) == (name, group):
                return part
        self.parts.append(Part(name, group=group))
        return self.parts[-1]

    def leave(self, number: int, why: str) -> None:
        """Leave a line out. number: of the line, from 1. why: what was expected, and what there is."""
        self.left_count += 1
        if len(self.left) < SHOWN:
            self.left.append(f"line {number}: {in_one_line(why)}")

    def note(self, text: str) -> None:
        """Say something once."""
        if (text := in_one_line(text)) not in self.notes:
            self.notes.append(text)

    def to_json(self) -> dict[str, Any]:
        """Return what the file says, each part under its name."""
        found: dict[str, Any] = {"format": self.form, **self.values}
        for part in self.parts:
            if part.group:
                found[part.group] = {**found.get(part.group, {}), part.name: part.to_json()}
            else:
                found |= {part.name: part.to_json()} if part.name else part.to_json()
        if together := self.all():
            found["all"] = together.to_json()
        for name in ("machine", "load", "notes", "asks"):
            if given := getattr(self, name):
                found[name] = given
        if self.left_count:
            found["left_out"] = {"lines": self.left_count, "first": self.left}
        return found
