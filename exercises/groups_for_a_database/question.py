"""A database, its readers, and four settings that decide what its transaction groups do to them."""

from collections.abc import Generator
from functools import cache
from typing import Any

from exercises.form import Choice, Number, Switch
from figures.transaction_groups.group_and_reads import Load
from models.pool.rewrites import rewrites
from models.pool.txg_spec import TxgSpec
from models.stats import percentile
from models.units import GiB, KiB, MiB, ms

KIND = "choose"
DISKS, LOG_DEVICE, DISK = 2, 900, 300
"""What there is, and the prices of what may be added."""
FORM = {
    "record": Choice("Recordsize", {"8": "8 KiB", "32": "32 KiB", "128": "128 KiB, the default"}, start="128"),
    "interval": Number("A group every", unit="s", low=1.0, high=30.0, start=30.0),
    "pending": Number("Transfers at each disk, at most", low=1, high=35, whole=True, start=35,
                      help="Of the group, in the disk's own queue."),
    "log": Switch("A log device"),
    "disks": Number("Disks", low=DISKS, high=6, whole=True, start=DISKS),
}
ASKED = [
    {"rate": 150, "file": 1 * GiB, "bytes": 1.9 * MiB, "risk": 15.0},
    {"rate": 150, "file": 1 * GiB, "bytes": 1.7 * MiB, "risk": 22.0},
    {"rate": 180, "file": 2 * GiB, "bytes": 2.4 * MiB, "risk": 14.0},
    {"rate": 180, "file": 2 * GiB, "bytes": 2.2 * MiB, "risk": 20.0},
]
PAGE, LUMP = 8 * KiB, 1 * MiB
LATE, READS, SAFE = 50 * ms, 20, 10
"""Longer reads are too slow; random reads a disk and safe writes, a second."""


def case(rng):
    """rate: pages overwritten a second; file (bytes); at most: bytes a second to disk, risk (s), slow (share), safe (s)."""
    prices = {"budget": 1000, "log": LOG_DEVICE, "disk": DISK}
    return {**rng.choice(ASKED), "slow": 0.04, "safe": 5 * ms, "safe_rate": SAFE, **prices}


def to_disk(case, answer):
    """Bytes a second that go to disk, on average."""
    spec = TxgSpec(record=int(answer["record"]) * KiB)
    group = rewrites(spec, case["file"], case["rate"] * answer["interval"], PAGE)
    return (group.data + group.above) / answer["interval"]


def price(answer):
    """What an answer adds to the pool costs."""
    return LOG_DEVICE * answer["log"] + DISK * (answer["disks"] - DISKS)


def of(case, answer):
    """What `simulated` says of an answer's pool."""
    return simulated(to_disk(case, answer), answer["interval"], answer["pending"], answer["disks"], answer["log"])


@cache
def simulated(load, interval, pending, disks, log):
    """slow: the share of reads that take longer than `LATE`; safe: within which 99 of 100 safe writes come (s); group: how
    long the longest took to go out (s), or goes on for when we stop looking."""
    one = Load(interval, "limit", pending, disks, READS, 0, SAFE, log, 1)
    one.loop.spawn(writer(one, LUMP / load))
    groups_seen = max(1, round(24 / interval))
    until = groups_seen * interval + min(0.6 * interval, 3.5)
    one.loop.run(until=until)
    since = until - groups_seen * interval
    reads = [taken for back, taken in one.reads if since < back <= until]
    groups = [group.synced - group.begun for group in one.zfs.groups.history if group.bytes]
    if one.zfs.groups.out:
        groups.append(until - one.zfs.groups.began)
    return {"slow": sum(taken > LATE for taken in reads) / len(reads), "group": max(groups),
            "safe": percentile([taken for _, taken in one.safe], 0.99)}


def writer(one: Load, pause: float) -> Generator[Any, Any, None]:
    """What groups will write, with all that is dragged along, comes evenly."""
    while True:
        yield pause
        yield from one.zfs.write(0, LUMP, False)
