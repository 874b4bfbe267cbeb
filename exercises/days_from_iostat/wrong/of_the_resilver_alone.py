"""Divides all commands in the drive by the resilver's reads alone, and lets each block wait for the one before it.

fails:
    test_the_time_in_the_drive_follows_from_the_line
    test_the_days_follow_from_the_blocks_that_are_left_for_the_resilver
advice: How many of all are answered in a second?
"""


def answer(case):
    days = case["used"] / case["block"] * case["actv"] / case["rs"]
    return {"asvc": case["actv"] / case["left"], "days": days, "waiting": "hidden"}
