"""What limits a machine between two times, in a sentence with its numbers."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil, fsum
from typing import Any, NamedTuple

from models.cli.command_line import table
from models.lab.events import KINDS
from models.lab.run import EDGES, PARTS, STEP, Sample
from models.lab.study import Study
from models.lab.trace_events import DEVICES
from models.units import MB, ms

FULL = 0.95
"""Use from which a part is the limit."""
ALIKE = 0.01
"""Difference in use that is not seen."""
FAINT = 0.005
"""Use from which the part that would be next is worth a word."""
BEHIND_SHARE, BEHIND = 0.01, 50
"""Share of the requests that come, and number, that must be added to those that wait for a load to fall behind."""
SAME = 0.02
"""Share by which the times of two samples may differ and count as equal."""
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
    rule: str  # "use": in use 95 % or more; "ticks": most requests are there; "off"; "none": none
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
    is in use 95 % or more, the fullest if there are several, and of those as full within 1 % the one with
    the most requests; if none is, the part with the most requests."""
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
    waiting, more = growth(ones)
    if ones[0]["off"]:
        return Limit("", "off", 0.0, 0.0, 0.0, "", 0.0, waiting, 0.0, "The power is off.")
    if not way:
        return Limit("", "none", 0.0, 0.0, 0.0, "", 0.0, waiting, more, "Nothing was asked.")
    fullest = max(mean[one]["use"] for one in way)
    alike = [one for one in full if mean[one]["use"] > fullest - ALIKE]
    part = max(alike or way, key=here.__getitem__)
    others = [one for one in way if one != part]
    after = max(others, key=lambda one: mean[one]["use"]) if others else ""
    use = mean[part]["use"]
    words = f"{NAMES[part]} the limit. "
    rate = fsum([one["loads"][load]["answered"] / (one["to"] - one["from"]) for one in ones])
    if more:
        words += f"{waiting:,} requests wait, and {more:,.0f} more each second."
    elif full:
        words += why(part, here, use, rate / len(ones))
    else:
        words += f"{there(part, here)}; "
        if use == fullest:
            words += f"no part of their way is more than {share(fullest)} in use."
        else:
            words += (
                f"no part of their way is full, the fullest is {plain(after)}, {share(fullest)}."
            )
    if after and full and not more and mean[after]["use"] >= FAINT:
        words += f" Next: {plain(after)}, {share(mean[after]['use'])}."
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


def why(part: str, here: dict[str, float], use: float, rate: float) -> str:
    """Return what the numbers of a full part say. here: requests in each part; rate: answers a second."""
    if part == "programs" and rate:
        others = fsum(here.values()) - here[part]
        return f"They think {share(use)} of the time; an answer takes {others / rate / ms:.3g} ms."
    device = max(DEVICES, key=lambda one: here[one])
    if part == "log" and here[device] and rate:
        each = here[device] / rate / ms
        return f"In use {share(use)}; a commit waits {each:.3g} ms for {plain(device)}."
    words = there(part, here)
    return f"In use {share(use)}; {words[0].lower()}{words[1:]}."


def there(part: str, here: dict[str, float]) -> str:
    """Return how much of their time requests spend in a part. here: requests in each part."""
    spent = share(here[part] / fsum(here.values()))
    return (
        f"They think {spent} of the time"
        if part == "programs"
        else f"Requests spend {spent} of their time there"
    )


def share(value: float) -> str:
    """Return a share in percent; one below FULL does not become FULL."""
    digits = 1 if value < FULL and round(value, 2) >= FULL else 0
    return f"{100 * value:.{digits}f} %"


def plain(part: str) -> str:
    """Return the name of a part within a sentence."""
    name = NAMES[part].rpartition(" ")[0]
    return name[0].lower() + name[1:]


def settled(samples: Sequence[Sample]) -> float:
    """Return from when (s) the followed load's figures count, after the last event in these samples.

    The first half second is left out, and as many more, up to half of them, as make the mean of the rest
    most certain: of the time that a request takes, by Little's law (MSER; White 1997, Simulation 69)."""
    begun = max([n for n, one in enumerate(samples) if one["events"]], default=-1) + 1
    ones = samples[begun:] or samples[-1:]
    loads = [one["loads"][one["load"]] for one in ones]
    took = [load["mean waiting"] / max(1, load["answered"]) for load in loads]

    def doubt(left: int) -> float:
        rest = took[left:]
        middle = fsum(rest) / len(rest)
        spread = fsum([(one - middle) ** 2 for one in rest]) / len(rest)
        return (spread + (SAME * middle) ** 2) / len(rest)

    most = len(ones) // 2
    return float(ones[min(range(min(1, most), most + 1), key=doubt)]["from"])


def growth(ones: Sequence[Sample]) -> tuple[int, float]:
    """Return how many requests of all loads are under way at the end, and how many more there are each
    second if the machine falls behind: if the number grew, in both halves, by a share of what came."""
    waits = [sum([load["waiting"] for load in one["loads"]]) for one in ones]
    if len(ones) < 3:
        return waits[-1], 0.0
    first, half, grown = waits[0], waits[len(waits) // 2], waits[-1] - waits[0]
    came = grown + sum([load["answered"] for one in ones[1:] for load in one["loads"]])
    if grown < max(BEHIND, BEHIND_SHARE * came) or not grown / 4 < half - first < grown * 3 / 4:
        return waits[-1], 0.0
    return waits[-1], grown / (ones[-1]["to"] - ones[0]["to"])


def verdict(study: Study, ran: Mapping[str, Sequence[Sample]]) -> str:
    """Return what limits each machine of a study from one event to the next, and a table of its loads."""
    lines = list[str]()
    for name, samples in ran.items():
        at = [event.at for event in study.happening(name)]
        last = samples[-1]["to"]
        edges = sorted({0.0, *[min(last, ceil(time / STEP) * STEP) for time in at], last})
        rows = [["load", "from", "to", "1/s", "MB/s", "50 %, ms", "99 %", "99.9 %", "waiting"]]
        for before, end in pairwise(edges):
            begin = settled(chosen(samples, before, end))
            lines.append(
                f"{name.upper()} from {begin:g} to {end:g} s: {limit(samples, begin, end).sentence}"
            )
            for number, load in enumerate(study.names):
                one = figures(samples, number, begin, end)
                times = [f"{time / ms:.3f}" for time in (one.median, one.p99, one.p999)]
                waiting = chosen(samples, begin, end)[-1]["loads"][number]["waiting"]
                rows.append(
                    [
                        load,
                        *[f"{time:g}" for time in (begin, end)],
                        *[f"{one.rate:,.0f}", f"{one.bytes / MB:,.1f}"],
                        *times,
                        f"{waiting:,}",
                    ]
                )
        lines += [one for sample in samples for one in map(told, sample["events"])]
        lines += ["", table(rows, "<" + ">" * 8), ""]
    return "\n".join(lines[:-1])


def told(event: dict[str, Any], names: Sequence[str] = ()) -> str:
    """Return an event of a sample in words. names: of the loads."""
    words = f"{event['at']:g} s: {KINDS[event['kind']].words}"
    shown = {
        "disk": "disk {:g}",
        "vdev": "vdev {:g}",
        "load": "load {:g}",
        "times": "{:g} times slower",
        "left": "{:g} left",
    }
    numbers = [
        names[event[name]] if name == "load" and names else text.format(event[name])
        for name, text in shown.items()
        if name in event
    ]
    words += f" ({', '.join(numbers)})" * bool(numbers)
    if "lost by whom" in event:
        safe, taken = event["lost by whom"].values()
        words += (
            f"; {safe:,} bytes lost that had been told safe, {taken:,} that had only been taken"
            if safe or taken
            else "; nothing lost"
        )
    return words
