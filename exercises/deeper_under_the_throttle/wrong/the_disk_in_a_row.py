"""Divides bytes by the rate of a disk that writes in a row.

fails:
    test_the_days_under_the_throttle
    test_a_deeper_queue_changes_next_to_nothing
    test_larger_blocks_are_fewer_blocks
advice: if it writes in a row
"""


def answer(case):
    days = case["used"] / 100e6
    return {"now": days, "deeper": days, "larger": days}
