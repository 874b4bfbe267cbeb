"""Replays a trace of requests against a machine: each is issued at its time, whether or not those before it are done."""
from collections.abc import Sequence
from typing import Any

from models.cli.raw_disks import Issue, RawDisks
from models.cli.trace_csv import OPS, Asked
from models.machine.loads import Replay
from models.machine.machine import Machine
from models.sim.stats import mean, percentile
from models.units import day, us

DAY = 1 * day
"""A trace for a whole machine is at most so long (s)."""
LOOK = 0.1
"""Seconds between looks at whether all is answered."""
PERCENTILES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p999": 0.999}


def on_disks(disks: RawDisks, trace: Sequence[Asked]) -> list[float]:
    """Seconds from each request's time to its answer, by fresh disks whose time zero is the first request."""
    issues = [Issue(one.time - trace[0].time, one.op, one.offset, one.size) for one in trace]
    return [finish - issue.now for finish, issue in zip(disks.finishes(issues), issues, strict=True)]


def on_machine(machine: Machine, trace: Sequence[Asked]) -> list[float]:
    """The same by a fresh machine to which the requests come over NFS."""
    load = Replay([(one.time - trace[0].time, one.op, one.offset, one.size) for one in trace])
    machine.start(load)
    while load.left:
        machine.pass_time(LOOK)
    return [latency for latency in load.latencies if latency is not None]


def replay(found: Sequence[float], trace: Sequence[Asked]) -> dict[str, Any]:
    """The trace's requests with the latencies `found` (s), and these summed up; where they were measured, the same of those.

    Seconds, bytes, a second. `difference` is the model less the measured.
    """
    known = [one.measured for one in trace if one.measured is not None]
    model = by_op(trace, found)
    measured = by_op(trace, known) if known else None
    requests: list[dict[str, Any]] = []
    for one, latency in zip(trace, found, strict=True):
        requests.append({"time": one.time, "op": one.op, "offset": one.offset, "size": one.size, "latency": latency})
        if measured:
            requests[-1]["measured"] = one.measured
    return {"model": model, "measured": measured, "difference": difference(model, measured), "requests": requests}


def by_op(trace: Sequence[Asked], found: Sequence[float]) -> dict[str, dict[str, Any]]:
    """The summary of the latencies `found` (s) of each kind of request that there is, and of all."""
    length = max(one.time - trace[0].time + latency for one, latency in zip(trace, found, strict=True))
    kinds = {op: [latency for one, latency in zip(trace, found, strict=True) if one.op == op] for op in OPS}
    return {op: summary(part, length) for op, part in {**kinds, "all": found}.items() if part}


def summary(found: Sequence[float], length: float) -> dict[str, Any]:
    """Latencies (s) summed up; iops: of how many a second, where the trace takes `length` (s) until its last answer."""
    ordered = sorted(found)
    return {"count": len(ordered), "iops": len(ordered) / length if length > us else None, "mean": mean(ordered),
            **{name: percentile(ordered, share) for name, share in PERCENTILES.items()}, "max": ordered[-1]}


def difference(model: dict[str, dict[str, Any]], measured: dict[str, dict[str, Any]] | None) -> dict[str, Any] | None:
    """The model's numbers less the measured ones."""
    if measured is None:
        return None
    return {op: {name: None if there[name] is None else model[op][name] - there[name] for name in there if name != "count"}
            for op, there in measured.items()}
