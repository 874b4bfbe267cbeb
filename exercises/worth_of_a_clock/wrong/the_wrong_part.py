"""Lets the clock shorten the waiting, since that is the larger part.

fails:
    test_a_faster_clock_shortens_the_work_and_not_the_waiting
    test_without_any_work_the_waiting_is_left
advice: A clock does it the other way round
"""


def answer(case):
    share = case["base"] / case["cpi"]
    return {"gain": (1 - share) * (case["faster"] / case["clock"] - 1), "most": 1 / share - 1}
