"""fio's JSON, and json+ with its bins (`stat.c`: add_ddir_lat_json, add_ddir_status_json; `client.c`).

Latencies are in ns since fio 3.0 (slat_ns, clat_ns, lat_ns), and were in us before (slat, clat, lat), when io_bytes was
in KiB. A percentile is the middle of its bin of fio's own, so it may be 0.8 % off, and more than the maximum.
group_reporting, unified_rw_reporting and client/server add jobs up; --status-interval writes documents that count from
the start, each with all before it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any

from models.measured.forms.fio_alike import KEPT, take
from models.measured.forms.fio_bins import LEAST_BINNED, UNITS, counts_of
from models.measured.forms.fio_fields import (
    ALL,
    KINDS,
    LISTS,
    in_kibibytes,
    jobs_in,
    kinds_of,
    mapping,
    name_of,
    number,
    options_of,
    plain,
    whole,
)
from models.measured.forms.fio_runs import Runs, say_all
from models.measured.forms.fio_ways import LAST_EDGE, WAYS, Job, Run, Way
from models.measured.kit.alike import Alike
from models.measured.kit.form import Form
from models.measured.kit.json_text import documents_in
from models.measured.kit.measured import SHARES, Measured
from models.measured.kit.measured import whole as integral
from models.measured.kit.source import Refused, Source
from models.units import KiB

KEYS = re.compile(
    '"(fio version|jobname|job options|global options|clat_ns|lat_ns|slat_ns|clat|client_stats)" ?:'
)
EXAMPLE = '"clat_ns" : { "min" : 1352, "max" : 1765234, "mean" : 40728.0, "N" : 1463 }'
OF_KIND = re.compile(r'"(?:[sc]?lat)(?:_ns)?"\s*:\s*$')
"""What stands before latencies whose direction stood further above."""
LEVELS = re.compile(r"(?:clat|lat)_(?:(\w+)_)?prio(?:_ns)?")
FEW = ("mean_s", *(f"{name}_s" for name in SHARES), "max_s")
LAST_MIDDLE = LAST_EDGE * (1 - 1 / 64)
"""About where the last bin of a percentile is (ns)."""
LAST_BIN = "fio's bins end at 17.18 s: a latency there may have been longer"
DEEPEST = 6


def is_like(head: Sequence[str]) -> bool:
    """Return whether a key of fio's JSON is in the first lines."""
    return any('"' in line and KEYS.search(line) for line in head)


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return what fio says of each direction."""
    found, runs, begun = Measured("fio json"), Runs(), False
    for document in documents_in(source, KEPT):
        if isinstance(document, Alike):
            take(document, runs, partial(said_alike, document))
            continue
        begun |= not runs.states and bool(OF_KIND.search(document.before))
        given = [*said_in(document.value, document.before)]
        if document.fault and given:
            found.note(f"{document.fault}; what could be read is shown")
        for run, said in given:
            runs.add(run, said)
    if not runs.states:
        raise Refused(
            f"{source.name} must have jobs in fio's JSON, such as {EXAMPLE}, got none that could be read"
        )
    if begun and len(runs.states) > 1:
        raise Refused(
            f"{source.name} must have fio's JSON from its beginning, got latencies without the read or write that they are of"
        )
    if ended := runs.states[-1].ended:
        found.values["end_unix_s"] = integral(ended)
    say_all(found, runs)
    return found


def said_in(value: object, before: str) -> Iterator[tuple[Run, Measured]]:
    """Yield the runs in a JSON value, with what is to be said of each. before: what stands before it."""
    for given in runs_in(value, before):
        said = Measured("fio json")
        if run := run_of(given, said):
            yield run, said


def said_alike(found: Alike, place: int) -> list[tuple[Run, Measured]]:
    """Return the same of a document that a page found."""
    return [*said_in(json.loads(found.text(place)), found.before(place))]


def runs_in(value: object, before: str, depth: int = 0) -> Iterator[Mapping[str, Any]]:
    """Yield fio's documents in a JSON value, even if only a part of one was pasted. before: what stands before it."""
    given = mapping(value)
    word = re.search(r'"(\w+)"\s*:\s*$', before)
    name = word[1] if word else ""
    if any(isinstance(given.get(key), list) for key in LISTS):
        yield given
    elif any(
        {"total_ios", "clat_ns", "lat_ns", "clat"} & {*mapping(given.get(way))} for way in WAYS
    ):
        yield {"jobs": [given]}
    elif {"total_ios", "clat_ns", "clat"} & {*given}:
        yield {"jobs": [{name if name in WAYS else "read": given}]}
    elif "mean" in given and name.removesuffix("_ns") in KINDS:
        yield {"jobs": [{"read": {name: given}}]}
    elif depth < DEEPEST:
        for each in given.values() if given else value if isinstance(value, list) else []:
            yield from runs_in(each, "", depth + 1)


def run_of(given: Mapping[str, Any], found: Measured) -> Run | None:
    """Return what a document says, or None if it has no jobs."""
    jobs = [job_of(given, each, found) for each in jobs_in(given)]
    total = next((job for job in jobs if job.name == ALL and len(jobs) > 1), None)
    jobs = [job for job in jobs if job is not total]
    if jobs and (version := plain(given.get("fio version"))):
        found.values["fio_version"] = version
    milliseconds = number(given.get("timestamp_ms"))
    ended = milliseconds / 1e3 if milliseconds else number(given.get("timestamp")) or 0.0
    return Run(jobs, total, ended) if jobs else None


def job_of(document: Mapping[str, Any], given: Mapping[str, Any], found: Measured) -> Job:
    """Return what is said of a job of a document."""
    if number(given.get("error")):
        name = plain(given.get("jobname"))
        found.note(
            f"job {name} ended with error {given['error']:.6g}: it may have done a part only"
        )
    ways = {way: way_of(given[way], way, found) for way in WAYS if mapping(given.get(way))}
    return Job(
        name_of(given),
        (0, whole(given.get("groupid"))),
        {name: way for name, way in ways.items() if way.busy or "total_ios" in given[name]},
        options_of(document, given),
    )


def way_of(given: Mapping[str, Any], name: str, found: Measured) -> Way:
    """Return what is said of a direction."""
    unit, by_kind = kinds_of(given)
    ios = whole(given.get("total_ios"))
    kind = next(
        (kind for key in ("percentile", "mean") for kind in KINDS[:2] if by_kind[kind].get(key)),
        "clat",
    )
    way = latencies_of(by_kind[kind], unit, ios, name, found, has_bins=True)
    say_kind(kind, way, name, found)
    way.ios = ios or way.n
    if way.mean and not way.ios:
        found.note(f"{name}: how many requests there were is not in the file (total_ios)")
    if way.n and way.n != way.ios:
        found.note(f"{name}: {way.ios:,} requests, but the latencies of {way.n:,}: n is of these")
    for other in KINDS:
        if other != kind and by_kind[other]:
            its = latencies_of(by_kind[other], unit, ios, name, found)
            way.more |= {f"{other}_{key}": value for key, value in few(its).items()}
    if (size := number(given.get("io_bytes"))) is not None:
        way.size = size * KiB if in_kibibytes(given, unit) else size
    way.iops, way.rate = number(given.get("iops")), number(given.get("bw_bytes"))
    if way.rate is None and (rate := number(given.get("bw"))) is not None:
        way.rate = rate * KiB
    if (runtime := number(given.get("runtime"))) is not None:
        way.runtime = runtime / 1e3
    for level, its in priorities(given, unit, name, found):
        way.more |= {f"{level}_{key}": value for key, value in {"n": its.n, **few(its)}.items()}
    return way


def few(way: Way) -> dict[str, float | None]:
    """Return a few numbers of latencies that are told beside others."""
    values = {"mean_s": way.mean, **way.percentiles, "max_s": way.longest}
    return {name: values[name] for name in FEW if values.get(name) is not None}


def say_kind(kind: str, way: Way, name: str, found: Measured) -> None:
    """Say from when to when the latencies are."""
    if name == "sync" or not (way.n or way.mean):
        return
    if kind == "lat":
        found.note(
            f"{name}: latencies are those of whole requests (lat), because there are no percentiles of clat"
        )
    else:
        found.note(
            "latencies are from when the request was handed to the system to its answer (clat)"
        )
    if way.percentiles:
        found.note(
            "a percentile is the middle of one of fio's bins: up to 0.8 % off, and maybe above the maximum"
        )


def latencies_of(
    given: Mapping[str, Any],
    unit: str,
    ios: int,
    name: str,
    found: Measured,
    has_bins: bool = False,
) -> Way:
    """Return the latencies of a JSON object. ios: their number, if the object does not have it. has_bins: whether its bins
    are wanted."""
    per, count = UNITS[unit], given.get("N", given.get("samples"))
    way = Way(n=ios if count is None and given.get("mean") else whole(count), unit=unit)
    if not way.n and not (count is None and number(given.get("mean"))):
        return way
    values = dict[str, float | None]()
    for key in ("mean", "max", "min"):
        value = number(given.get(key))
        values[key] = None if value is None else value / per
        if value is None and isinstance(given.get(key), (int, float)) and given[key] < 0:
            found.note(f"{name}: {key} must be 0 or more, got {given[key]:.6g}: left out")
    way.mean, way.longest, way.shortest = values.values()
    if shares := mapping(given.get("percentile")):
        middles = map(number, shares.values())
        named = {
            label: value
            for label, value in zip(percentile_names(tuple(shares)), middles, strict=True)
            if label and value is not None
        }
        way.percentiles = {label: value / per for label, value in named.items()}
        if unit == "ns" and max(named.values(), default=0) >= LAST_MIDDLE:
            found.note(f"{name}: {LAST_BIN}")
    if has_bins and (bins := mapping(given.get("bins"))):
        counts = counts_of(bins)
        found.form = "fio json+"
        if counts is None:
            found.note(
                f"{name}: bins must have a middle or a number, and a count: they are left out"
            )
        elif (binned := sum(counts.values())) < LEAST_BINNED * way.n:
            found.note(
                f"{name}: bins must hold {way.n:,} latencies, got {binned:,}: they are left out"
            )
            counts = None
        way.counts = counts or {}
    return way


@lru_cache(1000)
def percentile_names(keys: tuple[str, ...]) -> list[str]:
    """Return the names of percentiles: documents of a run have the same again and again."""
    return [*map(percentile_name, keys)]


@cache
def percentile_name(key: str) -> str:
    """Return the name of a percentile with fio's key, such as p999_s for 99.900000; "" for a filler, 0.00."""
    if not re.fullmatch(r"\d{1,3}(\.\d{1,9})?", key, re.ASCII) or not float(key):
        return ""
    whole_part, _, rest = key.partition(".")
    return f"p{int(whole_part)}{rest.rstrip('0')}_s"


def priorities(
    given: Mapping[str, Any], unit: str, name: str, found: Measured
) -> Iterator[tuple[str, Way]]:
    """Yield the latencies of a direction by priority: class, level and hint, or from fio 3.18 to 3.29 high and low."""
    listed = given.get("prios")
    for each in map(mapping, listed if isinstance(listed, list) else []):
        keys = [key for key in ("prioclass", "prio", "priohint") if key in each]
        label = "_".join(plain(each[key]) for key in keys)
        its = mapping(each.get("clat_ns")) or mapping(each.get("lat_ns"))
        yield f"prio_{label}", latencies_of(its, unit, 0, name, found)
    for key in given:
        if "prio" in key and (match := LEVELS.fullmatch(key)):
            level = latencies_of(mapping(given[key]), unit, 0, name, found)
            yield f"prio_{match[1] or 'high'}", level


FORM = Form("fio json", EXAMPLE, is_like, read)
