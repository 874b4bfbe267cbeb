"""What the source says of a log on a RAM disk, as questions to the rows."""
from figures.intent_log.ramdisk_log_results import BIN, FAST, LOG, SET, SLOW, of, spells, values
from models.units import MiB


def oscillates(rows):
    """Fast until the log is full, slow for several seconds while the log is on the disks, fast again, and so on."""
    v, found = values(rows), spells(rows)
    full = {row["t"]: row["bytes"] >= 0.95 * v["log"] for row in of(rows, "level") if row["what"] == LOG}
    slow = [full[start + BIN] for where, start, _ in found if where == SLOW]
    fast = sum(where == FAST for where, _, _ in found)
    return bool(all(slow) and min(len(slow), fast) >= 2 and 2 <= v["slow_spell"] <= 30 and 0 < 20 * v["slow"] < v["fast"])


def raidz_gains(rows):
    """RAID-Z behind the log is many times faster than without, and its disks, with fewer and larger writes, less busy."""
    busy = {row["what"]: row["busy"] for row in of(rows, "disk")}
    v = values(rows)
    return 0 < 10 * v["without_log"] < v["mean"] and "one disk" in busy and (
        busy[SET] / v["mean"] < 0.2 * busy["without the RAM disk"] / v["without_log"])


def rewrites_are_slower(rows):
    v = values(rows)
    return 0 < v["mean"] < 0.9 * v["new_file"]


def dedup_costs_nothing(rows):
    v = values(rows)
    return v["without_dedup"] > 1 * MiB and abs(v["mean"] / v["without_dedup"] - 1) < 0.05


def spreads_over_disks(rows):
    """Several disks without a log are faster than one, and all of them work."""
    moved = [row["moved"] for row in of(rows, "disk") if row["what"] == SET]
    v = values(rows)
    return not v["log"] and len(moved) > 1 and v["mean"] > 1.2 * v["one_disk"] > 0 and min(moved) > 0.8 * max(moved) > 0
