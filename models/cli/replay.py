"""Replays a trace of requests against a machine, each at its time, whether or not those before it
are done; and as tables."""

from collections.abc import Sequence
from typing import Any

from models.cli.command_line import table
from models.cli.raw_disks import Issue, Queued, Striped
from models.cli.trace_csv import OPS, Asked
from models.machine.loads import Replay
from models.machine.machine import Machine
from models.sim.stats import mean, percentile
from models.units import day, ms, us

DAY = 1 * day
"""A trace for a whole machine is at most so long (s)."""
LOOK = 0.1
"""Seconds between looks at whether all is answered."""
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


def issues(trace: Sequence[Asked]) -> list[Issue]:
    """The requests of a trace, from its first on."""
    return [(one.time - trace[0].time, one.op, one.offset, one.size) for one in trace]


def on_disks(disks: Striped | Queued, trace: Sequence[Asked]) -> list[float]:
    """Seconds from each request's time to its answer, by fresh disks whose time zero is the first
    request."""
    asked = issues(trace)
    return [finish - one[0] for finish, one in zip(disks.finishes(asked), asked, strict=True)]


def on_machine(machine: Machine, trace: Sequence[Asked]) -> list[float]:
    """The same by a fresh machine to which the requests come over NFS."""
    load = Replay(issues(trace))
    machine.start(load)
    while load.left:
        machine.pass_time(LOOK)
    return [latency for latency in load.latencies if latency is not None]


def replay(found: Sequence[float], trace: Sequence[Asked]) -> dict[str, Any]:
    """The trace's requests with the latencies `found` (s), and these summed up; where they were
    measured, the same of those.

    Seconds, bytes, a second. `difference` is the model less the measured. If some were measured,
    only these are summed up."""
    known = [
        (one, latency)
        for one, latency in zip(trace, found, strict=True)
        if one.measured is not None
    ]
    compared = [one for one, _ in known] or trace
    model = by_op(compared, [latency for _, latency in known] or found)
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
        for one, latency in zip(trace, found, strict=True)
    ]
    difference = {
        op: {
            name: None if there is None else model[op][name] - there
            for name, there in row.items()
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


def by_op(trace: Sequence[Asked], found: Sequence[float]) -> dict[str, dict[str, Any]]:
    """The summary of the latencies `found` (s) of each kind of request that there is, and of all."""
    length = max(
        one.time - trace[0].time + latency for one, latency in zip(trace, found, strict=True)
    )
    kinds = {
        op: [latency for one, latency in zip(trace, found, strict=True) if one.op == op]
        for op in OPS
    }
    return {op: summary(part, length) for op, part in {**kinds, "all": found}.items() if part}


def summary(found: Sequence[float], length: float) -> dict[str, Any]:
    """Latencies (s) summed up; iops: of how many a second, where the trace takes `length` (s) until
    its last answer."""
    ordered = sorted(found)
    return {
        "count": len(ordered),
        "iops": len(ordered) / length if length > us else None,
        "mean": mean(ordered),
        **{name: percentile(ordered, share) for name, share in PERCENTILES.items()},
        "max": ordered[-1],
    }


def summaries(result: dict[str, Any]) -> str:
    """The summary of each kind of request as a table, in ms; the last line of all, where there are
    several kinds."""
    rows = [["", "", *TITLES.values()]]
    for op in result["model"]:
        for whose in (
            ("model", "measured", "difference") if op != "all" or len(result["model"]) > 2 else ()
        ):
            if result[whose] is not None:
                rows.append(
                    [
                        op if whose == "model" else "",
                        whose,
                        *[
                            number(name, result[whose][op].get(name), whose == "difference")
                            for name in TITLES
                        ],
                    ]
                )
    return table(rows, "<<" + ">" * len(TITLES))


def each(result: dict[str, Any]) -> str:
    """The requests, one a line, latencies in ms."""
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


def remarks(result: dict[str, Any]) -> list[str]:
    """What is to be known of the numbers, a line each."""
    requests = result["requests"]
    missing = sum("measured" not in one for one in requests) if result["measured"] else 0
    said = (
        [f"{missing} of {len(requests)} requests: not measured, and left out of the sums"]
        if missing
        else []
    )
    if (first := requests[0]["time"]) >= 1e8:
        said.append(f"times are counted from the first on, {first!r} s")
    return said


def number(name: str, value: float | None, signed: bool) -> str:
    """A number of a summary, latencies in ms."""
    if value is None or name == "count":
        return "" if value is None else str(value)
    sign = "+" if signed else ""
    if name == "iops":
        return f"{value:{sign}.1f}" if abs(value) >= 10 else f"{value:{sign}.3g}"
    return f"{value / ms:{sign}.3f}"
