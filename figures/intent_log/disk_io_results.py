"""Results of disk I/O: transfers by JBOD, by disk and by second, and the patterns of the source."""

from itertools import pairwise
from math import fsum
from typing import Any

from figures.define.figure import Rows, target
from figures.kit.rows import of, one
from figures.kit.words import count

PERIOD = 30  # seconds between transaction groups as measured


def io(rows: Rows, part: str, **columns: Any) -> Rows:
    return [
        row
        for row in of(rows, "io")
        if row["part"] == part and all(row[name] == value for name, value in columns.items())
    ]


def totals(rows: Rows, part: str, *by: str) -> dict[tuple[Any, ...], float]:
    """Return values of the columns `by` -> the number of transfers with these values, in a part of
    the run."""
    found: dict[tuple[Any, ...], float] = {}
    for row in io(rows, part):
        key = tuple(row[name] for name in by)
        found[key] = found.get(key, 0.0) + row["iops"]
    return found


def seconds(rows: Rows, part: str) -> tuple[list[float], list[float]]:
    """Return the starts (s) of the quiet seconds, without the first second, and those of the
    seconds in bursts. These have more than one and a half times the usual number of transfers."""
    by_time = sorted((t, n) for (t,), n in totals(rows, part, "t1").items() if t >= 1)
    usual = sorted(n for _, n in by_time)[len(by_time) // 3] if by_time else 0.0
    return [t for t, n in by_time if n <= 1.5 * usual], [t for t, n in by_time if n > 1.5 * usual]


def first_of(times: list[float]) -> list[float]:
    """Return when each burst begins (s), given the seconds in bursts. Consecutive seconds are one
    burst."""
    return [t for t in times if t - 1 not in times]


def jbod_rate(rows: Rows, part: str, name: str) -> float:
    """Return the mean transfers a second of a JBOD over the last 30 s, which hold one burst on
    average."""
    seconds: float = one(rows, "pool")["t2"]
    return fsum(
        row["iops"] for row in io(rows, part, jbod=name) if row["t1"] >= seconds - PERIOD
    ) / min(PERIOD, seconds)


def last_jbod(rows: Rows) -> str:
    return f"JBOD {one(rows, 'pool')['jbods']}"


def values(rows: Rows) -> dict[str, float]:
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


def log_shares(rows: Rows) -> dict[tuple[str, int], float]:
    """Return (JBOD, slot) of each log device -> its share of their writes."""
    found = totals(rows, "after", "kind", "jbod", "slot")
    logs = {key[1:]: n for key, n in found.items() if key[0] == "log"}
    total = fsum(logs.values())
    return {key: n / total for key, n in logs.items()}


def describe(rows: Rows) -> str:
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


def spikes(rows: Rows) -> bool:
    """Return whether both graphs have bursts, 30 s apart."""
    found = [first_of(seconds(rows, part)[1]) for part in ("before", "after")]
    return all(
        len(times) >= 2 and all(abs(b - a - 30) <= 1 for a, b in pairwise(times)) for times in found
    )


def equal(rows: Rows) -> bool:
    """Return whether the JBODs carry the same load before, and the one with the log devices nearly
    all of it after (except in bursts)."""
    before = sorted(totals(rows, "before", "jbod").values())
    quiet = seconds(rows, "after")[0]
    after = [row for row in io(rows, "after") if row["t1"] in quiet]
    total = fsum(row["iops"] for row in after)
    last = fsum(row["iops"] for row in after if row["jbod"] == last_jbod(rows))
    return len(before) == 2 and before[1] < 1.1 * before[0] and last > 0.95 * total > 0


def all_disks(rows: Rows) -> bool:
    """Return whether, before, each of the 46 disks (44 without spares) works in the quiet seconds
    and writes much more in bursts."""
    spells = seconds(rows, "before")
    if not all(spells):
        return False
    calm: dict[tuple[str, int], float] = {}
    busy: dict[tuple[str, int], float] = {}
    for rates, times in ((calm, spells[0]), (busy, spells[1])):
        for row in io(rows, "before"):
            if row["t1"] in times:
                disk = row["jbod"], row["slot"]
                rates[disk] = rates.get(disk, 0.0) + row["iops"] / len(times)
    return (
        len(calm) in (44, 46)
        and len(spells[1]) >= 2
        and 2 < max(calm.values()) < 1.2 * min(calm.values())
        and all(busy.get(disk, 0.0) > 1.3 * rate for disk, rate in calm.items())
    )


def two_devices(rows: Rows) -> bool:
    """Return whether, after, only two devices write between bursts, and all in bursts."""
    quiet, bursts = seconds(rows, "after")
    calm = {(row["jbod"], row["slot"]) for row in io(rows, "after") if row["t1"] in quiet}
    busy = {(row["jbod"], row["slot"]) for row in io(rows, "after") if row["t1"] in bursts}
    return len(calm) == 2 and len(busy) in (46, 48) and calm < busy


def separate(rows: Rows) -> bool:
    """Return whether log writes go to the pool's disks before, and only to log devices after
    (except in bursts)."""
    quiet = {part: seconds(rows, part)[0] for part in ("before", "after")}
    kinds = [
        {row["kind"] for row in io(rows, part) if row["t1"] in times}
        for part, times in quiet.items()
    ]
    return kinds == [{"disk"}, {"log"}]


def half(rows: Rows) -> bool:
    """Return whether HDD 20 of the last JBOD is a log device with about half of the log's writes."""
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
