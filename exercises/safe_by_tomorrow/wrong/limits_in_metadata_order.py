"""Leaves the order as it is, and trusts the newer limits for each class.

fails:
    test_the_disk_is_whole_in_time
advice: No depth makes hours of that
"""


def answer(case):
    return {"order": "metadata", "queue": "2020", "depth": 10, "least": 4}
