"""Gives the resilver all reads of the line, and believes that nobody waits where wait is 0.

fails:
    test_the_days_follow_from_the_blocks_that_are_left_for_the_resilver
    test_the_driver_knows_nothing_of_the_queue_above_it
advice: The application's are among them
advice: empty while a crowd waits above it
"""


def answer(case):
    return {"asvc": case["actv"] / case["rs"], "days": case["used"] / case["block"] / case["rs"], "waiting": "none"}
