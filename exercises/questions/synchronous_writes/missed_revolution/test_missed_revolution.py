"""Is the time of a write right, and the rate, for any delay of the host?"""

import math
import statistics

import pytest

from exercises.kit.draw import until_sound
from exercises.kit.expect import Advised, expect, number
from models.devices.drive_spec import DriveSpec
from models.devices.hdd import HardDisk

KIB = 1024
CYCLE = (
    "Your {time} is right here; look at {count}. The next write is not always issued when this one completes. "
    "What belongs to the time from one completion to the next?"
)
NOT_A_RATE = (
    "That is the time from one completion to the next. How many times does it fit into {a_while}?"
)
FROM_THE_LAST = (
    "That is counted from the completion of the write before. Asked for is the time from the issue of this one, and by then "
    "the host delay is over."
)
NOT_SECONDS = "A write that takes more than a second? How long is one turn, in seconds, at 7,200 turns a minute?"


def turn(disk):
    """Seconds of one revolution."""
    return 60 / disk["rpm"]


def transfer(disk):
    """Seconds that the data takes to pass under the head."""
    return disk["size"] / disk["rate"]


def disks(rng, count):
    """Writes and disks of many kinds, without a host delay."""
    for _ in range(count):
        yield {
            "size": rng.choice([4, 8, 12, 64, 128]) * KIB,
            "rpm": rng.choice([4200, 5400, 7200, 10_000, 15_000]),
            "rate": rng.uniform(40e6, 250e6),
        }


def as_asked(case, host_delay, **disk):
    """The inputs with the host's delay (s) in the unit of the question."""
    return {**disk, "host_delay": host_delay * case["delay"]["a_second"]}


def expect_time(answer, case, wanted, within=1e-6, **inputs):
    """Compares a write's time (s); whoever gives more than a second has mistaken a unit, or begun
    to count too early."""
    asked, a_second = as_asked(case, **inputs), case["result"]["a_second"]
    try:
        expect(answer, case["function"], wanted * a_second, within, **asked)
    except Advised as error:
        got = number(answer, case["function"], **asked) / a_second
        waits = wanted > 1.001 * transfer(
            inputs
        )  # else a turn too much may be as long as the host delay
        early = waits and math.isclose(got, wanted + inputs["host_delay"], rel_tol=1e-6)
        advice = FROM_THE_LAST if early else NOT_SECONDS if got > 1 else None
        raise Advised(str(error), error.advice or advice) from None


def expect_count(answer, case, time, cycle, **inputs):
    """Compares the writes in a while, one in each cycle (s); where the time of one (s) is right,
    the mistake is in the second function alone."""
    asked, count, a_second = as_asked(case, **inputs), case["count"], case["result"]["a_second"]
    try:
        expect(answer, count["function"], count["seconds"] / cycle, **asked)
    except Advised as error:
        got = number(answer, case["function"], **asked) / a_second
        advice = NOT_SECONDS if got > 1 else None
        if not error.advice and math.isclose(got, time, rel_tol=1e-6):
            counted = number(answer, count["function"], **asked)
            inverse = any(
                math.isclose(counted, cycle * unit, rel_tol=1e-6) for unit in (1, a_second)
            )
            words = {
                "time": case["function"],
                "count": count["function"],
                "a_while": count["words"],
            }
            advice = (NOT_A_RATE if inverse else CYCLE).format(**words)
        raise Advised(str(error), error.advice or advice) from None


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "Take the example of the question first: 12 KiB at 7,200 rpm, after 0.1 ms. The measured "
    "machine managed 118 writes a second, close to the 120 turns that its platter makes."
)
def test_the_example_gives_what_the_question_says(answer, case):
    example = {"size": 12 * KIB, "rpm": 7200, "rate": 133.7e6, "host_delay": 0.0001}
    time = 60 / 7200 - 0.0001 + 12 * KIB / 133.7e6
    expect_time(answer, case, time, **example)
    expect_count(answer, case, time, time + 0.0001, **example)


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "If the next request comes the instant the last write ends, its place is still under the head: there "
    "is nothing to wait for, and only the data itself takes time."
)
def test_a_host_that_takes_no_time_never_waits_for_the_platter(answer, case, rng):
    for disk in disks(rng, 6):
        expect_time(answer, case, transfer(disk), **disk, host_delay=0.0)
        expect_count(answer, case, transfer(disk), transfer(disk), **disk, host_delay=0.0)


@pytest.mark.points(2)
@pytest.mark.advice(
    "The place of the next write was under the head when the last one ended, so it has just gone by and "
    "must come round again: one turn after that moment, no matter when in between the request is issued."
)
def test_a_late_request_waits_for_the_rest_of_the_turn(answer, case, rng):
    for disk in disks(rng, 8):
        delay = rng.uniform(0.01, 0.99) * turn(disk)
        expect_time(answer, case, turn(disk) - delay + transfer(disk), **disk, host_delay=delay)


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "A write ends when its last byte has passed under the head, not its first: two writes that differ "
    "only in size differ in time by the extra bytes at the disk's rate."
)
def test_a_larger_write_takes_longer_by_its_extra_bytes(answer, case, rng):
    for disk in disks(rng, 4):
        delay = rng.uniform(0.1, 0.9) * turn(disk)
        small = (
            number(answer, case["function"], **as_asked(case, **disk, host_delay=delay))
            / case["result"]["a_second"]
        )
        larger = {**disk, "size": disk["size"] + 96 * KIB}
        expect_time(answer, case, small + 96 * KIB / disk["rate"], **larger, host_delay=delay)


@pytest.mark.points(2)
@pytest.mark.advice(
    "While the host thinks, the platter turns: a longer host delay leaves a shorter wait. As long as it "
    "is shorter than a turn, the two together are one turn, and the number of writes a second does not "
    "change."
)
def test_a_faster_host_that_still_comes_late_gains_nothing(answer, case, rng):
    for disk in disks(rng, 5):
        for delay in (0.02 * turn(disk), 0.5 * turn(disk), 0.98 * turn(disk)):
            cycle = turn(disk) + transfer(disk)
            expect_count(answer, case, cycle - delay, cycle, **disk, host_delay=delay)


@pytest.mark.points(2)
@pytest.mark.advice(
    "After a whole turn the place has come by once and was missed. Only the part of the host delay beyond "
    "whole turns decides how long the request waits; a wait is never negative and never longer than a "
    "turn."
)
def test_a_host_slower_than_a_turn_catches_a_later_one(answer, case, rng):
    for disk in disks(rng, 6):
        whole, part = rng.randint(1, 5), rng.uniform(0.05, 0.95)
        delay = (whole + part) * turn(disk)
        expect_time(
            answer, case, (1 - part) * turn(disk) + transfer(disk), **disk, host_delay=delay
        )
        cycle = (whole + 1) * turn(disk) + transfer(disk)
        expect_count(answer, case, cycle - delay, cycle, **disk, host_delay=delay)


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "A host delay of exactly so many turns brings the place under the head again, so there is no wait: only the data itself "
    "takes time. If your time is too large by almost a whole turn, that is rounding: the remainder came out a hair less than "
    "a turn."
)
def test_rounding_never_costs_a_whole_turn(answer, case, rng):
    for disk in disks(rng, 3):
        for turns in (1, 2, 3, 5, 6, 7, 10, 11, 13):
            delays = (turns * turn(disk), turns * 60 / disk["rpm"], math.fsum([turn(disk)] * turns))
            for delay in (*delays, math.nextafter(delays[0], math.inf)):
                expect_time(answer, case, transfer(disk), within=1e-4, **disk, host_delay=delay)


@pytest.mark.points(1)
@pytest.mark.advice(
    "The place has just gone by, so almost a whole turn must pass until it comes round. Only who is late by less than a "
    "hundred-thousandth of a turn counts as in time. If you have such a limit, is it in turns, or in seconds?"
)
def test_a_ten_thousandth_of_a_turn_is_late(answer, case, rng):
    for disk in disks(rng, 3):
        for turns in (0, 1, 2, 5):
            delay = (turns + 0.0001) * turn(disk)
            expect_time(
                answer, case, 0.9999 * turn(disk) + transfer(disk), **disk, host_delay=delay
            )


def all_count(some):
    """Whether a host is slower than a turn, none is late by a hair, and the data takes its part of
    a time: 2 %, where 1 % is forgiven."""
    return (
        any(delay > 1.02 * turn(disk) for disk, delay in some)
        and all(delay % turn(disk) > 0.01 * turn(disk) for disk, delay in some)
        and any(
            transfer(disk) > 0.02 * (-delay % turn(disk) + transfer(disk)) for disk, delay in some
        )
    )


def simulated_write(size, rpm, rate, host_delay):
    """Seconds that the book's disk takes for the middle one of some writes in turn, by latency."""
    spec = DriveSpec(
        speed=rpm / 60, media_rate=rate, skew=0.0, command=0.0, interface_rate=math.inf
    )
    disk, now = HardDisk(spec, cache=False, phase=0.3), 0.0
    for place in range(9):
        now = disk.write(now, place * size, size) + host_delay
    return statistics.median(write.latency for write in disk.trace[1:])


@pytest.mark.points(2)
@pytest.mark.advice(
    "The book's simulated disk follows the angle of its platter from write to write. Draw a platter at the completion of one "
    "write and at the issue of the next: where is the head?"
)
def test_it_agrees_with_the_simulated_disk(answer, case, rng):
    def writes():
        return [(one, rng.uniform(0.05, 2.95) * turn(one)) for one in disks(rng, 4)]

    for disk, delay in until_sound(writes, all_count):
        wanted = simulated_write(**disk, host_delay=delay)
        expect_time(answer, case, wanted, within=0.01, **disk, host_delay=delay)
