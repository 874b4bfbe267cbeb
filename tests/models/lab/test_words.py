"""What happened, in sentences: each is built from the numbers of its stretch and those before."""

import pytest

from models.lab.run import EDGES, PARTS
from models.lab.words import in_words, number, part_words, time_words

NAMES = ["Writers", "Readers"]


def bin_of(time):
    return str(max(n for n, edge in enumerate(EDGES) if edge <= time))


def sample(half, full="disk", answers=(50, 10), time=0.01, events=(), off=False, **more):
    """A half second made by hand, in which the part `full` is the limit and each answer takes `time` (s)."""
    loads = [
        {"answered": n, "bytes": n, "fine": {bin_of(time): n} if n else {}, "waiting": 1}
        for n in answers
    ]
    parts = {
        part: {
            "use": float(part == full),
            "each": [1.0] if part == full else [],
            "waits": 3.0 * (part == full),
            "works": float(part == full),
            "wait50": time / 2,
            "wait99": time,
            "hits": 0.25,
        }
        for part in PARTS
    }
    times = {"from": half / 2, "to": half / 2 + 0.5, "load": 0}
    return {**times, "loads": loads, "parts": parts, "events": [*events], "off": off, **more}


def test_an_event_parts_a_run_and_each_number_that_changed_stands_beside_the_one_before():
    die = {"at": 1.2, "kind": "log device dies", "left": 0}
    samples = [
        *[sample(n, "logdevice") for n in (0, 1)],
        sample(2, "log", (999, 999), 5.0, [die]),  # in which it happens: in no stretch
        *[sample(n, "disk", (5, 10), 0.1) for n in (3, 4)],
    ]
    first, then = in_words(samples, NAMES)
    assert first == (
        "From 0 to 1 s: The log device is the limit. In use 100 %; requests spend 100 % of their time there. Writers: 100 "
        "answers a second, half within 10.1 ms, 99 % within 10.2 ms. Readers: 20 answers a second, half "
        "within 10.1 ms, 99 % within 10.2 ms."
    )
    assert then == (
        "At 1.2 s: log device dies (0 left). The limit moves from the log device to the disks. From 1.5 to 2.5 s: "
        "The disks are the limit. In use 100 %; requests spend 100 % of their time there. Writers: 10 (before 100) answers a "
        "second, half within 101 ms (before 10.1 ms), 99 % within 102 ms (before 10.2 ms). Readers: 20 "
        "answers a second, half within 101 ms (before 10.1 ms), 99 % within 102 ms (before 10.2 ms)."
    )


def test_a_load_that_starts_has_nothing_before_and_one_that_ends_says_so():
    starts = {"at": 1.0, "kind": "load starts", "load": 1}
    samples = [
        *[sample(0, answers=(50, 0)), sample(1, answers=(50, 0), events=[starts])],
        *[sample(2, answers=(0, 20)), sample(3, answers=(0, 20))],
    ]
    first, then = in_words(samples, NAMES)
    assert first.endswith("Readers: no answers.")
    assert then.startswith("At 1 s: a load starts (Readers). From 1 to 2 s: The disks are")
    assert "Writers: no answers, before 100 a second. Readers: 40 answers a second, half" in then


@pytest.mark.parametrize(
    ("lost", "words"),
    [
        ((0, 0), "nothing lost."),
        (
            (8192, 100_000),
            "8,192 bytes lost that had been told safe, 100,000 that had only been taken.",
        ),
    ],
)
def test_power_that_fails_says_what_was_lost_of_what_programs_had_been_told(lost, words):
    loss = dict(zip(("told safe", "told only taken"), lost, strict=True))
    fails = {"at": 0.5, "kind": "power fails", "lost by whom": loss}
    samples = [sample(0, events=[fails]), sample(1, answers=(0, 0), off=True)]
    (_, then) = in_words(samples, NAMES)
    assert then == f"At 0.5 s: power is pulled; {words} From 0.5 to 1 s: The power is off."


def test_events_together_and_at_the_end_are_each_told_once():
    pulls = [{"at": at, "kind": "disk pulled", "disk": 3} for at in (0.6, 0.7, 2.0)]
    samples = [
        sample(n, events=[one for one in pulls if n < 2 * one["at"] <= n + 1]) for n in range(4)
    ]
    words = in_words(samples, NAMES)
    assert words[1].startswith(
        "At 0.6 s: a disk is pulled (disk 3). At 0.7 s: a disk is pulled (disk 3). "
    )
    assert "From 1 to 2 s" in words[1] and "moves" not in words[1] and "before" not in words[1]
    assert words[2:] == ["At 2 s: a disk is pulled (disk 3)."]


def test_a_part_is_one_sentence():
    samples = [sample(0), sample(1)]
    assert part_words(samples, "disk", 0, 1) == (
        "Disks: 100% in use, the limit; 4 of 4 requests, 3 of them waiting. "
        "Waits 5 ms in the median, 10 ms at 99 %."
    )
    assert part_words(samples, "flash", 0, 1) == "Flash: none."
    assert part_words(samples, "cache", 0, 1) == "Read cache: answers 25% of the reads."
    assert part_words(samples, "log", 0, 1).startswith("Intent log: 0% in use. Waits")


def test_numbers_have_two_digits_or_commas_and_times_three_digits():
    assert [number(n) for n in (0, 0.123, 9.4, 12.4, 12345.6)] == [
        "0",
        "0.12",
        "9.4",
        "12",
        "12,346",
    ]
    assert [time_words(t) for t in (44e-6, 0.0342, 1.5)] == ["44 µs", "34.2 ms", "1.5 s"]


def test_a_resilver_is_told_with_how_long_it_takes_at_this_rate():
    begin = {"at": 0.6, "kind": "resilver", "vdev": 0, "to write": 36 * 10**9}
    samples = [
        sample(0),
        sample(1, events=[begin]),
        *[sample(n, resilvered=5 * 10**6) for n in (2, 3)],
    ]
    assert (
        "The resilver writes 10 MB/s to the new disk: 0.036 TB take 60 minutes so."
        in in_words(samples, NAMES)[-1]
    )
    assert "resilver writes" not in in_words(samples, NAMES)[0]
