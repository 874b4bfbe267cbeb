"""Thinks of the users only, and leaves the order as it is: a copy that takes days or weeks.

fails:
    test_the_disk_is_whole_in_time
advice: No depth makes hours of that
advice: How many commands may it choose from
"""


def answer(case):
    return {"order": "metadata", "queue": case["queues"][-1], "depth": "2", "least": "1"}
