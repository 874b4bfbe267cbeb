"""Is the pause right at each point of the curve, and do all writers share it?"""

import math

import pytest

from exercises.kit.expect import Advised, asked, digits, expect, number, value
from models.experiments.transaction_groups.held_back import go_on_moments
from models.zfs.txg.txg_spec import TxgSpec

MIB = 2**20
SCALE, MOST = 0.0005, 0.1
PAUSE_FIRST = (
    "Look at `pause` first: it gives a wrong number for this case, and the moments cannot be right before it is. Then come "
    "back to this test."
)
FIRST_IS_FREE = (
    "The first write has nobody ahead of it, and yet it waits: its pause begins when it comes, and it goes on when the pause "
    "is over."
)
A_WAIT = "Is that how long this write waits? What is asked for is the moment in which it may go on."


def moments(answer, wanted, **inputs):
    """Compares the list of moments that the answer gives with `wanted` (s)."""
    got = value(answer, "go_on", list, **inputs)
    call = asked("go_on", inputs)
    if len(got) != len(wanted):
        raise AssertionError(f"{call} gave {len(got)} moments for {len(wanted)} writes")
    for n, (mine, right) in enumerate(zip(got, wanted, strict=True)):
        if isinstance(mine, bool) or not isinstance(mine, (int, float)):
            raise AssertionError(f"{call} gave {str(mine)[:40]!r} for write {n + 1}; a number was asked for")
        if not math.isclose(mine, right, rel_tol=1e-6, abs_tol=1e-9):
            said = f"{call} gave {digits(mine)} s for write {n + 1}, which is too {'late' if mine > right else 'early'}"
            where = {name: inputs[name] for name in ("dirty", "limit")}
            apart = TxgSpec(throttle="curve", limit=where["limit"]).delay(where["dirty"])
            if not math.isclose(number(answer, "pause", **where), apart, rel_tol=1e-6, abs_tol=1e-12):
                raise Advised(said, PAUSE_FIRST)
            came = inputs["times"][n]
            advice = A_WAIT if math.isclose(mine, right - came, rel_tol=1e-6, abs_tol=1e-9) else None
            raise Advised(said, FIRST_IS_FREE if n == 0 and mine == came else advice)


@pytest.mark.points(1)
@pytest.mark.advice(
    "As long as little is dirty the disk keeps up, and nobody is held back. Below 60 % of the limit the formula's upper part "
    "is negative: what should a writer get then?"
)
def test_nobody_waits_below_sixty_per_cent(answer, rng):
    for share in (0.0, rng.uniform(0.05, 0.5), rng.uniform(0.5, 0.599)):
        limit = rng.choice([64, 128, 4096]) * MIB
        expect(answer, "pause", 0.0, dirty=int(share * limit), limit=limit)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Try 80 % of the limit: a fifth of it is above the point where the curve begins, and a fifth is left up to the limit. So "
    "the pause there is 500 µs, whatever the limit is. That is 0.0005, for the pause is wanted in seconds."
)
def test_between_there_and_the_limit_the_pause_follows_the_curve(answer, rng):
    for _ in range(5):
        limit = rng.choice([64, 128, 4096]) * MIB
        expect(answer, "pause", SCALE, dirty=0.8 * limit, limit=limit)
        dirty = int(rng.uniform(0.62, 0.97) * limit)
        expect(answer, "pause", TxgSpec(throttle="curve", limit=limit).delay(dirty), dirty=dirty, limit=limit)


@pytest.mark.points(1)
@pytest.mark.advice(
    "At the limit, beyond it and just below it the pause is 100 ms (0.1 s), no less and no more. Just below the limit hardly "
    "anything is left to divide by, and the formula runs away; at the limit nothing is."
)
def test_no_pause_is_longer_than_a_tenth_of_a_second(answer, rng):
    for share in (0.999, 0.9999, 1.0, 1.2):
        limit = rng.choice([64, 128, 4096]) * MIB
        expect(answer, "pause", MOST, dirty=share * limit, limit=limit)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Several programs come in the same moment. If each sleeps one pause for itself, all of them go on together, and eight "
    "programs are held eight times less than one. In one line the second waits for the first."
)
def test_those_who_come_together_go_on_one_after_the_other(answer, rng):
    for programs in (2, 8, rng.randint(3, 12)):
        limit, share, now = 128 * MIB, rng.uniform(0.7, 0.95), rng.uniform(0, 9)
        dirty = int(share * limit)
        apart = SCALE * (dirty - 0.6 * limit) / (limit - dirty)
        wanted = [now + (n + 1) * apart for n in range(programs)]
        moments(answer, wanted, times=[now] * programs, dirty=dirty, limit=limit)


@pytest.mark.points(1)
@pytest.mark.advice(
    "A write that comes after the last one has gone on, be it ever so little, finds nobody in the line. It waits for one "
    "pause from the moment in which it comes; time in which nobody came is not saved up."
)
def test_a_line_that_was_empty_owes_nothing(answer, rng):
    for _ in range(4):
        limit, times = 128 * MIB, [0.0]
        dirty = int(rng.uniform(0.7, 0.95) * limit)
        apart = SCALE * (dirty - 0.6 * limit) / (limit - dirty)
        for least in (20, 10, 1.1, 1.1):
            times.append(times[-1] + rng.uniform(least, 40) * apart)
        moments(answer, [time + apart for time in times], times=times, dirty=dirty, limit=limit)


@pytest.mark.points(2)
@pytest.mark.advice(
    "The throttle of this chapter's simulation, given the same writes, lets some of them go on at other moments. Write down, "
    "for the write that is named, when it came and when the one before it went on."
)
def test_it_agrees_with_the_simulated_throttle(answer, rng):
    for low, high in ((0.5, 0.7), (0.8, 0.9), (0.9, 0.98)):
        limit = rng.choice([64, 128]) * MIB
        dirty = int(rng.uniform(low, high) * limit)
        times = sorted(round(rng.uniform(0, 0.01), 5) for _ in range(8))
        moments(answer, go_on_moments(times, dirty, limit), times=times, dirty=dirty, limit=limit)
