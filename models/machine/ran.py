"""What a run of a machine came to: as `zpool iostat` would say it, how long requests took, and how
busy each part was."""

from collections.abc import Sequence
from math import fsum
from typing import Any, NamedTuple

from models.sim.stats import mean, percentile

SHARES = (0.5, 0.9, 0.99, 0.999)


class Latency(NamedTuple):
    """Of requests of a kind: how many, mean, and what these shares of them do not exceed (s)."""

    number: int
    mean: float
    within: dict[float, float]


def latency(taken: Sequence[float]) -> Latency:
    """Of these times (s)."""
    if not taken:
        return Latency(0, 0.0, {})
    return Latency(len(taken), mean(taken), {share: percentile(taken, share) for share in SHARES})


class Counters(NamedTuple):
    """Sums so far. busy: seconds of work that is done, by part; moved: reads, writes, bytes read
    and written by kind of device; tiers: reads by who answered; groups: that are on disk, and bytes
    that are not."""

    now: float
    busy: dict[str, float]
    moved: dict[str, tuple[int, int, int, int]]
    tiers: dict[str, int]
    table: dict[str, int]
    groups: tuple[int, int] = (0, 0)


class Ran(NamedTuple):
    """A run of `seconds`. rate: requests a second; bytes: of them a second; reads, writes: their
    latencies as the server's NFS layer sees them; used: share (0-1) of each part's time in use;
    iostat: of disks, log devices and flash: reads and writes a second, bytes a second read and
    written; tiers: of the reads, the share that each tier answered; table: with dedup, looks of
    records written and freed, found of those written, table blocks read and written. came, waiting:
    where requests wait for nobody, how many came a second, and how many were not answered at the
    end. groups, dirty: transaction groups that came to disk, and bytes that were written and are
    not there at the end."""

    seconds: float
    rate: float
    bytes: float
    reads: Latency
    writes: Latency
    used: dict[str, float]
    iostat: dict[str, tuple[float, float, float, float]]
    tiers: dict[str, float]
    table: dict[str, int]
    came: float | None = None
    waiting: int | None = None
    groups: int = 0
    dirty: int = 0

    def to_json(self) -> dict[str, Any]:
        def told(one: Latency) -> dict[str, Any]:
            return {
                "count": one.number,
                "mean": one.mean,
                "within": {f"{share:g}": time for share, time in one.within.items()},
            }

        return {
            **self._asdict(),
            "reads": told(self.reads),
            "writes": told(self.writes),
            "iostat": {
                name: dict(zip(("reads", "writes", "read", "written"), row, strict=True))
                for name, row in self.iostat.items()
            },
        }


def between(before: Counters, after: Counters, requests: Sequence[tuple[str, int, float]]) -> Ran:
    """What came of a run between two moments. requests: op, bytes and latency (s) of each that was
    answered in it."""
    seconds = after.now - before.now
    reads, writes = ([took for op, _, took in requests if op == kind] for kind in ("read", "write"))
    moved = {}
    for name, row in after.moved.items():
        now = [(b - a) / seconds for a, b in zip(before.moved[name], row, strict=True)]
        moved[name] = (now[0], now[1], now[2], now[3])
    tiers = {name: n - before.tiers[name] for name, n in after.tiers.items()}
    asked = max(1, sum(tiers.values()))
    return Ran(
        seconds,
        len(requests) / seconds,
        fsum(size for _, size, _ in requests) / seconds,
        latency(reads),
        latency(writes),
        {name: (time - before.busy[name]) / seconds for name, time in after.busy.items()},
        moved,
        {name: n / asked for name, n in tiers.items()},
        {name: n - before.table[name] for name, n in after.table.items()},
        groups=after.groups[0] - before.groups[0],
        dirty=after.groups[1],
    )
