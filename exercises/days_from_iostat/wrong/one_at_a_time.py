"""Takes the time between two answers for the time of a command, and actv for all that wait.

fails:
    test_the_time_in_the_drive_follows_from_the_line
    test_the_driver_knows_nothing_of_the_queue_above_it
advice: the time between two answers
advice: Those have left ZFS's queue already
"""


def answer(case):
    left = case["rs"] - case["reads"]
    return {"asvc": 1 / case["rs"], "days": case["used"] / case["block"] / left, "waiting": "actv"}
