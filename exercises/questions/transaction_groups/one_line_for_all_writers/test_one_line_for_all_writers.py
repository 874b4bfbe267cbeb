"""Is the pause right at each point of the curve, and do all writers share it?"""

import math

import pytest

from exercises.kit.expect import Advised, asked, digits, expect, number, value
from models.sim.loop import Loop
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.txg.transaction_group import WriteThrottle

MIB = 2**20
PAUSE_FIRST = (
    "Look at {} first: it gives a wrong number for this case, and the times cannot be right before it is. Then come "
    "back to this test."
)
FIRST_IS_FREE = (
    "The first write has nobody ahead of it, and yet it waits: its pause begins when it comes, and it goes on when the pause "
    "is over."
)


def curve(case, limit):
    """The throttle of the question."""
    return TxgSpec(
        throttle="curve",
        limit=limit,
        delay_from=case["start"],
        delay_scale=case["scale"],
        delay_most=case["most"],
    )


def go_on_moments(times, dirty, spec):
    """When each of the writes that come at `times` (s, rising) may go on, with `dirty` bytes not on
    disk all the while."""
    loop = Loop()
    throttle = WriteThrottle(loop, spec)
    throttle.dirty, moments = dirty, []
    for time in times:
        loop.run(until=time)
        moments.append(time + throttle.delay(1, behind=False))
    return moments


def above(case, rng, least=0.1, most=0.95):
    """A share of the limit, so much above the point at which the curve begins, or more."""
    return rng.uniform(case["start"] + least, most)


def apart(case, dirty, limit):
    """Seconds between two writes, on the curve."""
    return case["scale"] * (dirty - case["start"] * limit) / (limit - dirty)


def moments(answer, case, wanted, **inputs):
    """Compares the list that the answer gives with the moments `wanted` (s), or with how long it is
    until then."""
    function, result = case["function"], case["result"]
    got = value(answer, function["go_on"], list, **inputs)
    call = asked(function["go_on"], inputs)
    if len(got) != len(wanted):
        raise AssertionError(f"{call} gave {len(got)} times for {len(wanted)} writes")
    for n, (mine, on, came) in enumerate(zip(got, wanted, inputs["times"], strict=True)):
        right, other = (on - came, on) if result["waits"] else (on, on - came)
        if isinstance(mine, bool) or not isinstance(mine, (int, float)):
            raise AssertionError(
                f"{call} gave {str(mine)[:40]!r} for write {n + 1}; a number was asked for"
            )
        if not math.isclose(mine, right, rel_tol=1e-6, abs_tol=1e-9):
            too = result["over" if mine > right else "under"]
            said = f"{call} gave {digits(mine)} s for write {n + 1}, which is too {too}"
            where = {name: inputs[name] for name in ("dirty", "limit")}
            pause = curve(case, where["limit"]).delay(where["dirty"])
            if not math.isclose(
                number(answer, function["pause"], **where), pause, rel_tol=1e-6, abs_tol=1e-12
            ):
                raise Advised(said, PAUSE_FIRST.format(function["pause"]))
            advice = (
                result["other"] if math.isclose(mine, other, rel_tol=1e-6, abs_tol=1e-9) else None
            )
            raise Advised(
                said,
                FIRST_IS_FREE if n == 0 and mine == (0 if result["waits"] else came) else advice,
            )


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "As long as little is dirty the disk keeps up, and nobody is held back. Below {{start:.0%}} of the limit the formula's "
    "upper part is negative: what should a writer get then?"
)
def test_nobody_waits_before_the_curve_begins(answer, case, rng):
    start = case["start"]
    for share in (0.0, rng.uniform(0.05, start - 0.1), rng.uniform(start - 0.1, start - 0.001)):
        limit = rng.choice([64, 128, 4096]) * MIB
        expect(answer, case["function"]["pause"], 0.0, dirty=int(share * limit), limit=limit)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Try {{middle:.0%}} of the limit: {{half:.0%}} of it is above the point where the curve begins, and as much is left up "
    "to the limit. So the pause there is {{scale:.0f/us}} µs, whatever the limit is. That is {{scale:g}}, for the pause is "
    "wanted in seconds."
)
def test_between_there_and_the_limit_the_pause_follows_the_curve(answer, case, rng):
    function = case["function"]["pause"]
    for _ in range(5):
        limit = rng.choice([64, 128, 4096]) * MIB
        expect(answer, function, case["scale"], dirty=case["middle"] * limit, limit=limit)
        dirty = int(above(case, rng, 0.02, 0.97) * limit)
        expect(answer, function, curve(case, limit).delay(dirty), dirty=dirty, limit=limit)


@pytest.mark.points(1)
@pytest.mark.advice(
    "At the limit, beyond it and just below it the pause is {{most:.0f/ms}} ms ({{most:g}} s), no less and no more. Just "
    "below the limit hardly anything is left to divide by, and the formula runs away; at the limit nothing is."
)
def test_no_pause_is_longer_than_the_longest(answer, case, rng):
    for share in (0.9999, 0.99999, 1.0, 1.2):
        limit = rng.choice([64, 128, 4096]) * MIB
        expect(answer, case["function"]["pause"], case["most"], dirty=share * limit, limit=limit)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Several programs come in the same moment. If each sleeps one pause for itself, all of them go on together, and eight "
    "programs are held eight times less than one. In one line the second waits for the first."
)
def test_those_who_come_together_go_on_one_after_the_other(answer, case, rng):
    for programs in (2, 8, rng.randint(3, 12)):
        limit, share, now = 128 * MIB, above(case, rng), rng.uniform(0, 9)
        dirty = int(share * limit)
        wanted = [now + (n + 1) * apart(case, dirty, limit) for n in range(programs)]
        moments(answer, case, wanted, times=[now] * programs, dirty=dirty, limit=limit)


@pytest.mark.points(1)
@pytest.mark.advice(
    "A write that comes after the last one has gone on, be it ever so little, finds nobody in the line. It waits for one "
    "pause from the moment in which it comes; time in which nobody came is not saved up."
)
def test_a_line_that_was_empty_owes_nothing(answer, case, rng):
    for _ in range(4):
        limit, times = 128 * MIB, [0.0]
        dirty = int(above(case, rng) * limit)
        pause = apart(case, dirty, limit)
        for least in (20, 10, 1.1, 1.1):
            times.append(times[-1] + rng.uniform(least, 40) * pause)
        moments(
            answer, case, [time + pause for time in times], times=times, dirty=dirty, limit=limit
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "The throttle of this chapter's simulation, given the same writes, lets some of them go on at other moments. Write down, "
    "for the write that is named, when it came and when the one before it went on."
)
def test_it_agrees_with_the_simulated_throttle(answer, case, rng):
    start = case["start"]
    for low, high in ((start - 0.1, start + 0.1), (0.8, 0.9), (0.9, 0.98)):
        limit = rng.choice([64, 128]) * MIB
        dirty = int(rng.uniform(low, high) * limit)
        times = sorted(round(rng.uniform(0, 0.01), 5) for _ in range(8))
        moments(
            answer,
            case,
            go_on_moments(times, dirty, curve(case, limit)),
            times=times,
            dirty=dirty,
            limit=limit,
        )
