"""Finds that a clock is worth nothing where cores wait, and says how many times as many instead of how many more.

fails:
    test_a_faster_clock_shortens_the_work_and_not_the_waiting
    test_without_any_work_the_waiting_is_left
advice: how many times as many
"""


def answer(case):
    return {"gain": 0.0, "most": case["cpi"] / (case["cpi"] - case["base"])}
