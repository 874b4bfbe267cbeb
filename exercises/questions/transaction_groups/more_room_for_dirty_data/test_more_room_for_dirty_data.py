"""Do the waits agree with the simulated throttle, with the room as it was and with twice as much?"""

import math

import pytest

from exercises.kit.expect import Advised, mixed_up, near
from exercises.questions.transaction_groups.more_room_for_dirty_data.question import waits
from models.units import MiB, ms, us

WITHIN = 0.15
IN_MEMORY = (
    "Memory takes a write in microseconds as long as there is room. But these programs do not stop, and memory fills in the "
    "first seconds. From then on a new write can only come in when an old one has gone out to the disk."
)
ALONE = (
    "The disk needs that long for one write. But several programs take turns in one line: how many writes of others are let "
    "through before it is the same program's turn again?"
)
TICK = (
    "That is the tick of 2008, the same for each write. The curve's pause becomes as long as it must be to hold writers to "
    "the disk's pace."
)
MIDDLE = (
    "So it would be at 80 % of the limit, where the pause is 500 µs. Nothing says that dirty data stays there: it settles "
    "where the pause is just what this disk needs for a write."
)
HALF_THE_LINE = (
    "That is half of the line, as for one who comes at any moment. But each program asks for its next write as soon as the "
    "last is done: how many stand in the line before it then?"
)
ALL_AHEAD = (
    "That is how long the disk needs for all that may be dirty. But a write is done when memory has it. It waits for its "
    "turn to come in, not for all that is ahead of it to go out."
)
NO_UNIT = "That would be a very long time for a write. Did you mean µs? The field takes ms."
UNCHANGED = (
    "You say that the room changes nothing, and that is right. Only the number is not yet: mend the first answer, and give "
    "this one the same value."
)
AHEAD = (
    "There is twice as much before the disk now. But a write is not done when the disk has it: it is done when memory has "
    "it. It waits for its turn to come in, not for all that is ahead of it to go out."
)
HALF = (
    "Twice the room, half the wait? The room is filled once, and then it is full. After that one write comes in for each "
    "that goes out, and the disk has become no faster."
)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Begin at the disk: how many writes of this size does it take in a second? No more than that are done, by all programs "
    "together. Then look at one program, which waits for its turn each time."
)
def test_the_wait_of_a_typical_write(answer, case):
    wanted, full = waits(case)[0], case["limit"] / case["media"]
    if answer["wait"] < 0.3 * case["pause"]:
        unit = mixed_up(answer, "wait", wanted, WITHIN)
        raise Advised(f"you said {answer.said('wait')}, which is too small", unit or IN_MEMORY)
    slips = {
        case["pause"]: ALONE,
        10 * ms: TICK,
        500 * us: MIDDLE,
        case["programs"] * 500 * us: MIDDLE,
        full: ALL_AHEAD,
        1000 * case["wait"]: NO_UNIT,
        case["wait"] / 2: HALF_THE_LINE,
        (case["wait"] + case["pause"]) / 2: HALF_THE_LINE,
    }
    near(answer, "wait", wanted, WITHIN, slips)


@pytest.mark.points(3)
@pytest.mark.advice(
    "Wait until the new room is full as well; that takes seconds. Which of the two has changed then: how fast the disk takes "
    "writes, or how many programs take turns?"
)
def test_the_wait_with_twice_the_room(answer, case, note):
    wanted, rate = waits(case, room=2)
    after, before = answer["after"], answer["wait"]
    wrong = not math.isclose(before, waits(case)[0], rel_tol=WITHIN)
    if (
        wrong
        and math.isclose(after, before, rel_tol=0.05)
        and not math.isclose(after, wanted, rel_tol=WITHIN)
    ):
        raise Advised(
            f"you said {answer.said('after')}, which is too {'large' if after > wanted else 'small'}",
            UNCHANGED,
        )
    if after < 0.3 * case["pause"]:
        unit = mixed_up(answer, "after", wanted, WITHIN)
        raise Advised(f"you said {answer.said('after')}, which is too small", unit or IN_MEMORY)
    if not math.isclose(after, wanted, rel_tol=WITHIN):
        if math.isclose(after, 2 * before, rel_tol=0.1):
            raise Advised(f"you said {answer.said('after')}, which is too large", AHEAD)
        if math.isclose(after, before / 2, rel_tol=0.1):
            raise Advised(f"you said {answer.said('after')}, which is too small", HALF)
    near(answer, "after", wanted, WITHIN)
    note(
        f"in the simulation programs wrote {waits(case)[1] / MiB:.0f} MiB/s before and {rate / MiB:.0f} MiB/s after"
    )
