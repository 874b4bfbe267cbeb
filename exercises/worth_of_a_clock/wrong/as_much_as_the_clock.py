"""Takes a third more clock for a third more reads; with no end to the clock, it says as much as the form lets it.

fails:
    test_a_faster_clock_shortens_the_work_and_not_the_waiting
    test_without_any_work_the_waiting_is_left
advice: if memory had the same clock
"""


def answer(case):
    return {"gain": case["faster"] / case["clock"] - 1, "most": 20.0}
