"""Where the time of followed requests went: step by step, and as a file for a trace viewer."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from models.sim.path import WAITING, RequestPath, Span

DEVICES = ("disk", "flash", "logdevice", "special")
SECOND, US = 10**9, 1000
"""Nanoseconds of a second and of a microsecond, the unit of the file."""


def located(path: RequestPath, logs: bool) -> Iterator[tuple[str, Span]]:
    """Yield the steps of a path, the last first, each with its part of the machine. A queue counts with
    the device that it stands before; without `logs`, the log is on the disks."""
    behind = "disk"
    for span in reversed(path.steps):
        part = "disk" if span.part == "logdevice" and not logs else span.part
        if part in DEVICES:
            behind = part
        yield behind if part == "queue" else part, span


def request(path: RequestPath, logs: bool) -> dict[str, Any]:
    """Return a followed request as JSON values: when it began, its latency and its steps, which follow
    each other without a gap, with times since it began (s)."""
    begun = path.begun
    steps = [
        {
            "part": part,
            "waits": span.kind == WAITING,
            "what": f"{span.component}: {span.what}",
            "from": span.start - begun,
            "to": span.finish - begun,
        }
        for part, span in located(path, logs)
    ]
    return {"begun": begun, "latency": path.end - begun, "steps": steps[::-1]}


def typical(
    samples: Sequence[Mapping[str, Any]], begin: float, end: float, share: float = 0.5
) -> dict[str, Any] | None:
    """Return the followed request between two times (s) than which a `share` (0-1) of the others were
    faster: 0.5 is the median one, 0.99 the first of the slowest 1 %. None: none was followed."""
    found = sorted(
        [
            one
            for sample in samples
            if sample["from"] >= begin - 1e-9 and sample["to"] <= end + 1e-9
            for one in sample["requests"]
        ],
        key=lambda one: (one["latency"], one["begun"]),
    )
    return found[min(len(found) - 1, int(share * len(found)))] if found else None


def trace_events(ran: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, Any]:
    """Return the followed requests of each machine as a Trace Event file, which Perfetto and Chrome show:
    a process for each machine, and tracks of requests that do not overlap, with their steps beneath.
    Source: Google, Trace Event Format: events X (complete), M (metadata) and i (instant)."""
    events = list[dict[str, Any]]()
    for pid, (name, samples) in enumerate(ran.items(), 1):
        events.append(metadata("process_name", pid, 0, name))
        ends = list[int]()  # of the last request of each track (ns)
        ones = [one for sample in samples if sample["simulated"] for one in sample["requests"]]
        for one in sorted(ones, key=lambda one: float(one["begun"])):
            whole = {"part": "request", "from": 0.0, "to": one["latency"]}
            first, last = (round((one["begun"] + time) * SECOND) for time in (0.0, one["latency"]))
            track = next((n for n, end in enumerate(ends) if end <= first), len(ends))
            if track == len(ends):
                ends.append(0)
                events.append(metadata("thread_name", pid, track + 1, f"requests {track + 1}"))
            ends[track] = last
            for step in (whole, *one["steps"]):
                start, stop = (round((one["begun"] + step[end]) * SECOND) for end in ("from", "to"))
                where = {"pid": pid, "tid": track + 1, "ts": start / US, "dur": (stop - start) / US}
                args = {name: step[name] for name in ("what", "waits") if name in step}
                name = step["part"]
                events.append({"name": name, "cat": name, "ph": "X", **where, "args": args})
        for event in [event for sample in samples for event in sample["events"]]:
            when = {"ph": "i", "s": "p", "ts": event["at"] * SECOND / US, "pid": pid, "tid": 0}
            events.append({"name": event["kind"], "cat": "event", **when})
    return {"traceEvents": events, "displayTimeUnit": "ms"}


def metadata(kind: str, pid: int, tid: int, name: str) -> dict[str, Any]:
    """Return the event that names a process or a track."""
    return {"name": kind, "ph": "M", "pid": pid, "tid": tid, "args": {"name": name}}
