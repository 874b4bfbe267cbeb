"""Takes the application's reads off the fifty blocks a second that the throttle lets by.

fails:
    test_the_days_under_the_throttle
    test_a_deeper_queue_changes_next_to_nothing
    test_larger_blocks_are_fewer_blocks
advice: ZFS waits only before those of the resilver
"""


def answer(case):
    left = 50 - case["reads"]
    days = case["used"] / case["block"] / left
    return {"now": days, "deeper": days, "larger": case["used"] / case["large"] / left}
