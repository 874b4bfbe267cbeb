"""Writes as little as can be, with groups that gather for half a minute.

fails:
    test_a_failure_takes_no_more_than_was_allowed
advice: all that the open group has gathered
"""


def answer(case):
    return {"record": "8", "interval": 30.0, "pending": 1, "log": True, "disks": 2}
