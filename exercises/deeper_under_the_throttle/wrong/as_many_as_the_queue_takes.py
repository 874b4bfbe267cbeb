"""Lets as many blocks go after each wait as the depth allows.

fails:
    test_the_days_under_the_throttle
    test_a_deeper_queue_changes_next_to_nothing
    test_larger_blocks_are_fewer_blocks
advice: before each single one of them
"""


def answer(case):
    wait = 0.020 * case["used"]
    return {"now": wait / case["block"] / 2, "deeper": wait / case["block"] / case["depth"], "larger": wait / case["large"] / 2}
