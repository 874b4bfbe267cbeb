"""Does each entry leave with the right commit? The book's own intent log says when."""

import math

import pytest

from exercises.kit.draw import until_sound
from exercises.kit.expect import Advised, asked, value
from models.machine.order.log_device import LogDevice
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.units import GB, TB

RECORD = 512
NO_BEAT = (
    "No commit is out when this entry comes, so one leaves at once. It does not wait for a beat: look at the moment at "
    "which your commit leaves."
)
AT_ONCE = "No commit is out when this entry comes, so one leaves with it at once. How long until it is safe?"
LEFT_EMPTY = (
    "No commit is out when this entry comes, and yours is late by exactly one commit: did it leave without the entry? May "
    "an entry that comes at the very moment of leaving get on?"
)
HAD_LEFT = (
    "A commit was out when this entry came, and its blocks were sent before. So the entry cannot be in it. It leaves with "
    "the next one, and that one begins where this one ends."
)
TAKES_ALL = (
    "A commit was out when this entry came. The next one begins where that one ends, and it takes all that wait, not only "
    "the first. They are safe in the same moment."
)


def safe_moments(arrivals, commit):
    """When each of the entries that come at `arrivals` (s, rising) is safe (s), on a log device
    that takes `commit` seconds for each commit, whatever its size."""
    device = LogDevice(commit, 1e6 * TB, int(1 * GB))
    machine = Machine(FREEBSD_BOX.order(log={"devices": 1, "device": device}).bare())
    loop, safe = machine.loop, [0.0] * len(arrivals)

    def program(number):
        yield from machine.log.commit(RECORD)
        safe[number] = loop.now

    for number, moment in enumerate(arrivals):
        loop.spawn(program(number), at=moment)
    loop.run(until=arrivals[-1] + 3 * commit)
    return safe


def as_asked(case, arrivals, commit):
    """The inputs as the question has them."""
    gaps = [
        round(moment - before, 9)
        for before, moment in zip([0.0, *arrivals], arrivals, strict=False)
    ]
    come, taken = case["come"]["name"], case["commit"]["name"]
    times = {"commit": commit, "commit_ms": round(1000 * commit, 9), "rate": 1 / commit}
    return {come: {"arrivals": arrivals, "gaps": gaps}[come], taken: times[taken]}


def same(answer, case, arrivals, commit, wanted, choose=True):
    """Compares the moments entry by entry. Raises Advised about the first that is wrong, with
    what to say about such a one (choose) or with the test's own advice."""
    arrivals = [round(moment, 5) for moment in arrivals]
    inputs, result = as_asked(case, arrivals, commit), case["result"]
    call, got = asked(case["function"], inputs), value(answer, case["function"], list, **inputs)
    if len(got) != len(arrivals):
        raise Advised(
            f"{call} gave {len(got)} times for {len(arrivals)} entries",
            "The list has one time for each "
            "entry, in the order of the arrivals, also where several entries are safe at the same moment.",
        )
    for moment, given, right in zip(arrivals, got, wanted(arrivals), strict=True):
        if isinstance(given, bool) or not isinstance(given, int | float):
            raise AssertionError(f"{call} gave a list with {given!r} in it; times were asked for")
        told = given / result["a_second"]
        safe, mistaken = (told, told + moment) if result["is_moment"] else (told + moment, told)
        if not math.isclose(safe, right, rel_tol=1e-7, abs_tol=1e-9):
            idle = math.isclose(right - commit, moment, abs_tol=1e-9)
            if math.isclose(mistaken, right, rel_tol=1e-7):
                advice = result["other"]
            elif idle and safe < right:
                advice = AT_ONCE
            elif idle:
                advice = LEFT_EMPTY if math.isclose(safe - right, commit, rel_tol=1e-6) else NO_BEAT
            else:
                advice = TAKES_ALL if safe > right else HAD_LEFT
            raise Advised(
                f"{call} says that the entry of {moment:.6g} s {result['said']} {given:.6g} {result['unit']}, "
                f"which is too {result['over' if safe > right else 'under']}",
                advice if choose else None,
            )


def one_by_one(rng):
    """What a commit takes, and entries that come when none is out."""
    commit = rng.choice([0.004, 0.006, 0.00833, 0.011])
    arrivals, now = [], 0.0
    for _ in range(rng.randint(1, 4)):
        now += commit * rng.uniform(1.1, 7.8)
        arrivals.append(now)
    return commit, arrivals


def off_the_beat(some):
    """Whether the first entry of all would have to wait for commits that leave on a beat, but for
    less than a whole one."""
    commit, arrivals = some[0]
    beats = round(arrivals[0], 5) / commit
    return abs(beats - round(beats)) > 1e-4


@pytest.mark.points(2)
@pytest.mark.advice(
    "These entries come one by one, each when no commit is out. When does the commit of such an entry leave, and when is it "
    "safe?"
)
def test_a_record_that_finds_the_log_idle_takes_one_commit(answer, case, rng):
    for commit, arrivals in until_sound(lambda: [one_by_one(rng) for _ in range(5)], off_the_beat):
        same(
            answer,
            case,
            arrivals,
            commit,
            lambda came, commit=commit: [moment + commit for moment in came],
        )


@pytest.mark.points(3)
@pytest.mark.advice(
    "Two entries: one finds the log idle, the other comes while the commit of the first is out. Do them by hand, by the "
    "rules."
)
def test_a_record_that_comes_while_a_commit_is_out_waits_for_the_next(answer, case, rng):
    for _ in range(6):
        commit = rng.choice([0.004, 0.006, 0.00833, 0.011])
        same(
            answer,
            case,
            [0.0, commit * rng.uniform(0.05, 0.95)],
            commit,
            lambda came, commit=commit: [commit, 2 * commit],
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "One entry finds the log idle, and several come while its commit is out. How many commits does it take, by the rules?"
)
def test_all_that_wait_leave_together(answer, case, rng):
    for _ in range(4):
        commit, many = rng.choice([0.004, 0.006, 0.00833, 0.011]), rng.randint(2, 6)
        came = [0.0, *sorted(commit * rng.uniform(0.05, 0.95) for _ in range(many))]
        same(
            answer,
            case,
            came,
            commit,
            lambda came, commit=commit: [commit, *[2 * commit] * (len(came) - 1)],
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "The book's own intent log was given the same entries, and it was sometimes idle and sometimes not. Draw its commits on"
    " a line of time, one after the other, with the arrivals above them."
)
def test_it_agrees_with_the_intent_log_of_the_book(answer, case, rng):
    for _ in range(5):
        commit, now, arrivals = rng.choice([0.004, 0.006, 0.00833, 0.011]), 0.0, []
        for _ in range(8):
            now += commit * rng.choice([0.11, 0.23, 0.37, 0.61, 1.7, 4.3]) * rng.uniform(0.9, 1.1)
            arrivals.append(now)
        same(
            answer,
            case,
            arrivals,
            commit,
            lambda came, commit=commit: safe_moments(came, commit),
            choose=False,
        )
