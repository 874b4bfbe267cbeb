"""Does only the part of the time that is work shrink with the clock?"""

import pytest

from exercises.expect import near
from exercises.worth_of_a_clock.question import busiest
from models.units import GHz

ENDLESS = 1e9 * GHz


@pytest.mark.points(2)
@pytest.mark.advice(
    "Put both parts of an instruction's time into nanoseconds: the cycles of work, and the cycles of waiting. Ask of each "
    "what the new clock does to it. Then compare the two sums."
)
def test_a_faster_clock_shortens_the_work_and_not_the_waiting(answer, case):
    before, after = busiest(case["size"], case["clock"]), busiest(case["size"], case["faster"])
    ratio, share = case["faster"] / case["clock"] - 1, case["base"] / case["cpi"]
    near(answer, "gain", after.rate / before.rate - 1, within=0.05, slips={
        ratio: "That is by how much the clock is faster. It would be right if memory had the same clock: then a wait for a "
               "line would be so many cycles, however short. But a wait is so many nanoseconds.",
        (1 - share) * ratio: "You have made the waiting faster and left the work as it was. A clock does it the other way "
                             "round.",
        share * ratio: "Near. You have made the share of work faster by that percentage. But it is the time that shrinks: "
                       "divide the old time by the new one, and see what is left of it.",
        share * (1 - 1 / (1 + ratio)): "That is by how much the time of an instruction shrinks. In a time that is shorter "
                                       "by a tenth you do not do a tenth more, but a little more than that.",
        0.0: "Does none of the time go for work? While a core works on what it has, a faster clock does help.",
    })


@pytest.mark.points(1)
@pytest.mark.advice(
    "With a clock without end the work takes no time, and the waiting is all that is left. What is the old time, divided by "
    "that?"
)
def test_without_any_work_the_waiting_is_left(answer, case):
    before, after = busiest(case["size"], case["clock"]), busiest(case["size"], ENDLESS)
    share = case["base"] / case["cpi"]
    near(answer, "most", after.rate / before.rate - 1, within=0.05, slips={
        share: "That is the share of the time that is work, and all of it is saved. But how many more instructions fit into "
               "the time that was? Who saves half of the time does twice as much, which is 100 % more.",
        1 / share - 1: "There you have saved the waiting and kept the work. A fast clock does the opposite.",
        case["cpi"] / (case["cpi"] - case["base"]): "That is how many *times* as many reads, and the question asks how many "
                                                    "more. Twice as many are 100 % more.",
    })
