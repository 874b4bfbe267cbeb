"""Works out the right numbers, and gives the first as a fraction; of the second it says how many times as many.

fails:
    test_a_faster_clock_shortens_the_work_and_not_the_waiting
    test_without_any_work_the_waiting_is_left
advice: percent are asked for
advice: how many *times* as many
"""


def answer(case):
    work = case["base"] / case["clock"]
    wait = (case["cpi"] - case["base"]) / case["clock"]
    new = case["base"] / case["faster"] + wait
    return {"gain": ((work + wait) / new - 1) / 100, "most": (work + wait) / wait}
