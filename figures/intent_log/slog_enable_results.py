"""Results of switching log devices on: numbers, a sentence, and the patterns of the source."""

from bisect import bisect_left
from itertools import pairwise

from figures.define.figure import Row, Rows, target
from figures.intent_log.experiments.switched import (
    darker,
    drifting,
    drops,
    faintest,
    fences,
    shows_faint,
    stalled,
)
from figures.kit.heat import below
from figures.kit.rows import of
from figures.kit.words import count, time
from models.sim.stats import mean, percentile
from models.units import ms, us

ROW = 38.1 * us  # the panel's rows end at 229, 267, 305 ... 381 us
STALL = 1.5  # times the median latency: slower writes count as stalled
MOST_STALLS = 1000


def sums(part: str, latencies: list[float], seconds: float) -> Rows:
    """Return a list with the row `sum` of a part (before or after): its rate and latencies (s). The
    list is empty if there are no latencies. latencies: ascending."""
    if not latencies:
        return []
    middle = percentile(latencies, 0.5)
    calm = latencies[: bisect_left(latencies, STALL * middle)] if part == "after" else latencies
    return [
        {
            "row": "sum",
            "part": part,
            "seconds": seconds,
            "writes": len(latencies),
            "iops": len(latencies) / seconds,
            "median": middle,
            "mean": mean(latencies),
            **{f"p{q:g}": percentile(calm, q / 100) for q in (1, 5, 99)},
            "all99": percentile(latencies, 0.99),
            "top": shown(latencies, seconds),
        }
    ]


def shown(latencies: list[float], seconds: float) -> float:
    """Return the upper end (s) of the highest row of the appliance's panel (38 us each) whose rate
    rounds to at least one write a second. latencies: ascending."""
    row, end = int(latencies[-1] / ROW), len(latencies)
    while row > 0:
        begin = bisect_left(latencies, row * ROW)
        if end - begin >= 0.5 * seconds:
            break
        row, end = row - 1, begin
    return ROW * (row + 1)


def cells(rows: Rows) -> Rows:
    return of(rows, "cell")


def switched_on(rows: Rows) -> float:
    """Return when the log devices were switched on (s)."""
    start: float = of(rows, "switch")[0]["t"]
    return start


def part(rows: Rows, name: str) -> Row:
    """Return the row `sum` of one part, or zeros if there is none."""
    found = [row for row in of(rows, "sum") if row["part"] == name]
    return (
        found[0]
        if found
        else dict.fromkeys(
            ("seconds", "writes", "iops", "median", "mean", "p1", "p5", "p99", "all99", "top"), 0.0
        )
    )


def fence(rows: Rows) -> tuple[float, int, float, float]:
    """Return the picket fence: the time between pickets (s), the writes in one, their share of all
    writes, and the longest latency (s)."""
    after, stalls = part(rows, "after"), of(rows, "stall")
    pickets = fences([row["t"] for row in stalls])
    if len(pickets) < 2:
        return (
            0.0,
            len(stalls),
            len(stalls) / (after["writes"] or 1),
            max((r["latency"] for r in stalls), default=0.0),
        )
    apart = (pickets[-1][0] - pickets[0][0]) / (len(pickets) - 1)
    held = pickets[-1][1]
    return apart, held, held / (after["iops"] * apart), max(row["latency"] for row in stalls)


def use(rows: Rows) -> dict[str, dict[str, float]]:
    """Return part (before or after the switch) -> cpu, disk or log -> the share of the time for
    which a core, a disk or a log device was in use."""
    found = {row["part"]: row for row in of(rows, "use")}
    times = [dict.fromkeys(("cpu", "disk", "log", "seconds"), 0.0), found["before"], found["all"]]
    return {
        name: {
            what: (b[what] - a[what]) / ((b["seconds"] - a["seconds"]) or 1)
            for what in ("cpu", "disk", "log")
        }
        for name, (a, b) in zip(("before", "after"), pairwise(times), strict=True)
    }


def values(rows: Rows) -> dict[str, float]:
    before, after, on = part(rows, "before"), part(rows, "after"), switched_on(rows)
    apart, held, share, longest = fence(rows)
    other = sorted(row["iops"] for row in of(rows, "other")) or [before["iops"]]
    used, frame = use(rows), of(rows, "frame")[0]
    return {
        "on": on,
        "seconds": frame["t2"],
        "before_iops": before["iops"],
        "before_low": before["p5"],
        "before_median": before["median"],
        "before_mean": before["mean"],
        "before_high": before["p99"],
        "after_iops": after["iops"],
        "after_low": after["p1"],
        "after_median": after["median"],
        "after_high": after["p99"],
        "after_top": after["top"],
        "gain": after["iops"] / before["iops"] if before["iops"] else 0.0,
        "client_share": 1 - after["iops"] * after["mean"] / frame["threads"],
        "latency_gain": before["median"] / after["median"] if after["median"] else 0.0,
        "fence_interval": apart,
        "fence_writes": held,
        "fence_share": share,
        "fence_longest": longest,
        "rest": 1 - share,
        "others_low": other[0],
        "others_high": other[-1],
        "others_median": percentile(other, 0.5),
        "turn": frame["turn"],
        "darker": darker(cells(rows), faintest(cells(rows))),
        "fence_darker": darker(cells(rows), stalled(cells(rows), on, 1 * ms)),
        "disk_use": used["before"]["disk"],
        "log_use": used["after"]["log"],
        "cpu_use": used["after"]["cpu"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    before = (
        f"With the log on the disks there are {count(v['before_iops'])} writes a second, and half of them take longer "
        f"than {time(v['before_median'])}."
    )
    after = (
        f"With log devices there are {count(v['after_iops'])}, nearly all between {time(v['after_low'])} and "
        f"{time(v['after_high'])}"
    )
    if not of(rows, "frame")[0]["devices"]:
        return f"{before} There are no log devices to switch on."
    if not v["before_iops"] or not v["after_iops"]:
        return after.replace(",", " writes a second,", 1) + "." if v["after_iops"] else before
    text = f"{before} {after}: {v['gain']:.3g} times as many."
    if v["fence_interval"]:
        text += (
            f" Every {time(v['fence_interval'])} a transaction group holds up {count(v['fence_writes'])} of them for up "
            f"to {time(v['fence_longest'])}."
        )
    return text


def early_cells(rows: Rows) -> Rows:
    """Return the cells of the map before the switch."""
    on = switched_on(rows)
    return [row for row in cells(rows) if row["t2"] <= on]


def steps_up(rows: Rows) -> bool:
    """Return whether at the switch the rate rises and the latency falls, each in its panel."""
    on = switched_on(rows)
    before, after = (
        below(early_cells(rows), 0.5),
        below([row for row in cells(rows) if row["t1"] > on], 0.5),
    )
    early = [row["iops"] for row in of(rows, "rate") if row["t"] < on - 1]
    late = [row["iops"] for row in of(rows, "rate") if row["t"] > on + 2]
    return bool(early and late and min(late) > 3 * max(early) and 0 < 5 * after < before)


def icy(rows: Rows) -> bool:
    return drifting(early_cells(rows))


def faint(rows: Rows) -> bool:
    return shows_faint(cells(rows), switched_on(rows), 1 * ms)


def begins_at_a_few_ms(rows: Rows) -> bool:
    """Return whether nineteen of twenty writes before the switch take longer than a few
    milliseconds."""
    return 1 * ms < below(early_cells(rows), 0.05) < 5 * ms


TARGETS = [
    target("slog-enable-time-pattern", lambda rows: drops(cells(rows), switched_on(rows))),
    target("slog-before-max-heat", lambda rows: part(rows, "before")["p99"]),
    target("slog-after-below", lambda rows: part(rows, "after")["all99"]),
    target("slog-iops-gain", lambda rows: values(rows)["gain"]),
    target("slog-latency-gain", lambda rows: values(rows)["latency_gain"]),
    target("slog-run-iops-pattern", steps_up),
    target("picket-fence-interval", lambda rows: fence(rows)[0]),
    target("picket-fence-fraction", lambda rows: fence(rows)[2]),
    target("picket-fence-rest", lambda rows: 1 - fence(rows)[2]),
    target("false-colour-pattern", faint),
    target("icy-lake-before-pattern", icy),
    target("slog-before-iops", lambda rows: part(rows, "before")["iops"]),
    target("slog-before-max", lambda rows: part(rows, "before")["p99"]),
    target("slog-before-low", begins_at_a_few_ms),
    target("slog-after-iops", lambda rows: part(rows, "after")["iops"]),
    target("slog-after-band", lambda rows: part(rows, "after")["median"]),
    target("slog-after-mostly", lambda rows: part(rows, "after")["median"]),
    target("slog-after-zero-above", lambda rows: part(rows, "after")["top"]),
]
