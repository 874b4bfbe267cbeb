"""Documents of fio that a page found alike (`models.measured.kit.alike`), by the columns of their numbers."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import compress
from math import fsum
from typing import Any, NamedTuple

from models.measured.forms.fio_bins import LEAST_BINNED, UNITS, Bounds, bounds_of_middle
from models.measured.forms.fio_fields import (
    ALL,
    KINDS,
    in_kibibytes,
    jobs_in,
    kinds_of,
    mapping,
    name_of,
)
from models.measured.forms.fio_runs import Runs, State
from models.measured.forms.fio_ways import IDLE, WAYS, Job, Pair, Run, Way, joint, parts_of
from models.measured.kit.alike import ANY, COUNTS, NUMBER, SAME, Alike, Sheet
from models.measured.kit.measured import Measured
from models.units import KiB

KEPT = (
    dict.fromkeys(
        "total_ios N samples mean max min io_bytes iops runtime timestamp timestamp_ms".split(),
        NUMBER,
    )
    | {"bins": COUNTS, "time": ANY}
    | dict.fromkeys(("groupid", "jobname", "hostname"), SAME)
)
"""What is done with the values of keys."""
EXACT = 2**53
"""Whole numbers below it are exact as floats."""
Told = tuple[Run, Measured]
Read = Callable[[int], list[Told]]


class Track(NamedTuple):
    """A direction of a job in all documents of a sheet. ios: requests. n: of these, those whose latency was measured. mean,
    longest, shortest: of them, in the file's unit. size, runtime: as the file has them; a column that is missing is None.
    busy: whether there are any requests. counts: of all documents by bins."""

    ios: Sequence[float]
    n: array[float]
    mean: array[float] | None
    longest: array[float] | None
    shortest: array[float] | None
    size: array[float] | None
    runtime: array[float] | None
    busy: Sequence[bool]
    counts: dict[Bounds, int]
    unit: str
    kibibytes: bool

    def pairs(self) -> list[Pair]:
        """Return the requests and the runtime (s) of each document."""
        times = [None] * len(self.n) if self.runtime is None else [t / 1e3 for t in self.runtime]
        return [
            (ios, time) if busy else IDLE
            for ios, time, busy in zip(self.ios, times, self.busy, strict=True)
        ]

    def summed(self) -> Way:
        """Return what all documents say together, at least one of which has any requests."""
        per, n = UNITS[self.unit], list(filter(None, self.n))
        way = Way(int(fsum(self.ios)), int(fsum(n)), unit=self.unit, counts=self.counts)
        if not n:
            return way

        def known(column: array[float] | None) -> Iterator[float]:
            """Yield the latencies (s) of documents that measured any."""
            return (value / per for value in compress(column or (), self.n))

        if self.mean is not None:
            way.mean = fsum(map(float.__mul__, n, known(self.mean))) / way.n
        way.longest = max(known(self.longest), default=None)
        way.shortest = min(known(self.shortest), default=None)
        if self.size is not None:
            way.size = fsum(compress(self.size, self.busy)) * (KiB if self.kibibytes else 1)
        return way


def column(sheet: Sheet, place: object) -> array[float] | None:
    """Return a column, None if no number stands in its place."""
    return sheet.column(place) if type(place) is int else None


def track_of(given: Mapping[str, Any], sheet: Sheet) -> Track | None:
    """Return a direction of a job, or None if its columns do not tell what each document says."""
    unit, by_kind = kinds_of(given)
    first, second = (by_kind[kind] for kind in KINDS[:2])
    its = next((each for each in (first, second) if each.get("percentile")), None)
    if its is None:
        its = second if "mean" in second and "mean" not in first else first
        if its is first and any(column(sheet, second.get("mean")) or ()):
            means = column(sheet, first.get("mean")) or ()
            if not all(means):
                return None
    none = array("d", bytes(8 * sheet.rows))
    ios = column(sheet, given.get("total_ios")) or none
    n = column(sheet, its.get("N", its.get("samples"))) or none
    mean, longest, shortest = (column(sheet, its.get(key)) for key in ("mean", "max", "min"))
    if "N" not in its and "samples" not in its:
        n = array(
            "d", (many if mean else 0.0 for many, mean in zip(ios, mean or none, strict=True))
        )
        if any(value and not many for many, value in zip(n, mean or none, strict=True)):
            return None
    size, iops, runtime = (column(sheet, given.get(key)) for key in ("io_bytes", "iops", "runtime"))
    measured = [[*compress(each, n)] for each in (longest, shortest) if each is not None]
    for each in (ios, n, mean, size, iops, runtime, *measured):
        if each and not (min(each) >= 0 and max(each) < EXACT):
            return None
    requests = [many or known for many, known in zip(ios, n, strict=True)]
    busy = [bool(many or rate) for many, rate in zip(requests, iops or none, strict=True)]
    counts = counts_of(its, sheet, n, busy)
    if counts is None:
        return None
    kibibytes = in_kibibytes(given, unit)
    return Track(requests, n, mean, longest, shortest, size, runtime, busy, counts, unit, kibibytes)


def counts_of(
    its: Mapping[str, Any], sheet: Sheet, n: array[float], busy: Sequence[bool]
) -> dict[Bounds, int] | None:
    """Return the counts of all documents by bins, or None if they must be looked at one by one."""
    if not its.get("bins"):
        return {}
    place = its["bins"]
    binned = column(sheet, place)
    if binned is None or any(map(float.__lt__, binned, (LEAST_BINNED * many for many in n))):
        return None
    found = dict[Bounds, int]()
    for middle, count in zip(*sheet.counts[place], strict=True):
        bounds = bounds_of_middle(int(middle))
        if bounds is None:
            return None
        if count:
            found[bounds] = int(count)
    return found if all(compress(n, busy)) else {}


def take(found: Alike, runs: Runs, read: Read) -> None:
    """Add documents that were found alike. read: returns what one says, by its place."""
    sheets = dict[int, Iterator[State] | None]()
    for place, number in enumerate(found.order):
        if number not in sheets:
            sheets[number] = of_sheet(found, number, runs, read)
        states = sheets[number]
        if states is not None:
            runs.states.append(next(states))
            continue
        for run, said in read(place):
            runs.add(run, said)


def of_sheet(found: Alike, number: int, runs: Runs, read: Read) -> Iterator[State] | None:
    """Return what must be known of each document of a sheet, or None if each is to be read as a whole."""
    sheet = found.sheets[number]
    given, jobs = mapping(sheet.places), jobs_in(mapping(sheet.places))
    names = tuple(map(name_of, jobs))
    if sheet.rows < 2 or not jobs or ALL in names:
        return None
    tracks = list[dict[str, Track]]()
    for job in jobs:
        tracks.append({})
        for way in WAYS:
            if mapping(job.get(way)):
                track = track_of(job[way], sheet)
                if track is None:
                    return None
                tracks[-1][way] = track
    seconds, milliseconds = (column(sheet, given.get(key)) for key in ("timestamp", "timestamp_ms"))
    if min(seconds or (0,)) < 0 or min(milliseconds or (0,)) < 0:
        return None
    none = array("d", bytes(8 * sheet.rows))
    ended = (
        each / 1e3 if each else other
        for each, other in zip(milliseconds or none, seconds or none, strict=True)
    )
    at_once = len({str(job.get("groupid")) for job in jobs}) < 2
    places = [place for place, its in enumerate(found.order) if its == number]
    said = [partial(one, read, place) for place in places]
    runs.summed.append(partial(summed, tracks, said))
    return states(names, tracks, at_once, ended, said)


def one(read: Read, place: int) -> Told:
    """Return what a document says that holds one run."""
    return read(place)[0]


def summed(tracks: Sequence[dict[str, Track]], runs: Sequence[Callable[[], Told]]) -> list[Job]:
    """Return the jobs of all documents of a sheet together. runs: return what each says."""

    def way(job: int, name: str, track: Track) -> Way:
        """Return a direction; with all that is said of it if only one document has any of it."""
        number = sum(track.busy)
        if number == 1:
            return runs[track.busy.index(True)]()[0].jobs[job].ways[name]
        return track.summed() if number else Way()

    return [
        job._replace(ways={name: way(place, name, track) for name, track in its.items()})
        for place, (job, its) in enumerate(zip(runs[0]()[0].jobs, tracks, strict=True))
    ]


def states(
    names: tuple[str, ...],
    tracks: Sequence[dict[str, Track]],
    at_once: bool,
    ended: Iterator[float],
    said: Sequence[Callable[[], Told]],
) -> Iterator[State]:
    """Yield what must be known of each document of a sheet."""
    pairs = [{name: track.pairs() for name, track in its.items()} for its in tracks]
    keys = tuple((place, name) for place, its in enumerate(tracks) for name in its)
    ways = {
        name: joined([its[name] for its in pairs if name in its], at_once)
        for name in dict.fromkeys(name for its in pairs for name in its)
    }
    wholes = [
        joined([its[name] for name in parts_of(its) if name in its], at_once=True) for its in pairs
    ]
    rows = zip(
        zip(*(track.ios for its in tracks for track in its.values()), strict=True),
        zip(*ways.values(), strict=True),
        joined(wholes, at_once),
        ended,
        said,
        strict=True,
    )
    for ios, each, (_, runtime), end, tell in rows:
        yield State(names, keys, ios, dict(zip(ways, each, strict=True)), runtime or 0.0, end, tell)


def joined(columns: Sequence[list[Pair]], at_once: bool) -> list[Pair]:
    """Return the requests and the runtime (s) of several directions or jobs together, in each document."""
    if len(columns) == 1:
        return columns[0]
    return [joint(row, at_once) for row in zip(*columns, strict=True)]
