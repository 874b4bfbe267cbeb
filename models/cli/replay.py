"""Replays of a trace on a machine or its disks, and their results as tables.

Each request is issued at its time, whether or not earlier ones are answered."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from models.cli.command_line import table
from models.cli.raw_disks import Issue, Queued, Striped
from models.cli.trace_csv import OPS, TraceRequest
from models.machine.loads.replay import Replay
from models.machine.machine import Machine
from models.sim.stats import mean, percentile
from models.units import day, ms, us

Result: TypeAlias = dict[str, Any]
"""What `--json` prints."""
Summaries: TypeAlias = dict[str, Result]
"""Numbers by name (a count, seconds, or None) by kind of request."""
DAY = 1 * day
"""Longest trace for a whole machine (s)."""
LOOK = 0.1
"""Interval at which a replay checks whether all requests are answered (s)."""
TITLES = {
    "count": "count",
    "iops": "IOPS",
    "mean": "mean",
    "p50": "50 %",
    "p90": "90 %",
    "p99": "99 %",
    "p999": "99.9 %",
    "max": "max",
}
PERCENTILES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p999": 0.999}


def issues(trace: Sequence[TraceRequest]) -> list[Issue]:
    """Return the requests of a trace, with times since the first."""
    return [(one.time - trace[0].time, one.op, one.offset, one.size) for one in trace]


def on_disks(disks: Striped | Queued, trace: Sequence[TraceRequest]) -> list[float]:
    """Return the latency of each request (s) on fresh disks."""
    requests = issues(trace)
    return [end - one[0] for end, one in zip(disks.finishes(requests), requests, strict=True)]


def on_machine(machine: Machine, trace: Sequence[TraceRequest]) -> list[float]:
    """Return the latency of each request (s) on a fresh machine, over NFS."""
    load = Replay(issues(trace))
    machine.start(load)
    while load.left:
        machine.pass_time(LOOK)
    return [latency for latency in load.latencies if latency is not None]


def replay(latencies: Sequence[float], trace: Sequence[TraceRequest]) -> Result:
    """Return the requests of a trace with their latencies (s), and summaries by kind of request.

    model: of `latencies`. measured: of the measured latencies, if there are any; then all summaries
    are of the measured requests only. difference: model minus measured. SI units."""
    known = [
        (one, latency)
        for one, latency in zip(trace, latencies, strict=True)
        if one.measured is not None
    ]
    compared = [one for one, _ in known] or trace
    model = by_op(compared, [latency for _, latency in known] or latencies)
    measured = by_op(compared, [one.measured or 0.0 for one in compared]) if known else None
    requests = [
        {
            "time": one.time,
            "op": one.op,
            "offset": one.offset,
            "size": one.size,
            "latency": latency,
            **({} if one.measured is None else {"measured": one.measured}),
        }
        for one, latency in zip(trace, latencies, strict=True)
    ]
    difference = {
        op: {
            name: None if value is None else model[op][name] - value
            for name, value in row.items()
            if name != "count"
        }
        for op, row in (measured or {}).items()
    }
    return {
        "model": model,
        "measured": measured,
        "difference": difference or None,
        "requests": requests,
    }


def by_op(trace: Sequence[TraceRequest], latencies: Sequence[float]) -> Summaries:
    """Return the summary of the latencies (s) of each kind of request in the trace, and of all."""
    pairs = list(zip(trace, latencies, strict=True))
    length = max(one.time - trace[0].time + latency for one, latency in pairs)
    kinds = {op: [latency for one, latency in pairs if one.op == op] for op in OPS}
    return {op: summary(part, length) for op, part in {**kinds, "all": latencies}.items() if part}


def summary(latencies: Sequence[float], length: float) -> dict[str, float | None]:
    """Return the count, mean, percentiles and maximum of latencies (s), and requests per second.

    length: seconds from the first request to the last answer."""
    ordered = sorted(latencies)
    return {
        "count": len(ordered),
        "iops": len(ordered) / length if length > us else None,
        "mean": mean(ordered),
        **{name: percentile(ordered, share) for name, share in PERCENTILES.items()},
        "max": ordered[-1],
    }


def summary_table(result: Result) -> str:
    """Return the summaries as a table, in ms. The last lines are of all requests, if there are
    several kinds."""
    rows = [["", "", *TITLES.values()]]
    ops = [op for op in result["model"] if op != "all" or len(result["model"]) > 2]
    for op in ops:
        for source in ("model", "measured", "difference"):
            if (summaries := result[source]) is not None:
                signed = source == "difference"
                numbers = [number(name, summaries[op].get(name), signed) for name in TITLES]
                rows.append([op if source == "model" else "", source, *numbers])
    return table(rows, "<<" + ">" * len(TITLES))


def request_table(result: Result) -> str:
    """Return the requests as a table, one per line, latencies in ms."""
    names = list(dict.fromkeys(name for one in result["requests"] for name in one))
    rows = [[f"{name}, ms" if name in ("latency", "measured") else name for name in names]]
    rows += [
        [
            "-"
            if name not in one
            else f"{one[name] / ms:.3f}"
            if name in ("latency", "measured")
            else str(one[name])
            for name in names
        ]
        for one in result["requests"]
    ]
    return table(rows, "><" + ">" * (len(names) - 2))


def remarks(result: Result) -> list[str]:
    """Return remarks on the summaries, one per line."""
    requests, found = result["requests"], list[str]()
    missing = sum("measured" not in one for one in requests) if result["measured"] else 0
    if missing:
        found.append(f"{missing} of {len(requests)} requests have no measurement and are left out")
    if (first := requests[0]["time"]) >= 1e8:
        found.append(f"times are relative to the first request, at {first!r} s")
    return found


def number(name: str, value: float | None, signed: bool) -> str:
    """Return a number of a summary as text, latencies in ms."""
    if value is None or name == "count":
        return "" if value is None else str(value)
    sign = "+" if signed else ""
    if name == "iops":
        return f"{value:{sign}.1f}" if abs(value) >= 10 else f"{value:{sign}.3g}"
    return f"{value / ms:{sign}.3f}"
