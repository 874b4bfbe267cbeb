"""Works in hours, and types them as days; of commands and time it turns one round.

fails:
    test_the_time_in_the_drive_follows_from_the_line
    test_the_days_follow_from_the_blocks_that_are_left_for_the_resilver
    test_the_driver_knows_nothing_of_the_queue_above_it
advice: Are these hours?
"""


def answer(case):
    left = case["rs"] - case["reads"]
    return {"asvc": case["rs"] / case["actv"] / 1000, "days": 24 * case["used"] / case["block"] / left, "waiting": "wide"}
