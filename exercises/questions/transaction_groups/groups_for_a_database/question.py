"""A database, its readers, and four settings that decide what its transaction groups do to them."""

from functools import cache
from math import ceil

from exercises.kit.form import Choice, Number, Switch
from figures.transaction_groups.experiments.reads_beside_groups import ReadsBesideGroups, roomy
from models.sim.stats import percentile
from models.units import GiB, KiB, MiB, ms
from figures.transaction_groups.experiments.rewrites import rewrites
from models.zfs.txg.txg_spec import TxgSpec

KIND = "choose"
DISKS, LOG_DEVICE, DISK = 2, 900, 300
"""What there is, and the prices of what may be added."""
FORM = {
    "record": Choice(
        "Recordsize", {"8": "8 KiB", "32": "32 KiB", "128": "128 KiB, the default"}, start="128"
    ),
    "interval": Number(
        "Time from group to group", unit="s", low=1.0, high=30.0, start=30.0, help="From 1 to 30 s."
    ),
    "pending": Number(
        "Transfers at each disk",
        unit="transfers",
        low=1,
        high=35,
        whole=True,
        start=35,
        help="So many of a group's may stand in a disk's own queue at a time: from 1 to 35.",
    ),
    "log": Switch("A log device"),
    "disks": Number(
        "Disks", unit="disks", low=DISKS, high=6, whole=True, start=DISKS, help="From 2 to 6."
    ),
}
PAGE, LUMP, MOST = 8 * KiB, 1 * MiB, 360 * MiB
"""Of the database; at a time into a group; and that much is simulated at most, but one group always."""
LATE, READS, SAFE = 50 * ms, 20, 10
"""Longer reads are too slow; random reads a disk and safe writes, a second."""


def case(rng):
    """rate: pages overwritten a second; file (bytes); at most: bytes a second to disk, risk (s), slow (share), safe (s)."""
    prices = {"budget": 1000, "log": LOG_DEVICE, "disk": DISK}
    asked = {
        "rate": 50 * rng.randint(24, 29),
        "file": rng.choice([4, 5]) * GiB,
        "risk": float(rng.randint(15, 24)),
    }
    least = to_disk(asked, {"record": "8", "interval": 0.75 * asked["risk"]})
    asked["bytes"] = ceil(10 * least / MiB) / 10 * MiB
    return {**asked, "slow": 0.05, "safe": 5 * ms, "safe_rate": SAFE, "reads": READS, **prices}


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
    return simulated(
        to_disk(case, answer), answer["interval"], answer["pending"], answer["disks"], answer["log"]
    )


@cache
def simulated(load, interval, pending, disks, log):
    """slow: the share of reads that take longer than `LATE`; safe: within which 99 of 100 safe writes come (s); group: how
    long the longest takes to go out (s); cut: whether we stop looking before, so that it takes longer than that; apart: from
    group to group (s), for one that has filled all the room that there is goes out earlier."""
    one = ReadsBesideGroups(disks, roomy(interval, pending), 1, log=log)
    for disk in one.disks:
        one.read(disk, READS)
    one.write_safely(SAFE)
    one.write(LUMP, load)
    apart = min(interval, one.zfs.groups.spec.limit / load)
    groups_seen = max(1, round(min(18, MOST / load) / apart))
    until = groups_seen * apart + min(0.6 * apart, 3.5)
    one.loop.run(until=until)
    since = until - groups_seen * apart
    reads = [taken for back, taken in one.reads if since < back <= until]
    groups = [group.synced - group.begun for group in one.zfs.groups.history if group.bytes]
    so_far = 0.0
    if out := one.zfs.groups.out:
        so_far = max(
            until - one.zfs.groups.began,
            out.bytes / sum(disk.spec.media_rate for disk in one.disks),
        )
    cut = so_far > max(groups, default=0.0)
    return {
        "slow": sum(taken > LATE for taken in reads) / len(reads),
        "group": max([*groups, so_far]),
        "cut": cut,
        "apart": apart,
        "safe": percentile([taken for _, taken in one.safe], 0.99),
    }
