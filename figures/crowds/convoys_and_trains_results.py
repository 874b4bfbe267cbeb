"""Results of convoys and trains: rates, how evenly devices are used, the effect of a delayed
commit, and the patterns of the source."""

from itertools import pairwise
from math import fsum, sqrt

from figures.define.figure import Rows
from figures.kit.heat import below
from figures.kit.rows import of
from figures.kit.words import count, time
from models.machine.order.log_device import LOGZILLA
from models.sim.stats import mean, percentile
from models.units import KiB, ms
from models.zfs.zil.log_spec import Batch

WARM = 20 * ms
LOOK = 1 * ms
NAMES = {"convoy": "one commit at a time", "train": "trains"}
OLD, NEW = NAMES.values()


def add(shares: list[float], start: float, finish: float) -> None:
    """Add a busy period (s) to the shares of the intervals of `LOOK` that it overlaps."""
    for k in range(int(start / LOOK), min(len(shares), int(finish / LOOK) + 1)):
        shares[k] += max(0.0, min(finish, (k + 1) * LOOK) - max(start, k * LOOK)) / LOOK


def usage(shares: list[list[float]]) -> dict[str, float]:
    """Return busy (the mean share of the time), unevenness (the standard deviation of the shares
    relative to busy) and idle (the share of intervals in which a device is idle). shares: for each
    device, its busy share of each interval."""
    flat = [share for device in shares for share in device]
    busy = mean(flat)
    spread = sqrt(fsum((share - busy) ** 2 for share in flat) / len(flat))
    return {
        "busy": busy,
        "unevenness": spread / busy if busy else 0.0,
        "idle": sum(share < 0.05 for share in flat) / len(flat),
    }


def sums(
    latencies: list[float],
    batches: list[Batch],
    herds: dict[float, int],
    shares: list[list[float]],
    span: float,
) -> dict[str, float]:
    """Return the numbers of a run: rate, latencies, use of the devices, sizes of commits, and the
    greatest number of threads answered together."""
    after_warmup = [batch for batch in batches if batch.released >= WARM]
    writes = len(latencies) or 1
    return {
        "rate": len(latencies) / span,
        "median": percentile(latencies, 0.5) if latencies else 0.0,
        "p99": percentile(latencies, 0.99) if latencies else 0.0,
        **usage(shares),
        "commit": writes / (len(after_warmup) or 1),
        "largest": max((b.records for b in after_warmup), default=0),
        "data": max((b.data + b.bytes for b in after_warmup), default=0),
        "herd": max(herds.values(), default=0),
    }


FIELDS = ("rate", "median", "p99", "busy", "unevenness", "idle", "commit", "largest", "herd")


def values(rows: Rows) -> dict[str, float]:
    v = {}
    for short, rule in NAMES.items():
        found = of(rows, "sum", rule=rule)
        v.update({f"{short}_{field}": found[0][field] if found else 0.0 for field in FIELDS})
    slow = slowest(rows, OLD)
    v["gain"] = v["train_rate"] / v["convoy_rate"] if v["convoy_rate"] else 0.0
    v["slow_time"], v["slow_records"] = (slow[0]["took"], slow[0]["records"]) if slow else (0.0, 0)
    v["next_records"] = slow[1]["records"] if len(slow) > 1 else 0
    v["later_records"] = max((row["records"] for row in slow[1:6]), default=0)
    v["later_time"] = max((row["took"] for row in slow[1:6]), default=0.0)
    v["calm_records"], v["calm_time"] = calm(rows, OLD)
    v["end_time"] = slow[-1]["took"] if len(slow) > 1 else 0.0
    return v


def stalled(rows: Rows) -> float:
    """Return when the stall begins (s), or a time after the end if there is none."""
    return next((row["t1"] for row in of(rows, "stall")), 1e9)


def calm(rows: Rows, rule: str) -> tuple[int, float]:
    """Return the greatest number of records in a commit, and how long the longest commit took (s),
    before the stall."""
    before = [row for row in of(rows, "commit", rule=rule) if row["told"] <= stalled(rows)]
    return max((row["records"] for row in before), default=0), max(
        (row["took"] for row in before), default=0.0
    )


def slowest(rows: Rows, rule: str) -> Rows:
    """Return the commit that the stall delayed, and those after it."""
    behind = [row for row in of(rows, "commit", rule=rule) if row["told"] > stalled(rows)]
    late = next((n for n, row in enumerate(behind) if row["took"] > 2 * calm(rows, rule)[1]), None)
    return [] if late is None else behind[late:]


def describe(rows: Rows) -> str:
    v = values(rows)
    parts = []
    for short, name in (("convoy", "One commit at a time"), ("train", "Trains")):
        if of(rows, "sum", rule=NAMES[short]):
            parts.append(
                f"{name}: {count(v[f'{short}_rate'])} writes a second, {v[f'{short}_commit']:.3g} in a commit on "
                f"average, half of them answered within {time(v[f'{short}_median'])}. The log devices are busy "
                f"{v[f'{short}_busy']:.0%} of the time."
            )
    if v["slow_records"] and v["later_records"] > v["calm_records"]:
        held = f"One commit of {v['slow_records']:.0f} is held up for {time(v['slow_time'])}; the next takes"
        parts.append(
            f"{held} {v['next_records']:.0f}"
            + (
                f", later ones up to {v['later_records']:.0f} and {time(v['later_time'])}."
                if v["later_records"] > v["next_records"]
                else "."
            )
        )
    return " ".join(parts)


def drawn(rows: Rows, rule: str) -> dict[str, float] | None:
    """Return the `usage` of the devices under a rule, computed from the rows that are drawn; None
    if there are none."""
    devices, found = (
        sorted({row["device"] for row in of(rows, "busy")}),
        of(rows, "busy", rule=rule),
    )
    steps = round(max((row["finish"] for row in found), default=0.0) / LOOK)
    if not steps:
        return None
    shares = {device: [0.0] * steps for device in devices}
    for row in found:
        add(shares[row["device"]], row["start"], row["finish"])
    return usage(list(shares.values()))


def bursts(rows: Rows) -> bool:
    """Return whether the log devices are the bottleneck (the median latency is far above a device's
    service time) yet mostly idle, each sometimes fully busy and sometimes not at all."""
    use, middle, lone = (
        drawn(rows, OLD),
        below(of(rows, "cell", rule=OLD), 0.5),
        LOGZILLA.access + 12 * KiB / LOGZILLA.rate,
    )
    return (
        use is not None
        and middle > 4 * lone
        and 0.05 < use["busy"] < 0.5
        and use["idle"] > 0.25
        and use["unevenness"] > 0.8
    )


def grows(rows: Rows) -> bool:
    """Return whether the commit after the delayed one is larger and takes longer, the next one is
    larger still, and these and the three after them are twice as large and as long as any before
    the stall."""
    slow, (records, length) = slowest(rows, OLD)[:6], calm(rows, OLD)
    if len(slow) < 6 or slow[1]["took"] <= slow[0]["took"]:
        return False
    rising = all(a["records"] < b["records"] for a, b in pairwise(slow[:3]))
    return rising and all(
        row["records"] > 2 * records and row["took"] > 2 * length for row in slow[1:]
    )


def evenly(rows: Rows) -> bool:
    """Return whether trains make commits smaller, and log devices busier and more evenly used."""
    old, new = drawn(rows, OLD), drawn(rows, NEW)
    sizes = [[row["records"] for row in of(rows, "commit", rule=rule)] for rule in (OLD, NEW)]
    if not old or not new or not all(sizes):
        return False
    large, small = map(mean, sizes)
    return (
        small < 0.5 * large
        and new["busy"] > 1.2 * old["busy"]
        and new["unevenness"] < 0.5 * old["unevenness"]
    )
