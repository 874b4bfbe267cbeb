"""Says by how much the cycles of an instruction grow, and takes the share of the waiting for what a fast clock brings.

fails:
    test_a_faster_clock_shortens_the_work_and_not_the_waiting
    test_without_any_work_the_waiting_is_left
advice: Compare nanoseconds, not cycles
advice: That is the share of the time that is waiting
"""


def answer(case):
    share = case["base"] / case["cpi"]
    wait = (1 - share) * case["faster"] / case["clock"]
    return {"gain": share + wait - 1, "most": 1 - share}
