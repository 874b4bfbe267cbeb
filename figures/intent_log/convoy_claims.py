"""What the source says of convoys and of trains, as questions to the rows."""
from itertools import pairwise

from figures.intent_log.convoys_and_trains_results import LOOK, NEW, OLD, add, calm, of, slowest, usage
from figures.intent_log.switched import below
from models.sim.stats import mean
from models.units import KiB, us


def drawn(rows, rule):
    """What the busy stretches of the devices, as they are drawn, come to under a rule (`usage`); None without any."""
    devices, found = sorted({row["device"] for row in of(rows, "busy")}), of(rows, "busy", rule)
    steps = round(max((row["finish"] for row in found), default=0.0) / LOOK)
    if not steps:
        return None
    shares = {device: [0.0] * steps for device in devices}
    for row in found:
        add(shares[row["device"]], row["start"], row["finish"])
    return usage(list(shares.values()))


def bursts(rows):
    """The log devices are the bottleneck (half of the writes take much longer than a device, in the map), yet mostly idle,
    and each is now fully busy, now not at all."""
    use, middle, lone = drawn(rows, OLD), below(of(rows, "cell", OLD), 0.5), 63 * us + 12 * KiB / 110e6
    return bool(use) and middle > 4 * lone and 0.05 < use["busy"] < 0.5 and use["idle"] > 0.25 and use["unevenness"] > 0.8


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
    old, new = drawn(rows, OLD), drawn(rows, NEW)
    sizes = [[row["records"] for row in of(rows, "commit", rule)] for rule in (OLD, NEW)]
    if not old or not new or not all(sizes):
        return False
    large, small = map(mean, sizes)
    return small < 0.5 * large and new["busy"] > 1.2 * old["busy"] and new["unevenness"] < 0.5 * old["unevenness"]
