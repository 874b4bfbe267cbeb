"""Does only the part of the time that is work shrink with the clock?"""

import pytest

from exercises.kit.expect import near
from exercises.questions.head_node.worth_of_a_clock.question import busiest
from models.units import GHz

ENDLESS = 1e9 * GHz


TIMES = "That is how many times as many reads, and the question asks how many more. Twice as many are 100 % more."
EARLY = "That comes out if times are rounded to a tenth of a nanosecond. Keep more digits until the end."
FRACTION = "That is a fraction; percent are asked for. (0.5 would be 50 %.)"


def tenths(case):
    """Work, waiting and the new work of an instruction (ns), as who rounds early has them."""
    return [round(1e9 * case[part], 1) for part in ("working", "standing", "less")]


def slips(wanted, known):
    """What people take for `wanted` in any case, and what they take for it here."""
    return {
        wanted / 100: FRACTION,
        (1 + wanted) / 100: f"{FRACTION} {TIMES}",
        1 + wanted: TIMES,
        **known,
    }


@pytest.mark.points(2)
@pytest.mark.advice(
    "Put both parts of an instruction's time into nanoseconds: the cycles of work, and the cycles of waiting. Ask of each "
    "what the new clock does to it. Then divide the old sum by the new one."
)
def test_a_faster_clock_shortens_the_work_and_not_the_waiting(answer, case):
    before, after = busiest(case["size"], case["clock"]), busiest(case["size"], case["faster"])
    ratio, share = case["faster"] / case["clock"] - 1, case["base"] / case["cpi"]
    wanted = after.rate / before.rate - 1
    work, wait, less = tenths(case)
    near(
        answer,
        "gain",
        wanted,
        within=0.05,
        slips=slips(
            wanted,
            {
                (work + wait) / (less + wait) - 1: EARLY,
                ratio: "That is by how much the clock is faster. It would be right if memory had the same clock: then a wait for a "
                "line would be so many cycles, however short. But a wait is so many nanoseconds.",
                (1 - share)
                * ratio: "Is that by how much the cycles of an instruction grow? They do, but each is shorter now. "
                "Compare nanoseconds, not cycles. (If it is not: you have made the waiting faster and left the "
                "work as it was. A clock does it the other way round.)",
                1 / (share + (1 - share) / (1 + ratio))
                - 1: "So it would be if the waiting became faster and the work stayed as it "
                "was. A clock does it the other way round.",
                share
                * ratio: "Near. You took the share of the time that is work, and multiplied by how much faster the clock is. "
                "But a time that is divided by 1.3 shrinks by less than 30 %. Add up the new time of an instruction "
                "in nanoseconds, and divide the old by it.",
                share
                * (
                    1 - 1 / (1 + ratio)
                ): "That is by how much the time of an instruction shrinks. In a time that is shorter "
                "by a tenth you do not do a tenth more, but a little more than that.",
                1
                - 1
                / (
                    1 + ratio
                ): "That is by how much a cycle gets shorter. But only the work is counted in cycles that get "
                "shorter. And the reads a second grow as 1 / time.",
                0.0: "Does none of the time go for work? While a core works on what it has, a faster clock does help.",
            },
        ),
    )


@pytest.mark.points(1)
@pytest.mark.advice(
    "With a clock without end the work takes no time, and the waiting is all that is left. What is the old time, divided by "
    "that?"
)
def test_without_any_work_the_waiting_is_left(answer, case):
    before, after = busiest(case["size"], case["clock"]), busiest(case["size"], ENDLESS)
    share = case["base"] / case["cpi"]
    wanted = after.rate / before.rate - 1
    work, wait, _ = tenths(case)
    near(
        answer,
        "most",
        wanted,
        within=0.05,
        slips=slips(
            wanted,
            {
                work / wait: EARLY,
                share: "That is the share of the time that is work, and all of it is saved. But how many instructions fit into the "
                "old time, when each takes only what is left? Who saves half of the time does twice as much, which is "
                "100 % more.",
                1
                - share: "That is the share of the time that is waiting, which stays. By how many times is the old time longer "
                "than it?",
                1 / share
                - 1: "There you have saved the waiting and kept the work. A fast clock does the opposite.",
            },
        ),
    )
