"""Transfers by JBOD, by disk and by second, as the server counts them, and what the source says of
who writes what."""

from itertools import pairwise
from math import fsum

from figures.define.figure import target
from figures.kit.rows import of, one
from figures.kit.words import count

WHOLE = 30  # seconds of a transaction group as measured


def io(rows, part, **columns):
    return [
        row
        for row in of(rows, "io")
        if row["part"] == part and all(row[name] == value for name, value in columns.items())
    ]


def totals(rows, part, *by):
    """Transfers of a part of the run by the values of some columns."""
    found: dict = {}
    for row in io(rows, part):
        key = tuple(row[name] for name in by)
        found[key] = found.get(key, 0.0) + row["iops"]
    return found


def seconds(rows, part):
    """The quiet seconds, without the first, and the bursts: those with half as much again as usual."""
    by_time = sorted((t, n) for (t,), n in totals(rows, part, "t1").items() if t >= 1)
    usual = sorted(n for _, n in by_time)[len(by_time) // 3] if by_time else 0.0
    return [t for t, n in by_time if n <= 1.5 * usual], [t for t, n in by_time if n > 1.5 * usual]


def first_of(times):
    """When each burst begins: seconds in a row are one."""
    return [t for t in times if t - 1 not in times]


def jbod_rate(rows, part, name):
    """Transfers a second of a JBOD, over the last 30 s: as many bursts as there are on average."""
    seconds = one(rows, "pool")["t2"]
    return fsum(
        row["iops"] for row in io(rows, part, jbod=name) if row["t1"] >= seconds - WHOLE
    ) / min(WHOLE, seconds)


def last_jbod(rows):
    return f"JBOD {one(rows, 'pool')['jbods']}"


def values(rows):
    pool = of(rows, "pool")[-1]
    quiet, bursts = seconds(rows, "after")
    calm = fsum(row["iops"] for row in io(rows, "after", kind="log") if row["t1"] in quiet) / max(
        1, len(quiet)
    )
    logs, begun = log_shares(rows), first_of(bursts)
    return {
        "before_jbod": jbod_rate(rows, "before", "JBOD 1"),
        "before_other": jbod_rate(rows, "before", "JBOD 2"),
        "after_jbod": jbod_rate(rows, "after", last_jbod(rows)),
        "after_other": jbod_rate(rows, "after", "JBOD 1"),
        "disks": pool["disks"],
        "logs": pool["logs"],
        "log_share": max(logs.values(), default=0.0),
        "log_rate": calm,
        "a_disk": fsum(jbod_rate(rows, "before", f"JBOD {n}") for n in (1, 2)) / pool["disks"],
        "burst_interval": (begun[-1] - begun[0]) / (len(begun) - 1) if len(begun) > 1 else 0.0,
        "burst": max((n for (t,), n in totals(rows, "after", "t1").items()), default=0.0),
        "burst_before": max((n for (t,), n in totals(rows, "before", "t1").items()), default=0.0),
    }


def log_shares(rows):
    """The share of the log devices' writes that each has, by JBOD and slot."""
    found = totals(rows, "after", "kind", "jbod", "slot")
    logs = {key[1:]: n for key, n in found.items() if key[0] == "log"}
    whole = fsum(logs.values())
    return {key: n / whole for key, n in logs.items()}


def describe(rows):
    v = values(rows)
    text = (
        f"With the log on {v['disks']:.0f} disks each JBOD makes {count(v['before_jbod'])} transfers a second on "
        f"average, each disk {count(v['a_disk'])}. "
    )
    if not v["logs"]:
        return text + "There are no log devices, so both pictures show the same."
    many = f"{v['logs']:.0f} log devices" if v["logs"] > 1 else "one log device"
    return text + (
        f"With {many} JBOD 1 makes {count(v['after_other'])} and JBOD 2 {count(v['after_jbod'])}. Between the "
        "groups only log devices write."
    )


def spikes(rows):
    """Both graphs have bursts, 30 s apart."""
    found = [first_of(seconds(rows, part)[1]) for part in ("before", "after")]
    return all(
        len(times) >= 2 and all(abs(b - a - 30) <= 1 for a, b in pairwise(times)) for times in found
    )


def equal(rows):
    """Before, the JBODs carry the same; after, that with the log devices nearly all (bursts apart)."""
    before = sorted(totals(rows, "before", "jbod").values())
    quiet = seconds(rows, "after")[0]
    after = [row for row in io(rows, "after") if row["t1"] in quiet]
    whole = fsum(row["iops"] for row in after)
    one = fsum(row["iops"] for row in after if row["jbod"] == last_jbod(rows))
    return len(before) == 2 and before[1] < 1.1 * before[0] and one > 0.95 * whole > 0


def all_disks(rows):
    """Before: each of the 46 disks (44 without spares) takes part in every quiet spell and writes
    much more in bursts."""
    spells = seconds(rows, "before")
    if not all(spells):
        return False
    calm: dict = {}
    loud: dict = {}
    for rates, times in ((calm, spells[0]), (loud, spells[1])):
        for row in io(rows, "before"):
            if row["t1"] in times:
                disk = row["jbod"], row["slot"]
                rates[disk] = rates.get(disk, 0.0) + row["iops"] / len(times)
    return (
        len(calm) in (44, 46)
        and len(spells[1]) >= 2
        and 2 < max(calm.values()) < 1.2 * min(calm.values())
        and all(loud.get(disk, 0.0) > 1.3 * rate for disk, rate in calm.items())
    )


def two_devices(rows):
    """After: between bursts two devices write and no other; in bursts all do."""
    quiet, bursts = seconds(rows, "after")
    calm = {(row["jbod"], row["slot"]) for row in io(rows, "after") if row["t1"] in quiet}
    loud = {(row["jbod"], row["slot"]) for row in io(rows, "after") if row["t1"] in bursts}
    return len(calm) == 2 and len(loud) in (46, 48) and calm < loud


def separate(rows):
    """The log writes go to the pool's disks before, and to devices of their own after (bursts
    apart)."""
    quiet = {part: seconds(rows, part)[0] for part in ("before", "after")}
    kinds = [
        {row["kind"] for row in io(rows, part) if row["t1"] in times}
        for part, times in quiet.items()
    ]
    return kinds == [{"disk"}, {"log"}]


def half(rows):
    """HDD 20 of the last JBOD is one of the log devices and has about half of their writes."""
    return 0.45 <= log_shares(rows).get((last_jbod(rows), 20), 0.0) <= 0.55


TARGETS = [
    target("slog-jbod-before", lambda rows: jbod_rate(rows, "before", "JBOD 1")),
    target("slog-jbod-after", lambda rows: jbod_rate(rows, "after", last_jbod(rows))),
    target("slog-jbod-spike-pattern", spikes),
    target("slog-jbod-equal-pattern", equal),
    target("slog-disk-before-pattern", all_disks),
    target("slog-disk-after-pattern", two_devices),
    target("slog-hdd20-pattern", half),
    target("slog-diagram-pattern", separate),
]
