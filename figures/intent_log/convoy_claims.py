"""What the source says of convoys and of trains, as questions to the rows."""
from itertools import pairwise

from figures.intent_log.convoy_numbers import NEW, OLD, calm, of, slowest
from models.units import KiB, us


def bursts(rows):
    """The log devices are the bottleneck, yet mostly idle, and each is now fully busy, now not at all."""
    found = of(rows, "sum", OLD)
    if not found:
        return False
    v, lone = found[0], 63 * us + 12 * KiB / 110e6
    return v["median"] > 4 * lone and 0.05 < v["busy"] < 0.5 and v["idle"] > 0.25 and v["unevenness"] > 0.8


def grows(rows):
    """The commit after the one that is held up is larger and takes longer, the next one is larger again; these and the
    three behind them are twice as large and as long as any before the trouble."""
    slow, (records, length) = slowest(rows, OLD)[:6], calm(rows, OLD)
    if len(slow) < 6 or slow[1]["took"] <= slow[0]["took"]:
        return False
    rising = all(a["records"] < b["records"] for a, b in pairwise(slow[:3]))
    return rising and all(row["records"] > 2 * records and row["took"] > 2 * length for row in slow[1:])


def evenly(rows):
    """Under trains the commits are smaller, and the log devices busier and more evenly so."""
    old, new = of(rows, "sum", OLD), of(rows, "sum", NEW)
    return bool(old and new) and new[0]["commit"] < 0.5 * old[0]["commit"] and new[0]["busy"] > 1.2 * old[0]["busy"] and (
        new[0]["unevenness"] < 0.5 * old[0]["unevenness"])
