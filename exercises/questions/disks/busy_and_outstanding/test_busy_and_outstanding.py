"""Is the disk as busy, and are as many outstanding, as there were?"""

from itertools import accumulate
from math import isclose

import pytest

from exercises.kit.expect import Advised, asked, expect, number
from models.devices.drive_spec import drive_of
from models.devices.hdd import HardDisk
from figures.disks.experiments.random_reads import random_reads
from models.sim.station import Request
from models.sim.stats import in_flight
from models.sim.workload import uniform
from models.units import KiB


def between(rng, low, high):
    """A time (s) between two others, in whole milliseconds, so that a reader can follow."""
    return rng.randint(round(1000 * low), round(1000 * high)) / 1000


def in_steps(requests, start, length):
    """What is outstanding, moment by moment: (seconds, how many), by going through all begins and
    ends."""
    end = start + length
    seen = [(max(a, start), min(b, end)) for a, b in requests if b > start and a < end]
    changes = sorted(
        [(start, 0), (end, 0), *((a, 1) for a, _ in seen), *((b, -1) for _, b in seen)]
    )
    levels = accumulate(change for _, change in changes)
    return [
        (later - now, level)
        for (now, _), (later, _), level in zip(changes, changes[1:], levels, strict=False)
    ]


def as_asked(case, requests, start, length):
    """The inputs as the question has them, of requests that are pairs of when each was issued and
    when it was answered."""
    records = [
        {"issued": begun, "finish": ended, "latency": round(ended - begun, 9)}
        for begun, ended in requests
    ]
    look = {"start": start, "end": round(start + length, 9), "length": length}
    given = [[record[name] for name in case["record"]["names"].split(", ")] for record in records]
    return {"requests": given} | {
        name: look[name] for name in (case["look"]["first"], case["look"]["second"])
    }


def check(answer, case, requests, start=0.0, length=1.0):
    """Raises AssertionError unless the answer has both numbers of these requests."""
    steps = in_steps(requests, start, length)
    active = sum(time * level for time, level in steps) / length
    inputs, busy = as_asked(case, requests, start, length), case["share"]
    expect(answer, case["function"], active, **inputs)
    share = sum(time for time, level in steps if level) / length
    got = number(answer, busy["name"], **inputs)
    mistaken(case, got, share, asked(busy["name"], inputs))
    expect(answer, busy["name"], share * busy["times"], **inputs)


def mistaken(case, got, share, call):
    """Raises Advised for a percentage where a share is asked for, and the other way round."""
    other = {1: 100, 100: 1}[case["share"]["times"]]
    if isclose(got, other * share, rel_tol=1e-6):
        raise Advised(
            f"{call} gave {got:.6g}, which is too {'large' if other == 100 else 'small'}",
            case["share"]["range"],
        )


@pytest.mark.points(1)
@pytest.mark.advice(
    "Here one request comes after the other, so {{share.same}}: the time in which there was one, divided by the "
    "time for which we look. A request counts by how long it was there."
)
def test_one_at_a_time_both_say_the_same(answer, case, rng):
    for _ in range(3):
        now, requests = 0.0, []
        for _ in range(3):
            begun = now + between(rng, 0.01, 0.1)
            now = begun + between(rng, 0.05, 0.2)
            requests.append([round(begun, 3), round(now, 3)])
        check(answer, case, requests, length=rng.choice([1.5, 2.0, 4.0]))


@pytest.mark.points(2)
@pytest.mark.advice(
    "Time in which two requests were outstanding counts twice for the one number and once for the other. A disk can have "
    "several requests for half of the time and none for the rest. Then it is half busy, whatever the sum of their times."
)
def test_side_by_side_they_are_busy_once(answer, case, rng):
    for _ in range(4):
        until = between(rng, 0.5, 0.6)
        requests = [
            [
                between(rng, 0.1 * k, 0.1 * k + 0.05),
                round(until + between(rng, 0.05 * k, 0.05 * k + 0.04), 3),
            ]
            for k in range(3)
        ]
        check(answer, case, requests)


@pytest.mark.points(1)
@pytest.mark.advice(
    "Some requests began before we looked, and some ended after it. Of these only the part in "
    "between is seen. That part counts, also of a request that has not been answered yet."
)
def test_only_what_is_seen_counts(answer, case, rng):
    for _ in range(3):
        start = between(rng, 1, 9)
        requests = [
            [start - 0.5, start - 0.1],
            [start - 0.3, start + between(rng, 0.05, 0.1)],
            [start + 0.2, start + between(rng, 0.3, 0.5)],
            [start + between(rng, 0.8, 0.95), start + 1.2],
        ]
        check(
            answer,
            case,
            [[round(issued, 3), round(finish, 3)] for issued, finish in requests],
            start,
        )


@pytest.mark.points(1)
@pytest.mark.advice(
    "Drives answer in an order of their own, so the list may stand in any order, and a short request may begin and end "
    "while a longer one goes on. After it the disk is still as busy as the longer one makes it."
)
def test_a_short_request_within_a_long_one_ends_nothing(answer, case, rng):
    for _ in range(3):
        requests = [
            [between(rng, 0.0, 0.1), between(rng, 0.7, 0.8)],
            [0.15, between(rng, 0.2, 0.3)],
            [between(rng, 0.5, 0.6), between(rng, 0.85, 0.9)],
        ]
        rng.shuffle(requests)
        check(answer, case, requests)


@pytest.mark.points(2)
@pytest.mark.advice(
    "By Little's law what is outstanding is the rate times the latency of the reads that were answered while we looked. The "
    "list also holds reads that lie before, or after, or partly outside. Do they count with more than what we see of them?"
)
def test_a_simulated_disk_obeys_the_law(answer, case, rng):
    spec, many = drive_of("enterprise-disk"), rng.randint(3, 12)
    disk = HardDisk(spec, phase=rng.random())
    requests = [
        list(pair)
        for pair in random_reads(disk, uniform(4 * KiB, spec.capacity, rng), 4 * KiB, many, 250)
    ]
    start, length = 0.1 * requests[-1][1], 0.7 * requests[-1][1]
    ended = [finish - issued for issued, finish in requests if start <= finish < start + length]
    rate, latency = len(ended) / length, sum(ended) / len(ended)
    counted = in_flight(
        [Request("read", 0, 4 * KiB, issued, finish) for issued, finish in requests], start, length
    )
    inputs, busy = as_asked(case, requests, start, length), case["share"]["name"]
    share = number(answer, busy, **inputs)
    mistaken(case, share, 1.0, asked(busy, inputs))
    full = case["share"]["times"]
    if not isclose(share, full, rel_tol=1e-6):
        raise Advised(
            f"for a simulated disk with reads waiting all the time, {busy} gave {share:.6g}, which is too "
            f"{'large' if share > full else 'small'}",
            "This disk is never idle while we look. Is some "
            "of the time counted twice, or not at all?",
        )
    got = number(answer, case["function"], **inputs)
    for wanted, within in ((rate * latency, 0.1), (counted, 1e-6)):
        if not isclose(got, wanted, rel_tol=within):
            raise AssertionError(
                f"{case['function']} gave {got:.6g}, which is too {'large' if got > wanted else 'small'}: "
                f"in these {length:.2f} s {len(ended)} reads were answered, after {1000 * latency:.0f} ms "
                f"on average, and the list holds {len(requests)} reads in all"
            )
