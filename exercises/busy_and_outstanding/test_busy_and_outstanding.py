"""Is the disk as busy, and are as many outstanding, as there were?"""
from itertools import accumulate

import pytest

from exercises.expect import expect
from models.devices.drive_spec import drive_of
from models.devices.hdd import HardDisk
from models.devices.queue_loop import random_reads
from models.request import Request
from models.stats import in_flight
from models.units import KiB, ms
from models.workload import uniform


def plain(pairs):
    """Requests as the answer gets them."""
    return [{"issued": issued, "finish": finish} for issued, finish in pairs]


def in_steps(pairs, start, length):
    """What is outstanding, moment by moment: (seconds, how many), by going through all begins and ends."""
    end = start + length
    seen = [(max(a, start), min(b, end)) for a, b in pairs if b > start and a < end]
    changes = sorted([(start, 0), (end, 0), *((a, 1) for a, _ in seen), *((b, -1) for _, b in seen)])
    levels = accumulate(change for _, change in changes)
    return [(later - now, level) for (now, _), (later, _), level in zip(changes, changes[1:], levels, strict=False)]


def right(pairs, start, length):
    """The two numbers, from the moments."""
    steps = in_steps(pairs, start, length)
    return sum(time * level for time, level in steps) / length, sum(time for time, level in steps if level) / length


def check(answer, pairs, start=0.0, length=1.0):
    """Raises AssertionError unless the answer has both numbers of these requests."""
    active, share = right(pairs, start, length)
    expect(answer, "outstanding", active, within=1e-6, requests=plain(pairs), start=start, length=length)
    expect(answer, "busy", share, within=1e-6, requests=plain(pairs), start=start, length=length)


@pytest.mark.points(1)
@pytest.mark.advice(
    "Here one request comes after the other, so the two numbers are the same: the time in which there was one, divided by "
    "the time that we looked. A request counts by how long it was there."
)
def test_one_at_a_time_both_say_the_same(answer, rng):
    for _ in range(3):
        now, pairs = 0.0, []
        for _ in range(rng.randint(3, 8)):
            begun = now + rng.uniform(0.0, 0.05)
            now = begun + rng.uniform(0.01, 0.06)
            pairs.append((begun, now))
        check(answer, pairs)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Time in which two requests were outstanding counts twice for the one number and once for the other. And a disk can "
    "have several requests for half of the time, and none for the rest: then it is half busy, whatever the sum of their "
    "times."
)
def test_side_by_side_they_are_busy_once(answer, rng):
    for _ in range(4):
        pairs = []
        for begun in (0.0, 0.5):
            until = begun + rng.uniform(0.25, 0.4)
            pairs += [(begun + rng.uniform(0.05 * k, 0.05 * k + 0.04), until + rng.uniform(0.03 * k, 0.03 * k + 0.02))
                      for k in range(3)]
        check(answer, pairs)


@pytest.mark.points(1)
@pytest.mark.advice(
    "Some requests began before we looked, and some ended after it. Of these only the part that lies between start and "
    "start + length is seen, but that part counts, also of a request that has not been answered yet."
)
def test_only_what_is_seen_counts(answer, rng):
    for _ in range(3):
        start, length = rng.uniform(1, 9), rng.uniform(0.5, 2.0)
        end = start + length
        check(answer, [
            (start - rng.uniform(0.5, 1.0), start - 0.1), (start - 0.3, start + rng.uniform(0.05, 0.1)),
            (start + 0.2 * length, start + rng.uniform(0.3, 0.5) * length),
            (end - rng.uniform(0.05, 0.1), end + rng.uniform(0.1, 0.5)), (end + 0.1, end + 0.4)], start, length)


@pytest.mark.points(1)
@pytest.mark.advice(
    "Drives answer in an order of their own, so the list may stand in any order, and a short request may begin and end "
    "while a longer one goes on. After it the disk is still as busy as the longer one makes it."
)
def test_a_short_request_within_a_long_one_ends_nothing(answer, rng):
    for _ in range(3):
        long = (rng.uniform(0.0, 0.1), rng.uniform(0.7, 0.8))
        pairs = [long, (0.15, rng.uniform(0.2, 0.3)), (rng.uniform(0.5, 0.6), rng.uniform(0.85, 0.9)), (0.2, 0.25)]
        rng.shuffle(pairs)
        check(answer, pairs)


@pytest.mark.points(2)
@pytest.mark.advice(
    "This is a run of the book's disk with many reads outstanding all the time. It is never idle, and by Little's law "
    "what is outstanding is the rate times the latency. Which of the two do your numbers not fit?"
)
def test_the_book_s_disk_obeys_little_s_law(answer, rng):
    spec, many = drive_of("enterprise-disk"), rng.randint(3, 12)
    disk = HardDisk(spec, phase=rng.random())
    pairs = random_reads(disk, uniform(4 * KiB, spec.capacity, rng), 4 * KiB, many, 400)
    requests = plain(pairs)
    end = pairs[-1][1] - 500 * ms
    start, length = 0.1 * end, 0.8 * end
    ended = [finish - issued for issued, finish in pairs if start <= finish < start + length]
    rate, latency = len(ended) / length, sum(ended) / len(ended)
    expect(answer, "busy", 1.0, within=1e-6, requests=requests, start=start, length=length)
    expect(answer, "outstanding", rate * latency, within=0.1, requests=requests, start=start, length=length)
    counted = in_flight([Request("read", 0, 4 * KiB, issued, finish) for issued, finish in pairs], start, length)
    expect(answer, "outstanding", counted, within=1e-6, requests=requests, start=start, length=length)
