"""Results of a log on a RAM disk: periods, rates, how full it was, the effect of each setting, and
the patterns of the source."""

from itertools import pairwise

from figures.define.figure import Rows
from figures.kit.rows import of
from figures.kit.words import rate, time
from models.sim.stats import percentile
from models.units import MiB, s

BIN = 0.25 * s
FAST, SLOW, STILL = "into the RAM disk", "into the disks", "waits"
SET = "as set"
LOG, DIRTY = "in the RAM disk", "not on disk yet"


def spells(rows: Rows) -> list[tuple[str, float, float]]:
    """Return the periods in which writes go to one place: (where, start, end) in s."""
    found: list[tuple[str, float, float]] = []
    for row in of(rows, "bin"):
        start = row["t"]
        if found and found[-1][0] == row["where"]:
            start = found.pop()[1]
        found.append((row["where"], start, row["end"]))
    return found


def levels(rows: Rows, what: str) -> list[float]:
    """Return how many bytes are in the log, or not yet on disk (`what`), at the end of each bin."""
    return [row["bytes"] for row in of(rows, "level") if row["what"] == what]


def each(rows: Rows, what: str) -> float:
    """Return the mean rate (bytes/s) with one setting undone, or 0 if there is no such run."""
    return next((row["rate"] for row in of(rows, "each") if row["what"] == what), 0.0)


def middle(rows: Rows, where: str) -> float:
    """Return the median rate (bytes/s) while writes go to a place."""
    rates = [row["rate"] for row in of(rows, "bin") if row["where"] == where]
    return percentile(rates, 0.5) if rates else 0.0


def beside_a_group(rows: Rows) -> tuple[float, float]:
    """Return the median rate (bytes/s) to the disks while a group is written to them as well, and
    the end of the first such bin (s)."""
    found = [row for row in of(rows, "bin") if row["where"] == SLOW and row["out"]]
    return (
        (percentile([row["rate"] for row in found], 0.5), found[0]["end"]) if found else (0.0, 0.0)
    )


def values(rows: Rows) -> dict[str, float]:
    lengths = {
        where: [end - start for place, start, end in spells(rows)[:-1] if place == where]
        for where in (FAST, SLOW, STILL)
    }
    slow_out, group_at = beside_a_group(rows)
    full = [row for row in of(rows, "level") if row["what"] == LOG]
    free = next((a["t"] for a, b in pairwise(full) if b["bytes"] < 0.5 * a["bytes"]), 0.0)
    return {
        "slow_out": slow_out,
        "group_at": group_at,
        "free_at": free,
        "full_at": spells(rows)[0][2],
        "mean": each(rows, SET),
        "file": of(rows, "file")[0]["rate"],
        "fast": middle(rows, FAST),
        "slow": middle(rows, SLOW),
        "without_log": each(rows, "without the RAM disk"),
        "one_disk": each(rows, "one disk"),
        "without_dedup": each(rows, "without deduplication"),
        "new_file": each(rows, "a new file"),
        "fast_spell": max(lengths[FAST], default=0.0),
        "slow_spell": max(lengths[SLOW], default=0.0),
        "still_spell": max(lengths[STILL], default=0.0),
        "spells": float(len(lengths[FAST])),
        "log": of(rows, "limit")[0]["bytes"],
        "fullest": max(levels(rows, LOG)),
        "dirtiest": max(levels(rows, DIRTY)),
        "gain": each(rows, SET) / (each(rows, "without the RAM disk") or each(rows, SET)),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    text = f"The program writes {rate(v['mean'])} on average."
    if v["fast"] and v["log"]:
        text += f" While the RAM disk takes its writes it is {rate(v['fast'])}."
    if v["slow_spell"] and v["log"]:
        text += (
            f" When it is full, the log goes to the disks for up to {time(v['slow_spell'])}. "
            f"Until a group goes out, the program then gets {rate(v['slow'])}."
        )
    if v["still_spell"] >= 0.5:
        text += f" For up to {time(v['still_spell'])} nothing goes on at all, while a transaction group is written."
    undone = [
        f"{rate(row['rate'])} {'with ' if not row['what'].startswith('without') else ''}{row['what']}"
        for row in of(rows, "each")
        if row["what"] != SET
    ]
    return text + (f" It would write {' and '.join(undone)}." if undone else "")


def oscillates(rows: Rows) -> bool:
    """Return whether the rate is high until the log is full, low for several seconds while the log
    is on the disks, then high again, and so on."""
    v, found = values(rows), spells(rows)
    full = {
        row["t"]: row["bytes"] >= 0.95 * v["log"] for row in of(rows, "level") if row["what"] == LOG
    }
    slow = [full[start + BIN] for where, start, _ in found if where == SLOW]
    fast = sum(where == FAST for where, _, _ in found)
    return bool(
        all(slow)
        and min(len(slow), fast) >= 2
        and 2 <= v["slow_spell"] <= 30
        and 0 < 20 * v["slow"] < v["fast"]
    )


def raidz_gains(rows: Rows) -> bool:
    """Return whether RAID-Z with the log device is many times faster than without, and its disks
    are less busy for the same data."""
    busy = {row["what"]: row["busy"] for row in of(rows, "disk")}
    v = values(rows)
    return (
        0 < 10 * v["without_log"] < v["mean"]
        and "one disk" in busy
        and (busy[SET] / v["mean"] < 0.2 * busy["without the RAM disk"] / v["without_log"])
    )


def rewrites_are_slower(rows: Rows) -> bool:
    v = values(rows)
    return 0 < v["mean"] < 0.9 * v["new_file"]


def dedup_costs_nothing(rows: Rows) -> bool:
    v = values(rows)
    return v["without_dedup"] > 1 * MiB and abs(v["mean"] / v["without_dedup"] - 1) < 0.05


def spreads_over_disks(rows: Rows) -> bool:
    """Return whether several disks without a log device are faster than one, and all are about
    equally busy."""
    moved = [row["moved"] for row in of(rows, "disk") if row["what"] == SET]
    v = values(rows)
    return (
        not v["log"]
        and len(moved) > 1
        and v["mean"] > 1.2 * v["one_disk"] > 0
        and min(moved) > 0.8 * max(moved) > 0
    )
