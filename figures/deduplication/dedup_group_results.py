"""Numbers, sentences and claims that follow from the rows of the figure dedup-group."""

from collections import defaultdict
from itertools import pairwise
from math import inf

from figures.define.figure import Row, Rows
from figures.kit.rows import of, one
from figures.kit.words import count, size

PLAIN, DEDUP, FLASH, ALONE, VDEV = CURVES = (
    "without dedup",
    "with dedup",
    "with flash behind memory",
    "if nothing is removed",
    "table on NVMe drives",
)
PARTS = (
    "data and pointers",
    "table blocks read to write",
    "table blocks read to free",
    "table blocks written",
    "idle: threads compute or wait",
)


def last(rows: Rows) -> Row:
    return one(rows, "sum")


def curve(rows: Rows, who: str) -> list[tuple[float, float]]:
    """Return the points of a curve in order, each as (table as a multiple of its memory, writes per
    second)."""
    return sorted((row["times"], row["rate"]) for row in of(rows, "curve") if row["who"] == who)


def at(rows: Rows, who: str, times: float) -> float:
    """Return the writes per second where the table is nearest to `times` its memory; 0 for a curve
    that is not drawn."""
    return min(curve(rows, who), key=lambda point: abs(point[0] - times), default=(0.0, 0.0))[1]


def spent(rows: Rows, times: float) -> dict[str, float]:
    """Return the share (0-1) of the disks' time that each part takes, where the table is nearest to
    `times` its memory."""
    areas = of(rows, "share")
    nearest = min({row["times"] for row in areas}, key=lambda each: (abs(each - times), each))
    return {row["part"]: row["high"] - row["low"] for row in areas if row["times"] == nearest}


def rates(rows: Rows, who: str) -> dict[float, float]:
    """Return the curve as table (a multiple of its memory) -> writes per second. The result is
    empty if a point is drawn twice or is negative."""
    points = curve(rows, who)
    found = dict(points)
    return found if len(found) == len(points) and all(rate >= 0 for rate in found.values()) else {}


def stacked(rows: Rows) -> dict[float, dict[str, float]]:
    """Return the shares (0-1) of the disks' time as table (a multiple of its memory) -> part ->
    share.

    The result is empty unless the areas are stacked from 0 to 1 and no table block is read where
    the table fits into memory.
    """
    areas = defaultdict(list)
    for row in of(rows, "share"):
        areas[row["times"]].append((row["low"], row["high"], PARTS.index(row["part"])))
    for times, parts in areas.items():
        parts.sort(key=lambda area: area[2])
        ends = [(0.0, 0.0), *((low, high) for low, high, _ in parts), (1.0, 1.0)]
        if [part for _, _, part in parts] != list(range(len(PARTS))) or any(
            low > high for low, high in ends
        ):
            return {}
        if any(abs(a[1] - b[0]) > 1e-6 for a, b in pairwise(ends)):
            return {}
        if times <= 1 and any(high > low for low, high, part in parts if part in (1, 2)):
            return {}
    return {
        times: {PARTS[part]: high - low for low, high, part in parts}
        for times, parts in areas.items()
    }


def values(rows: Rows) -> dict[str, float]:
    v = last(rows)
    names = (
        "times",
        "record",
        "ratio",
        "memory",
        "server",
        "table",
        "entries",
        "blocks",
        "looks",
        "missed",
        "dirty",
        "replaced",
        "read_time",
        "read_rate",
        "write_time",
        "flash_time",
        "threads",
        "interval",
        "feed",
        "fed",
        "removal",
        "removed",
        "unique",
        "most_lookups",
        "vdev_time",
    )
    numbers = {name: v[name] for name in names}
    shown_curve = VDEV if v["vdev"] else FLASH if v["flash"] else DEDUP
    numbers |= {"wait_each": v["missed"] / v["most_lookups"]}
    for name, times in (("fits", 0.1), ("twice", 2.0), ("ten", 10.0)):
        plain = at(rows, PLAIN, times)
        numbers |= {
            name: at(rows, DEDUP, times),
            f"{name}_flash": at(rows, FLASH, times),
            f"{name}_alone": at(rows, ALONE, times),
            f"{name}_vdev": at(rows, VDEV, times),
            f"effect_{name}": at(rows, DEDUP, times) / plain if plain else 0.0,
        }
    numbers |= {
        "without": at(rows, PLAIN, 1.0),
        "rate": at(rows, shown_curve, v["times"]),
        "rate_dedup": at(rows, DEDUP, v["times"]),
    }
    numbers |= {
        f"each{end}": 1 / numbers[name] if numbers[name] else 0.0
        for end, name in (("", "rate"), ("_fits", "fits"))
    }
    numbers |= {
        "more_each": max(0.0, numbers["each"] - numbers["each_fits"] - numbers["wait_each"])
    }
    numbers["by_hand_each"] = numbers["each_fits"] + numbers["wait_each"]
    each = numbers["by_hand_each"]
    numbers["by_hand"] = round(1 / each, -2) if each else 0.0  # to hundreds, as one does by hand
    group = next(iter(of(rows, "ran")), {})
    numbers |= {
        f"ran_{name}": group.get(name, 0.0) for name in ("rate", "missed", "writes", "part", "each")
    }
    numbers |= {
        "bytes": numbers["rate"] * v["record"],
        "bytes_without": numbers["without"] * v["record"],
    }
    shares = spent(rows, v["times"])
    numbers |= dict(
        zip(
            ("spent_data", "spent_reads", "spent_frees", "spent_table", "spent_idle"),
            (shares[part] for part in PARTS),
            strict=True,
        )
    )
    for name, who in (("plain", PLAIN), ("dedup", DEDUP)):
        row = one(rows, "read", who=who)
        numbers |= {f"reads_{name}": row["disk"], f"latency_{name}": row["latency"]}
    return numbers


def describe(rows: Rows) -> str:
    v = values(rows)
    besides = (
        f"While {count(v['removal'])} blocks a second are freed besides, the"
        if v["removal"]
        else "The"
    )
    text = (
        f"{besides} pool takes {count(v['without'])} writes of {size(v['record'])} a second without dedup; with dedup "
        f"{count(v['fits'])} while the table fits into memory, and {count(v['twice'])} at twice that size."
    )
    if last(rows)["vdev"]:
        text += f" With the table on NVMe drives it takes {count(v['twice_vdev'])}."
    if last(rows)["flash"]:
        text += f" With flash behind memory it takes {count(v['twice_flash'])} at twice."
    return text


def unchanged(rows: Rows) -> float:
    """Return the writes per second without dedup, where the table does not matter. The result is 0
    unless this line is level and drawn for the same tables as the others."""
    without = rates(rows, PLAIN)
    level = (
        without.keys() == rates(rows, DEDUP).keys()
        and without
        and max(without.values()) == min(without.values())
    )
    return max(without.values()) if level else 0.0


def as_run(rows: Rows) -> bool:
    """Return whether the group that ran agrees with the curve.

    Its rate must be within 15 % of the curve, and the share of its lookups that read a table block
    must be as expected for a table of this size. If no group had enough writes to run, the curve
    must be below 100 writes per second there.
    """
    near = [
        abs(row["rate"] / at(rows, DEDUP, row["times"]) - 1) < 0.15
        and abs(row["missed"] - max(0.0, 1 - 1 / row["times"])) < 0.05
        for row in of(rows, "ran")
    ]
    return all(near) and (bool(near) or rates(rows, DEDUP).get(last(rows)["times"], 0.0) < 100)


def data_as_drawn(rows: Rows) -> bool:
    """Return whether the disks' time for data agrees with the drawn rates.

    Without dedup all of the time is spent on data; with it, blocks that are found need not be
    written. The table must take time too, and a group that ran must come near the curve.
    """
    shown = rates(rows, VDEV) or rates(rows, FLASH) or rates(rows, DEDUP)
    plain, areas = unchanged(rows), stacked(rows)
    if (
        not plain
        or not {0.1, 10.0} <= shown.keys()
        or shown.keys() != areas.keys()
        or not as_run(rows)
    ):
        return False
    ratio = last(rows)["ratio"]
    return all(
        rate / plain / ratio <= areas[times][PARTS[0]] * 1.001
        and areas[times][PARTS[0]] <= 1.1 * rate / plain + 0.01
        and (areas[times][PARTS[3]] > 0) != bool(last(rows)["vdev"])
        for times, rate in shown.items()
    )


def small_while_it_fits(rows: Rows) -> bool:
    """Return whether the table costs little while it fits into memory.

    While it fits, it may cost at most a fifth of the writes. Beyond that, writes must fall
    steadily. At ten times the memory they must be less than half of those without dedup.
    """
    if not data_as_drawn(rows):
        return False
    plain, with_ = unchanged(rows), rates(rows, DEDUP)
    beyond = [rate for times, rate in sorted(with_.items()) if times >= 1]
    fits = all(rate >= 0.8 * plain for times, rate in with_.items() if times <= 1)
    return (
        fits
        and len(beyond) > 3
        and all(b < a for a, b in pairwise(beyond))
        and 0 < 2 * beyond[-1] < plain
    )


def slowed(rows: Rows) -> dict[float, float]:
    """Return by what share freeing blocks makes a write take longer, as table (a multiple of its
    memory) -> share. Where nothing can be written the share is infinity.

    The result is empty if this is not drawn, or if more can be written with removal than without
    it.
    """
    alone, left = rates(rows, ALONE), rates(rows, DEDUP)
    if alone.keys() != left.keys() or any(not left[times] <= alone[times] > 0 for times in alone):
        return {}
    return {
        times: alone[times] / left[times] - 1 if left[times] else inf for times in sorted(alone)
    }


def removal_floods(rows: Rows) -> bool:
    """Return whether removal slows writes much more when the table exceeds memory.

    At ten times the memory removal must cost a tenth of the writes or more. There it must slow a
    write by at least three times the share by which it does where the table fits. The effect must
    grow with the table, and lookups for freed blocks must take most of the disks' time.
    """
    slower, work = (
        slowed(rows),
        [spent(rows, 10.0)[part] for part in PARTS[:4]] if data_as_drawn(rows) else [],
    )
    if not work or not {0.1, 10.0} <= slower.keys():
        return False
    rises = all(
        a <= b * (1 + 1e-9) for a, b in pairwise(slower[times] for times in slower if times >= 1)
    )
    return (
        rises
        and slower[10.0] >= 1 / 9
        and 0 < 3 * slower[0.1] <= slower[10.0]
        and work[2] == max(work) > max(work[:2])
    )


def copies_read_once(rows: Rows) -> bool:
    """Return whether dedup reduces both the share of reads from disk and the latency."""
    bars = {row["who"]: row for row in of(rows, "read")}
    if bars.keys() != {PLAIN, DEDUP} or len(of(rows, "read")) != 2:
        return False
    plain, dedup = bars[PLAIN], bars[DEDUP]
    return bool(
        0 <= dedup["disk"] < 0.7 * plain["disk"] <= 0.7
        and 0 < dedup["latency"] < 0.7 * plain["latency"]
    )
