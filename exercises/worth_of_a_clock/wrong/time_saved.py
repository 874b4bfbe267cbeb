"""Says how much of the time is saved, not how much more is done in it.

fails:
    test_a_faster_clock_shortens_the_work_and_not_the_waiting
    test_without_any_work_the_waiting_is_left
advice: by how much the time of an instruction shrinks
advice: Who saves half of the time
"""


def answer(case):
    share = case["base"] / case["cpi"]
    return {"gain": share * (1 - case["clock"] / case["faster"]), "most": share}
