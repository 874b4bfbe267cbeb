"""Counts disks one by one, though they come in mirrored pairs.

fails:
    test_it_can_be_built_and_paid
advice: comes in pairs
"""


def answer(case):
    return {"memory": "512", "flash": 16, "mirrored": False, "disks": 131}
