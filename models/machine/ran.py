"""The results of a run: rates, latencies, traffic as in `zpool iostat`, and how busy each part was."""

from collections.abc import Sequence
from math import fsum
from typing import Any, NamedTuple

from models.sim.stats import mean, percentile

SHARES = (0.5, 0.9, 0.99, 0.999)


class Latency(NamedTuple):
    """The latencies of requests of one kind."""

    number: int
    mean: float  # s
    within: dict[float, float]  # percentiles (s) by SHARES
    longest: float = 0.0  # s


def latency(times: Sequence[float]) -> Latency:
    """Return a summary of latencies (s)."""
    if not times:
        return Latency(0, 0.0, {})
    within = {share: percentile(times, share) for share in SHARES}
    return Latency(len(times), mean(times), within, max(times))


class Counters(NamedTuple):
    """Sums from the start of a machine up to a moment."""

    now: float  # s
    busy: dict[str, float]  # seconds of finished work, by part
    moved: dict[str, tuple[int, int, int, int]]  # reads, writes, bytes of each, by kind of device
    tiers: dict[str, int]  # reads, by the tier that answered
    table: dict[str, int]  # lookups of the dedup table and what they led to; {} without
    groups: tuple[int, int] = (0, 0)  # transaction groups on disk, bytes not yet on disk


class Ran(NamedTuple):
    """The results of a run."""

    seconds: float
    rate: float  # requests per second
    bytes: float  # bytes per second that the requests read or write
    reads: Latency  # as the server's NFS layer sees them
    writes: Latency
    used: dict[str, float]  # share of time in use (0-1), by part
    # reads and writes per second, bytes per second read and written, by kind of device
    iostat: dict[str, tuple[float, float, float, float]]
    tiers: dict[str, float]  # share of reads (0-1), by the tier that answered
    table: dict[str, int]  # with dedup: records looked up, found, table blocks read and written
    arrived: float | None = None  # requests per second, for an open load
    waiting: int | None = None  # requests without an answer at the end, for an open load
    groups: int = 0  # transaction groups that reached the disks
    dirty: int = 0  # bytes written and not yet on disk at the end
    creations: Latency = Latency(0, 0.0, {})  # of files, from the first request to the last answer
    by_load: dict[str, Latency] = {}  # of each load's requests, as "nfs read"
    answers: Latency = Latency(0, 0.0, {})  # of all requests

    def to_json(self) -> dict[str, Any]:
        """Return the results as JSON values. The key of `arrived` is "came"."""
        columns = ("reads", "writes", "read", "written")
        changed = {
            "reads": _latency_json(self.reads),
            "writes": _latency_json(self.writes),
            "answers": _latency_json(self.answers),
            "by_load": {name: _latency_json(one) for name, one in self.by_load.items()},
            "iostat": {
                name: dict(zip(columns, row, strict=True)) for name, row in self.iostat.items()
            },
        }
        if self.creations.number:
            changed["creations"] = _latency_json(self.creations)
        return {
            {"arrived": "came"}.get(name, name): changed.get(name, value)
            for name, value in self._asdict().items()
            if name != "creations" or self.creations.number
        }


def _latency_json(one: Latency) -> dict[str, object]:
    within = {f"{share:g}": time for share, time in one.within.items()}
    return {"count": one.number, "mean": one.mean, "within": within, "max": one.longest}


def between(before: Counters, after: Counters, requests: Sequence[tuple[str, int, float]]) -> Ran:
    """Return the results of a run between two moments. requests: op, after the name of a load other than
    NFS, bytes and latency (s) of each request answered between them."""
    seconds = after.now - before.now
    ops: dict[str, list[float]] = {}
    for op, _, took in requests:
        ops.setdefault(op if " " in op else f"nfs {op}", []).append(took)
    reads, writes, creations = (
        latency([took for op, times in ops.items() if op.endswith(kind) for took in times])
        for kind in (" read", " write", " file")
    )
    moved = {}
    for name, row in after.moved.items():
        now = [(b - a) / seconds for a, b in zip(before.moved[name], row, strict=True)]
        moved[name] = (now[0], now[1], now[2], now[3])
    tiers = {name: n - before.tiers[name] for name, n in after.tiers.items()}
    total = max(1, sum(tiers.values()))
    return Ran(
        seconds,
        len(requests) / seconds,
        fsum(size for _, size, _ in requests) / seconds,
        reads,
        writes,
        {name: (time - before.busy[name]) / seconds for name, time in after.busy.items()},
        moved,
        {name: n / total for name, n in tiers.items()},
        {name: n - before.table[name] for name, n in after.table.items()},
        groups=after.groups[0] - before.groups[0],
        dirty=after.groups[1],
        creations=creations,
        by_load={op: latency(times) for op, times in sorted(ops.items())},
        answers=latency([took for times in ops.values() for took in times]),
    )
