"""Sentences about a run, for screen readers and the tab *In words*."""

from collections.abc import Callable, Sequence
from math import ceil, floor, fsum

from models.lab.limit import NAMES, Limit, chosen, figures, limit, plain, told
from models.lab.run import BUSY, PARTS, STEP, Sample
from models.units import MB, TB, day, hour, minute, ms, us

Stretch = tuple[float, float]  # begin and end (s)
SAME = 0.05
"""Share by which a number may differ from the one before without a word."""


def in_words(samples: Sequence[Sample], names: Sequence[str]) -> list[str]:
    """Return a paragraph for each stretch of a run from one event to the next: what happened, what limits
    the machine then, and how its loads, of these `names`, are answered, now and before. The half second
    in which something happens belongs to no stretch."""
    happened = [event for sample in samples for event in sample["events"]]
    first, last = samples[0]["from"], samples[-1]["to"]
    ends = [floor(event["at"] / STEP) * STEP for event in happened]
    begins = [ceil(event["at"] / STEP) * STEP for event in happened]
    words, before, said, to_write = list[str](), None, list[str](), 0
    for begin, end, event in zip([first, *begins], [*ends, last], [None, *happened], strict=True):
        said += [event_words(event, names)] if event else []
        to_write += event.get("to write", 0) if event else 0
        if end <= begin:  # the next event comes at once
            continue
        now = limit(samples, begin, end)
        if before:
            said.append(changed(limit(samples, *before), now))
        said.append(f"From {begin:g} to {end:g} s: {now.sentence}")
        if to_write and now.rule != "off":
            said.append(resilver_words(samples, (begin, end), to_write))
        if now.rule != "off":
            loads = range(len(names))
            said += [load_words(samples, names[n], n, (begin, end), before) for n in loads]
        words.append(" ".join([one for one in said if one]))
        before, said = (begin, end), []
    return [*words, *said]


def event_words(event: Sample, names: Sequence[str]) -> str:
    """Return an event as a sentence, with what power took by what programs had been told of it."""
    return f"At {told(event, names)}."


def changed(before: Limit, now: Limit) -> str:
    """Return that the limit has moved to another part; "" if it has not. A page says it when a run ends."""
    if before.part == now.part or not before.part or not now.part:
        return ""
    return f"The limit moves from {plain(before.part)} to {plain(now.part)}."


def resilver_words(samples: Sequence[Sample], now: Stretch, to_write: int) -> str:
    """Return how fast resilvers write between two times (s), and how long all `to_write` bytes take so."""
    ones = chosen(samples, *now)
    rate = sum([one["resilvered"] for one in ones]) / (STEP * len(ones))
    if not rate:
        return "The resilver stands still."
    return (
        f"The resilver writes {number(rate / MB)} MB/s to the new disk: {to_write / TB:.3g} TB take "
        f"{long_words(to_write / rate)} so."
    )


def long_words(time: float) -> str:
    """Return a time (s) of minutes, hours or days."""
    if time < 2 * hour:
        return f"{time / minute:.0f} minutes"
    return f"{time / hour:.0f} hours" if time < 2 * day else f"{time / day:,.0f} days"


def load_words(
    samples: Sequence[Sample], name: str, load: int, now: Stretch, before: Stretch | None = None
) -> str:
    """Return how a load is answered between two times (s), and before, where it differs."""
    one = figures(samples, load, *now)
    old = figures(samples, load, *before) if before else one
    if not one.rate:
        return f"{name}: no answers{f', before {number(old.rate)} a second' if old.rate else ''}."
    words = [f"{number(one.rate)}{beside(one.rate, old.rate, number)} answers a second"]
    for share, new, was in (("half", one.median, old.median), ("99 %", one.p99, old.p99)):
        words.append(f"{share} within {time_words(new)}{beside(new, was, time_words)}")
    return f"{name}: {', '.join(words)}."


def beside(new: float, was: float, words: Callable[[float], str]) -> str:
    """Return the number before in brackets; "" if there is none, or it is about the same."""
    return f" (before {words(was)})" if was and abs(new - was) > SAME * was else ""


def number(value: float) -> str:
    """Return a rate or a number of requests."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def time_words(time: float) -> str:
    """Return a time (s) in three digits."""
    if time >= 1:
        return f"{time:.3g} s"
    return f"{time / ms:.3g} ms" if time >= 1 * ms else f"{time / us:.3g} µs"


def part_words(samples: Sequence[Sample], part: str, begin: float, end: float) -> str:
    """Return in a sentence what a part of the machine did between two times (s), for those who hear it:
    its use, how many of the followed load's requests are there, and how long they wait."""
    ones = [sample["parts"] for sample in chosen(samples, begin, end)]
    name = NAMES[part].rpartition(" ")[0].removeprefix("The ").capitalize()
    if part in BUSY.values() and not ones[-1][part]["each"]:
        return f"{name}: none."
    if part == "cache":
        hits = [one[part]["hits"] for one in ones if one[part]["hits"] is not None]
        share = f"answers {fsum(hits) / len(hits):.0%} of the reads" if hits else "not read"
        return f"{name}: {share}."
    use, waits, works, median, p99 = (
        fsum([one[part][name] for one in ones]) / len(ones)
        for name in ("use", "waits", "works", "wait50", "wait99")
    )
    of = fsum([one[name][kind] for one in ones for name in PARTS for kind in ("waits", "works")])
    found = limit(samples, begin, end)
    words = f"{name}: {use:.0%} in use{', the limit' if found.part == part else ''}"
    if waits + works:
        waiting = f"{number(waits)} of them waiting" if waits else "none waiting"
        words += f"; {number(waits + works)} of {number(of / len(ones))} requests, {waiting}"
    if p99:
        words += f". Waits {time_words(median)} in the median, {time_words(p99)} at 99 %"
    return f"{words}."
