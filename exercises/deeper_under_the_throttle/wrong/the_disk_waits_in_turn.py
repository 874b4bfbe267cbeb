"""Adds ten milliseconds of the disk to each wait, as if the one began when the other is over.

fails:
    test_the_days_under_the_throttle
    test_a_deeper_queue_changes_next_to_nothing
    test_larger_blocks_are_fewer_blocks
advice: while the disk works
"""


def answer(case):
    days = 0.030 * case["used"] / case["block"]
    return {"now": days, "deeper": days, "larger": 0.030 * case["used"] / case["large"]}
