"""Is the wait for the last of the disks right?"""

from math import isclose

import pytest

from exercises.kit.expect import Advised, near
from exercises.questions.disks.the_last_of_several_disks.question import simulated
from models.units import ms

SHARES = {
    2: "Two thirds",
    3: "Three quarters",
    4: "Four fifths",
    5: "Five sixths",
    6: "Six sevenths",
    7: "Seven eighths",
}
"""Of a turn, for so many disks."""


def in_milliseconds(answer, case):
    """Raises Advised for seconds, or a share of a turn, in the field of milliseconds."""
    if 0 < answer["wait"] < min(0.01 * case["turn"], 0.1 * ms):
        raise Advised(
            f"you said {answer.said('wait')}, less than a hundredth of a turn",
            "Is this a number of seconds? The field counts in milliseconds.",
        )
    if 0.45 * ms <= answer["wait"] < 0.999 * ms:
        raise Advised(
            f"you said {answer.said('wait')}, a small part of a turn",
            "Is this a share of a turn? The field counts in milliseconds: how long is such a part?",
        )


@pytest.mark.points(1)
@pytest.mark.advice(
    "Half a turn is the mean wait of one disk. This write is over only when the last of its disks has it, and the last "
    "one waits longer than most."
)
def test_the_last_disk_waits_longer_than_one_alone(answer, case):
    in_milliseconds(answer, case)
    if answer["wait"] < 1.05 * case["half"]:
        raise Advised(
            f"you said {answer.said('wait')}, no more than one disk alone waits on average"
        )


@pytest.mark.points(1)
@pytest.mark.advice(
    "No disk ever waits longer than a turn, and most wait for less. So the mean of a write is less than a turn too."
)
def test_no_write_waits_longer_than_a_turn(answer, case):
    turns = answer["wait"] / case["turn"]
    if turns > case["disks"] + 0.01:
        raise Advised(
            f"you said {answer.said('wait')}, {turns:.2g} turns; no write waits longer than one",
            f"How long is one turn, in milliseconds, at {case['speed']:,} turns a minute?",
        )
    if turns > 1.01:
        raise Advised(
            f"you said {answer.said('wait')}, {turns:.2g} turns; no write waits longer than one",
            "All the disks turn at the same time, so their waits lie side by side and do not add up.",
        )
    if turns > 0.99:
        raise Advised(
            f"you said {answer.said('wait')}, about a whole turn; only the unluckiest write waits so long"
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Throw the waits of the disks onto a line from nothing to one turn: into how many pieces do they cut it, and how many of "
    "these lie before the last one?"
)
def test_it_agrees_with_a_simulated_pool(answer, case, note):
    in_milliseconds(answer, case)
    disks, turn = case["disks"], case["turn"]
    held = simulated(disks, case["speed"], case["seed"])
    wanted = turn * disks / (disks + 1)
    fewer, more = (
        "Each further disk gives the write one more chance to find one that is late.",
        "Into how many pieces do so many waits cut the turn?",
    )
    others = {
        turn
        * n
        / (n + 1): f"{SHARES[n]} of a turn is right for {n} disks, and a group has {disks} here. "
        f"{fewer if n < disks else more}"
        for n in range(2, disks + 2)
        if n != disks
    }
    rounded = round(wanted / ms) * ms
    if not any(isclose(rounded, other, rel_tol=0.001) for other in others):
        others[rounded] = "Near. Is it rounded to whole milliseconds? One more digit is needed."
    whole = answer["wait"] > 0.99 * turn  # of which the test before speaks
    near(
        answer,
        "wait",
        wanted,
        within=0.02,
        slips={}
        if whole
        else others
        | {
            turn
            * 0.5
            ** (
                1 / disks
            ): "That is what half of the writes wait at most, the median. The mean is asked for.",
            turn
            * (
                1 - 0.5**disks
            ): "Your numbers go a half, three quarters, seven eighths. The chapter has two thirds for "
            "two disks. What comes after a half and two thirds?",
        },
    )
    note(f"in a simulated pool a write waits {held / ms:.2f} ms on average")
