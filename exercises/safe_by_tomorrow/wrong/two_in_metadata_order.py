"""Follows the advice for disks, and leaves the order as it is: weeks.

fails:
    test_the_disk_is_whole_in_time
advice: No depth makes hours of that
"""


def answer(case):
    return {"order": "metadata", "queue": "old", "depth": 2, "least": 1}
