"""What limits a machine between two times, in a sentence with its numbers."""

from collections.abc import Sequence
from math import fsum
from typing import Any, NamedTuple

from models.lab.run import DEVICES, EDGES, PARTS, Sample

FULL = 0.95
"""Use from which a part is the limit."""
BEHIND_SHARE, BEHIND = 0.01, 50
"""Share of the requests that come, and number, that must be added to those that wait for a load to fall behind."""
NAMES = {
    "programs": "The programs are",
    "network": "The network is",
    "cores": "The cores are",
    "cache": "The read cache is",
    "log": "The intent log is",
    "group": "The changed data is",
    "logdevice": "The log device is",
    "cable": "The cables are",
    "disk": "The disks are",
    "flash": "The flash is",
    "special": "The special vdev is",
}


class Figures(NamedTuple):
    """The answers of a load between two times."""

    rate: float  # 1/s
    bytes: float  # a second
    median: float  # s
    p99: float  # s
    p999: float  # s


class Limit(NamedTuple):
    """The part that limits the followed load, and why."""

    part: str
    rule: str  # "use": in use 95 % or more; "ticks": where most requests are; "none": no requests
    use: float  # 0-1
    ticks: float  # requests there, on average
    of: float  # requests, those that programs think about included
    next: str  # the part that would be next, by use
    next_use: float  # 0-1
    waiting: int  # requests under way at the end
    more: float  # how many more each second; 0: the machine keeps up
    sentence: str


def chosen(samples: Sequence[Sample], begin: float, end: float) -> list[Sample]:
    """Return the samples from `begin` to `end` (s). Raise ValueError if there are none."""
    found = [one for one in samples if one["from"] >= begin - 1e-9 and one["to"] <= end + 1e-9]
    if not found:
        raise ValueError(f"begin and end must be around a sample, got {begin:g} and {end:g} s")
    return found


def figures(samples: Sequence[Sample], load: int, begin: float, end: float) -> Figures:
    """Return the rate and latencies of one load between two times (s)."""
    ones = chosen(samples, begin, end)
    seconds = fsum([one["to"] - one["from"] for one in ones])
    counts = dict[int, int]()
    for one in ones:
        for at, number in one["loads"][load]["fine"].items():
            counts[int(at)] = counts.get(int(at), 0) + number
    answered = sum(counts.values())
    median, p99, p999 = (within(counts, share) for share in (0.5, 0.99, 0.999))
    moved = sum([one["loads"][load]["bytes"] for one in ones])
    return Figures(answered / seconds, moved / seconds, median, p99, p999)


def within(counts: dict[int, int], share: float) -> float:
    """Return the latency (s) within which a share (0-1) of the answers came, or 0 without answers."""
    wanted, passed = share * sum(counts.values()), 0
    for at in sorted(counts):
        if passed + counts[at] >= wanted:
            low = EDGES[at]
            high = EDGES[at + 1] if at + 1 < len(EDGES) else low
            return low + (high - low) * (wanted - passed) / counts[at]
        passed += counts[at]
    return 0.0


def limit(samples: Sequence[Sample], begin: float, end: float) -> Limit:
    """Return the limit of the followed load between two times (s): the part of its requests' way that
    is in use 95 % or more, the fullest if there are several; if none is, the part with the most
    requests."""
    ones = chosen(samples, begin, end)
    mean: dict[str, dict[str, float]] = {
        part: {
            name: fsum([one["parts"][part][name] for one in ones]) / len(ones)
            for name in ("use", "waits", "works", "wait50")
        }
        for part in PARTS
    }
    here = {part: one["waits"] + one["works"] for part, one in mean.items()}
    way = [part for part in PARTS if here[part] > 0]
    full = [part for part in way if mean[part]["use"] >= FULL]
    of = fsum(here.values())
    load = ones[-1]["load"]
    waiting, more = growth(ones, load)
    if not way:
        return Limit("", "none", 0.0, 0.0, 0.0, "", 0.0, waiting, more, "Nothing was asked.")
    key = (lambda part: (mean[part]["use"], here[part])) if full else (lambda part: here[part])
    part = max(full or way, key=key)
    others = [one for one in way if one != part]
    after = max(others, key=lambda one: mean[one]["use"]) if others else ""
    use = mean[part]["use"]
    words = f"{NAMES[part]} the limit. "
    if more:
        words += f"{waiting:,} requests wait, and {more:,.0f} more each second."
    elif full:
        words += why(part, use, here[part], of, after, mean)
    else:
        words += (
            f"No part is more than {max(mean[one]['use'] for one in way):.0%} in use; "
            f"{here[part]:.3g} of {of:.3g} requests are there."
        )
    return Limit(
        part,
        "use" if full else "ticks",
        use,
        here[part],
        of,
        after,
        mean[after]["use"] if after else 0.0,
        waiting,
        more,
        words,
    )


def why(
    part: str, use: float, ticks: float, of: float, after: str, mean: dict[str, dict[str, float]]
) -> str:
    """Return what the limit's numbers say."""
    rest = f"; the next is {NAMES[after].rsplit(' ', 1)[0].lower()}, {mean[after]['use']:.0%}"
    return f"In use {use:.0%}, with {ticks:.3g} of {of:.3g} requests{rest if after else ''}."


def growth(ones: Sequence[Sample], load: int) -> tuple[int, float]:
    """Return how many requests of a load are under way at the end, and how many more there are each
    second if it falls behind: if the number grew in both halves by a share of what came."""
    rows = [one["loads"][load] for one in ones]
    waiting = rows[-1]["waiting"]
    if rows[0]["threads"] or len(rows) < 3:
        return waiting, 0.0
    first, half = rows[0]["waiting"], rows[len(rows) // 2]["waiting"]
    grown = waiting - first
    came = grown + sum([row["answered"] for row in rows[1:]])
    if grown < max(BEHIND, BEHIND_SHARE * came) or not grown / 4 < half - first < grown * 3 / 4:
        return waiting, 0.0
    seconds = ones[-1]["to"] - ones[0]["to"]
    return waiting, grown / seconds


def to_json(one: Limit | Figures) -> dict[str, Any]:
    """Return the fields by name."""
    return one._asdict()


__all__ = ["DEVICES", "Figures", "Limit", "figures", "limit", "to_json"]
