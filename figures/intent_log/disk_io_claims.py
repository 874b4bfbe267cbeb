"""What the source says of who writes what, as questions to the rows."""
from itertools import pairwise
from math import fsum

from figures.define.figure import target
from figures.intent_log.disk_io_results import first_of, io, jbod_rate, last_jbod, log_shares, seconds, totals


def spikes(rows):
    """Both graphs have bursts, 30 s apart."""
    found = [first_of(seconds(rows, part)[1]) for part in ("before", "after")]
    return all(len(times) >= 2 and all(abs(b - a - 30) <= 1 for a, b in pairwise(times))
               for times in found)


def equal(rows):
    """Before, the JBODs carry the same; after, that with the log devices nearly all (bursts apart)."""
    before = sorted(totals(rows, "before", "jbod").values())
    quiet = seconds(rows, "after")[0]
    after = [row for row in io(rows, "after") if row["t1"] in quiet]
    whole = fsum(row["iops"] for row in after)
    one = fsum(row["iops"] for row in after if row["jbod"] == last_jbod(rows))
    return len(before) == 2 and before[1] < 1.1 * before[0] and one > 0.95 * whole > 0


def all_disks(rows):
    """Before: each of the 46 disks (44 without spares) takes part in every quiet spell and writes much more in bursts."""
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
    return (len(calm) in (44, 46) and len(spells[1]) >= 2 and 2 < max(calm.values()) < 1.2 * min(calm.values())
            and all(loud.get(disk, 0.0) > 1.3 * rate for disk, rate in calm.items()))


def two_devices(rows):
    """After: between bursts two devices write and no other; in bursts all do."""
    quiet, bursts = seconds(rows, "after")
    calm = {(row["jbod"], row["slot"]) for row in io(rows, "after") if row["t1"] in quiet}
    loud = {(row["jbod"], row["slot"]) for row in io(rows, "after") if row["t1"] in bursts}
    return len(calm) == 2 and len(loud) in (46, 48) and calm < loud


def separate(rows):
    """The log writes go to the pool's disks before, and to devices of their own after (bursts apart)."""
    quiet = {part: seconds(rows, part)[0] for part in ("before", "after")}
    kinds = [{row["kind"] for row in io(rows, part) if row["t1"] in times} for part, times in quiet.items()]
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
